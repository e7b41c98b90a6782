/** Has the larger tables of a goal made by a worker that ends with that. */
import { scriptUrl } from "../server/trusted.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {{task: "enlarge", id: number, goal: Position, bits: ArrayBuffer[]}} Enlarged  as the search's thread takes it */

/** Whether tables of 35 MB are too much: making them takes as much again. */
function small() {
  const { deviceMemory = 8 } = /** @type {{deviceMemory?: number}} */ (navigator);
  return deviceMemory < 4 || matchMedia("(pointer: coarse)").matches;
}

/**
 * Where the device is small, nothing is made: the smaller tables give the same answers.
 * @param {Position} goal
 * @param {(made: Enlarged) => void} then
 */
export function enlarge(goal, then) {
  if (small()) return;
  const builder = new Worker(scriptUrl("solver/tableworker.js"), { type: "module" });
  const end = (/** @type {string} */ error) => {
    builder.terminate();
    console.warn("Larger tables could not be made:", error);
  };
  builder.onmessage = ({ data: { bits, error } }) => {
    if (error) return end(error);
    builder.terminate();
    then({ task: "enlarge", id: 0, goal, bits });
  };
  builder.onerror = ({ message }) => end(message);
  builder.postMessage({ goal });
}
