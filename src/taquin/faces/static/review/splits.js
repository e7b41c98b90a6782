/**
 * The parts of a game: outer rows and columns in the order in which the player completed them.
 */

import { sameBoard } from "../board.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {{name: string, moves: number, time: number}} Split what one line or several took */
/** @typedef {{rows: number[], columns: number[]}} Rest lines not yet done */
/** @typedef {{name: string, cells: number[], rest: Rest}} OuterLine */

const REST = "The rest";

/**
 * When each outer line was completed along with all lines before it, in the player's order, until
 * four cells are left. Lines completed by the same move are one split.
 * @param {Board[]} boards of the game
 * @param {number[]} times of its moves
 * @param {Board} goal
 * @returns {Split[]} without the lines that were never done
 */
export function splitsOf(boards, times, goal) {
  const splits = /** @type {Split[]} */ ([]);
  const clock = (/** @type {number} */ at) => (at > 0 ? times[at - 1] : 0);
  let rest = /** @type {Rest} */ ({
    rows: Array.from({ length: goal.height }, (_, row) => row),
    columns: Array.from({ length: goal.width }, (_, column) => column),
  });
  let fixed = /** @type {number[]} */ ([]);
  let done = 0;
  for (let lines = outerLines(rest, goal); ; lines = outerLines(rest, goal)) {
    if (lines.length === 0) lines = [{ name: REST, cells: Array.from(goal.cells.keys()), rest }];
    const first = earliest(boards, goal, done, fixed, lines);
    if (!first) break;
    const { name } = first.line;
    const last = splits.at(-1);
    if (last && first.at === done) last.name += ` and ${name.replace("The", "the")}`;
    else splits.push({ name, moves: first.at - done, time: clock(first.at) - clock(done) });
    if (first.line.rest === rest) break;
    fixed = [...fixed, ...first.line.cells];
    rest = first.line.rest;
    done = first.at;
  }
  return splits;
}

/**
 * Those that took moves, and the lines that took none, being in place from the start; a whole board is no
 * part of one.
 * @param {Split[]} splits
 * @returns {{made: Split[], given: string}}  given: in words, "" for none
 */
export function toldSplits(splits) {
  const told = splits.map((split) => ({ ...split, name: split.name.replaceAll(/ and (?=.* and )/g, ", ") }));
  const made = told.filter(({ moves }) => moves > 0);
  const name = told.find(({ moves }) => moves === 0)?.name ?? "";
  const given = name && `${name} ${name.includes(" and ") ? "were" : "was"} in place from the start.`;
  return { made: made.length === 1 && splits.length === 1 && made[0].name === REST ? [] : made, given };
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
  const where = at === 0 ? "is solved at the start" : `was solved at move ${at}`;
  const text = `The board ${where}; ${moves} more ${moves === 1 ? "move follows" : "moves follow"}.`;
  return { text, split: { name: "After the goal", moves, time: (times.at(-1) ?? 0) - (times[at - 1] ?? 0) } };
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
      lines.push({ name: `Row ${row + 1}`, cells, rest: { rows: rows.filter((r) => r !== row), columns } });
    }
  }
  if (columns.length > 2) {
    for (const column of [columns[0], columns[columns.length - 1]]) {
      const cells = rows.map((row) => row * width + column);
      const left = columns.filter((c) => c !== column);
      lines.push({ name: `Column ${column + 1}`, cells, rest: { rows, columns: left } });
    }
  }
  return lines;
}

/**
 * The line that is first done while all fixed cells are right.
 * @param {Board[]} boards
 * @param {Board} goal
 * @param {number} from
 * @param {number[]} fixed
 * @param {OuterLine[]} lines
 * @returns {{line: OuterLine, at: number} | null}
 */
function earliest(boards, goal, from, fixed, lines) {
  const right = (/** @type {Board} */ board, /** @type {number} */ cell) =>
    goal.cells[cell] === 0 || board.cells[cell] === goal.cells[cell];
  for (let at = from; at < boards.length; at++) {
    const board = boards[at];
    if (!fixed.every((cell) => right(board, cell))) continue;
    const line = lines.find(({ cells }) => cells.every((cell) => right(board, cell)));
    if (line) return { line, at };
  }
  return null;
}
