/** Counts, limits and progress: what every search of the page reports to. */

/** @typedef {import("./node.js").SearchNode} SearchNode */

/**
 * The counters of taquin.search.result, by the same names; `contours` lists [bound, expanded].
 * @typedef {object} Counts
 * @property {number} expanded
 * @property {number} generated
 * @property {number} evaluated
 * @property {number} reopened
 * @property {number} popped
 * @property {number} peak_frontier
 * @property {number} peak_reached
 * @property {number} max_depth
 * @property {Array<[number, number]>} contours
 *
 * @typedef {{expansions: number | null, seconds: number | null}} Limits null: none
 * @typedef {{expanded: number, generated: number, frontier: number, reached: number, bound: number,
 *   depth: number, best: number | null, seconds: number}} Sample
 */

const CHECK_EVERY = 128;
const REPORT_EVERY = 25;
// About a gigabyte of nodes: a browser ends a worker that takes much more.
const MOST_NODES = 8_000_000;

/** A limit was reached; `limit` names it. */
export class LimitReached extends Error {
  /** @param {"expansions" | "time" | "memory"} limit */
  constructor(limit) {
    super(limit);
    this.name = "LimitReached";
    this.limit = limit;
  }
}

/** Counts what a search does, records what it proves, and ends it at a limit. */
export class SearchMonitor {
  #frontier = () => 0;
  #reached = () => 0;
  #checkpoint = 0;
  #began;
  #reported;

  /**
   * @param {Limits} limits
   * @param {{clock?: () => number, onSample?: (sample: Sample) => void}} [options] clock: milliseconds
   */
  constructor(limits, { clock = () => performance.now(), onSample = () => {} } = {}) {
    this.limits = limits;
    this.clock = clock;
    this.onSample = onSample;
    this.#began = this.#reported = clock();
    /** @type {Counts} */
    this.stats = {
      expanded: 0,
      generated: 0,
      evaluated: 0,
      reopened: 0,
      popped: 0,
      peak_frontier: 0,
      peak_reached: 0,
      max_depth: 0,
      contours: [],
    };
    /** No solution costs less. */
    this.lowerBound = 0;
    /** The best solution so far, of a search that goes on. @type {SearchNode | null} */
    this.incumbent = null;
    /** Whether nodes were dropped that a proof would need; null: as the algorithm declares.
     * @type {boolean | null} */
    this.incomplete = null;
  }

  /** Seconds of search so far. */
  get seconds() {
    return (this.clock() - this.#began) / 1000;
  }

  /**
   * @param {() => number} frontier its size from now on
   * @param {() => number} [reached] the number of states stored to recognise duplicates
   */
  opens(frontier, reached = () => 0) {
    this.#noteReached();
    this.#frontier = frontier;
    this.#reached = reached;
  }

  /**
   * Count the expansion of a node just taken from the frontier. Throws LimitReached, before counting.
   * @param {number} successors
   * @param {number} depth of the node
   */
  expand(successors, depth) {
    const { stats } = this;
    if (stats.expanded >= this.#checkpoint) this.#check(depth);
    stats.expanded += 1;
    stats.generated += successors;
    const size = this.#frontier() + 1;
    if (size > stats.peak_frontier) stats.peak_frontier = size;
  }

  /** @param {number} bound of the pass that begins */
  contour(bound) {
    this.#closeContour();
    this.stats.contours.push([bound, this.stats.expanded]);
  }

  /** The last contour's starting count becomes its own number of expansions. */
  #closeContour() {
    const { contours, expanded } = this.stats;
    const last = contours.at(-1);
    if (last) last[1] = expanded - contours.slice(0, -1).reduce((sum, [, count]) => sum + count, 0);
  }

  /** @param {number} bound no solution is cheaper */
  prove(bound) {
    if (bound > this.lowerBound) this.lowerBound = bound;
  }

  /** @returns {Counts} complete */
  finish() {
    this.#closeContour();
    this.#noteReached();
    return this.stats;
  }

  #noteReached() {
    this.stats.peak_reached = Math.max(this.stats.peak_reached, this.#reached());
  }

  /** @param {number} depth */
  #check(depth) {
    const { limits, stats } = this;
    if (limits.expansions !== null && stats.expanded >= limits.expansions) {
      throw new LimitReached("expansions");
    }
    const now = this.clock();
    if (limits.seconds !== null && now - this.#began >= 1000 * limits.seconds) {
      throw new LimitReached("time");
    }
    if (this.#frontier() + this.#reached() > MOST_NODES) throw new LimitReached("memory");
    if (now - this.#reported >= REPORT_EVERY) {
      this.#reported = now;
      this.onSample(this.#sample(depth));
    }
    this.#checkpoint = Math.min(stats.expanded + CHECK_EVERY, limits.expansions ?? Infinity);
  }

  /**
   * @param {number} depth
   * @returns {Sample}
   */
  #sample(depth) {
    return {
      expanded: this.stats.expanded,
      generated: this.stats.generated,
      frontier: this.#frontier(),
      reached: this.#reached(),
      bound: this.lowerBound,
      depth,
      best: this.incumbent?.g ?? null,
      seconds: this.seconds,
    };
  }
}
