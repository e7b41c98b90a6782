/** Best-first order in little memory: IDA* and recursive best-first search. Its twin: taquin/search/best_first.py. */
import { SearchNode, childrenBy, onPath } from "./node.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {import("./space.js").NextState} NextState */
/** @typedef {{value: number, number: number, node: SearchNode}} Backed a child, its backed-up f and its place */
/** @typedef {{limit: number, choices: Backed[]}} Level a node on the current path */

/**
 * Depth-first passes under a bound on f = g + h, raised to the least f beyond it.
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{duplicates?: string}} choices
 * @returns {SearchNode | null}
 */
export function idaStar(space, h, monitor, { duplicates = "parent" }) {
  monitor.stats.evaluated += 1;
  const start = new SearchNode(space.start, null, "", 0, 0, h(space.start));
  for (let bound = start.h; bound < Infinity; ) {
    monitor.contour(bound);
    monitor.prove(bound);
    const { node, beyond } = pass(space, h, monitor, start, bound, duplicates);
    if (node) return node;
    bound = beyond;
  }
  return null;
}

/**
 * One pass. Successors count one at a time, so those after the goal are never generated.
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {SearchNode} start
 * @param {number} bound
 * @param {string} duplicates
 * @returns {{node: SearchNode | null, beyond: number}} the goal's node, else the least f beyond the bound
 */
function pass(space, h, monitor, start, bound, duplicates) {
  if (space.isGoal(start.state)) return { node: start, beyond: Infinity };
  const { stats } = monitor;
  const children = childrenBy(space, duplicates);
  const stack = /** @type {Array<{node: SearchNode, rest: NextState[], next: number}>} */ ([]);
  let beyond = Infinity;
  monitor.opens(() => stack.length);
  const enter = (/** @type {SearchNode} */ node) => {
    monitor.expand(0, node.depth);
    stack.push({ node, rest: children(node), next: 0 });
  };
  enter(start);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { node, rest } = top;
    const step = rest[top.next++];
    if (!step) {
      stack.pop();
      continue;
    }
    const { move, state, cost } = step;
    stats.generated += 1;
    if (duplicates === "path" && onPath(node, state)) continue;
    stats.evaluated += 1;
    const value = h(state);
    const g = node.g + cost;
    if (g + value > bound) {
      beyond = Math.min(beyond, g + value);
      continue;
    }
    const child = new SearchNode(state, node, move, g, node.depth + 1, value);
    if (child.depth > stats.max_depth) stats.max_depth = child.depth;
    if (space.isGoal(state)) return { node: child, beyond };
    enter(child);
  }
  return { node: null, beyond };
}

/**
 * Follow the best child until an alternative on the path is better; back up its f.
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{duplicates?: string}} choices
 * @returns {SearchNode | null}
 */
export function recursiveBestFirst(space, h, monitor, { duplicates = "parent" }) {
  const { stats } = monitor;
  const children = childrenBy(space, duplicates);
  const levels = /** @type {Level[]} */ ([]);
  const enter = (/** @type {SearchNode} */ node, /** @type {number} */ f, /** @type {number} */ limit) => {
    const successors = children(node);
    monitor.expand(successors.length, node.depth);
    const choices = /** @type {Backed[]} */ ([]);
    for (const { move, state, cost } of successors) {
      if (duplicates === "path" && onPath(node, state)) continue;
      stats.evaluated += 1;
      const child = new SearchNode(state, node, move, node.g + cost, node.depth + 1, h(state));
      choices.push({ value: Math.max(child.g + child.h, f), number: choices.length, node: child });
      if (child.depth > stats.max_depth) stats.max_depth = child.depth;
    }
    levels.push({ limit, choices });
  };
  stats.evaluated += 1;
  const start = new SearchNode(space.start, null, "", 0, 0, h(space.start));
  monitor.prove(start.h);
  if (space.isGoal(start.state)) return start;
  monitor.opens(() => levels.length);
  enter(start, start.h, Infinity);
  for (;;) {
    const { limit, choices } = levels[levels.length - 1];
    choices.sort((one, other) => one.value - other.value || one.number - other.number);
    const [best, other] = choices;
    const f = best?.value ?? Infinity;
    if (levels.length === 1) {
      if (f === Infinity) return null;
      monitor.prove(f);
    }
    if (!best || f > limit || f === Infinity) {
      levels.pop();
      levels[levels.length - 1].choices[0].value = f;
      continue;
    }
    const { node } = best;
    if (space.isGoal(node.state)) {
      // No alternative on the path is better than f, or it would have been followed.
      monitor.prove(Math.min(f, node.g));
      return node;
    }
    enter(node, f, Math.min(limit, other?.value ?? Infinity));
  }
}
