/**
 * Whole tables of distances for boards of up to nine cells, breadth first from the goal.
 */
import { neighbours } from "./frame.js";
import { bitCount } from "./sets.js";

/** Largest number of cells a whole table is made for. */
export const LARGEST_WHOLE = 9;
const UNREACHED = 255;

/** @typedef {import("./frame.js").Frame} Frame */

/** The distance of every board from one kind of goal. */
export class ExactTable {
  /** @param {Frame} frame */
  constructor(frame) {
    const cells = frame.width * frame.height;
    if (cells > LARGEST_WHOLE) {
      throw new RangeError(
        `${frame.width}x${frame.height} has ${cells} cells; whole tables cover at most ${LARGEST_WHOLE}. ` +
          "Search the board instead.",
      );
    }
    this.cells = cells;
    this.blank = frame.blank;
    this.near = neighbours(frame.width, frame.height).map((list) => list.map((n) => n.cell));
    this.weights = weights(cells);
    this.distances = new Uint8Array(this.weights[0] * cells).fill(UNREACHED);
  }

  /**
   * Fill the table; yields regularly so that the thread can receive messages.
   * @returns {Generator<void, this, void>}
   */
  *build() {
    const { distances, cells, near } = this;
    const queue = new Int32Array(distances.length / 2);
    const board = Uint8Array.from({ length: cells }, (_, cell) => cell);
    distances[0] = 0;
    let last = 1;
    for (let first = 0; first < last; first++) {
      if ((first & 8191) === 8191) yield;
      const number = queue[first];
      this.#unrank(number, board);
      const blank = board.indexOf(this.blank);
      for (const cell of near[blank]) {
        swap(board, blank, cell);
        const next = this.rank(board);
        swap(board, blank, cell);
        if (distances[next] !== UNREACHED) continue;
        distances[next] = distances[number] + 1;
        queue[last++] = next;
      }
    }
    return this;
  }

  /**
   * @param {ArrayLike<number>} view the board as Frame.view gives it
   * @returns {number} its lexicographic rank among all orders of the homes
   */
  rank(view) {
    let number = 0;
    let used = 0;
    for (let i = 0; i < this.cells; i++) {
      const item = view[i];
      number += (item - bitCount(used & ((1 << item) - 1))) * this.weights[i];
      used |= 1 << item;
    }
    return number;
  }

  /**
   * @param {number} number
   * @param {Uint8Array} view is overwritten
   */
  #unrank(number, view) {
    let rest = number;
    let left = (1 << this.cells) - 1;
    for (let i = 0; i < this.cells; i++) {
      const weight = this.weights[i];
      let bits = left;
      for (let skip = Math.floor(rest / weight); skip; skip--) bits &= bits - 1;
      rest %= weight;
      const lowest = bits & -bits;
      view[i] = 31 - Math.clz32(lowest);
      left ^= lowest;
    }
  }

  /**
   * @param {ArrayLike<number>} view
   * @returns {number | null} moves to the goal, null if it cannot be reached
   */
  distance(view) {
    const value = this.distances[this.rank(view)];
    return value === UNREACHED ? null : value;
  }

  /**
   * Cells whose tile can be moved to get nearer to the goal.
   * @param {ArrayLike<number>} view
   * @returns {number[]}
   */
  best(view) {
    const here = this.distances[this.rank(view)];
    const board = Uint8Array.from(view);
    const blank = board.indexOf(this.blank);
    return this.near[blank].filter((cell) => {
      swap(board, blank, cell);
      const nearer = this.distances[this.rank(board)] < here;
      swap(board, blank, cell);
      return nearer;
    });
  }

  /**
   * @param {ArrayLike<number>} view
   * @returns {number[]} cells of the blank along a shortest way to the goal, its start first
   */
  path(view) {
    const board = Uint8Array.from(view);
    const cells = [board.indexOf(this.blank)];
    for (let [next] = this.best(board); next !== undefined; [next] = this.best(board)) {
      swap(board, cells[cells.length - 1], next);
      cells.push(next);
    }
    return cells;
  }
}

/**
 * @param {number} cells
 * @returns {Int32Array} (cells - 1 - i)! for each place i
 */
function weights(cells) {
  const found = new Int32Array(cells).fill(1);
  for (let i = cells - 2; i >= 0; i--) found[i] = found[i + 1] * (cells - 1 - i);
  return found;
}

/**
 * @param {Uint8Array} board
 * @param {number} one
 * @param {number} other
 */
function swap(board, one, other) {
  const item = board[one];
  board[one] = board[other];
  board[other] = item;
}
