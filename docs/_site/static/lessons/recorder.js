/** Runs one of the page's own searches and keeps every expansion, so that it can be stepped. */
import { estimator } from "../taquin/lab/searches/estimators.js";
import { SearchMonitor } from "../taquin/lab/searches/monitor.js";
import { LimitReached } from "../taquin/lab/searches/room.js";
import { BLIND, INFORMED } from "../taquin/lab/searches/runsearch.js";
import { StateSpace, decodeState, moveText } from "../taquin/lab/searches/space.js";

/** @typedef {import("../taquin/board.js").Board} Board */
/** @typedef {import("../taquin/lab/searches/monitor.js").Counts} Counts */
/** @typedef {import("../taquin/lab/searches/nodes.js").Nodes} Nodes */
/** @typedef {{move: string, state: number}} NextState */
/** @typedef {{state: number, depth: number, bound: number | null, next: NextState[], cut: number}} Step one expansion;
 *   bound: of the pass, null without passes; cut: how many nodes were taken before it, since the last one, and not
 *   expanded, because they were at the depth limit */
/**
 * @typedef {{steps: Step[], moves: string | null, stats: Counts, h: (state: number) => number, start: number,
 *   goal: number, passes: boolean, informed: boolean, algorithm: string, cut: number}} Recording  cut: after the last step
 * @typedef {{move: string, verdict: "new" | "better" | "duplicate" | "pruned"}} Verdict  on a child, in their order
 * @typedef {{state: number, parent: TreeNode | null, move: string, g: number, h: number,
 *   order: number | null, cut: boolean, children: TreeNode[]}} TreeNode  order: of its expansion, in its pass; cut: f
 *   exceeds the bound
 * @typedef {{root: TreeNode, current: TreeNode | null, all: TreeNode[], solution: Set<TreeNode>,
 *   waiting: TreeNode[], verdicts: Verdict[]}} Tree  verdicts: on the children of the last step
 */

const MOST_STEPS = 5000;
const IN_PASSES = new Set(["ids", "idastar"]);
const LOW = 2 ** 16; // the second half of a board of up to 12 cells is a multiple of it

/**
 * A position of a board of up to 12 cells as one number.
 * @param {number} hi
 * @param {number} lo
 */
const numberOf = (hi, lo) => (hi >>> 0) * LOW + (lo >>> 16);

/** @param {number} state */
const halvesOf = (state) => /** @type {[number, number]} */ ([Math.floor(state / LOW) | 0, (state % LOW) << 16]);

/**
 * @param {number} state
 * @param {Uint8Array} cells is overwritten
 */
export function cellsOf(state, cells) {
  decodeState(...halvesOf(state), cells);
}

/** A space that says which successors were asked for. */
class WatchedSpace extends StateSpace {
  /** @type {(state: number, next: NextState[]) => void} */
  watch = () => {};

  /** @type {(state: number) => void} */
  test = () => {};

  /**
   * @override
   * @param {number} hi
   * @param {number} lo
   */
  isGoal(hi, lo) {
    this.test(numberOf(hi, lo));
    return super.isGoal(hi, lo);
  }

  /**
   * @override
   * @param {number} hi
   * @param {number} lo
   */
  successors(hi, lo) {
    const found = super.successors(hi, lo);
    const next = Array.from({ length: found }, (_, at) => ({ move: moveText(this.move[at]), state: numberOf(this.hi[at], this.lo[at]) }));
    this.watch(numberOf(hi, lo), next);
    return found;
  }
}

/** A monitor that says at which depth and under which bound a node was expanded. */
class WatchingMonitor extends SearchMonitor {
  /** @type {(depth: number, bound: number | null) => void} */
  watch = () => {};

  /**
   * @override
   * @param {number} successors
   * @param {Nodes} nodes
   * @param {number} node
   */
  expand(successors, nodes, node) {
    super.expand(successors, nodes, node);
    this.watch(nodes.depth[node], this.stats.contours.at(-1)?.[0] ?? null);
  }
}

/**
 * @param {{board: Board, goal: Board}} question
 * @param {import("./parts.js").Choice} choice
 * @returns {Recording} a step for each expansion
 */
