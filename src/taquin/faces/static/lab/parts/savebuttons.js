/** Buttons that save what the lab shows as files. */
import { build, button } from "../../shared/dom.js";
import { download } from "../../shared/download.js";
import { t } from "../../words/said.js";

/** @typedef {import("../../shared/app.js").App} App */

/**
 * @param {string} name
 * @param {...HTMLElement} buttons
 * @returns {HTMLElement}
 */
export function toolbar(name, ...buttons) {
  return build(
    "div",
    { class: "toolbar", role: "group", "aria-label": name },
    build("span", { class: "note", text: t`Save as` }),
    ...buttons,
  );
}

/**
 * @param {App} app notified when there is nothing to save
 * @param {string} words
 * @param {string | (() => string)} name of the file
 * @param {() => Promise<Blob | undefined>} make
 * @returns {HTMLButtonElement}
 */
export function fileButton(app, words, name, make) {
  const onClick = async () => {
    try {
      const blob = await make();
      if (blob) download(blob, typeof name === "string" ? name : name());
    } catch (error) {
      app.notify(/** @type {Error} */ (error).message);
    }
  };
  return button({ words, onClick });
}
