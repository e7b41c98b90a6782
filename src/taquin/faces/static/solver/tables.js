/**
 * The partition of a kind of goal into patterns, and their tables.
 * Its twin: taquin/heuristics/patterns/partition.py.
 */
import { Tables } from "./ida.js";
import { Layout } from "./patterns.js";

const UNREACHED = 255;

/** Larger boards get no tables: a mask cannot number their cells, and there are too many entries. */
export const LARGEST = 25;

/** @typedef {import("./frame.js").Frame} Frame */

/** Bytes for an entry, with what is needed meanwhile: where the blank is soon shut in, and on wide boards. */
const CRAMPED = 2.7;
const WIDE = 1.9;

// Those of Python's 6-6-3, turned by half a turn: docs/decisions/0011-pattern-databases.md.
const CHOSEN = new Map([
  ["4x4-15", ["4 5 8 9 12 13", "3 6 7 10 11 14", "0 1 2"]],
  ["4x4-14", ["0 4 5 8 9 12", "6 7 10 11 13 15", "1 2 3"]],
  ["4x4-10", ["4 5 8 9 12 13", "3 6 7 11 14 15", "0 1 2"]],
]);

// Those of Python's 7-7-1, turned in the same way, for tables with one bit an entry: 35 MB.
const LARGER = new Map([
  ["4x4-15", ["0 1 4 5 8 9 13", "2 3 6 7 10 11 14", "12"]],
  ["4x4-14", ["0 1 4 5 8 9 12", "2 3 6 7 10 11 13", "15"]],
  ["4x4-10", ["0 1 4 5 8 9 13", "2 3 6 7 11 14 15", "12"]],
]);
// Sizes whose tiles are seven at one end, seven at the other, and one between if there is: 21 and 42 MB.
const ENDS = ["5x3", "8x2"];

/**
 * @param {Frame} frame
 * @returns {number[][] | null} the parts of a partition whose tables are worth making in the background
 */
export function largerPartition(frame) {
  const { width, height, blank, key } = frame;
  const chosen = LARGER.get(key);
  if (chosen) return chosen.map(homesOf);
  if (!ENDS.includes(`${width}x${height}`)) return null;
  const homes = byColumns(width, height).filter((cell) => cell !== blank);
  const parts = [homes.slice(0, 7), homes.slice(-7), homes.slice(7, -7)];
  return parts.filter((part) => part.length > 0).map(ascending);
}

/** @param {string} text */
const homesOf = (text) => text.split(" ").map(Number);

/** @param {number[]} homes */
const ascending = (homes) => homes.sort((a, b) => a - b);

/**
 * The memory that tables need while they are made, from above.
 * @param {Frame} frame
 * @param {boolean} bits  whether they have one bit an entry
 * @returns {number} bytes
 */
export function tableBytes(frame, bits) {
  const cells = frame.width * frame.height;
  let entries = 0;
  for (const { length } of partition(frame)) {
    let product = 1;
    for (let tile = 0; tile < length; tile++) product *= cells - tile;
    entries += product;
  }
  // So many regions of the blank a set of cells has on average; and so much is needed besides the tables.
  if (bits) return (entries * CRAMPED) / 8 + 3_500_000;
  return entries * (frame.height === 2 || cells <= 16 ? CRAMPED : WIDE) + 1_000_000;
}

/**
 * Homes of the tiles of each pattern, in ascending order.
 * @param {Frame} frame
 * @returns {number[][]}
 */
export function partition(frame) {
  const { width, height, blank } = frame;
  const chosen = CHOSEN.get(frame.key);
  if (chosen) return chosen.map(homesOf);
  const size = width * height <= 16 ? 6 : 5;
  const homes = inStrips(width, height).filter((cell) => cell !== blank);
  const parts = [];
  for (let at = 0; at < homes.length; at += size) {
    parts.push(ascending(homes.slice(at, at + size)));
  }
  return parts;
}

/**
 * All cells, back and forth along strips two rows high, the last one three if the height is odd.
 * @param {number} width
 * @param {number} height
 * @returns {number[]}
 */
function inStrips(width, height) {
  const order = [];
  for (let top = 0, back = false; top < height; back = !back) {
    const rows = height - top === 3 ? 3 : Math.min(2, height - top);
    for (let i = 0; i < width; i++) {
      for (let row = top; row < top + rows; row++) {
        order.push(row * width + (back ? width - 1 - i : i));
      }
    }
    top += rows;
  }
  return order;
}

/**
 * All cells, down one column after another.
 * @param {number} width
 * @param {number} height
 * @returns {number[]}
 */
function byColumns(width, height) {
  return Array.from({ length: width * height }, (_, i) => (i % height) * width + Math.floor(i / height));
}

/**
 * A layout and its steps for each size of a pattern; yields between them.
 * @template {{steps: () => any}} L
 * @param {number[][]} parts
 * @param {(k: number) => L} made a layout of patterns of k tiles
 * @returns {Generator<void, Record<number, {layout: L, steps: ReturnType<L["steps"]>}>, void>}
 */
export function* layoutsOf(parts, made) {
  /** @type {Record<number, {layout: L, steps: ReturnType<L["steps"]>}>} */
  const layouts = {};
  for (const { length } of parts) {
    if (length in layouts) continue;
    const layout = made(length);
    yield;
    layouts[length] = { layout, steps: layout.steps() };
    yield;
  }
  return layouts;
}

