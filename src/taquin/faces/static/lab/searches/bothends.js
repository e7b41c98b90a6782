/**
 * Search from both ends: bidirectional breadth-first search, and MM (meet in the middle).
 * Its twin: taquin/search/best_first.py.
 */
import { CHEAPEST, SearchNode } from "./node.js";
import { PriorityQueue } from "./priorityqueue.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {import("./space.js").NextState} NextState */

/**
 * @param {SearchNode} forward
 * @param {SearchNode} backward of the same state
 * @returns {SearchNode} the goal's node on the path through that state
 */
function join(forward, backward) {
  let node = forward;
  for (let at = backward; at.parent; at = at.parent) {
    node = new SearchNode(at.parent.state, node, at.move, node.g + at.g - at.parent.g, node.depth + 1);
  }
  return node;
}

/**
 * Whole levels, always from the end with the smaller frontier.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @returns {SearchNode | null}
 */
export function bidirectionalBreadthFirst(space, monitor) {
  const { stats } = monitor;
  const ends = [space.start, space.goal].map((state) => new SearchNode(state, null, "", 0, 0));
  const layers = ends.map((end) => [end]);
  const reached = ends.map((end) => new Map([[end.state, end]]));
  const steps = [space.successors.bind(space), space.predecessors.bind(space)];
  let taken = 0;
  let deeper = /** @type {SearchNode[]} */ ([]);
  monitor.opens(
    () => layers[0].length + layers[1].length + deeper.length - taken,
    () => reached[0].size + reached[1].size,
  );
  if (space.isGoal(space.start)) return ends[0];
  while (layers.every((layer) => layer.length > 0)) {
    const side = layers[0].length <= layers[1].length ? 0 : 1;
    // Levels 0 … a and 0 … b are complete and disjoint: a solution has at least a + b + 1 moves.
    monitor.prove((layers[0][0].depth + layers[1][0].depth + 1) * CHEAPEST);
    const level = layers[side][0].depth;
    for (const node of layers[side]) {
      taken += 1;
      stats.popped += 1;
      const successors = steps[side](node.state);
      monitor.expand(successors.length, level);
      for (const { move, state, cost } of successors) {
        if (reached[side].has(state)) continue;
        const child = new SearchNode(state, node, move, node.g + cost, level + 1);
        reached[side].set(state, child);
        stats.max_depth = Math.max(stats.max_depth, level + 1);
        const met = reached[1 - side].get(state);
        if (met) return side === 0 ? join(child, met) : join(met, child);
        deeper.push(child);
      }
    }
    layers[side] = deeper;
    deeper = [];
    taken = 0;
  }
  return null;
}

/** @typedef {{key: number, tie: number, age: number, node: SearchNode}} Queued */

/**
 * @param {Queued} one
 * @param {Queued} other
 */
const sooner = (one, other) =>
  one.key !== other.key ? one.key < other.key : one.tie !== other.tie ? one.tie < other.tie : one.age < other.age;

/** One direction of MM: open nodes by priority, and the least f and g among them. */
class Direction {
  #count = 0;

  /** @param {SearchNode} start */
  constructor(start) {
    /** @type {Map<number, SearchNode>} */ this.open = new Map();
    /** @type {Map<number, SearchNode>} */ this.closed = new Map();
    this.byPriority = /** @type {PriorityQueue<Queued>} */ (new PriorityQueue(sooner));
    this.byF = /** @type {PriorityQueue<Queued>} */ (new PriorityQueue(sooner));
    this.byG = /** @type {PriorityQueue<Queued>} */ (new PriorityQueue(sooner));
    this.push(start);
  }

  get size() {
    return this.open.size + this.closed.size;
  }

  /** @param {number} state */
  get(state) {
    return this.open.get(state) ?? this.closed.get(state);
  }

