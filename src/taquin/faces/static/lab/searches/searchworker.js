/**
 * The lab's own search thread. It receives one question; while it works it says {row, sample},
 * {row, result}, {sample} or {page}, and finally {answer}. To stop it, end it: a search runs in one go. Its
 * name is the language of its sentences.
 */
import { learn, learnViews } from "../../languages/languages.js";
import { explainHere } from "./explainhere.js";
import { searchRefusal } from "./pagereach.js";
import { recordSearch } from "./recordsearch.js";
import { runSearch } from "./runsearch.js";

/** @typedef {import("./runsearch.js").AskedHere} AskedHere */
/** @typedef {import("./runsearch.js").Chosen} Chosen */

/** Lines of a recording that travel and are read together. */
const PER_PAGE = 500;

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

/** @param {AskedHere & {rows: Chosen[]}} asked */
function compare({ rows, ...question }) {
  rows.forEach((choice, row) => postMessage({ row, result: answerRow(question, choice, row) }));
  return null;
}

/** @param {AskedHere & {choice: Chosen}} asked */
function record({ choice, ...question }) {
  let lines = /** @type {string[]} */ ([]);
  let total = 0;
  const send = () => {
    if (lines.length > 0) postMessage({ page: new Blob(lines) });
    lines = [];
  };
  const write = (/** @type {Record<string, any>} */ line) => {
    lines.push(`${JSON.stringify(line)}\n`);
    total += 1;
    if (lines.length === PER_PAGE) send();
  };
  recordSearch(question, choice, write, { onSample: (sample) => postMessage({ sample }) });
  send();
  return { total, perPage: PER_PAGE };
}

const ACTS = /** @type {Record<string, (asked: any) => any>} */ ({ compare, record, explain: explainHere });

onmessage = async ({ data }) => {
  const { act, ...asked } = data;
  // A recording is in English, as the server's is: it may be saved, and the page translates what it shows.
  if (act !== "record") {
    await learn(self.name);
    await learnViews();
  }
  try {
    postMessage({ answer: ACTS[act](asked) });
  } catch (error) {
    // What a search cannot do on this board is said where it was asked for. The page hears nothing of a
    // promise that fails in a worker, so any other error is thrown outside of it.
    if (error instanceof RangeError) postMessage({ answer: null, refused: error.message });
    else setTimeout(() => { throw error; });
  }
};
