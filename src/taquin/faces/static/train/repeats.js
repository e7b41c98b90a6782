/** Mistakes that come back after a day, after three and after nine. Pure; a day is a text like 2026-01-31. */
import { t } from "../words/said.js";

/**
 * By name: how often it was right in a row since it was missed, and the day on which it comes back.
 * @typedef {Record<string, [right: number, due: string]>} Repeats
 */

/** Days until a mistake comes back: after it was missed, and after each time it was right. */
export const RETURNS = [1, 3, 9];
/** So that the log stays small: those that come back first are kept. */
const MOST_REPEATS = 300;
const A_DAY = 86_400_000;

/**
 * @param {Date} [date]
 * @returns {string} the day where the player is
 */
export function localDay(date = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * @param {string} day
 * @param {number} days
 * @returns {string}
 */
export function daysOn(day, days) {
  return new Date(Date.parse(day) + days * A_DAY).toISOString().slice(0, 10);
}

/**
 * @param {Repeats} repeats
 * @param {string} name
 * @param {string} today
 * @returns {Repeats} it comes back from the beginning
 */
export function missedAgain(repeats, name, today) {
  return pruned({ ...repeats, [name]: [0, daysOn(today, RETURNS[0])] });
}

/**
 * @param {Repeats} repeats
 * @param {string} name
 * @param {string} today
 * @returns {Repeats} without it, once it was right after each of the waits
 */
export function rightAgain(repeats, name, today) {
  const { [name]: [right] = [0], ...others } = repeats;
  if (right + 1 >= RETURNS.length) return others;
  return pruned({ ...others, [name]: [right + 1, daysOn(today, RETURNS[right + 1])] });
}

/**
 * @param {Repeats} repeats
 * @param {string} today
 * @returns {string[]} names of those that are back, the longest due first
 */
export function dueOn(repeats, today) {
  return byDay(repeats).filter((name) => repeats[name][1] <= today);
}

/**
 * @param {Repeats} repeats
 * @param {string} today
 * @returns {string | null} the next day on which one comes back, after today
 */
export function nextReturn(repeats, today) {
  const name = byDay(repeats).find((one) => repeats[one][1] > today);
  return name === undefined ? null : repeats[name][1];
}

/**
 * @param {unknown} data  of a file
 * @returns {Repeats} what is sound in it
 */
export function checkRepeats(data) {
  const entries = Object.entries(Object(data)).filter(
    ([name, value]) =>
      /^[\w:-]{1,80}$/.test(name) && Array.isArray(value) && value.length === 2 &&
      [...RETURNS.keys()].includes(value[0]) &&
      /^\d{4}-\d\d-\d\d$/.test(value[1]) && !Number.isNaN(Date.parse(value[1])),
  );
  return pruned(Object.fromEntries(entries));
}

/**
 * @param {string} day
 * @param {string} today
 * @returns {string} "today", "tomorrow", "in 3 days"
 */
export function waitWords(day, today) {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / A_DAY);
  if (days <= 0) return t`today`;
  return days === 1 ? t`tomorrow` : t`in ${days} days`;
}

/** @param {Repeats} repeats */
function byDay(repeats) {
  return Object.keys(repeats).sort((one, two) => (repeats[one][1] < repeats[two][1] ? -1 : Number(repeats[one][1] > repeats[two][1])));
}

/** @param {Repeats} repeats @returns {Repeats} */
function pruned(repeats) {
  const names = byDay(repeats);
  return names.length <= MOST_REPEATS ? repeats : Object.fromEntries(names.slice(0, MOST_REPEATS).map((name) => [name, repeats[name]]));
}
