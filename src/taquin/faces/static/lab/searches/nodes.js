/** The nodes of a search, by number: a state, how it was reached, and the estimate of the rest. */
import { moveText } from "./space.js";
import { nextLength } from "./room.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {{nodes: Nodes, node: number}} Goal the node of a solution, and those on its path */

const FIRST_LENGTH = 1024;

/** No node: the parent of the start. */
export const NO_NODE = -1;

/** Columns of equal length; 24 bytes for a node. */
export class Nodes {
  #room;

  /** @param {Room} room */
  constructor(room) {
    this.#room = room;
    this.size = 0;
    this.hi = new Int32Array(FIRST_LENGTH);
    this.lo = new Int32Array(FIRST_LENGTH);
    this.parent = new Int32Array(FIRST_LENGTH);
    this.g = new Int32Array(FIRST_LENGTH);
    /** In moves. */
    this.depth = new Int32Array(FIRST_LENGTH);
    this.h = new Uint16Array(FIRST_LENGTH);
    /** The code of the move that led here. */
    this.move = new Uint8Array(FIRST_LENGTH);
    /** A mark of the search's own. */
    this.mark = new Uint8Array(FIRST_LENGTH);
  }

  /**
   * @param {import("./space.js").Halves} state
   * @param {number} [h]
   * @returns {number} the number of a node without a parent
   */
  root({ hi, lo }, h = 0) {
    return this.#add(hi, lo, NO_NODE, 0, 0, 0, h);
  }

  /**
   * @param {number} parent
   * @param {StateSpace} space
   * @param {number} at the place of the successor among those found
   * @param {number} [h]
   * @returns {number} the number of the child
   */
  child(parent, space, at, h = 0) {
    return this.step(parent, space.hi[at], space.lo[at], space.move[at], space.cost[at], h);
  }

  /**
   * @param {number} parent
   * @param {number} hi
   * @param {number} lo
   * @param {number} move its code
   * @param {number} cost of the move
   * @param {number} [h]
   * @returns {number} the number of the child
   */
  step(parent, hi, lo, move, cost, h = 0) {
    return this.#add(hi, lo, parent, move, this.g[parent] + cost, this.depth[parent] + 1, h);
  }

  /**
   * @param {number} hi
   * @param {number} lo
   * @param {number} parent
   * @param {number} move
   * @param {number} g
   * @param {number} depth
   * @param {number} h
   */
  #add(hi, lo, parent, move, g, depth, h) {
    if (this.size === this.hi.length) this.#grow();
    const node = this.size++;
    this.hi[node] = hi;
    this.lo[node] = lo;
    this.parent[node] = parent;
    this.move[node] = move;
    this.g[node] = g;
    this.depth[node] = depth;
    this.h[node] = h;
    this.mark[node] = 0;
    return node;
  }

  #grow() {
    const length = nextLength(this.hi.length);
    const longer = this.#room.longer.bind(this.#room);
    this.hi = longer(this.hi, length);
    this.lo = longer(this.lo, length);
    this.parent = longer(this.parent, length);
    this.g = longer(this.g, length);
    this.depth = longer(this.depth, length);
    this.h = longer(this.h, length);
    this.move = longer(this.move, length);
    this.mark = longer(this.mark, length);
  }

  /**
   * Forget all nodes from a number on.
   * @param {number} size
   */
  cut(size) {
    this.size = size;
  }

  /**
   * @param {number} node
   * @returns {string} the moves from the start
   */
  movesTo(node) {
    const moves = [];
    for (let at = node; this.parent[at] !== NO_NODE; at = this.parent[at]) moves.push(moveText(this.move[at]));
    return moves.reverse().join("");
  }

  /**
   * @param {number} node
   * @param {number} hi
   * @param {number} lo
   * @returns {boolean} whether it is the state of the node or of one of its ancestors
   */
  onPath(node, hi, lo) {
    for (let at = node; at !== NO_NODE; at = this.parent[at]) {
      if (this.hi[at] === hi && this.lo[at] === lo) return true;
    }
    return false;
  }

  /**
   * Find the successors of a node in a space.
   * @param {number} node
   * @param {StateSpace} space
   * @param {string} duplicates under `parent`, the move straight back is left out
   * @returns {number} how many there are
   */
  successors(node, space, duplicates) {
    const count = space.successors(this.hi[node], this.lo[node]);
    const parent = this.parent[node];
    if (duplicates !== "parent" || parent === NO_NODE) return count;
    return space.without(count, this.hi[parent], this.lo[parent]);
  }
}