  /** @param {SearchNode} node it replaces any other of its state */
  push(node) {
    this.open.set(node.state, node);
    const { g, h } = node;
    const age = ++this.#count;
    // Among equal priorities, the smaller g comes first, as the authors recommend.
    this.byPriority.push({ key: Math.max(g + h, 2 * g + CHEAPEST), tie: g, age, node });
    this.byF.push({ key: g + h, tie: 0, age, node });
    this.byG.push({ key: g, tie: 0, age, node });
  }

  /**
   * @param {PriorityQueue<Queued>} queue
   * @returns {Queued} its first entry whose node is open
   */
  #live(queue) {
    for (;;) {
      const entry = /** @type {Queued} */ (queue.first);
      if (this.open.get(entry.node.state) === entry.node) return entry;
      queue.pop();
    }
  }

  /** The least priority, f and g among the open nodes. */
  least() {
    return [this.byPriority, this.byF, this.byG].map((queue) => this.#live(queue).key);
  }

  /** @returns {SearchNode} the node with the least priority, closed from now on */
  pop() {
    const { node } = this.#live(this.byPriority);
    this.byPriority.pop();
    this.open.delete(node.state);
    this.closed.set(node.state, node);
    return node;
  }

  /**
   * @param {SearchNode} node
   * @param {NextState[]} successors
   * @param {Estimator} h
   * @param {SearchMonitor} monitor
   * @returns {SearchNode[]} the successors that were new or cheaper, now open
   */
  expand(node, successors, h, monitor) {
    const { stats } = monitor;
    monitor.expand(successors.length, node.depth);
    const improved = [];
    for (const { move, state, cost } of successors) {
      const known = this.get(state);
      if (known && known.g <= node.g + cost) continue;
      if (!known) stats.evaluated += 1;
      else if (this.closed.delete(state)) stats.reopened += 1;
      const value = known ? known.h : h(state);
      const child = new SearchNode(state, node, move, node.g + cost, node.depth + 1, value);
      stats.max_depth = Math.max(stats.max_depth, child.depth);
      this.push(child);
      improved.push(child);
    }
    return improved;
  }
}

/**
 * MM: heuristic search from both ends that never goes past the midpoint from either.
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{}} _choices
 * @param {Estimator} back estimates the cost from the start
 * @returns {SearchNode | null}
 */
export function meetInTheMiddle(space, h, monitor, _choices, back) {
  const { stats } = monitor;
  stats.evaluated += 2;
  const start = new SearchNode(space.start, null, "", 0, 0, h(space.start));
  const goal = new SearchNode(space.goal, null, "", 0, 0, back(space.goal));
  if (space.isGoal(start.state)) return start;
  const sides = [new Direction(start), new Direction(goal)];
  const estimates = [h, back];
  const steps = [space.successors.bind(space), space.predecessors.bind(space)];
  monitor.opens(
    () => sides[0].open.size + sides[1].open.size,
    () => sides[0].size + sides[1].size,
  );
  let best = /** @type {SearchNode | null} */ (null);
  while (sides.every(({ open }) => open.size > 0)) {
    const [priority, f, g] = sides[0].least();
    const [otherPriority, otherF, otherG] = sides[1].least();
    const bound = Math.max(Math.min(priority, otherPriority), f, otherF, g + otherG + CHEAPEST);
    monitor.prove(best ? Math.min(bound, best.g) : bound);
    if (best && best.g <= bound) return best;
    const side = priority <= otherPriority ? 0 : 1;
    const node = sides[side].pop();
    stats.popped += 1;
    const improved = sides[side].expand(node, steps[side](node.state), estimates[side], monitor);
    for (const child of improved) {
      const met = sides[1 - side].open.get(child.state);
      if (!met || (best && child.g + met.g >= best.g)) continue;
      best = side === 0 ? join(child, met) : join(met, child);
      monitor.incumbent = best;
    }
  }
  // One side is exhausted, so no cheaper path remains.
  if (best) monitor.prove(best.g);
  return best;
}
