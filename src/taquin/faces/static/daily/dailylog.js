/**
 * What was achieved in the dailies, read from the games in the history: nothing else is stored, so
 * that exporting, importing and deleting games carries streaks along. Pure.
 * Its twin: taquin/game/daily.py.
 */
import { DAILY_SIDES, dailyOf, daysLater } from "./days.js";
import { inOrder, isOnItsDay, isOwn } from "../game/record.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * The result of one daily board. `counts`: it was begun on its day, every move was the player's own, and
 * no game before it had told how to solve the board. `tries`: solved games of this board.
 * @typedef {{record: GameRecord, counts: boolean, tries: number}} DailyResult
 */

/** Results by side. @typedef {Map<number, DailyResult>} DayResults */

/** @typedef {{current: number, longest: number, days: number, boards: number}} Streak */

/**
 * The results of all days. Of several games of a board, the first that counts is the result, else
 * the first. A board on which a move was made for the player, or a solution shown, counts in no later game;
 * one that was played again after a game of its own keeps that game's result.
 * @param {GameRecord[]} records
 * @returns {Map<string, DayResults>} by day
 */
export function resultsByDay(records) {
  /** @type {Map<string, DayResults>} */
  const days = new Map();
  /** Seeds of boards of which the player was helped in the first game. @type {Set<string | null>} */
  const told = new Set();
  for (const record of inOrder(records)) {
    const name = dailyOf(record);
    if (!name) continue;
    if (!isOwn(record) && !record.again) told.add(record.seed);
    if (record.status !== "solved") continue;
    const results = days.get(name.day) ?? new Map();
    days.set(name.day, results);
    const counts = isOwn(record) && isOnItsDay(record) && !told.has(record.seed);
    const before = results.get(name.side);
    const tries = (before?.tries ?? 0) + 1;
    const better = !before || (counts && !before.counts);
    results.set(name.side, better ? { record, counts, tries } : { ...before, tries });
  }
  return days;
}

/**
 * Whether an unfinished game gave way to another one of its board that was solved: every such game, if it is
 * the first of its board, else one begun later.
 * @param {GameRecord} left
 * @param {GameRecord[]} finished
 * @returns {boolean}
 */
export function gaveWay(left, finished) {
  const solved = finished.filter(({ seed, status }) => seed === left.seed && status === "solved");
  return solved.some(({ created }) => !left.again || Date.parse(created) > Date.parse(left.created));
}

/**
 * A day counts if one of its boards does. A streak lasts until a whole day has passed without one:
 * before today's first board it still stands.
 * @param {Map<string, DayResults>} results
 * @param {string} today
 * @returns {Streak}
 */
export function streakOf(results, today) {
  const counted = [...results].filter(([, sides]) => [...sides.values()].some((one) => one.counts));
  const days = new Set(counted.map(([day]) => day));
  const lengthTo = (/** @type {string} */ last) => {
    let length = 0;
    while (days.has(daysLater(last, -length))) length++;
    return length;
  };
  const ends = [...days].filter((day) => !days.has(daysLater(day, 1)));
  return {
    current: lengthTo(days.has(today) ? today : daysLater(today, -1)),
    longest: Math.max(0, ...ends.map(lengthTo)),
    days: days.size,
    boards: counted.reduce(
      (sum, [, sides]) => sum + [...sides.values()].filter((one) => one.counts).length,
      0,
    ),
  };
}

/**
 * How a day appears in the calendar, one word for each size.
 * @param {DayResults | undefined} results
 * @returns {Array<"counted" | "later" | "open">}
 */
export function marksOf(results) {
  return DAILY_SIDES.map((side) => {
    const result = results?.get(side);
    return result ? (result.counts ? "counted" : "later") : "open";
  });
}
