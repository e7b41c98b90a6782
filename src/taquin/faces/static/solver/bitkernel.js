/**
 * The inner loops over pattern tables with one bit an entry in plain JavaScript: for browsers without
 * WebAssembly, and to hold bitkernel.ts against. Both take the same memory and count the same nodes.
 */
import * as at from "./bitmemory.js";
import { bitCount } from "./sets.js";

/** @typedef {import("./bitmemory.js").BitMemory} BitMemory */
/** @typedef {import("./bitmemory.js").Kernel} Kernel */

/**
 * @param {BitMemory} memory
 * @returns {Kernel}
 */
export function plainKernel(memory) {
  return {
    run: (budget) => new Loops(memory.buffer).run(budget),
    pull: (build, level, first, last) => new Loops(memory.buffer).pull(build, level, first, last),
    arrange: (build, table, blocks, first, last) =>
      new Loops(memory.buffer).arrange(build, table, blocks, first, last),
  };
}

/** The loops over one state of the memory. */
class Loops {
  /** @param {ArrayBuffer} buffer */
  constructor(buffer) {
    this.bytes = new Uint8Array(buffer);
    this.shorts = new Uint16Array(buffer);
    this.ints = new Int32Array(buffer);
    /** What `moved` found: cells and arrangement, and the distance. */
    this.placed = 0;
    this.distance = 0;
  }

  /**
   * The word of a pattern after one of its tiles has moved.
   * @param {number} pattern
   * @param {number} word where it is
   * @param {number} from
   * @param {number} to
   */
  moved(pattern, word, from, to) {
    const { bytes, ints, shorts } = this;
    const record = pattern >> 2;
    const taken = ints[word >> 2] & 0xffff;
    const mask = taken ^ (1 << from) ^ (1 << to);
    let order = ints[word >> 2] >>> 16;
    const [low, high] = from < to ? [from, to] : [to, from];
    const passed = bitCount(taken & ((1 << high) - 1) & ~((2 << low) - 1));
    if (passed) {
      const place = bitCount(taken & ((1 << low) - 1)) + (from < to ? ints[record] : 0);
      const map = (ints[record + 6] >> 1) + ints[record + 7] * (place * 8 + passed);
      order = shorts[map + (order >> 3)] ^ (order & 7);
    }
    const below = mask & 255;
    const set =
      shorts[(ints[record + 3] >> 1) + below] +
      shorts[(ints[record + 4] >> 1) + ((bitCount(below) << 8) | (mask >> 8))];
    const place = (ints[record + 5] >> 2) + set * 2;
    const bit = 16 + 3 * from;
    const region =
      bit < 32
        ? (ints[place] >>> bit) | (bit > 29 ? ints[place + 1] << (32 - bit) : 0)
        : ints[place + 1] >>> (bit - 32);
    const block = (ints[place] & 0xffff) + (region & 7);
    const byte = bytes[ints[record + 1] + (order >> 3) * ints[record + 2] + block];
    const distance = ints[(word >> 2) + 1];
    this.placed = mask | (order << 16);
    const farther = ((byte >> (order & 7)) & 1) === (((distance + 1) >> 1) & 1);
    this.distance = farther ? distance + 1 : distance - 1;
  }

