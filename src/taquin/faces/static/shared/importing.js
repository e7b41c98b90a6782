/** Files that the reader chooses, and what came of the games in them. */
import { build } from "./dom.js";
import { count } from "./measures.js";

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
  if (file.size > megabytes * 1024 * 1024) throw new Error(`the file has ${count(file.size)} bytes; the limit is ${megabytes} MB.`);
  return file.text();
}

/**
 * @param {{added: number, known: number, faults: string[]}} found  by `History.import`
 * @returns {string}
 */
export function importWords({ added, known, faults }) {
  const parts = [`${added} added`, known > 0 && `${known} already here`, faults.length > 0 && `${faults.length} rejected`];
  return `Import: ${parts.filter(Boolean).join(", ")}.${faults.length > 0 ? ` ${faults[0]}` : ""}`;
}
