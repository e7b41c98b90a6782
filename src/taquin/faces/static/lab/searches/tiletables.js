/** Sums over the tiles of a board, each with a value for its cell. Its twin: taquin/heuristics/manhattan.py. */
import { stepsAlong } from "../boards/boardtypes.js";

/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {import("./space.js").Metric} Metric */
/** @typedef {import("../boards/boardtypes.js").BoardType} BoardType */
/** @typedef {(cells: Uint8Array, blank: number) => number} OfCells */

/**
 * The weight of each tile: its number in expense, else 1; 0 for the blank.
 * @param {Position} goal
 * @param {Metric} metric
 */
export function weightsOf({ cells }, metric) {
  return Array.from(cells, (_, tile) => (tile === 0 ? 0 : metric === "expense" ? tile : 1));
}

/**
 * @param {Position} goal
 * @returns {number[]} the goal cell of each tile
 */
export function homesOf({ cells }) {
  const homes = new Array(cells.length).fill(0);
  Array.from(cells).forEach((tile, cell) => (homes[tile] = cell));
  return homes;
}

/**
 * A sum of values that depend only on the tile and its cell.
 * @param {number[][]} table by cell and tile
 * @returns {OfCells}
 */
export function ofTiles(table) {
  const count = table.length;
  const flat = Float64Array.from(table.flat());
  return (cells) => {
    let total = 0;
    for (let cell = 0; cell < count; cell++) total += flat[cell * count + cells[cell]];
    return total;
  };
}

/**
 * A table for `ofTiles`.
 * @param {Position} goal
 * @param {Metric} metric
 * @param {BoardType} type
 * @param {(down: number, across: number) => number} value of a tile whose home is that far away
 * @returns {number[][]}
 */
export function tileTable(goal, metric, type, value) {
  const { width, height } = goal;
  const homes = homesOf(goal);
  return Array.from(goal.cells, (_, cell) =>
    weightsOf(goal, metric).map((cost, tile) => {
      const down = Math.abs(Math.floor(cell / width) - Math.floor(homes[tile] / width));
      const across = Math.abs((cell % width) - (homes[tile] % width));
      return cost * value(stepsAlong(type, height, down), stepsAlong(type, width, across));
    }),
  );
}

/**
 * @param {Position} goal
 * @param {Metric} metric
 * @param {BoardType} [type]
 * @returns {number[][]} by cell and tile, the cost of the tile's steps to its home
 */
export function stepTable(goal, metric, type = "grid") {
  return tileTable(goal, metric, type, (down, across) => down + across);
}

/**
 * @param {Position} goal
 * @param {Metric} metric
 * @param {BoardType} [type]
 * @returns {OfCells}
 */
export function distances(goal, metric, type) {
  return ofTiles(stepTable(goal, metric, type));
}
