/**
 * Beam search with the learned heuristic: of each depth the boards of smallest value, as taquin's own
 * (`beams/value/twin.py`) does it, counters included.
 * Its twin: taquin/beams/value/twin.py.
 */
import { HashSet, RecentHashes } from "./hashset.js";
import { NO_CELL } from "./values.js";

/** @typedef {import("./values.js").LearnedValue} LearnedValue */
/** @typedef {{depth: number, expanded: number, generated: number}} BeamProgress */
/** @typedef {{moves: string | null, expanded: number, generated: number}} BeamFound */

const LETTERS = "UDLR"; // the last bit reverses a direction
const FIRST = 255; // the direction before any move
/** How much worse than expected a child may be and still be considered: a quarter of a move. */
const SLACK = 16;
/** Values are counted in bins of one unit from the least on; the last bin holds what lies beyond. */
const BINS = 1 << 14;
const CHILDREN = 3; // of a board at most, without the move back
/** Boards expanded before that are remembered, at least; at most twice as many. */
const REMEMBERED = 1 << 17;
/** Bytes for them, also while their set grows. */
export const REMEMBERING = 80 * REMEMBERED;
/** Bits of random numbers for hashing. */
const GOLDEN = 0x9e3779b9;

/** The boards of one depth, sorted by the blank's cell. */
class Layer {
  size = 0;

  /**
   * @param {number} cells
   * @param {number} width
   */
  constructor(cells, width) {
    this.boards = new Uint8Array(cells * width);
    this.blanks = new Uint8Array(width);
    this.came = new Uint8Array(width);
    this.values = new Int32Array(width);
    this.hashes = new Uint32Array(2 * width);
  }
}

/**
 * Random bits from a number.
 * @param {number} number
 * @returns {number} 32 bits
 */
