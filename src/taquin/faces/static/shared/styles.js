/**
 * Style sheets of parts that are loaded on first use.
 */
import { build } from "./dom.js";

/**
 * Link a sheet, once.
 * @param {string} name  its path on the page
 */
export function linkStyles(name) {
  const { href } = new URL(`../${name}`, import.meta.url);
  const linked = Array.from(document.styleSheets).some((sheet) => sheet.href === href);
  const waiting = document.head.querySelector(`link[href="${CSS.escape(href)}"]`);
  if (!linked && !waiting) document.head.append(build("link", { rel: "stylesheet", href }));
}
