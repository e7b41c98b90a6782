/**
 * Numbers as people read them: counts, times, sizes and ratios, each with one spelling.
 * Its twin: taquin/ground/grammar.py.
 */

import { countIn, unitOf } from "../game/record.js";
import { count, counted, decimal, decimalMark, t } from "../words/said.js";

export { count, counted };

/**
 * 1 → "1 move", 2345 → "2,345 moves"
 * @param {number} value
 * @returns {string}
 */
export function movesText(value) {
  return counted(value, "move");
}

/**
 * How long a game is, in what it counts: "23 moves", "15 slides".
 * @param {Parameters<typeof countIn>[0]} record
 * @returns {string}
 */
export const lengthText = (record) => counted(countIn(record), unitOf(record));

/** From here on, a number alone is shown in thousands. */
export const THOUSANDS = 1e4;

/**
 * 1234567 → "1.23 M": for axes and narrow places.
 * @param {number} value
 * @param {{thousands?: number}} [from]  the number from which on it is shown in thousands
 * @returns {string}
 */
export function compact(value, { thousands = THOUSANDS } = {}) {
  for (const [size, unit] of /** @type {Array<[number, string]>} */ ([
    [1e9, "G"],
    [1e6, "M"],
    [thousands, "k"],
  ])) {
    if (Math.abs(value) >= size) {
      const scale = unit === "k" ? 1e3 : size;
      return `${shortText(value / scale)} ${unit}`;
    }
  }
  return Number.isInteger(value) ? count(value) : shortText(value);
}

/** @param {number} value @returns {string} its first three digits */
function shortText(value) {
  return String(Number(value.toPrecision(3))).replace(".", decimalMark());
}

/**
 * 0.00123 → "1.2 ms", 75 → "1 min 15 s"
 * @param {number} seconds
 * @returns {string}
 */
export function duration(seconds) {
  if (seconds < 0.0005) return t`< 1 ms`;
  if (seconds < 0.01) return t`${decimal(seconds * 1000, 1)} ms`;
  if (seconds < 0.9995) return t`${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.95) return t`${decimal(seconds, seconds < 9.995 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  return t`${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * 23000000 → "23 MB" (decimal units)
 * @param {number} value
 * @returns {string}
 */
export function bytes(value) {
  if (value >= 1e9) return t`${decimal(value / 1e9, 2)} GB`;
  if (value >= 1e6) return t`${Math.round(value / 1e6)} MB`;
  if (value >= 1e3) return t`${Math.round(value / 1e3)} kB`;
  return t`${Math.round(value)} B`;
}

/**
 * A ratio of at least 1, rounded to the nearest: 102, 5.7, 1.05. Only equal numbers give "1":
 * others get as many digits as it takes to differ from 1.
 * @param {number} many
 * @param {number} few more than 0, at most `many`
 * @returns {string}
 */
export function times(many, few) {
  const ratio = many / few;
  if (ratio >= 9.95) return count(Math.round(ratio));
  for (let digits = ratio < 1.1 ? 2 : 1; digits < 16; digits++) {
    const text = ratio.toFixed(digits);
    if (Number(text) > 1) return String(Number(text)).replace(".", decimalMark());
  }
  return "1";
}

/**
 * A share of a whole in per cent, rounded to the nearest: "60". Only nothing gives "0" and only the
 * whole gives "100": other shares get as many digits as it takes, "99.96".
 * @param {number} part
 * @param {number} whole more than 0, at least `part`
 * @returns {string}
 */
export function percent(part, whole) {
  if (part === 0 || part === whole) return part === 0 ? "0" : "100";
  const share = (100 * part) / whole;
  for (let digits = 0; digits < 14; digits++) {
    const text = share.toFixed(digits);
    if (Number(text) > 0 && Number(text) < 100) return text.replace(".", decimalMark());
  }
  return part < whole / 2 ? t`less than 1` : t`more than 99`;
}
