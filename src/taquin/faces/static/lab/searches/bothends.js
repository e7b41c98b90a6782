/**
 * Search from both ends: bidirectional breadth-first search, and MM (meet in the middle).
 * Its twin: taquin/search/bidirectional.py.
 */
import { queueOf } from "./breadthfirst.js";
import { Heap } from "./heap.js";
import { NO_NODE, Nodes } from "./nodes.js";
import { Room } from "./room.js";
import { CHEAPEST } from "./space.js";
import { StateMap } from "./statemap.js";
import { keptIn, keptOnBoth, lastOf, listOf, waitingOnBoth } from "./views.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./nodes.js").Goal} Goal */
/** @typedef {import("./space.js").StateSpace} StateSpace */

/** The marks of a node of MM: waiting, expanded, or with a cheaper path to its state. */
const [OPEN, CLOSED, REPLACED] = [0, 1, 2];

/**
 * The path through a state that two nodes share, with nodes of its own.
 * @param {Nodes} forwards
 * @param {number} node
 * @param {Nodes} backwards
 * @param {number} other of the same state
 * @returns {Goal} the goal's node
 */
function join(forwards, node, backwards, other) {
  const nodes = new Nodes(new Room());
  const there = [];
  for (let at = node; at !== NO_NODE; at = forwards.parent[at]) there.push(at);
  const start = /** @type {number} */ (there.pop());
  let last = nodes.root({ hi: forwards.hi[start], lo: forwards.lo[start] });
  const step = (/** @type {Nodes} */ of, /** @type {number} */ to, /** @type {number} */ move, /** @type {number} */ cost) => {
    last = nodes.step(last, of.hi[to], of.lo[to], move, cost);
  };
  for (const at of there.reverse()) step(forwards, at, forwards.move[at], forwards.g[at] - forwards.g[forwards.parent[at]]);
  for (let at = other; backwards.parent[at] !== NO_NODE; at = backwards.parent[at]) {
    const next = backwards.parent[at];
    step(backwards, next, backwards.move[at], backwards.g[at] - backwards.g[next]);
  }
  return { nodes, node: last };
}

/**
 * Find the states one move away from a node: forwards on side 0, backwards on side 1.
 * @param {StateSpace} space
 * @param {number} side
 * @param {Nodes} nodes
 * @param {number} node
 */
function stepsFrom(space, side, nodes, node) {
  const [hi, lo] = [nodes.hi[node], nodes.lo[node]];
  return side === 0 ? space.successors(hi, lo) : space.predecessors(hi, lo);
}

/**
 * Whole levels, always from the end with the smaller frontier.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @returns {Goal | null}
 */
export function bidirectionalBreadthFirst(space, monitor) {
  const { stats, observer } = monitor;
  const room = new Room(monitor.limits.bytes);
  const both = [new Nodes(room), new Nodes(room)];
  const reached = [new StateMap(room), new StateMap(room)];
  const queues = both.map(() => ({ next: 0, end: 1 }));
  [space.start, space.goal].forEach((end, side) => reached[side].add(end.hi, end.lo, both[side].root(end)));
  monitor.opens(
    waitingOnBoth(both.map((nodes, side) => queueOf(nodes, queues[side]))),
    keptOnBoth(reached.map(keptIn)),
  );
  if (space.isGoal(space.start.hi, space.start.lo)) return { nodes: both[0], node: 0 };
  const waiting = (/** @type {number} */ side) => queues[side].end - queues[side].next;
  while (waiting(0) > 0 && waiting(1) > 0) {
    const side = waiting(0) <= waiting(1) ? 0 : 1;
    const nodes = both[side];
    // Levels 0 … a and 0 … b are complete and disjoint: a solution has at least a + b + 1 moves.
    const [depth, otherDepth] = both.map((one, at) => one.depth[queues[at].next]);
    monitor.prove((depth + otherDepth + 1) * CHEAPEST);
    const queue = queues[side];
    const level = nodes.depth[queue.next];
    while (waiting(side) > 0 && nodes.depth[queue.next] === level) {
      const node = queue.next++;
      stats.popped += 1;
      const count = stepsFrom(space, side, nodes, node);
      monitor.expand(count, nodes, node, side);
      for (let at = 0; at < count; at++) {
        const [hi, lo] = [space.hi[at], space.lo[at]];
        if (reached[side].find(hi, lo) >= 0) {
          observer?.child(nodes, node, space, at, "duplicate", side);
          continue;
        }
        const child = nodes.child(node, space, at);
        reached[side].add(hi, lo, child);
        stats.max_depth = Math.max(stats.max_depth, level + 1);
        observer?.child(nodes, node, space, at, "new", side);
        const met = reached[1 - side].find(hi, lo);
        if (met < 0) {
          queue.end = nodes.size;
          continue;
        }
        const other = reached[1 - side].value[met];
        return side === 0 ? join(nodes, child, both[1], other) : join(both[0], other, nodes, child);
      }
    }
  }
  return null;
}

