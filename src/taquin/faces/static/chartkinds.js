/** The charts of a comparison by the question each answers, and the curves it takes from the data. */
import { parseBoard } from "./board.js";
import { heuristicName } from "./comparison.js";
import { estimate, ESTIMATES } from "./estimates.js";
import { duration } from "./measures.js";
import { boardsAlong } from "./solution.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */
/** @typedef {import("./comparison.js").Row} Row */

/**
 * @typedef {object} Curve
 * @property {string} name
 * @property {number[]} x
 * @property {Array<number | null>} y
 *
 * @typedef {object} Kind
 * @property {string} question
 * @property {string} x
 * @property {string} y
 * @property {(comparison: Comparison) => Curve[]} curves those with figures
 * @property {boolean} [steps] the value holds until the next one
 * @property {boolean} [bars] where there is but one curve
 * @property {boolean} [growth] the factor from value to value is worth a column
 * @property {(x: number) => string} [words] of the x axis
 */

/**
 * @param {(row: Row) => {x: number[], y: Array<number | null>}} take
 * @returns {(comparison: Comparison) => Curve[]}
 */
function ofRows(take) {
  return ({ rows }) =>
    rows
      .filter(({ series }) => series.seconds.length > 0)
      .map((row) => ({ name: row.name, ...take(row) }))
      .filter(({ y }) => y.some((value) => value !== null));
}

/** Every chart, in the order of the menu. */
export const KINDS = /** @type {Record<string, Kind>} */ ({
  frontier: {
    question: "Why does a search run out of memory? Frontier over time",
    x: "seconds",
    y: "nodes waiting",
    curves: ofRows(({ series }) => ({ x: [0, ...series.seconds], y: [1, ...series.frontier] })),
    words: duration,
  },
  reached: {
    question: "What is kept? Reached states over expansions",
    x: "expanded",
    y: "states kept",
    curves: ofRows(({ series }) => ({ x: [0, ...series.expanded], y: [1, ...series.reached] })),
  },
  expanded: {
    question: "How fast is it? Expansions over time",
    x: "seconds",
    y: "expanded",
    curves: ofRows(({ series }) => ({ x: [0, ...series.seconds], y: [0, ...series.expanded] })),
    words: duration,
  },
  bound: {
    question: "Is the proof advancing? Proved least cost over expansions",
    x: "expanded",
    y: "proved least cost",
    steps: true,
    curves: ofRows(({ series }) => ({ x: series.expanded, y: series.bound })),
  },
  contours: {
    question: "Why is iterative deepening slow? Expansions of every contour",
    x: "bound",
    y: "expanded in the contour",
    bars: true,
    growth: true,
    curves: ofRows(({ result }) => {
      const contours = result?.stats?.contours ?? [];
      return { x: contours.map(([bound]) => bound), y: contours.map(([, states]) => states) };
    }),
  },
  estimates: {
    question: "Is the estimate good? h against true distance along a shortest solution",
    x: "moves made",
    y: "moves to go",
    curves: alongSolution,
  },
});

/**
 * The true distance and every estimate along the first solution proved shortest, in single-tile
 * moves; nothing where there is none.
 * @param {Comparison} comparison
 * @returns {Curve[]}
 */
export function alongSolution({ question, rows }) {
  const proved = rows.find(({ result }) => result?.optimal && result.moves !== null);
  const moves = proved?.result?.moves;
  if (moves == null || question.metric !== "stm") return [];
  const goal = parseBoard(question.goal);
  const boards = boardsAlong(question.board, moves).map((board) => parseBoard(board).cells);
  const x = boards.map((_, at) => at);
  const estimates = ESTIMATES.filter((name) => name !== "zero").map((name) => {
    const h = estimate(name, goal);
    return { name: `h: ${heuristicName(name)}`, x, y: boards.map((cells) => h?.(cells) ?? null) };
  });
  return [{ name: "true distance", x, y: x.map((at) => moves.length - at) }, ...estimates];
}
