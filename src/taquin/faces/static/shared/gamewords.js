// Dates and times in words.
import { isOnItsDay, isOwn } from "../game/record.js";
import { decimalMark, locale, spoken, t } from "../words/said.js";
// Its twin: taquin/game/words.py.

/**
 * A date or a time of day in the page's language; days and months are those of the Gregorian calendar, as the
 * page counts them.
 * @param {string | number} time  ISO 8601, or milliseconds since 1970
 * @param {Intl.DateTimeFormatOptions} [style]
 * @returns {string}
 */
export function dateText(time, style = { dateStyle: "medium", timeStyle: "short" }) {
  const common = { calendar: "gregory", numberingSystem: "latn" };
  const text = new Date(time).toLocaleString(locale(), { ...common, ...style });
  // The first day of a month is an ordinal in French, which browsers leave to the page.
  return spoken() === "fr" ? text.replace(/(?<!\d)1(?= \p{L})/u, "1er") : text;
}

/**
 * Minutes, seconds and their parts: `1:02.5`, `1:02.500`, `1:01:02.5`. Results have milliseconds.
 * @param {number} milliseconds
 * @param {0 | 1 | 3} [digits]  after the point; 1: of a running clock, 3: of a result
 * @returns {string}
 */
export function timeText(milliseconds, digits = 1) {
  const unit = 10 ** (3 - digits);
  const parts = Math.floor(milliseconds / unit);
  const perSecond = 10 ** digits;
  const seconds = Math.floor(parts / perSecond);
  const [s, m, h] = [seconds % 60, Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  const fraction = digits ? `${decimalMark()}${String(parts % perSecond).padStart(digits, "0")}` : "";
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}${fraction}`;
}

/**
 * What has happened to a daily board of this day that would count without it.
 * @param {import("../game/record.js").GameRecord} record
 * @returns {string} "" if it may still count
 */
export function spoiltText(record) {
  if (!isOnItsDay(record) || isOwn(record)) return "";
  return record.hints.solution > 0
    ? t`A solution was shown: this board does not count today.`
    : t`A move was made for you: this board does not count today.`;
}