/** One direction of MM: open nodes by priority, and the least f and g among them. */
class Direction {
  /**
   * @param {Room} room
   * @param {boolean} watched whether the order of the open nodes is wanted
   */
  constructor(room, watched) {
    const nodes = new Nodes(room);
    this.nodes = nodes;
    this.reached = new StateMap(room);
    this.waiting = 0;
    /** The open and the closed nodes by place of their state, in the order in which they became so. */
    this.order = watched ? [new Map(), new Map()] : null;
    const f = (/** @type {number} */ node) => nodes.g[node] + nodes.h[node];
    const key = (/** @type {number} */ node) => Math.max(f(node), 2 * nodes.g[node] + CHEAPEST);
    this.measures = [key, f, (/** @type {number} */ node) => nodes.g[node]];
    // Among equal priorities, the smaller g comes first, as the authors recommend; then the older.
    this.queues = this.measures.map(
      (measure) =>
        new Heap(
          (one, other) =>
            (measure(one) - measure(other) || (measure === key ? nodes.g[one] - nodes.g[other] : 0) || one - other) < 0,
          room,
        ),
    );
  }

  /**
   * @param {number} node new, without another open node of its state
   * @param {number} place of its state
   */
  open(node, place) {
    this.waiting += 1;
    for (const queue of this.queues) queue.push(node);
    this.order?.[0].set(place, node);
  }

