/** The charts of a comparison by the question each answers, and the curves each draws. */
import { parseBoard } from "../../board.js";
import { heuristicName } from "../comparison/comparison.js";
import { estimate, ESTIMATES } from "../estimates/estimates.js";
import { boardTextsOn } from "../boards/typedboards.js";
import { duration } from "../../shared/measures.js";
import { provedCurve } from "./provedcurve.js";
import { names as listed } from "../comparison/sentences.js";
import { t } from "../../words/said.js";

/** @typedef {import("./provedcurve.js").Curve} Curve */
/** @typedef {import("../comparison/comparison.js").Comparison} Comparison */
/** @typedef {import("../comparison/comparison.js").Row} Row */

/**
 * @typedef {object} Kind
 * @property {string} question  that it answers
 * @property {string} what  it draws
 * @property {string} x
 * @property {string} y
 * @property {(comparison: Comparison) => Curve[]} curves those that have data
 * @property {boolean} [sampled] it shows samples of a running search
 * @property {(row: Row) => boolean} [lacks] a search without what is drawn, however often it is sampled
 * @property {boolean} [bars] if there is only one curve
 * @property {string} [none] why it is empty although all searches have ended
 * @property {boolean} [linear] both axes count moves, for which a logarithmic scale is no use
 * @property {boolean} [growth] the table has a column for the growth factor
 * @property {(x: number) => string} [words] of the x axis
 */

/**
 * @param {(row: Row) => {x: number[], y: Array<number | null>}} take
 * @returns {(comparison: Comparison) => Curve[]}
 */
function ofRows(take) {
  return ({ rows }) =>
    rows
      .map((row) => ({ name: row.name, line: row.line, ...take(row) }))
      .filter(({ y }) => y.some((value) => value !== null));
}

/** Fewer samples of a running search than this make no curve: the line would be invented. */
const LEAST_SAMPLES = 2;

/** @param {Row} row */
const isSampled = (row) => row.samples >= LEAST_SAMPLES;

/**
 * Curves of what was measured while the searches ran.
 * @param {(series: import("../comparison/comparison.js").Series) => {x: number[], y: Array<number | null>}} take
 * @returns {(comparison: Comparison) => Curve[]}
 */
function ofSamples(take) {
  const curves = ofRows(({ series }) => take(series));
  return (comparison) =>
    curves(/** @type {Comparison} */ ({ ...comparison, rows: comparison.rows.filter(isSampled) }))
      .map(({ name, line, x, y }) => {
        const known = (/** @type {unknown} */ _, /** @type {number} */ at) => y[at] != null;
        return { name, line, x: x.filter(known), y: y.filter(known) };
      });
}

/**
 * What a chart of samples cannot show: a sentence for each.
 * @param {Row[]} rows
 * @param {boolean} sampled whether the chart is one of samples
 * @param {Curve[]} [curves] those drawn
 * @param {(row: Row) => boolean} [lacks] a search without what is drawn
 * @returns {string[]}
 */
export function chartNotes(rows, sampled, curves = [], lacks = () => false) {
  const ended = rows.filter(({ result }) => result && result.status !== "error");
  const lacking = ended.filter(lacks);
  const without = ended.filter(
    (row) => !isSampled(row) && !lacks(row) && !curves.some(({ name }) => name === row.name),
  );
  const quick = without.filter(({ cached }) => !cached);
  const kept = without.filter(({ cached }) => cached);
  return [
    sampled ? betweenLooks(curves) : "",
    lacking.length > 0 ? t`No curve for ${listed(lacking)}: no reached states are stored.` : "",
    sampled && quick.length > 0
      ? t`No curve for ${listed(quick)}: finished too quickly to be sampled.`
      : "",
    sampled && kept.length > 0
      ? t`No curve for ${listed(kept)}: the result came from the server’s cache, which has too few samples of that run.`
      : "",
  ].filter(Boolean);
}

/**
 * The same for a picture, which stands alone: on the page, the rows and the sentences say it.
 * @param {Row[]} rows
 * @returns {string[]}
 */
export function cacheNotes(rows) {
  const before = rows.filter(({ cached }) => cached);
  if (before.length === 0) return [];
  const which = before.length > 1 && before.length === rows.length ? t`all of them` : listed(before);
  return [t`From the server’s cache: ${which}. Times and samples are those of the earlier run.`];
}

/**
 * @param {Curve[]} curves of a chart of samples
 * @returns {string}
 */
