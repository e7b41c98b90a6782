/**
 * What a search did: one line for every expansion, contour and bound, and one for the end. A line shows
 * the frontier and the reached states as they were when its node had just been chosen.
 * Its twin: taquin/teach/trace/writer.py.
 */
import { count, inSequence, said } from "../../words/said.js";
import { TRACE_SENTENCES } from "../../words/tracesentences.js";
import { SIDES, whyChosen } from "./choicewords.js";
import { decodeState, moveText } from "./space.js";
import { EXAMINED } from "./teachings.js";
import { NOTHING_KEPT } from "./views.js";

/** @typedef {import("./nodes.js").Nodes} Nodes */
/** @typedef {import("./space.js").StateSpace} StateSpace */
/** @typedef {import("./views.js").Kept} Kept */
/** @typedef {import("./views.js").Waiting} Waiting */
/** @typedef {import("./runsearch.js").FoundHere} FoundHere */
/** @typedef {import("./choicewords.js").Teaching} Teaching */
/** @typedef {import("./monitor.js").Examined} Examined */
/** @typedef {Record<string, any>} TraceRow */

const NONE_STORED = "n/a: this search stores no reached states";

/** What is recorded, and how much of it. */
export class Recorder {
  /** @type {TraceRow | null} */ #line = null;
  /** The chosen node of that line. */ #chosen = -1;
  #length = 0;
  /** The last iteration recorded, once the recording is full. @type {number | null} */ #fullAfter = null;
  /** @type {Kept} */ #reached = NOTHING_KEPT;

