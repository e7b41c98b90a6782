/**
 * Which patterns a kind of goal is cut into, and their tables.
 */
import { mirrorsFixing, neighbours, turnCell } from "./frame.js";
import { Layout } from "./patterns.js";

const UNREACHED = 255;

/** Larger boards get no tables: more cells than a mask can number, and too many entries. */
export const LARGEST = 25;

/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {{layout: Layout, table: Uint8Array, homes: number}} Pattern */

// Beside the first column and the last row: on the first forty of Korf's boards 17.9 million nodes,
// where two blocks of 2x3 and a row take 27.1 million.
const CHOSEN = new Map([
  ["4x4-15", ["0 4 5 8 9 12", "6 7 10 11 13 14", "1 2 3"]],
  ["4x4-14", ["0 4 5 8 9 12", "6 7 10 11 13 15", "1 2 3"]],
  ["4x4-10", ["0 4 5 8 9 12", "6 7 11 13 14 15", "1 2 3"]],
]);

/**
 * Homes of the tiles of each pattern, in rising order.
 * @param {Frame} frame
 * @returns {number[][]}
 */
export function partition(frame) {
  const { width, height, blank } = frame;
  const chosen = CHOSEN.get(frame.key);
  if (chosen) return chosen.map((text) => text.split(" ").map(Number));
  const size = width * height <= 16 ? 6 : 5;
  const homes = inStrips(width, height).filter((cell) => cell !== blank);
  const parts = [];
  for (let at = 0; at < homes.length; at += size) {
    parts.push(homes.slice(at, at + size).sort((a, b) => a - b));
  }
  return parts;
}

/**
 * All cells, to and fro along strips two rows high, the last one three if the height is odd.
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

/** The tables of one kind of goal, and the board they are for. */
export class Tables {
  /**
   * @param {Frame} frame
   * @param {Pattern[]} patterns
   */
  constructor(frame, patterns) {
    const { width, height, blank } = frame;
    this.patterns = patterns;
    this.blank = blank;
    this.cells = width * height;
    const near = neighbours(width, height);
    /** For each cell the up to four cells a tile can come from, -1 behind them. */
    this.adjacent = Int8Array.from({ length: this.cells * 4 }, (_, i) => {
      const found = near[i >> 2][i & 3];
      return found ? found.cell : -1;
    });
    /** Home → its pattern. */
    this.group = new Uint8Array(this.cells);
    patterns.forEach(({ homes }, p) => {
      for (let cell = 0; cell < this.cells; cell++) if ((homes >>> cell) & 1) this.group[cell] = p;
    });
    const [mirror] = mirrorsFixing(width, height, blank);
    /** Cell → mirrored cell; null where no reflection keeps the goal's blank in place. */
    this.mirror = mirror
      ? Uint8Array.from({ length: this.cells }, (_, cell) => turnCell(mirror, width, height, cell))
      : null;
  }
}

/**
 * Build the tables of a kind of goal; yields now and then so that the thread can listen.
 * @param {Frame} frame
 * @returns {Generator<void, Tables, void>}
 */
export function* buildTables(frame) {
  if (frame.width * frame.height > LARGEST) {
    throw new RangeError(
      `${frame.width}x${frame.height} has more than ${LARGEST} cells. Ask the server instead.`,
    );
  }
  const layouts = new Map();
  const patterns = [];
  for (const part of partition(frame)) {
    if (!layouts.has(part.length)) {
      const layout = new Layout(frame.width, frame.height, part.length);
      yield;
      layouts.set(part.length, { layout, steps: layout.steps() });
      yield;
    }
    const { layout, steps } = layouts.get(part.length);
    const homes = part.reduce((mask, cell) => mask | (1 << cell), 0);
    patterns.push({ layout, homes, table: yield* buildTable(layout, steps, homes, frame.blank) });
  }
  return new Tables(frame, patterns);
}

/**
 * Fill the table of one pattern, level by level from the goal; yields now and then so that the
 * thread can listen.
 * @param {Layout} layout
 * @param {import("./patterns.js").Steps} moves those of the layout
 * @param {number} homes mask of the pattern's homes
 * @param {number} blank home of the blank
 * @returns {Generator<void, Uint8Array, void>}
 */
function* buildTable(layout, moves, homes, blank) {
  const { arrangements, blocks } = layout;
  const table = new Uint8Array(blocks * arrangements).fill(UNREACHED);
  const start = layout.blockOf[layout.numbers.of(homes) * layout.cells + blank];
  table[start * arrangements] = 0;
  let active = new Uint8Array(blocks);
  active[start] = 1;
  const found = new Uint16Array(arrangements);
  for (let level = 0, more = true; more; level++) {
    const next = new Uint8Array(blocks);
    more = false;
    for (let block = 0; block < blocks; block++) {
      if ((block & 1023) === 1023) yield;
      if (!active[block]) continue;
      const count = collect(table, block * arrangements, arrangements, level, found);
      const last = moves.first[block + 1];
      for (let m = moves.first[block]; m < last; m++) {
        const to = moves.to[m];
        const offset = moves.map[m];
        if (spread(table, to * arrangements, layout.map, offset, found, count, level + 1)) {
          next[to] = 1;
          more = true;
        }
      }
    }
    active = next;
  }
  return table;
}

/**
 * @param {Uint8Array} table
 * @param {number} base
 * @param {number} length
 * @param {number} level
 * @param {Uint16Array} found receives the arrangements at this level
 * @returns {number} how many
 */
function collect(table, base, length, level, found) {
  let count = 0;
  for (let i = 0; i < length; i++) if (table[base + i] === level) found[count++] = i;
  return count;
}

/**
 * @param {Uint8Array} table
 * @param {number} base
 * @param {Uint16Array} map
 * @param {number} offset
 * @param {Uint16Array} found
 * @param {number} count
 * @param {number} level
 * @returns {boolean} whether any entry was new
 */
function spread(table, base, map, offset, found, count, level) {
  let fresh = false;
  for (let i = 0; i < count; i++) {
    const at =
      base + map[offset + found[i]];
    if (table[at] === UNREACHED) {
      table[at] = level;
      fresh = true;
    }
  }
  return fresh;
}
