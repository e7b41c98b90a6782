/**
 * Solutions with the fewest slides: pushes of one tile or several along a line, each counted as one.
 */
import { Frame } from "./frame.js";
import { PushSearch } from "./pushsearch.js";
import { PushTables } from "./pushtables.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {import("./engine.js").SolverProgress} SolverProgress */
/** @typedef {{moves: string | null, lowerBound: number, nodes: number, ms: number}} PushesFound
 *   moves: of the tiles, one by one; null where the time ended first. lowerBound: in pushes */

/** Nodes between two readings of the clock. */
const SLICE = 20_000;

/** Answers questions about pushes; keeps tables, of 20 MB at most, until they are to be forgotten. */
export class PushEngine {
  /** @type {Map<string, {tables: PushTables, built: boolean, building: Generator<void, unknown, void>}>} */
  #kept = new Map();
  #clock;

  /** @param {() => number} [clock]  milliseconds */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
    /** Told of tables that have been made. @type {(key: string, tables: PushTables) => void} */
    this.onTables = () => {};
  }

  /**
   * Forget the tables of a kind of goal; searches that have begun keep their own.
   * @param {string} key
   */
  forget(key) {
    this.#kept.delete(key);
  }

  /**
   * @param {Frame} frame
   * @returns {Generator<SolverProgress, PushTables, void>}
   */
  *#tablesFor(frame) {
    let kept = this.#kept.get(frame.key);
    if (!kept) {
      const tables = new PushTables(frame);
      kept = { tables, built: false, building: tables.build() };
      this.#kept.set(frame.key, kept);
    }
    // Simultaneous requests for the same tables advance one shared build.
    while (!kept.built) {
      kept.built = Boolean(kept.building.next().done);
      if (kept.built) this.onTables(frame.key, kept.tables);
      yield { phase: "tables", bound: 0, depth: 0, nodes: 0 };
    }
    return kept.tables;
  }

  /**
   * @param {Position} board  solvable, of up to 16 cells
   * @param {Position} goal
   * @param {number} [budget]  milliseconds of search
   * @returns {Generator<SolverProgress, PushesFound, void>}
   */
  *solve(board, goal, budget = Infinity) {
    const frame = new Frame(goal);
    const tables = yield* this.#tablesFor(frame);
    const began = this.#clock();
    const search = new PushSearch(tables, frame.view(board));
    for (;;) {
      const outcome = search.run(SLICE);
      const { bound, depth, nodes } = search;
      const ms = this.#clock() - began;
      if (outcome === "found") {
        return { moves: frame.realMoves(lettersOf(search.path(), frame.width)), lowerBound: bound, nodes, ms };
      }
      if (outcome === "exhausted") search.deepen();
      if (ms >= budget) return { moves: null, lowerBound: search.bound, nodes, ms };
      yield { phase: "search", bound, depth, nodes };
    }
  }
}

/**
 * @param {number[]} path  cells of the blank
 * @param {number} width
 * @returns {string}  the moves of the tiles
 */
function lettersOf(path, width) {
  return path
    .slice(1)
    .map((cell, i) => {
      const gap = cell - path[i];
      const upright = gap % width === 0;
      const letter = upright ? (gap > 0 ? "U" : "D") : gap > 0 ? "L" : "R";
      return letter.repeat(upright ? Math.abs(gap / width) : Math.abs(gap));
    })
    .join("");
}
