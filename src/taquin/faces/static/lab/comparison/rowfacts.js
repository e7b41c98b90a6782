/** One row of a comparison, as displayed and exported: each figure, and whether it is a minimum. */
import { searchSeconds } from "./comparison.js";
import { bytes, compact, count, duration } from "../../shared/measures.js";
import { shortStopper } from "./sentences.js";
import { heard } from "../../words/heard.js";
import { t } from "../../words/said.js";

/** @typedef {import("./comparison.js").Row} Row */

/**
 * @typedef {object} RowFigure
 * @property {number | null} value null: unknown, or not defined for this search
 * @property {boolean} atLeast the search was stopped: the true figure is this or more
 * @property {string} text
 */

/**
 * @typedef {object} Facts
 * @property {string} status in words
 * @property {"good" | "warn" | "bad" | ""} tone
 * @property {string} origin "cached", "on this page", or empty: a search that the server ran now
 * @property {string} reason why it failed, in brief
 * @property {string} solution proved, not proved, or nothing
 * @property {RowFigure} cost
 * @property {RowFigure} expanded
 * @property {RowFigure} generated
 * @property {RowFigure} peak_frontier
 * @property {RowFigure} seconds
 * @property {RowFigure} rate expansions a second
 * @property {RowFigure} stored bytes of the boards that the search stores
 * @property {RowFigure} memory bytes of the process
 */

/** The numeric columns, in the order of the table. */
export const COLUMNS =
  /** @type {Array<[keyof Facts & ("cost" | "expanded" | "generated" | "peak_frontier" | "stored" | "seconds" | "rate" | "memory"), string]>} */ ([
    ["cost", t`Cost`],
    ["expanded", t`Expanded`],
    ["generated", t`Generated`],
    ["peak_frontier", t`Peak frontier`],
    ["stored", t`Stored`],
    ["seconds", t`Time`],
    ["rate", t`Nodes/s`],
    ["memory", t`Process`],
  ]);

/** Definitions of figures that are not counters of the searches. */
export const DEFINITIONS = /** @type {Record<string, string>} */ ({
  cost: t`cost of the solution found, in the question’s metric; after a limit, ≥ the proved lower bound`,
  seconds:
    t`wall-clock time of the search alone, without compiling and loading tables. For a cached result, the time of the run that computed it`,
  rate: t`states expanded per second of that time`,
  stored:
    t`memory for the boards that the search stores at its peak, one byte per cell: its frontier or its reached states, whichever are more. This is what the algorithm needs; each engine adds its own overhead`,
  memory:
    t`peak memory of the whole process that ran the search: Python, its libraries and pattern databases included`,
  optimal:
    t`proved: no solution is cheaper. by another search: the same, proved by a search elsewhere in the table. no: another search found a cheaper solution. open: a cheaper solution may exist. In CSV and JSON, optimal is what the search itself proved, and cost_is_optimal is yes (proved or by another search), no or unknown (open)`,
});

/** @type {RowFigure} */
const UNKNOWN = { value: null, atLeast: false, text: "–" };

/**
 * @param {number | null | undefined} value
 * @param {boolean} atLeast
 * @param {(value: number) => string} words
 * @returns {RowFigure}
 */
function figure(value, atLeast, words) {
  if (value === null || value === undefined) return UNKNOWN;
  return { value, atLeast, text: (atLeast ? "≥ " : "") + words(value) };
}

/**
 * @param {Row} row
 * @param {Row[]} [rows] all of the same question: one row's proof holds for the others
 * @returns {Facts}
 */
export function factsOf(row, rows = [row]) {
  const { result, latest } = row;
  if (result?.status === "error") return { ...empty(t`failed`, "bad"), reason: briefly(result.error?.message) };
  if (result) return ended(row, result, rows);
  const cancelled = row.state === "done";
  const known = empty(
    cancelled ? (row.lost ? t`server lost` : t`stopped`) : latest ? t`running` : t`waiting`,
    cancelled ? "warn" : "",
  );
  if (!latest) return known;
  return {
    ...known,
    expanded: figure(latest.expanded, cancelled, count),
    generated: figure(latest.generated, cancelled, count),
    peak_frontier: figure(row.peakFrontier, cancelled, count),
    stored: figure(row.peakStored * row.cells, cancelled, bytes),
    seconds: figure(latest.seconds, cancelled, duration),
    rate: rate(latest.expanded, latest.seconds),
    memory: figure(latest.peak_memory_bytes, cancelled, bytes),
  };
}

