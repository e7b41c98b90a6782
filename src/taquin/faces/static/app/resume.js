// The unfinished game, stored in this browser so that it continues after a reload.

import { namedGoal } from "../board.js";
import { randomBoard } from "../game/random.js";
import { Game } from "../game/game.js";
import { newId } from "../game/record.js";
import { checkCheckpoint } from "../game/records.js";

/** @typedef {import("../shared/storage.js").Store} Store */
/** @typedef {import("../game/game.js").Checkpoint} Checkpoint */

const STORE = "taquin.game";
/** The unfinished games that were left, of all tabs; each on its line. */
const LEFT = "taquin.left";
const MOST_LEFT = 20;
/** Writing waits this long after the first change, so that it slows down no key press. */
const DELAY = 400;

/**
 * The game that was left in this tab, else in any, or a first 4 × 4 board.
 * @param {Store} storage  of all tabs
 * @param {Store} tab  of this one
 * @returns {Game}
 */
export function restoreGame(storage, tab) {
  const goal = namedGoal("last", 4, 4);
  const seed = newId();
  const game = new Game({ board: randomBoard(4, 4, goal, seed), goal, seed });
  const [ofTab, latest] = [tab, storage].map((store) => readable(store.getItem(STORE)));
  // Another tab may have continued this tab's game, or another one.
  const newer = ofTab && latest?.record.id === ofTab.record.id && latest.elapsed > ofTab.elapsed;
  const kept = newer ? latest : (ofTab ?? latest);
  if (kept) game.restore(kept, readLeft(storage));
  return game;
}

/** @param {Store} storage */
const readLeft = (storage) => (storage.getItem(LEFT) ?? "").split("\n").flatMap((kept) => readable(kept) ?? []);

/**
 * Keep the list of games that were left up to date. Those of other tabs stay in it, but for games that this
 * tab has continued.
 * @param {Game} game
 * @param {Store} storage
 * @returns {() => void}
 */
function leftKeeper(game, storage) {
  /** @type {Set<string>} */
  const ours = new Set();
  let written = "";
  return () => {
    const left = game.left;
    for (const { record } of [game, ...left]) ours.add(record.id);
    const now = JSON.stringify([game.record.id, ...left.map(({ record }) => record.id)]);
    if (now === written) return;
    const others = readLeft(storage).filter(({ record }) => !ours.has(record.id));
    storage.setItem(LEFT, [...others, ...left].slice(-MOST_LEFT).map((one) => JSON.stringify(one)).join("\n"));
    written = now;
  };
}

/**
 * @param {string | null} kept
 * @returns {Checkpoint | null}
 */
function readable(kept) {
  if (!kept) return null;
  try {
    return checkCheckpoint(JSON.parse(kept));
  } catch (error) {
    console.warn("A game stored in this browser cannot be read; it is ignored.", error);
    return null;
  }
}

/**
 * Keep the stored game up to date: in this tab's storage for a reload, in that of all tabs for the
 * next tab.
 * @param {Game} game
 * @param {Store} storage  of all tabs
 * @param {Store} tab  of this one
 */
export function keepGame(game, storage, tab) {
  let timer = 0;
  /** @type {string | null} */
  let written = null;
  const writeLeft = leftKeeper(game, storage);
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    written = JSON.stringify(game.checkpoint());
    tab.setItem(STORE, written);
    storage.setItem(STORE, written);
    writeLeft();
  };
  game.addEventListener("change", () => {
    timer ||= setTimeout(write, DELAY);
  });
  addEventListener("pagehide", () => {
    // The time since the last move; but another tab may have gone on since.
    if (timer || storage.getItem(STORE) === written) write();
    else tab.setItem(STORE, JSON.stringify(game.checkpoint()));
  });
}