export function record({ board, goal }, { algorithm, heuristic, options }) {
  const space = new WatchedSpace(board, goal, "stm");
  const monitor = new WatchingMonitor({ expansions: MOST_STEPS, seconds: null });
  const estimate = heuristic === null ? () => 0 : estimator(heuristic, goal, "stm");
  const steps = /** @type {Step[]} */ ([]);
  let pending = /** @type {Partial<Step>} */ ({});
  // Of the nodes that were tested for the goal since the last expansion, only the last one may still be expanded.
  let tested = 0;
  // Best-first searches generate and then count, depth-first passes count and then generate.
  const note = (/** @type {Partial<Step>} */ part) => {
    pending = { ...pending, ...part };
    if (pending.next === undefined || pending.depth === undefined) return;
    steps.push(/** @type {Step} */ ({ ...pending, cut: Math.max(0, tested - 1) }));
    pending = {};
    tested = 0;
  };
  space.test = () => tested++;
  space.watch = (state, next) => note({ state, next });
  monitor.watch = (depth, bound) => note({ depth, bound });
  let found = null;
  try {
    found = heuristic === null
      ? BLIND[algorithm](space, monitor, options)
      : INFORMED[algorithm](space, estimate, monitor, options, estimate);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return {
    steps, h: (state) => estimate(...halvesOf(state)),
    start: numberOf(space.start.hi, space.start.lo), goal: numberOf(space.goal.hi, space.goal.lo), passes: IN_PASSES.has(algorithm), informed: heuristic !== null, algorithm,
    cut: Math.max(0, tested - Number(found !== null)),
    moves: found && found.nodes.movesTo(found.node), stats: monitor.finish(),
  };
}

/**
 * The tree after some steps.
 * @param {Recording} recording
 * @param {number} count of steps
 * @param {(step: number) => number} [examined] how many children of a step, from 0, have been examined
 * @returns {Tree}
 */
export function treeAfter({ steps, h, passes, start, goal, moves, algorithm }, count, examined = () => Infinity) {
  const make = (/** @type {number} */ state, /** @type {TreeNode | null} */ parent, /** @type {string} */ move) => {
    /** @type {TreeNode} */
    const node = { state, parent, move, g: parent ? parent.g + 1 : 0, h: h(state), order: null, cut: false, children: [] };
    parent?.children.push(node);
    return node;
  };
  let root = make(start, null, "");
  let first = 0; // of the steps of this pass
  let known = new Map([[start, root]]);
  let path = /** @type {TreeNode[]} */ ([]);
  let current = /** @type {TreeNode | null} */ (null);
  let verdicts = /** @type {Verdict[]} */ ([]);
  /** Depths at which a pass of iterative deepening reached states. @type {Map<number, number>} */
  let depths = new Map([[start, 0]]);
  for (const [index, { state, depth, bound, next }] of steps.slice(0, count).entries()) {
    if (passes && depth === 0 && index > 0) {
      root = make(start, null, "");
      path = [];
      first = index;
      depths = new Map([[start, 0]]);
    }
    const above = passes ? path[depth - 1] : undefined;
    const node = above ? above.children.find((child) => child.state === state) : passes ? root : known.get(state);
    if (!node) throw new Error(`Expansion ${index + 1} is of no node in the tree.`);
    current = node;
    node.order = index - first + 1;
    path[depth] = node;
    verdicts = [];
    const most = examined(index);
    for (const { move, state: after } of next) {
      if (verdicts.length >= most) break;
      const old = passes ? undefined : known.get(after);
      const back = after === node.parent?.state;
      if (back && algorithm === "idastar") continue; // that child is never made
      const dearer = algorithm === "ids" && (depths.get(after) ?? Infinity) <= node.g + 1;
      if (back || dearer || (old && (!old.parent || old.order !== null || old.g <= node.g + 1))) {
        verdicts.push({ move, verdict: "duplicate" });
        continue;
      }
      if (old?.parent) old.parent.children = old.parent.children.filter((child) => child !== old);
      const child = make(after, node, move);
      child.cut = bound !== null && child.g + child.h > bound;
      verdicts.push({ move, verdict: child.cut ? "pruned" : old ? "better" : "new" });
      depths.set(after, child.g);
      if (!passes) known.set(after, child);
    }
  }
  if (count > steps.length) verdicts = [];
  // After the last step the goal is taken from the frontier.
  const solution = /** @type {Set<TreeNode>} */ (new Set());
  if (count > steps.length && moves !== null) {
    let at = root;
    solution.add(root);
    for (const move of moves) {
      at = at.children.find((child) => child.move === move) ?? at;
      solution.add(at);
    }
    current = at.state === goal ? at : current;
  }
  const all = /** @type {TreeNode[]} */ ([]);
  const gather = (/** @type {TreeNode} */ node) => {
    all.push(node);
    node.children.forEach(gather);
  };
  gather(root);
  const waiting = all.filter((node) => node.order === null && !node.cut);
  return { root, current, all, solution, waiting, verdicts };
}
