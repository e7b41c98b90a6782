/** A set of hashes of 64 bits, in two numbers each. */

/** A set of pairs of 32 bits that are not both 0. */
export class HashSet {
  #size = 0;

  /** @param {number} room */
  constructor(room) {
    this.places = new Uint32Array(2 << Math.ceil(Math.log2(2 * room)));
  }

  /**
   * @param {number} low
   * @param {number} high
   * @returns {boolean} whether it is new
   */
  add(low, high) {
    if (4 * this.#size >= this.places.length) this.#grow();
    const at = this.#find(low, high);
    if (this.places[at] !== 0 || this.places[at + 1] !== 0) return false;
    this.places[at] = low;
    this.places[at + 1] = high;
    this.#size++;
    return true;
  }

  /**
   * @param {number} low
   * @param {number} high
   */
  has(low, high) {
    const at = this.#find(low, high);
    return this.places[at] !== 0 || this.places[at + 1] !== 0;
  }

  get size() {
    return this.#size;
  }

  clear() {
    this.places.fill(0);
    this.#size = 0;
  }

  /**
   * @param {number} low
   * @param {number} high
   */
  #find(low, high) {
    const { places } = this;
    const mask = places.length - 2;
    let at = (low * 2) & mask;
    while ((places[at] !== low || places[at + 1] !== high) && (places[at] !== 0 || places[at + 1] !== 0)) {
      at = (at + 2) & mask;
    }
    return at;
  }

  #grow() {
    const { places } = this;
    this.places = new Uint32Array(2 * places.length);
    this.#size = 0;
    for (let at = 0; at < places.length; at += 2) {
      if (places[at] !== 0 || places[at + 1] !== 0) this.add(places[at], places[at + 1]);
    }
  }
}

/** The hashes added last: at least `most` of them, and at most twice as many. */
export class RecentHashes {
  /**
   * @param {number} room  at first
   * @param {number} most
   */
  constructor(room, most) {
    this.most = most;
    this.young = new HashSet(Math.min(room, most));
    this.old = new HashSet(1);
  }

  /**
   * @param {number} low
   * @param {number} high
   */
  add(low, high) {
    if (this.young.size >= this.most) {
      const emptied = this.old;
      this.old = this.young;
      this.young = emptied;
      emptied.clear();
    }
    this.young.add(low, high);
  }

  /**
   * @param {number} low
   * @param {number} high
   */
  has(low, high) {
    return this.young.has(low, high) || this.old.has(low, high);
  }
}
