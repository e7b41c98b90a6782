/**
 * Proved distances and solutions of boards. Everything is a generator that yields its progress
 * every few milliseconds, so that the caller can listen, show it, or stop in between.
 */
import { LARGEST_BITS } from "./bitlayout.js";
import { buildBitTables } from "./bittables.js";
import { lowerBound } from "./bounds.js";
import { ExactTable, LARGEST_WHOLE } from "./exact.js";
import { Frame, neighbours } from "./frame.js";
import { LARGEST, buildTables, largerPartition, partition } from "./tables.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {import("./bitkit.js").BitKit} BitKit */
/** @typedef {import("./ida.js").Tables | import("./bitsearch.js").BitTables} Tables */
/** @typedef {import("./ida.js").Search | import("./bitsearch.js").BitSearch} Search */
/** @typedef {{phase: "tables" | "search" | "beam" | "server", bound: number, depth: number, nodes: number, best?: number | null, share?: number | null, left?: number | null}} SolverProgress best: moves of the best solution so far; share: of the
 *   contour that is searched; left: seconds that the rest of it is likely to take */
/** @typedef {{value: number | null, lower: number, upper: number | null, exact: boolean}} Distance */
/** @typedef {{moves: string | null, cost: number | null, optimal: boolean, lowerBound: number, nodes: number, ms: number, by: "table" | "worker"}} Found */
/** @typedef {{letters: string, distance: number | null, proved: boolean}} FirstMoves */

const SLICE = 50_000;
/** Boards whose distance is remembered. */
const KNOWN = 20_000;

/** Answers questions; keeps tables until they are to be forgotten, and the distances found. */
export class Engine {
  /** Frames by goal, since many boards are asked about with the same goal.
   * @type {WeakMap<Position, Frame>} */
  #frames = new WeakMap();

  /**
   * @param {() => number} clock milliseconds
   * @param {BitKit | null} kit for tables with one bit an entry, which are smaller and faster
   * @param {number} largest cells of a board that tables are made for
   */
  constructor(clock = () => performance.now(), kit = null, largest = LARGEST) {
    this.clock = clock;
    this.kit = kit;
    this.largest = largest;
    /** Told of tables that have been made. @type {(key: string, tables: ExactTable | Tables) => void} */
    this.onTables = () => {};
    /** @type {Map<string, ExactTable | Tables>} */
    this.tables = new Map();
    /** @type {Map<string, Generator<void, ExactTable | Tables, void>>} */
    this.building = new Map();
    /** Distances found, with the first move of the solution if one was found.
     * @type {Map<string, {value: number, letter: string}>} */
    this.known = new Map();
  }

  /**
   * @param {Frame} frame
   * @returns {Generator<SolverProgress, ExactTable | Tables | null, void>} null for boards too large
   */
  *tablesFor(frame) {
    const cells = frame.width * frame.height;
    if (cells > this.largest) return null;
    for (;;) {
      const found = this.tables.get(frame.key);
      if (found) return found;
      // Simultaneous requests for the same tables advance one shared build.
      const building =
        this.building.get(frame.key) ?? this.#build(frame, cells);
      this.building.set(frame.key, building);
      const step = building.next();
      if (step.done) this.#adopt(frame.key, step.value);
      else yield { phase: "tables", bound: 0, depth: 0, nodes: 0 };
    }
  }

