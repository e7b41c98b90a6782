/** A streak that goes on after a reload, or in the next tab when its own is closed. */
import { formatBoard, namedGoal, parseBoard } from "../board.js";
import { readStored } from "../shared/storage.js";

/** @typedef {import("../shared/storage.js").Store} Store */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/**
 * A streak that has begun. name: its size and theme; hard: the difficulty of its last puzzle; asked: names of its puzzles; puzzle: the one that is open, with the board after the moves found.
 * @typedef {{name: string, solved: number, hard: number, asked: string[], puzzle: {one: Puzzle, at: import("../board.js").Board, found: number} | null}} KeptStreak
 */

const KEPT = "taquin.training.streak";
const COUNTS = /** @type {const} */ (["length", "distance", "away"]);

/**
 * @param {Store} tab
 * @param {KeptStreak | null} streak  null: none that goes on
 */
export function keepStreak(tab, streak) {
  const { name, solved, hard, asked, puzzle } = streak ?? {};
  const one = puzzle && { ...puzzle.one, board: formatBoard(puzzle.one.board), goal: undefined, at: formatBoard(puzzle.at), found: puzzle.found };
  tab.setItem(KEPT, streak ? JSON.stringify({ name, solved, hard, asked, one }) : "");
}

/**
 * Leave the streak of a tab that is left to the next one.
 * @param {Store} tab
 * @param {Store} all  of all tabs
 */
export function leaveStreak(tab, all) {
  const kept = tab.getItem(KEPT);
  if (kept) all.setItem(KEPT, kept);
}

/**
 * Take the streak of this tab, else the one that was left: no other tab takes it then.
 * @param {Store} tab
 * @param {Store} all
 * @returns {KeptStreak | null}
 */
export function takeStreak(tab, all) {
  const text = tab.getItem(KEPT) || all.getItem(KEPT);
  all.setItem(KEPT, "");
  return readStored(text, read, "The streak of this visit cannot be read; it is ignored.");
}

/**
 * @param {any} kept
 * @returns {KeptStreak}
 */
function read({ name, solved, one, hard = one?.difficulty ?? 0, asked = [] }) {
  const isCount = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0;
  if (!/^[34]-[a-z]{1,12}$/.test(name) || !isCount(solved) || !isCount(hard)) throw new TypeError("it is no streak.");
  if (!Array.isArray(asked) || !asked.every((text) => typeof text === "string")) throw new TypeError("its puzzles have no names.");
  if (!one) return { name, solved, hard, asked, puzzle: null };
  const side = Number(name[0]);
  const sound = COUNTS.every((field) => isCount(one[field])) && isCount(one.found) && one.found < one.length && typeof one.chance === "number" && Number.isInteger(one.difficulty);
  if (!sound) throw new TypeError("its puzzle is none.");
  const [board, at] = [one.board, one.at].map((text) => parseBoard(text, { width: side, height: side }));
  const { length, distance, chance, difficulty, away, corner, found } = one;
  return { name, solved, hard, asked, puzzle: { one: { board, goal: namedGoal("last", side, side), length, distance, chance, difficulty, away, corner: corner === true }, at, found } };
}
