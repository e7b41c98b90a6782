/**
 * Ten lessons of the row-and-column method on 4×4. Each has tiles that are home and stay there, and
 * tiles to bring home; the other tiles stand anywhere. Pure.
 */
import { judge, makeBoard, namedGoal, parseBoard } from "../board.js";
import { generator } from "../game/random.js";
import { slideTo } from "../shared/moves.js";
import { togetherText } from "../shared/together.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/**
 * `start`: a board; without it, the tiles that are not home are drawn.
 * @typedef {{id: string, title: string, text: string, home: number[], tiles: number[], start?: string}} Lesson
 */

export const LESSON_GOAL = namedGoal("last", 4, 4);

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: "slide",
    title: t`Slide several tiles at once`,
    text: t`Tap or click a tile in the row or column of the blank: it slides, with every tile in between. One tap on 15 solves this board.`,
    home: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    tiles: [13, 14, 15],
    start: "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15",
  },
  {
    id: "corner",
    title: t`Bring 1 to its corner`,
    text: t`To move a tile, bring the blank to the side it should go to, then push. Walk the blank around the tile and push again.`,
    home: [],
    tiles: [1],
  },
  {
    id: "second",
    title: t`Bring 2 beside it`,
    text: t`The same for 2. The blank must go around 1: a tile that is home stays there.`,
    home: [1],
    tiles: [2],
  },
  {
    id: "turn",
    title: t`Turn two tiles in together`,
    text: t`The last tile of a row cannot enter alone: its neighbour would block it. So 3 waits in the corner, 4 right under it, and both turn in: 3 to the left, 4 up.`,
    home: [1, 2],
    tiles: [3, 4],
    start: "1 2 0 3/5 6 7 4/9 10 11 8/13 14 15 12",
  },
  {
    id: "pair",
    title: t`Line up the pair`,
    text: t`Now from anywhere: park 3 in the corner where 4 belongs, bring 4 under it, move the blank to the left of 3, and turn both in.`,
    home: [1, 2],
    tiles: [3, 4],
  },
  {
    id: "trap",
    title: t`The trap`,
    text: t`3 is home, but 4 is locked out under its corner. Do not force it: take 3 out, line the pair up again, and turn both in.`,
    home: [1, 2],
    tiles: [3, 4],
    start: "1 2 3 8/6 5 10 4/9 7 0 12/13 14 15 11",
  },
  {
    id: "column",
    title: t`A column is a row on its side`,
    text: t`After the first row comes the first column. 5 is home; its last two, 9 and 13, enter as a pair: 9 waits in the corner, 13 to its right.`,
    home: [1, 2, 3, 4, 5],
    tiles: [9, 13],
  },
  {
    id: "row",
    title: t`The second row`,
    text: t`A 3×3 board is left. Bring 6 home, then 7 and 8 as a pair.`,
    home: [1, 2, 3, 4, 5, 9, 13],
    tiles: [6, 7, 8],
  },
  {
    id: "last-column",
    title: t`The second column`,
    text: t`Two rows of three are left: 10 and 14 are a pair again. There is little room, so take your time.`,
    home: [1, 2, 3, 4, 5, 6, 7, 8, 9, 13],
    tiles: [10, 14],
  },
  {
    id: "rotate",
    title: t`The last three`,
    text: t`Four cells are left. Rotate 11, 12 and 15 around them until they fit: they always do. You can now solve every board.`,
    home: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14],
    tiles: [11, 12, 15],
  },
];

/**
 * @param {Lesson} lesson
 * @param {string} seed
 * @returns {Board} solvable, and the lesson is not done on it
 */
export function lessonBoard({ home, tiles, start }, seed) {
  if (start) return parseBoard(start);
  const below = generator(seed);
  const goal = LESSON_GOAL;
  const free = Array.from(goal.cells.keys()).filter((cell) => !home.includes(goal.cells[cell]));
  for (;;) {
    const board = redrawn(goal, free, below);
    if (judge(board, goal).solvable && !isLearnt({ home, tiles }, board)) return board;
  }
}

/**
 * @param {Board} board
 * @param {number[]} free
 * @param {(most: number) => number} below  a number below another, drawn
 * @returns {Board} the same, its free cells shuffled (Fisher-Yates)
 */
export function redrawn({ width, height, cells: given }, free, below) {
  const cells = Array.from(given);
  for (let last = free.length - 1; last > 0; last--) {
    const [one, two] = [free[last], free[below(last + 1)]];
    [cells[one], cells[two]] = [cells[two], cells[one]];
  }
  return makeBoard(width, height, cells);
}

/**
 * @param {Pick<Lesson, "home" | "tiles">} lesson
 * @param {Board} board
 * @returns {boolean} whether all its tiles are home
 */
export function isLearnt({ home, tiles }, { cells }) {
  return [...home, ...tiles].every((tile) => cells.indexOf(tile) === LESSON_GOAL.cells.indexOf(tile));
}

/**
 * The one slide that ends a lesson. The method moves tile by tile and would go another way.
 * @param {Lesson} lesson
 * @param {Board} board
 * @returns {{moves: string, sentence: string, tiles: number[]} | null}
 */
export function lastSlide(lesson, board) {
  const found = slideTo(board, (reached) => isLearnt(lesson, reached));
  if (!found) return null;
  const { cell, moves, tiles } = found;
  return { moves, sentence: t`Tap or click ${board.cells[cell]}: ${togetherText(tiles)}`, tiles };
}
