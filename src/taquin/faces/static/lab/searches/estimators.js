/**
 * Every heuristic without an argument, for boards of up to 16 cells in each metric, equal to taquin's own.
 * Its twin: taquin/heuristics/manhattan.py.
 */
import { isJoined } from "../boards/boardtypes.js";
import { conflicts } from "./conflicts.js";
import { PriorityQueue } from "./priorityqueue.js";
import { decodeState } from "./space.js";
import { distances, homesOf, ofTiles, tileTable, weightsOf } from "./tiletables.js";
import { ESTIMATE_SENTENCES } from "../../words/estimatesentences.js";
import { said } from "../../words/said.js";

/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {import("./space.js").Metric} Metric */
/** @typedef {import("../boards/boardtypes.js").BoardType} BoardType */
/** @typedef {(hi: number, lo: number) => number} Estimator a state's estimated cost to the goal */
/** @typedef {import("./tiletables.js").OfCells} OfCells */

const BORDER = [0, 1, 2, 5, 8, 7, 6, 3]; // of a 3x3 board, clockwise
const CENTRE = 4;
const LENGTH_UNIT = 2 ** 32;

/** @type {Record<string, (goal: Position, metric: Metric, type: BoardType) => OfCells>} */
const MAKERS = {
  zero: () => () => 0,
  misplaced: (goal, metric, type) => ofTiles(tileTable(goal, metric, type, (down, across) => Number(down + across > 0))),
  manhattan: distances,
  gaschnig: swaps,
  euclidean: lines,
  linear_conflict: onGrid(conflicts),
  walking_distance: walks,
  sequence_score: sequence,
};

/** The heuristics of the page, by the names of the catalogue. */
export const ESTIMATORS = Object.keys(MAKERS);

/** The heuristics that can overestimate: they prove nothing. */
export const INADMISSIBLE = new Set(["sequence_score"]);

/**
 * @param {string} name one of ESTIMATORS
 * @param {Position} goal
 * @param {Metric} metric
 * @param {BoardType} [type]
 * @returns {Estimator}
 */
export function estimator(name, goal, metric, type = "grid") {
  const ofCells = MAKERS[name](goal, metric, type);
  const cells = new Uint8Array(goal.cells.length);
  // The sequence score is not an estimate in single moves, so nothing scales it.
  const longest =
    metric === "mtm" && name !== "sequence_score" ? Math.max(goal.width, goal.height) - 1 : 1;
  return (hi, lo) => {
    const blank = decodeState(hi, lo, cells);
    return Math.ceil(ofCells(cells, blank) / longest);
  };
}

/**
 * @param {(goal: Position, metric: Metric) => OfCells} make
 * @returns {(goal: Position, metric: Metric, type: BoardType) => OfCells} which refuses other board types
 */
function onGrid(make) {
  return (goal, metric, type) => {
    if (type !== "grid") throw new RangeError(said(ESTIMATE_SENTENCES.gridOnly, { topology: type }));
    return make(goal, metric);
  };
}

/**
 * Straight-line distance, in whole steps of 1 / LENGTH_UNIT, so that it is rounded as taquin rounds it.
 * @param {Position} goal
 * @param {Metric} metric
 * @param {BoardType} type
 * @returns {OfCells}
 */
function lines(goal, metric, type) {
  const steps = (/** @type {number} */ down, /** @type {number} */ across) =>
    Math.floor(Math.sqrt(down ** 2 + across ** 2) * LENGTH_UNIT);
  const sum = ofTiles(tileTable(goal, metric, type, steps));
  return (cells, blank) => sum(cells, blank) / LENGTH_UNIT;
}

/**
 * Gaschnig's: the cost if the blank could swap with any tile.
 * @param {Position} goal
 * @param {Metric} metric
 * @returns {OfCells}
 */
function swaps(goal, metric) {
  const homes = homesOf(goal);
  const weight = weightsOf(goal, metric);
  return (cells, blank) => {
    let total = 0;
    const left = Array.from(cells, (tile, cell) => tile !== 0 && homes[tile] !== cell);
    // First the blank's cycle: each of its tiles reaches its cell in one swap.
    for (let cell = homes[0]; cell !== blank; cell = homes[cells[cell]]) {
      total += weight[cells[cell]];
      left[cell] = false;
    }
    for (let first = 0; first < cells.length; first++) {
      if (!left[first]) continue;
      // In another cycle one tile, the cheapest, must first make room.
      let cheapest = Infinity;
      for (let cell = first; left[cell]; cell = homes[cells[cell]]) {
        left[cell] = false;
        total += weight[cells[cell]];
        cheapest = Math.min(cheapest, weight[cells[cell]]);
      }
      total += cheapest;
    }
    return total;
  };
}

