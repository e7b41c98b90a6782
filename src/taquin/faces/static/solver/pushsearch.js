/**
 * IDA* in pushes over tables of boards where the tiles of a group are alike. A state has two words for each view, the
 * board's and, where the goal is its own mirror image, the transposed board's: its sequences by rows and by columns.
 * Its twin: taquin/kernels/searches/ida_star_pushes.py.
 */
import { byColumns, wordOf } from "./pushtables.js";

/** @typedef {import("./pushtables.js").PushTables} PushTables */

const MODULUS = 16;
/** No table has a greater distance. */
const FARTHEST = 120;
/** The deepest nodes come first, so the stack holds the children of one node for each depth. */
const ROOM = 2048;
/** Fields of a node: two words of each view; the blank's cell, the line of the next push, depth and values. */
const NODE = 5;

/** A search for one board; it goes on where it stopped. */
export class PushSearch {
  /**
   * @param {PushTables} tables
   * @param {ArrayLike<number>} view  the board as Frame.view gives it
   */
  constructor(tables, view) {
    const { width, height, blank, groups } = tables;
    this.tables = tables;
    this.view = Array.from(view);
    const across = byColumns(width, height);
    const mirrored = width === height && across[blank] === blank;
    this.views = [groups, ...(mirrored ? [across.map((cell) => groups[cell])] : [])];
    /** Words of the start and of the goal, by view: by rows and by columns. */
    this.start = this.views.map((of) => wordsOf(this.view, of, tables));
    this.goals = this.views.map((of) => wordsOf(across.map((_, cell) => cell), of, tables));
    /** The blank's way to the node that was taken last. */
    this.cells = new Uint8Array(ROOM);
    this.cells[0] = this.view.indexOf(blank);
    this.stack = new Int32Array(ROOM * NODE);
    this.top = 0;
    /** Expanded. */
    this.nodes = 0;
    /** Of the node that was taken last. */
    this.depth = 0;
    /** Distances of the start if the first push is along its row, and along its column. */
    this.least = [0, 1].map((along) => this.views.map((_, i) => this.#distance(i, along)));
    this.bound = this.isGoal(0) ? 0 : Math.max(1, Math.min(...this.least.map((values) => Math.max(...values))));
    this.#plant();
  }

  /** Make the start the only node: once for each line along which the first push can be. */
  #plant() {
    const [one, other = one] = this.start;
    this.top = 0;
    this.least.forEach(([value, turned = value], along) => {
      if (Math.max(value, turned) > this.bound) return;
      const rest = this.cells[0] | (along << 4) | (value << 12) | (turned << 20);
      this.stack.set([...one, ...other, rest], NODE * this.top++);
    });
  }

  /** Begin again under the next bound. */
  deepen() {
    this.#begin(this.bound + 1);
  }

  /**
   * Leave out the bounds below one that is proved.
   * @param {number} lower
   */
  atLeast(lower) {
    if (lower > this.bound) this.#begin(lower);
  }

  /** @param {number} bound */
  #begin(bound) {
    this.bound = bound;
    this.#plant();
  }

  /**
   * @param {number} budget  nodes
   * @returns {"found" | "exhausted" | "paused"}
   */
  run(budget) {
    if (this.bound === 0) return "found";
    const last = this.nodes + budget;
    while (this.top > 0) {
      if (this.nodes >= last) return "paused";
      if (this.#expand()) return "found";
    }
    return "exhausted";
  }

  /** @returns {boolean} whether a child of the newest node is the goal */
  #expand() {
    const { stack, cells, tables, bound } = this;
    const { width, height, shape } = tables;
    const node = NODE * --this.top;
    this.nodes++;
    const rest = stack[node + 4];
    const cell = rest & 15;
    const along = (rest >> 4) & 1;
    const depth = (rest >> 5) & 127;
    this.depth = depth;
    cells[depth] = cell;
    const y = (cell / width) | 0;
    const x = cell - y * width;
    const length = along ? height : width;
    const own = along ? y : x;
    const begin = along ? x * height : y * width;
    const offset = along ? x : y;
    const stride = along ? width : height;
    const { near, base, local } = shape;
    const low = (1 << (2 * near)) - 1;
    const two = this.views.length === 2;
    const word = stack[node + along];
    const turnedWord = stack[node + 2 + along];
    const codes = tables.codes[along];
    const at = 2 * (base[word & low] + local[word >>> (2 * near)]);
    const turnedCodes = tables.codes[1 - along];
    const turnedAt = two ? 2 * (base[turnedWord & low] + local[turnedWord >>> (2 * near)]) : 0;
    const least = ((rest >> 12) & 255) - 1;
    const turnedLeast = ((rest >> 20) & 255) - 1;
    const left = bound - depth - 1;
    const first = stack[node + 1 - along];
    const second = stack[node + 3 - along];
    const whole = (1 << (2 * stride)) - 1;
    const far = 2 * stride - 2;
    for (let back = 0; back < 2; back++) {
      let one = first;
      let other = second;
      const end = back ? -1 : length;
      for (let place = back ? own - 1 : own + 1; place !== end; place += back ? -1 : 1) {
        // The tile that is pushed over this place passes the others of two lines.
        const shift = 2 * ((back ? place : place - 1) * stride + offset);
        one ^= turnedBy((one >>> shift) & whole, back, far, whole) << shift;
        if (two) other ^= turnedBy((other >>> shift) & whole, back, far, whole) << shift;
        const nibble = begin + place;
        const bits = 4 * (nibble & 7);
        const value = least + (((codes[at + (nibble >> 3)] >>> bits) - least) & 15);
        if (value > left) continue;
        let turned = value;
        if (two) {
          turned = turnedLeast + (((turnedCodes[turnedAt + (nibble >> 3)] >>> bits) - turnedLeast) & 15);
          if (turned > left) continue;
        }
        const target = along ? place * width + x : y * width + place;
        if (left === 0) {
          cells[depth + 1] = target;
          if (this.isGoal(depth + 1)) return true;
          continue;
        }
        const into = NODE * this.top++;
        stack[into + along] = word;
        stack[into + 1 - along] = one;
        stack[into + 2 + along] = turnedWord;
        stack[into + 3 - along] = other;
        stack[into + 4] = target | ((1 - along) << 4) | ((depth + 1) << 5) | (value << 12) | (turned << 20);
      }
    }
    return false;
  }

