// A finished game in words: how near to perfect it was, what it improved, where it lost most. Pure.

import { timeText } from "../shared/gamewords.js";
import { movesText } from "../shared/measures.js";

/** @typedef {import("../stats/stats.js").NewBest} NewBest */
/** @typedef {import("../review/reviewmodel.js").Stretch} Stretch */

const MEASURE_WORDS = { time: "time", moves: "moves", tps: "moves per second" };

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
 * What was improved, in one line: each measure with its averages, and the first record before.
 * @param {NewBest[]} bests  of a measure, the single game before its averages
 * @returns {string} `New best: time (before 0:43.750), ao5 · moves`; "" for none
 */
export function bestsText(bests) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const best of bests) groups.set(best.measure, [...(groups.get(best.measure) ?? []), recordText(best, best === bests[0])]);
  const texts = [...groups.values()].map((group) => group.join(", "));
  return texts.length > 0 ? `New best: ${texts.join(" · ")}` : "";
}

/**
 * @param {NewBest} best
 * @param {boolean} whole  with the one before
 */
function recordText({ measure, average, before }, whole) {
  const single = average === "single";
  const number = {
    time: (/** @type {number} */ milliseconds) => timeText(milliseconds, 3),
    moves: (/** @type {number} */ moves) => moves.toFixed(single ? 0 : 1),
    tps: (/** @type {number} */ rate) => rate.toFixed(2),
  }[measure];
  const name = single ? MEASURE_WORDS[measure] : whole ? `${average} of ${MEASURE_WORDS[measure]}` : average;
  return whole ? `${name} (before ${number(before)})` : name;
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
