/**
 * Boards as people write them: what taquin/puzzle/notation.py describes, read alike.
 *
 * @typedef {import("../board.js").Board} Board
 * @typedef {import("../board.js").Size} Size
 */

import { NotationError, formatBoard, makeBoard } from "../board.js";
import { roleOf } from "./declared.js";
import { piecesOf, readWhole } from "./several.js";
import { BLANKS, isComplete, strip } from "./tilerows.js";

const LONGEST_HINT = 1_000; // in longer texts nobody looks for what else they may be

/**
 * The board a text describes, in any notation of the Python package; NotationError otherwise.
 * @param {string} text @param {Size} [size] needed where the text leaves it open
 * @returns {Board}
 */
export function readBoard(text, size) {
  checkText(text);
  let reading, failure;
  try {
    reading = readWhole(text, size);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    failure = error;
  }
  if (!reading || !isComplete(reading.cells)) {
    refuseSeveral(text, size);
    refuseExtra(text, size);
    if (failure) throw failure;
    if (reading) refuseLastAsBlank(reading.cells);
  }
  return boardOf(/** @type {import("./single.js").Reading} */ (reading));
}

/**
 * The start and the goal in a text; null if it has no goal.
 * @param {string} text @param {Size} [size]
 * @returns {{board: Board, goal: Board | null}}
 */
export function readTask(text, size) {
  checkText(text);
  /** @type {import("./several.js").Piece[]} */
  let found;
  try {
    found = piecesOf(text, size);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    found = [];
  }
  const pair = found.length === 2 && roleOf(found[0].label) !== roleOf(found[1].label);
  const same = found.length === 2 && !roleOf(found[0].label) && !roleOf(found[1].label);
  if (pair || same) {
    const back = roleOf(found[0].label) === "goal" || roleOf(found[1].label) === "start";
    const [board, goal] = (back ? found.reverse() : found).map((piece) => boardOf(piece.reading));
    if (board.width === goal.width && board.height === goal.height) return { board, goal };
  }
  const goal = found.length === 1 && found[0].reading.goal;
  const board = readBoard(text, size);
  return { board, goal: goal ? makeBoard(board.width, board.height, goal) : null };
}

/** @param {import("./single.js").Reading} reading */
const boardOf = ({ width, height, cells }) => makeBoard(width, height, cells);

/** NotationError for what is no text of a board at all. @param {string} text */
function checkText(text) {
  if (text.length > 200_000) {
    throw new NotationError(
      `${String(text.length).replace(/\B(?=(\d{3})+$)/g, ",")} characters are not a board; ` +
        "expected at most 200,000.",
    );
  }
  if (text.includes("\0")) {
    throw new NotationError("the text contains a NUL byte; expected numbers.");
  }
}

/** @param {string} text @param {Size} [size] */
function refuseSeveral(text, size) {
  if (text.length > LONGEST_HINT) return;
  let found;
  try {
    found = piecesOf(text, size);
  } catch (error) {
    if (error instanceof NotationError) return;
    throw error;
  }
  if (found.length < 2) return;
  const [a, b] = [found[0].line, found[found.length - 1].line];
  const where = found.length === 2 && a !== b ? `, at lines ${a} and ${b}` : "";
  throw new NotationError(
    `the text contains ${found.length} boards${where}; expected one. Give the board to start ` +
      "from, and the goal separately.",
  );
}

/** Refuses a board with a number before or after it. @param {string} text @param {Size} [size] */
function refuseExtra(text, size) {
  const words = strip(text.replaceAll("\ufeff", ""), " \t\r\n,;/|[](){}").split(/[\s,;/|[\](){}]+/);
  const known = (/** @type {string} */ word) =>
    /^\d{1,9}$/.test(word) || BLANKS.has(word.toLowerCase());
  if (text.length > LONGEST_HINT || !words.every(known)) return;
  const cells = words.map((word) => Number(word) || 0);
  if (isComplete(cells)) return;
  for (const [first, last, what] of EXTRA) {
    const inner = cells.slice(first, Math.max(0, cells.length - last));
    const side = Math.round(Math.sqrt(inner.length));
    const { width, height } = size ?? { width: side, height: side };
    if (inner.length < 4 || width * height !== inner.length || !isComplete(inner)) continue;
    const board = formatBoard(makeBoard(width, height, inner));
    throw new NotationError(
      `${cells.length} numbers, which are a board without ${what}; write ` +
        `${board.length < 200 ? board : "the board alone"}.`,
    );
  }
}

/** @type {[number, number, string][]} */
const EXTRA = [
  [1, 0, "the first (an index?)"],
  [0, 1, "the last (a cost?)"],
  [1, 1, "the first and the last (an index and a cost?)"],
];

/** Refuses 1 to N on N cells: there N may be the blank, or a tile. @param {number[]} cells */
function refuseLastAsBlank(cells) {
  const count = cells.length;
  if (cells.includes(0) || new Set(cells).size !== count || Math.max(...cells) !== count) return;
  throw new NotationError(
    `not a board of ${count} cells: ${count} out of range (tiles are 1 to ${count - 1}, the blank ` +
      `is 0); no blank (write 0, _ or . for it). Is ${count} the blank? Write 0 for it.`,
  );
}
