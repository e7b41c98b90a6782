/**
 * The numbering of pattern tables with one bit an entry, for boards of up to 16 cells. A pattern's
 * tiles are placed, all other tiles are alike, and the blank is known up to its connected region.
 *
 * A block is a set of cells with a region. Within a block an arrangement says which tile is where in the
 * set: the tiles are paired, and its number is `coset * 8 + flips`. The coset says where the tiles
 * of each pair are, and a bit of the flips which of the two comes first. A move along a row changes no
 * arrangement; one along a column leads from coset to coset and turns over at most one flip.
 */
import { neighbours } from "./frame.js";
import { SetNumbers, bitCount, masks } from "./sets.js";

/** Largest number of cells: a set must fit the 16 bits of a search's word. */
export const LARGEST_BITS = 16;
/** Most tiles of a pattern: three pairs and one without a partner. */
export const MOST_TILES = 7;
/** Cells that a tile moving along a column can pass, and one more. */
export const PASSED = 8;

/**
 * The moves out of block b are those numbered first[b] … first[b + 1] - 1: the block each leads to
 * and the number of its map of arrangements, -1 where they stay as they are.
 * @typedef {{first: Int32Array, to: Int32Array, map: Int8Array}} BlockSteps
 */

/** What all tables of k tiles on one size of board share, whatever the goal. */
export class BitLayout {
  /** @type {Uint8Array | undefined} */
  #parities;

  /**
   * @param {number} width
   * @param {number} height
   * @param {number} k
   */
  constructor(width, height, k) {
    this.width = width;
    this.cells = width * height;
    this.k = k;
    this.near = neighbours(width, height).map((list) => list.map(({ cell }) => cell));
    this.numbers = new SetNumbers(this.cells, k);
    this.sets = masks(this.cells, k);
    this.cosets = cosetsOf(k);
    /** How many arrangements a block has. */
    this.arrangements = this.cosets.length << (k >> 1);
    /** maps[(up or down * k + place) * 8 + passed][coset]: the coset after it * 8 + the flips turned over. */
    this.maps = cosetMaps(this.cosets, k);
    /** For each set two words: 16 bits for its first block, then 3 bits for the region of each cell. */
    this.regions = new Uint32Array(this.sets.length * 2);
    const [firsts, cellsOf] = this.#findRegions();
    /** Number of the first block of each set. */
    this.firsts = firsts;
    /** The blank's cells of each block, as a mask. */
    this.cellsOf = cellsOf;
    this.blocks = cellsOf.length;
  }

  /** @returns {[Int32Array, number[]]} the first block of each set, and the cells of each block's blank */
  #findRegions() {
    const { cells, near, regions, sets } = this;
    const around = near.map((list) => list.reduce((mask, cell) => mask | (1 << cell), 0));
    const firsts = new Int32Array(sets.length + 1);
    const cellsOf = /** @type {number[]} */ ([]);
    sets.forEach((mask, set) => {
      firsts[set] = cellsOf.length;
      let [low, high] = [cellsOf.length, 0];
      let free = ((1 << cells) - 1) & ~mask;
      for (let region = 0; free; region++) {
        let [grown, edge] = [free & -free, free & -free];
        while (edge) {
          const cell = 31 - Math.clz32(edge);
          const fresh = around[cell] & free & ~grown;
          grown |= fresh;
          edge = (edge ^ (1 << cell)) | fresh;
        }
        for (let left = region ? grown : 0; left; left &= left - 1) {
          const at = 16 + 3 * (31 - Math.clz32(left & -left));
          if (at < 32) low |= region << at;
          if (at > 29) high |= at < 32 ? region >>> (32 - at) : region << (at - 32);
        }
        cellsOf.push(grown);
        free ^= grown;
      }
      regions[set * 2] = low;
      regions[set * 2 + 1] = high;
    });
    firsts[sets.length] = cellsOf.length;
    return [firsts, cellsOf];
  }

  /**
   * @param {number} set mask of the cells taken
   * @param {number} blank
   * @returns {number}
   */
  blockOf(set, blank) {
    const number = this.numbers.of(set);
    let block = this.firsts[number];
    while (!((this.cellsOf[block] >>> blank) & 1)) block++;
    return block;
  }

  /** For each block, whether the coordinates of its set's cells have an odd sum. @returns {Uint8Array} */
  get parities() {
    // Each search of a board asks for them.
    this.#parities ??= this.#findParities();
    return this.#parities;
  }

  #findParities() {
    const { blocks, firsts, sets, width } = this;
    const found = new Uint8Array(blocks);
    sets.forEach((mask, set) => {
      let sum = 0;
      for (let left = mask; left; left &= left - 1) {
        const cell = 31 - Math.clz32(left & -left);
        sum += Math.floor(cell / width) + (cell % width);
      }
      found.fill(sum & 1, firsts[set], firsts[set + 1]);
    });
    return found;
  }

  /** @returns {Uint16Array} the maps of arrangements, one after another */
  allMaps() {
    const { cosets, k, maps } = this;
    const all = new Uint16Array(2 * k * PASSED * cosets.length);
    maps.forEach((map, number) => map && all.set(map, number * cosets.length));
    return all;
  }

  /**
   * Every move of a pattern's tile, by block.
   * @returns {BlockSteps}
   */
  steps() {
    const { cellsOf, firsts, near, sets } = this;
    const first = new Int32Array(this.blocks + 1);
    const most = this.blocks * this.k * 4;
    const [to, map] = [new Int32Array(most), new Int8Array(most)];
    let count = 0;
    sets.forEach((mask, set) => {
      for (let block = firsts[set]; block < firsts[set + 1]; block++) {
        first[block] = count;
        for (let left = cellsOf[block]; left; left &= left - 1) {
          const blank = 31 - Math.clz32(left & -left);
          for (const cell of near[blank]) {
            if (!((mask >>> cell) & 1)) continue;
            to[count] = this.blockOf(mask ^ (1 << cell) ^ (1 << blank), cell);
            map[count++] = mapNumber(mask, this.k, cell, blank);
          }
        }
      }
    });
    first[this.blocks] = count;
    return { first, to: to.slice(0, count), map: map.slice(0, count) };
  }
}

