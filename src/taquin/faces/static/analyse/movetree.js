/** The moves tried from a board, as a tree: going back and moving otherwise begins a branch. Pure. */
import { move, replay } from "../board.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {{letter: string, board: Board, parent: MoveNode | null, next: MoveNode[], latest: MoveNode | null}} MoveNode  latest: of `next`, the one gone to last */

/** @typedef {{lines: string[], at: number}} Tried  every line to its end, the one gone to last at the end, and how much of that is made */

/** A tree with a place in it. */
export class MoveTree {
  /** @type {MoveNode} */
  #root;
  /** @type {MoveNode} */
  #at;

  /**
   * @param {Board} start
   * @param {string} [moves]  the first line
   * @param {number} [at]  how many of them to have made
   */
  constructor(start, moves = "", at = 0) {
    this.#root = { letter: "", board: start, parent: null, next: [], latest: null };
    this.#at = this.#root;
    // All of it is replayed first: a wrong move leaves no half a tree.
    replay(start, moves);
    this.play(moves);
    this.to(this.line()[Math.min(at, moves.length)]);
  }

  /** Where we are. */
  get at() {
    return this.#at;
  }

  /** How many moves lead here. */
  get depth() {
    return this.path().length;
  }

  /**
   * Make moves, along a branch that is there or a new one.
   * @param {string} letters
   */
  play(letters) {
    for (const letter of letters) {
      const here = this.#at;
      let node = here.next.find((one) => one.letter === letter);
      if (!node) {
        node = { letter, board: move(here.board, letter), parent: here, next: [], latest: null };
        here.next.push(node);
      }
      here.latest = node;
      this.#at = node;
    }
  }

  /** @returns {boolean} whether there was a move to take back */
  back() {
    if (!this.#at.parent) return false;
    this.#at = this.#at.parent;
    return true;
  }

  /** @returns {boolean} whether there was a move to make again */
  forward() {
    if (!this.#at.latest) return false;
    this.#at = this.#at.latest;
    return true;
  }

  /**
   * Go to a node of this tree; the way to it is then the line.
   * @param {MoveNode} node
   */
  to(node) {
    for (let one = node; one.parent; one = one.parent) one.parent.latest = one;
    this.#at = node;
  }

  /** @returns {MoveNode[]} the moves from the start to here, without the start */
  path() {
    const nodes = [];
    for (let node = this.#at; node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** @returns {MoveNode[]} the start, the moves to here, and those that continue it last */
  line() {
    const nodes = [this.#root, ...this.path()];
    for (let node = this.#at.latest; node; node = node.latest) nodes.push(node);
    return nodes;
  }

  /** @returns {Tried} what was tried, to be tried again */
  get tried() {
    const ends = (/** @type {MoveNode} */ node, /** @type {string} */ moves) => {
      /** @type {string[]} */
      const lines = node.next.flatMap((one) => ends(one, moves + one.letter));
      return lines.length > 0 ? lines : [moves];
    };
    const last = this.line().map(({ letter }) => letter).join("");
    return { lines: [...ends(this.#root, "").filter((line) => line !== last), last], at: this.depth };
  }

  /**
   * @param {Tried} tried  of a tree with the same start
   */
  tryAgain({ lines, at }) {
    for (const line of lines) {
      this.#at = this.#root;
      this.play(line);
    }
    this.to(this.line()[Math.min(Math.max(0, at), this.depth)]);
  }

  /** @returns {string} the letters of the way here */
  get moves() {
    return this.path().map(({ letter }) => letter).join("");
  }
}
