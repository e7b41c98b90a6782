/**
 * Solutions with the fewest slides: pushes of one tile or several along a line, each counted as one.
 */
import { Frame } from "./frame.js";
import { PushSearch } from "./pushsearch.js";
import { PushTables } from "./pushtables.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {import("./engine.js").SolverProgress} SolverProgress */
/** @typedef {import("./engine.js").Distance} Distance */
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
   * @param {{budget?: number, lower?: number, last?: number}} [within]  budget: milliseconds of search; lower: a bound
   *   proved before; last: give up above this bound
   * @returns {Generator<SolverProgress, PushesFound, void>}
   */
  *solve(board, goal, { budget = Infinity, lower = 0, last = Infinity } = {}) {
    const frame = new Frame(goal);
    const tables = yield* this.#tablesFor(frame);
    const began = this.#clock();
    const search = new PushSearch(tables, frame.view(board));
    search.atLeast(lower);
    for (;;) {
      const outcome = search.bound > last ? "beyond" : search.run(SLICE);
      const { bound, depth, nodes } = search;
      const ms = this.#clock() - began;
      if (outcome === "found") {
        return { moves: frame.realMoves(lettersOf(search.path(), frame.width)), lowerBound: bound, nodes, ms };
      }
      if (outcome === "exhausted") search.deepen();
      if (outcome === "beyond" || ms >= budget) return { moves: null, lowerBound: search.bound, nodes, ms };
      yield { phase: "search", bound, depth, nodes };
    }
  }

  /**
   * The distances of the boards of a game, from the last to the first: each helps to find the one before it.
   * @param {Position[]} boards  each one push from the next
   * @param {Position} goal
   * @param {{budget?: number, onValue?: (index: number, distance: Distance) => void, known?: Array<Distance | undefined>}} [options]
   *   known: proved before, by board; budget: milliseconds for a board, halved after each that takes longer
   * @returns {Generator<SolverProgress, Distance[], void>}
   */
  *distances(boards, goal, { budget = Infinity, onValue = () => {}, known = [] } = {}) {
    /** @type {Distance[]} */
    const found = new Array(boards.length);
    let near = /** @type {number | null} */ (null);
    let patience = budget;
    for (let i = boards.length - 1; i >= 0; i--) {
      const before = known[i];
      found[i] = before?.exact ? before : yield* this.#distance(boards[i], goal, { budget: patience, near, lower: before?.lower ?? 0 });
      near = found[i].value;
      // A board that exceeded its time is usually followed by harder ones.
      if (near === null) patience /= 2;
      onValue(i, found[i]);
    }
    return found;
  }

  /**
   * @param {Position} board
   * @param {Position} goal
   * @param {{budget: number, near: number | null, lower: number}} options  near: the distance of a board one push away
   * @returns {Generator<SolverProgress, Distance, void>}
   */
  *#distance(board, goal, { budget, near, lower }) {
    // Neighbours' distances differ by one at most: above the neighbour's own, only one is left.
    const [least, last] = near === null ? [lower, Infinity] : [Math.max(lower, near - 1), near];
    const { moves, lowerBound } = yield* this.solve(board, goal, { budget, lower: least, last });
    const value = moves !== null || lowerBound > last ? lowerBound : null;
    return { value, lower: lowerBound, upper: value ?? (near === null ? null : near + 1), exact: value !== null };
  }

  /**
   * All first pushes of solutions with the fewest.
   * @param {Position} board  not the goal
   * @param {Position} goal
   * @param {number} distance  of the board
   * @param {number} [budget]  milliseconds for each push
   * @returns {Generator<SolverProgress, {pushes: string[], proved: boolean}, void>}  pushes: the moves of each
   */
  *best(board, goal, distance, budget = Infinity) {
    const pushes = [];
    let proved = true;
    for (const [push, after] of pushesOf(board)) {
      const { moves, lowerBound } = yield* this.solve(after, goal, { budget, lower: distance - 1, last: distance - 1 });
      if (moves !== null) pushes.push(push);
      else if (lowerBound < distance) proved = false;
    }
    return { pushes, proved };
  }
}

/**
 * @param {Position} board
 * @returns {Generator<[string, Position]>}  the moves of each push, and where they lead
 */
function* pushesOf({ width, height, cells: given }) {
  const start = Array.from(given).indexOf(0);
  const [x, y] = [start % width, Math.floor(start / width)];
  const ways = /** @type {Array<[string, number, number]>} */ ([
    ["U", width, height - 1 - y], ["D", -width, y], ["L", 1, width - 1 - x], ["R", -1, x],
  ]);
  for (const [letter, step, most] of ways) {
    const cells = Array.from(given);
    for (let tiles = 1, blank = start; tiles <= most; tiles++, blank += step) {
      [cells[blank], cells[blank + step]] = [cells[blank + step], 0];
      yield [letter.repeat(tiles), { width, height, cells: cells.slice() }];
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