  /**
   * @param {Frame} frame
   * @param {number} cells
   * @returns {Generator<void, ExactTable | Tables, void>}
   */
  #build(frame, cells) {
    if (cells <= LARGEST_WHOLE) return new ExactTable(frame).build();
    if (cells <= LARGEST_BITS && this.kit) return buildBitTables(frame, partition(frame), this.kit);
    return buildTables(frame);
  }

  /**
   * Take larger tables of a goal, made elsewhere; searches that have begun continue with them.
   * @param {Position} goal
   * @param {ArrayBuffer[]} bits as makeBits makes them
   * @returns {Generator<void, boolean, void>}
   */
  *enlarge(goal, bits) {
    const frame = this.#frame(goal);
    const parts = largerPartition(frame);
    if (!parts || !this.kit) return false;
    this.#adopt(frame.key, yield* buildBitTables(frame, parts, this.kit, bits));
    return true;
  }

  /**
   * Prepare the tables of a goal.
   * @param {Position} goal
   * @returns {Generator<SolverProgress, boolean, void>} whether there are tables for such boards
   */
  *warm(goal) {
    return (yield* this.tablesFor(this.#frame(goal))) !== null;
  }

  /**
   * @param {Position} goal
   * @returns {Frame}
   */
  #frame(goal) {
    let frame = this.#frames.get(goal);
    if (!frame) this.#frames.set(goal, (frame = new Frame(goal)));
    return frame;
  }

  /**
   * @param {string} name
   * @param {ExactTable | Tables} tables
   */
  #adopt(name, tables) {
    this.building.delete(name);
    this.tables.set(name, tables);
    this.onTables(name, tables);
  }

  /**
   * Forget the tables of a kind of goal; searches that have begun keep their own.
   * @param {string} name
   */
  forget(name) {
    this.building.delete(name);
    this.tables.delete(name);
  }

  /**
   * @param {Position} board
   * @param {Position} goal
   * @param {number} [budget] milliseconds of search
   * @param {number} [lower] a bound proved before
   * @returns {Generator<SolverProgress, Found, void>} `moves` is null where the budget ended first
   */
  *solve(board, goal, budget = Infinity, lower = 0) {
    const frame = this.#frame(goal);
    const view = frame.view(board);
    const began = this.clock();
    const tables = yield* this.tablesFor(frame);
    if (!tables) {
      const lower = lowerBound(frame, view, frame.blank);
      return unsolved(lower, 0, this.clock() - began);
    }
    if (tables instanceof ExactTable) {
      const moves = frame.realMoves(letters(frame, tables.path(view)));
      const ms = this.clock() - began;
      return { ...proved(moves, 0, ms), by: "table" };
    }
    const start = this.clock();
    const { found, search, nodes } = yield* this.#descend(frame, view, begun(tables, view, lower), start + budget);
    const ms = this.clock() - start;
    if (!found) return unsolved(search.bound, nodes, ms);
    const moves = frame.realMoves(letters(frame, search.path()));
    this.#keep(frame, view, search.depth, moves.slice(0, 1));
    return proved(moves, nodes, ms);
  }

  /**
   * Contour by contour until a solution or the deadline; from where larger tables come, by those.
   * @param {Frame} frame
   * @param {ArrayLike<number>} view
   * @param {Search} search
   * @param {number} deadline
   * @param {number} [last] give up above this bound
   * @returns {Generator<SolverProgress, {found: boolean, search: Search, nodes: number}, void>} the search that
   *   ended, and the nodes of all
   */
  *#descend(frame, view, search, deadline, last = Infinity) {
    let before = 0;
    for (;;) {
      const outcome = search.run(SLICE);
      const nodes = before + search.nodes;
      if (outcome === "found") return { found: true, search, nodes };
      if (outcome === "exhausted") search.deepen();
      const tables = /** @type {Tables | undefined} */ (this.tables.get(frame.key));
      if (tables && tables !== search.tables) {
        before = nodes;
        search = begun(tables, view, search.bound);
      }
      if (search.bound > last || this.clock() >= deadline) return { found: false, search, nodes };
      yield { phase: "search", bound: search.bound, depth: search.depth, nodes };
    }
  }

  /**
   * The distance of a board, or the bounds proved within the budget.
   * @param {Position} board
   * @param {Position} goal
   * @param {{budget?: number, near?: number | null, lower?: number}} [options] near: the distance
   *   of a board one move away, if known; lower: a bound proved before
   * @returns {Generator<SolverProgress, Distance, void>}
   */
  *distance(board, goal, { budget = Infinity, near = null, lower = 0 } = {}) {
    const frame = this.#frame(goal);
    const view = frame.view(board);
    const known = this.known.get(key(frame, view));
    if (known) return exactly(known.value);
    const tables = yield* this.tablesFor(frame);
    if (!tables) return between(lowerBound(frame, view, frame.blank), null);
    if (tables instanceof ExactTable) return exactly(tables.distance(view));
    // Neighbours' distances differ by one: the only question is whether this board is the nearer one.
    const first = begun(tables, view, Math.max(lower, near === null ? 0 : near - 1));
    if (near !== null && first.bound > near) return this.#keep(frame, view, near + 1);
    const last = near === null ? Infinity : near - 1;
    const { found, search } = yield* this.#descend(frame, view, first, this.clock() + budget, last);
    if (found) {
      const moves = frame.realMoves(letters(frame, search.path()));
      return this.#keep(frame, view, search.depth, moves.slice(0, 1));
    }
    if (near !== null && search.bound > near) return this.#keep(frame, view, near + 1);
    return between(search.bound, near === null ? null : near + 1);
  }

  /**
   * @param {Frame} frame
   * @param {ArrayLike<number>} view
   * @param {number} value
   * @param {string} [letter] of the first move of a solution
   * @returns {Distance}
   */
  #keep(frame, view, value, letter = "") {
    this.known.set(key(frame, view), { value, letter });
    if (this.known.size > KNOWN) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    return exactly(value);
  }

  /**
   * All first moves of shortest solutions.
   * @param {Position} board
   * @param {Position} goal
   * @param {{budget?: number, onFirst?: (first: FirstMoves) => void,
   *   known?: {value: number | null, lower: number, letter: string}}} [options] known: proved before
   *   budget: milliseconds for the board and for each move; onFirst: called with one of the moves
   *   as soon as it is proved, long before the others are ruled out
   * @returns {Generator<SolverProgress, FirstMoves, void>}
   */
  *firstMoves(board, goal, { budget = Infinity, onFirst = () => {}, known } = {}) {
    const frame = this.#frame(goal);
    const { value = null, lower = 0, letter: first = "" } = known ?? {};
    if (value !== null && first) this.#keep(frame, frame.view(board), value, first);
    const here = yield* this.distance(board, goal, { budget, lower });
    if (here.value === null) return { letters: "", distance: null, proved: false };
    const lead = this.known.get(key(frame, frame.view(board)))?.letter ?? "";
    if (lead) onFirst({ letters: lead, distance: here.value, proved: false });
    const { width, height } = board;
    const blank = Array.from(board.cells).indexOf(0);
    let found = lead;
    let sure = true;
    for (const { cell, letter } of neighbours(width, height)[blank]) {
      if (letter === lead) continue;
      const cells = Array.from(board.cells);
      [cells[blank], cells[cell]] = [cells[cell], 0];
      const there = yield* this.distance({ width, height, cells }, goal, {
        budget,
        near: here.value,
      });
      if (there.value === null) sure = false;
      else if (there.value < here.value) found += letter;
    }
    return { letters: found, distance: here.value, proved: sure };
  }

  /**
   * The distances of the boards of a game, from the last to the first: near the goal they are found
   * at once, and each helps to find the one before it.
   * @param {Position[]} boards each one move from the next
   * @param {Position} goal
   * @param {{budget?: number, onValue?: (index: number, distance: Distance) => void,
   *   known?: Distance[]}} [options] known: proved before, by board;
   *   budget: milliseconds for a board, halved after each that takes longer
   * @returns {Generator<SolverProgress, Distance[], void>}
   */
  *distances(boards, goal, { budget = Infinity, onValue = () => {}, known = [] } = {}) {
    /** @type {Distance[]} */
    const found = new Array(boards.length);
    let near = /** @type {number | null} */ (null);
    let patience = budget;
    for (let i = boards.length - 1; i >= 0; i--) {
      const before = known[i];
      found[i] = before?.exact
        ? before
        : yield* this.distance(boards[i], goal, { budget: patience, near, lower: before?.lower });
      near = found[i].value;
      // A board that exceeded its time is usually followed by harder ones.
      if (near === null) patience /= 2;
      onValue(i, found[i]);
    }
    return found;
  }
}

