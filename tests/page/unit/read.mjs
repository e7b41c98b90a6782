// Texts of boards as JSON on standard input; how each is read, by both readers, on standard output.

import { readFileSync } from "node:fs";

import { formatBoard, parseBoard } from "../../../src/taquin/faces/static/board.js";
import { readBoard } from "../../../src/taquin/faces/static/notation/notation.js";

/** @param {() => import("../../../src/taquin/faces/static/board.js").Board} read */
function outcome(read) {
  try {
    return { board: formatBoard(read()) };
  } catch (error) {
    return { error: `${/** @type {Error} */ (error).name}: ${/** @type {Error} */ (error).message}` };
  }
}

const texts = JSON.parse(readFileSync(0, "utf-8"));
const read = texts.map((/** @type {string} */ text) => ({
  rich: outcome(() => readBoard(text)),
  plain: outcome(() => parseBoard(text)),
}));
console.log(JSON.stringify(read));
