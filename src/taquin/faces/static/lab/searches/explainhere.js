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
/** @typedef {import("../boards/boardtypes.js").BoardType} BoardType */

/** @typedef {{board: Position, goal: Position, metric: Metric, topology?: BoardType}} Subject  topology: the grid, unless given */

/**
 * @param {Subject} question whose board can be solved
 * @returns {Record<string, any>}
 */
export function explainHere(question) {
  const { board, goal, metric, topology } = question;
  const cells = Uint8Array.from(board.cells);
  const steps = stepTable(goal, metric, topology);
  return {
    metric,
    misplaced: [...cells].filter((tile, cell) => tile > 0 && tile !== goal.cells[cell]).sort((one, other) => one - other),
    manhattan: Array.from(cells, (tile, cell) => steps[cell][tile]),
    linear_conflicts: topology === "torus" ? null : conflictingTiles(goal, metric, cells),
    distance: distanceOf(question),
    heuristics: CATALOGUE.heuristics
      .filter(({ name }) => PAGE_HEURISTICS.includes(name))
      .map(({ name, admissible, consistent }) => ({
        name,
        ...valueOf(name, question),
        admissible,
        consistent,
        patterns: [],
      })),
  };
}

/**
 * @param {string} name
 * @param {Subject} question
 * @returns {{value: number | null, refused: string | null}}
 */
function valueOf(name, { board, goal, metric, topology }) {
  try {
    const { hi, lo } = encodeState(board.cells);
    return { value: estimator(name, goal, metric, topology)(hi, lo), refused: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { value: null, refused: error.message };
  }
}

/**
 * @param {Subject} question
 * @returns {number | null} null: unknown, because the board is too large to search it for this
 */
function distanceOf(question) {
  const { board, metric } = question;
  if (board.cells.length > MOST_SEARCHED) return null;
  const search = metric === "expense" ? { algorithm: "astar", heuristic: "manhattan" } : { algorithm: "bibfs" };
  return runSearch({ ...question, time_limit: null, node_limit: null }, search).cost;
}
