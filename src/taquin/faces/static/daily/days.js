/**
 * Which boards a day has. Pure: the same everywhere, forever, from the date alone.
 * Its twin: taquin/game/daily.py.
 *
 * A day is a date in UTC, so that everyone in the world has the same boards at the same time. The
 * board of a day and size is `randomBoard` with the seed `taquin daily 1 2026-11-23 4x4`: uniform
 * among all solvable boards except the goal. tests/vectors/boards.json holds the boards of some days.
 *
 * Dailies for a ranking cannot come from here, because anyone can compute these boards in advance:
 * a server draws them, under seeds of its own.
 */
import { formatBoard, namedGoal, sameBoard } from "../board.js";
import { randomBoard } from "../game/random.js";
import { seedDay } from "../game/record.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {{day: string, side: number}} DailyName */

/** The archive begins here. */
export const FIRST_DAY = "2026-01-01";
/** Boards are square, this wide. */
export const DAILY_SIDES = [3, 4, 5];

const DAY_LENGTH = 24 * 60 * 60 * 1000;

/**
 * @param {number} time  milliseconds since 1970, as Date.now() gives them
 * @returns {string} the date in UTC: `2026-11-23`
 */
export function dayAt(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * @param {string} day
 * @returns {number} milliseconds since 1970
 */
export function startOf(day) {
  return Date.parse(`${day}T00:00:00Z`);
}

/**
 * @param {string} day
 * @param {number} count  of days later; negative: earlier
 * @returns {string}
 */
export function daysLater(day, count) {
  return dayAt(startOf(day) + count * DAY_LENGTH);
}

/**
 * @param {string} text
 * @returns {boolean} whether it is the date of a day with boards, which may still lie ahead
 */
export function isDay(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && text >= FIRST_DAY && dayAt(startOf(text) || 0) === text;
}

/**
 * @param {DailyName} name
 * @returns {string} the seed that a game of this board is stored with
 */
export function dailySeed({ day, side }) {
  return `taquin daily 1 ${day} ${side}x${side}`;
}

/** @param {number} side @returns {Board} */
export function dailyGoal(side) {
  return namedGoal("last", side, side);
}

/**
 * @param {DailyName} name
 * @returns {Board}
 */
export function dailyBoard(name) {
  const goal = dailyGoal(name.side);
  let seed = dailySeed(name);
  let board = randomBoard(name.side, name.side, goal, seed);
  // One 3 × 3 board in 181,440 would be solved already.
  while (sameBoard(board, goal)) board = randomBoard(name.side, name.side, goal, (seed += "+"));
  return board;
}

/**
 * Which daily board a game was played on. The seed alone does not prove it, since anyone can edit
 * an exported file.
 * @param {Pick<GameRecord, "seed" | "start" | "goal">} record
 * @returns {DailyName | null} null for any other game
 */
export function dailyOf({ seed, start, goal }) {
  const day = seedDay({ seed });
  if (day === null || !isDay(day)) return null;
  const names = DAILY_SIDES.map((side) => ({ day, side }));
  const name = names.find((one) => dailySeed(one) === seed);
  if (!name || start !== formatBoard(dailyBoard(name))) return null;
  return goal === formatBoard(dailyGoal(name.side)) ? name : null;
}
