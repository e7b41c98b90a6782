/** A recorded search as a tree with its history: the state after every step. */
import { t } from "../../words/said.js";

/**
 * @typedef {object} Shown a node as a trace line shows it
 * @property {string} board
 * @property {string} move
 * @property {number} g
 * @property {number} [h]
 * @property {number} [f]
 * @property {number} depth
 *
 * @typedef {object} Successor
 * @property {string} move
 * @property {string} board
 * @property {"new" | "better" | "duplicate" | "pruned"} verdict
 * @property {number} g
 * @property {number} [h]
 * @property {number} [f]
 * @property {string} [of] the board of its parent, where that is not the chosen node
 *
 * @typedef {object} Child a successor in its place in the tree
 * @property {number} node -1 if none was made
 * @property {number} parent
 * @property {{board: string, g: number}} [back] its parent, if the search had returned to it
 *
 * @typedef {object} Held the contents of a list: one list, or one per side
 * @property {number} size
 * @property {string} [holds]
 * @property {Shown[]} [nodes]
 * @property {string[]} [boards]
 * @property {Held} [forwards]
 * @property {Held} [backwards]
 *
 * @typedef {object} TraceLine
 * @property {"header" | "expand" | "contour" | "bound" | "incumbent" | "end"} kind
 * @property {string} [algorithm]
 * @property {string} [goal]
 * @property {import("../boards/boardtypes.js").BoardType} [topology]
 * @property {string} [metric]
 * @property {Record<string, unknown>} [options]
 * @property {number} [iteration]
 * @property {Shown} [chosen]
 * @property {string} [side]
 * @property {string} [why]
 * @property {Successor[]} [successors]
 * @property {Held} [frontier]
 * @property {Held} [reached]
 * @property {number} [bound]
 * @property {number} [lower_bound]
 * @property {number | null} [cost]
 * @property {string} [status]
 * @property {string | null} [moves]
 *
 * @typedef {object} TraceStep one expansion, or the end
 * @property {number} line its line in the trace
 * @property {number} node the chosen node; -1 at the end
 * @property {string} why
 * @property {number} frontier nodes in the frontier when it was chosen
 * @property {number} reached reached states then
 * @property {number} pass which contour, from 0
 * @property {number | null} bound of that contour
 * @property {number} proved lower bound on the cost by then
 * @property {string[]} news what happened just before: a new contour, bound or incumbent
 * @property {Array<Successor & Child>} successors examined before the next expansion: its own, and
 *   those of nodes further up to which a depth-first search has returned
 * @property {number} later its own children that are examined in later steps
 * @property {number} born how many nodes exist after it
 */

/** Never: later than every step. */
export const NEVER = 0x7fffffff;

/** Nodes by number, in the order in which they came; the columns are parallel arrays. */
export class SearchTree {
  /** @param {boolean} [discards] whether nodes not chosen at a depth are dropped at the next */
  constructor(discards = false) {
    this.discards = discards;
    /** @type {string[]} */ this.board = [];
    /** @type {string[]} */ this.move = [];
    /** @type {number[]} */ this.parent = [];
    /** @type {number[]} */ this.g = [];
    /** @type {Array<number | null>} */ this.h = [];
    /** @type {number[]} */ this.depth = [];
    /** @type {number[]} step that made it */ this.born = [];
    /** @type {number[]} step that first expanded it */ this.expanded = [];
    /** @type {number[]} step that last expanded it */ this.begun = [];
    /** @type {number[]} step that made it obsolete */ this.dropped = [];
    /** @type {boolean[]} */ this.pruned = [];
    /** @type {number[]} */ this.pass = [];
    /** @type {string[]} forwards, backwards, or empty */ this.side = [];
    /** @type {number[][]} */ this.children = [];
    /** @type {TraceStep[]} */ this.steps = [];
    /** @type {TraceLine | null} */ this.header = null;
    /** @type {TraceLine | null} */ this.end = null;
    /** @type {Map<string, number[]>} */ this.waiting = new Map();
    /** @type {Map<string, number>} */ this.latest = new Map();
    /** @type {Map<string, number>} */ this.known = new Map();
    /** @type {string[]} */ this.news = [];
    this.lines = 0;
    /** @type {number[]} the first node of each pass */ this.firstOf = [0];
    this.currentPass = 0;
    this.proved = 0;
    /** @type {number | null} */ this.bound = null;
  }

