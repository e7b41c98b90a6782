// A text to copy: a field that cannot be changed, with a button.

import { build, button } from "./dom.js";
import { onlyFingers } from "./pointers.js";
import { t } from "../words/said.js";

/** @typedef {import("./app.js").App} App */

/**
 * Where the page may not copy by itself, on plain HTTP or after a refusal, the selected text is left to the player.
 * @returns {string}
 */
export function copyYourself() {
  return onlyFingers() ? t`Touch and hold the text` : t`Press Ctrl+C`;
}

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
      input.select();
      setWords(copyYourself());
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