  /**
   * List the children of a node within the bound, the most promising first.
   * @param {number} frame
   * @param {number} depth
   * @param {number} bound
   * @param {number} sum
   * @param {number} other
   * @returns {number} how many it has
   */
  expand(frame, depth, bound, sum, other) {
    const { bytes, ints, shorts } = this;
    const blank = bytes[frame];
    const row = (ints[at.MOVES >> 2] >> 1) + shorts[(frame + 2) >> 1] * 4;
    const mirrored = ints[at.MIRRORED >> 2];
    let above = ints[(at.SEARCH + 8) >> 2];
    let [generated, count] = [0, 0];
    for (let letter = 0; letter < 4; letter++) {
      const from = bytes[at.ADJACENT + blank * 4 + letter];
      if (from === at.NONE) continue;
      const state = shorts[row + letter];
      if (state === at.FORBIDDEN) continue;
      generated++;
      const tile = bytes[at.CELLS + from];
      const group = bytes[at.GROUP + tile];
      const word = at.WORDS + group * 8;
      this.moved(at.PATTERNS + group * at.PATTERN, word, from, blank);
      const [placed, distance] = [this.placed, this.distance];
      const estimate = sum + distance - ints[(word >> 2) + 1];
      let [group1, placed1, distance1, estimate1] = [0, 0, 0, estimate];
      if (depth + 1 + estimate <= bound && mirrored) {
        group1 = bytes[at.GROUP + bytes[at.MIRROR + tile]];
        const word1 = at.WORDS + at.VIEW + group1 * 8;
        this.moved(at.PATTERNS + group1 * at.PATTERN, word1, bytes[at.MIRROR + from], bytes[at.MIRROR + blank]);
        [placed1, distance1] = [this.placed, this.distance];
        estimate1 = other + distance1 - ints[(word1 >> 2) + 1];
      }
      const f = depth + 1 + Math.max(estimate, estimate1);
      if (f > bound) {
        above = Math.min(above, f);
        continue;
      }
      // Insert behind those that promise as much.
      const promise = estimate + estimate1;
      let child = (frame + at.CHILDREN + count * at.CHILD) >> 2;
      const first = (frame + at.CHILDREN) >> 2;
      while (child > first && ints[child - 1] >> 8 > promise) {
        ints.copyWithin(child, child - at.CHILD / 4, child);
        child -= at.CHILD / 4;
      }
      ints[child] = placed;
      ints[child + 1] = distance;
      ints[child + 2] = placed1;
      ints[child + 3] = distance1;
      ints[child + 4] = state | (from << 16) | (group << 24);
      ints[child + 5] = group1 | (promise << 8);
      count++;
    }
    ints[(at.SEARCH + 8) >> 2] = above;
    bytes[frame + 4] = count;
    bytes[frame + 5] = 0;
    return generated;
  }

  /**
   * Continue the present contour until `budget` more nodes are generated.
   * @param {number} budget
   * @returns {number} 0 if it pauses, 1 at a solution, 2 if the contour holds none
   */
  run(budget) {
    const { bytes, ints } = this;
    const search = at.SEARCH >> 2;
    let depth = ints[search];
    const bound = ints[search + 1];
    let [sum, other] = [ints[search + 3], ints[search + 4]];
    let nodes = 0;
    let frame = at.FRAMES + depth * at.FRAME;
    let outcome = 0;
    if (depth === 0) {
      const estimate = Math.max(sum, other);
      if (estimate > bound) {
        ints[search + 2] = Math.min(ints[search + 2], estimate);
        return 2;
      }
      if (estimate === 0) return 1;
    }
    for (;;) {
      if (bytes[frame + 4] === at.UNEXPANDED) {
        if (nodes >= budget) break;
        nodes += this.expand(frame, depth, bound, sum, other);
      }
      const next = bytes[frame + 5];
      if (next < bytes[frame + 4]) {
        bytes[frame + 5] = next + 1;
        [sum, other] = this.#descend(frame, next, sum, other);
        frame += at.FRAME;
        depth++;
        if (sum === 0) {
          outcome = 1;
          break;
        }
      } else if (depth === 0) {
        bytes[frame + 4] = at.UNEXPANDED;
        outcome = 2;
        break;
      } else {
        [sum, other] = [ints[(frame + 8) >> 2], ints[(frame + 12) >> 2]];
        this.#ascend(frame);
        frame -= at.FRAME;
        depth--;
      }
    }
    ints[search] = depth;
    ints[search + 3] = sum;
    ints[search + 4] = other;
    new Float64Array(ints.buffer)[(at.SEARCH + 24) >> 3] += nodes;
    return outcome;
  }