  /**
   * @param {{width: number, cells: ArrayLike<number>, metric: string, topology: string}} puzzle cells: of the goal
   * @param {{algorithm: string, settings: Record<string, any>}} search settings: all its options
   * @param {Teaching} teaching
   * @param {(line: TraceRow) => void} write
   * @param {{cap: number, most?: number | null}} limits cap: nodes listed of the frontier and of the
   *   reached states; most: characters of a recording, null: no limit
   */
  constructor(puzzle, { algorithm, settings }, teaching, write, { cap, most = null }) {
    this.width = puzzle.width;
    this.cells = new Uint8Array(puzzle.cells.length);
    this.teaching = teaching;
    this.write = write;
    this.cap = cap;
    this.most = most;
    /** @type {import("./estimators.js").Estimator | null} estimates every successor of a search forwards */
    this.estimate = null;
    /** @type {import("./choicewords.js").Watched} */
    this.search = { algorithm, teaching, settings, frontier: { size: () => 0 }, iteration: 0, bound: null };
    this.#append({
      kind: "header",
      version: 1,
      algorithm,
      options: settings,
      goal: this.#rows(puzzle.cells),
      topology: puzzle.topology,
      metric: puzzle.metric,
      cap,
      most_bytes: most,
      verdicts: EXAMINED,
    });
  }

  /** How many expansions are left out because the recording is full. */
  get leftOut() {
    return this.#fullAfter === null ? 0 : this.search.iteration - this.#fullAfter;
  }

  /**
   * The search's lists from now on.
   * @param {Waiting} frontier
   * @param {Kept} reached
   */
  opens(frontier, reached) {
    this.#flush();
    this.search.frontier = frontier;
    this.#reached = reached;
  }

  /**
   * Begin the line of an expansion.
   * @param {Nodes} nodes
   * @param {number} node
   * @param {number} [side]
   */
  expand(nodes, node, side) {
    this.#flush();
    this.search.iteration += 1;
    if (this.#fullAfter !== null) return;
    this.#chosen = node;
    this.#line = {
      kind: "expand",
      iteration: this.search.iteration,
      chosen: this.#node(nodes, node),
      ...(side === undefined ? {} : { side: SIDES[side] }),
      ...whyChosen(this.search, nodes, node, side),
      successors: [],
      frontier: this.#waiting(this.search.frontier),
      reached: this.#kept(this.#reached),
    };
  }

  /**
   * A successor that the space holds was examined.
   * @param {Nodes} nodes
   * @param {number} parent
   * @param {StateSpace} space
   * @param {number} at its place there
   * @param {Examined} verdict
   * @param {number} [side]
   */
  child(nodes, parent, space, at, verdict, side) {
    const { hi, lo, move, cost } = space;
    this.step(nodes, parent, { hi: hi[at], lo: lo[at], move: move[at], cost: cost[at] }, verdict, side);
  }

  /**
   * A successor was examined; if another node was chosen since, its entry names its parent's board.
   * @param {Nodes} nodes
   * @param {number} parent
   * @param {{hi: number, lo: number, move: number, cost: number}} step
   * @param {Examined} verdict
   * @param {number} [side]
   */
  step(nodes, parent, { hi, lo, move, cost }, verdict, side) {
    if (this.#line === null) return;
    const g = nodes.g[parent] + cost;
    const h = this.estimate !== null && side !== 1 ? this.estimate(hi, lo) : null;
    this.#line["successors"].push({
      move: moveText(move),
      board: this.#board(hi, lo),
      verdict,
      g,
      ...(h === null ? {} : { h, f: g + h }),
      ...(parent === this.#chosen ? {} : { of: this.#board(nodes.hi[parent], nodes.lo[parent]) }),
    });
  }

  /** @param {number} bound of the pass that begins */
  contour(bound) {
    this.#flush();
    this.search.bound = bound;
    this.#add({ kind: "contour", bound, iteration: this.search.iteration });
  }

  /** @param {number} proved */
  bound(proved) {
    this.#flush();
    this.#add({ kind: "bound", lower_bound: proved, iteration: this.search.iteration });
  }

  /** @param {number} cost of the best solution so far */
  incumbent(cost) {
    this.#flush();
    this.#add({ kind: "incumbent", cost, iteration: this.search.iteration });
  }

  /** @param {FoundHere} result */
  finish(result) {
    this.#flush();
    const { status, limit, cost, lower_bound, optimal, moves, stats } = result;
    this.#append({
      kind: "end",
      status,
      limit,
      cost,
      lower_bound,
      optimal,
      moves,
      why: inSequence(outcome(result), this.#cutWords()),
      left_out: this.leftOut,
      stats,
      frontier: this.#waiting(this.search.frontier),
      reached: this.#kept(this.#reached),
    });
  }

  #cutWords() {
    if (this.#fullAfter === null) return "";
    const [most, listed, all] = [count(this.most ?? 0), this.#fullAfter, this.search.iteration];
    return said(TRACE_SENTENCES.cut, { most, listed, all });
  }

  #flush() {
    if (this.#line !== null) this.#add(this.#line);
    this.#line = null;
  }

  /**
   * Write a line, unless the recording is full.
   * @param {TraceRow} line
   */
  #add(line) {
    if (this.#fullAfter !== null || this.#append(line, this.most)) return;
    this.#fullAfter = this.search.iteration - Number(line["kind"] === "expand");
  }

  /**
   * @param {TraceRow} line
   * @param {number | null} [most]
   * @returns {boolean} whether it was written
   */
  #append(line, most = null) {
    const length = this.#length + JSON.stringify(line).length + 1;
    if (most !== null && length > most) return false;
    this.#length = length;
    this.write(line);
    return true;
  }

  /** @param {ArrayLike<number>} cells */
  #rows(cells) {
    const list = Array.from(cells);
    const rows = [];
    for (let at = 0; at < list.length; at += this.width) rows.push(list.slice(at, at + this.width).join(" "));
    return rows.join("/");
  }

  /**
   * @param {number} hi
   * @param {number} lo
   */
  #board(hi, lo) {
    decodeState(hi, lo, this.cells);
    return this.#rows(this.cells);
  }

  /**
   * @param {Nodes} nodes
   * @param {number} node
   */
  #node(nodes, node) {
    const [g, h] = [nodes.g[node], nodes.h[node]];
    return {
      board: this.#board(nodes.hi[node], nodes.lo[node]),
      move: nodes.parent[node] < 0 ? "" : moveText(nodes.move[node]),
      g,
      ...(this.teaching.informed ? { h, f: g + h } : {}),
      depth: nodes.depth[node],
    };
  }

  /**
   * @param {Waiting} list
   * @returns {TraceRow}
   */
  #waiting(list) {
    const size = list.size();
    if (list.sides) {
      return { size, ...Object.fromEntries(list.sides.map((one, side) => [SIDES[side], this.#waiting(one)])) };
    }
    const first = list.first?.(this.cap) ?? [];
    const holds = this.teaching.frontier ?? (size === 0 ? "empty" : list.holds);
    return { size, holds, nodes: first.map(([nodes, node]) => this.#node(nodes, node)) };
  }

  /**
   * @param {Kept} list
   * @returns {TraceRow}
   */
  #kept(list) {
    const size = list.size();
    if (list.sides) {
      return { size, ...Object.fromEntries(list.sides.map((one, side) => [SIDES[side], this.#kept(one)])) };
    }
    if (size === 0) return { size, holds: NONE_STORED, boards: [] };
    const boards = list.newest(this.cap).map(([hi, lo]) => this.#board(hi, lo));
    return { size, holds: "reached states, newest first", boards };
  }
}

/**
 * @param {FoundHere} result
 * @returns {string} how a search ended, and what is proved, in a sentence or two
 */
function outcome({ status, cost, lower_bound: bound, limit, optimal }) {
  const { noBound, bound: least } = TRACE_SENTENCES;
  const proved = bound ? said(least, { bound }) : noBound;
  if (status === "unsolvable") return TRACE_SENTENCES.noGoal;
  if (status === "incomplete") return TRACE_SENTENCES.incomplete;
  if (cost === null) return said(TRACE_SENTENCES.limit, { limit: limit ?? "", proved });
  if (status !== "solved") return said(TRACE_SENTENCES.limitBest, { limit: limit ?? "", cost, proved });
  return optimal ? said(TRACE_SENTENCES.optimal, { cost }) : said(TRACE_SENTENCES.solved, { cost, proved });
}
