/** Best-first order in little memory: IDA* and recursive best-first search. Its twin: taquin/search/ida_star.py. */
import { Nodes } from "./nodes.js";
import { Room } from "./room.js";
import { lastOf, listOf } from "./views.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./nodes.js").Goal} Goal */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {{value: number, number: number, node: number}} Ranked a child, its backed-up f and its place */
/** @typedef {{node: number, limit: number, first: number, choices: Ranked[]}} Level a node on the current
 *   path; first: the number of its first child */

/**
 * Depth-first passes under a bound on f = g + h, raised to the least f beyond it.
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{duplicates?: string}} choices
 * @returns {Goal | null}
 */
export function idaStar(space, h, monitor, { duplicates = "parent" }) {
  monitor.stats.evaluated += 1;
  const least = h(space.start.hi, space.start.lo);
  const nodes = new Nodes(new Room(monitor.limits.bytes));
  nodes.root(space.start, least);
  for (let bound = least; bound < Infinity; ) {
    monitor.contour(bound);
    monitor.prove(bound);
    nodes.cut(1);
    const { node, beyond } = new Pass(space, h, monitor, nodes, duplicates).run(bound);
    if (node >= 0) return { nodes, node };
    bound = beyond;
  }
  return null;
}

/** The successors of each node of the path that are still to be examined. */
class Frames {
  constructor() {
    this.hi = /** @type {Int32Array[]} */ ([]);
    this.lo = /** @type {Int32Array[]} */ ([]);
    this.move = /** @type {Uint8Array[]} */ ([]);
    this.cost = /** @type {Uint8Array[]} */ ([]);
    this.count = /** @type {number[]} */ ([]);
    this.next = /** @type {number[]} */ ([]);
  }

  /**
   * @param {number} depth
   * @param {StateSpace} space
   * @param {number} count
   */
  fill(depth, space, count) {
    if (depth === this.hi.length) {
      this.hi.push(new Int32Array(space.hi.length));
      this.lo.push(new Int32Array(space.lo.length));
      this.move.push(new Uint8Array(space.move.length));
      this.cost.push(new Uint8Array(space.cost.length));
    }
    this.count[depth] = count;
    this.next[depth] = 0;
    for (let at = 0; at < count; at++) {
      this.hi[depth][at] = space.hi[at];
      this.lo[depth][at] = space.lo[at];
      this.move[depth][at] = space.move[at];
      this.cost[depth][at] = space.cost[at];
    }
  }
}

/** One pass. Successors count one at a time, so those after the goal are never generated. */
class Pass {
  /**
   * @param {StateSpace} space
   * @param {Estimator} h
   * @param {SearchMonitor} monitor
   * @param {Nodes} nodes the start alone; later the path, a node's number is its depth
   * @param {string} duplicates
   */
  constructor(space, h, monitor, nodes, duplicates) {
    this.space = space;
    this.h = h;
    this.monitor = monitor;
    this.nodes = nodes;
    this.duplicates = duplicates;
    this.frames = new Frames();
    /** How many nodes of the path have frames. */
    this.entered = 0;
  }

  /** @param {number} node the last of the path */
  #enter(node) {
    this.monitor.expand(0, this.nodes, node);
    this.frames.fill(node, this.space, this.nodes.successors(node, this.space, this.duplicates));
    this.entered = node + 1;
  }

  /**
   * @param {number} bound
   * @returns {{node: number, beyond: number}} the goal's node, else -1 and the least f beyond the bound
   */
  run(bound) {
    const { space, h, nodes, frames, monitor } = this;
    const { stats, observer } = monitor;
    if (space.isGoal(space.start.hi, space.start.lo)) return { node: 0, beyond: Infinity };
    let beyond = Infinity;
    const path = (/** @type {number} */ most) =>
      Array.from({ length: Math.min(most, this.entered) }, (_, at) => this.entered - 1 - at);
    monitor.opens(
      listOf(nodes, "the path to the chosen node, last node first; n/a: no frontier", path, () => this.entered),
    );
    this.#enter(0);
    while (this.entered > 0) {
      const node = this.entered - 1;
      const at = frames.next[node]++;
      if (at === frames.count[node]) {
        nodes.cut(node);
        this.entered -= 1;
        continue;
      }
      const [hi, lo] = [frames.hi[node][at], frames.lo[node][at]];
      const [move, cost] = [frames.move[node][at], frames.cost[node][at]];
      const found = { hi, lo, move, cost };
      stats.generated += 1;
      if (this.duplicates === "path" && nodes.onPath(node, hi, lo)) {
        observer?.step(nodes, node, found, "duplicate");
        continue;
      }
      stats.evaluated += 1;
      const value = h(hi, lo);
      const f = nodes.g[node] + cost + value;
      if (f > bound) {
        beyond = Math.min(beyond, f);
        observer?.step(nodes, node, found, "pruned");
        continue;
      }
      const child = nodes.step(node, hi, lo, move, cost, value);
      if (nodes.depth[child] > stats.max_depth) stats.max_depth = nodes.depth[child];
      observer?.step(nodes, node, found, "new");
      if (space.isGoal(hi, lo)) return { node: child, beyond };
      this.#enter(child);
    }
    return { node: -1, beyond };
  }
}

