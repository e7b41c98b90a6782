/** Depth-first, depth-limited and iterative-deepening search. Its twin: taquin/search/best_first.py. */
import { CHEAPEST, SearchNode, childrenBy } from "./node.js";

/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {{depth?: number | null, duplicates?: string, tie_break?: string, goal_test?: string}} Deep */

/**
 * One depth-first pass, never deeper than `limit`. Under `global`, a state reached again at a smaller
 * depth is expanded again, so nothing within the limit is missed; under `blind` never, which misses
 * solutions: there, states at the limit are expanded and their successors discarded.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {number | null} limit
 * @param {Deep} choices
 * @returns {{node: SearchNode | null, cut: boolean}} the goal's node, and whether the limit cut it off
 */
function dive(space, monitor, limit, { duplicates = "global", tie_break = "lifo", goal_test = "expansion" }) {
  const { stats } = monitor;
  const children = childrenBy(space, duplicates);
  const early = goal_test === "generation";
  const blind = duplicates === "blind";
  const stores = duplicates === "global" || blind;
  const aware = duplicates === "global" && limit !== null;
  const start = new SearchNode(space.start, null, "", 0, 0);
  const stack = [start];
  /** The smallest depth at which a state was generated. @type {Map<number, number>} */
  const reached = new Map(stores ? [[start.state, 0]] : []);
  /** States already expanded at that depth. @type {Set<number>} */
  const closed = new Set();
  const path = /** @type {number[]} */ ([]);
  const onThePath = /** @type {Set<number>} */ (new Set());
  let cut = false;
  monitor.opens(() => stack.length, () => reached.size);
  if (early && space.isGoal(start.state)) return { node: start, cut };
  for (let node = stack.pop(); node; node = stack.pop()) {
    stats.popped += 1;
    if (aware && /** @type {number} */ (reached.get(node.state)) < node.depth) continue;
    if (!early && space.isGoal(node.state)) return { node, cut };
    if (node.depth === limit && !blind) {
      cut = true;
      continue;
    }
    const successors = children(node);
    monitor.expand(successors.length, node.depth);
    if (aware) closed.add(node.state);
    if (duplicates === "path") {
      for (const state of path.splice(node.depth)) onThePath.delete(state);
      path.push(node.state);
      onThePath.add(node.state);
    }
    const depth = node.depth + 1;
    // The notebook behind this policy looks at the depth only here.
    if (blind && node.depth === limit) {
      cut = true;
      continue;
    }
    for (const { move, state, cost } of tie_break === "lifo" ? successors : successors.reverse()) {
      const known = reached.get(state);
      if ((known !== undefined && (known <= depth || !aware)) || onThePath.has(state)) continue;
      if (stores) reached.set(state, depth);
      if (known !== undefined && closed.delete(state)) stats.reopened += 1;
      const child = new SearchNode(state, node, move, node.g + cost, depth);
      if (depth > stats.max_depth) stats.max_depth = depth;
      if (early && space.isGoal(state)) return { node: child, cut };
      stack.push(child);
    }
  }
  // By now every state was expanded at its least depth or is at the limit.
  if (aware) cut = [...reached.values()].includes(limit);
  return { node: null, cut };
}

/**
 * Always expand the newest node; finds long solutions.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {Deep} choices
 */
export function depthFirst(space, monitor, choices) {
  return dive(space, monitor, null, choices).node;
}

/**
 * Depth-first, never deeper than `depth` moves.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {Deep} choices
 */
export function depthLimited(space, monitor, choices) {
  const depth = choices.depth ?? 100;
  const { node, cut } = dive(space, monitor, depth, choices);
  if (node) return node;
  // Where nothing was cut off, that is a proof.
  monitor.incomplete = cut;
  if (cut && choices.duplicates !== "blind") monitor.prove((depth + 1) * CHEAPEST);
  return null;
}

/**
 * Depth-limited search to 0, 1, 2, … moves, at most `depth`.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {Deep} choices
 */
export function iterativeDeepening(space, monitor, choices) {
  const { depth = null } = choices;
  for (let limit = 0; ; limit++) {
    if (depth !== null && limit > depth) {
      monitor.incomplete = true;
      return null;
    }
    monitor.contour(limit);
    if (choices.duplicates !== "blind") monitor.prove(limit * CHEAPEST);
    const { node, cut } = dive(space, monitor, limit, choices);
    if (node || !cut) return node;
  }
}
