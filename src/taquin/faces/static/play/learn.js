/** The question for a learner, and the verdict on the answer: a slide of one or several tiles. */
import { movesText } from "../shared/measures.js";
import { legalMoves, sameBoard, slide } from "../board.js";

/** @typedef {import("./advice.js").Advice} Advice */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../solver/solver.js").Solver} Solver */

const BUDGET = 4000;

/**
 * @param {Board} board
 * @param {Advice} advice for it
 * @returns {string}
 */
export function questionText(board, advice) {
  if (!advice.badge.good) {
    const found = "A good move is known, but it may not be the best.";
    return `${found} Make your move on the board.`;
  }
  const best = 1 + advice.others.length;
  const legal = legalMoves(board).length;
  if (best === legal) return "Every move is a best move here. Make one.";
  const count = ["No", "One", "Two", "Three", "Four"][best];
  return (
    `${count} of the ${legal} possible moves ${best === 1 ? "is" : "are"} best. ` +
    `Make ${best === 1 ? "it" : "one"} on the board.`
  );
}

/**
 * @param {Solver} solver
 * @param {Board} before
 * @param {Board} after
 * @param {Board} goal
 * @param {Advice} advice for the board before
 * @param {AbortSignal} signal
 * @returns {Promise<{right: boolean, text: string} | null>} null where no single slide leads there
 */
export async function judgeAnswer(solver, before, after, goal, advice, signal) {
  const made = slide(before, after.cells.indexOf(0));
  if (!made || !sameBoard(made.board, after)) return null;
  const begins = (advice.letter + advice.others).includes(made.moves[0]);
  const count = made.moves.length;
  if (count === 1) return { right: begins, text: begins ? praise(advice) : reproach(advice) };
  if (!begins) return { right: false, text: reproach(advice, true) };
  if (advice.distance === null) {
    const text = "It starts with the suggested move; it is not proved whether the rest is equally good.";
    return { right: false, text };
  }
  // Each tile of the slide moves along a shortest way if they all come nearer together.
  const [{ value, lower }] = await solver.distances([after], goal, { signal, budget: BUDGET });
  const left = advice.distance - count;
  if (value === left) {
    return { right: true, text: `Yes, all ${movesText(count)} of this slide are best moves.` };
  }
  if (lower > left) return { right: false, text: reproach(advice, true) };
  return { right: false, text: "It starts with a best move; it is not proved whether the rest is equally good." };
}

/** @param {Advice} advice */
function praise({ badge }) {
  return `Yes, ${badge.good ? "that is a best move" : "that is also the suggested move"}.`;
}

/**
 * @param {Advice} advice
 * @param {boolean} [many] whether several tiles moved
 */
function reproach({ badge }, many = false) {
  if (!badge.good) return "This is not the suggested move; it is not proved whether it is worse.";
  if (many) return "Not the best: not every move of this slide belongs to a shortest solution.";
  return "Not the best: it leads away from the goal and costs two extra moves.";
}
