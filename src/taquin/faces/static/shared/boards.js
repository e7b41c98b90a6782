/**
 * The boards of a list of moves.
 */
import { move } from "../board.js";

/** @typedef {import("../board.js").Board} Board */

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
