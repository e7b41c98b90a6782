/** Files that the reader chooses, and what came of the games in them. */
import { build } from "./dom.js";
import { count } from "./measures.js";
import { inSequence, listed, said, t } from "../words/said.js";

/**
 * A hidden input; `click()` opens the browser's dialog.
 * @param {{accept: string, label: string, megabytes: number}} options
 * @param {(text: Promise<string>) => Promise<void>} take  the promise fails for a file too large
 * @returns {HTMLInputElement}
 */
export function fileInput({ accept, label, megabytes }, take) {
  const change = () => {
    const chosen = input.files?.[0];
    input.value = "";
    if (chosen) void take(textOf(chosen, megabytes));
  };
  const input = build("input", { type: "file", accept, hidden: true, "aria-label": label, on: { change } });
  return input;
}

/**
 * @param {File} file
 * @param {number} megabytes
 */
async function textOf(file, megabytes) {
  if (file.size > megabytes * 1024 * 1024) throw new Error(t`the file has ${count(file.size)} bytes; the limit is ${megabytes} MB.`);
  return file.text();
}

/** Reasons that a notice has room for. */
const MOST_FAULTS = 3;

/**
 * @param {{added: number, known: number, differing: number, faults: string[]}} found  by `History.import`
 * @returns {string}
 */
export function importWords({ added, known, differing, faults }) {
  const parts = [t`${added} added`, known > 0 ? t`${known} already here` : "", faults.length > 0 ? t`${faults.length} rejected` : ""];
  const more = faults.length - MOST_FAULTS;
  return inSequence(
    t`Import: ${listed(parts.filter(Boolean))}.`,
    differing > 0 && said("{differing} of those already here {differing:differs|differ} in the file; what is here stays.", { differing }),
    ...faults.slice(0, MOST_FAULTS),
    more > 0 && t`And ${more} more.`,
  );
}