/**
 * Whether there is anything to draw or to save: a search that ended or at least began.
 * @param {Row[]} rows
 * @returns {boolean}
 */
export const hasFigures = (rows) => rows.some((row) => factsOf(row, rows).expanded.value !== null);

/**
 * @param {string} status
 * @param {Facts["tone"]} tone
 * @returns {Facts}
 */
function empty(status, tone) {
  return {
    status,
    tone,
    origin: "",
    reason: "",
    solution: "",
    cost: UNKNOWN,
    expanded: UNKNOWN,
    generated: UNKNOWN,
    peak_frontier: UNKNOWN,
    stored: UNKNOWN,
    seconds: UNKNOWN,
    rate: UNKNOWN,
    memory: UNKNOWN,
  };
}

/**
 * The main clause of a refusal, for a row; the whole stands among the words below.
 * @param {string | undefined} message
 */
function briefly(message) {
  if (!message) return t`no reason was given`;
  const words = heard(message);
  return words.split(/[,;.](?=\s|$)|[，；。]/)[0] ?? words;
}

/**
 * @param {number} expanded
 * @param {number} seconds
 * @returns {RowFigure}
 */
function rate(expanded, seconds) {
  // Too short to measure: a rate from less than a millisecond is noise.
  return seconds < 0.001 ? UNKNOWN : figure(Math.round(expanded / seconds), false, compact);
}

/**
 * @param {Row} row
 * @param {import("./comparison.js").Result} result
 * @param {Row[]} rows
 * @returns {Facts}
 */
function ended(row, result, rows) {
  const stopped = result.status === "limit";
  const { stats } = result;
  const seconds = searchSeconds(result);
  const cost = stopped
    ? figure(result.lower_bound || null, true, count)
    : figure(result.cost, false, count);
  return {
    status: STATUS[result.status] ?? result.status,
    ...(stopped ? { status: t`stopped: ${shortStopper(result)}` } : {}),
    tone: result.status === "solved" ? "good" : "warn",
    reason: "",
    origin: row.cached ? t`cached` : result.engine === "page" ? t`on this page` : "",
    solution: solutionWords(result, rows),
    cost,
    expanded: figure(stats.expanded, stopped, count),
    generated: figure(stats.generated, stopped, count),
    peak_frontier: figure(stats.peak_frontier, stopped, count),
    stored: figure(Math.max(stats.peak_frontier, stats.peak_reached) * row.cells, stopped, bytes),
    seconds: figure(seconds, stopped, duration),
    rate: rate(stats.expanded, seconds),
    memory: figure(result.peak_memory_bytes || null, stopped, bytes),
  };
}

const STATUS = /** @type {Record<string, string>} */ ({
  solved: t`solved`,
  unsolvable: t`proved unsolvable`,
  incomplete: t`ended without a solution`,
});

/**
 * @param {import("./comparison.js").Result} result
 * @param {Row[]} rows
 * @returns {string}
 */
function solutionWords(result, rows) {
  if (result.status === "solved" && result.cost !== null) {
    if (result.optimal) return t`proved`;
    return { yes: t`by another search`, no: t`no`, unknown: t`open` }[costIsOptimal(result.cost, rows)];
  }
  if (result.status === "limit" && result.cost !== null) return t`best so far ${count(result.cost)}`;
  return "";
}

/**
 * Whether no solution is cheaper, as far as all searches of a question together know.
 * @param {number} cost of a solution
 * @param {Row[]} rows of that question
 * @returns {"yes" | "no" | "unknown"}
 */
export function costIsOptimal(cost, rows) {
  const all = rows.flatMap(({ result }) => result ?? []);
  if (all.some((other) => typeof other.cost === "number" && other.cost < cost)) return "no";
  return all.some((other) => other.optimal && other.cost === cost) ? "yes" : "unknown";
}
