/** The scale of a bar chart: where it begins and ends, and its tick labels. */
import { THOUSANDS, bytes, compact } from "../../shared/measures.js";
import { t } from "../../words/said.js";

/**
 * @typedef {object} BarScale
 * @property {(value: number) => number} length between 0 and 1
 * @property {Array<{at: number, text: string}>} ticks from left to right, at most six
 */

/** Where logarithmic bars begin unless a value is smaller: no process uses less than a megabyte. */
const BEGINNINGS = /** @type {Record<string, number>} */ ({ memory: 1e6 });

// More labels would not fit a small phone; those of decades are the shorter ones.
const [MOST_DECADES, MOST_STEPS] = [5, 4];

/**
 * @param {string} name of the figure
 * @param {number[]} values
 * @param {boolean} log
 * @returns {BarScale}
 */
export function barScale(name, values, log) {
  return log ? logarithmic(name, values) : linear(name, values);
}

const LEAST_GAP = 4; // pixels between two labels

/**
 * Which axis labels fit: the first, the last and, going back from there, those that overlap none.
 * @param {Array<{from: number, to: number}>} labels from left to right, in pixels
 * @returns {number[]} their places in the list
 */
export function apart(labels) {
  const first = labels[0];
  if (!first) return [];
  const kept = /** @type {number[]} */ ([]);
  let limit = Infinity;
  for (let at = labels.length - 1; at > 0; at--) {
    const { from, to } = labels[at] ?? first;
    if (to + LEAST_GAP > limit || from < first.to + LEAST_GAP) continue;
    kept.unshift(at);
    limit = from;
  }
  return [0, ...kept];
}

/**
 * @param {string} name
 * @param {number[]} values
 * @returns {BarScale}
 */
function logarithmic(name, values) {
  const above = values.filter((value) => value > 0);
  const least = Math.min(...above, BEGINNINGS[name] ?? 1);
  // A nonzero bar needs a length, so the scale begins below the smallest value.
  const first = above.includes(least) && least < 1 ? Math.ceil(Math.log10(least)) - 1 : Math.floor(Math.log10(least));
  const last = Math.log10(Math.max(...above, 10 ** (first + 1)));
  const place = (/** @type {number} */ exponent) => (exponent - first) / (last - first);
  const step = Math.ceil(Math.floor(last - first) / MOST_DECADES);
  const ticks = [];
  for (let exponent = first; exponent <= last; exponent += step) {
    ticks.push({ at: place(exponent), text: tickText(name, 10 ** exponent, 10 ** last) });
  }
  return {
    length: (value) => (value > 0 ? Math.max(0, place(Math.log10(value))) : 0),
    ticks,
  };
}

/**
 * @param {string} name
 * @param {number[]} values
 * @returns {BarScale}
 */
function linear(name, values) {
  const most = Math.max(0, ...values);
  if (most === 0) return { length: () => 0, ticks: [{ at: 0, text: tickText(name, 0, 0) }] };
  const decade = 10 ** Math.floor(Math.log10(most / MOST_STEPS));
  const step = ([1, 2, 5, 10].find((part) => most / (part * decade) <= MOST_STEPS) ?? 10) * decade;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, number) => ({
    at: (number * step) / most,
    text: tickText(name, number * step, most),
  }));
  return { length: (value) => value / most, ticks };
}

/**
 * @param {string} name of the figure
 * @param {number} value
 * @param {number} largest  of the axis
 * @returns {string}
 */
function tickText(name, value, largest) {
  if (value > 0 && (name === "memory" || name === "stored")) return bytes(value);
  if (value > 0 && name === "seconds") {
    return value < 1 ? t`${compact(value * 1000)} ms` : t`${compact(value)} s`;
  }
  return compact(value, { thousands: thousandsFrom(largest) });
}

/**
 * All numbers of an axis have one form: "1 k" stands beside "10 k".
 * @param {number} largest
 * @returns {number} from which on they are in thousands
 */
export const thousandsFrom = (largest) => (largest < THOUSANDS ? THOUSANDS : 1e3);

/**
 * The bars that get a label: as many as fit, always including the last; a label between two bars
 * would name neither.
 * @param {ArrayLike<number>} places
 * @param {number} most labels
 * @returns {number[]}
 */
export function labelled(places, most) {
  const every = Math.ceil(places.length / Math.max(1, most));
  return Array.from(places).filter((_, at) => (places.length - 1 - at) % every === 0);
}
