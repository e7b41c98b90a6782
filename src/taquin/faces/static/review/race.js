/** A race against a recorded game: where both stand. Pure. */
import { parseBoard } from "../board.js";
import { splitsOf } from "./splits.js";
import { timeText } from "../shared/gamewords.js";
import { counted, movesText } from "../shared/measures.js";
import { boardsOf } from "../shared/moves.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {{time: number, moves: number}} Reached when a part of a board was done, from the start of the game */

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
    return { time, moves };
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
 * The player against the recorded game, after the last split that the player has done: less is better.
 * @param {Reached[]} own
 * @param {Reached[]} ghost
 * @returns {string} "After 2 splits: −0:01.2, +4 moves"; empty before the first split
 */
export function standText(own, ghost) {
  const at = Math.min(own.length, ghost.length) - 1;
  if (at < 0) return "";
  const time = own[at].time - ghost[at].time;
  const moves = own[at].moves - ghost[at].moves;
  const signed = (/** @type {number} */ value, /** @type {string} */ text) => `${value < 0 ? "−" : value > 0 ? "+" : "±"}${text}`;
  return `After ${counted(at + 1, "split")}: ${signed(time, timeText(Math.abs(time)))}, ${signed(moves, movesText(Math.abs(moves)))}`;
}

/**
 * Whether a game can be raced against: a player solved it, and its times are known.
 * @param {Pick<GameRecord, "status" | "times" | "paused" | "inputs">} record
 */
export function isRaceable({ status, times, paused, inputs }) {
  return status === "solved" && !paused && (times.at(-1) ?? 0) > 0 && !inputs.includes("s");
}

/**
 * @param {{times: number[], moves: string}} record
 * @returns {string} "0:31.250 in 84 moves"
 */
export function raceText({ times, moves }) {
  return `${timeText(times.at(-1) ?? 0, 3)} in ${movesText(moves.length)}`;
}

/**
 * @param {{times: number[]}} own
 * @param {{times: number[]}} ghost
 * @returns {string} who was faster, once both have ended
 */
export function verdictText(own, ghost) {
  const [mine, theirs] = [own, ghost].map(({ times }) => times.at(-1) ?? 0);
  const by = timeText(Math.abs(mine - theirs), 3);
  if (mine === theirs) return "A draw: the same time.";
  return mine < theirs ? `You win by ${by}.` : `The recorded game wins by ${by}.`;
}
