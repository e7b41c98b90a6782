/** The results of timed attempts, and how the latest compare. No document. */
import { comparableName } from "./timedchoice.js";

/** @typedef {import("./attempt.js").Attempt} Attempt */
/** @typedef {{name: string, total: number, times: number[], moves: number, at: string}} TimedResult  a
 *   complete attempt: all milliseconds, those of each board, all moves, when (ISO 8601) */

/**
 * @param {Attempt} attempt  complete
 * @param {string} at
 * @returns {TimedResult}
 */
export function resultOf({ choice, splits, spent }, at) {
  return {
    name: comparableName(choice),
    total: spent,
    times: splits.map(({ time }) => time),
    moves: splits.reduce((sum, { moves }) => sum + moves, 0),
    at,
  };
}

/** How many results are kept. */
const KEPT = 200;

/**
 * @param {unknown} stored
 * @returns {TimedResult[]}  what is readable of it
 */
export function readResults(stored) {
  const isResult = (/** @type {any} */ one) =>
    typeof one?.name === "string" && typeof one.at === "string" && Array.isArray(one.times) &&
    [one.total, one.moves, ...one.times].every((value) => typeof value === "number" && value >= 0);
  return Array.isArray(stored) ? stored.filter(isResult).slice(-KEPT) : [];
}

/**
 * @param {TimedResult[]} results  oldest first
 * @param {string} name
 * @returns {{count: number, best: number | null, last: TimedResult[]}}  of the comparable ones; last: up
 *   to five, newest first
 */
export function timedStanding(results, name) {
  const same = results.filter((one) => one.name === name);
  const best = same.length > 0 ? Math.min(...same.map(({ total }) => total)) : null;
  return { count: same.length, best, last: same.slice(-5).reverse() };
}
