/** Moves as a tile and an arrow: beside counts of moves, "7 left" would read as one of them. */
import { build } from "./dom.js";
import { wayOf } from "./moves.js";
import { listed } from "../words/said.js";

const ARROWS = /** @type {Record<string, string>} */ ({ U: "↑", D: "↓", L: "←", R: "→" });

/**
 * @param {string} letter
 * @returns {string}
 */
export function arrowOf(letter) {
  return ARROWS[letter];
}

/**
 * Seen as `7 ←`, heard as `7 left`.
 * @param {number[]} tiles
 * @param {string} letter
 * @returns {HTMLElement}
 */
export function tilesWithArrow(tiles, letter) {
  const arrow = build("span", { "aria-hidden": "true", text: arrowOf(letter) });
  const way = build("span", { class: "visually-hidden", text: wayOf(letter) });
  return build("span", { class: "keep" }, `${listed(tiles)} `, arrow, way);
}
