/** Counts, limits and progress: what every search of the page reports to. */
import { LimitReached } from "./room.js";
import { NOTHING_KEPT } from "./views.js";

/** @typedef {import("./nodes.js").Goal} Goal */
/** @typedef {import("./nodes.js").Nodes} Nodes */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {import("./views.js").Kept} Kept */
/** @typedef {import("./views.js").Waiting} Waiting */

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
 * @typedef {{expansions: number | null, seconds: number | null, bytes?: number}} Limits null: none;
 *   bytes: of the nodes, states and queues of a search
 * @typedef {{expanded: number, generated: number, frontier: number, reached: number, bound: number,
 *   depth: number, best: number | null, seconds: number}} Sample
 */

/** @typedef {"new" | "better" | "duplicate" | "pruned"} Examined what became of a successor */

/**
 * Sees every step of a search; `side` is 0 forwards and 1 backwards, in a search from both ends.
 * @typedef {object} SearchObserver
 * @property {(frontier: Waiting, reached: Kept) => void} opens the lists of the search from now on
 * @property {(nodes: Nodes, node: number, side?: number) => void} expand
 * @property {(nodes: Nodes, parent: number, space: StateSpace, at: number, verdict: Examined, side?: number) => void} child
 *   a successor that the space holds was examined
 * @property {(nodes: Nodes, parent: number, step: {hi: number, lo: number, move: number, cost: number},
 *   verdict: Examined, side?: number) => void} step a successor was examined
 * @property {(bound: number) => void} contour
 * @property {(proved: number) => void} bound
 * @property {(cost: number) => void} incumbent
 * @property {((hi: number, lo: number) => number) | null} estimate of the search, for the observer
 */

const CHECK_EVERY = 128;
const REPORT_EVERY = 25;

/** Counts what a search does, records what it proves, and ends it at a limit. */
export class SearchMonitor {
  /** @type {Waiting} */ #frontier = { size: () => 0 };
  /** @type {Kept} */ #reached = NOTHING_KEPT;
  #checkpoint = 0;
  #began;
  #reported;

  /**
   * @param {Limits} limits
   * @param {{clock?: () => number, onSample?: (sample: Sample) => void, observer?: SearchObserver | null}} [options]
   *   clock: milliseconds
   */
  constructor(limits, { clock = () => performance.now(), onSample = () => {}, observer = null } = {}) {
    this.limits = limits;
    this.clock = clock;
    this.onSample = onSample;
    /** Sees every step of the search. */
    this.observer = observer;
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
    /** The best solution so far, of a search that goes on. @type {{cost: number, found: () => Goal} | null} */
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
   * @param {Waiting} frontier the one from now on
   * @param {Kept} [reached] the states stored to recognise duplicates
   */
  opens(frontier, reached = NOTHING_KEPT) {
    this.#noteReached();
    this.#frontier = frontier;
    this.#reached = reached;
    this.observer?.opens(frontier, reached);
  }

  /**
   * Count the expansion of a node just taken from the frontier. Throws LimitReached, before counting.
   * @param {number} successors
   * @param {Nodes} nodes
   * @param {number} node
   * @param {number} [side] 0 forwards, 1 backwards, of a search from both ends
   */
  expand(successors, nodes, node, side) {
    const { stats } = this;
    if (stats.expanded >= this.#checkpoint) this.#check(nodes.depth[node]);
    stats.expanded += 1;
    stats.generated += successors;
    const size = this.#frontier.size() + 1;
    if (size > stats.peak_frontier) stats.peak_frontier = size;
    this.observer?.expand(nodes, node, side);
  }

  /**
   * @param {number} cost of a solution that the search may still improve
   * @param {() => Goal} found makes its node
   */
  found(cost, found) {
    this.incumbent = { cost, found };
    this.observer?.incumbent(cost);
  }

  /** @param {number} bound of the pass that begins */
  contour(bound) {
    this.#closeContour();
    this.stats.contours.push([bound, this.stats.expanded]);
    this.observer?.contour(bound);
  }

  /** The last contour's starting count becomes its own number of expansions. */
  #closeContour() {
    const { contours, expanded } = this.stats;
    const last = contours.at(-1);
    if (last) last[1] = expanded - contours.slice(0, -1).reduce((sum, [, count]) => sum + count, 0);
  }

  /** @param {number} bound no solution is cheaper */
  prove(bound) {
    if (bound <= this.lowerBound) return;
    this.lowerBound = bound;
    this.observer?.bound(bound);
  }

  /** @returns {Counts} complete */
  finish() {
    this.#closeContour();
    this.#noteReached();
    return this.stats;
  }

  #noteReached() {
    this.stats.peak_reached = Math.max(this.stats.peak_reached, this.#reached.size());
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
      frontier: this.#frontier.size(),
      reached: this.#reached.size(),
      bound: this.lowerBound,
      depth,
      best: this.incumbent?.cost ?? null,
      seconds: this.seconds,
    };
  }
}
