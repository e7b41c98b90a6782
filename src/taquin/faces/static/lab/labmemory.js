/** The choices made in the lab, stored for this tab so that a reload restores them. */
import { parseBoard, parseGoal } from "../board.js";
import { validOption } from "./comparison/knobs.js";
import { openStorage } from "../shared/storage.js";

/** @typedef {import("./comparison/comparison.js").Choice} Choice */
/** @typedef {import("./comparison/knobs.js").Algorithm} Algorithm */
/** @typedef {import("../shared/storage.js").Store} Store */
/** @typedef {{board: string, goal: string, metric: string, time: number, nodes: number}} Fields */

const STORE = "taquin.lab";

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
    const { board, goal, metric, time, nodes } = /** @type {Record<string, any>} */ (
      this.#read()["fields"] ?? {}
    );
    try {
      const { width, height } = parseBoard(board);
      parseGoal(goal, width, height);
    } catch {
      return null;
    }
    return { board, goal, metric: String(metric), time: Number(time), nodes: Number(nodes) };
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

  /** @returns {Record<string, unknown>} */
  #read() {
    try {
      const value = JSON.parse(this.store.getItem(STORE) ?? "{}");
      return isRecord(value) ? value : {};
    } catch {
      return {};
    }
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
