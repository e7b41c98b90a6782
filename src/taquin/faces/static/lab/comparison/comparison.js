/**
 * One board solved by many searches: the question, and the current state of each row.
 * Its twin: taquin/solving/question/naming.py.
 */
import { lineNumbers } from "./linenumbers.js";
import { listed, t, translated } from "../../words/said.js";

/**
 * @typedef {object} Question
 * @property {string} board
 * @property {string} goal
 * @property {import("../boards/boardtypes.js").BoardType} [topology] the grid, unless given
 * @property {string} metric stm, mtm or expense
 * @property {number | null} time_limit seconds per row
 * @property {number | null} node_limit expansions per row
 *
 * @typedef {object} Choice one row as requested
 * @property {string} algorithm
 * @property {string | null} heuristic
 * @property {Object<string, string | number>} options only those that differ from the defaults
 *
 * @typedef {object} Stats
 * @property {number} expanded
 * @property {number} generated
 * @property {number} peak_frontier
 * @property {number} peak_reached
 * @property {number} max_depth
 * @property {number} [evaluated]
 * @property {number} [reopened]
 * @property {Array<[number, number]>} contours
 *
 * @typedef {object} Result what `taquin solve --format json` prints, or {status: "error", error}
 * @property {"solved" | "unsolvable" | "incomplete" | "limit" | "error"} status
 * @property {string | null} limit
 * @property {boolean} optimal
 * @property {number | null} cost
 * @property {number | null} lower_bound
 * @property {string | null} moves
 * @property {Stats} stats
 * @property {Object<string, number>} seconds
 * @property {number | null} peak_memory_bytes null: unknown, as of a search that the page ran
 * @property {string} [engine] page: the page itself
 * @property {string} [reason]
 * @property {string[]} [notes]
 * @property {{kind?: string, message: string, hint?: string}} [error]
 *
 * @typedef {object} Progress
 * @property {number} row
 * @property {number} expanded
 * @property {number} generated
 * @property {number} frontier
 * @property {number} [reached]
 * @property {number | null} [bound]
 * @property {number} [depth]
 * @property {number | null} [best]
 * @property {number} seconds
 * @property {number} [peak_memory_bytes]
 *
 * @typedef {object} Series one value per sample, and one at the end of the search, where frontier and
 *   reached are unknown if the last sample came earlier
 * @property {number[]} seconds
 * @property {number[]} expanded
 * @property {Array<number | null>} frontier
 * @property {Array<number | null>} reached
 * @property {Array<number | null>} bound
 *
 * @typedef {object} Row
 * @property {number} number
 * @property {string} name
 * @property {Choice} choice
 * @property {number} cells of the board
 * @property {Record<string, string | number | null>} options all it runs with, defaults included
 * @property {number} line the number of its line in charts: its colour and its dash pattern
 * @property {"waiting" | "running" | "done"} state
 * @property {Progress | null} latest
 * @property {number} peakFrontier
 * @property {number} peakStored nodes in the frontier or reached states, whichever are more
 * @property {Result | null} result
 * @property {boolean} [lost] ended with its server, without a result
 * @property {boolean} cached answered from the server's cache: its seconds are those of an earlier run
 * @property {number} samples how many samples were taken while the search ran
 * @property {Series} series
 */

const MOST_POINTS = 1000;

const HEURISTICS = /** @type {Object<string, string>} */ ({
  zero: t`h = 0`,
  misplaced: t`misplaced tiles`,
  gaschnig: t`Gaschnig's estimate`,
  euclidean: t`Euclidean distance`,
  manhattan: t`Manhattan distance`,
  linear_conflict: t`linear conflict`,
  relabelled: t`relabelled tables`,
  walking_distance: t`walking distance`,
  sequence_score: t`sequence score`,
  max: t`maximum of`,
  pdb: t`pattern databases`,
  plain_pdb: t`plain pattern databases`,
});

/**
 * "pdb:6-6-3" → "pattern databases 6-6-3": as taquin.solving.naming has it.
 * @param {string} name
 * @returns {string}
 */
export function heuristicName(name) {
  const [head = "", ...rest] = name.split(":");
  const label = HEURISTICS[head];
  if (!label) return name;
  const argument = rest.join(":");
  const parts = head === "max" ? argument.split(/,\s*(?=[^\W\d])/).map(heuristicName) : [argument];
  return `${label} ${parts.join(t` and `)}`.trimEnd();
}

