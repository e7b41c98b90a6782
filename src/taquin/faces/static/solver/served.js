/** What the server answers about a board, for a search that the page has not ended. */
import { formatBoard } from "../board.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {Pick<import("../server/api.js").Api, "online" | "solve">} Server the parts of the server that the solver uses */
/** @typedef {import("./proofs.js").Solution} Solution */
/** @typedef {import("./thread.js").Asking} Asking */

/**
 * @param {Pick<Server, "solve">} api
 * @param {{board: Board, goal: Board, metric?: "mtm"}} question  metric: single-tile moves unless said otherwise; `cost`
 *   and `lowerBound` are its
 * @param {Asking & {serverSeconds: number}} asking
 * @returns {Promise<Solution | null>} null where it has no answer
 */
export async function askServer(api, { board, goal, metric }, { signal, onProgress, onNotice, serverSeconds }) {
  onProgress?.({ phase: "server", bound: 0, depth: 0, nodes: 0 });
  const body = {
    board: formatBoard(board),
    goal: formatBoard(goal),
    size: `${board.width}x${board.height}`,
    time_limit: serverSeconds,
    ...(metric && { metric }),
  };
  try {
    const result = await api.solve(body, {
      signal,
      onNotice,
      onProgress: ({ bound, depth, expanded, share, left }) =>
        onProgress?.({ phase: "server", bound, depth, nodes: expanded, share, left }),
    });
    const { moves, cost, optimal, stats, seconds } = result;
    const ms = 1000 * Object.values(seconds).reduce((sum, part) => sum + Number(part), 0);
    const lowerBound = result.lower_bound ?? 0;
    return { moves, cost, optimal, lowerBound, nodes: stats.expanded, ms, by: "server" };
  } catch (error) {
    if (signal?.aborted) throw new DOMException("Cancelled.", "AbortError");
    console.warn("The server could not be asked:", error);
    return null;
  }
}
