/**
 * Near-optimal solutions of 5x5 boards: beams with the learned heuristic, each wider than the one before.
 * They prove nothing but that the distance is at most their length.
 */
import { Beam } from "./beam.js";
import { Frame, neighbours } from "./frame.js";
import { LearnedValue } from "./values.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {import("./engine.js").Distance} Distance */
/** @typedef {import("./engine.js").SolverProgress} SolverProgress */
/** @typedef {{moves: string | null, nodes: number}} Approached */

/** Boards of a depth: the first pass takes some hundredths of a second, the last some seconds. */
const WIDTHS = [1_000, 3_000, 10_000, 30_000];
/** A pass three times as wide takes about this many times as long. */
const SLOWER = 3.5;
/** Random boards take about 110 moves; a walk to the goal's blank is a few more. */
const LONGEST = 400;
/** Boards of a game from one that is searched first to the next. */
const FIRST_STEP = 16;
const BACK = /** @type {Record<string, string>} */ ({ U: "D", D: "U", L: "R", R: "L" });

/** The search with one model, for any goal. */
export class Approach {
  #values;
  #clock;

  /**
   * @param {ArrayBuffer} bytes  of values5.bin
   * @param {() => number} [clock]  milliseconds
   */
  constructor(bytes, clock = () => performance.now()) {
    this.#values = new LearnedValue(bytes);
    this.#clock = clock;
  }

  /**
   * @param {Position} board  solvable
   * @param {Position} goal
   * @param {{budget?: number, widest?: number, onBetter?: (moves: string) => void}} [options]
   *   budget: milliseconds; another pass begins only if it is expected to end in time, and the first
   *   always runs to its end. widest: boards of a depth, at least the first pass's. onBetter: called
   *   with each solution that is shorter than the ones before
   * @returns {Generator<SolverProgress, Approached, void>} moves are null if no pass found any
   */
  *solve(board, goal, { budget = Infinity, widest = Infinity, onBetter = () => {} } = {}) {
    const began = this.#clock();
    const { frame, walk } = corner(goal);
    const start = canonical(frame.view(board));
    if (start.every((content, cell) => content === cell)) {
      onBetter(checked(board, goal, walk));
      return { moves: walk, nodes: 0 };
    }
    /** @type {string | null} */
    let best = null;
    let nodes = 0;
    let took = 0;
    for (const width of WIDTHS) {
      const passBegan = this.#clock();
      if (took && (width > widest || passBegan - began + SLOWER * took > budget)) break;
      // Where the walk takes back the beam's last moves, the solution is shorter than both.
      const longest = best === null ? LONGEST : best.length + walk.length - 2;
      const found = yield* this.#pass(start, width, longest, nodes);
      nodes += found.expanded;
      took = this.#clock() - passBegan;
      if (found.moves === null) continue;
      const moves = simplified(frame.realMoves(turned(found.moves)) + walk);
      if (best !== null && moves.length >= best.length) continue;
      best = checked(board, goal, moves);
      onBetter(best);
    }
    return { moves: best, nodes };
  }

  /**
   * Narrow the distances of the boards of a game from above: first of a few boards all over it, since
   * each says something of those around it.
   * @param {Position[]} boards
   * @param {Position} goal
   * @param {Distance[]} found  of the boards, which are narrowed in place
   * @param {{budget?: number, onValue?: (index: number, distance: Distance) => void}} [options]
   * @returns {Generator<SolverProgress, void, void>}
   */
  *narrow(boards, goal, found, { budget = Infinity, onValue = () => {} } = {}) {
    const until = this.#clock() + budget;
    for (const at of spread(boards.length)) {
      if (found[at].exact) continue;
      if (this.#clock() > until) return;
      const { moves } = yield* this.solve(boards[at], goal, { widest: WIDTHS[0] });
      if (moves === null || moves.length >= (found[at].upper ?? Infinity)) continue;
      const { lower } = found[at];
      const exact = lower === moves.length;
      found[at] = { value: exact ? lower : null, lower, upper: moves.length, exact };
      onValue(at, found[at]);
    }
  }

  /**
   * @param {number[]} start  canonical
   * @param {number} width
   * @param {number} longest
   * @param {number} before  nodes of earlier passes
   * @returns {Generator<SolverProgress, import("./beam.js").BeamFound, void>}
   */
  *#pass(start, width, longest, before) {
    const pass = new Beam(this.#values, width).solve(start, longest);
    for (let step = pass.next(); ; step = pass.next()) {
      if (step.done) return step.value;
      const { depth, expanded } = step.value;
      yield { phase: "beam", bound: 0, depth, nodes: before + expanded };
    }
  }
}

/**
 * The goal with its blank walked to the nearest corner, and the moves from there to the goal.
 * @param {Position} goal
 * @returns {{frame: Frame, walk: string}}
 */
function corner(goal) {
  const { width, height, cells } = goal;
  const blank = Array.from(cells).indexOf(0);
  const [row, column] = [Math.floor(blank / width), blank % width];
  const [below, beside] = [height - 1 - row, width - 1 - column];
  // The blank goes up as the tiles move down.
  const letters = (row <= below ? "D".repeat(row) : "U".repeat(below))
    + (column <= beside ? "R".repeat(column) : "L".repeat(beside));
  const at = { width, height, cells: after(goal, letters) };
  return { frame: new Frame(at), walk: turned(Array.from(letters).reverse().join("")) };
}

/**
 * All numbers below one, coarse steps first.
 * @param {number} length
 */
function* spread(length) {
  for (let step = FIRST_STEP; step >= 1; step /= 2) {
    for (let at = 0; at < length; at += step) {
      if (step === FIRST_STEP || at % (2 * step) !== 0) yield at;
    }
  }
}

/**
 * The frame's goal has the blank last; the model's has it first.
 * @param {ArrayLike<number>} view
 * @returns {number[]}
 */
function canonical(view) {
  const last = view.length - 1;
  return Array.from(view, (_, cell) => last - view[last - cell]);
}

/** @param {string} letters */
const turned = (letters) => Array.from(letters, (letter) => BACK[letter]).join("");

/**
 * Moves without those that are undone at once.
 * @param {string} letters
 */
function simplified(letters) {
  /** @type {string[]} */
  const kept = [];
  for (const letter of letters) {
    if (kept.at(-1) === BACK[letter]) kept.pop();
    else kept.push(letter);
  }
  return kept.join("");
}

/**
 * The moves, which lead to the goal.
 * @param {Position} board
 * @param {Position} goal
 * @param {string} moves
 */
function checked(board, goal, moves) {
  const last = after(board, moves);
  const wrong = last.findIndex((tile, cell) => tile !== goal.cells[cell]);
  if (wrong >= 0) throw new Error(`the beam's moves lead to ${last.join(" ")}, not to the goal.`);
  return moves;
}

/**
 * @param {Position} board
 * @param {string} moves
 * @returns {number[]} the cells after them
 */
function after({ width, height, cells: before }, moves) {
  const cells = Array.from(before);
  const ways = neighbours(width, height);
  let blank = cells.indexOf(0);
  for (const letter of moves) {
    const way = ways[blank].find((one) => one.letter === letter);
    if (!way) throw new Error(`the beam's moves leave the board: no tile can move ${letter}.`);
    [cells[blank], cells[way.cell]] = [cells[way.cell], 0];
    blank = way.cell;
  }
  return cells;
}
