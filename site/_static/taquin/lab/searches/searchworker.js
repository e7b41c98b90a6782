/**
 * The lab's own search thread. It receives one question with its rows, and answers with
 * {row, sample}, {row, result} and finally {done: true}. To stop it, end it: a search runs in one go.
 */
import { searchRefusal } from "./pagereach.js";
import { runSearch } from "./runsearch.js";

/** @typedef {import("./runsearch.js").AskedHere} AskedHere */
/** @typedef {import("./runsearch.js").Chosen} Chosen */

/**
 * @param {AskedHere} question
 * @param {Chosen} choice
 * @param {number} row
 */
function answerRow(question, choice, row) {
  const refused = searchRefusal(choice);
  if (refused) return { status: "error", error: { kind: "page", message: refused } };
  try {
    return runSearch(question, choice, { onSample: (sample) => postMessage({ row, sample }) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: "error", error: { kind: "page", message } };
  }
}

onmessage = ({ data }) => {
  const { rows, ...question } = /** @type {AskedHere & {rows: Chosen[]}} */ (data);
  rows.forEach((choice, row) => postMessage({ row, result: answerRow(question, choice, row) }));
  postMessage({ done: true });
};
