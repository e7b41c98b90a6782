/** Comparisons, recordings and estimates by the page's own searches: the same calls as the server's. */
import { parseBoard } from "../../board.js";
import { searchRefusal } from "./pagereach.js";
import { askThread } from "./searchthread.js";

/** @typedef {import("./runsearch.js").Chosen} Chosen */
/** @typedef {import("../../server/api.js").Listening} Listening */
/** @typedef {{board: string, goal: string, metric: string, topology?: string}} Searched  topology: the grid, unless given */

/** @param {Searched} posed */
function read({ board: text, goal, metric, topology = "grid" }) {
  const board = parseBoard(text);
  return { board, goal: parseBoard(goal, board), metric, topology };
}

/**
 * @param {Searched & {time_limit: number | null, node_limit: number | null, rows: Chosen[]}} body whose
 *   board `boardRefusal` does not refuse
 * @param {Listening} listening
 * @returns {Promise<any[]>} in the order of the rows; one that the page cannot run has status "error"
 */
export async function compareHere({ time_limit, node_limit, rows, ...posed }, { signal, onProgress, onRow }) {
  const results = /** @type {any[]} */ ([]);
  await askThread({ act: "compare", ...read(posed), time_limit, node_limit, rows }, signal, ({ row, sample, result }) => {
    if (sample) onProgress?.({ row, ...sample });
    else {
      results[row] = result;
      onRow?.(row, result, { cached: false, samples: [] });
    }
  });
  return results;
}

/**
 * The lines stay in blobs, outside the page's own memory, until they are read.
 * @param {Searched & Chosen & {node_limit: number}} body
 * @param {Listening} listening
 * @returns {Promise<{total: number, lines: (start: number, count: number) => Promise<Record<string, any>[]>}>}
 */
export async function recordHere({ algorithm, heuristic, options, node_limit, ...posed }, { signal, onProgress }) {
  const choice = { algorithm, heuristic: heuristic ?? null, options };
  const refused = searchRefusal(choice);
  if (refused) throw new Error(refused);
  const pages = /** @type {Blob[]} */ ([]);
  const question = { act: /** @type {const} */ ("record"), ...read(posed), time_limit: null, node_limit, choice };
  const { total, perPage } = await askThread(question, signal, ({ sample, page }) => {
    if (page) pages.push(page);
    else onProgress?.({ row: 0, ...sample });
  });
  return {
    total,
    lines: async (start, count) => {
      const first = Math.floor(start / perPage);
      const wanted = pages.slice(first, Math.ceil((start + count) / perPage));
      const texts = await Promise.all(wanted.map((page) => page.text()));
      const lines = texts.flatMap((text) => text.trimEnd().split("\n"));
      return lines.slice(start - first * perPage, start - first * perPage + count).map((line) => JSON.parse(line));
    },
  };
}

/**
 * @param {Searched} posed
 * @param {{signal?: AbortSignal}} [listening]
 * @returns {Promise<Record<string, any>>}
 */
export async function estimateHere(posed, { signal } = {}) {
  return { ...posed, ...(await askThread({ act: "explain", ...read(posed) }, signal)) };
}
