/** Runs one search of a comparison in the page, and answers as the server does. */
import { aStar, greedySearch, uniformCost, weightedAStar } from "./bestfirst.js";
import { bidirectionalBreadthFirst, meetInTheMiddle } from "./bothends.js";
import { beamSearch, breadthFirst } from "./breadthfirst.js";
import { idaStar, recursiveBestFirst } from "./deepening.js";
import { depthFirst, depthLimited, iterativeDeepening } from "./depthfirst.js";
import { INADMISSIBLE, estimator } from "./estimators.js";
import { SearchMonitor } from "./monitor.js";
import { LimitReached } from "./room.js";
import { StateSpace } from "./space.js";
import { t } from "../../words/said.js";

/** @typedef {import("./monitor.js").Counts} Counts */
/** @typedef {import("./monitor.js").Sample} Sample */
/** @typedef {import("./nodes.js").Goal} Goal */
/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {import("./space.js").Metric} Metric */
/** @typedef {Record<string, any>} Given the options of a choice */

/** @typedef {import("../boards/boardtypes.js").BoardType} BoardType */

/**
 * @typedef {{board: Position, goal: Position, metric: string, topology?: BoardType, time_limit: number | null,
 *   node_limit: number | null, memory_limit?: number}} AskedHere a question: the grid, unless it names a board
 *   type; limits in seconds, expansions and bytes
 * @typedef {{algorithm: string, heuristic?: string | null, options?: Record<string, any>}} Chosen
 */

/**
 * The answer, with the names of `taquin solve --format json`.
 * @typedef {object} FoundHere
 * @property {"solved" | "unsolvable" | "incomplete" | "limit"} status
 * @property {string | null} limit
 * @property {boolean} optimal
 * @property {number | null} cost
 * @property {number | null} lower_bound
 * @property {string | null} moves
 * @property {Counts} stats
 * @property {{compile: number, tables: number, search: number}} seconds
 * @property {number | null} peak_memory_bytes null: a page cannot measure its memory
 * @property {"page"} engine
 * @property {string[]} notes
 */

/** Searches without a heuristic. Each is equal in every counter to taquin's of the same name. */
export const BLIND = /** @type {Record<string, (space: StateSpace, monitor: SearchMonitor, given: Given) => Goal | null>} */ ({
  bfs: breadthFirst,
  dfs: depthFirst,
  dls: depthLimited,
  ids: iterativeDeepening,
  ucs: uniformCost,
  bibfs: bidirectionalBreadthFirst,
});

/** Searches with one. */
export const INFORMED = /** @type {Record<string, (space: StateSpace, h: import("./estimators.js").Estimator,
  monitor: SearchMonitor, given: Given, back: import("./estimators.js").Estimator) => Goal | null>} */ ({
  greedy: greedySearch,
  astar: aStar,
  wastar: weightedAStar,
  idastar: idaStar,
  rbfs: recursiveBestFirst,
  mm: meetInTheMiddle,
  beam: beamSearch,
});

/**
 * @param {AskedHere} question whose board can be solved
 * @param {Chosen} choice that `searchRefusal` does not refuse
 * @param {{clock?: () => number, onSample?: (sample: Sample) => void, observer?: import("./monitor.js").SearchObserver}} [watching]
 * @returns {FoundHere}
 */
export function runSearch(question, { algorithm, heuristic = null, options = {} }, watching = {}) {
  const { board, goal, topology } = question;
  const metric = /** @type {Metric} */ (question.metric);
  const { order, ...given } = options;
  const space = new StateSpace(board, goal, metric, order, topology);
  const { clock = () => performance.now() } = watching;
  const began = clock();
  const h = heuristic === null ? null : estimator(heuristic, goal, metric, topology);
  const back = heuristic === null || algorithm !== "mm" ? null : estimator(heuristic, board, metric, topology);
  const least = h === null || INADMISSIBLE.has(heuristic ?? "") ? 0 : h(space.start.hi, space.start.lo);
  const tables = (clock() - began) / 1000;
  if (watching.observer) watching.observer.estimate = h;
  const monitor = new SearchMonitor(
    { expansions: question.node_limit, seconds: question.time_limit, bytes: question.memory_limit },
    watching,
  );
  let found = /** @type {Goal | null} */ (null);
  let limit = /** @type {string | null} */ (null);
  try {
    if (h === null) found = BLIND[algorithm](space, monitor, given);
    else found = INFORMED[algorithm](space, h, monitor, given, back ?? h);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    limit = error.limit;
    found = monitor.incumbent?.found() ?? null;
  }
  const search = monitor.seconds;
  const moves = found && found.nodes.movesTo(found.node);
  // Pushes that follow each other in one direction are one.
  const cost = metric === "mtm" && moves !== null ? pushesIn(moves, goal) : (found ? found.nodes.g[found.node] : null);
  return {
    ...verdict(monitor, cost, limit, least, heuristic),
    limit,
    moves,
    stats: monitor.finish(),
    seconds: { compile: 0, tables, search },
    peak_memory_bytes: null,
    engine: "page",
  };
}

/**
 * On a torus a run of one direction can be longer than the longest push; it counts as several.
 * @param {string} moves one letter for each tile that slides
 * @param {Position} size
 */
function pushesIn(moves, { width, height }) {
  const longest = (/** @type {string} */ run) => ("LR".includes(run[0]) ? width : height) - 1;
  return (moves.match(/(.)\1*/g) ?? []).reduce((sum, run) => sum + Math.ceil(run.length / longest(run)), 0);
}

/**
 * How the search ended and what it proved.
 * @param {SearchMonitor} monitor
 * @param {number | null} cost of the solution, if there is one
 * @param {string | null} limit
 * @param {number} least the estimate of the start, if it is admissible
 * @param {string | null} heuristic
 * @returns {Pick<FoundHere, "status" | "optimal" | "cost" | "lower_bound" | "notes">}
 */
function verdict(monitor, cost, limit, least, heuristic) {
  const proves = !INADMISSIBLE.has(heuristic ?? "");
  const bound = proves ? Math.max(monitor.lowerBound, least) : 0;
  // Without a solution and without dropped nodes, everything was examined.
  const rest = monitor.incomplete ? "incomplete" : "unsolvable";
  const status = limit !== null ? "limit" : cost !== null ? "solved" : rest;
  return {
    status,
    optimal: cost !== null && cost === bound,
    cost,
    lower_bound: status === "unsolvable" ? null : bound,
    notes: proves ? [] : [t`${heuristic} is not declared admissible: it proves no bound and no optimality.`],
  };
}
