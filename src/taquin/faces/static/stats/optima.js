/**
 * The optima of kept games: moves of a shortest solution, or slides where these count, by the game's id, stored in this browser.
 * They can be found again, so a value that cannot be read is only dropped.
 */
import { readStored } from "../shared/storage.js";

/** @typedef {import("../shared/storage.js").Store} Store */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

const STORE = "taquin.optima";
/** More moves than any board of these sizes needs. */
const MOST = 200;

/**
 * @param {Store} storage
 * @returns {Map<string, number>}
 */
export function readOptima(storage) {
  const stored = readStored(storage.getItem(STORE), Object, "The stored optima are not JSON; they are searched again.");
  const pairs = Object.entries(stored ?? {}).filter(([, value]) => isOptimum(value));
  return new Map(/** @type {Array<[string, number]>} */ (pairs));
}

/** @param {unknown} value */
function isOptimum(value) {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;
}

/**
 * Store the optima of games that are still kept.
 * @param {Store} storage
 * @param {Map<string, number>} optima
 * @param {GameRecord[]} games
 */
export function writeOptima(storage, optima, games) {
  const kept = games.flatMap(({ id }) => (optima.has(id) ? [[id, optima.get(id)]] : []));
  storage.setItem(STORE, JSON.stringify(Object.fromEntries(kept)));
}

/**
 * The games whose optimum is not known and can be searched here.
 * @param {GameRecord[]} games
 * @param {Map<string, number>} optima
 * @param {number} cells  boards of at most so many
 * @returns {GameRecord[]}
 */
export function unknownOptima(games, optima, cells) {
  return games.filter(
    ({ id, width, height, status }) => status === "solved" && width * height <= cells && !optima.has(id),
  );
}
