/** Drills: only the last rows are left. Results are read from the games in the history. Pure. */
import { formatBoard, judge, makeBoard, namedGoal, sameBoard } from "../board.js";
import { generator } from "../game/random.js";
import { inOrder } from "../game/record.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {{id: string, side: number, rows: number, name: string}} Drill */

/** @type {Drill[]} */
export const DRILLS = [
  { id: "3x3-2", side: 3, rows: 2, name: t`3×3, last two rows` },
  { id: "4x4-2", side: 4, rows: 2, name: t`4×4, last two rows` },
  { id: "4x4-3", side: 4, rows: 3, name: t`4×4, last three rows` },
  { id: "5x5-2", side: 5, rows: 2, name: t`5×5, last two rows` },
  { id: "6x6-2", side: 6, rows: 2, name: t`6×6, last two rows` },
];

/**
 * A drill's board: the last rows are drawn uniformly from all their solvable orders but the goal.
 * @param {Drill} drill
 * @param {string} seed  the same seed gives the same board
 * @returns {Board}
 */
export function drillBoard({ side, rows }, seed) {
  const goal = namedGoal("last", side, side);
  const below = generator(seed);
  const first = side * (side - rows);
  for (;;) {
    const cells = Array.from(goal.cells);
    for (let last = cells.length - 1; last > first; last--) {
      const other = first + below(last - first + 1);
      [cells[last], cells[other]] = [cells[other], cells[last]];
    }
    if (!judge(makeBoard(side, side, cells), goal).solvable) {
      const [one, two] = [first + 1, first + 2].map((tile) => cells.indexOf(tile));
      [cells[one], cells[two]] = [cells[two], cells[one]];
    }
    const board = makeBoard(side, side, cells);
    if (!sameBoard(board, goal)) return board;
  }
}

/**
 * @param {Drill} drill
 * @param {string} name  a new one for each board
 * @returns {string} the seed that a drill's game is stored with
 */
export function drillSeed({ id }, name) {
  return `taquin drill 1 ${id} ${name}`;
}

/**
 * The games of a drill; the board proves that they are.
 * @param {GameRecord[]} games
 * @param {Drill} drill
 * @returns {GameRecord[]} those solved without the solver at the first try, in order of play
 */
export function drillGames(games, drill) {
  const begins = drillSeed(drill, "");
  return inOrder(games).filter(
    ({ seed, start, status, inputs, again }) =>
      status === "solved" && !again && seed?.startsWith(begins) && !/[hs]/.test(inputs) &&
      start === formatBoard(drillBoard(drill, seed)),
  );
}
