// What fixes a board that cannot be solved: two tiles to swap, or another goal.

import { GOAL_NAMES, goalName, judge, makeBoard, namedGoal } from "../board.js";
import { build, button } from "./dom.js";
import { goalWords, saidGoalName } from "./goalwords.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {{board: Board, goal: Board}} Unsolved */

/**
 * The board with two cells swapped, which may change whether it can be solved.
 * @param {Board} board
 * @param {number} a
 * @param {number} b
 * @returns {Board}
 */
export function exchange(board, a, b) {
  const cells = board.cells.slice();
  [cells[a], cells[b]] = [cells[b], cells[a]];
  return makeBoard(board.width, board.height, cells);
}

/**
 * The button that swaps two tiles.
 * @param {Board} board
 * @param {[number, number]} tiles  as `judge` names them
 * @param {(board: Board) => void} use
 * @param {"primary"} [kind]
 * @returns {HTMLButtonElement}
 */
export function swapButton(board, [one, other], use, kind) {
  const [a, b] = [board.cells.indexOf(one), board.cells.indexOf(other)];
  return button({
    words: t`Swap ${one} and ${other}`,
    kind,
    onClick: () => use(exchange(board, a, b)),
  });
}

/**
 * A button for every way out: the swap, and the goals that the board can reach.
 * @param {Unsolved} posed  unsolvable
 * @param {[number, number] | null} tiles  to swap, as `judge` names them
 * @param {(change: Partial<Unsolved>) => void} use
 * @returns {HTMLElement}
 */
export function buildFixes({ board, goal }, tiles, use) {
  const goals = GOAL_NAMES.map((name) => ({
    name,
    other: namedGoal(name, goal.width, goal.height),
    // On two rows, the spiral is the snake.
  })).filter(({ name, other }) => goalName(other) === name && judge(board, other).solvable);
  return build(
    "div",
    { class: "toolbar" },
    tiles && swapButton(board, tiles, (swapped) => use({ board: swapped }), "primary"),
    ...goals.map(({ name, other }) =>
      button({ words: t`Goal: ${goalWords(saidGoalName(other) ?? name)}`, onClick: () => use({ goal: other }) }),
    ),
  );
}
