/**
 * Boards as people write them: what taquin/puzzle/notation.py describes, read alike.
 * Its twin: taquin/puzzle/notation.py.
 *
 * @typedef {import("../board.js").Board} Board
 * @typedef {import("../board.js").Size} Size
 */

import { NotationError, formatBoard, makeBoard } from "../board.js";
import { roleOf } from "./declared.js";
import { piecesOf, readWhole } from "./several.js";
import { BLANKS, isComplete, strip } from "./tilerows.js";
import { unwrapped } from "./wrappers.js";
import { count, inSequence, listed, t } from "../words/said.js";

const SIZE = /^\d{1,3}\s*[x×]\s*\d{1,3}(\s*[x×]\s*\d{1,3})*$/i;
const MARKS = [..."x_*?"]; // of the blank; 0, points and hyphens need no remark
const LONGEST_HINT = 1_000; // in longer texts nobody looks for what else they may be

/**
 * The board a text describes, in any notation of the Python package; NotationError otherwise.
 * @param {string} text @param {Size} [size] needed where the text leaves it open
 * @returns {Board}
 */
export function readBoard(text, size) {
  checkText(text);
  return readPlain(text, unwrapped(text), size);
}

/** @param {string} given @param {string} text  without its wrapper @param {Size} [size] @returns {Board} */
function readPlain(given, text, size) {
  let reading, failure;
  try {
    reading = readWhole(text, size);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    failure = error;
  }
  if (!reading || !isComplete(reading.cells)) {
    refuseSeveral(text, size);
    refuseExtra(text, size, failure);
    refuseExtraLines(text, size, failure);
    refuseComment(text, failure);
    refuseSize(text);
    if (failure) throw failure;
    if (reading) refuseLastAsBlank(reading.cells);
  }
  const { width, height, cells } = /** @type {import("./single.js").Reading} */ (reading);
  try {
    return makeBoard(width, height, cells);
  } catch (error) {
    const remark = error instanceof NotationError ? marksRemark(given, cells) : "";
    throw remark ? new NotationError(inSequence(/** @type {Error} */ (error).message, remark)) : error;
  }
}

/**
 * The start and the goal in a text; null if it has no goal.
 * @param {string} given @param {Size} [size]
 * @returns {{board: Board, goal: Board | null}}
 */
export function readTask(given, size) {
  checkText(given);
  const text = unwrapped(given);
  /** @type {import("./several.js").Piece[]} */
  let found;
  try {
    found = piecesOf(text, size);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    found = [];
  }
  if (found.length > 1) return pairOf(found);
  const goal = found[0]?.reading.goal;
  const board = readPlain(given, text, size);
  return { board, goal: goal ? makeBoard(board.width, board.height, goal) : null };
}

/**
 * @param {import("./several.js").Piece[]} found  more than one
 * @returns {{board: Board, goal: Board}}
 */
function pairOf(found) {
  const [first, second] = found.map(({ label }) => roleOf(label));
  if (found.length > 2 || (first === second && first)) {
    throw new NotationError(t`the text contains ${found.length} boards; expected one, or a start and a goal.`);
  }
  const back = first === "goal" || second === "start";
  const [board, goal] = (back ? found.reverse() : found).map((piece) => boardOf(piece.reading));
  if (board.width === goal.width && board.height === goal.height) return { board, goal };
  const [one, other] = [board, goal].map(({ width, height }) => `${width}x${height}`);
  throw new NotationError(t`the start is ${one}, the goal ${other}; expected the same size.`);
}

/** @param {import("./single.js").Reading} reading */
const boardOf = ({ width, height, cells }) => makeBoard(width, height, cells);

/** NotationError for a text that is not a board at all. @param {string} text */
function checkText(text) {
  if (text.length > 200_000) {
    throw new NotationError(
      t`${count(text.length)} characters are not a board; expected at most 200,000.`,
    );
  }
  if (text.includes("\0")) {
    throw new NotationError(t`the text contains a NUL byte; expected numbers.`);
  }
}

/** Refuses a size, in which x would be a blank. @param {string} text */
function refuseSize(text) {
  const size = text.trim();
  const found = SIZE.exec(size);
  if (!found) return;
  throw new NotationError(
    found[1]
      ? t`${size} is neither a board nor a size, such as 4x3; expected a board, such as 7 0 2/8 5 3/6 1 4.`
      : t`${size} is a size; expected a board, such as 7 0 2/8 5 3/6 1 4.`,
  );
}

