/** The dailies in words. Pure. Its twin: taquin/game/words.py. */
import { DAILY_SIDES, startOf } from "./days.js";
import { helpIn, isOnItsDay, isOwn } from "../game/record.js";
import { GAME_SENTENCES } from "../words/gamesentences.js";
import { dateText, timeText } from "../shared/gamewords.js";
import { helpsOf } from "../shared/outcome.js";
import { isLoopback } from "../server/place.js";
import { counted, movesText } from "../shared/measures.js";
import { amount, listed, t, translated } from "../words/said.js";

/** @typedef {import("./dailylog.js").DailyResult} DailyResult */
/** @typedef {import("./dailylog.js").DayResults} DayResults */

/**
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} [style]
 * @returns {string} `Monday, 23 November 2026`, in the order of the reader's English
 */
export function dayText(day, style = { dateStyle: "full" }) {
  return dateText(startOf(day), { timeZone: "UTC", ...style });
}

/**
 * @param {number} milliseconds
 * @returns {string} `4 h 12 min`, `12 min`, `less than a minute`
 */
export function waitText(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  const [h, m] = [Math.floor(minutes / 60), minutes % 60];
  if (h === 0) return m === 0 ? t`less than a minute` : t`${m} min`;
  return m === 0 ? t`${h} h` : t`${h} h ${m} min`;
}

/**
 * @param {number} days
 * @returns {string}
 */
export function daysText(days) {
  return counted(days, "day");
}

/**
 * Moves and time of a result, and how many moves it is over the shortest solution.
 * @param {DailyResult} result
 * @param {number | null | undefined} optimum  undefined, null: not proved
 * @returns {string}
 */
export function outcomeText({ record }, optimum) {
  const [moves, time] = [record.moves.length, record.times.at(-1) ?? 0];
  const over = optimum == null || moves === optimum ? [] : [t`${moves - optimum} over the optimum`];
  return listed([timeText(time, 3), movesText(moves), ...over]);
}

/**
 * What is noteworthy in a result, one by one: that no solution is shorter, or why it does not count, and
 * the help it had.
 * @param {DailyResult} result
 * @param {number | null | undefined} optimum
 * @returns {{perfect: boolean, reason: string, helps: string[]}}  reason: "" if it counts
 */
export function notesOf({ record, counts }, optimum) {
  const solver = record.inputs.includes("s");
  // On its day, a game of the player's own fails to count only for the help of an earlier one.
  const helped = !isOwn(record) || (!counts && isOnItsDay(record));
  const why = solver ? t`solved by the solver` : helped ? t`with help` : t`not on the day`;
  // The reason has said it.
  const known = solver ? [t`solver`, translated(GAME_SENTENCES.solution)] : [];
  const helps = helpsOf({ ...record, typed: false }).filter((words) => !known.includes(words));
  return { perfect: !helped && record.moves.length === optimum, reason: counts ? "" : why, helps };
}

/**
 * @param {import("../game/record.js").GameRecord} record  of a daily board
 * @returns {string} why it does not count on its day; "" if its help does not forbid it
 */
export function uncountedText(record) {
  if (isOwn(record)) return "";
  return translated(helpIn(record).solution > 0 ? GAME_SENTENCES.shown : GAME_SENTENCES.made);
}

/** Moves that a third of a game may lose for each colour but the last; distances differ by even numbers. */
const STEPS = [0, 4, 12];
export const SQUARES = ["🟩", "🟨", "🟧", "🟥"];

/** What the squares say, for people. */
export const SQUARES_TEXT =
  t`Each square is a third of a game. Green lost no move against a shortest solution, yellow up to ${STEPS[1]}, orange up to ${STEPS[2]}, red more.`;

/**
 * Where a game of so many moves is cut into thirds: places from 0, both ends included.
 * @param {number} moves
 * @returns {number[]}
 */
export function thirdsOf(moves) {
  return [0, 1, 2, 3].map((third) => Math.round((third * moves) / 3));
}

/**
 * How much each third of a game lost, from 0 for nothing to 3.
 * @param {number} moves
 * @param {number[]} distances  to the goal, where the thirds begin
 * @returns {number[]}
 */
export function lossesOf(moves, distances) {
  const cuts = thirdsOf(moves);
  return distances.map((distance, third) => {
    const lost = cuts[third + 1] - cuts[third] - (distance - (distances[third + 1] ?? 0));
    const step = STEPS.findIndex((most) => lost <= most);
    return step < 0 ? STEPS.length : step;
  });
}

/**
 * The text to share: no move, no tile, no distance, except that a perfect game says so, and that squares
 * say about how many moves each third of a game lost.
 * @param {{day: string, results: DayResults | undefined, optima: Map<number, number | null>,
 *   losses?: Map<number, number[]>, streak: number, link: string}} shared  streak: 0 leaves it out;
 *   link: "" leaves it out
 * @returns {string}
 */
export function shareText({ day, results, optima, losses = new Map(), streak, link }) {
  const lines = DAILY_SIDES.map((side) => {
    const result = results?.get(side);
    const size = `${side}×${side}`;
    if (!result) return `${size} –`;
    const { record, counts } = result;
    const { perfect, reason, helps } = notesOf(result, optima.get(side));
    const time = timeText(record.times.at(-1) ?? 0, 3);
    const notes = [perfect ? t`perfect` : "", reason, ...helps].filter(Boolean);
    const mark = !counts ? "○" : perfect ? "★" : "●";
    const squares = (losses.get(side) ?? []).map((/** @type {number} */ loss) => SQUARES[loss]).join("");
    const line = `${size} ${mark} ${listed([time, movesText(record.moves.length), ...notes])}`;
    return squares ? `${line} ${squares}` : line;
  });
  const head = t`taquin daily ${day}`;
  return [head, ...lines, streak > 1 && t`Streak: ${amount(streak, "day")}`, link].filter(Boolean).join("\n");
}

/**
 * Only a page that others can reach is worth a link.
 * @param {string} href  of the page
 * @param {string} fragment
 * @returns {string} "" on this computer's own addresses
 */
export function shareLink(href, fragment) {
  return isLoopback(href) ? "" : new URL(fragment, href).href;
}
