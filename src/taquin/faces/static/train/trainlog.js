/**
 * What training stores in this browser: the rating, the lessons done, the best runs, and the mistakes,
 * those that come back and those put right for good. Pure.
 * Its twin: taquin/game/training.py.
 */
import { found } from "../game/records.js";
import { checkRepeats, missedAgain, rightAgain } from "./repeats.js";
import { readStored } from "../shared/storage.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/storage.js").Store} Store */

/**
 * @typedef {object} TrainLog
 * @property {1} version
 * @property {number} rating
 * @property {number} played  rated puzzles
 * @property {number} solved
 * @property {number} inRow  solved since the last failure
 * @property {number[]} ratings  after each of the latest puzzles, the oldest first
 * @property {string[]} lessons  ids of those done
 * @property {string[]} mended  names of own mistakes put right for good, the oldest first
 * @property {import("./repeats.js").Repeats} repeats  mistakes that come back
 * @property {string[]} recent  names of the latest rated puzzles, the oldest first: none of them is asked soon again
 * @property {Record<string, RunLog>} runs  by kind, size and theme
 * @property {Record<string, [rating: number, seed: string]>} open  rated puzzles not answered yet, by size and theme
 * @property {number} check  tasks that were right in the best check of the lessons
 */

/**
 * @typedef {{best: number, played: number, last: number[], missed?: number, skipped?: number}} RunLog  puzzles solved in a
 *   run; missed, skipped: in all storms, which earlier versions did not keep
 */

/** @typedef {{readonly value: TrainLog, set(log: TrainLog): void}} LogKeeper */

const STORE = "taquin.training";
const START = 1200;
/** So that the log stays a few kilobytes. */
const MOST_RATINGS = 200;
const MOST_MENDED = 500;
const MOST_RECENT = 100;
const LAST_RUNS = 10;
const [LEAST, MOST] = [100, 4000];

/** @param {number} missed @param {number} skipped @returns {Pick<RunLog, "missed" | "skipped">}  nothing where there were none */
const left = (missed, skipped) => (missed + skipped > 0 ? { missed, skipped } : {});

/** @returns {TrainLog} */
export function emptyLog() {
  return { version: 1, rating: START, played: 0, solved: 0, inRow: 0, ratings: [], lessons: [], mended: [], repeats: {}, recent: [], runs: {}, open: {}, check: 0 };
}

/**
 * The log of a text; what is missing or broken in it is as in an empty one.
 * @param {unknown} data
 * @returns {TrainLog}
 */
export function checkLog(data) {
  const empty = emptyLog();
  const given = /** @type {Record<string, any>} */ (Object(data));
  if (given.version !== 1) return empty;
  const isRating = (/** @type {unknown} */ value) => typeof value === "number" && value >= LEAST && value <= MOST;
  const count = (/** @type {unknown} */ value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0);
  const texts = (/** @type {unknown} */ list) =>
    Array.isArray(list) ? [...new Set(list.filter((one) => typeof one === "string" && /^[\w:-]{1,80}$/.test(one)))] : [];
  const played = count(given.played);
  return {
    version: 1,
    rating: isRating(given.rating) ? given.rating : empty.rating,
    played,
    solved: Math.min(count(given.solved), played),
    inRow: Math.min(count(given.inRow), played),
    ratings: Array.isArray(given.ratings) ? given.ratings.filter(isRating).slice(-MOST_RATINGS) : [],
    lessons: texts(given.lessons),
    mended: texts(given.mended).slice(-MOST_MENDED),
    repeats: checkRepeats(given.repeats),
    recent: texts(given.recent).slice(-MOST_RECENT),
    runs: Object.fromEntries(
      Object.entries(Object(given.runs)).filter(([name, run]) => /^(streak|storm)-[34]-[a-z]{1,12}$/.test(name) && Object(run) === run)
        .map(([name, { best, played: runs, last, missed, skipped }]) => [name, {
          best: count(best), played: count(runs), last: Array.isArray(last) ? last.map(count).slice(-LAST_RUNS) : [],
          ...left(count(missed), count(skipped)),
        }]),
    ),
    open: Object.fromEntries(
      Object.entries(Object(given.open)).filter(([name, one]) =>
        /^[34]-[a-z]{1,12}$/.test(name) && Array.isArray(one) && one.length === 2 && isRating(one[0]) && /^\w{1,80}$/.test(one[1])),
    ),
    check: count(given.check),
  };
}

/**
 * @param {Store} storage
 * @returns {TrainLog}
 */
function readLog(storage) {
  return readStored(storage.getItem(STORE), checkLog, "The stored training is not JSON; it starts afresh.") ?? emptyLog();
}

/**
 * @param {Store} storage
 * @param {TrainLog} log
 */
function writeLog(storage, log) {
  storage.setItem(STORE, JSON.stringify(log));
}

/**
 * @param {TrainLog} log
 * @returns {string} of a file
 */
