// The unfinished game, kept in this browser so that it goes on after a reload.

import { namedGoal } from "./board.js";
import { randomBoard } from "./random.js";
import { Game } from "./game.js";
import { newId } from "./record.js";
import { checkCheckpoint } from "./records.js";

/** @typedef {import("./storage.js").Store} Store */

const STORE = "taquin.game";
/** Writing waits this long after the first change it holds: no key press pays for it. */
const DELAY = 400;

/**
 * The game that was left, or a first 4 × 4 board.
 * @param {Store} storage
 * @returns {Game}
 */
export function restoreGame(storage) {
  const goal = namedGoal("last", 4, 4);
  const seed = newId();
  const game = new Game({ board: randomBoard(4, 4, goal, seed), goal, seed });
  const kept = storage.getItem(STORE);
  if (kept) {
    try {
      game.restore(checkCheckpoint(JSON.parse(kept)));
    } catch (error) {
      console.warn("The game kept in this browser cannot be read; a new one begins.", error);
    }
  }
  return game;
}

/**
 * Keep the game up to date in storage.
 * @param {Game} game
 * @param {Store} storage
 */
export function keepGame(game, storage) {
  let timer = 0;
  /** @type {string | null} */
  let written = null;
  const write = () => {
    clearTimeout(timer);
    timer = 0;
    written = JSON.stringify(game.checkpoint());
    storage.setItem(STORE, written);
  };
  game.addEventListener("change", () => {
    timer ||= setTimeout(write, DELAY);
  });
  addEventListener("pagehide", () => {
    // The time since the last move; but another tab may have gone on since.
    if (timer || storage.getItem(STORE) === written) write();
  });
}
