/**
 * The question for a learner who counts slides, and the verdict on the answer.
 * Its twin: taquin/teach/advice/slides.py.
 */
import { sameBoard, slide } from "../board.js";
import { LEARN_SENTENCES } from "../words/learnsentences.js";
import { said, translated } from "../words/said.js";
import { SLIDE_SENTENCES } from "../words/slidesentences.js";
import { slideAdvice } from "./slidehint.js";
import { furtherFrom } from "./slideruns.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./advice.js").Advice} Advice */
/** @typedef {import("../solver/solver.js").Solver} Solver */

const BUDGET = 4000;

/**
 * The slide to find, with all that are as good.
 * @param {Solver} solver
 * @param {Board} board  not the goal
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking & {run?: string}} asking
 * @returns {Promise<Advice>}
 */
export async function slideToFind(solver, board, goal, asking) {
  const advice = await slideAdvice(solver, board, goal, asking);
  // In the middle of a slide one is suggested alone: going on costs none, so that what is left after each is no measure.
  if (!advice.slides || furtherFrom(board, asking.run ?? "").length > 0) return { ...advice, slides: null };
  const { pushes, proved } = await (await solver.slides()).best(board, goal, { budget: BUDGET, signal: asking.signal });
  return { ...advice, others: pushes.filter((moves) => moves !== advice.moves).join(" "), counted: proved };
}

/**
 * @param {Board} board
 * @param {Advice} advice  for it
 * @returns {string}
 */
export function slideQuestion({ width, height }, { slides, others, counted }) {
  if (!slides) return translated(LEARN_SENTENCES.unsure);
  const best = 1 + others.split(" ").filter(Boolean).length;
  // Each other cell of the blank's row and column has a tile to press.
  const legal = width + height - 2;
  const { one, several, atLeastOne, atLeast } = SLIDE_SENTENCES;
  if (counted) return said(best === 1 ? one : several, { best, legal });
  return said(best === 1 ? atLeastOne : atLeast, { best, legal });
}

/**
 * @param {Solver} solver
 * @param {Board} before
 * @param {Board} after
 * @param {Board} goal
 * @param {Advice} advice  for the board before
 * @param {AbortSignal} signal
 * @returns {Promise<{right: boolean, text: string} | null>} null where no single slide leads there
 */
export async function judgeSlide(solver, before, after, goal, advice, signal) {
  const made = slide(before, after.cells.indexOf(0));
  if (!made || !sameBoard(made.board, after)) return null;
  const right = translated(SLIDE_SENTENCES.right);
  const { slides } = advice;
  if (!slides) {
    const suggested = made.moves === advice.moves;
    return { right: suggested, text: translated(suggested ? LEARN_SENTENCES.suggested : LEARN_SENTENCES.notSuggested) };
  }
  const best = [advice.moves, ...advice.others.split(" ")];
  if (best.includes(made.moves)) return { right: true, text: right };
  // Tiles that move one after another in one direction are one slide.
  const whole = best.find((moves) => moves.startsWith(made.moves));
  if (whole) return { right: false, text: said(SLIDE_SENTENCES.goesOn, { tiles: whole.length - made.moves.length }) };
  const [{ value, lower }] = await (await solver.slides()).distances([after], goal, { signal, budget: BUDGET });
  if (value === slides - 1) return { right: true, text: right };
  if (value === null && lower < slides) return { right: false, text: translated(SLIDE_SENTENCES.open) };
  const lost = (value ?? lower) - slides + 1;
  return { right: false, text: said(value === null ? SLIDE_SENTENCES.costsAtLeast : SLIDE_SENTENCES.costs, { lost }) };
}
