/**
 * The learned value of a 5x5 board: a weight for each feature (a cell holds a content) and for each
 * pair of features, in 1/64 moves; docs/large.md says how it was learned. Boards are canonical: the
 * goal has the blank in cell 0 and tile t in cell t. The value ranks boards of one depth; it proves
 * nothing.
 * Its twin: taquin/beams/value/twin.py.
 */

const SIDE = 5;
const CELLS = SIDE * SIDE;
const FEATURES = CELLS * CELLS;
/** No neighbour in that direction. */
export const NO_CELL = -1;

/** The model, lowered to what a move changes. */
export class LearnedValue {
  /** @param {ArrayBuffer} bytes  of values5.bin */
  constructor(bytes) {
    this.cells = CELLS;
    const view = new DataView(bytes);
    this.single = Int16Array.from({ length: FEATURES }, (_, i) => view.getInt16(2 * i, true));
    this.pairs = unpackPairs(new Int8Array(bytes, 2 * FEATURES));
    /** The cell from which a tile moves U, D, L, R into a cell, by cell and direction. */
    this.neighbours = Int8Array.from({ length: 4 * CELLS }, (_, i) => neighbour(i >> 2, i & 3));
    this.rows = this.#buildRows();
  }

  /**
   * The value of a board, by its definition.
   * @param {ArrayLike<number>} board  canonical
   * @returns {number}
   */
  of(board) {
    let total = 0;
    for (let cell = 0; cell < CELLS; cell++) {
      const feature = cell * CELLS + board[cell];
      total += this.single[feature];
      for (let x = 0; x < cell; x++) total += this.pairs[feature * FEATURES + x * CELLS + board[x]];
    }
    return total;
  }

  /**
   * What a move changes, as a sum of one entry for each cell's content: row (blank · 4 + direction) · n
   * + tile, column cell · n + content.
   * @returns {Int16Array}
   */
  #buildRows() {
    const { single, pairs, neighbours } = this;
    const rows = new Int16Array(4 * CELLS * CELLS * FEATURES);
    for (let blank = 0; blank < CELLS; blank++) {
      for (let direction = 0; direction < 4; direction++) {
        const cell = neighbours[4 * blank + direction];
        if (cell === NO_CELL) continue;
        for (let tile = 1; tile < CELLS; tile++) {
          const row = rows.subarray(((blank * 4 + direction) * CELLS + tile) * FEATURES).subarray(0, FEATURES);
          const [arrives, leaves] = [blank * CELLS + tile, cell * CELLS + tile];
          const [blankArrives, blankLeaves] = [cell * CELLS, blank * CELLS];
          for (let i = 0; i < FEATURES; i++) {
            row[i] = pairs[arrives * FEATURES + i] - pairs[leaves * FEATURES + i]
              + pairs[blankArrives * FEATURES + i] - pairs[blankLeaves * FEATURES + i];
          }
          row.fill(0, blank * CELLS, (blank + 1) * CELLS);
          row.fill(0, cell * CELLS, (cell + 1) * CELLS);
          row[leaves] = single[arrives] - single[leaves] + single[blankArrives] - single[blankLeaves]
            + pairs[arrives * FEATURES + blankArrives] - pairs[leaves * FEATURES + blankLeaves];
        }
      }
    }
    return rows;
  }
}

/**
 * @param {number} cell
 * @param {number} direction  of U D L R
 */
function neighbour(cell, direction) {
  const [row, column] = [Math.floor(cell / SIDE), cell % SIDE];
  if (direction === 0) return row + 1 < SIDE ? cell + SIDE : NO_CELL;
  if (direction === 1) return row > 0 ? cell - SIDE : NO_CELL;
  if (direction === 2) return column + 1 < SIDE ? cell + 1 : NO_CELL;
  return column > 0 ? cell - 1 : NO_CELL;
}

/**
 * The symmetric weights of all pairs. The file has those that a board can have at once, the smaller
 * cell first, and of a pair and its transpose only the one that comes first.
 * @param {Int8Array} stored
 * @returns {Int16Array}
 */
function unpackPairs(stored) {
  const pairs = new Int16Array(FEATURES * FEATURES);
  const mirror = (/** @type {number} */ cell) => (cell % SIDE) * SIDE + Math.floor(cell / SIDE);
  let used = 0;
  for (let first = 0; first < FEATURES; first++) {
    const [cell, content] = [Math.floor(first / CELLS), first % CELLS];
    const turned = mirror(cell) * CELLS + mirror(content);
    for (let second = (cell + 1) * CELLS; second < FEATURES; second++) {
      const other = second % CELLS;
      if (other === content) continue;
      const partner = mirror(Math.floor(second / CELLS)) * CELLS + mirror(other);
      const [low, high] = [Math.min(turned, partner), Math.max(turned, partner)];
      if (first * FEATURES + second > low * FEATURES + high) continue;
      const weight = stored[used++];
      pairs[first * FEATURES + second] = pairs[second * FEATURES + first] = weight;
      pairs[low * FEATURES + high] = pairs[high * FEATURES + low] = weight;
    }
  }
  if (used !== stored.length) throw new RangeError(`values5.bin has ${stored.length} weights of pairs; expected ${used}.`);
  return pairs;
}
