/** A binary heap whose order says which entry comes first; no two entries are equal in it. */

/** @template T */
export class PriorityQueue {
  /** @type {T[]} */
  #heap = [];
  #before;

  /** @param {(one: T, other: T) => boolean} before whether one comes before the other */
  constructor(before) {
    this.#before = before;
  }

  get size() {
    return this.#heap.length;
  }

  /** @returns {T | undefined} the first entry */
  get first() {
    return this.#heap[0];
  }

  /** @param {T} entry */
  push(entry) {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#before(entry, heap[up])) break;
      heap[at] = heap[up];
      at = up;
    }
    heap[at] = entry;
  }

  /** @returns {T | undefined} the first entry, which leaves the heap */
  pop() {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    let at = 0;
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      if (down + 1 < heap.length && this.#before(heap[down + 1], heap[down])) down += 1;
      if (!this.#before(heap[down], last)) break;
      heap[at] = heap[down];
      at = down;
    }
    heap[at] = last;
    return first;
  }
}
