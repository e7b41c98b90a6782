/**
 * Near-optimal solutions of 5x5 to 8x8 boards: beams with the learned heuristic, each wider than the one
 * before. They prove nothing but that the distance is at most their length.
 */
import { Beam, REMEMBERING, roomPerBoard } from "./beam.js";
import { Frame, neighbours } from "./frame.js";
import { LearnedValue, modelBytes } from "./values.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {import("./engine.js").Distance} Distance */
/** @typedef {import("./engine.js").SolverProgress} SolverProgress */
/** @typedef {{moves: string | null, nodes: number}} Approached */

/** Boards of a depth in the first pass, by side: it takes some tenths of a second.
 * @type {Record<number, number>} */
const FIRST = { 5: 1_000, 6: 1_000, 7: 300, 8: 100 };
/** A pass so many times as wide as the one before, or as wide as the time left allows. */
const GROWTH = 3;
/** A pass is worth its time if it is so many times as wide. */
const WORTH = 1.5;
/** A wider pass takes so many times as long for each board as the one before. */
const SLOWER = 1.2;
/** Bytes of the widest beam: with the model, its rows and the boards remembered, 64 MB at most. */
const MEMORY = 24_000_000;
/** Bytes of a beam with which it is worth beginning. */
const LEAST = 6_000_000;
/** Moves of a solution, for each cell: random boards take a third to a half of that. */
const LONGEST = 16;
/** Boards of a game from one that is searched first to the next. */
const FIRST_STEP = 16;
const BACK = /** @type {Record<string, string>} */ ({ U: "D", D: "U", L: "R", R: "L" });

/**
 * The memory that a search needs.
 * @param {number} side
 * @returns {{model: number, least: number, most: number}} bytes: of the model, which can be kept, and of its beams
 */
export function approachBytes(side) {
  return { model: modelBytes(side), least: LEAST + REMEMBERING, most: MEMORY + REMEMBERING };
}

/** The search with one model, for any goal. */
export class Approach {
  #values;
  #clock;

  /**
   * @param {ArrayBuffer} bytes  of the model: what its file holds, decompressed
   * @param {number} side
   * @param {() => number} [clock]  milliseconds
   */
  constructor(bytes, side, clock = () => performance.now()) {
    this.#values = new LearnedValue(bytes, side);
    this.#clock = clock;
  }

  /**
   * @param {Position} board  solvable
   * @param {Position} goal
   * @param {{budget?: number, widest?: number, memory?: number, onBetter?: (moves: string) => void}} [options]
   *   memory: bytes for its beams, as approachBytes has them. budget: milliseconds; another pass begins only if it is expected to end in time, or if none has
   *   found a solution. widest: boards of a depth, at least the first pass's. onBetter: called with each
   *   solution that is shorter than the ones before
   * @returns {Generator<SolverProgress, Approached, void>} moves are null if no pass found any
   */
  *solve(board, goal, { budget = Infinity, widest = Infinity, memory = Infinity, onBetter = () => {} } = {}) {
    const began = this.#clock();
    const { frame, walk } = corner(goal);
    const start = canonical(frame.view(board));
    if (start.every((content, cell) => content === cell)) {
      onBetter(checked(board, goal, walk));
      return { moves: walk, nodes: 0 };
    }
    /** @type {string | null} */
    let best = null;
    const { cells, side } = this.#values;
    const affords = affordable(cells, Math.min(MEMORY, memory - REMEMBERING));
    const most = Math.min(widest, affords);
    let nodes = 0;
    let width = FIRST[side];
    while (width > 0) {
      const passBegan = this.#clock();
      // Where the walk takes back the beam's last moves, the solution is shorter than both.
      const longest = best === null ? LONGEST * cells : best.length + walk.length - 2;
      const found = yield* this.#pass(start, width, longest, nodes);
      nodes += found.expanded;
      const now = this.#clock();
      const room = (width * (began + budget - now)) / (SLOWER * (now - passBegan));
      if (found.moves !== null) {
        const moves = simplified(frame.realMoves(turned(found.moves)) + walk);
        if (best === null || moves.length < best.length) onBetter((best = checked(board, goal, moves)));
      }
      // A beam may be stuck, as some are on 8x8: then one of another width answers first.
      width = best === null ? wider(width, affords) : wider(width, Math.min(most, room));
    }
    return { moves: best, nodes };
  }

  /**
   * Narrow the distances of the boards of a game from above: first of a few boards all over it, since
   * each says something of those around it.
   * @param {Position[]} boards
   * @param {Position} goal
   * @param {Distance[]} found  of the boards, which are narrowed in place
   * @param {{budget?: number, memory?: number, onValue?: (index: number, distance: Distance) => void}} [options]
   * @returns {Generator<SolverProgress, void, void>}
   */
  *narrow(boards, goal, found, { budget = Infinity, memory = Infinity, onValue = () => {} } = {}) {
    const until = this.#clock() + budget;
    for (const at of spread(boards.length)) {
      if (found[at].exact) continue;
      if (this.#clock() > until) return;
      const { moves } = yield* this.solve(boards[at], goal, { widest: 0, memory });
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
 * The widest beam for random boards, which take about 0.9 n√n moves.
 * @param {number} cells
 * @param {number} [memory]  bytes
 * @returns {number}
 */
export const affordable = (cells, memory = MEMORY) => Math.floor(memory / roomPerBoard(cells, Math.ceil(cells ** 1.5)));

/**
 * The width of the next pass: the last one takes all that is left.
 * @param {number} width  of the pass before
 * @param {number} most  for which there are time and memory
 * @returns {number} 0 if no further pass is worth its time
 */
function wider(width, most) {
  if (most < WORTH * width) return 0;
  return most >= GROWTH * (1 + WORTH) * width ? GROWTH * width : Math.floor(most);
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
