/**
 * Distances in pushes on boards where the tiles of a group are alike, for lower bounds.
 *
 * Pushes along rows and columns alternate in a shortest solution, so each state has two distances: of the
 * solutions that begin along its row, and along its column. The tiles in reading order, without the
 * blank, are a sequence that a push along a row does not change; by columns likewise. Each of the two tables
 * is ordered by the sequence that the next push does not change, so all children of a node are in one entry: four bits
 * for each cell of the blank, the distance modulo 16, which is enough since the parent's is known.
 * Its twin: taquin/kernels/patterns/relabelled.py.
 */

/** @typedef {import("./frame.js").Frame} Frame */

const GROUPS = 4;
/** Boards with more cells have sequences of more than 32 bits. */
const MOST_PUSHABLE = 16;
/** Bytes for a sequence while tables are made, in both orders: sixteen of them stay. */
const BUILDING = 28;
/** Sequences between two pauses. */
const SLICE = 1 << 14;

/**
 * Groups of the 15-puzzle by the blank's home, found by exchanging tiles: 20 MB, where Python's take 151 and prune
 * more.
 * @type {Record<number, string>}
 */
const FIFTEEN = { 10: "2222/1022/1303/3333", 14: "0222/2122/3133/3303", 15: "2022/2122/1333/3330" };

/**
 * Which tiles are alike: the group of the tile in each cell of the goal; of the blank any.
 * @param {number} width  not less than the height
 * @param {number} height
 * @param {number} blank
 * @returns {number[]}
 */
export function grouping(width, height, blank) {
  const cells = Array.from({ length: width * height }, (_, cell) => cell).filter((cell) => cell !== blank);
  const named = cells.length === 15 && width === height ? FIFTEEN[blank] : undefined;
  if (named) return Array.from(named.replaceAll("/", ""), Number);
  // Cut along the longer side.
  if (width > height) cells.sort((a, b) => (a % width) - (b % width) || a - b);
  const groups = new Array(width * height).fill(0);
  // Three groups of fourteen tiles take a sixteenth of the memory of four.
  const parts = cells.length > 13 ? 3 : GROUPS;
  for (let group = 0, next = 0; group < parts; group++) {
    const end = next + Math.floor((cells.length + parts - 1 - group) / parts);
    for (; next < end; next++) groups[cells[next]] = group;
  }
  return groups;
}

/**
 * The memory that the tables of a frame need while they are made.
 * @param {Frame} frame
 * @returns {number} bytes
 */
export function pushBytes({ width, height, blank }) {
  let sequences = 1;
  const sizes = new Array(GROUPS).fill(0);
  let tiles = 0;
  // The number of orders, one tile after another.
  grouping(width, height, blank).forEach((group, cell) => {
    if (cell !== blank) sequences = (sequences * ++tiles) / ++sizes[group];
  });
  return BUILDING * sequences + 3_000_000;
}

/**
 * The numbers of the sequences with given numbers of tiles of each group: the sum of what the first and the
 * second half look up in two small tables. A word has two bits for each tile, the first tile's lowest.
 */
