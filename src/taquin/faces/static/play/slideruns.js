/**
 * How a player's last slide may go on: tiles that move one after another in one direction are one slide, so that going
 * on is free. Its twin: taquin/teach/advice/slides.py.
 */
import { legalMoves, move } from "../board.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../solver/proofs.js").Distance} Distance */

/**
 * @param {{moves: string}} record
 * @returns {string} the moves of its last slide; empty before the first
 */
export const runIn = ({ moves }) => /(.?)\1*$/.exec(moves)?.[0] ?? "";

/**
 * @param {Board} board
 * @param {string} run the moves that led there
 * @returns {{moves: string, board: Board}[]} each way to go on, the shortest first
 */
export function furtherFrom(board, run) {
  const ways = /** @type {{moves: string, board: Board}[]} */ ([]);
  const [letter] = run;
  for (let here = board; letter && legalMoves(here).includes(letter); ) {
    here = move(here, letter);
    ways.push({ moves: letter.repeat(ways.length + 1), board: here });
  }
  return ways;
}

/**
 * @param {Distance[]} distances of boards that cost the same to reach
 * @returns {Distance} of the nearest, as far as it is proved
 */
export function nearestOf(distances) {
  const lower = Math.min(...distances.map((one) => one.lower));
  const upper = Math.min(...distances.map((one) => one.upper ?? Infinity));
  const exact = lower === upper;
  return { value: exact ? lower : null, lower, upper: upper === Infinity ? null : upper, exact };
}
