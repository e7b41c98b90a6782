/** Records one search of the page, as the server does. */
import { Recorder } from "./recorder.js";
import { runSearch } from "./runsearch.js";
import { TEACHINGS } from "./teachings.js";

/** @typedef {import("./runsearch.js").AskedHere} AskedHere */
/** @typedef {import("./runsearch.js").Chosen} Chosen */
/** @typedef {import("./runsearch.js").FoundHere} FoundHere */
/** @typedef {import("./monitor.js").Sample} Sample */

/** Nodes that a line lists of the frontier and of the reached states. */
const CAP = 12;

/** Characters of a recording, as many as the server takes. */
export const MOST_CHARACTERS = 64 * 2 ** 20;

/**
 * @param {AskedHere} question whose board can be solved
 * @param {Chosen} choice that `searchRefusal` does not refuse
 * @param {(line: Record<string, any>) => void} write each line in order
 * @param {{onSample?: (sample: Sample) => void, cap?: number, most?: number | null}} [how]
 * @returns {FoundHere}
 */
export function recordSearch(question, choice, write, { onSample, cap = CAP, most = MOST_CHARACTERS } = {}) {
  const { algorithm, options = {} } = choice;
  const teaching = /** @type {Record<string, import("./choicewords.js").Teaching>} */ (TEACHINGS)[algorithm];
  const settings = { ...teaching.options, ...options };
  const { width, cells } = question.goal;
  const puzzle = { width, cells, metric: question.metric, topology: question.topology ?? "grid" };
  const observer = new Recorder(puzzle, { algorithm, settings }, teaching, write, { cap, most });
  const result = runSearch(question, choice, { observer, onSample });
  observer.finish(result);
  return result;
}