  /**
   * @param {number} frame
   * @param {number} next which child
   * @param {number} sum
   * @param {number} other
   * @returns {[number, number]} the estimates of the child
   */
  #descend(frame, next, sum, other) {
    const { bytes, ints } = this;
    const child = frame + at.CHILDREN + next * at.CHILD;
    const [blank, from] = [bytes[frame], bytes[child + 18]];
    const [word, after] = [(at.WORDS + bytes[child + 19] * 8) >> 2, (frame + at.FRAME) >> 2];
    const word1 = (at.WORDS + at.VIEW + bytes[child + 20] * 8) >> 2;
    bytes[frame + at.FRAME] = from;
    bytes[frame + at.FRAME + 2] = bytes[child + 16];
    bytes[frame + at.FRAME + 3] = bytes[child + 17];
    bytes[frame + at.FRAME + 4] = at.UNEXPANDED;
    bytes[frame + at.FRAME + 6] = bytes[child + 19];
    bytes[frame + at.FRAME + 7] = bytes[child + 20];
    ints[after + 2] = sum;
    ints[after + 3] = other;
    ints[after + 4] = ints[word];
    ints[after + 5] = ints[word + 1];
    ints[after + 6] = ints[word1];
    ints[after + 7] = ints[word1 + 1];
    const gone = sum + ints[(child >> 2) + 1] - ints[word + 1];
    const gone1 = other + ints[(child >> 2) + 3] - ints[word1 + 1];
    ints[word] = ints[child >> 2];
    ints[word + 1] = ints[(child >> 2) + 1];
    ints[word1] = ints[(child >> 2) + 2];
    ints[word1 + 1] = ints[(child >> 2) + 3];
    bytes[at.CELLS + blank] = bytes[at.CELLS + from];
    return [gone, gone1];
  }

  /** @param {number} frame */
  #ascend(frame) {
    const { bytes, ints } = this;
    const [from, blank] = [bytes[frame], bytes[frame - at.FRAME]];
    const before = frame >> 2;
    const word = (at.WORDS + bytes[frame + 6] * 8) >> 2;
    const word1 = (at.WORDS + at.VIEW + bytes[frame + 7] * 8) >> 2;
    ints[word] = ints[before + 4];
    ints[word + 1] = ints[before + 5];
    ints[word1] = ints[before + 6];
    ints[word1 + 1] = ints[before + 7];
    bytes[at.CELLS + from] = bytes[at.CELLS + blank];
  }

  /**
   * Of the blocks from `first` up to `last`, reach those entries that lie one move from one reached before.
   * @param {number} build the record of a table that is being made
   * @param {number} level
   * @param {number} first
   * @param {number} last
   * @returns {number} how many entries are new
   */
  pull(build, level, first, last) {
    const { bytes, ints, shorts } = this;
    const [stride, cosets, firsts, to, map, maps, reached, bits, changed, left, parity, row, turned] =
      ints.subarray(build >> 2, (build >> 2) + 13);
    let total = 0;
    for (let block = first; block < last; block++) {
      if (bytes[parity + block] !== (level & 1)) continue;
      bytes[changed + block] = 0;
      if (!shorts[(left >> 1) + block]) continue;
      bytes.fill(0, row, row + stride);
      for (let step = ints[(firsts >> 2) + block]; step < ints[(firsts >> 2) + block + 1]; step++) {
        const source = ints[(to >> 2) + step];
        if (!bytes[changed + source]) continue;
        const from = reached + source * stride;
        const which = (bytes[map + step] << 24) >> 24;
        const places = (maps >> 1) + which * cosets;
        for (let coset = 0; coset < cosets; coset++) {
          if (which < 0) {
            bytes[row + coset] |= bytes[from + coset];
          } else {
            const after = shorts[places + coset];
            bytes[row + coset] |= bytes[turned + ((after & 7) << 8) + bytes[from + (after >> 3)]];
          }
        }
      }
      let count = 0;
      for (let coset = 0; coset < cosets; coset++) {
        const entry = block * stride + coset;
        const fresh = bytes[row + coset] & ~bytes[reached + entry];
        count += bitCount(fresh);
        bytes[reached + entry] |= fresh;
        if (level & 2) bytes[bits + entry] |= fresh;
      }
      bytes[changed + block] = Number(count > 0);
      shorts[(left >> 1) + block] -= count;
      total += count;
    }
    return total;
  }

  /**
   * Store the bits of some blocks by arrangement, so that a search finds neighbours side by side.
   * @param {number} build
   * @param {number} table
   * @param {number} blocks
   * @param {number} first
   * @param {number} last
   */
  arrange(build, table, blocks, first, last) {
    const { bytes, ints } = this;
    const [stride, cosets] = [ints[build >> 2], ints[(build >> 2) + 1]];
    const bits = ints[(build >> 2) + 7];
    for (let block = first; block < last; block++) {
      for (let coset = 0; coset < cosets; coset++) {
        bytes[table + coset * blocks + block] = bytes[bits + block * stride + coset];
      }
    }
  }
}
