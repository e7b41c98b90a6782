/**
 * Style sheets of parts that are loaded on first use.
 */
import { build } from "./dom.js";
import { t } from "../words/said.js";

/** A style sheet could not be loaded. */
export class StylesMissing extends Error {
  /** @param {string} path  on the page */
  constructor(path) {
    super(t`the style sheet ${path} could not be loaded.`);
  }
}

/**
 * @param {string} path  on the page
 * @returns {HTMLLinkElement} linked once
 */
function linkStyles(path) {
  const { href } = new URL(`../${path}`, import.meta.url);
  const found = document.head.querySelector(`link[href="${CSS.escape(href)}"]`);
  const link = /** @type {HTMLLinkElement} */ (found ?? build("link", { rel: "stylesheet", href }));
  if (!found) document.head.append(link);
  return link;
}

/**
 * Link a sheet and wait for it; one that could not be loaded is asked for again by the next call.
 * @param {string} path  on the page
 * @returns {Promise<unknown>} when the sheet is applied
 */
export function stylesApplied(path) {
  const link = linkStyles(path);
  if (link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new StylesMissing(path));
    });
  });
}
