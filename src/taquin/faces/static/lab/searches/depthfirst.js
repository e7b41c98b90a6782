/** Depth-first, depth-limited and iterative-deepening search. Its twin: taquin/search/depth_first.py. */
import { Nodes } from "./nodes.js";
import { Room } from "./room.js";
import { CHEAPEST } from "./space.js";
import { StateMap } from "./statemap.js";
import { keptIn, lastOf, listOf } from "./views.js";

/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./nodes.js").Goal} Goal */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {{depth?: number | null, duplicates?: string, tie_break?: string, goal_test?: string}} Deep */

/** The mark of a state that was expanded at its smallest depth. */
const CLOSED = 1;

/** The states on the path to the node expanded last, for a test in constant time. */
class Path {
  #at = /** @type {string[]} */ ([]);
  #states = /** @type {Set<string>} */ (new Set());

  /**
   * @param {number} depth
   * @param {number} hi
   * @param {number} lo
   */
  enter(depth, hi, lo) {
    for (const state of this.#at.splice(depth)) this.#states.delete(state);
    this.#at.push(`${hi} ${lo}`);
    this.#states.add(`${hi} ${lo}`);
  }

  /**
   * @param {number} hi
   * @param {number} lo
   */
  has(hi, lo) {
    return this.#states.has(`${hi} ${lo}`);
  }
}

/**
 * One depth-first pass, never deeper than `limit`. Under `global`, a state reached again at a smaller
 * depth is expanded again, so nothing within the limit is missed; under `blind` never, which misses
 * solutions: there, states at the limit are expanded and their successors discarded.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {number | null} limit
 * @param {Deep} choices
 * @returns {{found: Goal | null, cut: boolean}} the goal's node, and whether the limit cut it off
 */
function dive(space, monitor, limit, { duplicates = "global", tie_break = "lifo", goal_test = "expansion" }) {
  const { stats, observer } = monitor;
  const room = new Room(monitor.limits.bytes);
  const nodes = new Nodes(room);
  const early = goal_test === "generation";
  const blind = duplicates === "blind";
  const stores = duplicates === "global" || blind;
  const aware = duplicates === "global" && limit !== null;
  const path = duplicates === "path" ? new Path() : null;
  const start = nodes.root(space.start);
  const stack = [start];
  /** The smallest depth at which each state was generated. */
  const reached = new StateMap(room);
  if (stores) reached.add(space.start.hi, space.start.lo, 0);
  let cut = false;
  const newest = "nodes, newest first, as they will be expanded";
  const waiting = listOf(nodes, newest, (most) => lastOf(stack, most), () => stack.length);
  monitor.opens(waiting, stores ? keptIn(reached) : undefined);
  if (early && space.isGoal(space.start.hi, space.start.lo)) return { found: { nodes, node: start }, cut };
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    stats.popped += 1;
    // Nodes made later are no longer on the stack, and neither are their descendants.
    nodes.cut(node + 1);
    const depth = nodes.depth[node];
    const [ownHi, ownLo] = [nodes.hi[node], nodes.lo[node]];
    const own = aware ? reached.find(ownHi, ownLo) : -1;
    if (aware && reached.value[own] < depth) continue;
    if (!early && space.isGoal(ownHi, ownLo)) return { found: { nodes, node }, cut };
    if (depth === limit && !blind) {
      cut = true;
      continue;
    }
    const count = nodes.successors(node, space, duplicates);
    monitor.expand(count, nodes, node);
    if (aware) reached.mark[own] = CLOSED;
    path?.enter(depth, ownHi, ownLo);
    // The notebook behind this policy looks at the depth only here.
    if (blind && depth === limit) {
      cut = true;
      for (let at = 0; at < count; at++) observer?.child(nodes, node, space, at, "pruned");
      continue;
    }
    for (let tried = 0; tried < count; tried++) {
      const at = tie_break === "lifo" ? tried : count - 1 - tried;
      const [hi, lo] = [space.hi[at], space.lo[at]];
      const known = stores ? reached.find(hi, lo) : -1;
      if ((known >= 0 && (reached.value[known] <= depth + 1 || !aware)) || path?.has(hi, lo)) {
        observer?.child(nodes, node, space, at, "duplicate");
        continue;
      }
      if (known < 0 && stores) reached.add(hi, lo, depth + 1);
      else if (known >= 0) {
        reached.value[known] = depth + 1;
        stats.reopened += reached.mark[known];
        reached.mark[known] = 0;
      }
      const child = nodes.child(node, space, at);
      if (depth + 1 > stats.max_depth) stats.max_depth = depth + 1;
      observer?.child(nodes, node, space, at, known < 0 ? "new" : "better");
      if (early && space.isGoal(hi, lo)) return { found: { nodes, node: child }, cut };
      stack.push(child);
    }
  }
  // By now every state was expanded at its least depth or is at the limit.
  if (aware) cut = reached.value.subarray(0, reached.size).includes(/** @type {number} */ (limit));
  return { found: null, cut };
}

/**
 * Always expand the newest node; finds long solutions.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {Deep} choices
 */
export function depthFirst(space, monitor, choices) {
  return dive(space, monitor, null, choices).found;
}

/**
 * Depth-first, never deeper than `depth` moves.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {Deep} choices
 */
export function depthLimited(space, monitor, choices) {
  const depth = choices.depth ?? 100;
  const { found, cut } = dive(space, monitor, depth, choices);
  if (found) return found;
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
    const { found, cut } = dive(space, monitor, limit, choices);
    if (found || !cut) return found;
  }
}
