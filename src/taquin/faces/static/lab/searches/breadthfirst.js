/**
 * Breadth-first search, and beam search, which keeps the most promising states of each depth.
 * Its twin: taquin/search/breadth_first.py.
 */
import { Nodes } from "./nodes.js";
import { Room } from "./room.js";
import { CHEAPEST } from "./space.js";
import { StateMap } from "./statemap.js";
import { keptIn, lastOf, listOf } from "./views.js";

/** @typedef {import("./estimators.js").Estimator} Estimator */
/** @typedef {import("./monitor.js").SearchMonitor} SearchMonitor */
/** @typedef {import("./nodes.js").Goal} Goal */
/** @typedef {import("./space.js").StateSpace} StateSpace */

const OLDEST = "nodes, oldest first, as they will be expanded";

/**
 * Nodes in the order in which they were made: a queue.
 * @param {Nodes} nodes
 * @param {{next: number, end: number}} queue the number of the oldest, and of the first that is not in it
 */
export function queueOf(nodes, queue) {
  const size = () => queue.end - queue.next;
  const oldest = (/** @type {number} */ most) =>
    Array.from({ length: Math.min(most, size()) }, (_, at) => queue.next + at);
  return listOf(nodes, OLDEST, oldest, size);
}

/**
 * Always expand the oldest node, so depths never decrease.
 * @param {StateSpace} space
 * @param {SearchMonitor} monitor
 * @param {{duplicates?: string, goal_test?: string}} choices
 * @returns {Goal | null}
 */
export function breadthFirst(space, monitor, { duplicates = "global", goal_test = "expansion" }) {
  const { stats, observer } = monitor;
  const room = new Room(monitor.limits.bytes);
  const nodes = new Nodes(room);
  const reached = new StateMap(room);
  const stores = duplicates === "global";
  const early = goal_test === "generation";
  const start = nodes.root(space.start);
  if (stores) reached.add(space.start.hi, space.start.lo, start);
  const queue = { next: start, end: nodes.size };
  let level = -1;
  monitor.opens(queueOf(nodes, queue), stores ? keptIn(reached) : undefined);
  if (early && space.isGoal(space.start.hi, space.start.lo)) return { nodes, node: start };
  while (queue.next < queue.end) {
    const node = queue.next++;
    stats.popped += 1;
    const depth = nodes.depth[node];
    if (depth > level) {
      level = depth;
      monitor.prove((level + Number(early)) * CHEAPEST);
    }
    if (!early && space.isGoal(nodes.hi[node], nodes.lo[node])) return { nodes, node };
    const count = nodes.successors(node, space, duplicates);
    monitor.expand(count, nodes, node);
    for (let at = 0; at < count; at++) {
      const [hi, lo] = [space.hi[at], space.lo[at]];
      if (stores ? reached.find(hi, lo) >= 0 : duplicates === "path" && nodes.onPath(node, hi, lo)) {
        observer?.child(nodes, node, space, at, "duplicate");
        continue;
      }
      const child = nodes.child(node, space, at);
      if (stores) reached.add(hi, lo, child);
      stats.max_depth = depth + 1;
      observer?.child(nodes, node, space, at, "new");
      if (early && space.isGoal(hi, lo)) return { nodes, node: child };
      queue.end = nodes.size;
    }
  }
  return null;
}

/**
 * @param {StateSpace} space
 * @param {Estimator} h
 * @param {SearchMonitor} monitor
 * @param {{width?: number}} choices width: the most states kept at each depth
 * @returns {Goal | null}
 */
export function beamSearch(space, h, monitor, { width = 1000 }) {
  const { stats, observer } = monitor;
  const room = new Room(monitor.limits.bytes);
  const nodes = new Nodes(room);
  const reached = new StateMap(room);
  stats.evaluated += 1;
  const start = nodes.root(space.start, h(space.start.hi, space.start.lo));
  reached.add(space.start.hi, space.start.lo, start);
  let layer = [start];
  if (space.isGoal(space.start.hi, space.start.lo)) return { nodes, node: start };
  const kept = keptIn(reached);
  while (layer.length > 0) {
    let after = /** @type {number[]} */ ([]);
    monitor.opens(listOf(nodes, "", (most) => lastOf(after, most), () => after.length), kept);
    if (!monitor.incomplete) monitor.prove((nodes.depth[layer[0]] + 1) * CHEAPEST);
    for (const node of layer) {
      stats.popped += 1;
      const count = nodes.successors(node, space, "global");
      monitor.expand(count, nodes, node);
      for (let at = 0; at < count; at++) {
        const [hi, lo] = [space.hi[at], space.lo[at]];
        if (reached.find(hi, lo) >= 0) {
          observer?.child(nodes, node, space, at, "duplicate");
          continue;
        }
        stats.evaluated += 1;
        const child = nodes.child(node, space, at, h(hi, lo));
        reached.add(hi, lo, child);
        observer?.child(nodes, node, space, at, "new");
        if (space.isGoal(hi, lo)) {
          stats.max_depth = nodes.depth[child];
          return { nodes, node: child };
        }
        after.push(child);
      }
    }
    if (after.length > 0) stats.max_depth = nodes.depth[after[0]];
    if (after.length > width) {
      monitor.incomplete = true;
      // Of equal h, the ones generated first stay.
      after = after.sort((one, other) => nodes.h[one] - nodes.h[other]).slice(0, width);
    }
    layer = after;
  }
  // Where nothing was dropped, that is a proof.
  monitor.incomplete = Boolean(monitor.incomplete);
  return null;
}
