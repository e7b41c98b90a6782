/**
 * What goes between the page and its server; types alone, which no page loads.
 *
 * @typedef {{board: string, goal?: string, size?: string, topology?: string, metric?: string}} JobQuestion
 * @typedef {{engine?: string, time_limit?: number, node_limit?: number}} Bounds
 * @typedef {{algorithm?: string, heuristic?: string | null, options?: Record<string, string | number | boolean>}} JobSearch
 * @typedef {JobSearch & {algorithm: string, label?: string}} JobRow
 * @typedef {Record<string, any>} JobResult the object of `taquin solve --format json`
 *
 * @typedef {object} JobProgress
 * @property {string} job
 * @property {number | null} row
 * @property {number} expanded
 * @property {number} generated
 * @property {number} frontier
 * @property {number} reached
 * @property {number} bound proved lower bound on the cost
 * @property {number | null} contour depth or bound of the current pass
 * @property {number | null} share of the contour that is searched, where the search knows
 * @property {number | null} left seconds that the contour is likely to take still, where they can be estimated
 * @property {number} depth
 * @property {number | null} best cost of the best solution so far
 * @property {number} seconds
 * @property {number} peak_memory_bytes
 *
 * @typedef {{cached: boolean, samples: JobProgress[], last?: JobProgress | null}} Origin cached: the
 *   answer came from the server's cache, and the samples are those of the search that computed it;
 *   last: the newest progress of the search
 *
 * @typedef {object} Listening
 * @property {AbortSignal} [signal] kills the job on the server
 * @property {(progress: JobProgress) => void} [onProgress]
 * @property {(row: number, result: JobResult, origin: Origin) => void} [onRow] a row of a comparison has ended
 * @property {(text: string) => void} [onNotice] a message for the waiting user, such as "compiling"
 *
 * @typedef {{total: number, result: JobResult, lines: (start: number, count: number) => Promise<Record<string, any>[]>}} Trace
 */

export {};
