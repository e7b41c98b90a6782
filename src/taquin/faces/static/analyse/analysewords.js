/** What the analysis says of a position and its moves. Pure. */
import { legalMoves } from "../board.js";
import { arrowOf } from "../shared/arrows.js";
import { cellOf, wayOf } from "../shared/moves.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/**
 * What is known of a position. `best`: letters of all best moves; null: not known. `line`: moves to
 * the goal, shortest if `proved`.
 * @typedef {{distance: number | null, lower: number, best: string | null, line: string, proved: boolean}} Known
 */


/**
 * @param {Known} known
 * @returns {string}
 */
export function leftText({ distance, lower, line }) {
  if (distance === 0) return t`Solved`;
  if (distance !== null) return t`${amount(distance, "move")} left`;
  return line ? t`${lower} to ${amount(line.length, "move")} left` : t`at least ${amount(lower, "move")} left`;
}

/**
 * How much longer than needed the way here was, where that is proved.
 * @param {number | null} first  distance at the start
 * @param {number} depth  moves made since
 * @param {number | null} now
 * @returns {string}
 */
export function lossText(first, depth, now) {
  if (first === null || now === null || depth === 0) return "";
  const lost = depth + now - first;
  return lost === 0 ? t`${amount(depth, "move")} made, none lost.` : t`${amount(depth, "move")} made, ${lost} lost.`;
}

/**
 * A move as its tile and direction: `7 ←`.
 * @param {Board} board
 * @param {string} letter
 * @returns {string}
 */
export function moveLabel(board, letter) {
  return `${board.cells[cellOf(board, letter)]} ${arrowOf(letter)}`;
}

/**
 * The moves of a position, the best ones first; of the others, what each costs where that is proved.
 * @param {Board} board
 * @param {Known} known
 * @returns {Array<{letter: string, label: string, spoken: string, mark: "best" | "worse" | "open"}>}
 */
export function choicesOf(board, { best, distance }) {
  const rank = { best: 0, open: 1, worse: 2 };
  const choices = Array.from(legalMoves(board), (letter) => {
    const mark = best === null || distance === 0 ? "open" : best.includes(letter) ? "best" : "worse";
    const tile = board.cells[cellOf(board, letter)];
    // On these boards every move brings the goal one move nearer or takes it one further away.
    const note = { best: t`, a best move`, worse: t`, costs two moves`, open: "" }[mark];
    return { letter, label: moveLabel(board, letter), spoken: `${tile} ${wayOf(letter)}${note}`, mark: /** @type {"best" | "worse" | "open"} */ (mark) };
  });
  return choices.sort((a, b) => rank[a.mark] - rank[b.mark]);
}
