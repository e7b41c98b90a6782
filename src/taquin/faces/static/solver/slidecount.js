// Slides, each a push of one tile or several: where a list of moves has them, and of which boards they can be judged.

/** @typedef {import("../board.js").Board} Board */

/** Of larger boards only near ones can be proved. */
const MOST_CELLS = 16;

/**
 * Where each slide of a list of moves ends.
 * @param {string} moves
 * @returns {number[]}  numbers of moves, the last one all
 */
export function pushEnds(moves) {
  return Array.from(moves, (letter, i) => (letter === moves[i + 1] ? 0 : i + 1)).filter(Boolean);
}

/**
 * Whether the fewest slides of a board can be looked for.
 * @param {Board} board
 */
export const canPush = ({ cells }) => cells.length <= MOST_CELLS;
