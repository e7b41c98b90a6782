/** Nodes of a search: a state and the path to it. */

/** @typedef {import("./space.js").NextState} NextState */
/** @typedef {import("./space.js").StateSpace} StateSpace */

/** The cost of the cheapest move, in every metric. */
export const CHEAPEST = 1;

/** A state, how it was reached, the cost so far and the estimate of the rest. */
export class SearchNode {
  /**
   * @param {number} state
   * @param {SearchNode | null} parent
   * @param {string} move
   * @param {number} g
   * @param {number} depth in moves
   * @param {number} [h]
   */
  constructor(state, parent, move, g, depth, h = 0) {
    this.state = state;
    this.parent = parent;
    this.move = move;
    this.g = g;
    this.depth = depth;
    this.h = h;
    /** Whether its successors were generated; only best-first search keeps it. */
    this.expanded = false;
  }
}

/**
 * @param {SearchNode} node
 * @returns {string} the moves from the start
 */
export function movesTo(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.push(at.move);
  return moves.reverse().join("");
}

/**
 * @param {SearchNode} node
 * @param {number} state
 * @returns {boolean} whether it is the state of the node or of one of its ancestors
 */
export function onPath(node, state) {
  for (let at = /** @type {SearchNode | null} */ (node); at; at = at.parent) {
    if (at.state === state) return true;
  }
  return false;
}

/**
 * @param {StateSpace} space
 * @param {string} duplicates under `parent`, the move straight back is left out
 * @returns {(node: SearchNode) => NextState[]}
 */
export function childrenBy(space, duplicates) {
  if (duplicates !== "parent") return (node) => space.successors(node.state);
  return (node) => {
    const found = space.successors(node.state);
    const back = node.parent?.state;
    return back === undefined ? found : found.filter(({ state }) => state !== back);
  };
}