  /** @param {Heap} queue */
  #live(queue) {
    while (this.nodes.mark[queue.first] !== OPEN) queue.pop();
    return queue.first;
  }

  /** The least priority, f and g among the open nodes. */
  least() {
    return this.queues.map((queue, at) => this.measures[at](this.#live(queue)));
  }

  /** @returns {number} the node with the least priority, closed from now on */
  pop() {
    const node = this.#live(this.queues[0]);
    this.queues[0].pop();
    this.nodes.mark[node] = CLOSED;
    this.waiting -= 1;
    if (this.order) {
      const place = this.reached.find(this.nodes.hi[node], this.nodes.lo[node]);
      this.order[0].delete(place);
      this.order[1].set(place, node);
    }
    return node;
  }

  /**
   * A cheaper path to a state was found.
   * @param {number} place of the state
   * @param {number} former its node so far
   * @param {number} node
   */
  replace(place, former, node) {
    if (this.nodes.mark[former] === CLOSED) this.order?.[1].delete(place);
    else this.waiting -= 1;
    this.nodes.mark[former] = REPLACED;
    this.reached.value[place] = node;
    this.open(node, place);
  }

  /** What a recording sees of it. */
  get lists() {
    const { nodes, reached } = this;
    const [open, closed] = this.order ?? [new Map(), new Map()];
    const states = (/** @type {number[]} */ found) =>
      found.map((node) => /** @type {[number, number]} */ ([nodes.hi[node], nodes.lo[node]]));
    return {
      waiting: listOf(nodes, "nodes, newest first", (most) => lastOf([...open.values()], most), () => this.waiting),
      kept: {
        size: () => reached.size,
        newest: (/** @type {number} */ most) => states(lastOf([...closed.values(), ...open.values()], most)),
      },
    };
  }
}

/**
 * MM: heuristic search from both ends that never goes past the midpoint from either.
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{}} _choices
 * @param {Estimator} back estimates the cost from the start
 * @returns {Goal | null}
 */
export function meetInTheMiddle(space, h, monitor, _choices, back) {
  const { stats } = monitor;
  const room = new Room(monitor.limits.bytes);
  const sides = [0, 1].map(() => new Direction(room, monitor.observer !== null));
  const estimates = [h, back];
  stats.evaluated += 2;
  [space.start, space.goal].forEach((end, at) => {
    const side = sides[at];
    const node = side.nodes.root(end, estimates[at](end.hi, end.lo));
    side.open(node, side.reached.add(end.hi, end.lo, node));
  });
  if (space.isGoal(space.start.hi, space.start.lo)) return { nodes: sides[0].nodes, node: 0 };
  const lists = sides.map((side) => side.lists);
  monitor.opens(waitingOnBoth(lists.map(({ waiting }) => waiting)), keptOnBoth(lists.map(({ kept }) => kept)));
  /** The cheapest pair of nodes that meet, and their cost. */
  let best = { cost: Infinity, nodes: [NO_NODE, NO_NODE] };
  const joined = () => join(sides[0].nodes, best.nodes[0], sides[1].nodes, best.nodes[1]);
  while (sides.every(({ waiting }) => waiting > 0)) {
    const [priority, f, g] = sides[0].least();
    const [otherPriority, otherF, otherG] = sides[1].least();
    const bound = Math.max(Math.min(priority, otherPriority), f, otherF, g + otherG + CHEAPEST);
    monitor.prove(Math.min(bound, best.cost));
    if (best.cost <= bound) return joined();
    const side = priority <= otherPriority ? 0 : 1;
    const node = sides[side].pop();
    stats.popped += 1;
    const before = best;
    for (const child of improved(sides[side], node, side, space, estimates[side], monitor)) {
      const { nodes, reached } = sides[1 - side];
      const place = reached.find(sides[side].nodes.hi[child], sides[side].nodes.lo[child]);
      const met = place < 0 ? NO_NODE : reached.value[place];
      if (met === NO_NODE || nodes.mark[met] !== OPEN) continue;
      const cost = sides[side].nodes.g[child] + nodes.g[met];
      if (cost < best.cost) best = { cost, nodes: side === 0 ? [child, met] : [met, child] };
    }
    if (best !== before) monitor.found(best.cost, joined);
  }
  if (best.cost === Infinity) return null;
  // One side is exhausted, so no cheaper path remains.
  monitor.prove(best.cost);
  return joined();
}

/**
 * Expand a node.
 * @param {Direction} direction
 * @param {number} node
 * @param {number} side
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @returns {number[]} the successors that were new or cheaper, now open
 */
function improved(direction, node, side, space, h, monitor) {
  const { stats, observer } = monitor;
  const { nodes, reached } = direction;
  const count = stepsFrom(space, side, nodes, node);
  monitor.expand(count, nodes, node, side);
  const opened = [];
  for (let at = 0; at < count; at++) {
    const [hi, lo] = [space.hi[at], space.lo[at]];
    const place = reached.find(hi, lo);
    const former = place < 0 ? NO_NODE : reached.value[place];
    if (former !== NO_NODE && nodes.g[former] <= nodes.g[node] + space.cost[at]) {
      observer?.child(nodes, node, space, at, "duplicate", side);
      continue;
    }
    if (former === NO_NODE) stats.evaluated += 1;
    else if (nodes.mark[former] === CLOSED) stats.reopened += 1;
    const child = nodes.child(node, space, at, former === NO_NODE ? h(hi, lo) : nodes.h[former]);
    stats.max_depth = Math.max(stats.max_depth, nodes.depth[child]);
    observer?.child(nodes, node, space, at, former === NO_NODE ? "new" : "better", side);
    if (former === NO_NODE) direction.open(child, reached.add(hi, lo, child));
    else direction.replace(place, former, child);
    opened.push(child);
  }
  return opened;
}