export function trainingText(log) {
  return `${JSON.stringify({ format: "taquin training", ...log }, null, 1)}\n`;
}

/**
 * The log of an exported file; Error for any other text.
 * @param {string} text
 * @returns {TrainLog}
 */
export function readTraining(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(t`this is not valid JSON; expected a file that the training exported.`);
  }
  if (data?.format !== "taquin training") throw new Error(t`expected a file that the training exported.`);
  if (data.version !== 1) throw new Error(t`the file has version ${found(data.version)}; this page reads version 1.`);
  return checkLog(data);
}

/**
 * The stored log, read again each time: another tab may have trained since.
 * @param {Store} storage
 * @returns {LogKeeper}
 */
export function keepLog(storage) {
  return {
    get value() {
      return readLog(storage);
    },
    set: (log) => writeLog(storage, log),
  };
}

/**
 * The chance that a player solves a puzzle (Elo 1978).
 * @param {number} rating
 * @param {number} difficulty  on the same scale
 * @returns {number}
 */
export function expected(rating, difficulty) {
  return 1 / (1 + 10 ** ((difficulty - rating) / 400));
}

/**
 * The log after a rated puzzle. The first twenty move the rating twice as far.
 * @param {TrainLog} log
 * @param {number} difficulty
 * @param {boolean} solved
 * @returns {TrainLog}
 */
export function afterPuzzle(log, difficulty, solved) {
  const step = log.played < 20 ? 40 : 20;
  const moved = log.rating + step * (Number(solved) - expected(log.rating, difficulty));
  const rating = Math.min(MOST, Math.max(LEAST, Math.round(moved)));
  return {
    ...log,
    rating,
    played: log.played + 1,
    solved: log.solved + Number(solved),
    inRow: solved ? log.inRow + 1 : 0,
    ratings: [...log.ratings, rating].slice(-MOST_RATINGS),
  };
}

/**
 * @param {TrainLog} log
 * @param {string} name  of a rated puzzle that was asked
 * @returns {TrainLog}
 */
export function afterAsking(log, name) {
  return { ...log, recent: [...log.recent.filter((one) => one !== name), name].slice(-MOST_RECENT) };
}

/**
 * @param {TrainLog} log
 * @param {string} lesson
 * @returns {TrainLog}
 */
export function afterLesson(log, lesson) {
  return log.lessons.includes(lesson) ? log : { ...log, lessons: [...log.lessons, lesson] };
}

/**
 * A mistake was put right: it comes back later, and is put right for good after the last time.
 * @param {TrainLog} log
 * @param {string} name
 * @param {string} today
 * @returns {TrainLog}
 */
export function afterMending(log, name, today) {
  const known = Object.hasOwn(log.repeats, name);
  const repeats = known ? rightAgain(log.repeats, name, today) : missedAgain(log.repeats, name, today);
  if (Object.hasOwn(repeats, name)) return { ...log, repeats };
  return { ...log, repeats, mended: [...log.mended.filter((one) => one !== name), name].slice(-MOST_MENDED) };
}

/**
 * @param {TrainLog} log
 * @param {string} name  of a size and theme
 * @param {string | null} seed  of the puzzle that is open there now, drawn for the rating of now
 * @returns {TrainLog}
 */
export function withOpen(log, name, seed) {
  const { [name]: _, ...others } = log.open;
  return { ...log, open: seed === null ? others : { ...others, [name]: [log.rating, seed] } };
}

/**
 * What was back was right: it comes back later, or no more.
 * @param {TrainLog} log
 * @param {string} name
 * @param {string} today
 * @returns {TrainLog}
 */
export function afterRepeat(log, name, today) {
  return { ...log, repeats: rightAgain(log.repeats, name, today) };
}

/**
 * @param {TrainLog} log
 * @param {string} name  of a mistake, which comes back tomorrow
 * @param {string} today
 * @returns {TrainLog}
 */
export function afterMissing(log, name, today) {
  return { ...log, repeats: missedAgain(log.repeats, name, today) };
}

/**
 * @param {TrainLog} log
 * @param {string} name  of the kind of run
 * @param {{solved: number, missed?: number, skipped?: number}} run
 * @returns {TrainLog}
 */
export function afterRun(log, name, { solved, missed = 0, skipped = 0 }) {
  const before = runOf(log, name);
  const run = {
    best: Math.max(before.best, solved), played: before.played + 1, last: [...before.last, solved].slice(-LAST_RUNS),
    ...left((before.missed ?? 0) + missed, (before.skipped ?? 0) + skipped),
  };
  return { ...log, runs: { ...log.runs, [name]: run } };
}

/**
 * @param {TrainLog} log
 * @param {string} name
 * @returns {RunLog}
 */
export function runOf({ runs }, name) {
  return Object.hasOwn(runs, name) ? runs[name] : { best: 0, played: 0, last: [] };
}
