/** The choices made in the lab and the results of its last run, stored for this tab so that a reload restores them. */
import { parseBoard, parseGoal } from "../board.js";
import { validOption } from "./comparison/knobs.js";
import { spoken, t } from "../words/said.js";
import { openStorage, readStored } from "../shared/storage.js";

/** @typedef {import("./comparison/comparison.js").Choice} Choice */
/** @typedef {import("./comparison/knobs.js").Algorithm} Algorithm */
/** @typedef {import("../shared/storage.js").Store} Store */
/** @typedef {import("./comparison/comparison.js").Question} Question */
/** @typedef {import("./comparison/comparison.js").Row} Row */
/** @typedef {{board: string, goal: string, topology: string, metric: string, time: number, nodes: number}} Fields */
/** @typedef {{question: Question, at: string, rows: Row[] | null}} KeptResults  at: when it was run; rows: null if they are not kept */
/** @typedef {import("./microscope/microscope.js").Recorded} Recorded */

const STORE = "taquin.lab";
const RESULTS = "taquin.lab.results";
const RECORDING = "taquin.lab.recording";
/** Characters: browsers give a page about five million for a tab, and the game needs room too. */
const MOST = 2_000_000;

/** Reads and writes; anything damaged or from another version is ignored. */
export class LabMemory {
  /** @param {Store} [store] */
  constructor(store = openStorage(() => sessionStorage)) {
    this.store = store;
  }

  /**
   * @param {Fields | null} fields null: the board cannot be read, so the last one stays
   * @param {Choice[]} choices
   */
  keep(fields, choices) {
    const value = { fields: fields ?? this.#read()["fields"], choices };
    this.store.setItem(STORE, JSON.stringify(value));
  }

  /** @returns {Fields | null} */
  get fields() {
    const { board, goal, topology, metric, time, nodes } = /** @type {Record<string, any>} */ (
      this.#read()["fields"] ?? {}
    );
    try {
      const { width, height } = parseBoard(board);
      parseGoal(goal, width, height);
    } catch {
      return null;
    }
    return { board, goal, topology: String(topology), metric: String(metric), time: Number(time), nodes: Number(nodes) };
  }

  /**
   * @param {Algorithm[]} algorithms the server's
   * @param {string[]} heuristics
   * @param {number} most rows
   * @returns {Choice[] | null} null: none were stored, or one cannot be run
   */
  choices(algorithms, heuristics, most) {
    const { choices } = this.#read();
    if (!Array.isArray(choices) || choices.length === 0 || choices.length > most) return null;
    if (!choices.every((one) => isChoice(one, algorithms, heuristics))) return null;
    return choices.map(({ algorithm, heuristic, options }) => ({ algorithm, heuristic, options }));
  }

  /**
   * @param {Question} question
   * @param {Row[] | null} rows  null: they have not ended
   */
  keepResults(question, rows) {
    const at = new Date().toISOString();
    const kept = { question, at, language: spoken() };
    const text = JSON.stringify({ ...kept, rows });
    this.store.setItem(RESULTS, text.length <= MOST ? text : JSON.stringify({ ...kept, rows: null }));
  }

  /** @returns {KeptResults | null} null: nothing was run, or it cannot be read; in the page's language */
  get results() {
    const { question, at, language, rows } = /** @type {Record<string, any>} */ (this.#read(RESULTS));
    const sound = rows === null || (Array.isArray(rows) && rows.every(isRow));
    try {
      parseBoard(question.board);
      parseBoard(question.goal);
    } catch {
      return null;
    }
    if (!sound || Number.isNaN(Date.parse(at))) return null;
    return { question, at, rows: language === spoken() ? rows : (rows?.map(withoutWords) ?? null) };
  }

  /** What was run is not kept, and this has been said. */
  forgetResults() {
    this.store.setItem(RESULTS, "{}");
  }

  /** @param {Recorded | null} what  is recorded, of which the rest is too large to keep */
  keepRecording(what) {
    this.store.setItem(RECORDING, JSON.stringify({ what }));
  }

  /**
   * @param {Algorithm[]} algorithms the server's
   * @param {string[]} heuristics
   * @returns {Recorded | null}
   */
  recording(algorithms, heuristics) {
    const { question, choices } = /** @type {any} */ (this.#read(RECORDING)["what"] ?? {});
    try {
      parseBoard(question.board);
      parseBoard(question.goal);
    } catch {
      return null;
    }
    const sound = Array.isArray(choices) && choices.every((one) => isChoice(one, algorithms, heuristics));
    return sound ? { question, choices } : null;
  }

  /**
   * @param {string} [name]
   * @returns {Record<string, unknown>}
   */
  #read(name = STORE) {
    const value = readStored(this.store.getItem(name), (kept) => kept, "What the lab has stored is not JSON; it is ignored.");
    return isRecord(value) ? value : {};
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What the page said of a search that it could not run was in another language.
 * @param {Row} row
 * @returns {Row}
 */
function withoutWords(row) {
  if (row.result?.error?.kind !== "page") return row;
  return { ...row, result: { ...row.result, error: { kind: "page", message: t`run it again for the reason` } } };
}

/** @param {any} row */
function isRow(row) {
  return row?.state === "done" && typeof row.name === "string" && isRecord(row.choice) && isRecord(row.series);
}

/**
 * @param {unknown} one
 * @param {Algorithm[]} algorithms
 * @param {string[]} heuristics
 * @returns {one is Choice}
 */
function isChoice(one, algorithms, heuristics) {
  if (!isRecord(one) || !isRecord(one["options"])) return false;
  const spec = algorithms.find(({ name }) => name === one["algorithm"]);
  if (!spec) return false;
  const heuristic = one["heuristic"];
  const estimated = spec.heuristic
    ? heuristics.includes(/** @type {string} */ (heuristic))
    : heuristic === null;
  return (
    estimated &&
    Object.entries(one["options"]).every(
      ([name, value]) =>
        Object.hasOwn(spec.options, name) && validOption(name, spec.options[name], value),
    )
  );
}
