/** A comparison by the page's own searches: the same call as the server's. */
import { parseBoard } from "../../board.js";
import { scriptUrl } from "../../server/trusted.js";

/** @typedef {import("./runsearch.js").Chosen} Chosen */

/**
 * @param {{board: string, goal: string, metric: string, time_limit: number | null,
 *   node_limit: number | null, rows: Chosen[]}} body whose board `boardRefusal` does not refuse
 * @param {import("../../server/api.js").Listening} listening
 * @returns {Promise<any[]>} in the order of the rows; one that the page cannot run has status "error"
 */
export function compareHere(body, { signal, onProgress, onRow }) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const worker = new Worker(scriptUrl("lab/searches/searchworker.js"), { type: "module" });
    const results = /** @type {any[]} */ ([]);
    const end = () => {
      worker.terminate();
      signal?.removeEventListener("abort", stop);
    };
    const stop = () => {
      end();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop);
    worker.onmessage = ({ data }) => {
      if (data.sample) onProgress?.({ row: data.row, ...data.sample });
      else if (data.result) {
        results[data.row] = data.result;
        onRow?.(data.row, data.result, { cached: false, samples: [] });
      } else {
        end();
        resolve(results);
      }
    };
    worker.onerror = (event) => {
      end();
      const reason = event.message || "its script could not be loaded";
      reject(new Error(`this page's own search stopped: ${reason}. Reload the page.`));
    };
    const board = parseBoard(body.board);
    worker.postMessage({ ...body, board, goal: parseBoard(body.goal, board) });
  });
}
