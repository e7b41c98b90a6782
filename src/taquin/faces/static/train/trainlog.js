/**
 * What training stores in this browser: the rating, the lessons done, and the own mistakes that were
 * put right. Pure.
 */

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
 * @property {string[]} mended  names of mistakes put right, the oldest first
 */

/** @typedef {{readonly value: TrainLog, set(log: TrainLog): void}} LogKeeper */

const STORE = "taquin.training";
const START = 1200;
/** So that the log stays a few kilobytes. */
const MOST_RATINGS = 200;
const MOST_MENDED = 500;
const [LEAST, MOST] = [100, 4000];

/** @returns {TrainLog} */
export function emptyLog() {
  return { version: 1, rating: START, played: 0, solved: 0, inRow: 0, ratings: [], lessons: [], mended: [] };
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
  };
}

/**
 * @param {Store} storage
 * @returns {TrainLog}
 */
function readLog(storage) {
  try {
    return checkLog(JSON.parse(storage.getItem(STORE) ?? "null"));
  } catch (error) {
    console.warn("The stored training is not JSON; it starts afresh.", error);
    return emptyLog();
  }
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
  } catch (error) {
    throw new Error(`this is not JSON: ${/** @type {Error} */ (error).message}`);
  }
  if (data?.format !== "taquin training") throw new Error("expected a file that the training exported.");
  if (data.version !== 1) throw new Error(`the file has version ${data.version}; this page reads version 1.`);
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
 * @param {string} lesson
 * @returns {TrainLog}
 */
export function afterLesson(log, lesson) {
  return log.lessons.includes(lesson) ? log : { ...log, lessons: [...log.lessons, lesson] };
}

/**
 * @param {TrainLog} log
 * @param {string} mistake
 * @returns {TrainLog}
 */
export function afterMending(log, mistake) {
  return { ...log, mended: [...log.mended.filter((one) => one !== mistake), mistake].slice(-MOST_MENDED) };
}
