/** A binary heap of node numbers, whose order says which comes first; no two are equal in it. */
import { nextLength } from "./room.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {(one: number, other: number) => boolean} Before whether one comes before the other */

/** The next node is taken in time logarithmic in their number. */
export class Heap {
  #heap = new Int32Array(1024);
  #before;
  #room;

  /**
   * @param {Before} before
   * @param {Room} room
   */
  constructor(before, room) {
    this.#before = before;
    this.#room = room;
    this.size = 0;
  }

  /** The first node; there must be one. */
  get first() {
    return this.#heap[0];
  }

  /** @param {number} node */
  push(node) {
    if (this.size === this.#heap.length) this.#heap = this.#room.longer(this.#heap, nextLength(this.size));
    const heap = this.#heap;
    let at = this.size++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#before(node, heap[up])) break;
      heap[at] = heap[up];
      at = up;
    }
    heap[at] = node;
  }

  /** @returns {number} the first node, which leaves the heap; there must be one */
  pop() {
    const heap = this.#heap;
    const first = heap[0];
    const size = --this.size;
    const last = heap[size];
    let at = 0;
    for (let down = 1; down < size; down = 2 * at + 1) {
      if (down + 1 < size && this.#before(heap[down + 1], heap[down])) down += 1;
      if (!this.#before(heap[down], last)) break;
      heap[at] = heap[down];
      at = down;
    }
    heap[at] = last;
    return first;
  }

  /**
   * @param {number} most
   * @returns {number[]} the first nodes, in order; the heap is unchanged
   */
  front(most) {
    const found = [];
    const places = this.size > 0 ? [0] : [];
    while (places.length > 0 && found.length < most) {
      const next = places.reduce((one, other) => (this.#before(this.#heap[other], this.#heap[one]) ? other : one));
      places.splice(places.indexOf(next), 1, ...this.#below(next));
      found.push(this.#heap[next]);
    }
    return found;
  }

  /**
   * How many nodes share something with the first one, which whatever comes before them shares too.
   * @param {(node: number) => boolean} shares
   * @param {number} most more are not counted
   */
  count(shares, most) {
    let found = 0;
    const places = this.size > 0 ? [0] : [];
    for (let place = places.pop(); place !== undefined && found <= most; place = places.pop()) {
      if (!shares(this.#heap[place])) continue;
      found += 1;
      places.push(...this.#below(place));
    }
    return found;
  }

  /** @param {number} place */
  #below(place) {
    return [2 * place + 1, 2 * place + 2].filter((one) => one < this.size);
  }
}
