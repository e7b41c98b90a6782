/** Has the larger tables of a goal made by a worker that ends with that. */
import { isSmall } from "./budget.js";
import { scriptUrl } from "../server/trusted.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {{task: "enlarge", id: number, goal: Position, bits: ArrayBuffer[]}} Enlarged  as the search's thread takes it */

/**
 * Where the device is small, tables of 35 MB are too much, and making them takes as much again. The smaller ones give
 * the same answers.
 * @param {Position} goal
 * @param {(made: Enlarged) => void} then
 */
export function enlarge(goal, then) {
  if (isSmall()) return;
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