/**
 * Walking distance: along each axis, the moves needed if all tiles of a goal line were identical.
 * @param {Position} goal
 * @param {Metric} metric
 * @param {BoardType} type
 * @returns {OfCells}
 */
function walks(goal, metric, type) {
  const { width, height } = goal;
  const axes = [
    walkTable(goal, metric, height, width, isJoined(type, height), (cell) => Math.floor(cell / width)),
    walkTable(goal, metric, width, height, isJoined(type, width), (cell) => cell % width),
  ];
  return (cells) => axes[0](cells) + axes[1](cells);
}

/**
 * @param {Position} goal
 * @param {Metric} metric
 * @param {number} lines
 * @param {number} length of a line
 * @param {boolean} joined whether the first line is beside the last
 * @param {(cell: number) => number} lineOf
 * @returns {(cells: Uint8Array) => number} the distance along this axis
 */
function walkTable(goal, metric, lines, length, joined, lineOf) {
  const homes = homesOf(goal);
  const weight = weightsOf(goal, metric);
  const belongs = homes.map(lineOf);
  const prices = Array.from({ length: lines }, (_, line) =>
    Math.min(...weight.filter((_, tile) => tile !== 0 && belongs[tile] === line)),
  );
  // A state counts, for each line, the tiles of each goal line in it, in digits; then the blank's line.
  const unit = (/** @type {number} */ line, /** @type {number} */ of) => (length + 1) ** (line * lines + of);
  const blankUnit = (length + 1) ** (lines * lines);
  if (blankUnit * lines > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(
      said("walking_distance needs too large a table for {size} on this page. Use manhattan or linear_conflict.", {
        size: `${goal.width}x${goal.height}`,
      }),
    );
  }
  const keyOf = (/** @type {ArrayLike<number>} */ cells) => {
    let key = 0;
    for (let cell = 0; cell < cells.length; cell++) {
      const tile = cells[cell];
      key += tile === 0 ? lineOf(cell) * blankUnit : unit(lineOf(cell), belongs[tile]);
    }
    return key;
  };
  const table = /** @type {Map<number, number>} */ (new Map());
  const waiting = /** @type {PriorityQueue<{cost: number, key: number}>} */ (
    new PriorityQueue((one, other) => one.cost < other.cost)
  );
  waiting.push({ cost: 0, key: keyOf(goal.cells) });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { cost, key } = next;
    if (table.has(key)) continue;
    table.set(key, cost);
    const blank = Math.floor(key / blankUnit);
    const beside = [blank - 1, blank + 1].map((line) => (joined ? (line + lines) % lines : line));
    for (const line of beside.filter((line) => line >= 0 && line < lines)) {
      for (let of = 0; of < lines; of++) {
        if (Math.floor(key / unit(line, of)) % (length + 1) === 0) continue;
        const after = key + unit(blank, of) - unit(line, of) + (line - blank) * blankUnit;
        if (!table.has(after)) waiting.push({ cost: cost + prices[of], key: after });
      }
    }
  }
  return (cells) => /** @type {number} */ (table.get(keyOf(cells)));
}

/**
 * Nilsson's: Manhattan distance and three times the score of the sequence around the border.
 * @param {Position} goal
 * @param {Metric} metric
 * @param {BoardType} type
 * @returns {OfCells}
 */
function sequence(goal, metric, type) {
  const { width, height, cells: aims } = goal;
  if (width !== 3 || height !== 3) {
    throw new RangeError(said(ESTIMATE_SENTENCES.only3x3, { size: `${width}x${height}` }));
  }
  const longest = metric === "mtm" ? 2 : 1;
  const distance = distances(goal, metric, type);
  const after = new Array(9).fill(-1);
  BORDER.forEach((cell, i) => (after[aims[cell]] = aims[BORDER[(i + 1) % BORDER.length]]));
  return (cells, blank) => {
    let score = cells[CENTRE] === 0 || cells[CENTRE] === aims[CENTRE] ? 0 : 1;
    BORDER.forEach((cell, i) => {
      const next = cells[BORDER[(i + 1) % BORDER.length]];
      if (cells[cell] !== 0 && next !== after[cells[cell]]) score += 2;
    });
    return Math.ceil(distance(cells, blank) / longest) + 3 * score;
  };
}
