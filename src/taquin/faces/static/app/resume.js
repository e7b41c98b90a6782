// The unfinished game, stored in this browser so that it continues after a reload.

import { namedGoal } from "../board.js";
import { randomBoard } from "../game/random.js";
import { Game } from "../game/game.js";
import { newId } from "../game/record.js";
import { checkCheckpoint } from "../game/records.js";

/** @typedef {import("../shared/storage.js").Store} Store */

const STORE = "taquin.game";
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
  const [ofTab, latest] = [tab, storage].map(readKept);
  // Another tab may have continued this tab's game, or another one.
  const newer = ofTab && latest?.record.id === ofTab.record.id && latest.elapsed > ofTab.elapsed;
  const kept = newer ? latest : (ofTab ?? latest);
  if (kept) game.restore(kept);
  return game;
}

/**
 * @param {Store} store
 * @returns {import("../game/game.js").Checkpoint | null}
 */
function readKept(store) {
  const kept = store.getItem(STORE);
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
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    written = JSON.stringify(game.checkpoint());
    tab.setItem(STORE, written);
    storage.setItem(STORE, written);
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
