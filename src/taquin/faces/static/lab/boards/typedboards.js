/** Boards of the lab's types: which can be solved, and where moves lead. */
import { formatBoard, judge, makeBoard, parseBoard, sameBoard } from "../../board.js";
import { t } from "../../words/said.js";
import { isJoined, neighboursOn } from "./boardtypes.js";

/** @typedef {import("../../board.js").Board} Board */
/** @typedef {import("./boardtypes.js").BoardType} BoardType */

/**
 * @param {BoardType} type
 * @param {string} start
 * @param {string} moves that are legal there
 * @returns {string[]} the start, then the board after each move
 */
export function boardTextsOn(type, start, moves) {
  const { width, height, cells } = parseBoard(start);
  const near = neighboursOn(type, width, height);
  const now = Array.from(cells);
  const texts = [start];
  for (const letter of moves) {
    const blank = now.indexOf(0);
    const { cell } = /** @type {{cell: number}} */ (near[blank].find((one) => one.letter === letter));
    now[blank] = now[cell];
    now[cell] = 0;
    texts.push(formatBoard(makeBoard(width, height, now)));
  }
  return texts;
}

/**
 * As `judge`. Where a joined line has an odd number of cells, the blank can return to its cell in an odd number of
 * moves, so that every arrangement can be reached (R. M. Wilson, "Graph puzzles, homotopy, and the alternating
 * group", JCTB 16, 1974); elsewhere the parities decide as on the grid.
 * @param {BoardType} type
 * @param {Board} board
 * @param {Board} goal
 * @returns {ReturnType<typeof judge>}
 */
export function judgeOn(type, board, goal) {
  const odd = [board.width, board.height].find((side) => isJoined(type, side) && side % 2 > 0);
  if (odd === undefined || sameBoard(board, goal)) return judge(board, goal);
  const reason = t`Solvable: around a joined line of ${odd} cells the blank returns in ${odd} moves, an odd number, so every arrangement of the tiles can be reached.`;
  return { solvable: true, reason, swap: null };
}