function betweenLooks(curves) {
  const exact = curves.filter((curve) => curve.exact);
  if (exact.length === curves.length) return "";
  const but = exact.length > 0 ? t` Exact values, from contours: ${listed(exact)}.` : "";
  return t`These are samples, taken up to ten times a second while a search runs. The values between two samples are unknown; straight lines join them.${but}`;
}

const reachedCurves = ofSamples(({ expanded, reached }) => ({ x: [0, ...expanded], y: [1, ...reached] }));

/**
 * A search that stores a path alone would have a curve from 1 down to 0.
 * @param {Row} row
 */
const storesReached = ({ series, result }) => (result?.stats?.peak_reached ?? 0) > 0 || series.reached.some(Boolean);

/** Every chart, in the order of the menu. */
export const KINDS = /** @type {Record<string, Kind>} */ ({
  frontier: {
    question: t`Why does memory run out?`,
    what: t`Frontier over time`,
    x: t`time`,
    y: t`nodes in the frontier`,
    sampled: true,
    curves: ofSamples(({ seconds, frontier }) => ({ x: [0, ...seconds], y: [1, ...frontier] })),
    words: duration,
  },
  reached: {
    question: t`How many states are stored?`,
    what: t`Reached states over expansions`,
    x: t`expanded`,
    y: t`reached states`,
    sampled: true,
    curves: (comparison) =>
      reachedCurves(/** @type {Comparison} */ ({ ...comparison, rows: comparison.rows.filter(storesReached) })),
    lacks: (row) => !storesReached(row),
  },
  expanded: {
    question: t`How fast is it?`,
    what: t`Expansions over time`,
    x: t`time`,
    y: t`expanded`,
    sampled: true,
    curves: ofSamples(({ seconds, expanded }) => ({ x: [0, ...seconds], y: [0, ...expanded] })),
    words: duration,
  },
  bound: {
    question: t`Is the proof advancing?`,
    what: t`Lower bound over expansions`,
    x: t`expanded`,
    y: t`proved lower bound`,
    sampled: true,
    curves: ({ question, rows }) =>
      rows.flatMap((row) => provedCurve(row, question, isSampled(row))),
  },
  contours: {
    question: t`Why is iterative deepening slow?`,
    what: t`Expansions per contour`,
    x: t`bound`,
    y: t`expanded in the contour`,
    bars: true,
    growth: true,
    none: t`None of these searches has contours; only IDA* and iterative deepening do.`,
    curves: ofRows(({ result }) => {
      const contours = result?.stats?.contours ?? [];
      return { x: contours.map(([bound]) => bound), y: contours.map(([, states]) => states) };
    }),
  },
  estimates: {
    question: t`Is the estimate good?`,
    what: t`h against true distance along a shortest solution`,
    x: t`moves made`,
    y: t`moves left`,
    linear: true,
    none: t`This chart follows a proved shortest solution in single-tile moves, and there is none.`,
    curves: alongSolution,
  },
});

/**
 * Why a chart has no curve. A cancelled search has no figures, so nothing is said about its data.
 * @param {Kind | undefined} kind
 * @param {Row[]} rows
 * @returns {string}
 */
export function emptyWords(kind, rows) {
  const open = rows.length === 0 || rows.some(({ state }) => state !== "done");
  if (open) return t`No data for this chart yet.`;
  const answered = rows.every(({ result }) => result !== null && result.status !== "error");
  return (answered && kind?.none) || t`No data for this chart.`;
}

/**
 * The true distance and every estimate along the first proved shortest solution, in single-tile
 * moves; empty if there is none.
 * @param {Comparison} comparison
 * @returns {Curve[]}
 */
export function alongSolution({ question, rows }) {
  const proved = rows.find(({ result }) => result?.optimal && result.moves !== null);
  const moves = proved?.result?.moves;
  if (moves == null || question.metric !== "stm") return [];
  const { topology = "grid" } = question;
  const goal = parseBoard(question.goal);
  const boards = boardTextsOn(topology, question.board, moves).map((board) => parseBoard(board).cells);
  const x = boards.map((_, at) => at);
  const estimates = ESTIMATES.filter((name) => name !== "zero").flatMap((name) => {
    const h = estimate(name, goal, topology);
    return h === null ? [] : [{ name: t`h: ${heuristicName(name)}`, x, y: boards.map((cells) => h(cells)) }];
  });
  return [{ name: t`true distance`, x, y: x.map((at) => moves.length - at) }, ...estimates];
}
