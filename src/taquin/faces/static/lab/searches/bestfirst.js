/**
 * Best-first search and its configurations: uniform-cost, greedy, A* and weighted A* search.
 * Its twin: taquin/search/best_first.py.
 */
import { SearchNode, childrenBy, onPath } from "./node.js";
import { PriorityQueue } from "./priorityqueue.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {{f: number, tie: number, age: number, node: SearchNode}} Entry ties, then ages, decide */
/** @typedef {{tie_break?: string, duplicates?: string, goal_test?: string}} Choices */

/**
 * The order among equal priorities: newest, oldest, smaller board first, or smaller h and then newest.
 * @type {Record<string, (node: SearchNode, count: number) => Pick<Entry, "tie" | "age">>}
 */
const TIES = {
  lifo: (_, count) => ({ tie: 0, age: -count }),
  fifo: (_, count) => ({ tie: 0, age: count }),
  state: (node, count) => ({ tie: node.state, age: count }),
  low_h: (node, count) => ({ tie: node.h, age: -count }),
};

/**
 * @param {Entry} one
 * @param {Entry} other
 */
const first = (one, other) =>
  one.f !== other.f ? one.f < other.f : one.tie !== other.tie ? one.tie < other.tie : one.age < other.age;

/**
 * Always expand the node with the smallest priority.
 * @param {StateSpace} space
 * @param {Estimator | null} h
 * @param {SearchMonitor} monitor
 * @param {{priority: (g: number, h: number) => number, bound: (f: number) => number,
 *   tieBreak: string, duplicates: string, goalTest: string, reopen?: boolean}} rules
 *   bound: the lower bound that the smallest priority in the frontier proves; reopen: queue a state
 *   again when a cheaper path to it is found
 * @returns {SearchNode | null}
 */
function bestFirst(space, h, monitor, { priority, bound, tieBreak, duplicates, goalTest, reopen = true }) {
  const { stats } = monitor;
  const children = childrenBy(space, duplicates);
  const tied = TIES[tieBreak];
  const stores = duplicates === "global";
  const closes = duplicates === "closed";
  const early = goalTest === "generation";
  const frontier = /** @type {PriorityQueue<Entry>} */ (new PriorityQueue(first));
  const reached = /** @type {Map<number, SearchNode>} */ (new Map());
  let count = 0;
  let level = -1;
  const push = (/** @type {SearchNode} */ node) =>
    frontier.push({ f: priority(node.g, node.h), ...tied(node, count), node });
  const evaluate = (/** @type {number} */ state) => {
    if (h === null) return 0;
    stats.evaluated += 1;
    return h(state);
  };
  const start = new SearchNode(space.start, null, "", 0, 0, evaluate(space.start));
  push(start);
  if (stores) reached.set(start.state, start);
  monitor.opens(() => frontier.size, () => reached.size);
  if (early && space.isGoal(start.state)) return start;
  for (let chosen = frontier.pop(); chosen; chosen = frontier.pop()) {
    const { f, node } = chosen;
    stats.popped += 1;
    const known = reached.get(node.state);
    if (stores && known !== node) continue;
    if (closes && known) {
      if (known.g <= node.g || !reopen) continue;
      stats.reopened += 1;
    }
    if (f !== level) {
      level = f;
      monitor.prove(bound(f));
    }
    if (!early && space.isGoal(node.state)) return node;
    const successors = children(node);
    monitor.expand(successors.length, node.depth);
    node.expanded = true;
    if (closes) reached.set(node.state, node);
    const depth = node.depth + 1;
    for (const { move, state, cost } of successors) {
      const g = node.g + cost;
      const before = stores ? reached.get(state) : undefined;
      if (before && (g >= before.g || !reopen)) continue;
      if (before?.expanded) stats.reopened += 1;
      if (duplicates === "path" && onPath(node, state)) continue;
      const child = new SearchNode(state, node, move, g, depth, before ? before.h : evaluate(state));
      if (stores) reached.set(state, child);
      if (depth > stats.max_depth) stats.max_depth = depth;
      if (early && space.isGoal(state)) return child;
      count += 1;
      push(child);
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
