/**
 * What the monitor and a recording see of a search's lists: their sizes, what they hold, and the nodes
 * or states that come first.
 */

/** @typedef {import("./heap.js").Heap} Heap */
/** @typedef {import("./nodes.js").Nodes} Nodes */
/** @typedef {import("./statemap.js").StateMap} StateMap */

/**
 * @typedef {object} Waiting a frontier
 * @property {() => number} size
 * @property {string} [holds] in words
 * @property {(most: number) => Array<[Nodes, number]>} [first] its first nodes
 * @property {Ties} [ties] of a queue by priority
 * @property {() => Backed} [backed] of a recursive search
 * @property {Waiting[]} [sides] of a search from both ends
 *
 * @typedef {object} Ties
 * @property {(node: number) => number} f the priority of a node
 * @property {(f: number, most: number) => number} same how many in the queue have that priority
 * @property {(f: number, node: number, most: number) => number} sameBoard those that have the board, too
 * @property {(f: number, node: number, most: number) => number} sameH those that have its h, too
 *
 * @typedef {{value: number, alternative: number, above: number}} Backed values of the chosen node, of
 *   the best node elsewhere on the path, and of the node above
 *
 * @typedef {object} Kept the reached states
 * @property {() => number} size
 * @property {(most: number) => Array<[number, number]>} newest the states added last, newest first
 * @property {Kept[]} [sides] of a search from both ends
 */

/** No reached states. @type {Kept} */
export const NOTHING_KEPT = { size: () => 0, newest: () => [] };

/**
 * @param {Heap} frontier
 * @param {Nodes} nodes
 * @param {{f: (node: number) => number, state: (one: number, other: number) => number}} order
 * @returns {Waiting}
 */
export function waitingIn(frontier, nodes, { f: fOf, state }) {
  return {
    size: () => frontier.size,
    holds: "nodes, next to be expanded first",
    first: (most) => frontier.front(most).map((node) => [nodes, node]),
    ties: {
      f: fOf,
      same: (f, most) => frontier.count((one) => fOf(one) === f, most),
      sameBoard: (f, node, most) => frontier.count((one) => fOf(one) === f && state(one, node) === 0, most),
      sameH: (f, node, most) => frontier.count((one) => fOf(one) === f && nodes.h[one] === nodes.h[node], most),
    },
  };
}

/**
 * @param {Nodes} nodes
 * @param {string} holds
 * @param {(most: number) => number[]} first
 * @param {() => number} size
 * @returns {Waiting}
 */
export function listOf(nodes, holds, first, size) {
  return { size, holds, first: (most) => first(most).map((node) => [nodes, node]) };
}

/**
 * @param {ArrayLike<number> & {length: number}} list
 * @param {number} most
 * @returns {number[]} its last entries, newest first
 */
export const lastOf = (list, most) =>
  Array.from({ length: Math.min(most, list.length) }, (_, at) => list[list.length - 1 - at]);

/**
 * @param {StateMap} reached
 * @returns {Kept}
 */
export function keptIn(reached) {
  return { size: () => reached.size, newest: (most) => reached.newest(most) };
}

/**
 * @param {Waiting[]} sides
 * @returns {Waiting}
 */
export function waitingOnBoth(sides) {
  return { size: () => sides[0].size() + sides[1].size(), sides };
}

/**
 * @param {Kept[]} sides
 * @returns {Kept}
 */
export function keptOnBoth(sides) {
  return { size: () => sides[0].size() + sides[1].size(), newest: () => [], sides };
}
