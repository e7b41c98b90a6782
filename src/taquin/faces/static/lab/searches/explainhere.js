/** What each estimate of the page says of a board: the parts of `taquin info` that the lab shows. */
import { CATALOGUE } from "./catalogue.js";
import { conflictingTiles } from "./conflicts.js";
import { estimator } from "./estimators.js";
import { MOST_SEARCHED, PAGE_HEURISTICS } from "./pagereach.js";
import { runSearch } from "./runsearch.js";
import { encodeState } from "./space.js";
import { stepTable } from "./tiletables.js";

/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {import("./space.js").Metric} Metric */

/**
 * @param {{board: Position, goal: Position, metric: Metric}} question whose board can be solved
 * @returns {Record<string, any>}
 */
export function explainHere({ board, goal, metric }) {
  const cells = Uint8Array.from(board.cells);
  const steps = stepTable(goal, metric);
  return {
    metric,
    misplaced: [...cells].filter((tile, cell) => tile > 0 && tile !== goal.cells[cell]).sort((one, other) => one - other),
    manhattan: Array.from(cells, (tile, cell) => steps[cell][tile]),
    linear_conflicts: conflictingTiles(goal, metric, cells),
    distance: distanceOf(board, goal, metric),
    heuristics: CATALOGUE.heuristics
      .filter(({ name }) => PAGE_HEURISTICS.includes(name))
      .map(({ name, admissible, consistent }) => ({
        name,
        ...valueOf(name, board, goal, metric),
        admissible,
        consistent,
        patterns: [],
      })),
  };
}

/**
 * @param {string} name
 * @param {Position} board
 * @param {Position} goal
 * @param {Metric} metric
 * @returns {{value: number | null, refused: string | null}}
 */
function valueOf(name, board, goal, metric) {
  try {
    const { hi, lo } = encodeState(board.cells);
    return { value: estimator(name, goal, metric)(hi, lo), refused: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: null, refused: error.message };
  }
}

/**
 * @param {Position} board
 * @param {Position} goal
 * @param {Metric} metric
 * @returns {number | null} null: unknown, because the board is too large to search it for this
 */
function distanceOf(board, goal, metric) {
  if (board.cells.length > MOST_SEARCHED) return null;
  const search = metric === "expense" ? { algorithm: "astar", heuristic: "manhattan" } : { algorithm: "bibfs" };
  return runSearch({ board, goal, metric, time_limit: null, node_limit: null }, search).cost;
}
