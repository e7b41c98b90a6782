/**
 * Style sheets of parts that are loaded on first use.
 */
import { build } from "./dom.js";

/**
 * Link a sheet of this folder, once.
 * @param {string} name
 */
export function linkStyles(name) {
  const { href } = new URL(name, import.meta.url);
  const linked = Array.from(document.styleSheets).some((sheet) => sheet.href === href);
  const waiting = document.head.querySelector(`link[href="${CSS.escape(href)}"]`);
  if (!linked && !waiting) document.head.append(build("link", { rel: "stylesheet", href }));
}