/**
 * @param {Tables} tables
 * @param {ArrayLike<number>} view
 * @param {number} lower a bound proved before
 * @returns {Search}
 */
function begun(tables, view, lower) {
  const search = tables.search(view);
  search.bound = Math.max(search.bound, lower);
  return search;
}

/**
 * @param {Frame} frame
 * @param {ArrayLike<number>} view
 * @returns {string}
 */
function key(frame, view) {
  return `${frame.key} ${Array.from(view).join(" ")}`;
}

/**
 * @param {Frame} frame
 * @param {number[]} path cells of the blank
 * @returns {string} the moves of the tiles, on the turned board
 */
function letters(frame, path) {
  return path
    .slice(1)
    .map((cell, i) => {
      const gap = cell - path[i];
      if (gap === frame.width) return "U";
      if (gap === -frame.width) return "D";
      return gap === 1 ? "L" : "R";
    })
    .join("");
}

/**
 * @param {number | null} value
 * @returns {Distance}
 */
function exactly(value) {
  return { value, lower: value ?? Infinity, upper: value, exact: value !== null };
}

/**
 * @param {number} lower
 * @param {number | null} upper
 * @returns {Distance}
 */
function between(lower, upper) {
  return { value: null, lower, upper, exact: false };
}

/**
 * @param {string} moves
 * @param {number} nodes
 * @param {number} ms
 * @returns {Found}
 */
function proved(moves, nodes, ms) {
  const cost = moves.length;
  return { moves, cost, optimal: true, lowerBound: cost, nodes, ms, by: "worker" };
}

/**
 * @param {number} lower
 * @param {number} nodes
 * @param {number} ms
 * @returns {Found}
 */
function unsolved(lower, nodes, ms) {
  return { moves: null, cost: null, optimal: false, lowerBound: lower, nodes, ms, by: "worker" };
}
