// Replays as the fragment of a link. Pure text.

import { NotationError, formatBoard, parseBoard, parseGoal, replay, sameBoard } from "../board.js";
import { LONGEST, checked, goalParam, sized, writeFragment } from "./links.js";
import { packMoves, unpackMoves } from "./packing.js";
import { newId } from "../game/record.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** @typedef {Pick<GameRecord, "hints" | "undos" | "paused">} Help */

/** The letter of each kind of help in a link, before its count. @type {Record<string, keyof GameRecord["hints"]>} */
const HINTS = { w: "which", a: "arrow", p: "play", k: "peek", s: "solution" };
const UNDOS = "u";
/** It has no count. */
const CLOCK_STOPPED = "c";

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The fragment that replays a game, with its real times where they fit: in milliseconds, or, as links
 * of earlier versions have them, in hundredths of a second.
 * @param {GameRecord} record
 * @returns {string}
 */
export const replayFragment = (record) => gameFragment("replay", record);

/**
 * The fragment that opens a race against a game, on its starting board: the same game, whose moves are not shown.
 * @param {GameRecord} record
 * @returns {string}
 */
export const raceFragment = (record) => gameFragment("race", record);

/**
 * @param {"replay" | "race"} view
 * @param {GameRecord} record
 * @returns {string}
 */
function gameFragment(view, record) {
  const goal = parseBoard(record.goal, record);
  const params = { b: record.start, ...goalParam(goal), m: packMoves(record.moves), ...helpParams(record), ...(record.metric && { metric: record.metric }) };
  const exact = writeFragment(view, { ...params, ms: packTimes(record.times, 1) });
  if (exact.length <= LONGEST) return exact;
  const timed = writeFragment(view, { ...params, t: packTimes(record.times) });
  return timed.length <= LONGEST ? timed : checked(writeFragment(view, params));
}

/**
 * The game of `#/replay?b=…&m=…` or `#/race?…`, without a date: a link has none. Throws NotationError or
 * MoveError for anything else.
 * @param {Record<string, string>} params
 * @returns {GameRecord}
 */
export function readReplay({ b = "", m = "", t = "", ms = "", goal: goalText = "last", help = "", by = "", metric = "" }) {
  const start = sized(parseBoard(b));
  const goal = parseGoal(goalText, start.width, start.height);
  const moves = unpackMoves(m);
  const end = replay(start, moves);
  const { hints, undos, paused } = readHelp(help);
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
    inputs: by ? readInputs(by, moves.length) : "k".repeat(moves.length),
    status: sameBoard(end, goal) ? "solved" : "abandoned",
    hints,
    undos,
    seed: null,
    typed: false,
    paused: paused || (!ms && !t),
    again: false,
    ...(metric === "mtm" && { metric: /** @type {const} */ ("mtm") }),
  };
}

/**
 * What a link says of the help that a game had: nothing of a game without help, as links of earlier versions.
 * `help`: letters with counts, `w2u1c`; `by`: who made the moves, in runs, `k12s30`, where not all are the player's.
 * @param {GameRecord} record
 * @returns {Record<string, string>}
 */
function helpParams({ hints, undos, paused, inputs, times }) {
  // A game without times is marked as paused, too, but had no clock.
  const stopped = paused && (times.at(-1) ?? 0) > 0;
  const counts = [...Object.entries(HINTS).map(([letter, name]) => ({ letter, count: hints[name] })), { letter: UNDOS, count: undos }];
  const help = counts.filter(({ count }) => count > 0).map(({ letter, count }) => `${letter}${count}`).join("") + (stopped ? CLOCK_STOPPED : "");
  // With what the player made their own moves is not help.
  const by = inputs.replace(/[^hs]/g, "k").replace(/(.)\1*/g, (run, letter) => `${letter}${run.length}`);
  return { ...(help && { help }), ...(/[hs]/.test(by) && { by }) };
}

/**
 * @param {string} text  as `helpParams` writes it
 * @returns {Help}
 */
function readHelp(text) {
  const counts = new Map(Array.from(text.matchAll(/([wapksu])(\d{1,9})/g), ([, letter, count]) => [letter, Number(count)]));
  if (!/^(?:[wapksu]\d{1,9})*c?$/.test(text)) throw new NotationError(damagedHelp());
  const hints = { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 };
  for (const [letter, name] of Object.entries(HINTS)) hints[name] = counts.get(letter) ?? 0;
  return {
    hints,
    undos: counts.get(UNDOS) ?? 0,
    paused: text.endsWith(CLOCK_STOPPED),
  };
}

/**
 * @param {string} text  runs, as `helpParams` writes them
 * @param {number} moves  how many there are
 * @returns {string} one letter for each
 */
function readInputs(text, moves) {
  const runs = Array.from(text.matchAll(/([khs])(\d{1,9})/g), ([, letter, count]) => ({ letter, count: Number(count) }));
  const made = runs.reduce((sum, { count }) => sum + count, 0);
  if (!/^(?:[khs]\d{1,9})+$/.test(text) || made !== moves) throw new NotationError(damagedHelp());
  return runs.map(({ letter, count }) => letter.repeat(count)).join("");
}

const damagedHelp = () => t`the help in the link cannot be read; the link was truncated or changed. Ask for it again.`;

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
    if (value < 0 || scale > 32 ** 6) throw new NotationError(t`the times in the link are damaged.`);
    step += (value % 32) * scale;
    scale *= 32;
    if (value >= 32) continue;
    now += step;
    times.push(now * unit);
    [step, scale] = [0, 1];
  }
  if (times.length !== count || scale !== 1) {
    throw new NotationError(
      t`the link has ${amount(times.length, "time")} for ${amount(count, "move")}; it was truncated or changed. Ask for it again.`,
    );
  }
  return times;
}
