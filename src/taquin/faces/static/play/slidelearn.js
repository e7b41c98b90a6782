/** The question for a learner who counts slides, and the verdict on the answer. */
import { sameBoard, slide } from "../board.js";
import { LEARN_SENTENCES } from "../words/learnsentences.js";
import { amount, t, translated } from "../words/said.js";
import { slideAdvice } from "./slidehint.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./advice.js").Advice} Advice */
/** @typedef {import("../solver/solver.js").Solver} Solver */

const BUDGET = 4000;

/**
 * The slide to find, with all that are as good.
 * @param {Solver} solver
 * @param {Board} board  not the goal
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking} asking
 * @returns {Promise<Advice>}
 */
export async function slideToFind(solver, board, goal, asking) {
  const advice = await slideAdvice(solver, board, goal, asking);
  if (!advice.slides) return advice;
  const { pushes, proved } = await (await solver.slides()).best(board, goal, { budget: BUDGET, ...asking });
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
  if (!counted && best === 1) return t`At least one of the ${legal} possible slides is best. Make one on the board.`;
  if (!counted) return t`At least ${best} of the ${legal} possible slides are best. Make one on the board.`;
  return best === 1 ? t`One of the ${legal} possible slides is best. Make it on the board.` : t`${best} of the ${legal} possible slides are best. Make one on the board.`;
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
  const right = t`Yes, that is a best slide. Press Hint for the next one.`;
  const { slides } = advice;
  if (!slides) {
    const suggested = made.moves === advice.moves;
    return { right: suggested, text: translated(suggested ? LEARN_SENTENCES.suggested : LEARN_SENTENCES.notSuggested) };
  }
  const best = [advice.moves, ...advice.others.split(" ")];
  if (best.includes(made.moves)) return { right: true, text: right };
  // Tiles that move one after another in one direction are one slide.
  const whole = best.find((moves) => moves.startsWith(made.moves));
  if (whole) return { right: false, text: t`It begins a best slide, which goes on for ${amount(whole.length - made.moves.length, "tile")}.` };
  const [{ value, lower }] = await (await solver.slides()).distances([after], goal, { signal, budget: BUDGET });
  if (value === slides - 1) return { right: true, text: right };
  if (value === null && lower < slides) return { right: false, text: t`It is not proved whether this is a best slide.` };
  const lost = (value ?? lower) - slides + 1;
  return { right: false, text: value === null ? t`Not the best: it costs at least ${amount(lost, "slide")} more than needed.` : t`Not the best: it costs ${amount(lost, "slide")} more than needed.` };
}
