/** The charts of a comparison by the question each answers, and the curves it takes from the data. */
import { parseBoard } from "./board.js";
import { heuristicName } from "./comparison.js";
import { estimate, ESTIMATES } from "./estimates.js";
import { duration } from "./measures.js";
import { provedCurve } from "./provedcurve.js";
import { names as listed } from "./sentences.js";
import { boardsAlong } from "./solution.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */
/** @typedef {import("./comparison.js").Row} Row */

/**
 * @typedef {object} Curve
 * @property {string} name
 * @property {number[]} x
 * @property {Array<number | null>} y
 * @property {boolean} [exact] each value holds until the next one; else they are those of looks
 *
 * @typedef {object} Kind
 * @property {string} question
 * @property {string} x
 * @property {string} y
 * @property {(comparison: Comparison) => Curve[]} curves those with figures
 * @property {boolean} [sampled] its figures are those of the looks at a running search
 * @property {boolean} [bars] where there is but one curve
 * @property {string} [none] why it stays empty, where all searches have ended
 * @property {boolean} [linear] both axes count moves: powers of ten would tell nothing
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
      .map((row) => ({ name: row.name, ...take(row) }))
      .filter(({ y }) => y.some((value) => value !== null));
}

/** Fewer looks than this at a running search make no curve: a line between them is invented. */
const LEAST_SAMPLES = 2;

/** @param {Row} row */
const isSampled = (row) => row.samples >= LEAST_SAMPLES;

/**
 * Curves of what was measured while the searches ran, and of nothing else.
 * @param {(series: import("./comparison.js").Series) => {x: number[], y: Array<number | null>}} take
 * @returns {(comparison: Comparison) => Curve[]}
 */
function ofSamples(take) {
  const curves = ofRows(({ series }) => take(series));
  return (comparison) =>
    curves(/** @type {Comparison} */ ({ ...comparison, rows: comparison.rows.filter(isSampled) }))
      .map(({ name, x, y }) => {
        const known = (/** @type {unknown} */ _, /** @type {number} */ at) => y[at] != null;
        return { name, x: x.filter(known), y: y.filter(known) };
      });
}

/**
 * What a chart of samples cannot show, and what of it was not measured now: a sentence for each.
 * @param {Row[]} rows
 * @param {boolean} sampled whether the chart is one of samples
 * @param {Curve[]} [curves] those drawn
 * @returns {string[]}
 */
export function chartNotes(rows, sampled, curves = []) {
  const without = rows.filter(
    (row) =>
      row.result &&
      row.result.status !== "error" &&
      !isSampled(row) &&
      !curves.some(({ name }) => name === row.name),
  );
  const quick = without.filter(({ cached }) => !cached);
  const kept = without.filter(({ cached }) => cached);
  const before = rows.filter(({ cached }) => cached);
  return [
    sampled ? betweenLooks(curves) : "",
    sampled && quick.length > 0
      ? `No curve for ${listed(quick)}: over too soon to be sampled while running.`
      : "",
    sampled && kept.length > 0
      ? `No curve for ${listed(kept)}: answered from the server's memory, where too few samples of the run are kept.`
      : "",
    before.length > 0
      ? `Answered before, from the server's memory: ${listed(before)}. Times and samples are those of that earlier run.`
      : "",
  ].filter(Boolean);
}

/**
 * @param {Curve[]} curves of a chart of samples
 * @returns {string}
 */
function betweenLooks(curves) {
  const exact = curves.filter((curve) => curve.exact);
  if (exact.length === curves.length) return "";
  const but = exact.length > 0 ? ` Exact, by its contours: ${listed(exact)}.` : "";
  return `These are samples: a running search is looked at up to ten times a second. Between two looks the values are not known; straight lines join them.${but}`;
}

/** Every chart, in the order of the menu. */
export const KINDS = /** @type {Record<string, Kind>} */ ({
  frontier: {
    question: "Why does a search run out of memory? Frontier over time",
    x: "time",
    y: "nodes waiting",
    sampled: true,
    curves: ofSamples(({ seconds, frontier }) => ({ x: [0, ...seconds], y: [1, ...frontier] })),
    words: duration,
  },
  reached: {
    question: "What is kept? Reached states over expansions",
    x: "expanded",
    y: "states kept",
    sampled: true,
    curves: ofSamples(({ expanded, reached }) => ({ x: [0, ...expanded], y: [1, ...reached] })),
  },
  expanded: {
    question: "How fast is it? Expansions over time",
    x: "time",
    y: "expanded",
    sampled: true,
    curves: ofSamples(({ seconds, expanded }) => ({ x: [0, ...seconds], y: [0, ...expanded] })),
    words: duration,
  },
  bound: {
    question: "Is the proof advancing? Proved least cost over expansions",
    x: "expanded",
    y: "proved least cost",
    sampled: true,
    curves: ({ question, rows }) =>
      rows.flatMap((row) => provedCurve(row, question, isSampled(row))),
  },
  contours: {
    question: "Why is iterative deepening slow? Expansions of every contour",
    x: "bound",
    y: "expanded in the contour",
    bars: true,
    growth: true,
    none: "None of these searches deepens: contours are for IDA* and iterative deepening.",
    curves: ofRows(({ result }) => {
      const contours = result?.stats?.contours ?? [];
      return { x: contours.map(([bound]) => bound), y: contours.map(([, states]) => states) };
    }),
  },
  estimates: {
    question: "Is the estimate good? h against true distance along a shortest solution",
    x: "moves made",
    y: "moves to go",
    linear: true,
    none: "No shortest solution in single-tile moves is proved, along which to look.",
    curves: alongSolution,
  },
});

/**
 * Why a chart has no curve; a search that was cancelled leaves no figures, whatever it would have done.
 * @param {Kind | undefined} kind
 * @param {Row[]} rows
 * @returns {string}
 */
export function emptyWords(kind, rows) {
  const open = rows.length === 0 || rows.some(({ state }) => state !== "done");
  if (open) return "No figures for this chart yet.";
  const answered = rows.every(({ result }) => result !== null && result.status !== "error");
  return (answered && kind?.none) || "No figures for this chart.";
}

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
