/**
 * The positions of a board of up to 16 cells as the searches see them. A state is two whole numbers,
 * `hi` and `lo`, with four bits for each cell in reading order, so the order of states is that of the
 * boards.
 */
import { LETTERS } from "../../solver/frame.js";
import { neighboursOn } from "../boards/boardtypes.js";

/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {"stm" | "mtm" | "expense"} Metric */
/** @typedef {import("../boards/boardtypes.js").BoardType} BoardType */
/** @typedef {{hi: number, lo: number}} Halves of a state */

/** The cost of the cheapest move, in every metric. */
export const CHEAPEST = 1;

const IN_HALF = 8; // cells
const BITS = 4; // of a cell
const MOST_MOVES = 16; // from a state, in any metric
const PUSHED = 3; // bits of a move's code that count the tiles it pushes

/**
 * @param {number} cell
 * @returns {number} how far left its bits stand in its half
 */
const shiftOf = (cell) => BITS * (IN_HALF - 1 - (cell % IN_HALF));

/**
 * @param {ArrayLike<number>} cells
 * @returns {Halves}
 */
export function encodeState(cells) {
  let [hi, lo] = [0, 0];
  for (let cell = 0; cell < cells.length; cell++) {
    const bits = cells[cell] << shiftOf(cell);
    if (cell < IN_HALF) hi |= bits;
    else lo |= bits;
  }
  return { hi, lo };
}

/**
 * @param {number} hi
 * @param {number} lo
 * @param {Uint8Array} cells is overwritten
 * @returns {number} the cell of the blank
 */
export function decodeState(hi, lo, cells) {
  let blank = -1;
  for (let cell = 0; cell < cells.length; cell++) {
    const tile = ((cell < IN_HALF ? hi : lo) >>> shiftOf(cell)) & 15;
    cells[cell] = tile;
    if (tile === 0) blank = cell;
  }
  return blank;
}

/**
 * @param {number} code of a move, as `successors` gives it
 * @returns {string} its letter, once for each tile pushed
 */
export function moveText(code) {
  return LETTERS[code >> PUSHED].repeat(code & ((1 << PUSHED) - 1));
}

/** @typedef {{letter: number, line: number[]}} Pushes letter: its place among the letters */

/**
 * The graph of positions that can be reached from a start. `successors` and `predecessors` write what
 * they find into the columns `hi`, `lo`, `move` and `cost`, in the order to try them.
 */
export class StateSpace {
  /**
   * @param {Position} board
   * @param {Position} goal
   * @param {Metric} metric
   * @param {string} [order] of the successors, in tile letters
   * @param {BoardType} [type]
   */
  constructor(board, goal, metric, order = LETTERS, type = "grid") {
    const { width, height } = board;
    this.start = encodeState(board.cells);
    this.goal = encodeState(goal.cells);
    this.byTile = metric === "expense";
    this.cells = new Uint8Array(width * height);
    this.hi = new Int32Array(MOST_MOVES);
    this.lo = new Int32Array(MOST_MOVES);
    this.move = new Uint8Array(MOST_MOVES);
    this.cost = new Uint8Array(MOST_MOVES);
    /** For each cell of the blank, the lines of cells whose tiles can be pushed into it. */
    this.lines = linesOf(neighboursOn(type, width, height), order, metric === "mtm");
  }

  /**
   * @param {number} hi
   * @param {number} lo
   * @returns {boolean}
   */
  isGoal(hi, lo) {
    return hi === this.goal.hi && lo === this.goal.lo;
  }

  /**
   * @param {number} hi
   * @param {number} lo
   * @returns {number} how many successors the state has
   */
  successors(hi, lo) {
    return this.#neighbours(hi, lo, 0);
  }

  /**
   * @param {number} hi
   * @param {number} lo
   * @returns {number} how many states there are from which a move leads here
   */
  predecessors(hi, lo) {
    return this.#neighbours(hi, lo, 1);
  }

  /**
   * @param {number} hi
   * @param {number} lo
   * @param {0 | 1} opposite 1: name the moves that lead back
   */
  #neighbours(hi, lo, opposite) {
    const { cells } = this;
    let found = 0;
    let hole = decodeState(hi, lo, cells);
    for (const { letter, line } of this.lines[hole]) {
      let [high, low, at] = [hi, lo, hole];
      // Opposite letters are neighbours in "UDLR".
      const code = (letter ^ opposite) << PUSHED;
      for (let pushed = 0; pushed < line.length; pushed++) {
        const cell = line[pushed];
        const tile = cells[cell];
        if (cell < IN_HALF) high ^= tile << shiftOf(cell);
        else low ^= tile << shiftOf(cell);
        if (at < IN_HALF) high |= tile << shiftOf(at);
        else low |= tile << shiftOf(at);
        at = cell;
        this.hi[found] = high;
        this.lo[found] = low;
        this.move[found] = code + pushed + 1;
        this.cost[found] = this.byTile ? tile : 1;
        found += 1;
      }
    }
    return found;
  }

  /**
   * Leave one state out of what was found.
   * @param {number} count how many were found
   * @param {number} hi
   * @param {number} lo
   * @returns {number} how many remain
   */
  without(count, hi, lo) {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      if (this.hi[at] === hi && this.lo[at] === lo) continue;
      if (kept < at) {
        this.hi[kept] = this.hi[at];
        this.lo[kept] = this.lo[at];
        this.move[kept] = this.move[at];
        this.cost[kept] = this.cost[at];
      }
      kept += 1;
    }
    return kept;
  }
}

/**
 * @param {import("../boards/boardtypes.js").Neighbours} near
 * @param {string} order
 * @param {boolean} whole whether all tiles up to the edge, or round to the blank, can be pushed at once
 * @returns {Pushes[][]}
 */
function linesOf(near, order, whole) {
  return near.map((list, blank) =>
    [...order].flatMap((letter) => {
      const line = [];
      for (let next = list.find((one) => one.letter === letter); next && next.cell !== blank; ) {
        line.push(next.cell);
        next = whole ? near[next.cell].find((one) => one.letter === letter) : undefined;
      }
      return line.length > 0 ? [{ letter: LETTERS.indexOf(letter), line }] : [];
    }),
  );
}