export class Sequences {
  /** @param {number[]} sizes  of the groups, four of them */
  constructor(sizes) {
    const tiles = sizes.reduce((sum, size) => sum + size, 0);
    this.near = Math.floor(tiles / 2);
    const kinds = (/** @type {number} */ length) => {
      /** The halves with as many tiles of each group. @type {Map<number, number[]>} */
      const found = new Map();
      for (let word = 0; word < 4 ** length; word++) {
        let kind = 0;
        for (let tile = 0; tile < length; tile++) kind += 1 << (4 * ((word >> (2 * tile)) & 3));
        const alike = found.get(kind);
        if (alike) alike.push(word);
        else found.set(kind, [word]);
      }
      return found;
    };
    const whole = sizes.reduce((sum, size, group) => sum + (size << (4 * group)), 0);
    /** Number of the first sequence that begins with a half; -1 for none. */
    this.base = new Int32Array(4 ** this.near).fill(-1);
    /** Place of a second half among those like it. */
    this.local = new Uint16Array(4 ** (tiles - this.near));
    /** Second halves by first half. @type {Array<number[] | undefined>} */
    this.endings = new Array(4 ** this.near);
    const seconds = kinds(tiles - this.near);
    for (const words of seconds.values()) words.forEach((word, place) => (this.local[word] = place));
    for (const [kind, words] of kinds(this.near)) {
      const endings = seconds.get(whole - kind);
      for (const word of words) this.endings[word] = endings;
    }
    this.total = 0;
    for (let half = 0; half < this.base.length; half++) {
      const endings = this.endings[half];
      if (!endings) continue;
      this.base[half] = this.total;
      this.total += endings.length;
    }
  }

  /** @param {number} word */
  of(word) {
    return this.base[word & ((1 << (2 * this.near)) - 1)] + this.local[word >>> (2 * this.near)];
  }
}

/**
 * @param {ArrayLike<number>} groups  of the tiles of a sequence, in order
 * @returns {number}
 */
export function wordOf(groups) {
  return Array.from(groups).reduce((word, group, place) => word | (group << (2 * place)), 0);
}

/**
 * The number of each cell if cells are counted column by column.
 * @param {number} width
 * @param {number} height
 */
export function byColumns(width, height) {
  return Array.from({ length: width * height }, (_, cell) => (cell % width) * height + Math.floor(cell / width));
}

/** One order of the cells while the tables are built: by rows, or by columns. */
class Order {
  /**
   * @param {number[]} groups  of the goal's cells
   * @param {number} blank
   * @param {number[]} other  each cell's number in the other order
   * @param {number} line  cells of a line
   * @param {number[]} order  the cells in this order
   * @param {Sequences} shape
   */
  constructor(groups, blank, other, line, order, shape) {
    const cells = other.length;
    this.other = Uint8Array.from(other);
    /** Sets of the blank's cells whose next push is along a line of this order; a bit for each cell. */
    this.frontier = new Uint16Array(shape.total);
    /** The new states, in the other order. */
    this.target = new Uint16Array(shape.total);
    this.reached = new Uint16Array(shape.total);
    /** Four bits for each cell: eight cells, then the others. */
    this.codes = new Uint32Array(2 * shape.total);
    this.step = stepsOf(cells, line);
    this.turn = turnOf(other);
    const goal = shape.of(wordOf(order.filter((cell) => cell !== blank).map((cell) => groups[cell])));
    this.frontier[goal] = this.reached[goal] = 1 << order.indexOf(blank);
  }
}

/**
 * For each set of the blank's cells, those after a push along a line.
 * @param {number} cells
 * @param {number} line
 */
function stepsOf(cells, line) {
  const whole = (1 << line) - 1;
  return Uint16Array.from({ length: 1 << cells }, (_, set) => {
    let after = 0;
    for (let begin = 0; begin < cells; begin += line) {
      const part = (set >> begin) & whole;
      if (part) after |= (part & (part - 1) ? whole : whole ^ part) << begin;
    }
    return after;
  });
}

/**
 * The words of a board's groups in the other order, four cells at a time.
 * @param {number[]} other
 */
function turnOf(other) {
  const table = new Int32Array(4 * 256);
  other.forEach((place, cell) => {
    for (let byte = 0; byte < 256; byte++) {
      table[256 * (cell >> 2) + byte] |= ((byte >> (2 * (cell & 3))) & 3) << (2 * place);
    }
  });
  return table;
}

/** A 1 in the four bits of each of eight cells. */
const SPREAD = Uint32Array.from({ length: 256 }, (_, set) => {
  let word = 0;
  for (let cell = 0; cell < 8; cell++) word |= ((set >> cell) & 1) << (4 * cell);
  return word;
});

