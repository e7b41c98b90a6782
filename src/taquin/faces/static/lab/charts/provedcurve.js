/** The proved lower bound of one search over its expansions: exact if its contours give it. */
import { parseBoard } from "../../board.js";
import { estimate } from "../estimates/estimates.js";

/** @typedef {import("../comparison/comparison.js").Row} Row */

/**
 * @typedef {object} Curve
 * @property {string} name
 * @property {number[]} x
 * @property {Array<number | null>} y
 * @property {number} [line] its colour and dash pattern; by default, its place among the curves
 * @property {boolean} [exact] each value holds until the next one; otherwise they are samples
 */

/**
 * @param {Row} row
 * @param {import("../comparison/comparison.js").Question} question
 * @param {boolean} sampled whether there are enough samples
 * @returns {Curve[]} one, or none where too little is known
 */
export function provedCurve(row, question, sampled) {
  const exact = ofContours(row);
  if (exact) return [exact];
  return sampled ? [ofLooks(row, firstBound(row, question))] : [];
}

/**
 * Every pass has proved its bound when it begins, after the expansions of all passes before it.
 * @param {Row} row
 * @returns {Curve | null}
 */
function ofContours({ name, line, result }) {
  const contours = result?.stats?.contours ?? [];
  const last = contours.at(-1)?.[0];
  // Depths are not bounds in a search that proves none, or whose moves cost more than one.
  if (!result || last === undefined || (result.lower_bound ?? last) !== last) return null;
  let before = 0;
  const x = contours.map(([, expanded]) => (before += expanded) - expanded);
  const y = contours.map(([bound]) => bound);
  return { name, line, x: [...x, result.stats.expanded], y: [...y, last], exact: true };
}

/**
 * @param {Row} row
 * @param {number} first
 * @returns {Curve}
 */
function ofLooks({ name, line, series }, first) {
  const known = series.bound.map((bound) => bound !== null);
  const keep = (/** @type {Array<number | null>} */ column) => column.filter((_, at) => known[at]);
  const y = keep(series.bound);
  const x = /** @type {number[]} */ (keep(series.expanded));
  return { name, line, x: [0, ...x], y: [Math.min(first, y[0] ?? first), ...y] };
}

/**
 * What is proved before the first expansion: the estimate of the start, where the page knows it.
 * @param {Row} row
 * @param {import("../comparison/comparison.js").Question} question
 * @returns {number}
 */
function firstBound({ choice }, { board, goal, metric }) {
  if (choice.heuristic === null || metric !== "stm") return 0;
  const h = estimate(choice.heuristic, parseBoard(goal));
  return h?.(parseBoard(board).cells) ?? 0;
}
