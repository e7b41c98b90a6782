// A finished game in words: how near to perfect it was, what it improved, where it lost most. Pure.

import { timeText } from "../shared/gamewords.js";
import { movesText } from "../shared/measures.js";

/** @typedef {import("../stats/stats.js").NewBest} NewBest */
/** @typedef {import("../review/reviewmodel.js").Stretch} Stretch */

const AVERAGES = /** @type {Record<string, string>} */ ({
  single: "Personal best",
  ao5: "Best average of 5",
  ao12: "Best average of 12",
});

const UNITS = { time: "", moves: " moves", tps: " moves per second" };

/**
 * How a solved game compares with a shortest solution.
 * @param {number} moves
 * @param {number} least
 * @returns {string}
 */
export function comparedText(moves, least) {
  if (moves === least) return "Perfect: no solution is shorter.";
  return `${movesText(moves - least)} over the optimum of ${least}.`;
}

/**
 * The same where only a lower bound of the optimum is known.
 * @param {number} moves
 * @param {number} lower  less than the moves
 * @returns {string}
 */
export function boundedText(moves, lower) {
  return `At most ${movesText(moves - lower)} over the optimum, which is at least ${lower}.`;
}

/**
 * What was improved, and from what: `Personal best: 0:41.20, before 0:43.75`.
 * @param {NewBest} best
 * @returns {string}
 */
export function bestText({ measure, average, value, before }) {
  const digits = average === "single" ? 0 : 1;
  const number = {
    time: (/** @type {number} */ milliseconds) => timeText(milliseconds, 3),
    moves: (/** @type {number} */ moves) => moves.toFixed(digits),
    tps: (/** @type {number} */ rate) => rate.toFixed(2),
  }[measure];
  return `${AVERAGES[average]}: ${number(value)}${UNITS[measure]}, before ${number(before)}`;
}

/**
 * The stretch that lost most moves, in one line.
 * @param {Stretch} stretch
 * @returns {string}
 */
export function costliestText({ from, to, loss }) {
  const where = to - from === 1 ? `move ${to}` : `moves ${from + 1}–${to}`;
  return `Costliest: ${where}, ${loss} lost.`;
}