function mixed(number) {
  let bits = Math.imul(number + 1, GOLDEN);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/**
 * The memory of a beam for each board of its width.
 * @param {number} cells
 * @param {number} moves  of the solution
 * @returns {number} bytes, without the boards remembered
 */
export function roomPerBoard(cells, moves) {
  const layers = 2 * (cells + 14);
  const children = CHILDREN * 17 + 96; // their set has up to twice the places that it needs
  return layers + children + 4 * moves;
}

/** One beam of a fixed width. */
export class Beam {
  expanded = 0;
  generated = 0;
  /** Parent · 4 + direction of each board, by depth. @type {Int32Array[]} */
  #origins = [];

  /**
   * @param {LearnedValue} values
   * @param {number} width
   */
  constructor(values, width) {
    const { cells } = values;
    this.values = values;
    this.width = width;
    this.layer = new Layer(cells, width);
    this.after = new Layer(cells, width);
    const records = CHILDREN * width + 1;
    this.children = {
      values: new Int32Array(records),
      hashes: new Uint32Array(2 * records),
      origins: new Int32Array(records),
      cells: new Uint8Array(records),
    };
    this.reached = new RecentHashes(32 * width, REMEMBERED);
    this.made = new HashSet(records);
    this.bins = new Int32Array(BINS);
    /** Random bits by tile and cell, two numbers each; 0 for the blank. */
    this.random = Uint32Array.from({ length: 2 * cells * cells }, (_, i) => (i < 2 * cells ? 0 : mixed(i)));
    this.goal = this.#hash(Array.from({ length: cells }, (_, cell) => cell));
  }

  /**
   * @param {ArrayLike<number>} board  canonical, not the goal
   * @param {number} longest  moves of a solution
   * @returns {Generator<BeamProgress, BeamFound, void>} moves: of tiles; null where none was found
   */
  *solve(board, longest) {
    this.#place(board);
    /** The worst value that survived, of the last layers that were full. @type {number[]} */
    let cuts = [];
    for (let depth = 0; depth < longest && this.layer.size > 0; depth++) {
      const [count, found] = this.#expand(threshold(cuts));
      if (found !== null) return { moves: this.#path(found), expanded: this.expanded, generated: this.generated };
      const cut = this.#select(count);
      cuts = cut === null ? [] : [...cuts.slice(-2), cut];
      [this.layer, this.after] = [this.after, this.layer];
      yield { depth: depth + 1, expanded: this.expanded, generated: this.generated };
    }
    return { moves: null, expanded: this.expanded, generated: this.generated };
  }

  /** @param {ArrayLike<number>} board */
  #hash(board) {
    let [low, high] = [0, 0];
    for (let cell = 0; cell < board.length; cell++) {
      const at = 2 * (board[cell] * board.length + cell);
      low ^= this.random[at];
      high ^= this.random[at + 1];
    }
    return [low >>> 0, high >>> 0];
  }

  /** @param {ArrayLike<number>} board */
  #place(board) {
    const { layer } = this;
    layer.boards.set(board);
    layer.blanks[0] = Array.from(board).indexOf(0);
    layer.came[0] = FIRST;
    layer.values[0] = this.values.of(board);
    layer.hashes.set(this.#hash(board));
    layer.size = 1;
  }

  /**
   * Record the new children whose value is at most `most`.
   * @param {number} most
   * @returns {[number, number | null]} their number, and the origin of the goal if it is one
   */
  #expand(most) {
    const { layer, children, random, reached, made, values } = this;
    const { rows, neighbours, cells } = values;
    const { boards, hashes } = layer;
    const [goalLow, goalHigh] = this.goal;
    made.clear();
    for (let i = 0; i < layer.size; i++) reached.add(hashes[2 * i], hashes[2 * i + 1]);
    let count = 0;
    let found = null;
    for (let i = 0; i < layer.size; i++) {
      const start = i * cells;
      const blank = layer.blanks[i];
      for (let direction = 0; direction < 4; direction++) {
        const cell = neighbours[4 * blank + direction];
        if (cell === NO_CELL || (direction ^ 1) === layer.came[i]) continue;
        const tile = boards[start + cell];
        let at = values.row(blank, direction, tile);
        let value = layer.values[i];
        for (let x = start; x < start + cells; x++, at += cells) value += rows[at + boards[x]];
        this.generated++;
        if (value > most) continue;
        const [from, to] = [2 * (tile * cells + cell), 2 * (tile * cells + blank)];
        const low = (hashes[2 * i] ^ random[from] ^ random[to]) >>> 0;
        const high = (hashes[2 * i + 1] ^ random[from + 1] ^ random[to + 1]) >>> 0;
        if (reached.has(low, high) || !made.add(low, high)) continue;
        const origin = 4 * i + direction;
        if (low === goalLow && high === goalHigh) found = origin;
        children.values[count] = value;
        children.hashes[2 * count] = low;
        children.hashes[2 * count + 1] = high;
        children.origins[count] = origin;
        children.cells[count++] = cell;
      }
    }
    this.expanded += layer.size;
    return [count, found];
  }

  /**
   * Make the next layer of the best children, in the order in which they were made.
   * @param {number} count
   * @returns {number | null} the worst value in it; null if it is not full
   */
  #select(count) {
    const { children, after, width } = this;
    const { cells } = this.values;
    const [least, cut, room] = this.#cut(count);
    const kept = new Int32Array(Math.min(count, width));
    const places = new Int32Array(cells + 1);
    let survivors = 0;
    let left = room;
    for (let record = 0; record < count; record++) {
      const bin = Math.min(children.values[record] - least, BINS - 1);
      if (bin > cut || (bin === cut && left-- <= 0)) continue;
      kept[survivors++] = record;
      places[children.cells[record] + 1]++;
    }
    for (let cell = 0; cell < cells; cell++) places[cell + 1] += places[cell];
    const origins = new Int32Array(survivors);
    let worst = least;
    for (const record of kept.subarray(0, survivors)) {
      worst = Math.max(worst, children.values[record]);
      this.#survive(record, places[children.cells[record]]++, origins);
    }
    after.size = survivors;
    this.#origins.push(origins);
    return survivors === width ? worst : null;
  }

  /**
   * @param {number} record
   * @param {number} place
   * @param {Int32Array} origins
   */
  #survive(record, place, origins) {
    const { children, layer, after } = this;
    const { cells } = this.values;
    const origin = children.origins[record];
    const [parent, cell] = [origin >> 2, children.cells[record]];
    after.boards.set(layer.boards.subarray(parent * cells, (parent + 1) * cells), place * cells);
    after.boards[place * cells + layer.blanks[parent]] = layer.boards[parent * cells + cell];
    after.boards[place * cells + cell] = 0;
    after.blanks[place] = cell;
    after.came[place] = origin & 3;
    after.values[place] = children.values[record];
    after.hashes[2 * place] = children.hashes[2 * record];
    after.hashes[2 * place + 1] = children.hashes[2 * record + 1];
    origins[place] = origin;
  }

  /**
   * Where the best `width` of so many children end.
   * @param {number} count
   * @returns {[number, number, number]} the least value, the last bin, and how many of it survive
   */
  #cut(count) {
    const { bins, width } = this;
    const { values } = this.children;
    let least = values[0];
    for (let record = 1; record < count; record++) least = Math.min(least, values[record]);
    if (count <= width) return [least, BINS - 1, count];
    bins.fill(0);
    for (let record = 0; record < count; record++) bins[Math.min(values[record] - least, BINS - 1)]++;
    let [bin, room] = [0, width];
    while (bins[bin] < room) room -= bins[bin++];
    return [least, bin, room];
  }

  /**
   * @param {number} origin
   * @returns {string} the moves to a child of the last layer
   */
  #path(origin) {
    let letters = LETTERS[origin & 3];
    let parent = origin >> 2;
    for (let depth = this.#origins.length - 1; depth >= 0; depth--) {
      const from = this.#origins[depth][parent];
      letters = LETTERS[from & 3] + letters;
      parent = from >> 2;
    }
    return letters;
  }
}

/**
 * The value above which a child would hardly survive; once three layers were full.
 * @param {number[]} cuts
 */
function threshold(cuts) {
  if (cuts.length < 3) return Infinity;
  const [earlier, before, last] = cuts;
  return last + Math.max(last - before, before - earlier) + SLACK;
}
