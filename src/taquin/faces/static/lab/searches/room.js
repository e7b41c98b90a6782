/** The memory that one search of the page may take: typed arrays that grow, counted together. */
import { MOST_BYTES } from "./pagereach.js";

const GROWTH = 1.5;

/** @typedef {Int32Array | Uint8Array | Uint16Array} Column */

/** A limit was reached; `limit` names it. */
export class LimitReached extends Error {
  /** @param {"expansions" | "time" | "memory"} limit */
  constructor(limit) {
    super(limit);
    this.name = "LimitReached";
    this.limit = limit;
  }
}

/** What is left of the memory. */
export class Room {
  /** @param {number} [most] bytes */
  constructor(most = MOST_BYTES) {
    this.left = most;
  }

  /**
   * A longer copy. Throws LimitReached if old and new do not fit side by side.
   * @template {Column} T
   * @param {T} column
   * @param {number} length
   * @returns {T}
   */
  longer(column, length) {
    const bytes = length * column.BYTES_PER_ELEMENT;
    if (bytes > this.left) throw new LimitReached("memory");
    const copy = /** @type {T} */ (new /** @type {any} */ (column.constructor)(length));
    copy.set(column);
    this.left -= bytes - column.byteLength;
    return copy;
  }
}

/**
 * @param {number} length
 * @returns {number} the next length of a column that is full
 */
export const nextLength = (length) => Math.ceil(length * GROWTH);
