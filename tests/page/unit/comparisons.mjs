/** Comparisons whose searches have ended: with given results, or as taquin recorded them. */

import { Comparison } from "../../../src/taquin/faces/static/lab/comparison/comparison.js";
import { vectors } from "./vectors.mjs";

const recorded = vectors("lab");

/** The algorithms as the catalogue has them. */
export const ALGORITHMS = recorded.algorithms;

export const QUESTION = {
  board: "7 0 2/8 5 3/6 1 4",
  goal: "0 1 2/3 4 5/6 7 8",
  metric: "stm",
  time_limit: 10,
  node_limit: null,
};

/** A result that says only what a test needs. */
export function result(given) {
  const { expanded = 0, contours = [], seconds = 0.5, ...rest } = given;
  return {
    status: "solved",
    limit: null,
    optimal: false,
    cost: null,
    lower_bound: 0,
    moves: null,
    stats: {
      expanded,
      generated: 3 * expanded,
      peak_frontier: 1,
      peak_reached: 1,
      max_depth: 1,
      contours,
    },
    seconds: { search: seconds },
    peak_memory_bytes: 1,
    ...rest,
  };
}

/** A comparison whose rows have ended with these results. */
export function ended(...given) {
  const choices = given.map(
    ({ choice }) => choice ?? { algorithm: "bfs", heuristic: null, options: {} },
  );
  const comparison = new Comparison(QUESTION, choices, ALGORITHMS);
  given.forEach(({ choice, ...rest }, at) => comparison.finish(at, result(rest)));
  return comparison.rows;
}

export const ASTAR = { algorithm: "astar", heuristic: "manhattan", options: {} };
export const BFS = { algorithm: "bfs", heuristic: null, options: {} };
export const IDA = { algorithm: "idastar", heuristic: "manhattan", options: {} };
export const number = (text) => Number(text.replaceAll(",", ""));

export const COUNTERS = {
  expanded: "states whose successors were generated",
  generated: "successors, 100 % of them",
};

/** The recorded comparison, its last row replaced by a search that ran out of time. */
export function recordedComparison() {
  const { board, goal, rows, results } = recorded.comparison;
  const made = new Comparison({ board, goal, metric: "stm", time_limit: 10, node_limit: null }, [
    ...rows,
    BFS,
  ], ALGORITHMS);
  results.forEach((result, at) => made.finish(at, result));
  made.finish(rows.length, recorded.stopped);
  return made;
}

/** One look at a running search. */
export const sample = (tenths, given = {}) => ({
  expanded: 100 * tenths,
  generated: 300 * tenths,
  frontier: 10 * tenths,
  reached: 30 * tenths,
  bound: tenths,
  seconds: tenths / 10,
  ...given,
});