/**
 * Of a board with several blanks: which letters and signs are read as one.
 * @param {string} text @param {ArrayLike<number>} cells
 */
function marksRemark(text, cells) {
  const marks = MARKS.filter((mark) => text.toLowerCase().includes(mark));
  const blanks = Array.from(cells).filter((cell) => cell === 0).length;
  if (blanks < 2 || marks.length === 0) return "";
  return marks.length === 1 ? t`${marks[0]} is read as the blank.` : t`${listed(marks)} are read as blanks.`;
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
  const where = found.length === 2 && a !== b ? t`, at lines ${a} and ${b}` : "";
  throw new NotationError(
    t`the text contains ${found.length} boards${where}; expected one. Give the board to start from, and the goal separately.`,
  );
}

/** Refuses a board with a number before or after it: all such readings.
 * @param {string} text @param {Size} [size] @param {Error} [failure] */
function refuseExtra(text, size, failure) {
  const words = strip(text.replaceAll("\ufeff", ""), " \t\r\n,;/|[](){}").split(/[\s,;/|[\](){}]+/);
  const known = (/** @type {string} */ word) =>
    /^\d{1,9}$/.test(word) || BLANKS.has(word.toLowerCase());
  if (text.length > LONGEST_HINT || !words.every(known)) return;
  const cells = words.map((word) => Number(word) || 0);
  const found = [];
  for (const [first, last, what] of EXTRA) {
    const inner = cells.slice(first, Math.max(0, cells.length - last));
    const side = Math.round(Math.sqrt(inner.length));
    const { width, height } = size ?? { width: side, height: side };
    if (inner.length < 4 || width * height !== inner.length || !isComplete(inner)) continue;
    const board = formatBoard(makeBoard(width, height, inner));
    const shown = board.length < 200 ? board : t`the board alone`;
    found.push({ what, board: shown, asked: tooMany(words, first, last, shown) });
  }
  if (!found.length) return;
  if (isComplete(cells) && failure) {
    throw new NotationError(inSequence(failure.message, ...found.map(({ asked }) => asked)));
  }
  const without = found.map(({ what }) => what).join(t`, or without `);
  throw new NotationError(
    t`${cells.length} numbers, which are a board without ${without}; write ${found.map(({ board }) => board).join(t` or `)}.`,
  );
}

/** Asks whether numbers at the ends are too many.
 * @param {string[]} words @param {number} first @param {number} last @param {string} board */
function tooMany(words, first, last, board) {
  const [front, back] = [words[0], words[words.length - 1]];
  if (first && last) {
    return t`Are the first number, ${front}, and the last, ${back}, too many? Then write ${board}.`;
  }
  if (first) return t`Is the first number, ${front}, one too many? Then write ${board}.`;
  return t`Is the last number, ${back}, one too many? Then write ${board}.`;
}

/** Refuses lines each of which is a board with a number too many.
 * @param {string} text @param {Size} [size] @param {Error} [failure] */
function refuseExtraLines(text, size, failure) {
  const lines = text.split("\n").filter((line) => line.trim());
  if (lines.length < 2 || text.length > LONGEST_HINT) return;
  let told = "";
  for (const [i, line] of lines.entries()) {
    try {
      refuseExtra(line, size, failure);
      return;
    } catch (error) {
      if (!(error instanceof NotationError)) throw error;
      told ||= t`line ${i + 1}: ${error.message}`;
    }
  }
  throw new NotationError(told);
}

/** Says of a lone # that it begins a comment. @param {string} text @param {Error} [failure] */
function refuseComment(text, failure) {
  if (failure && text.length <= LONGEST_HINT && /#[ \t\d,|/_]*(?=[\r\n]|$)/.test(text)) {
    throw new NotationError(t`${failure.message} # begins a comment; write 0 for the blank.`);
  }
}

/** @type {[number, number, string][]} */
const EXTRA = [
  [1, 0, t`the first (an index?)`],
  [0, 1, t`the last (a cost?)`],
  [1, 1, t`the first and the last (an index and a cost?)`],
];

/** Refuses 1 to N on N cells: there N may be the blank, or a tile. @param {number[]} cells */
function refuseLastAsBlank(cells) {
  const count = cells.length;
  if (cells.includes(0) || new Set(cells).size !== count || Math.max(...cells) !== count) return;
  throw new NotationError(
    t`not a board of ${count} cells: ${count} out of range (tiles are 1 to ${count - 1}, the blank is 0); no blank (write 0, _ or . for it). Is ${count} the blank? Write 0 for it.`,
  );
}
