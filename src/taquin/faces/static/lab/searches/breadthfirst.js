/**
 * Breadth-first search, and beam search, which keeps the most promising states of each depth.
 * Its twin: taquin/search/best_first.py.
 */
import { CHEAPEST, SearchNode, childrenBy, onPath } from "./node.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./space.js").StateSpace} StateSpace */

/**
 * Always expand the oldest node, so depths never decrease.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {{duplicates?: string, goal_test?: string}} choices
 * @returns {SearchNode | null}
 */
export function breadthFirst(space, monitor, { duplicates = "global", goal_test = "expansion" }) {
  const { stats } = monitor;
  const children = childrenBy(space, duplicates);
  const stores = duplicates === "global";
  const early = goal_test === "generation";
  const start = new SearchNode(space.start, null, "", 0, 0);
  let layer = [start];
  const reached = new Set(stores ? [start.state] : []);
  let taken = 0;
  let deeper = /** @type {SearchNode[]} */ ([]);
  monitor.opens(() => layer.length - taken + deeper.length, () => reached.size);
  if (early && space.isGoal(start.state)) return start;
  while (layer.length > 0) {
    const { depth } = layer[0];
    monitor.prove((depth + Number(early)) * CHEAPEST);
    for (const node of layer) {
      taken += 1;
      stats.popped += 1;
      if (!early && space.isGoal(node.state)) return node;
      const successors = children(node);
      monitor.expand(successors.length, depth);
      for (const { move, state, cost } of successors) {
        if (reached.has(state) || (duplicates === "path" && onPath(node, state))) continue;
        if (stores) reached.add(state);
        const child = new SearchNode(state, node, move, node.g + cost, depth + 1);
        stats.max_depth = depth + 1;
        if (early && space.isGoal(state)) return child;
        deeper.push(child);
      }
    }
    layer = deeper;
    deeper = [];
    taken = 0;
  }
  return null;
}

/**
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{width?: number}} choices width: the most states kept at each depth
 * @returns {SearchNode | null}
 */
export function beamSearch(space, h, monitor, { width = 1000 }) {
  const { stats } = monitor;
  stats.evaluated += 1;
  const start = new SearchNode(space.start, null, "", 0, 0, h(space.start));
  let layer = [start];
  const reached = new Set([start.state]);
  if (space.isGoal(start.state)) return start;
  while (layer.length > 0) {
    let after = /** @type {SearchNode[]} */ ([]);
    monitor.opens(() => after.length, () => reached.size);
    if (!monitor.incomplete) monitor.prove((layer[0].depth + 1) * CHEAPEST);
    for (const node of layer) {
      stats.popped += 1;
      const successors = space.successors(node.state);
      monitor.expand(successors.length, node.depth);
      for (const { move, state, cost } of successors) {
        if (reached.has(state)) continue;
        reached.add(state);
        stats.evaluated += 1;
        const child = new SearchNode(state, node, move, node.g + cost, node.depth + 1, h(state));
        if (space.isGoal(state)) {
          stats.max_depth = child.depth;
          return child;
        }
        after.push(child);
      }
    }
    if (after.length > 0) stats.max_depth = after[0].depth;
    if (after.length > width) {
      monitor.incomplete = true;
      // Of equal h, the ones generated first stay.
      after = after.sort((one, other) => one.h - other.h).slice(0, width);
    }
    layer = after;
  }
  // Where nothing was dropped, that is a proof.
  monitor.incomplete = Boolean(monitor.incomplete);
  return null;
}
