/**
 * The question for a learner, and the verdict on the answer: a slide of one or several tiles.
 * Its twin: taquin/teach/advice/learn.py.
 */
import { legalMoves, sameBoard, slide } from "../board.js";
import { LEARN_SENTENCES } from "../words/learnsentences.js";
import { said, translated } from "../words/said.js";

/** @typedef {import("./advice.js").Advice} Advice */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../solver/solver.js").Solver} Solver */

const BUDGET = 4000;
/** By the number of best moves; it is 1 at least, and less than that of all moves. */
const COUNTED = [translated(LEARN_SENTENCES.one), translated(LEARN_SENTENCES.two), translated(LEARN_SENTENCES.three)];
const AT_LEAST = [translated(LEARN_SENTENCES.atLeastOne), translated(LEARN_SENTENCES.atLeastTwo)];

/**
 * @param {Board} board
 * @param {Advice} advice for it
 * @returns {string}
 */
export function questionText(board, advice) {
  if (advice.distance === null) return translated(LEARN_SENTENCES.unsure);
  const best = 1 + advice.others.length;
  const legal = legalMoves(board).length;
  if (best === legal) return translated(LEARN_SENTENCES.every);
  return said((advice.counted ? COUNTED : AT_LEAST)[best - 1], { legal });
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
  const { length } = made.moves;
  const single = length === 1;
  if (advice.distance === null) {
    if (!begins) return { right: false, text: translated(LEARN_SENTENCES.notSuggested) };
    return { right: single, text: single ? translated(LEARN_SENTENCES.suggested) : translated(LEARN_SENTENCES.suggestedFirst) };
  }
  if (single && begins) return { right: true, text: translated(LEARN_SENTENCES.best) };
  // Each tile of the slide moves along a shortest way if they all come nearer together.
  const [{ value, lower }] = await solver.distances([after], goal, { signal, budget: BUDGET });
  const left = advice.distance - length;
  if (value === left) {
    return { right: true, text: single ? LEARN_SENTENCES.best : said(LEARN_SENTENCES.allBest, { length }) };
  }
  if (lower <= left) return { right: false, text: begins ? translated(LEARN_SENTENCES.bestFirst) : translated(LEARN_SENTENCES.open) };
  return { right: false, text: single ? translated(LEARN_SENTENCES.away) : translated(LEARN_SENTENCES.notAll) };
}
