/** One search in CSV and JSON: raw figures, marked where they are minimums, and all options. */
import { optionTitle, optionWords } from "./knobs.js";
import { costIsOptimal } from "./rowfacts.js";

/** @typedef {import("./comparison.js").Row} Row */

/** Definitions of the columns that are neither counters nor obvious. */
export const COLUMN_WORDS = /** @type {Record<string, string>} */ ({
  options: "every option the search ran with, defaults included",
  status: "cancelled: the search was stopped by hand before it had a result. lost: its server was stopped or restarted before that",
  censored:
    "true if the search was stopped: its counters, seconds and memory are minimums, and its cost is that of the best solution so far",
  optimal: "whether this search itself proved that no solution is cheaper",
  cost_is_optimal:
    "yes: this or another search of the run proved the cost optimal. no: another search of the run found a cheaper solution. unknown: neither",
  at_least: "the last known figures of a cancelled or lost search; the complete search takes at least these",
  best_cost: "cost of the best solution that a cancelled or lost search found; the optimal cost is at most this",
});

/**
 * @typedef {object} Figures
 * @property {number | null} [cost]
 * @property {number | null} [lower_bound]
 * @property {number} [expanded]
 * @property {number} [generated]
 * @property {number} [peak_frontier]
 * @property {number | null} [peak_reached]
 * @property {number | null} [max_depth]
 * @property {number} [seconds]
 * @property {number | null} [peak_memory_bytes]
 */

/**
 * @param {Row} row
 * @returns {Figures} what is known so far; empty for a search that failed or never began
 */
export function figuresOf(row) {
  const { result } = row;
  if (!result) return { ...lastKnown(row), cost: bestCost(row) };
  const { cost, lower_bound, stats, seconds, peak_memory_bytes } = result;
  return { ...stats, cost, lower_bound, seconds: seconds?.["search"], peak_memory_bytes };
}

/**
 * @param {Row} row
 * @returns {Figures | null} of a search that was cancelled after it began
 */
export function lastKnown({ state, result, latest, peakFrontier }) {
  if (state !== "done" || result || !latest) return null;
  return {
    lower_bound: latest.bound ?? null,
    expanded: latest.expanded,
    generated: latest.generated,
    peak_frontier: peakFrontier,
    peak_reached: latest.reached ?? null,
    max_depth: latest.depth ?? null,
    seconds: latest.seconds,
    peak_memory_bytes: latest.peak_memory_bytes ?? null,
  };
}

/**
 * @param {Row} row
 * @returns {number | null} of a search that was cancelled
 */
export function bestCost(row) {
  return lastKnown(row) ? (row.latest?.best ?? null) : null;
}

/**
 * @param {Row} row
 * @param {Row[]} rows all of the same question
 * @returns {{status: string, censored: boolean | null, cost_is_optimal: "yes" | "no" | "unknown" | null}}
 *   null if there are no figures, or no cost
 */
export function verdictOf(row, rows) {
  const { result } = row;
  const cost = figuresOf(row).cost ?? null;
  return {
    status: result?.status ?? (row.lost ? "lost" : "cancelled"),
    censored: result ? result.status === "limit" : lastKnown(row) ? true : null,
    cost_is_optimal: cost === null ? null : costIsOptimal(cost, rows),
  };
}

/**
 * How ties were broken: it affects the counts, and a search's name does not show it.
 * @param {Row[]} rows
 * @returns {Array<[title: string, text: string]>} without options that no search has
 */
export function orderNotes(rows) {
  return ["order", "tie_break"].flatMap((option) => {
    const having = rows.filter(({ options }) => options[option] != null);
    const values = [...new Set(having.map(({ options }) => String(options[option])))];
    if (values.length === 0) return [];
    const of = (/** @type {string} */ value) =>
      having.filter(({ options }) => String(options[option]) === value).map(({ name }) => name);
    const all = values.length === 1 && having.length === rows.length;
    const said = values.map((value) =>
      all ? optionWords(value) : `${optionWords(value)} (${of(value).join("; ")})`,
    );
    return [/** @type {[string, string]} */ ([optionTitle(option), said.join(", ")])];
  });
}
