/**
 * Additive pattern tables, exact in where the blank is (Korf & Felner 2002; blank regions:
 * Clausecker & Reinefeld 2019). A pattern's tiles are placed, all other tiles are alike; only moves
 * of the pattern's tiles count, so tables of disjoint patterns add up to a lower bound.
 *
 * Layout: one block for each (set of cells taken, connected region of the rest that holds the
 * blank), k! entries a block by which tile is where in the set. A move leads from block to block
 * and renumbers the arrangement by a map that depends only on the places left and taken.
 */
import { neighbours } from "./frame.js";
import { SetNumbers, bitCount, masks } from "./sets.js";

/**
 * The moves out of block b are those numbered first[b] … first[b + 1] - 1: the block each leads to
 * and the offset of its map of arrangements, -1 where they stay as they are.
 * @typedef {{first: Int32Array, to: Int32Array, map: Int32Array}} Steps
 */

/** What all tables of k tiles on one size of board share, whatever the goal. */
export class Layout {
  /**
   * @param {number} width
   * @param {number} height
   * @param {number} k
   */
  constructor(width, height, k) {
    this.cells = width * height;
    this.k = k;
    this.numbers = new SetNumbers(this.cells, k);
    this.near = neighbours(width, height).map((list) => list.map(({ cell }) => cell));
    this.arrangements = factorial(k);
    /** map[(from * k + to) * k! + arrangement]: the arrangement after that change of places. */
    this.map = arrangementMaps(k);
    /** Block of (set, blank): -1 where the blank would lie on a tile. */
    this.blockOf = new Int32Array(this.numbers.count * this.cells).fill(-1);
    this.blocks = this.#findRegions();
  }

  /** @returns {number} how many blocks there are */
  #findRegions() {
    const { blockOf, cells, near } = this;
    const waiting = new Int32Array(cells);
    let blocks = 0;
    masks(cells, this.k).forEach((mask, set) => {
      for (let start = 0; start < cells; start++) {
        if ((mask >>> start) & 1 || blockOf[set * cells + start] !== -1) continue;
        let count = 1;
        waiting[0] = start;
        blockOf[set * cells + start] = blocks;
        while (count) {
          const cell = waiting[--count];
          for (const next of near[cell]) {
            if ((mask >>> next) & 1 || blockOf[set * cells + next] !== -1) continue;
            blockOf[set * cells + next] = blocks;
            waiting[count++] = next;
          }
        }
        blocks++;
      }
    });
    return blocks;
  }

  /**
   * @param {number} set mask of the cells taken
   * @param {number} blank
   * @param {number} order
   * @returns {number} the index of the value in a table
   */
  entry(set, blank, order) {
    return this.blockOf[this.numbers.of(set) * this.cells + blank] * this.arrangements + order;
  }

  /**
   * Every move of a pattern's tile, by block.
   * @returns {Steps}
   */
  steps() {
    const { blockOf, cells, k, near, numbers, arrangements } = this;
    const first = new Int32Array(this.blocks + 1);
    const [to, map] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    const members = /** @type {number[][]} */ (Array.from({ length: this.blocks }, () => []));
    const sets = masks(cells, k);
    const setOf = new Int32Array(this.blocks);
    sets.forEach((_, set) => {
      for (let cell = 0; cell < cells; cell++) {
        const block = blockOf[set * cells + cell];
        if (block < 0) continue;
        members[block].push(cell);
        setOf[block] = set;
      }
    });
    members.forEach((region, block) => {
      first[block] = to.length;
      const mask = sets[setOf[block]];
      for (const blank of region) {
        for (const cell of near[blank]) {
          if (!((mask >>> cell) & 1)) continue;
          const after = mask ^ (1 << cell) ^ (1 << blank);
          const from = bitCount(mask & ((1 << cell) - 1));
          const place = bitCount(after & ((1 << blank) - 1));
          to.push(blockOf[numbers.of(after) * cells + cell]);
          map.push(from === place ? -1 : (from * k + place) * arrangements);
        }
      }
    });
    first[this.blocks] = to.length;
    return { first, to: Int32Array.from(to), map: Int32Array.from(map) };
  }
}

/**
 * @param {number} k
 * @returns {number}
 */
function factorial(k) {
  return k < 2 ? 1 : k * factorial(k - 1);
}

/**
 * @param {number} k
 * @returns {Uint16Array}
 */
function arrangementMaps(k) {
  const all = arrangementsOf(k);
  const map = new Uint16Array(k * k * all.length);
  for (let from = 0; from < k; from++) {
    for (let to = 0; to < k; to++) {
      all.forEach((order, number) => {
        const rest = order.filter((_, place) => place !== from);
        const after = [...rest.slice(0, to), order[from], ...rest.slice(to)];
        map[(from * k + to) * all.length + number] = orderNumber(after);
      });
    }
  }
  return map;
}

/**
 * @param {number} k
 * @returns {number[][]} all orders of 0 … k-1 in dictionary order
 */
function arrangementsOf(k) {
  let orders = /** @type {number[][]} */ ([[]]);
  for (let length = 0; length < k; length++) {
    orders = orders.flatMap((order) =>
      Array.from({ length: k }, (_, item) => item)
        .filter((item) => !order.includes(item))
        .map((item) => [...order, item]),
    );
  }
  return orders;
}

/**
 * @param {number[]} items all different
 * @returns {number} the place of their order among all orders of them, in dictionary order
 */
export function orderNumber(items) {
  return items.reduce(
    (number, item, i) =>
      number * (items.length - i) + items.slice(i + 1).filter((later) => later < item).length,
    0,
  );
}

/**
 * @param {Layout} layout
 * @param {number} before mask of the cells taken
 * @param {number} after
 * @param {number} from
 * @param {number} to
 * @param {number} order
 * @returns {number} the arrangement's number after a tile has gone from one cell to another
 */
export function placeAfter(layout, before, after, from, to, order) {
  const left = bitCount(before & ((1 << from) - 1));
  const taken = bitCount(after & ((1 << to) - 1));
  if (left === taken) return order;
  return layout.map[(left * layout.k + taken) * layout.arrangements + order];
}
