// A finished game in words: how near to perfect it was, what it improved, where it lost most. Pure.

import { timeText } from "../shared/gamewords.js";
import { stretchName } from "../review/reviewmodel.js";
import { counted } from "../shared/measures.js";
import { amount, decimal, listed, said, t, translated } from "../words/said.js";
import { SLIDE_SENTENCES } from "../words/slidesentences.js";

/** @typedef {import("../stats/stats.js").NewBest} NewBest */
/** @typedef {import("../review/reviewmodel.js").Stretch} Stretch */

const MEASURE_WORDS = { time: t`time`, moves: t`moves`, tps: "TPS" };

/** @typedef {import("../game/recordshape.js").Unit} Unit */

/**
 * How a solved game compares with a shortest solution.
 * @param {number} moves
 * @param {number} least
 * @param {boolean} [shown]  whether a solution was shown, which is then no achievement
 * @param {Unit} [unit]
 * @returns {string}
 */
export function comparedText(moves, least, shown = false, unit = "move") {
  if (unit === "slide") {
    if (moves > least) return t`${amount(moves - least, "slide")} over the optimum of ${least}.`;
    return shown ? translated(SLIDE_SENTENCES.noFewer) : t`Perfect: no solution has fewer slides.`;
  }
  if (moves === least) return shown ? t`No solution is shorter.` : t`Perfect: no solution is shorter.`;
  return t`${amount(moves - least, "move")} over the optimum of ${least}.`;
}

/**
 * The same where only a lower bound of the optimum is known.
 * @param {number} moves
 * @param {number} lower  less than the moves
 * @param {Unit} [unit]
 * @returns {string}
 */
export function boundedText(moves, lower, unit = "move") {
  if (unit === "slide") return t`At most ${amount(moves - lower, "slide")} over the optimum, which is at least ${lower}.`;
  return t`At most ${amount(moves - lower, "move")} over the optimum, which is at least ${lower}.`;
}

/**
 * How many slides a game took, each a push of one tile or several.
 * @param {number} slides
 * @param {number | null} least  the fewest possible; null where only a lower bound is known
 * @param {number} lower
 * @returns {string}
 */
export function slidesText(slides, least, lower) {
  const taken = counted(slides, "slide");
  if (slides === (least ?? lower)) return t`${taken}: no solution has fewer.`;
  return least === null
    ? said("{taken}: at least {lower} {lower:is|are} needed.", { taken, lower })
    : said("{taken}: {least} {least:is|are} enough.", { taken, least });
}

/**
 * What was improved, short enough for one line of a phone: single games, or averages where none was
 * improved.
 * @param {NewBest[]} bests  of a measure, the single game before its averages
 * @param {Unit} [unit]
 * @returns {string} `New best time and moves`, `New best time (was 0:43.750)`; "" for none
 */
export function bestsText(bests, unit = "move") {
  const [first] = bests.toSorted((one, other) => Number(other.average === "single") - Number(one.average === "single"));
  if (!first) return "";
  const alike = bests.filter(({ average }) => average === first.average);
  const single = first.average === "single";
  const names = alike.map(({ measure }) => (measure === "moves" && unit === "slide" ? t`slides` : MEASURE_WORDS[measure]));
  const what = [listed(names.slice(0, -1)), ...names.slice(-1)].filter(Boolean).join(t` and `);
  const words = single ? t`New best ${what}` : t`New best ${first.average} of ${what}`;
  if (alike.length > 1) return words;
  // The value of a single game stands above it, that of an average does not.
  return single ? t`${words} (was ${numberText(first, first.before)})` : t`${words}: ${numberText(first, first.value)}`;
}

/**
 * The first game of its kind, which has nothing to improve.
 * @param {{kind: string, control: string, value: string, unaided: boolean, best?: boolean}} game  kind: as `3×3`;
 *   control: how it was played, "" where that distinguishes it from no other; value: its time, or its moves; unaided:
 *   others had help; best: it is better than all that were played otherwise
 */
export function firstText({ kind, control, value, unaided, best = false }) {
  const name = control ? t`${kind} (${control})` : kind;
  if (best) return unaided ? t`First unaided ${name}, and your best: ${value}` : t`Your first ${name}, and your best: ${value}`;
  return unaided ? t`First unaided ${name}: ${value}` : t`Your first ${name}: ${value}`;
}

/**
 * @param {NewBest} best
 * @param {number} value  of its measure
 */
function numberText({ measure, average }, value) {
  if (measure === "time") return timeText(value, 3);
  return decimal(value, measure === "tps" ? 2 : average === "single" ? 0 : 1);
}

/**
 * The stretch that lost most moves, in one line.
 * @param {Stretch} stretch
 * @param {Unit} [unit]
 * @returns {string}
 */
export function costliestText({ from, to, loss }, unit = "move") {
  if (unit === "slide") {
    if (to - from === 1) return t`Costliest slide: number ${to} (${amount(loss, "slide")} lost).`;
    return t`Costliest stretch: slides ${from + 1} to ${to} (${amount(loss, "slide")} lost).`;
  }
  if (to - from === 1) return t`Costliest move: number ${to} (${amount(loss, "move")} lost).`;
  return t`Costliest stretch: ${stretchName({ from, to })} (${amount(loss, "move")} lost).`;
}
