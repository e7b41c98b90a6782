/**
 * IDA* (Korf 1985) over additive pattern tables, looked up for the board and for its mirror image.
 * Its stack is explicit, so that a search can pause after any number of nodes.
 */
import { mirrorsFixing, neighbours, turnCell } from "./frame.js";
import { placeAfter, orderNumber } from "./patterns.js";

/** @typedef {"found" | "exhausted" | "paused"} Outcome */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./patterns.js").Layout} Layout */
/** @typedef {{layout: Layout, table: Uint8Array, homes: number}} Pattern */

// No board of up to 25 cells is known to need this many moves.
const DEEPEST = 400;

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

  /**
   * @param {ArrayLike<number>} view the board as Frame.view gives it
   * @returns {Search}
   */
  search(view) {
    return new Search(this, view);
  }
}

/** The patterns' view of a board, kept up to date move by move. */
class Look {
  /**
   * @param {Tables} tables
   * @param {ArrayLike<number>} view
   */
  constructor(tables, view) {
    const count = tables.patterns.length;
    this.patterns = tables.patterns;
    this.group = tables.group;
    this.sets = new Int32Array(count);
    this.orders = new Int32Array(count);
    this.values = new Int32Array(count);
    this.sum = 0;
    this.saved = new Int32Array(DEEPEST * 4);
    const cells = Array.from(view);
    const blank = cells.indexOf(tables.blank);
    this.patterns.forEach(({ layout, table, homes }, p) => {
      const inside = cells.filter((home) => (homes >>> home) & 1);
      const set = inside.reduce((mask, home) => mask | (1 << cells.indexOf(home)), 0);
      this.sets[p] = set;
      this.orders[p] = orderNumber(inside);
      this.values[p] = table[layout.entry(set, blank, this.orders[p])];
      this.sum += this.values[p];
    });
    // The move last tried, for take().
    this.pattern = 0;
    this.set = 0;
    this.order = 0;
    this.value = 0;
  }

  /**
   * @param {number} tile its home
   * @param {number} from
   * @param {number} to
   * @returns {number} the bound after that move
   */
  try(tile, from, to) {
    const p = this.group[tile];
    const { layout, table } = this.patterns[p];
    const before = this.sets[p];
    const after = before ^ (1 << from) ^ (1 << to);
    let order = this.orders[p];
    const gap = from - to;
    if (gap > 1 || gap < -1) order = placeAfter(layout, before, after, from, to, order);
    this.pattern = p;
    this.set = after;
    this.order = order;
    this.value = table[layout.entry(after, from, order)];
    return this.sum + this.value - this.values[p];
  }

  /**
   * Make the move last tried.
   * @param {number} depth
   */
  take(depth) {
    const { pattern: p, saved } = this;
    const at = depth * 4;
    saved[at] = p;
    saved[at + 1] = this.sets[p];
    saved[at + 2] = this.orders[p];
    saved[at + 3] = this.values[p];
    this.sum += this.value - this.values[p];
    this.sets[p] = this.set;
    this.orders[p] = this.order;
    this.values[p] = this.value;
  }

  /** @param {number} depth */
  undo(depth) {
    const { saved } = this;
    const at = depth * 4;
    const p = saved[at];
    this.sum += saved[at + 3] - this.values[p];
    this.sets[p] = saved[at + 1];
    this.orders[p] = saved[at + 2];
    this.values[p] = saved[at + 3];
  }
}

/** One board being searched. `nodes` counts generated nodes over all contours. */
export class Search {
  /**
   * @param {Tables} tables
   * @param {ArrayLike<number>} view the board as Frame.view gives it
   */
  constructor(tables, view) {
    this.tables = tables;
    this.cells = Uint8Array.from(view);
    this.plain = new Look(tables, view);
    const { mirror } = tables;
    this.mirrored = mirror ? new Look(tables, mirrorImage(view, mirror)) : null;
    this.blanks = new Int16Array(DEEPEST);
    this.blanks[0] = this.cells.indexOf(tables.blank);
    this.turns = new Uint8Array(DEEPEST);
    this.depth = 0;
    this.nodes = 0;
    /** Moves allowed in the present contour: proved to be a lower bound, until raised by hand. */
    this.bound = this.estimate();
    /** The smallest f met above the bound. */
    this.above = Infinity;
  }

  /** @returns {number} a lower bound on the moves left from the current node */
  estimate() {
    return Math.max(this.plain.sum, this.mirrored ? this.mirrored.sum : 0);
  }

  /**
   * Continue the present contour.
   * @param {number} budget nodes after which to pause
   * @returns {Outcome} found: the stack holds a solution of at most `bound` moves;
   *   exhausted: there is none, and the search is back at its start
   */
  run(budget) {
    if (this.depth + this.estimate() > this.bound) {
      this.above = Math.min(this.above, this.depth + this.estimate());
      return "exhausted";
    }
    if (this.plain.sum === 0) return "found";
    const { adjacent } = this.tables;
    const { blanks, turns } = this;
    const stop = this.nodes + budget;
    for (;;) {
      const blank = blanks[this.depth];
      const turn = turns[this.depth];
      const from = turn < 4 ? adjacent[blank * 4 + turn] : -1;
      if (from < 0) {
        turns[this.depth] = 0;
        if (this.depth === 0) return "exhausted";
        this.#back();
      } else if (this.depth > 0 && from === blanks[this.depth - 1]) {
        turns[this.depth]++;
      } else {
        if (this.nodes === stop) return "paused";
        turns[this.depth]++;
        this.nodes++;
        if (this.#forward(from, blank) && this.plain.sum === 0) return "found";
      }
    }
  }

  /**
   * @param {number} from
   * @param {number} blank
   * @returns {boolean} whether the move stays within the bound, and is made
   */
  #forward(from, blank) {
    const tile = this.cells[from];
    const depth = this.depth + 1;
    let f = depth + this.plain.try(tile, from, blank);
    if (f <= this.bound && this.mirrored) {
      const mirror = /** @type {Uint8Array} */ (this.tables.mirror);
      const other = depth + this.mirrored.try(mirror[tile], mirror[from], mirror[blank]);
      if (other > f) f = other;
    }
    if (f > this.bound) {
      if (f < this.above) this.above = f;
      return false;
    }
    this.plain.take(depth);
    if (this.mirrored) this.mirrored.take(depth);
    this.cells[blank] = tile;
    this.cells[from] = this.tables.blank;
    this.depth = depth;
    this.blanks[depth] = from;
    this.turns[depth] = 0;
    return true;
  }

  #back() {
    const blank = this.blanks[this.depth];
    const previous = this.blanks[this.depth - 1];
    this.cells[blank] = this.cells[previous];
    this.cells[previous] = this.tables.blank;
    this.plain.undo(this.depth);
    if (this.mirrored) this.mirrored.undo(this.depth);
    this.depth--;
  }

  /** Begin the next contour. */
  deepen() {
    this.bound = this.above;
    this.above = Infinity;
  }

  /** @returns {number[]} cells of the blank along the present path, its start first */
  path() {
    return Array.from(this.blanks.subarray(0, this.depth + 1));
  }
}

/**
 * @param {ArrayLike<number>} view
 * @param {Uint8Array} mirror
 * @returns {Uint8Array}
 */
function mirrorImage(view, mirror) {
  const image = new Uint8Array(view.length);
  for (let cell = 0; cell < view.length; cell++) image[mirror[cell]] = mirror[view[cell]];
  return image;
}
