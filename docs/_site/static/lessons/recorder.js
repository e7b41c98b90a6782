/** Runs one of the page's own searches and keeps every expansion, so that it can be stepped. */
import { estimator } from "../taquin/lab/searches/estimators.js";
import { LimitReached, SearchMonitor } from "../taquin/lab/searches/monitor.js";
import { movesTo } from "../taquin/lab/searches/node.js";
import { BLIND, INFORMED } from "../taquin/lab/searches/runsearch.js";
import { StateSpace } from "../taquin/lab/searches/space.js";

const MOST_STEPS = 5000;
const IN_PASSES = new Set(["ids", "idastar"]);

/** A space that says which successors were asked for. */
class WatchedSpace extends StateSpace {
  watch = () => {};

  successors(state) {
    const found = super.successors(state);
    this.watch(state, found);
    return found;
  }
}

/** A monitor that says at which depth and under which bound a node was expanded. */
class WatchingMonitor extends SearchMonitor {
  watch = () => {};

  expand(successors, depth) {
    super.expand(successors, depth);
    this.watch(depth, this.stats.contours.at(-1)?.[0] ?? null);
  }
}

/**
 * @param {{board: Board, goal: Board}} question
 * @param {{algorithm: string, heuristic: string | null, options: object}} choice
 * @returns {{steps: Step[], moves: string | null, stats: Counts, h: (state: number) => number,
 *   passes: boolean, start: number}} a step for each expansion: its state, depth, bound of the pass
 *   (null without passes) and successors
 */
export function record({ board, goal }, { algorithm, heuristic, options }) {
  const space = new WatchedSpace(board, goal, "stm");
  const monitor = new WatchingMonitor({ expansions: MOST_STEPS, seconds: null });
  const h = heuristic === null ? () => 0 : estimator(heuristic, goal, "stm");
  const steps = [];
  let pending = {};
  // Best-first searches generate and then count, depth-first passes count and then generate.
  const note = (part) => {
    pending = { ...pending, ...part };
    if (pending.next === undefined || pending.depth === undefined) return;
    steps.push(pending);
    pending = {};
  };
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
    steps, h, start: space.start, goal: space.goal, passes: IN_PASSES.has(algorithm),
    moves: node && movesTo(node), stats: monitor.finish(),
  };
}

/**
 * The tree after some steps.
 * @returns {{root: TreeNode, current: TreeNode | null, frontier: number, size: number}}
 */
export function treeAfter({ steps, h, passes, start, goal, moves }, count) {
  let known = new Map();
  let path = [];
  let root = null;
  let current = null;
  const make = (state, parent, move) => {
    const node = { state, parent, move, g: parent ? parent.g + 1 : 0, h: h(state), order: null, cut: false, children: [] };
    parent?.children.push(node);
    return node;
  };
  const begin = () => {
    known = new Map();
    path = [];
    root = make(start, null, "");
    known.set(start, root);
  };
  begin();
  steps.slice(0, count).forEach(({ state, depth, bound, next }, index) => {
    if (passes && depth === 0 && index > 0) begin();
    current = passes
      ? depth === 0 ? root : path[depth - 1].children.find((child) => child.state === state)
      : known.get(state);
    current.order = index + 1;
    path[depth] = current;
    for (const { move, state: after } of next) {
      if (after === current.parent?.state) continue;
      if (!passes && known.has(after)) {
        const old = known.get(after);
        if (old.order !== null || old.g <= current.g + 1) continue;
        old.parent.children = old.parent.children.filter((child) => child !== old);
      }
      const child = make(after, current, move);
      child.cut = passes && child.g + child.h > bound;
      if (!passes) known.set(after, child);
    }
  });
  // After the last step the goal is taken from the frontier.
  const solution = new Set();
  if (count >= steps.length && moves !== null) {
    let at = root;
    solution.add(root);
    for (const move of moves) {
      at = at.children.find((child) => child.move === move) ?? at;
      solution.add(at);
    }
    current = at.state === goal ? at : current;
  }
  const all = [];
  const gather = (node) => {
    all.push(node);
    node.children.forEach(gather);
  };
  gather(root);
  const waiting = all.filter((node) => node.order === null && !node.cut);
  return { root, current, all, solution, waiting };
}
