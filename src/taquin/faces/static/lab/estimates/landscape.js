/**
 * All states of a small board by g (distance from the start) and h: a map of the states that a search
 * must expand, may expand, and never needs.
 */
import { count } from "../../shared/measures.js";
import { neighboursOn } from "../boards/boardtypes.js";
import { amount, t } from "../../words/said.js";

/** @typedef {import("./estimates.js").Position} Position */
/** @typedef {import("../comparison/comparison.js").Row} Row */

/** Boards of at most this many cells are surveyed: 9!/2 states. */
export const MOST_CELLS = 9;

/**
 * @typedef {object} Survey
 * @property {number[][]} counts counts[g][h]: states at distance g with estimate h
 * @property {number} distance from the start to the goal
 * @property {number} states all that can be reached
 */

/**
 * Count every reachable state. About 0.2 s for 3x3; yields between layers.
 * @param {Position} start
 * @param {Position} goal
 * @param {import("./estimates.js").Estimate} estimate
 * @param {{type?: import("../boards/boardtypes.js").BoardType, signal?: AbortSignal}} [how]
 * @returns {Promise<Survey>}
 */
export async function survey(start, goal, estimate, { type = "grid", signal } = {}) {
  const size = start.cells.length;
  if (size > MOST_CELLS) {
    throw new RangeError(
      t`${size} cells: only boards of at most ${MOST_CELLS} cells can be surveyed.`,
    );
  }
  const near = neighboursOn(type, start.width, start.height);
  const rank = ranker(size);
  const seen = new Uint8Array(rank.total);
  const target = rank.of(Uint8Array.from(goal.cells));
  /** @type {Uint8Array[]} */
  let layer = [Uint8Array.from(start.cells)];
  seen[rank.of(layer[0] ?? new Uint8Array())] = 1;
  const counts = [];
  let [distance, states] = [-1, 0];
  for (let g = 0; layer.length > 0; g++) {
    const row = /** @type {number[]} */ ([]);
    const after = /** @type {Uint8Array[]} */ ([]);
    for (const cells of layer) {
      const h = estimate(cells);
      row[h] = (row[h] ?? 0) + 1;
      if (rank.of(cells) === target) distance = g;
      expand(cells, near, (child) => {
        const number = rank.of(child);
        if (seen[number]) return;
        seen[number] = 1;
        after.push(child);
      });
    }
    counts.push(Array.from(row, (value) => value ?? 0));
    states += layer.length;
    layer = after;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  }
  return { counts, distance, states };
}

/**
 * @param {Uint8Array} cells
 * @param {import("../boards/boardtypes.js").Neighbours} near
 * @param {(child: Uint8Array) => void} each
 */
function expand(cells, near, each) {
  const blank = cells.indexOf(0);
  for (const { cell } of near[blank]) {
    const child = cells.slice();
    child[blank] = child[cell] ?? 0;
    child[cell] = 0;
    each(child);
  }
}

/**
 * Numbers permutations 0 … size! - 1 in lexicographic order.
 * @param {number} size
 * @returns {{total: number, of: (cells: Uint8Array) => number}}
 */
function ranker(size) {
  const weights = new Int32Array(size);
  let total = 1;
  for (let at = size - 1, below = 1; at >= 0; at--, below++) {
    weights[at] = total;
    total *= below;
  }
  return {
    total,
    of(cells) {
      let [number, used] = [0, 0];
      for (let at = 0; at < size; at++) {
        const value = cells[at] ?? 0;
        let smaller = used & ((1 << value) - 1);
        let rank = value;
        for (; smaller; smaller &= smaller - 1) rank -= 1;
        number += rank * (weights[at] ?? 0);
        used |= 1 << value;
      }
      return number;
    },
  };
}

/**
 * @typedef {object} Shares states by what a best-first search of least g + h does with them
 * @property {number} must f below the solution's cost: expanded by every such search
 * @property {number} may f equal to it, without the goal: some are expanded, depending on ties
 * @property {number} never f above it
 * @property {number} nearer g below the cost: what a search without an estimate must expand
 * @property {number} level g equal to the cost, without the goal
 */

/**
 * @param {Survey} found
 * @returns {Shares}
 */
export function shares({ counts, distance }) {
  const sums = { must: 0, may: -1, never: 0, nearer: 0, level: -1 };
  counts.forEach((row, g) =>
    row.forEach((states, h) => {
      if (g + h < distance) sums.must += states;
      else if (g + h === distance) sums.may += states;
      else sums.never += states;
      if (g < distance) sums.nearer += states;
      else if (g === distance) sums.level += states;
    }),
  );
  return sums;
}

/**
 * What the map of all states shows. Its line runs above the cells where g + h is the cost.
 * @param {Survey} found
 * @param {string} name of the estimate
 * @returns {string}
 */
export function mapWords(found, name) {
  const parts = shares(found);
  const cost = count(found.distance);
  return (
    t`All ${count(found.states)} states by distance from the start (g) and estimate (h, ${name}); a stronger colour means more states. Below the line: ${amount(parts.must, "state")} with g + h below ${cost}, and ${count(parts.may + 1)} with g + h = ${cost}, including the goal. Above the line, never needed: ${count(parts.never)}.`
  );
}

/**
 * Why A* expanded the states it did, if the survey confirms it: null if the count is outside the
 * range that the survey allows.
 * @param {Shares} found by its own estimate
 * @param {number} distance
 * @param {Row} row
 * @returns {string | null}
 */
export function informedAccount(found, distance, row) {
  const spent = row.result?.stats.expanded ?? -1;
  if (!within(spent, found.must, found.may)) return null;
  return (
    t`${row.name} must expand every state with g + h below ${count(distance)} (${amount(found.must, "state")}), and it expanded ${count(spent - found.must)} of the ${amount(found.may, "state")} with g + h = ${count(distance)}.`
  );
}

/**
 * The same for a search without an estimate.
 * @param {Shares} found by any estimate
 * @param {number} distance
 * @param {Row} row
 * @returns {string | null}
 */
export function blindAccount(found, distance, row) {
  const spent = row.result?.stats.expanded ?? -1;
  if (!within(spent, found.nearer, found.level)) return null;
  return (
    t`${row.name} has no estimate: it must expand every state closer than ${amount(distance, "move")} (${amount(found.nearer, "state")}), and it expanded ${count(spent - found.nearer)} of the ${amount(found.level, "state")} at that distance.`
  );
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} extra
 * @returns {boolean}
 */
function within(value, least, extra) {
  return value >= least && value <= least + extra;
}
