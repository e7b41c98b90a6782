// A text to copy: a field that cannot be changed, with a button.

import { build, button } from "./dom.js";
import { t } from "../words/said.js";

/** @typedef {import("./app.js").App} App */

/**
 * @param {App} app
 * @param {string} name
 * @param {string} label
 * @param {string} value
 */
export function copyField(app, name, label, value) {
  const input = build("input", { id: `share-${name}`, type: "text", readonly: true, value });
  input.addEventListener("focus", () => input.select());
  const setWords = (/** @type {string} */ words) => {
    copying.textContent = words;
    copying.setAttribute("aria-label", t`${words}: ${label}`);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setWords(t`Copied`);
      app.say(t`${label}: copied.`, { now: true });
    } catch {
      // Refused, or no clipboard on plain HTTP: the text is selected for Ctrl+C instead.
      input.select();
      setWords(t`Press Ctrl+C`);
    }
  };
  const copying = button({ words: t`Copy`, onClick: copy });
  setWords(t`Copy`);
  return build(
    "div",
    { class: "field" },
    build("label", { for: input.id, text: label }),
    build("div", { class: "share__line" }, input, copying),
  );
}
