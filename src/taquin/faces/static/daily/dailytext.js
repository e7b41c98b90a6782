/** The dailies in words. Pure. Its twin: taquin/game/words.py. */
import { DAILY_SIDES, startOf } from "./days.js";
import { dateText, timeText } from "../shared/gamewords.js";
import { assistance } from "../shared/outcome.js";
import { isLoopback } from "../server/place.js";
import { counted, movesText } from "../shared/measures.js";

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
  if (h === 0) return m === 0 ? "less than a minute" : `${m} min`;
  return m === 0 ? `${h} h` : `${h} h ${m} min`;
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
  const over = optimum == null || moves === optimum ? "" : `, ${moves - optimum} over the optimum`;
  return `${timeText(time, 3)}, ${movesText(moves)}${over}`;
}

/**
 * The text to share: no move, no tile, no distance, except that a perfect game says so.
 * @param {{day: string, results: DayResults | undefined, optima: Map<number, number | null>,
 *   streak: number, link: string}} shared  streak: 0 leaves it out; link: "" leaves it out
 * @returns {string}
 */
export function shareText({ day, results, optima, streak, link }) {
  const lines = DAILY_SIDES.map((side) => {
    const result = results?.get(side);
    const size = `${side}×${side}`;
    if (!result) return `${size} –`;
    const { record, counts } = result;
    const perfect = record.moves.length === optima.get(side);
    const time = timeText(record.times.at(-1) ?? 0, 3);
    const help = assistance({ ...record, typed: false, again: false });
    const notes = [perfect && "perfect", help, !counts && "not on the day"].filter(Boolean);
    const mark = !counts ? "○" : perfect ? "★" : "●";
    return `${size} ${mark} ${time}, ${movesText(record.moves.length)}${notes.map((note) => `, ${note}`).join("")}`;
  });
  const head = `taquin daily ${day}`;
  return [head, ...lines, streak > 1 && `Streak: ${daysText(streak)}`, link].filter(Boolean).join("\n");
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