/** The options in the name of a search. */
const OPTIONS = /** @type {Object<string, string>} */ ({
  order: t`order`,
  tie_break: t`tie break`,
  duplicates: t`duplicates`,
  goal_test: t`goal test`,
  depth: translated("depth", "an option"),
  weight: t`weight`,
  step: t`step`,
  width: t`width`,
  cost: translated("cost", "an option"),
  lookahead: t`lookahead`,
});

/** Their values, where they are words. */
const VALUES = /** @type {Object<string, string>} */ ({
  lifo: translated("lifo", "an option"),
  fifo: translated("fifo", "an option"),
  state: translated("state", "an option"),
  low_h: translated("low_h", "an option"),
  global: translated("global", "an option"),
  closed: translated("closed", "an option"),
  blind: translated("blind", "an option"),
  path: translated("path", "an option"),
  parent: translated("parent", "an option"),
  none: translated("none", "an option"),
  expansion: translated("expansion", "an option"),
  generation: translated("generation", "an option"),
});

/**
 * "Weighted A* with Manhattan distance (weight 3)", as taquin.solving.naming has it. The option that defines an algorithm is named even with its
 * default value.
 * @param {Choice} choice
 * @param {import("./knobs.js").Algorithm[]} algorithms of the catalogue, with their defaults
 * @returns {string}
 */
export function choiceName(choice, algorithms) {
  const spec = algorithms.find(({ name }) => name === choice.algorithm);
  const defining = spec?.defining ?? "";
  const usual = spec?.options[defining]?.default ?? null;
  const named = { ...(usual === null ? {} : { [defining]: usual }), ...choice.options };
  const options = Object.entries(named).map(
    ([name, value]) => t`${OPTIONS[name] ?? name} ${VALUES[value] ?? value}`,
  );
  const heuristic = choice.heuristic ? t` with ${heuristicName(choice.heuristic)}` : "";
  const name = `${spec?.label ?? choice.algorithm}${heuristic}`;
  return options.length > 0 ? t`${name} (${listed(options)})` : name;
}

/**
 * @param {Choice} choice
 * @param {import("./knobs.js").Algorithm[]} algorithms of the catalogue, with their defaults
 * @returns {Record<string, string | number | null>}
 */
export function allOptions(choice, algorithms) {
  const spec = algorithms.find(({ name }) => name === choice.algorithm);
  const usual = Object.entries(spec?.options ?? {}).map(([name, option]) => [name, option.default]);
  return { ...Object.fromEntries(usual), ...choice.options };
}

/**
 * The order in which the server starts the searches: informed ones first. It runs few at a time, and
 * quick searches would otherwise wait for uninformed ones to reach their limits.
 * @param {Choice[]} choices
 * @returns {number[]} places in the list
 */
export function informedFirst(choices) {
  const places = choices.map((_, at) => at);
  const isBlind = (/** @type {number} */ at) => Number(choices[at]?.heuristic === null);
  return places.sort((a, b) => isBlind(a) - isBlind(b));
}

/** The rows of one comparison; event `change` (detail: the row's number) after every change. */
export class Comparison extends EventTarget {
  /**
   * @param {Question} question
   * @param {Choice[]} choices
   * @param {import("./knobs.js").Algorithm[]} [algorithms] of the catalogue
   */
  constructor(question, choices, algorithms = []) {
    super();
    this.question = question;
    const names = distinct(choices.map((choice) => choiceName(choice, algorithms)));
    const colourOf = (/** @type {Choice} */ { algorithm }) =>
      algorithms.find(({ name }) => name === algorithm)?.colour ?? null;
    const lines = lineNumbers(choices.map(colourOf));
    const cells = question.board.match(/\d+/g)?.length ?? 0;
    /** @type {Row[]} */
    this.rows = choices.map((choice, number) => ({
      number,
      name: names[number] ?? "",
      choice,
      cells,
      options: allOptions(choice, algorithms),
      line: lines[number] ?? number,
      state: "waiting",
      latest: null,
      peakFrontier: 0,
      peakStored: 0,
      result: null,
      cached: false,
      samples: 0,
      series: { seconds: [], expanded: [], frontier: [], reached: [], bound: [] },
    }));
  }

