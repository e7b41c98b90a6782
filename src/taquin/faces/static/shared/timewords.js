/** The times of games in words: whole, and in their parts. */
import { timeParts } from "../game/recordfigures.js";
import { timeText } from "./gamewords.js";
import { t } from "../words/said.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * @param {number | null} value  milliseconds; Infinity: not finished; null: not enough games
 * @returns {string}
 */
export function resultTime(value) {
  if (value === null) return "–";
  return value === Infinity ? "DNF" : timeText(value, 3);
}

/**
 * @param {number} time  milliseconds on the clock, 0 if it had not started
 * @returns {string} when a game or an attempt was given up
 */
export function givenUpText(time) {
  return time > 0 ? t`given up after ${timeText(time, 3)}` : t`given up before the clock started`;
}

/**
 * The parts of a time that began before the first move; "" for any other. As shown, they add up.
 * @param {{whole: number, before: number, boards?: number}} parts  of several boards, before is the sum over all of them
 * @param {GameRecord["numbers"] | "shown"} [numbers]
 * @returns {string} `memo 0:20.100 + solving 0:15.200`
 */
export function partsText({ whole, before, boards = 1 }, numbers) {
  if (before <= 0) return "";
  const first = numbers === "blind" ? t`memo` : boards > 1 ? t`before first moves` : t`first move after`;
  const moving = Math.floor(whole) - Math.floor(before);
  return t`${first} ${timeText(before, 3)} + solving ${timeText(moving, 3)}`;
}

/**
 * The same within a sentence, where a line begins with no plus, and with no figure without its label.
 * @param {string} parts
 */
export const unbroken = (parts) => parts.replace(/ (?=[+\d])/g, "\u00a0");

/**
 * @param {GameRecord} record
 * @returns {string}
 */
export function recordParts(record) {
  return partsText(timeParts(record), record.numbers);
}
