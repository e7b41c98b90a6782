/** Linear conflicts. Its twin: taquin/heuristics/linear_conflict.py. */
import { distances, homesOf, weightsOf } from "./tiletables.js";

/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {import("./space.js").Metric} Metric */
/** @typedef {import("./tiletables.js").OfCells} OfCells */
/** @typedef {{total: number, kept: number[]}} Chain tiles in the order of their homes, and their weight */

/**
 * Manhattan distance, and two steps of every tile that must leave its goal line to let others pass.
 * @param {Position} goal
 * @param {Metric} metric
 * @returns {OfCells}
 */
export function conflicts(goal, metric) {
  const distance = distances(goal, metric);
  const weight = weightsOf(goal, metric);
  const extra = linesOfBoard(goal).map((line) => {
    const { own, leaving } = inLine(goal, metric, line);
    /** What the line adds, by its contents: each arrangement of its own tiles is computed once. */
    const known = /** @type {Map<number, number>} */ (new Map());
    return (/** @type {Uint8Array} */ cells) => {
      let key = 0;
      for (const cell of line) key = 16 * key + own[cells[cell]];
      let value = known.get(key);
      if (value === undefined) {
        value = leaving(cells).reduce((sum, tile) => sum + 2 * weight[tile], 0);
        known.set(key, value);
      }
      return value;
    };
  });
  return (cells, blank) => {
    let total = distance(cells, blank);
    for (const ofLine of extra) total += ofLine(cells);
    return total;
  };
}

/**
 * @param {Position} goal
 * @param {Metric} metric
 * @param {Uint8Array} cells
 * @returns {number[]} the tiles that must leave their lines, first for each row, then for each column
 */
export function conflictingTiles(goal, metric, cells) {
  return linesOfBoard(goal).flatMap((line) => inLine(goal, metric, line).leaving(cells));
}

/**
 * @param {Position} goal
 * @returns {number[][]} the cells of each row, then of each column
 */
function linesOfBoard({ width, height }) {
  const rows = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, at) => row * width + at));
  return [...rows, ...Array.from({ length: width }, (_, at) => rows.map((row) => row[at]))];
}

/**
 * One line of a goal.
 * @param {Position} goal
 * @param {Metric} metric
 * @param {number[]} line its cells
 * @returns {{own: number[], leaving: (cells: Uint8Array) => number[]}} own: each tile that belongs in
 *   the line, 0 for every other; leaving: the tiles that must leave it so that the others can pass
 */
function inLine(goal, metric, line) {
  const homes = homesOf(goal);
  const weight = weightsOf(goal, metric);
  const own = homes.map((home, tile) => (tile > 0 && line.includes(home) ? tile : 0));
  const leaving = (/** @type {Uint8Array} */ cells) => {
    const placed = line.map((cell) => own[cells[cell]]).filter((tile) => tile > 0);
    const chains = /** @type {Chain[]} */ ([]);
    for (const tile of placed) {
      const { total, kept } = heaviest(chains.filter((chain) => homes[chain.kept.at(-1) ?? 0] < homes[tile]));
      chains.push({ total: total + weight[tile], kept: [...kept, tile] });
    }
    const staying = heaviest(chains).kept;
    return placed.filter((tile) => !staying.includes(tile));
  };
  return { own, leaving };
}

/**
 * @param {Chain[]} chains
 * @returns {Chain} the heaviest; of equal ones, the one whose tiles are greater
 */
function heaviest(chains) {
  return chains.reduce((one, other) => (isHeavier(other, one) ? other : one), { total: 0, kept: [] });
}

/**
 * @param {Chain} one
 * @param {Chain} other
 */
function isHeavier(one, other) {
  if (one.total !== other.total) return one.total > other.total;
  const at = one.kept.findIndex((tile, place) => tile !== other.kept[place]);
  return at >= 0 && one.kept[at] > (other.kept[at] ?? 0);
}