/** Finished tables of a frame. */
export class PushTables {
  /** @param {Frame} frame of up to 16 cells */
  constructor({ width, height, blank }) {
    if (width * height > MOST_PUSHABLE) {
      const cells = width * height;
      throw new RangeError(`${width}x${height} has ${cells} cells; tables for pushes cover at most ${MOST_PUSHABLE}.`);
    }
    this.width = width;
    this.height = height;
    this.blank = blank;
    this.groups = grouping(width, height, blank);
    const sizes = new Array(GROUPS).fill(0);
    this.groups.forEach((group, cell) => (sizes[group] += Number(cell !== blank)));
    this.shape = new Sequences(sizes);
    /** By rows: of solutions that begin along the column; by columns: along the row. @type {Uint32Array[]} */
    this.codes = [];
  }

  /**
   * Breadth first, in both orders at once.
   * @returns {Generator<void, this, void>}
   */
  *build() {
    const { width, height, groups, blank, shape } = this;
    const across = byColumns(width, height);
    const rows = across.map((_, cell) => cell);
    const back = rows.toSorted((a, b) => across[a] - across[b]);
    const orders = [
      new Order(groups, blank, across, width, rows, shape),
      new Order(groups, blank, back, height, back, shape),
    ];
    let found = 1;
    for (let level = 0; found > 0; level++) {
      found = 0;
      for (const order of orders) found += yield* sweep(order, level, shape);
      const [one, other] = orders;
      [one.frontier, other.target] = [other.target, one.frontier];
      [other.frontier, one.target] = [one.target, other.frontier];
    }
    this.codes = orders.map(({ codes }) => codes);
    return this;
  }
}

/**
 * Push along the lines from the states of the frontier; notes their level and clears it.
 * @param {Order} order
 * @param {number} level
 * @param {Sequences} shape
 * @returns {Generator<void, number, void>} how many states are new
 */
function* sweep(order, level, shape) {
  let found = 0;
  let done = 0;
  for (let half = 0; half < shape.base.length; half++) {
    const endings = shape.endings[half];
    if (!endings) continue;
    found += sweepHalf(order, level, shape, half, endings);
    done += endings.length;
    if (done >= SLICE) {
      done = 0;
      yield;
    }
  }
  return found;
}

/**
 * The same for the sequences with one first half.
 * @param {Order} order
 * @param {number} level
 * @param {Sequences} shape
 * @param {number} half
 * @param {number[]} endings
 */
function sweepHalf({ frontier, target, reached, codes, step, turn, other }, level, shape, half, endings) {
  const { near, base, local } = shape;
  const low = (1 << (2 * near)) - 1;
  const begin = base[half];
  let found = 0;
  for (let i = 0; i < endings.length; i++) {
    const at = begin + i;
    const here = frontier[at];
    if (here === 0) continue;
    frontier[at] = 0;
    codes[2 * at] |= Math.imul(SPREAD[here & 255], level & 15);
    codes[2 * at + 1] |= Math.imul(SPREAD[here >> 8], level & 15);
    let fresh = step[here] & ~reached[at];
    reached[at] |= fresh;
    const word = half | (endings[i] << (2 * near));
    for (; fresh !== 0; fresh &= fresh - 1) {
      const place = 31 - Math.clz32(fresh & -fresh);
      // Two bits for each cell before the blank's.
      const below = (1 << (2 * place)) - 1;
      const board = (word & below) | ((word & ~below) << 2);
      const first = turn[board & 255] | turn[256 + ((board >>> 8) & 255)];
      const turned = first | turn[512 + ((board >>> 16) & 255)] | turn[768 + (board >>> 24)];
      const cell = other[place];
      const under = (1 << (2 * cell)) - 1;
      const carried = (turned & under) | ((turned >>> 2) & ~under);
      target[base[carried & low] + local[carried >>> (2 * near)]] |= 1 << cell;
      found++;
    }
  }
  return found;
}
