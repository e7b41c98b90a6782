/**
 * IDA* (Korf 1985) over pattern tables with one bit an entry, looked up for the board and for its mirror
 * image. Its stack lies in the tables' memory, so that a search can pause after any number of nodes.
 */
import { arrangementOf } from "./bitlayout.js";
import * as at from "./bitmemory.js";
import { mirrorsFixing, turnCell } from "./frame.js";
import { bitCount } from "./sets.js";

/** @typedef {import("./bitlayout.js").BitLayout} BitLayout */
/** @typedef {import("./bitlayout.js").BlockSteps} BlockSteps */
/** @typedef {import("./bitmemory.js").BitMemory} BitMemory */
/** @typedef {import("./bitmemory.js").Kernel} Kernel */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./ida.js").Outcome} Outcome */
/** @typedef {{layout: BitLayout, steps: BlockSteps, homes: number[], table: number}} BitPattern */

const LETTERS = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const OUTCOMES = /** @type {const} */ (["paused", "found", "exhausted"]);
const FAR = 0x7fffffff;

/** Tables, the memory they are in, and the loops over them. */
export class BitTables {
  /** Whose search the memory holds. @type {BitSearch | null} */
  #holder = null;

  /**
   * @param {Frame} frame
   * @param {BitMemory} memory
   * @param {Kernel} kernel
   * @param {BitPattern[]} patterns
   * @param {Uint8Array} moves the automaton of moves
   */
  constructor(frame, memory, kernel, patterns, moves) {
    const { width, height, blank } = frame;
    this.memory = memory;
    this.kernel = kernel;
    this.patterns = patterns;
    this.blank = blank;
    this.cells = width * height;
    const [mirror] = mirrorsFixing(width, height, blank);
    /** Cell → mirrored cell; null where no reflection keeps the goal's blank in place. */
    this.mirror = mirror
      ? Uint8Array.from({ length: this.cells }, (_, cell) => turnCell(mirror, width, height, cell))
      : null;
    const automaton = memory.put(moves);
    for (const pattern of patterns) this.#describe(pattern);
    const bytes = new Uint8Array(memory.buffer);
    bytes.fill(at.NONE, at.ADJACENT, at.GROUP);
    for (let cell = 0; cell < this.cells; cell++) {
      const [row, column] = [Math.floor(cell / width), cell % width];
      LETTERS.forEach(([down, right], letter) => {
        const inside = row + down >= 0 && row + down < height && column + right >= 0 && column + right < width;
        if (inside) bytes[at.ADJACENT + cell * 4 + letter] = cell + down * width + right;
      });
      bytes[at.MIRROR + cell] = this.mirror ? this.mirror[cell] : cell;
    }
    patterns.forEach(({ homes }, p) => homes.forEach((home) => (bytes[at.GROUP + home] = p)));
    const words = new Uint32Array(memory.buffer);
    words[at.MIRRORED >> 2] = Number(this.mirror !== null);
    words[at.MOVES >> 2] = automaton;
  }

  /** @param {BitPattern} pattern */
  #describe({ layout, table }) {
    const { memory } = this;
    const p = this.patterns.findIndex((pattern) => pattern.table === table);
    const { low, high } = halves(layout);
    const maps = layout.allMaps();
    const record = [
      layout.k, table, layout.blocks, memory.put(low), memory.put(high), memory.put(layout.regions),
      memory.put(maps), layout.cosets.length,
    ];
    new Uint32Array(memory.buffer).set(record, (at.PATTERNS + p * at.PATTERN) >> 2);
  }

  /**
   * @param {ArrayLike<number>} view the board as Frame.view gives it
   * @returns {BitSearch}
   */
  search(view) {
    return new BitSearch(this, view);
  }

  /**
   * Let a search have the memory; the one that had it keeps a copy of its state.
   * @param {BitSearch} search
   */
  lend(search) {
    if (this.#holder === search) return;
    this.#holder?.leave(this.state());
    this.#holder = search;
    search.enter(this.state());
  }

  /** @returns {Uint8Array} the part of the memory that a search changes */
  state() {
    return new Uint8Array(this.memory.buffer, at.SEARCH, at.SEARCH_END - at.SEARCH);
  }

  /**
   * @param {number} p which pattern
   * @param {number[]} cells the home of the tile on each cell
   * @returns {[number, number]} the two halves of its word
   */
  word(p, cells) {
    const { layout, homes } = this.patterns[p];
    const blank = cells.indexOf(this.blank);
    const items = cells.filter((home) => homes.includes(home));
    const mask = items.reduce((sum, home) => sum | (1 << cells.indexOf(home)), 0);
    const order = arrangementOf(layout, items, homes);
    return [mask | (order << 16), this.#walk(p, layout.blockOf(mask, blank), order)];
  }

  /**
   * The distance of an entry: the bits give it up to a multiple of four, and lead to the goal.
   * @param {number} p
   * @param {number} block
   * @param {number} order
   * @returns {number}
   */
  #walk(p, block, order) {
    const { layout, steps, homes, table } = this.patterns[p];
    const bytes = new Uint8Array(this.memory.buffer);
    const goal = layout.blockOf(homes.reduce((mask, home) => mask | (1 << home), 0), this.blank);
    const home = arrangementOf(layout, homes, homes);
    const second = (/** @type {number} */ there, /** @type {number} */ which) =>
      (bytes[table + (which >> 3) * layout.blocks + there] >> (which & 7)) & 1;
    const parity = layout.parities;
    let [here, which, distance] = [block, order, 0];
    let four = (parity[here] ^ parity[goal]) | (second(here, which) << 1);
    while (here !== goal || which !== home) {
      four = (four + 3) & 3;
      for (let step = steps.first[here]; ; step++) {
        const number = steps.map[step];
        const after = number < 0 ? which : turnedBy(layout, number, which);
        if (second(steps.to[step], after) !== four >> 1) continue;
        [here, which] = [steps.to[step], after];
        break;
      }
      distance++;
    }
    return distance;
  }
}

