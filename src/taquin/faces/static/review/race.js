/** A race against a recorded game: how it begins, and where both stand. */
import { parseBoard, parseGoal } from "../board.js";
import { splitName, splitsOf } from "./splits.js";
import { timeText } from "../shared/gamewords.js";
import { movesText } from "../shared/measures.js";
import { boardsOf } from "../shared/moves.js";
import { recordParts } from "../shared/timewords.js";
import { amount, listed, t } from "../words/said.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("../shared/app.js").App} App */
/** @typedef {{name: string, time: number, moves: number}} Reached when a part of a board was done, from the start of the game */

/**
 * The same board again, against the recorded game, which may be another player's.
 * @param {App} app
 * @param {GameRecord} record
 */
export async function beginRace(app, record) {
  const { game, history } = app;
  const isSame = (/** @type {GameRecord} */ one) => one.start === record.start && one.goal === record.goal;
  const isBegun = (/** @type {GameRecord} */ one) => isSame(one) && one.moves !== "";
  const left = game.leftLast(isBegun) !== null || (isSame(game.record) && game.begun);
  const again = left || (await history.all()).some(isSame);
  const board = parseBoard(record.start, record);
  const goal = parseGoal(record.goal, record.width, record.height);
  // Undo stands below the board, and its card tells of the race: a notice would cover one of them as the race begins.
  game.start({ board, goal, typed: true, again, ghost: record });
}

/**
 * @param {Pick<GameRecord, "start" | "goal" | "moves" | "times" | "width" | "height">} record
 * @returns {Reached[]} of each part in the order in which they were done: outer rows and columns, then the rest;
 *   without those that were there from the start
 */
export function partsReached(record) {
  const [start, goal] = [parseBoard(record.start, record), parseBoard(record.goal, record)];
  let [time, moves] = [0, 0];
  return splitsOf(boardsOf(start, record.moves), record.times, goal).filter((split) => split.moves > 0).map((split) => {
    time += split.time;
    moves += split.moves;
    return { name: splitName(split), time, moves };
  });
}

/**
 * The clock starts with the first move, whose time is 0 in most games: until the player's own, the recorded
 * game waits at its start.
 * @param {number[]} times of the moves of the recorded game
 * @param {{begun: boolean, elapsed: number}} game  the player's
 * @returns {number} how many of its moves are made by then
 */
export function movesBy(times, { begun, elapsed }) {
  if (!begun) return 0;
  const next = times.findIndex((time) => time > elapsed);
  return next < 0 ? times.length : next;
}

/**
 * The player against the recorded game, after the last part that both have done; parts come in any order, and the
 * last of a solved board is its end. Less is better.
 * @param {Reached[]} own
 * @param {Reached[]} ghost
 * @param {boolean} solved
 * @returns {string} "Row 1: −0:01.250, +4 moves"; empty before the first such part
 */
export function standText(own, ghost, solved) {
  const mine = solved ? own.at(-1) : own.findLast(({ name }) => ghost.some((other) => other.name === name));
  const other = solved ? ghost.at(-1) : ghost.find(({ name }) => name === mine?.name);
  if (!mine || !other) return "";
  const time = mine.time - other.time;
  const moves = mine.moves - other.moves;
  const signed = (/** @type {number} */ value, /** @type {string} */ text) => `${value < 0 ? "−" : value > 0 ? "+" : "±"}${text}`;
  const name = solved ? t`At the end` : mine.name;
  return t`${name}: ${signed(time, timeText(Math.abs(time), 3))}, ${signed(moves, movesText(Math.abs(moves)))}`;
}

/**
 * Whether a game can be raced against: a player solved it, and its times are known.
 * @param {Pick<GameRecord, "status" | "times" | "paused" | "inputs">} record
 */
export function isRaceable({ status, times, paused, inputs }) {
  return status === "solved" && !paused && (times.at(-1) ?? 0) > 0 && !inputs.includes("s");
}

/**
 * @param {GameRecord} record
 * @returns {string} why a game that could otherwise be raced against cannot; "" for any other game
 */
export function unracedText(record) {
  if (isRaceable(record) || !isRaceable({ ...record, paused: false })) return "";
  return t`This game was paused or interrupted, so its time is no challenge and cannot be raced.`;
}

/**
 * @param {{times: number[], moves: string}} record
 * @returns {string} "0:31.250 in 84 moves"
 */
export function raceText({ times, moves }) {
  return t`${timeText(times.at(-1) ?? 0, 3)} in ${amount(moves.length, "move")}`;
}

/**
 * @param {GameRecord} record
 * @returns {string} what was not seen of the board: "blind (memo 0:03.000 + solving 0:01.800)", "numbers hidden"; "" for nothing
 */
export function unseenText(record) {
  if (record.numbers !== "blind") return record.numbers ? t`numbers hidden` : "";
  const parts = recordParts(record);
  return parts ? t`blind (${parts})` : t`blind`;
}

/**
 * @param {GameRecord} record
 * @returns {string} what there is to beat: "0:04.800 in 16 moves, blind (memo 0:03.000 + solving 0:01.800)"
 */
export function dareText(record) {
  return listed([raceText(record), unseenText(record)].filter(Boolean));
}

/**
 * @param {{times: number[]}} own
 * @param {{times: number[]}} ghost
 * @returns {boolean} whether the recorded game was faster
 */
export function isLost(own, ghost) {
  return (own.times.at(-1) ?? 0) > (ghost.times.at(-1) ?? 0);
}

/**
 * @param {{times: number[]}} own
 * @param {{times: number[]}} ghost
 * @returns {string} who was faster, once both have ended
 */
export function verdictText(own, ghost) {
  const [mine, theirs] = [own, ghost].map(({ times }) => times.at(-1) ?? 0);
  const by = timeText(Math.abs(mine - theirs), 3);
  if (mine === theirs) return t`A draw: the same time.`;
  return mine < theirs ? t`You win by ${by}.` : t`The recorded game wins by ${by}.`;
}