/**
 * Build the tables of a kind of goal; yields regularly so that the thread can receive messages.
 * @param {Frame} frame
 * @returns {Generator<void, Tables, void>}
 */
export function* buildTables(frame) {
  if (frame.width * frame.height > LARGEST) {
    throw new RangeError(
      `${frame.width}x${frame.height} has more than ${LARGEST} cells. Ask the server instead.`,
    );
  }
  const parts = partition(frame);
  const layouts = yield* layoutsOf(parts, (k) => new Layout(frame.width, frame.height, k));
  const patterns = [];
  for (const part of parts) {
    const { layout, steps } = layouts[part.length];
    const homes = part.reduce((mask, cell) => mask | (1 << cell), 0);
    patterns.push({ layout, homes, table: yield* buildTable(layout, steps, homes, frame.blank) });
  }
  return new Tables(frame, patterns);
}

/**
 * Fill the table of one pattern, level by level from the goal; yields regularly so that the thread
 * can receive messages. The levels are bit sets, one bit per arrangement: most moves lead to the same
 * arrangements of another block and copy whole words of them.
 * @param {Layout} layout
 * @param {import("./patterns.js").Steps} moves those of the layout
 * @param {number} homes mask of the pattern's homes
 * @param {number} blank home of the blank
 * @returns {Generator<void, Uint8Array, void>}
 */
function* buildTable(layout, moves, homes, blank) {
  const { arrangements, blocks } = layout;
  const level = new Level(layout, moves);
  const start = layout.blockOf[layout.numbers.of(homes) * layout.cells + blank];
  level.coming[start * level.words] = 1;
  let reached = new Uint8Array(blocks);
  reached[start] = 1;
  const table = new Uint8Array(blocks * arrangements).fill(UNREACHED);
  for (let distance = 0, more = true; more; distance++) {
    more = false;
    for (let block = 0; block < blocks; block++) {
      if ((block & 4095) === 4095) yield;
      if (!reached[block]) continue;
      const count = level.settle(block, table, distance);
      if (count) more = true;
      else reached[block] = 0;
    }
    const next = new Uint8Array(blocks);
    for (let block = 0; block < blocks; block++) {
      if ((block & 1023) === 1023) yield;
      if (reached[block]) level.spread(block, next);
    }
    reached = next;
  }
  return table;
}

/** The entries at one distance, block by block, and those found for the next distance. */
class Level {
  /**
   * @param {Layout} layout
   * @param {import("./patterns.js").Steps} moves
   */
  constructor(layout, moves) {
    this.layout = layout;
    this.moves = moves;
    this.words = (layout.arrangements + 31) >>> 5;
    this.current = new Int32Array(layout.blocks * this.words);
    this.coming = new Int32Array(layout.blocks * this.words);
    this.seen = new Int32Array(layout.blocks * this.words);
    /** How many entries of a block have no distance yet. */
    this.left = new Uint16Array(layout.blocks).fill(layout.arrangements);
    this.found = new Uint16Array(layout.arrangements);
  }

  /**
   * Give a block's new entries their distance and make them current.
   * @param {number} block
   * @param {Uint8Array} table
   * @param {number} distance
   * @returns {number} how many there are
   */
  settle(block, table, distance) {
    const { words, current, coming, seen, layout } = this;
    const base = block * words;
    let count = 0;
    for (let i = 0; i < words; i++) {
      let fresh = coming[base + i] & ~seen[base + i];
      coming[base + i] = 0;
      current[base + i] = fresh;
      seen[base + i] |= fresh;
      const entry = block * layout.arrangements + (i << 5);
      while (fresh) {
        table[entry + 31 - Math.clz32(fresh & -fresh)] = distance;
        fresh &= fresh - 1;
        count++;
      }
    }
    this.left[block] -= count;
    return count;
  }

  /**
   * Mark what lies one move from a block's current entries.
   * @param {number} block
   * @param {Uint8Array} next receives the blocks reached
   */
  spread(block, next) {
    const { moves, words, current, coming, left, found } = this;
    const { map } = this.layout;
    const base = block * words;
    const last = moves.first[block + 1];
    let count = -1;
    for (let m = moves.first[block]; m < last; m++) {
      const to = moves.to[m];
      if (!left[to]) continue;
      next[to] = 1;
      const target = to * words;
      const offset = moves.map[m];
      if (offset < 0) {
        for (let i = 0; i < words; i++) coming[target + i] |= current[base + i];
        continue;
      }
      if (count < 0) count = this.#unpack(base);
      for (let i = 0; i < count; i++) {
        const bit = map[offset + found[i]];
        coming[target + (bit >>> 5)] |= 1 << bit;
      }
    }
  }

  /**
   * @param {number} base where a block's words begin
   * @returns {number} how many current entries it has: their arrangements are in `found`
   */
  #unpack(base) {
    const { words, current, found } = this;
    let count = 0;
    for (let i = 0; i < words; i++) {
      for (let rest = current[base + i]; rest; rest &= rest - 1) {
        found[count++] = (i << 5) + 31 - Math.clz32(rest & -rest);
      }
    }
    return count;
  }
}
