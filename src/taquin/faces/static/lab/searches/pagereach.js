/** What the page can search by itself, without the server. */
import { t } from "../../words/said.js";

/** The largest board: the states of a larger one do not fit the page's columns. */
export const MOST_CELLS_HERE = 16;

/** The largest board whose distance is searched for where only its estimates are asked for. */
export const MOST_SEARCHED = 9;

/** The most memory for the nodes, states and queues of one search. */
export const MOST_BYTES = 500e6;

/** The algorithms, by the names of the catalogue. Each is equal in every counter to taquin's. */
export const PAGE_ALGORITHMS = [
  // Without a heuristic.
  "bfs", "ucs", "dfs", "dls", "ids", "bibfs",
  // With one.
  "greedy", "astar", "wastar", "idastar", "rbfs", "mm", "beam",
];

/** The heuristics, by the names of the catalogue. */
export const PAGE_HEURISTICS = [
  "zero", "misplaced", "gaschnig", "euclidean", "manhattan", "linear_conflict", "walking_distance",
  "sequence_score",
];

/**
 * @param {string} board as text, its rows separated by slashes
 * @param {boolean} [served] whether the page has a server, which could
 * @returns {string} why the page cannot search it; empty if it can
 */
export function boardRefusal(board, served = true) {
  const cells = board.match(/\d+/g)?.length ?? 0;
  if (cells <= MOST_CELLS_HERE) return "";
  return t`This page searches boards of up to ${MOST_CELLS_HERE} cells itself; this one has ${cells}${served ? t` and needs the server` : ""}.`;
}

/**
 * @param {{algorithm: string, heuristic?: string | null}} choice
 * @returns {string} why the page cannot run it; empty if it can
 */
export function searchRefusal({ algorithm, heuristic = null }) {
  if (!PAGE_ALGORITHMS.includes(algorithm)) return t`${algorithm} needs the server.`;
  if (heuristic === null || PAGE_HEURISTICS.includes(heuristic)) return "";
  return t`${heuristic} needs the server.`;
}
