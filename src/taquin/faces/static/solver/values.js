/**
 * The learned value of a square board: a weight for each feature (a cell holds a content) and for each
 * pair of features, in 1/64 moves; docs/large.md says how it was learned. Boards are canonical: the
 * goal has the blank in cell 0 and tile t in cell t. The value ranks boards of one depth; it proves
 * nothing.
 * Its twin: taquin/beams/value/twin.py.
 */

/** No neighbour in that direction. */
export const NO_CELL = -1;
/** Bytes for rows: all those of 5x5, every fourteenth of 8x8. A beam uses few of them at a time. */
const ROOM = 1 << 23;

/**
 * The memory of a model, lowered.
 * @param {number} side
 * @returns {number} bytes
 */
export function modelBytes(side) {
  const features = side ** 4;
  return features * features + Math.min(8 * features * features, ROOM) + 20 * features + 200_000;
}

/** The model, lowered to what a move changes. */
export class LearnedValue {
  #slots;
  #owners;
  #next = 0;

  /**
   * @param {ArrayBuffer} bytes  what valuesN.bin holds, decompressed
   * @param {number} side
   * @param {number} [memory]  bytes for rows
   */
  constructor(bytes, side, memory = ROOM) {
    const cells = side * side;
    const features = cells * cells;
    this.side = side;
    this.cells = cells;
    const view = new DataView(bytes);
    this.single = Int16Array.from({ length: features }, (_, i) => view.getInt16(2 * i, true));
    /** The weights of pairs: symmetric, 0 where features exclude each other. */
    this.pairs = unpackPairs(new Int8Array(bytes, 2 * features), side);
    /** The cell from which a tile moves U, D, L, R into a cell, by cell and direction. */
    this.neighbours = Int8Array.from({ length: 4 * cells }, (_, i) => neighbour(i >> 2, i & 3, side));
    const rows = 4 * features;
    const room = Math.min(rows, Math.floor(memory / 2 / features));
    /** What a move changes, as a sum of one entry for each cell's content: column cell · n + content. */
    this.rows = new Int16Array(room * features);
    this.#slots = new Int32Array(rows).fill(-1);
    this.#owners = new Int32Array(room).fill(-1);
  }

  /**
   * The value of a board, by its definition.
   * @param {ArrayLike<number>} board  canonical
   * @returns {number}
   */
  of(board) {
    const { cells, single, pairs } = this;
    let total = 0;
    for (let cell = 0; cell < cells; cell++) {
      const feature = cell * cells + board[cell];
      total += single[feature];
      for (let x = 0; x < cell; x++) total += pairs[feature * cells * cells + x * cells + board[x]];
    }
    return total;
  }

  /**
   * Where in `rows` the row of a move begins; it is built if it is not there, and stays until as many
   * others as there is room for were built.
   * @param {number} blank
   * @param {number} direction
   * @param {number} tile
   * @returns {number}
   */
  row(blank, direction, tile) {
    const row = (blank * 4 + direction) * this.cells + tile;
    const slot = this.#slots[row];
    return slot >= 0 ? slot * this.single.length : this.#build(row);
  }

  /** @param {number} row */
  #build(row) {
    const { cells, single, pairs, neighbours, rows } = this;
    const features = single.length;
    const slot = this.#next;
    this.#next = (slot + 1) % this.#owners.length;
    if (this.#owners[slot] >= 0) this.#slots[this.#owners[slot]] = -1;
    this.#owners[slot] = row;
    this.#slots[row] = slot;
    const tile = row % cells;
    const way = (row - tile) / cells;
    const [blank, cell] = [way >> 2, neighbours[way]];
    const start = slot * features;
    const [arrives, leaves] = [blank * cells + tile, cell * cells + tile];
    const [blankArrives, blankLeaves] = [cell * cells, blank * cells];
    const [a, b, c, d] = [arrives, leaves, blankArrives, blankLeaves].map((feature) => feature * features);
    for (let i = 0; i < features; i++) {
      rows[start + i] = pairs[a + i] - pairs[b + i] + pairs[c + i] - pairs[d + i];
    }
    rows.fill(0, start + blank * cells, start + (blank + 1) * cells);
    rows.fill(0, start + cell * cells, start + (cell + 1) * cells);
    rows[start + leaves] = single[arrives] - single[leaves] + single[blankArrives] - single[blankLeaves]
      + pairs[a + blankArrives] - pairs[b + blankLeaves];
    return start;
  }
}

/**
 * @param {number} cell
 * @param {number} direction  of U D L R
 * @param {number} side
 */
function neighbour(cell, direction, side) {
  const [row, column] = [Math.floor(cell / side), cell % side];
  if (direction === 0) return row + 1 < side ? cell + side : NO_CELL;
  if (direction === 1) return row > 0 ? cell - side : NO_CELL;
  if (direction === 2) return column + 1 < side ? cell + 1 : NO_CELL;
  return column > 0 ? cell - 1 : NO_CELL;
}

/**
 * The symmetric weights of all pairs. The file has those that a board can have at once, the smaller
 * cell first, and of a pair and its transpose only the one that comes first.
 * @param {Int8Array} stored
 * @param {number} side
 * @returns {Int8Array}
 */
function unpackPairs(stored, side) {
  const cells = side * side;
  const features = cells * cells;
  const pairs = new Int8Array(features * features);
  const transposed = Array.from({ length: cells }, (_, cell) => (cell % side) * side + Math.floor(cell / side));
  const mirror = Int32Array.from({ length: features }, (_, i) => transposed[Math.floor(i / cells)] * cells + transposed[i % cells]);
  let used = 0;
  for (let first = 0; first < features; first++) {
    const [cell, content] = [Math.floor(first / cells), first % cells];
    for (let second = (cell + 1) * cells; second < features; second++) {
      if (second % cells === content) continue;
      const low = Math.min(mirror[first], mirror[second]);
      const high = Math.max(mirror[first], mirror[second]);
      if (first * features + second > low * features + high) continue;
      const weight = stored[used++];
      pairs[first * features + second] = pairs[second * features + first] = weight;
      pairs[low * features + high] = pairs[high * features + low] = weight;
    }
  }
  if (used !== stored.length) {
    throw new RangeError(`the model of ${side}x${side} has ${stored.length} weights of pairs; expected ${used}.`);
  }
  return pairs;
}
