/** The check at the end of the lessons: fresh boards, no help, so many moves and no more. Pure. */
import { judge, replay } from "../board.js";
import { generator } from "../game/random.js";
import { LESSONS, LESSON_GOAL, isLearnt, lessonBoard, redrawn } from "./lessons.js";
import { listed, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./lessons.js").Lesson} Lesson */

/** Lessons that a check asks for; the others are parts of these. */
export const CHECKED = LESSONS.filter(({ id }) => !["slide", "turn"].includes(id));

/**
 * @param {Lesson} lesson
 * @param {string} seed
 * @returns {Board} of the lesson's kind, and new: also where the lesson itself has one board
 */
export function checkBoard(lesson, seed) {
  if (!lesson.start) return lessonBoard(lesson, seed);
  // The tiles that are in the lesson's way stay where it has them; the others are drawn.
  const below = generator(seed);
  const own = lessonBoard(lesson, seed);
  const held = [...lesson.home, ...lesson.tiles];
  const free = [...own.cells.keys()].filter((cell) => !held.includes(own.cells[cell]));
  for (;;) {
    const board = redrawn(own, free, below);
    // With the blank in the corner the trap would be open.
    if (board.cells[3] !== 0 && judge(board, LESSON_GOAL).solvable) return board;
  }
}

/**
 * @param {Board} board
 * @param {Lesson} lesson
 * @param {Array<{moves: string}>} steps  of the method
 * @returns {number} moves that a check allows: twice what the method needs, and a few
 */
export function mostMoves(board, lesson, steps) {
  let moves = 0;
  for (const step of steps) {
    if (isLearnt(lesson, board)) break;
    board = replay(board, step.moves);
    moves += step.moves.length;
  }
  return 2 * moves + 6;
}

/**
 * @param {Lesson} lesson
 * @returns {string} what to do, without saying how
 */
export function taskText({ home, tiles }) {
  const names = (/** @type {number[]} */ list) => (list.length === 1 ? String(list[0]) : t`${listed(list.slice(0, -1))} and ${list.at(-1)}`);
  const kept = home.length === 0 ? "" : home.length > 4 ? t` All that is home must be home at the end.` : t` ${names(home)} must be home at the end too.`;
  return t`Bring ${names(tiles)} home.${kept}`;
}

/** @param {Pick<Lesson, "id">} lesson @returns {string} as the log names it */
export function lessonName({ id }) {
  return `lesson:${id}`;
}
