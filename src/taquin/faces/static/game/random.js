// Random boards.
// Its twin: taquin/game/daily.py.

import { judge, makeBoard, namedGoal, sameBoard } from "../board.js";
import { newId } from "./record.js";

/** @typedef {import("../board.js").Board} Board */

/**
 * A board drawn uniformly from all those from which the goal can be reached, the goal among them.
 * The same seed gives the same board forever: sfc32 seeded with four FNV-1a hashes, a
 * Fisher-Yates shuffle of all cells, and an exchange of tiles 1 and 2 where it is unsolvable.
 * @param {number} width @param {number} height @param {Board} goal @param {string} seed
 * @returns {Board}
 */
export function randomBoard(width, height, goal, seed) {
  const below = generator(seed);
  const { cells } = namedGoal("first", width, height);
  for (let last = cells.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [cells[last], cells[other]] = [cells[other], cells[last]];
  }
  if (!judge(makeBoard(width, height, cells), goal).solvable) {
    const [one, two] = [cells.indexOf(1), cells.indexOf(2)];
    [cells[one], cells[two]] = [2, 1];
  }
  return makeBoard(width, height, cells);
}

/**
 * A board for a seed that nobody chose, as `randomBoard` draws it; the goal, which leaves nothing to play, is drawn again.
 * @param {Board} goal
 * @param {string} [first]  the seed to try first
 * @returns {{board: Board, seed: string}}
 */
export function dealtBoard(goal, first = newId()) {
  for (let seed = first; ; seed = newId()) {
    const board = randomBoard(goal.width, goal.height, goal, seed);
    if (!sameBoard(board, goal)) return { board, seed };
  }
}

/**
 * Whole numbers below a bound, each equally likely. C. Doty-Humphrey's sfc32 (PractRand).
 * @param {string} seed @returns {(bound: number) => number}
 */
export function generator(seed) {
  const bytes = new TextEncoder().encode(seed);
  let [a, b, c, count] = [1, 2, 3, 4].map((lane) =>
    bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5 ^ lane),
  );
  const next = () => {
    const out = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return out >>> 0;
  };
  for (let i = 0; i < 15; i++) next();
  return (bound) => {
    const end = 2 ** 32 - (2 ** 32 % bound);
    let value = next();
    while (value >= end) value = next();
    return value % bound;
  };
}