  /** How many nodes there are. */
  get size() {
    return this.board.length;
  }

  get algorithm() {
    return this.header?.algorithm ?? "";
  }

  /**
   * The next line of the trace.
   * @param {TraceLine} line
   */
  add(line) {
    const at = this.lines++;
    if (line.kind === "header") this.header = line;
    else if (line.kind === "expand") this.#expand(line, at);
    else if (line.kind === "contour") this.#contour(line);
    else if (line.kind === "bound") {
      this.proved = line.lower_bound ?? 0;
      this.news.push(t`proved: every solution costs at least ${this.proved}`);
    } else if (line.kind === "incumbent") {
      this.news.push(t`found a solution of cost ${line.cost}`);
    } else if (line.kind === "end") this.#finish(line, at);
  }

  /** @param {TraceLine} line */
  #contour(line) {
    if (this.steps.length > 0) {
      this.currentPass += 1;
      this.firstOf.push(this.size);
    }
    this.bound = line.bound ?? null;
    this.news.push(t`a new contour begins, with the bound ${this.bound}`);
    this.waiting.clear();
    this.latest.clear();
    this.known.clear();
  }

  /**
   * @param {TraceLine} line
   * @param {number} at
   */
  #expand(line, at) {
    const chosen = /** @type {Shown} */ (line.chosen);
    const step = this.steps.length;
    const side = line.side ?? "";
    const node = this.#choose(chosen, side, step);
    const again = this.expanded[node] !== NEVER;
    if (!again) this.expanded[node] = step;
    this.begun[node] = step;
    const successors = (line.successors ?? []).map((successor) => {
      const parent = this.#parentOf(node, successor);
      const made = this.#succeed(parent, successor, side, step, again);
      return { ...successor, node: made, parent, ...this.#back(node, parent) };
    });
    this.#step(line, at, node, successors);
  }

  /**
   * The node that the search returned to for a child; its parent's step records that more came later.
   * @param {number} chosen
   * @param {number} parent
   * @returns {Pick<Child, "back">}
   */
  #back(chosen, parent) {
    if (parent === chosen) return {};
    const step = this.steps[this.begun[parent] ?? NEVER];
    if (step) step.later += 1;
    return { back: { board: this.board[parent] ?? "", g: this.g[parent] ?? 0 } };
  }

  /**
   * @param {TraceLine} line
   * @param {number} at
   * @param {number} node
   * @param {TraceStep["successors"]} successors
   */
  #step(line, at, node, successors) {
    this.steps.push({
      line: at,
      node,
      why: line.why ?? "",
      frontier: line.frontier?.size ?? 0,
      reached: line.reached?.size ?? 0,
      pass: this.currentPass,
      bound: this.bound,
      proved: this.proved,
      news: this.news,
      successors,
      later: 0,
      born: this.size,
    });
    this.news = [];
  }

  /**
   * The chosen node of a line: one in the frontier, one expanded before (linear-memory searches return
   * to nodes), or a root.
   * @param {Shown} chosen
   * @param {string} side
   * @param {number} step
   * @returns {number}
   */
  #choose(chosen, side, step) {
    const key = nodeKey(chosen.board, chosen.g, chosen.move, side);
    const candidates = this.waiting.get(key);
    if (candidates && candidates.length > 0) {
      // Equal candidates have equal trees below them, so either will do.
      const node = this.algorithm === "bfs" ? candidates.shift() : candidates.pop();
      return /** @type {number} */ (node);
    }
    const before = this.latest.get(key);
    if (before !== undefined) return before;
    return this.#make(-1, chosen, side, step, chosen.depth);
  }

  /**
   * @param {number} parent
   * @param {Successor} successor
   * @param {string} side
   * @param {number} step
   * @param {boolean} again the chosen node was expanded before
   * @returns {number} the node made, -1 for none
   */
  #succeed(parent, successor, side, step, again) {
    const verdict = successor.verdict;
    if (verdict === "duplicate") return -1;
    if (again) {
      const same = (this.children[parent] ?? []).find(
        (child) => this.board[child] === successor.board,
      );
      if (same !== undefined) {
        this.#wait(same);
        return same;
      }
    }
    const node = this.#make(parent, successor, side, step, (this.depth[parent] ?? 0) + 1);
    if (verdict === "pruned") this.pruned[node] = true;
    else this.#wait(node);
    if (verdict === "better") {
      const worse = this.known.get(side + successor.board);
      if (worse !== undefined && this.expanded[worse] === NEVER) this.dropped[worse] = step;
    }
    if (verdict !== "pruned") this.known.set(side + successor.board, node);
    return node;
  }

  /**
   * @param {number} from
   * @param {Successor} successor
   * @returns {number} the chosen node, or the one up the path that its line names
   */
  #parentOf(from, { of, board, g }) {
    if (of === undefined) return from;
    // A path that visits a board twice has two such nodes: the path cost tells them apart.
    const before = g - (this.header?.metric === "expense" ? tileMoved(of, board) : 1);
    for (let node = from; node >= 0; node = this.parent[node] ?? -1) {
      if (this.board[node] === of && this.g[node] === before) return node;
    }
    throw new Error(
      t`The trace names a parent (${of}) that is not on the path to its line's node; record it again.`,
    );
  }

  /**
   * @param {number} parent
   * @param {{board: string, move: string, g: number, h?: number}} shown
   * @param {string} side
   * @param {number} step
   * @param {number} depth
   * @returns {number}
   */
  #make(parent, shown, side, step, depth) {
    const node = this.size;
    this.board.push(shown.board);
    this.move.push(shown.move);
    this.parent.push(parent);
    this.g.push(shown.g);
    this.h.push(shown.h ?? null);
    this.depth.push(depth);
    this.born.push(step);
    this.expanded.push(NEVER);
    this.begun.push(NEVER);
    this.dropped.push(NEVER);
    this.pruned.push(false);
    this.pass.push(this.currentPass);
    this.side.push(side);
    this.children.push([]);
    if (parent >= 0) this.children[parent]?.push(node);
    this.latest.set(nodeKey(shown.board, shown.g, shown.move, side), node);
    return node;
  }

  /** @param {number} node */
  #wait(node) {
    const key = nodeKey(
      /** @type {string} */ (this.board[node]),
      /** @type {number} */ (this.g[node]),
      /** @type {string} */ (this.move[node]),
      /** @type {string} */ (this.side[node]),
    );
    const list = this.waiting.get(key);
    if (list) list.push(node);
    else this.waiting.set(key, [node]);
  }

  /**
   * @param {TraceLine} line
   * @param {number} at
   */
  #finish(line, at) {
    this.end = line;
    if (this.discards) this.#dropUnkept();
    this.#step(line, at, -1, []);
  }

  /** A beam discards the nodes it did not keep when it moves on to the next depth. */
  #dropUnkept() {
    const first = new Map();
    this.steps.forEach((step, number) => {
      const depth = this.depth[step.node] ?? 0;
      if (!first.has(depth)) first.set(depth, number);
    });
    for (let node = 0; node < this.size; node++) {
      const moved = first.get(this.depth[node]);
      if (this.expanded[node] === NEVER && moved !== undefined) this.dropped[node] = moved;
    }
  }

  /**
   * What a node is after a step.
   * @param {number} node
   * @param {number} step
   * @returns {"unborn" | "chosen" | "expanded" | "dropped" | "pruned" | "waiting"}
   */
  stateAt(node, step) {
    if ((this.born[node] ?? NEVER) > step) return "unborn";
    if (this.steps[step]?.node === node) return "chosen";
    if ((this.expanded[node] ?? NEVER) <= step) return "expanded";
    if (this.pruned[node]) return "pruned";
    if ((this.dropped[node] ?? NEVER) <= step) return "dropped";
    return "waiting";
  }

  /**
   * @param {number} node
   * @returns {number[]} from the root to the node
   */
  path(node) {
    const found = [];
    for (let at = node; at >= 0; at = this.parent[at] ?? -1) found.push(at);
    return found.reverse();
  }
}

/**
 * @param {string} board
 * @param {number} g
 * @param {string} move
 * @param {string} side
 * @returns {string}
 */
function nodeKey(board, g, move, side) {
  return `${board}|${g}|${move}|${side}`;
}

/**
 * The number of the tile that moved between two boards: it is where the blank was.
 * @param {string} from
 * @param {string} to
 * @returns {number}
 */
function tileMoved(from, to) {
  const cells = (/** @type {string} */ board) => board.split(/[ /]/);
  return Number(cells(to)[cells(from).indexOf("0")]);
}
