/**
 * Best-first search and its configurations: uniform-cost, greedy, A* and weighted A* search.
 * Its twin: taquin/search/best_first.py.
 */
import { Heap } from "./heap.js";
import { Nodes } from "./nodes.js";
import { Room } from "./room.js";
import { StateMap } from "./statemap.js";
import { keptIn, waitingIn } from "./views.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./nodes.js").Goal} Goal */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {{tie_break?: string, duplicates?: string, goal_test?: string}} Choices */
/** @typedef {(one: number, other: number) => number} Order negative: one node comes before the other */

/** The mark of a node whose successors were generated. */
const EXPANDED = 1;

/**
 * The order among equal priorities: newest, oldest, smaller board first, or smaller h and then newest.
 * Newer nodes have greater numbers.
 * @param {Nodes} nodes
 * @returns {Record<string, Order>}
 */
const ties = (nodes) => ({
  lifo: (one, other) => other - one,
  fifo: (one, other) => one - other,
  state: (one, other) => byState(nodes, one, other) || one - other,
  low_h: (one, other) => nodes.h[one] - nodes.h[other] || other - one,
});

/**
 * @param {Nodes} nodes
 * @param {number} one
 * @param {number} other
 */
function byState({ hi, lo }, one, other) {
  return (hi[one] >>> 0) - (hi[other] >>> 0) || (lo[one] >>> 0) - (lo[other] >>> 0);
}

/**
 * Always expand the node with the smallest priority.
 * @param {StateSpace} space
 * @param {Estimator | null} h
 * @param {SearchMonitor} monitor
 * @param {{priority: (g: number, h: number) => number, bound: (f: number) => number,
 *   tieBreak: string, duplicates: string, goalTest: string, reopen?: boolean}} rules
 *   bound: the lower bound that the smallest priority in the frontier proves; reopen: queue a state
 *   again when a cheaper path to it is found
 * @returns {Goal | null}
 */
function bestFirst(space, h, monitor, { priority, bound, tieBreak, duplicates, goalTest, reopen = true }) {
  const { stats, observer } = monitor;
  const room = new Room(monitor.limits.bytes);
  const nodes = new Nodes(room);
  const fOf = (/** @type {number} */ node) => priority(nodes.g[node], nodes.h[node]);
  const tied = ties(nodes)[tieBreak];
  const before = (/** @type {number} */ one, /** @type {number} */ other) => {
    const [f, g] = [fOf(one), fOf(other)];
    return f !== g ? f < g : tied(one, other) < 0;
  };
  const stores = duplicates === "global";
  const closes = duplicates === "closed";
  const early = goalTest === "generation";
  const frontier = new Heap(before, room);
  /** The node of each state. */
  const reached = new StateMap(room);
  let level = -1;
  const evaluate = (/** @type {number} */ hi, /** @type {number} */ lo) => {
    if (h === null) return 0;
    stats.evaluated += 1;
    return h(hi, lo);
  };
  const start = nodes.root(space.start, evaluate(space.start.hi, space.start.lo));
  frontier.push(start);
  if (stores) reached.add(space.start.hi, space.start.lo, start);
  monitor.opens(waitingIn(frontier, nodes, { f: fOf, state: (one, other) => byState(nodes, one, other) }), keptIn(reached));
  if (early && space.isGoal(space.start.hi, space.start.lo)) return { nodes, node: start };
  while (frontier.size > 0) {
    const node = frontier.pop();
    stats.popped += 1;
    const place = stores || closes ? reached.find(nodes.hi[node], nodes.lo[node]) : -1;
    if (stores && reached.value[place] !== node) continue;
    if (closes && place >= 0) {
      if (nodes.g[reached.value[place]] <= nodes.g[node] || !reopen) continue;
      stats.reopened += 1;
    }
    const f = fOf(node);
    if (f !== level) {
      level = f;
      monitor.prove(bound(f));
    }
    if (!early && space.isGoal(nodes.hi[node], nodes.lo[node])) return { nodes, node };
    const count = nodes.successors(node, space, duplicates);
    monitor.expand(count, nodes, node);
    nodes.mark[node] = EXPANDED;
    if (closes) {
      if (place >= 0) reached.value[place] = node;
      else reached.add(nodes.hi[node], nodes.lo[node], node);
    }
    for (let at = 0; at < count; at++) {
      const [hi, lo] = [space.hi[at], space.lo[at]];
      const known = stores ? reached.find(hi, lo) : -1;
      const former = known < 0 ? -1 : reached.value[known];
      const worse = former >= 0 && (nodes.g[node] + space.cost[at] >= nodes.g[former] || !reopen);
      if (worse || (duplicates === "path" && nodes.onPath(node, hi, lo))) {
        observer?.child(nodes, node, space, at, "duplicate");
        continue;
      }
      if (former >= 0 && nodes.mark[former] === EXPANDED) stats.reopened += 1;
      const child = nodes.child(node, space, at, former >= 0 ? nodes.h[former] : evaluate(hi, lo));
      if (former >= 0) reached.value[known] = child;
      else if (stores) reached.add(hi, lo, child);
      if (nodes.depth[child] > stats.max_depth) stats.max_depth = nodes.depth[child];
      observer?.child(nodes, node, space, at, former >= 0 ? "better" : "new");
      if (early && space.isGoal(hi, lo)) return { nodes, node: child };
      frontier.push(child);
    }
  }
  return null;
}

/**
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {Choices} choices
 */
export function uniformCost(space, monitor, { tie_break = "fifo", duplicates = "global", goal_test = "expansion" }) {
  return bestFirst(space, null, monitor, {
    priority: (g) => g,
    bound: (f) => f,
    tieBreak: tie_break,
    duplicates,
    goalTest: goal_test,
  });
}

/**
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {Choices} choices
 */
export function greedySearch(space, h, monitor, { tie_break = "lifo", duplicates = "global", goal_test = "expansion" }) {
  return bestFirst(space, h, monitor, {
    priority: (_, h) => h,
    bound: () => 0,
    tieBreak: tie_break,
    duplicates,
    goalTest: goal_test,
    reopen: false,
  });
}

/**
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {Choices} choices
 */
export function aStar(space, h, monitor, { tie_break = "low_h", duplicates = "global", goal_test = "expansion" }) {
  return bestFirst(space, h, monitor, {
    priority: (g, h) => g + h,
    bound: (f) => f,
    tieBreak: tie_break,
    duplicates,
    goalTest: goal_test,
  });
}

/**
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {Choices & {weight?: number}} choices
 */
export function weightedAStar(
  space,
  h,
  monitor,
  { weight = 2, tie_break = "low_h", duplicates = "global", goal_test = "expansion" },
) {
  return bestFirst(space, h, monitor, {
    priority: (g, h) => g + weight * h,
    // g + weight h <= weight C* for some node of the frontier on an optimal path.
    bound: (f) => Math.ceil(f / weight - 1e-9),
    tieBreak: tie_break,
    duplicates,
    goalTest: goal_test,
  });
}
