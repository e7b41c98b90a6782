/**
 * The parts of a game: outer rows and columns in the order in which the player completed them for good.
 */

import { sameBoard } from "../board.js";
import { sentence } from "../shared/dom.js";
import { listed, said, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {{lines: string[], moves: number, time: number}} Split what one line or several took; lines: their names */
/** @typedef {{rows: number[], columns: number[]}} Rest lines not yet done */
/** @typedef {{name: string, later: string, cells: number[], rest: Rest}} OuterLine later: the name within a list */

const REST = t`The rest`;

/**
 * From which move on each outer line stays done to the end, in the order of time, until four cells are left: tiles
 * that stand right by chance and leave again do not count. Lines completed by the same move are one split.
 * @param {Board[]} boards of the game; what follows the goal does not count
 * @param {number[]} times of its moves
 * @param {Board} goal
 * @returns {Split[]} without the lines that are not done at the end
 */
export function splitsOf(boards, times, goal) {
  const solved = boards.findIndex((board) => sameBoard(board, goal));
  const played = solved < 0 ? boards : boards.slice(0, solved + 1);
  const splits = /** @type {Split[]} */ ([]);
  const clock = (/** @type {number} */ at) => (at > 0 ? times[at - 1] : 0);
  let rest = /** @type {Rest} */ ({
    rows: Array.from({ length: goal.height }, (_, row) => row),
    columns: Array.from({ length: goal.width }, (_, column) => column),
  });
  let done = 0;
  let begun = "";
  for (let lines = outerLines(rest, goal); ; lines = outerLines(rest, goal)) {
    if (lines.length === 0) lines = [{ name: REST, later: t`the rest`, cells: Array.from(goal.cells.keys()), rest }];
    const first = earliest(played, goal, done, lines);
    if (!first) break;
    const { name, later } = first.line;
    const last = splits.at(-1);
    if (last && first.at === done) last.lines = listOf([...(last.lines.length > 1 ? last.lines : [begun]), later]);
    else {
      begun = later;
      splits.push({ lines: [name], moves: first.at - done, time: clock(first.at) - clock(done) });
    }
    if (first.line.rest === rest) break;
    rest = first.line.rest;
    done = first.at;
  }
  return splits;
}

/**
 * Those that took moves, and the rows and columns that were in place from the start; a whole board is no part of
 * one.
 * @param {Split[]} splits
 * @param {Board} start
 * @param {Board} goal
 * @returns {{made: Split[], given: string}}  given: in words, "" for none
 */
export function toldSplits(splits, start, goal) {
  const made = splits.filter(({ moves }) => moves > 0);
  // A board of two rows and two columns has no outer lines; of another, the last move may have completed them all.
  const whole = splits.length === 1 && [REST, t`the rest`].includes(splits[0].lines.at(-1) ?? "");
  return { made: whole ? [] : made, given: givenText(start, goal) };
}

/**
 * What is in place from the start, as it is seen: whole rows and columns of the board, the blank too where it belongs.
 * @param {Board} start
 * @param {Board} goal
 */
function givenText(start, goal) {
  if (sameBoard(start, goal)) return t`Every row and column was in place from the start.`;
  const { width, height, cells } = goal;
  const right = (/** @type {number} */ cell) => start.cells[cell] === cells[cell];
  const isIn = (/** @type {number} */ length, /** @type {(at: number) => number} */ cell) => Array.from({ length }, (_, at) => cell(at)).every(right);
  const rows = [...Array(height).keys()].filter((row) => isIn(width, (column) => row * width + column));
  const columns = [...Array(width).keys()].filter((column) => isIn(height, (row) => row * width + column));
  const named = [...rows.map((row) => rowNames(row)), ...columns.map((column) => columnNames(column))];
  const lines = listOf(named.map(({ later }) => later));
  return lines.length > 0 ? said("{lines} {count:was|were} in place from the start.", { lines: splitName({ lines }), count: lines.length }) : "";
}

/** @param {number} row @returns {{name: string, later: string}} */
const rowNames = (row) => ({ name: t`Row ${row + 1}`, later: t`row ${row + 1}` });

/** @param {number} column @returns {{name: string, later: string}} */
const columnNames = (column) => ({ name: t`Column ${column + 1}`, later: t`column ${column + 1}` });

/**
 * Names in a list, or a sentence, which begins with the first: all with an article, where a language has one.
 * @param {string[]} later
 */
const listOf = ([first = "", ...others]) => (first ? [sentence(first), ...others] : []);

/** @param {Pick<Split, "lines">} split @returns {string} "Row 1, row 2 and column 1" */
export function splitName({ lines }) {
  return [listed(lines.slice(0, -1)), ...lines.slice(-1)].filter(Boolean).join(t` and `);
}

/**
 * What a game did after it had reached the goal, as a pasted one may.
 * @param {Board[]} boards of the game
 * @param {number[]} times of its moves
 * @param {Board} goal
 * @returns {{text: string, split: Split} | null} null for a game that ends where it is first solved, or never is
 */
export function afterGoal(boards, times, goal) {
  const at = boards.findIndex((board) => sameBoard(board, goal));
  const moves = boards.length - 1 - at;
  if (at < 0 || moves === 0) return null;
  const text =
    at === 0
      ? said("The board is solved at the start; {moves} more {moves:move follows|moves follow}.", { moves })
      : said("The board was solved at move {at}; {moves} more {moves:move follows|moves follow}.", { at, moves });
  return { text, split: { lines: [t`After the goal`], moves, time: (times.at(-1) ?? 0) - (times[at - 1] ?? 0) } };
}

/**
 * @param {Rest} rest
 * @param {Board} goal
 * @returns {OuterLine[]} none once the rest is a square of four cells
 */
function outerLines({ rows, columns }, { width }) {
  const lines = /** @type {OuterLine[]} */ ([]);
  if (rows.length > 2) {
    for (const row of [rows[0], rows[rows.length - 1]]) {
      const cells = columns.map((column) => row * width + column);
      lines.push({ ...rowNames(row), cells, rest: { rows: rows.filter((r) => r !== row), columns } });
    }
  }
  if (columns.length > 2) {
    for (const column of [columns[0], columns[columns.length - 1]]) {
      const cells = rows.map((row) => row * width + column);
      const left = columns.filter((c) => c !== column);
      lines.push({ ...columnNames(column), cells, rest: { rows, columns: left } });
    }
  }
  return lines;
}

/**
 * The line that is first done for good.
 * @param {Board[]} boards
 * @param {Board} goal
 * @param {number} from
 * @param {OuterLine[]} lines
 * @returns {{line: OuterLine, at: number} | null} null where none of them is done at the end
 */
function earliest(boards, goal, from, lines) {
  const done = lines.map((line) => ({ line, at: Math.max(from, staysFrom(boards, goal, line.cells)) })).filter(({ at }) => at < boards.length);
  return done.reduce((/** @type {{line: OuterLine, at: number} | null} */ first, one) => (first && first.at <= one.at ? first : one), null);
}

/**
 * @param {Board[]} boards
 * @param {Board} goal
 * @param {number[]} cells
 * @returns {number} after how many moves the tiles of these cells are there to stay; as many as there are boards: never
 */
function staysFrom(boards, goal, cells) {
  const away = boards.findLastIndex((board) => cells.some((cell) => goal.cells[cell] !== 0 && board.cells[cell] !== goal.cells[cell]));
  return away + 1;
}
