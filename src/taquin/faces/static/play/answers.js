/**
 * Answers to questions about the board in play. Its twin: taquin/game/words.py.
 */
import { judge } from "../board.js";
import { ANSWER_SENTENCES } from "../words/answersentences.js";
import { said } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/**
 * Where a tile is: `7 is in row 2, column 3; its home is row 3, column 1.`
 * @param {Board} board
 * @param {Board} goal
 * @param {string} argument
 * @returns {string}
 */
export function whereText(board, goal, argument) {
  const blank = /^(0|blank|gap)$/i.test(argument);
  const tile = blank ? 0 : Number(argument);
  const last = board.cells.length - 1;
  if (!argument || !Number.isInteger(tile) || tile < 0 || tile > last) {
    return said(ANSWER_SENTENCES.noTile, { argument, last });
  }
  const name = tile === 0 ? ANSWER_SENTENCES.blank : tile;
  const [now, home] = [board.cells.indexOf(tile), goal.cells.indexOf(tile)];
  const place = placeText(board, now);
  if (now === home) return said(ANSWER_SENTENCES.atHome, { name, place });
  return said(ANSWER_SENTENCES.away, { name, place, home: placeText(board, home) });
}

/**
 * The numbers of a row or column, the blank by its name.
 * @param {Board} board
 * @param {"row" | "column"} kind
 * @param {string} argument
 * @returns {string}
 */
export function lineText(board, kind, argument) {
  const last = kind === "row" ? board.height : board.width;
  const number = Number(argument);
  if (!Number.isInteger(number) || number < 1 || number > last) {
    return said(ANSWER_SENTENCES.noLine, { kind, argument, last });
  }
  const { width, cells } = board;
  const line = [...cells].filter((_, cell) =>
    kind === "row" ? Math.floor(cell / width) === number - 1 : cell % width === number - 1,
  );
  return `${kind === "row" ? "Row" : "Column"} ${number}: ${line.map((n) => n || "blank").join(", ")}.`;
}

/**
 * How far the game has come, without revealing the distance.
 * @param {Board} board
 * @param {Board} goal
 * @param {number} moves
 * @returns {string}
 */
export function progressText(board, goal, moves) {
  const home = board.cells.filter((tile, cell) => tile > 0 && tile === goal.cells[cell]).length;
  return said(ANSWER_SENTENCES.progress, { home, tiles: board.cells.length - 1, moves });
}

/**
 * @param {Board} board
 * @param {number} cell
 */
function placeText({ width }, cell) {
  return said(ANSWER_SENTENCES.place, { row: Math.floor(cell / width) + 1, column: (cell % width) + 1 });
}

/**
 * @param {{board: Board, goal: Board, at: number}} game
 * @param {"where" | "row" | "column" | "progress" | "why"} name
 * @param {string} argument
 * @returns {string}
 */
export function answerTo({ board, goal, at }, name, argument) {
  if (name === "where") return whereText(board, goal, argument);
  if (name === "progress") return progressText(board, goal, at);
  return name === "why" ? judge(board, goal).reason : lineText(board, name, argument);
}
