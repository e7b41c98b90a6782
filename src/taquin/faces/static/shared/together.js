/** A slide that ends something, in words. */
import { HINT_SENTENCES } from "../words/hintsentences.js";
import { listed, said, translated } from "../words/said.js";

/**
 * @param {number[]} tiles  of one slide
 * @returns {string}
 */
export function togetherText(tiles) {
  if (tiles.length === 1) return translated(HINT_SENTENCES.home);
  return said(HINT_SENTENCES.together, { others: listed(tiles.slice(0, -1)), last: tiles[tiles.length - 1] });
}
