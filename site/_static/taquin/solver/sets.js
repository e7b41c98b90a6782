/**
 * Sets of cells as bit masks, and their numbers.
 */

const LOW_BITS = 13;

/**
 * @param {number} bits
 * @returns {number} how many are set
 */
export function bitCount(bits) {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Numbers the sets of k cells, by two small lookups whatever the board's size. */
export class SetNumbers {
  /**
   * @param {number} cells
   * @param {number} k
   */
  constructor(cells, k) {
    const choose = binomials(cells + 1);
    const pick = (/** @type {number} */ n, /** @type {number} */ m) => choose[n][m];
    this.count = pick(cells, k);
    this.low = new Int32Array(1 << Math.min(LOW_BITS, cells));
    this.highBits = Math.max(0, cells - LOW_BITS);
    this.high = new Int32Array((k + 1) << this.highBits);
    for (let bits = 0; bits < this.low.length; bits++) {
      if (bitCount(bits) <= k) this.low[bits] = sumOver(bits, 0, 0, pick);
    }
    for (let below = 0; below <= k; below++) {
      for (let bits = 0; bits < 1 << this.highBits; bits++) {
        if (below + bitCount(bits) > k) continue;
        this.high[(below << this.highBits) | bits] = sumOver(bits, LOW_BITS, below, pick);
      }
    }
    this.bitsBelow = Uint8Array.from({ length: 1 << LOW_BITS }, (_, bits) => bitCount(bits));
  }

  /**
   * @param {number} mask
   * @returns {number}
   */
  of(mask) {
    const low = mask & ((1 << LOW_BITS) - 1);
    const below = this.bitsBelow[low];
    return (
      this.low[low] +
      this.high[(below << this.highBits) | (mask >>> LOW_BITS)]
    );
  }
}

/**
 * Combinatorial number system: the i-th smallest cell c adds (c choose i).
 * @param {number} bits
 * @param {number} first cell of the lowest bit
 * @param {number} below how many smaller cells the set has
 * @param {(n: number, m: number) => number} pick
 * @returns {number}
 */
function sumOver(bits, first, below, pick) {
  let total = 0;
  let place = below;
  for (let bit = 0; bits >>> bit; bit++) {
    if ((bits >>> bit) & 1) total += pick(first + bit, ++place);
  }
  return total;
}

/**
 * @param {number} size
 * @returns {number[][]}
 */
function binomials(size) {
  const rows = [[1, ...new Array(size).fill(0)]];
  for (let n = 1; n < size; n++) {
    const above = rows[n - 1];
    rows.push(above.map((value, m) => value + (m ? above[m - 1] : 0)));
  }
  return rows;
}

/**
 * All masks of k of the cells, in the order of their numbers.
 * @param {number} cells
 * @param {number} k
 * @returns {Int32Array}
 */
export function masks(cells, k) {
  const found = [];
  for (let mask = (1 << k) - 1; mask < 1 << cells; ) {
    found.push(mask);
    const lowest = mask & -mask;
    const carried = mask + lowest;
    mask = carried | (((mask ^ carried) / lowest) >>> 2);
  }
  return Int32Array.from(found);
}