/**
 * @param {BitLayout} layout
 * @param {number} number of a map
 * @param {number} order
 * @returns {number}
 */
function turnedBy(layout, number, order) {
  const map = /** @type {Uint16Array} */ (layout.maps[number]);
  return map[order >> 3] ^ (order & 7);
}

/**
 * The numbers of sets by two tables of 256, as the loops look them up.
 * @param {BitLayout} layout
 * @returns {{low: Uint16Array, high: Uint16Array}}
 */
function halves({ cells, k, numbers, sets }) {
  const low = new Uint16Array(256);
  const high = new Uint16Array((k + 1) * 256);
  for (const mask of sets) {
    const below = mask & 255;
    low[below] = numbers.of(below);
    high[(bitCount(below) << 8) | (mask >> 8)] = numbers.of(mask) - numbers.of(below);
  }
  return { low, high };
}

/** One board being searched. `nodes` counts generated nodes over all contours. */
export class BitSearch {
  /** What the memory holds of this search, kept while another has it. */
  #state = new Uint8Array(at.SEARCH_END - at.SEARCH);

  /**
   * @param {BitTables} tables
   * @param {ArrayLike<number>} view the board as Frame.view gives it
   */
  constructor(tables, view) {
    this.tables = tables;
    const { mirror, patterns } = tables;
    const cells = Array.from(view);
    const image = mirror && cells.map((_, cell) => mirror[cells[mirror[cell]]]);
    const words = new Int32Array(this.#state.buffer);
    this.#state.set(cells, at.CELLS - at.SEARCH);
    [cells, image].forEach((seen, view) => {
      if (!seen) return;
      patterns.forEach((_, p) => {
        const place = (at.WORDS - at.SEARCH + view * at.VIEW + p * 8) >> 2;
        const [placed, distance] = tables.word(p, seen);
        words.set([placed, distance], place);
        words[3 + view] += distance;
      });
    });
    this.#state[at.FRAMES - at.SEARCH] = cells.indexOf(tables.blank);
    this.#state[at.FRAMES - at.SEARCH + 4] = at.UNEXPANDED;
    this.estimated = Math.max(words[3], words[4]);
    /** Moves allowed in the present contour: proved to be a lower bound, until raised by hand. */
    this.bound = this.estimated;
    /** The smallest f met above the bound. */
    this.above = Infinity;
    this.depth = 0;
    this.nodes = 0;
  }

  /** @returns {number} a lower bound on the moves of the board */
  estimate() {
    return this.estimated;
  }

  /**
   * Continue the present contour.
   * @param {number} budget nodes after which to pause
   * @returns {Outcome} found: the stack holds a solution of at most `bound` moves;
   *   exhausted: there is none, and the search is back at its start
   */
  run(budget) {
    this.tables.lend(this);
    const { buffer } = this.tables.memory;
    const words = new Int32Array(buffer, at.SEARCH, 6);
    words[1] = this.bound;
    words[2] = Math.min(this.above, FAR);
    const outcome = OUTCOMES[this.tables.kernel.run(budget)];
    this.depth = words[0];
    this.above = words[2] === FAR ? Infinity : words[2];
    this.nodes = new Float64Array(buffer, at.SEARCH + 24, 1)[0];
    return outcome;
  }

  /** Begin the next contour. */
  deepen() {
    this.bound = this.above;
    this.above = Infinity;
  }

  /** @returns {number[]} cells of the blank along the present path, its start first */
  path() {
    this.tables.lend(this);
    const state = this.tables.state();
    return Array.from({ length: this.depth + 1 }, (_, i) => state[at.FRAMES - at.SEARCH + i * at.FRAME]);
  }

  /** @param {Uint8Array} state the memory that is to hold this search */
  enter(state) {
    state.set(this.#state);
  }

  /** @param {Uint8Array} state the memory that holds this search */
  leave(state) {
    this.#state.set(state);
  }
}
