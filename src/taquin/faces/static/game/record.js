// A game as plain JSON: stored by the history, read by the review and carried by a replay link.
// Its twin: taquin/game/record.py.

import { formatBoard, sameBoard } from "../board.js";

/** @typedef {import("../board.js").Board} Board */

/** Boards are at most this wide and high on this page. */
export const LARGEST_SIDE = 20;

/** @typedef {import("./recordshape.js").GameRecord} GameRecord */

/**
 * Tiles pushed together in one direction. `from` and `to` count moves.
 * @typedef {{from: number, to: number, letter: string, time: number}} Slide
 */

/**
 * The record of a game that begins.
 * @param {{board: Board, goal: Board, seed?: string | null, typed?: boolean, again?: boolean, named?: GameRecord["named"], metric?: GameRecord["metric"]}} game
 * @returns {GameRecord}
 */
export function newRecord({ board, goal, seed = null, typed = false, again = false, named, metric }) {
  return {
    version: 1,
    id: newId(),
    created: new Date().toISOString(),
    width: board.width,
    height: board.height,
    start: formatBoard(board),
    goal: formatBoard(goal),
    moves: "",
    times: [],
    inputs: "",
    status: sameBoard(board, goal) ? "solved" : "playing",
    hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 },
    undos: 0,
    seed,
    typed,
    paused: false,
    again,
    ...(named && { named }),
    ...(metric && { metric }),
  };
}

/**
 * A random name; unlike randomUUID, this works on plain HTTP too.
 * @returns {string}  24 hexadecimal digits
 */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether the board was drawn at random, neither set up by someone nor played before. So is a daily board on its day;
 * one of the archive was chosen.
 * @param {GameRecord} record
 * @returns {boolean}
 */
export function isDrawn(record) {
  return record.seed !== null && !record.typed && !record.again;
}

/**
 * The help of a game, which stays with its board. A move made for the player is help even where it was not
 * counted, as in games of earlier versions.
 * @param {Pick<GameRecord, "inputs" | "hints">} record
 * @returns {GameRecord["hints"]}
 */
export function helpIn({ inputs, hints }) {
  const least = (/** @type {string} */ input) => (inputs.includes(input) ? 1 : 0);
  return { ...hints, play: Math.max(hints.play, least("h")), solution: Math.max(hints.solution, least("s")) };
}

/**
 * @param {GameRecord["hints"]} one
 * @param {GameRecord["hints"]} other
 * @param {(count: number, otherCount: number) => number} join
 * @returns {GameRecord["hints"]}
 */
export function joined(one, other, join) {
  const kinds = /** @type {(keyof GameRecord["hints"])[]} */ (Object.keys(one));
  return /** @type {any} */ (Object.fromEntries(kinds.map((kind) => [kind, join(one[kind], other[kind])])));
}

/**
 * @param {GameRecord["hints"]} one
 * @param {GameRecord["hints"]} other  the greater count of each kind is kept
 */
export const mostHelp = (one, other) => joined(one, other, Math.max);

/**
 * Whether every move was the player's own, even those that were undone, and no solution was shown: hints that
 * only point are allowed.
 * @param {Pick<GameRecord, "inputs" | "hints">} record
 * @returns {boolean}
 */
export function isOwn(record) {
  const { play, solution } = helpIn(record);
  return play === 0 && solution === 0;
}

/**
 * The day of a daily board by its seed; daily/days.js checks the board.
 * @param {{seed?: string | null}} record
 * @returns {string | null}
 */
export function seedDay({ seed }) {
  return /^taquin daily 1 (\d{4}-\d\d-\d\d) /.exec(seed ?? "")?.[1] ?? null;
}

/**
 * Whether it is a game of a daily board, begun on its day.
 * @param {Pick<GameRecord, "seed" | "created">} record
 * @returns {boolean}
 */
export function isOnItsDay(record) {
  // Days are those of UTC; a file of another program may say the moment with any offset.
  return seedDay(record) === new Date(record.created).toISOString().slice(0, 10);
}

/**
 * The same game with its times in whole milliseconds, as they are shown; earlier versions recorded hundredths.
 * Slides of their own stay apart.
 * @param {GameRecord} record
 * @returns {GameRecord}
 */
export function inMilliseconds(record) {
  let [raw, last] = [-1, -1];
  const times = record.times.map((time) => {
    if (time !== raw) last = Math.max(Math.floor(time), last + 1);
    raw = time;
    return last;
  });
  const { ended } = record;
  return { ...record, times, ...(ended === undefined ? {} : { ended: Math.max(Math.floor(ended), last, 0) }) };
}

/**
 * Whether a game is comparable with others of its kind: no help, no pause, nothing undone, no solver, and a
 * random board.
 * @param {GameRecord} record
 * @returns {boolean}
 */
export function isClean(record) {
  const hints = Object.values(record.hints).some((count) => count > 0);
  const unaided = !record.paused && record.undos === 0 && !/[hs]/.test(record.inputs);
  return isDrawn(record) && unaided && !hints;
}

/**
 * The slides of a game: moves of one moment and direction. Where slides are what counts, all tiles that move one after
 * another in one direction are one, as in a solution.
 * @param {Pick<GameRecord, "moves" | "times" | "metric">} record
 * @returns {Slide[]}
 */
export function slidesOf({ moves, times, metric }) {
  const slides = /** @type {Slide[]} */ ([]);
  Array.from(moves).forEach((letter, i) => {
    const last = slides.at(-1);
    if (last && last.letter === letter && (metric || last.time === times[i])) last.to = i + 1;
    else slides.push({ from: i, to: i + 1, letter, time: times[i] ?? 0 });
  });
  return slides;
}

/**
 * How long a game is as it counts: in slides, or in single-tile moves.
 * @param {Pick<GameRecord, "moves" | "times" | "metric">} record
 * @returns {number}
 */
export const countIn = (record) => (record.metric ? slidesOf(record) : record.moves).length;

/**
 * Whether a game that counts slides is also judged by them: above 16 cells, only single-tile moves can be.
 * @param {Pick<GameRecord, "metric" | "width" | "height">} record
 */
export const isJudgedInSlides = ({ metric, width, height }) => metric === "mtm" && width * height <= 16;

/**
 * What a game counts.
 * @param {Pick<GameRecord, "metric">} record
 */
export const unitOf = ({ metric }) => (metric ? "slide" : "move");

/**
 * @param {GameRecord[]} records
 * @returns {GameRecord[]} the oldest first
 */
export function inOrder(records) {
  return records.slice().sort((a, b) => Date.parse(a.created) - Date.parse(b.created));
}