/**
 * Follow the best child until an alternative on the path is better; back up its f.
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{duplicates?: string}} choices
 * @returns {Goal | null}
 */
export function recursiveBestFirst(space, h, monitor, { duplicates = "parent" }) {
  const { stats, observer } = monitor;
  const nodes = new Nodes(new Room(monitor.limits.bytes));
  const levels = /** @type {Level[]} */ ([]);
  const enter = (/** @type {number} */ node, /** @type {number} */ f, /** @type {number} */ limit) => {
    const count = nodes.successors(node, space, duplicates);
    monitor.expand(count, nodes, node);
    const first = nodes.size;
    const choices = /** @type {Ranked[]} */ ([]);
    for (let at = 0; at < count; at++) {
      const [hi, lo] = [space.hi[at], space.lo[at]];
      if (duplicates === "path" && nodes.onPath(node, hi, lo)) {
        observer?.child(nodes, node, space, at, "duplicate");
        continue;
      }
      stats.evaluated += 1;
      const child = nodes.child(node, space, at, h(hi, lo));
      choices.push({ value: Math.max(nodes.g[child] + nodes.h[child], f), number: choices.length, node: child });
      if (nodes.depth[child] > stats.max_depth) stats.max_depth = nodes.depth[child];
      observer?.child(nodes, node, space, at, "new");
    }
    levels.push({ node, limit, first, choices });
  };
  stats.evaluated += 1;
  const start = nodes.root(space.start, h(space.start.hi, space.start.lo));
  if (space.isGoal(space.start.hi, space.start.lo)) return { nodes, node: start };
  monitor.prove(nodes.h[start]);
  const holds = "the path to the chosen node, last node first; siblings have only an f";
  const path = (/** @type {number} */ most) => lastOf(levels.map(({ node }) => node), most);
  monitor.opens({
    ...listOf(nodes, holds, path, () => levels.length),
    backed: () => backedOf(levels, nodes),
  });
  enter(start, nodes.h[start], Infinity);
  for (;;) {
    const { limit, choices, first } = levels[levels.length - 1];
    choices.sort((one, other) => one.value - other.value || one.number - other.number);
    const [best, other] = choices;
    const f = best?.value ?? Infinity;
    if (levels.length === 1) {
      if (f === Infinity) return null;
      monitor.prove(f);
    }
    if (!best || f > limit || f === Infinity) {
      levels.pop();
      nodes.cut(first);
      levels[levels.length - 1].choices[0].value = f;
      continue;
    }
    const { node } = best;
    if (space.isGoal(nodes.hi[node], nodes.lo[node])) {
      // No alternative on the path is better than f, or it would have been followed.
      monitor.prove(Math.min(f, nodes.g[node]));
      return { nodes, node };
    }
    enter(node, f, Math.min(limit, other?.value ?? Infinity));
  }
}

/**
 * The values that decided for the best child of the last level.
 * @param {Level[]} levels
 * @param {Nodes} nodes
 */
function backedOf(levels, nodes) {
  const { limit, choices } = levels[levels.length - 1];
  const above = levels.at(-2)?.choices[0].value ?? nodes.h[levels[0].node];
  return {
    value: choices[0].value,
    alternative: Math.min(limit, ...choices.slice(1).map(({ value }) => value)),
    above,
  };
}
