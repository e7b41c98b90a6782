/** States with a number each, in the order in which they were added. */
import { nextLength } from "./room.js";

/** @typedef {import("./room.js").Room} Room */

const FIRST_LENGTH = 1024;
const FIRST_SLOTS = 4096;

/** A hash table with open addressing; it forgets nothing. */
export class StateMap {
  #room;
  /** The place of a state and one more; 0: empty. */
  #slots = new Int32Array(FIRST_SLOTS);

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
    this.size = 0;
    this.hi = new Int32Array(FIRST_LENGTH);
    this.lo = new Int32Array(FIRST_LENGTH);
    this.value = new Int32Array(FIRST_LENGTH);
    /** A mark of the search's own. */
    this.mark = new Uint8Array(FIRST_LENGTH);
  }

  /**
   * @param {number} hi
   * @param {number} lo
   * @returns {number} the place of a state, -1 if it is not here
   */
  find(hi, lo) {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash(hi, lo) & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot] - 1;
      if (place < 0 || (this.hi[place] === hi && this.lo[place] === lo)) return place;
    }
  }

  /**
   * @param {number} hi
   * @param {number} lo of a state that is not here yet
   * @param {number} value
   * @returns {number} its place
   */
  add(hi, lo, value) {
    if (this.size === this.hi.length) this.#grow();
    if (2 * this.size >= this.#slots.length) this.#spread();
    const place = this.size++;
    this.hi[place] = hi;
    this.lo[place] = lo;
    this.value[place] = value;
    this.#enter(this.#slots, place);
    return place;
  }

  /**
   * The states added last, newest first.
   * @param {number} most
   * @returns {Array<[number, number]>}
   */
  newest(most) {
    const count = Math.min(most, this.size);
    return Array.from({ length: count }, (_, at) => [this.hi[this.size - 1 - at], this.lo[this.size - 1 - at]]);
  }

  /**
   * @param {Int32Array} slots
   * @param {number} place
   */
  #enter(slots, place) {
    const mask = slots.length - 1;
    let slot = hash(this.hi[place], this.lo[place]) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = place + 1;
  }

  #grow() {
    const length = nextLength(this.hi.length);
    this.hi = this.#room.longer(this.hi, length);
    this.lo = this.#room.longer(this.lo, length);
    this.value = this.#room.longer(this.value, length);
    this.mark = this.#room.longer(this.mark, length);
  }

  #spread() {
    const slots = this.#room.longer(this.#slots, 2 * this.#slots.length).fill(0);
    for (let place = 0; place < this.size; place++) this.#enter(slots, place);
    this.#slots = slots;
  }
}

/**
 * @param {number} hi
 * @param {number} lo
 */
function hash(hi, lo) {
  let mixed = Math.imul(hi, 0x9e3779b1) ^ Math.imul(lo, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
