// What the live region says of moves.

import { boardsOf } from "../shared/boards.js";

/** @typedef {import("../board.js").Board} Board */

const WAYS = { U: "up", D: "down", L: "left", R: "right" };
/** More numbers than this take too long to hear. */
const MOST_NAMED = 3;

/**
 * One slide in words: `7 moved left.`, `7, 8 moved left.`, `5 tiles moved left.`
 * @param {Board} board  before it
 * @param {string} moves  of one slide
 * @returns {string}
 */
export function slideText(board, moves) {
  const boards = boardsOf(board, moves);
  const tiles = boards.slice(1).map(({ cells }, i) => cells[boards[i].cells.indexOf(0)]);
  const way = WAYS[/** @type {keyof typeof WAYS} */ (moves[0])];
  const names = tiles.length > MOST_NAMED ? `${tiles.length} tiles` : tiles.join(", ");
  return `${names} moved ${way}.`;
}
