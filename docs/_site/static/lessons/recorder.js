/** Runs one of the page's own searches and keeps every expansion, so that it can be stepped. */
import { estimator } from "../taquin/lab/searches/estimators.js";
import { LimitReached, SearchMonitor } from "../taquin/lab/searches/monitor.js";
import { movesTo } from "../taquin/lab/searches/node.js";
import { BLIND, INFORMED } from "../taquin/lab/searches/runsearch.js";
import { StateSpace } from "../taquin/lab/searches/space.js";

/** @typedef {import("../taquin/board.js").Board} Board */
/** @typedef {import("../taquin/lab/searches/monitor.js").Counts} Counts */
/** @typedef {import("../taquin/lab/searches/space.js").NextState} NextState */
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

/** A space that says which successors were asked for. */
class WatchedSpace extends StateSpace {
  /** @type {(state: number, next: NextState[]) => void} */
  watch = () => {};

  /** @type {(state: number) => void} */
  test = () => {};

  /**
   * @override
   * @param {number} state
   */
  isGoal(state) {
    this.test(state);
    return super.isGoal(state);
  }

  /**
   * @override
   * @param {number} state
   */
  successors(state) {
    const found = super.successors(state);
    this.watch(state, found);
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
   * @param {number} depth
   */
  expand(successors, depth) {
    super.expand(successors, depth);
    this.watch(depth, this.stats.contours.at(-1)?.[0] ?? null);
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
  const h = heuristic === null ? () => 0 : estimator(heuristic, goal, "stm");
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
  let node = null;
  try {
    node = heuristic === null
      ? BLIND[algorithm](space, monitor, options)
      : INFORMED[algorithm](space, h, monitor, options, h);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return {
    steps, h, start: space.start, goal: space.goal, passes: IN_PASSES.has(algorithm), informed: heuristic !== null, algorithm,
    cut: Math.max(0, tested - Number(node !== null)),
    moves: node && movesTo(node), stats: monitor.finish(),
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
