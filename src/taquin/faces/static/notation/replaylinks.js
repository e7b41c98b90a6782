// Replays as the fragment of a link. Pure text.

import { NotationError, formatBoard, parseBoard, parseGoal, replay, sameBoard } from "../board.js";
import { LONGEST, checked, goalParam, sized, writeFragment } from "./links.js";
import { packMoves, unpackMoves } from "./packing.js";
import { newId } from "../game/record.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The fragment that replays a game, with its real times where they fit: in milliseconds, or, as links
 * of earlier versions have them, in hundredths of a second.
 * @param {GameRecord} record
 * @returns {string}
 */
export function replayFragment(record) {
  const goal = parseBoard(record.goal, record);
  const params = { b: record.start, ...goalParam(goal), m: packMoves(record.moves) };
  const exact = writeFragment("replay", { ...params, ms: packTimes(record.times, 1) });
  if (exact.length <= LONGEST) return exact;
  const timed = writeFragment("replay", { ...params, t: packTimes(record.times) });
  return timed.length <= LONGEST ? timed : checked(writeFragment("replay", params));
}

/**
 * The game of `#/replay?b=…&m=…`, without a date: a link has none. Throws NotationError or
 * MoveError for anything else.
 * @param {Record<string, string>} params
 * @returns {GameRecord}
 */
export function readReplay({ b = "", m = "", t = "", ms = "", goal: goalText = "last" }) {
  const start = sized(parseBoard(b));
  const goal = parseGoal(goalText, start.width, start.height);
  const moves = unpackMoves(m);
  const end = replay(start, moves);
  return {
    version: 1,
    id: newId(),
    created: "",
    width: start.width,
    height: start.height,
    start: formatBoard(start),
    goal: formatBoard(goal),
    moves,
    times: ms || t ? unpackTimes(ms || t, moves.length, ms ? 1 : 10) : Array(moves.length).fill(0),
    inputs: "k".repeat(moves.length),
    status: sameBoard(end, goal) ? "solved" : "abandoned",
    hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 },
    undos: 0,
    seed: null,
    typed: false,
    paused: !ms && !t,
    again: false,
  };
}

/**
 * Moves with repeat counts, as Slidysim and we write them: `UR2D`.
 * @param {string} moves
 * @returns {string}
 */
export function contractMoves(moves) {
  return moves.replace(/(.)\1+/g, (run, letter) => letter + run.length);
}

/**
 * Times as base64url: steps between moves, five bits a character, the sixth says "more".
 * @param {number[]} times  milliseconds, not falling
 * @param {number} [unit]  milliseconds; what is less is cut, as in the times that are shown
 * @returns {string}
 */
export function packTimes(times, unit = 10) {
  let text = "";
  let before = 0;
  for (const time of times) {
    const now = Math.floor(time / unit);
    let step = now - before;
    before = now;
    while (step > 31) {
      text += BASE64[32 + (step % 32)];
      step = Math.floor(step / 32);
    }
    text += BASE64[step];
  }
  return text;
}

/**
 * @param {string} text
 * @param {number} count  how many times are expected
 * @param {number} [unit]  milliseconds
 * @returns {number[]}  milliseconds
 */
export function unpackTimes(text, count, unit = 10) {
  const times = [];
  let [now, step, scale] = [0, 0, 1];
  for (const character of text) {
    const value = BASE64.indexOf(character);
    if (value < 0 || scale > 32 ** 6) throw new NotationError("the times in the link are damaged.");
    step += (value % 32) * scale;
    scale *= 32;
    if (value >= 32) continue;
    now += step;
    times.push(now * unit);
    [step, scale] = [0, 1];
  }
  if (times.length !== count || scale !== 1) {
    throw new NotationError(
      `the link has ${times.length} times for ${count} moves; it was truncated or changed. Ask for it again.`,
    );
  }
  return times;
}
