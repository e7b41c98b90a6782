/**
 * How much memory a thread has taken up, and the one rule for it: what does not fit beside the rest waits until
 * what was used longest ago, and is in use no more, has been given back. What was given back is made again at need.
 *
 * A question takes all it needs at once and keeps it to its end, so that no two wait for each other. Those that
 * wait have their turns in order, except that what needs little does not wait for what needs much.
 */

/**
 * One thing of a question's needs.
 * @typedef {object} Need
 * @property {string} name  of what others may use too, and what is kept afterwards
 * @property {number} bytes  while it is made, at least
 * @property {number} [most]  up to which it takes what is free; it is given back at the end
 * @property {() => void} [drop]  forgets what is kept
 *
 * @typedef {{bytes: number, users: number, drop: () => void, kept: boolean}} Holding
 * @typedef {{parts: Need[], resolve: (hold: Hold | null) => void}} Queued
 */

/** A need of up to this share of the memory does not wait in line. */
const LITTLE = 1 / 6;

/** What a question has taken up until it ends. */
class Hold {
  #end;

  /**
   * @param {number[]} bytes  of each part
   * @param {() => void} end
   */
  constructor(bytes, end) {
    this.bytes = bytes;
    this.#end = end;
  }

  /** What has a `most` is given back, the rest may be. */
  end() {
    this.#end();
  }
}

/** The memory of one thread. */
export class Holdings {
  /** In the order of their last use. @type {Map<string, Holding>} */
  #held = new Map();
  /** @type {Queued[]} */
  #line = [];

  /** @param {number} [most]  bytes */
  constructor(most = Infinity) {
    this.most = most;
  }

  /** How much is held. */
  get bytes() {
    return sum(this.#held.values());
  }

  /**
   * @param {Need[]} parts
   * @param {AbortSignal} [signal]
   * @returns {Promise<Hold | null>} null for what there is no memory for at all
   */
  take(parts, signal) {
    return new Promise((resolve, reject) => {
      const waiting = { parts, resolve };
      this.#line.push(waiting);
      signal?.addEventListener("abort", () => {
        this.#line = this.#line.filter((one) => one !== waiting);
        reject(signal.reason);
        this.#serve();
      });
      this.#serve();
    });
  }

  /**
   * Something has been made, and its size is known.
   * @param {string} name
   * @param {number} bytes
   */
  settle(name, bytes) {
    const held = this.#held.get(name);
    if (held) held.bytes = bytes;
    this.#serve();
  }

  /**
   * @param {number} most  from now on
   * @returns {number} bytes: more where questions that have begun need more
   */
  limit(most) {
    const used = sum(Array.from(this.#held.values()).filter(({ users }) => users > 0));
    this.most = Math.max(most, used);
    this.#free(0, new Set());
    this.#serve();
    return this.most;
  }

  /** Give to those in line what there is memory for. */
  #serve() {
    let before = false;
    for (const waiting of [...this.#line]) {
      const names = new Set(waiting.parts.map(({ name }) => name));
      const need = waiting.parts.reduce((bytes, part) => bytes + this.#missing(part), 0);
      const others = Array.from(this.#held).filter(([name, { users }]) => users > 0 || names.has(name));
      const fits = sum(others.map(([, held]) => held)) + need <= this.most;
      if (this.#most(waiting.parts) > this.most) this.#answer(waiting, null);
      else if (fits && (!before || need <= LITTLE * this.most)) this.#answer(waiting, this.#grant(waiting.parts, need, names));
      else before = true;
    }
  }

  /**
   * @param {Queued} waiting
   * @param {Hold | null} hold
   */
  #answer(waiting, hold) {
    this.#line = this.#line.filter((one) => one !== waiting);
    waiting.resolve(hold);
  }

  /**
   * What a question needs if nothing else is held.
   * @param {Need[]} parts
   */
  #most(parts) {
    return parts.reduce((bytes, part) => bytes + (this.#held.get(part.name)?.bytes ?? part.bytes), 0);
  }

  /** @param {Need} part */
  #missing({ name, bytes }) {
    return this.#held.has(name) ? 0 : bytes;
  }

  /**
   * @param {Need[]} parts
   * @param {number} need
   * @param {Set<string>} names
   */
  #grant(parts, need, names) {
    this.#free(need, names);
    let spare = this.most - this.bytes - need;
    const bytes = parts.map((part) => {
      const { name, most, drop = () => {} } = part;
      const held = this.#held.get(name) ?? { bytes: part.bytes, users: 0, drop, kept: most === undefined };
      const more = Math.max(0, Math.min(spare, (most ?? 0) - held.bytes));
      held.bytes += more;
      spare -= more;
      held.users++;
      this.#held.delete(name);
      this.#held.set(name, held);
      return held.bytes;
    });
    return new Hold(bytes, () => this.#end(names));
  }

  /**
   * Give back what was used longest ago until so much is free.
   * @param {number} need
   * @param {Set<string>} names  what must stay
   */
  #free(need, names) {
    let left = this.bytes + need;
    const oldest = [];
    for (const [name, held] of this.#held) {
      if (left <= this.most) break;
      if (held.users > 0 || names.has(name)) continue;
      oldest.push({ name, held });
      left -= held.bytes;
    }
    for (const { name, held } of oldest.reverse()) {
      // What is small may stay where the others are enough: it is asked for most often.
      if (left + held.bytes <= this.most) left += held.bytes;
      else {
        this.#held.delete(name);
        held.drop();
      }
    }
  }

  /** @param {Set<string>} names */
  #end(names) {
    for (const name of names) {
      const held = /** @type {Holding} */ (this.#held.get(name));
      held.users--;
      if (held.users === 0 && !held.kept) this.#held.delete(name);
    }
    this.#serve();
  }
}

/** @param {Iterable<Holding>} all */
function sum(all) {
  let bytes = 0;
  for (const held of all) bytes += held.bytes;
  return bytes;
}

/**
 * The memory of the arrays that something consists of.
 * @param {unknown} object
 * @param {Set<object>} [counted]  what was counted before
 * @returns {number} bytes
 */
export function bytesOf(object, counted = new Set()) {
  if (object === null || typeof object !== "object" || counted.has(object)) return 0;
  counted.add(object);
  if (ArrayBuffer.isView(object)) return bytesOf(object.buffer, counted);
  if (object instanceof ArrayBuffer) return object.byteLength;
  // Numbers in a list take eight bytes at most.
  if (typeof /** @type {unknown[]} */ (object)[0] === "number") return 8 * /** @type {unknown[]} */ (object).length;
  return Object.values(object).reduce((bytes, part) => bytes + bytesOf(part, counted), 0);
}