  /**
   * A comparison that has ended, as it was kept. Its searches have the names that they have now.
   * @param {Question} question
   * @param {Row[]} rows
   * @param {import("./knobs.js").Algorithm[]} algorithms of the catalogue
   */
  static ended(question, rows, algorithms) {
    const named = new Comparison(question, rows.map(({ choice }) => choice), algorithms);
    const comparison = new Comparison(question, []);
    comparison.rows = rows.map((row, at) => ({ ...row, name: named.rows[at]?.name ?? row.name }));
    return comparison;
  }

  /**
   * Progress of a running row; late progress of a finished one is ignored.
   * @param {Progress} event
   */
  progress(event) {
    const row = this.rows[event.row];
    if (!row || row.state === "done") return;
    look(row, event);
    this.#tell(row.number);
  }

  /**
   * @param {number} number
   * @param {Result} result
   * @param {{cached?: boolean, samples?: Array<Omit<Progress, "row">>, last?: Omit<Progress, "row"> | null}} [origin]
   *   samples: those of a cached answer; last: the newest sample of any row
   */
  finish(number, result, { cached = false, samples = [], last = null } = {}) {
    const row = this.rows[number];
    if (!row || row.state === "done") return;
    for (const sample of samples) look(row, { ...sample, row: number });
    // Progress just before the end may not have been sent.
    if (last && last.seconds > (row.latest?.seconds ?? 0)) look(row, { ...last, row: number });
    row.state = "done";
    row.result = result;
    row.cached = cached;
    if (result.status !== "error" && row.latest && !isOfTheEnd(row.latest, result)) {
      addPoint(row.series, {
        expanded: result.stats.expanded,
        frontier: null,
        reached: null,
        bound: result.lower_bound,
        seconds: Math.max(searchSeconds(result), row.latest.seconds),
      });
    }
    this.#tell(number);
  }

  /**
   * Unfinished rows end here, without a result.
   * @param {boolean} [lost]  with their server; otherwise they were cancelled
   */
  abandon(lost = false) {
    for (const row of this.rows.filter(({ state }) => state !== "done")) {
      row.state = "done";
      row.lost = lost;
      this.#tell(row.number);
    }
  }

  /** Whether every row has ended. */
  get done() {
    return this.rows.every((row) => row.state === "done");
  }

  /** @param {number} number */
  #tell(number) {
    this.dispatchEvent(new CustomEvent("change", { detail: number }));
  }
}

/**
 * The time of the search alone, without compiling and loading tables.
 * @param {Result} result
 * @returns {number}
 */
export function searchSeconds(result) {
  return result.seconds.search ?? 0;
}

/**
 * Equal names get a number, so that no sentence compares a search with itself.
 * @param {string[]} names
 * @returns {string[]}
 */
function distinct(names) {
  return names.map((name, at) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    return t`${name} (${names.slice(0, at + 1).filter((other) => other === name).length})`;
  });
}

/**
 * @param {Progress} look
 * @param {Result} result
 * @returns {boolean} whether the sample was taken at the end of the search
 */
function isOfTheEnd({ expanded, bound }, { stats, lower_bound: proved }) {
  return expanded === stats.expanded && bound === proved;
}

/**
 * @param {Row} row
 * @param {Progress} event
 */
function look(row, event) {
  row.state = "running";
  row.latest = event;
  row.samples += 1;
  row.peakFrontier = Math.max(row.peakFrontier, event.frontier);
  row.peakStored = Math.max(row.peakStored, event.frontier, event.reached ?? 0);
  addPoint(row.series, event);
}

/**
 * @param {Series} series
 * @param {{seconds: number, expanded: number, frontier: number | null, reached?: number | null, bound?: number | null}} event
 */
function addPoint(series, event) {
  series.seconds.push(event.seconds);
  series.expanded.push(event.expanded);
  series.frontier.push(event.frontier);
  series.reached.push(event.reached ?? null);
  series.bound.push(event.bound ?? null);
  if (series.seconds.length <= MOST_POINTS) return;
  // Every second point is dropped, but never the last: the curve keeps its ends.
  const thin = (/** @type {any[]} */ column) =>
    column.filter((_, at) => (column.length - 1 - at) % 2 === 0);
  for (const name of /** @type {Array<keyof Series>} */ (Object.keys(series))) {
    series[name] = thin(series[name]);
  }
}
