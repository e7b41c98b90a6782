// Moves: the boards they lead to, the tiles they move, and both in words.

import { move, slide } from "../board.js";
import { listed, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

const WAYS = /** @type {Record<string, string>} */ ({ U: t`up`, D: t`down`, L: t`left`, R: t`right` });
/** More numbers than this take too long to hear. */
const MOST_NAMED = 3;

/**
 * @param {Board} start
 * @param {string} moves
 * @returns {Board[]} the start, then the board after each move
 */
export function boardsOf(start, moves) {
  const boards = [start];
  for (const letter of moves) boards.push(move(boards[boards.length - 1], letter));
  return boards;
}

/**
 * @param {string} letter
 * @returns {string}
 */
export function wayOf(letter) {
  return WAYS[letter];
}

/**
 * @param {Board} board
 * @param {string} letter
 * @returns {number} cell of the tile that moves that way into the blank
 */
export function cellOf(board, letter) {
  const blank = board.cells.indexOf(0);
  const gaps = /** @type {Record<string, number>} */ ({ U: board.width, D: -board.width, L: 1, R: -1 });
  return blank + gaps[letter];
}

/**
 * One slide in words: `7 moved left.`, `7, 8 moved left.`, `5 tiles moved left.`
 * @param {Board} board  before it
 * @param {string} moves  of one slide
 * @returns {string}
 */
export function slideText(board, moves) {
  const boards = boardsOf(board, moves);
  const tiles = boards.slice(1).map(({ cells }, i) => cells[boards[i].cells.indexOf(0)]);
  const names = tiles.length > MOST_NAMED ? t`${tiles.length} tiles` : listed(tiles);
  return t`${names} moved ${wayOf(moves[0])}.`;
}

/**
 * A slide that leads to a board that is wanted.
 * @param {Board} board
 * @param {(board: Board) => boolean} wanted
 * @returns {{cell: number, moves: string, tiles: number[]} | null}  tiles: those that move
 */
export function slideTo(board, wanted) {
  for (const cell of board.cells.keys()) {
    const slid = slide(board, cell);
    if (!slid || !wanted(slid.board)) continue;
    const tiles = Array.from(board.cells).filter((tile, at) => tile > 0 && slid.board.cells[at] !== tile);
    return { cell, moves: slid.moves, tiles };
  }
  return null;
}