/**
 * @param {number} mask the cells taken before the move
 * @param {number} k
 * @param {number} from
 * @param {number} to
 * @returns {number} which map of arrangements a tile's move needs, -1 where it passes no tile
 */
export function mapNumber(mask, k, from, to) {
  const [low, high] = from < to ? [from, to] : [to, from];
  const passed = bitCount(mask & ((1 << high) - 1) & ~((2 << low) - 1));
  if (!passed) return -1;
  const place = bitCount(mask & ((1 << low) - 1));
  return ((from < to ? k : 0) + place) * PASSED + passed;
}

/**
 * The classes of arrangements, by which pair is at each place: the last tile of an odd number is a class
 * of its own.
 * @param {number} k
 * @returns {number[][]} in dictionary order
 */
function cosetsOf(k) {
  const left = Array.from({ length: (k + 1) >> 1 }, (_, pair) => Math.min(2, k - 2 * pair));
  const found = /** @type {number[][]} */ ([]);
  const grow = (/** @type {number[]} */ places) => {
    if (places.length === k) found.push(places);
    left.forEach((many, pair) => {
      if (!many) return;
      left[pair]--;
      grow([...places, pair]);
      left[pair]++;
    });
  };
  grow([]);
  return found;
}

/**
 * @param {number[][]} cosets
 * @param {number} k
 * @returns {Array<Uint16Array | undefined>}
 */
function cosetMaps(cosets, k) {
  const packed = (/** @type {number[]} */ places) => places.reduce((sum, pair) => sum * 4 + pair, 0);
  const number = new Uint16Array(4 ** k);
  cosets.forEach((places, coset) => (number[packed(places)] = coset));
  const maps = new Array(2 * k * PASSED);
  for (const down of [0, 1]) {
    for (let place = 0; place < k; place++) {
      for (let passed = 1; place + passed < k; passed++) {
        const [from, to] = down ? [place, place + passed] : [place + passed, place];
        maps[(down * k + place) * PASSED + passed] = Uint16Array.from(cosets, (places) => {
          const after = [...places];
          const [pair] = after.splice(from, 1);
          const between = after.slice(Math.min(from, to), Math.max(from, to));
          after.splice(to, 0, pair);
          return number[packed(after)] * 8 + (between.includes(pair) ? 1 << pair : 0);
        });
      }
    }
  }
  return maps;
}

/**
 * @param {BitLayout} layout
 * @param {number[]} items the homes of a pattern's tiles, in the order of their cells
 * @param {number[]} homes the same in ascending order
 * @returns {number} the number of their arrangement
 */
export function arrangementOf(layout, items, homes) {
  const labels = items.map((home) => homes.indexOf(home));
  const pairs = labels.map((label) => label >> 1);
  const coset = layout.cosets.findIndex((places) => places.every((pair, i) => pair === pairs[i]));
  const flips = labels.reduce((bits, label, place) => {
    const partnerLater = labels.indexOf(label ^ 1) > place;
    return bits | (label & 1 && partnerLater ? 1 << (label >> 1) : 0);
  }, 0);
  return coset * 8 + flips;
}