  /**
   * Whether the blank's way leads to the goal itself, not only to a board that looks like it.
   * @param {number} pushes
   */
  isGoal(pushes) {
    const board = this.view.slice();
    let blank = this.cells[0];
    for (let at = 1; at <= pushes; at++) {
      const target = this.cells[at];
      const gap = target - blank;
      const step = Math.sign(gap) * (gap % this.tables.width ? 1 : this.tables.width);
      for (; blank !== target; blank += step) board[blank] = board[blank + step];
    }
    board[blank] = this.tables.blank;
    return board.every((home, cell) => home === cell);
  }

  /** @returns {number[]} cells of the blank along the solution, its start first */
  path() {
    return Array.from(this.cells.subarray(0, this.bound + 1));
  }

  /**
   * The distance of the start in a view, if its first push is along its row (0) or column (1): it is known modulo
   * 16, so it is the first such number at which the nearest children lead to the goal.
   * @param {number} view
   * @param {number} along
   */
  #distance(view, along) {
    const { width, height, codes, shape, blank } = this.tables;
    const goals = this.goals[view];
    const [own] = this.cells;
    const [oy, ox] = [Math.floor(own / width), own % width];
    const first = codes[(1 - along) ^ view];
    const nibble = along ? own : ox * height + oy;
    const at = 2 * shape.of(this.start[view][1 - along]) + (nibble >> 3);
    const known = (first[at] >>> (4 * (nibble & 7))) & 15;
    /** @type {(rows: number, columns: number, cell: number, next: number, left: number) => boolean} */
    const leads = (rows, columns, cell, next, left) => {
      if (left === 0) return cell === blank && rows === goals[0] && columns === goals[1];
      const [y, x] = [Math.floor(cell / width), cell % width];
      const [length, from, begin] = next ? [height, y, x * height] : [width, x, y * width];
      const entry = 2 * shape.of(next ? columns : rows);
      for (let place = 0; place < length; place++) {
        const bits = begin + place;
        const code = (codes[next ^ view][entry + (bits >> 3)] >>> (4 * (bits & 7))) & 15;
        if (place === from || ((code - left + 1) & 15) !== 0) continue;
        const word = carried(next ? rows : columns, from, place, next, x, y, width, height);
        const there = next ? place * width + x : y * width + place;
        if (next ? leads(word, columns, there, 0, left - 1) : leads(rows, word, there, 1, left - 1)) return true;
      }
      return false;
    };
    const [rows, columns] = this.start[view];
    for (let value = known; value < FARTHEST; value += MODULUS) {
      if (leads(rows, columns, own, along, value)) return value;
    }
    throw new Error("the tables for pushes lead nowhere from this board.");
  }
}

/**
 * The words of a board in a view, by rows and by columns.
 * @param {number[]} board  for each cell, the home of the tile there
 * @param {number[]} groups  of the tiles, by their homes
 * @param {PushTables} tables
 */
function wordsOf(board, groups, { width, height, blank }) {
  const across = byColumns(width, height);
  const columns = board.map((_, i) => board[across.indexOf(i)]);
  return [board, columns].map((homes) => wordOf(homes.filter((home) => home !== blank).map((home) => groups[home])));
}

/**
 * What changes in a part of a sequence whose places turn by one.
 * @param {number} part
 * @param {number} back  1: the first place's tile goes to the last one; 0: the last one's to the first
 * @param {number} far  bits before the last place
 * @param {number} whole  bits of all places
 */
function turnedBy(part, back, far, whole) {
  return part ^ (back ? (part >>> 2) | ((part & 3) << far) : ((part << 2) & whole) | (part >>> far));
}

/**
 * The sequence in the other order after a push along a line, row (0) or column (1).
 * @param {number} word
 * @param {number} from  the blank's place in its line
 * @param {number} to
 * @param {number} along
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function carried(word, from, to, along, x, y, width, height) {
  const [stride, offset] = along ? [width, x] : [height, y];
  const [whole, far] = [(1 << (2 * stride)) - 1, 2 * stride - 2];
  const back = Number(to < from);
  for (let at = from; at !== to; at += back ? -1 : 1) {
    const shift = 2 * ((back ? at - 1 : at) * stride + offset);
    word ^= turnedBy((word >>> shift) & whole, back, far, whole) << shift;
  }
  return word;
}
