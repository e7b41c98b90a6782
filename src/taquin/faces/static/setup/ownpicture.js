// The player's picture on the tiles: cut for the board, and kept in this browser for the next visit.

import { settled } from "../game/history.js";
import { dress } from "../shared/app.js";
import { fitPicture } from "../shared/picture.js";

/** @typedef {import("../shared/app.js").App} App */

const NAME = "taquin-picture";
const STORE = "picture";
const KEY = "own";

/** Cropped again when the board's proportions change. @type {Blob | null} */
let picture = null;
let address = "";
let proportions = "";
let listening = false;

/** Whether there is one on the tiles. */
export const hasPicture = () => picture !== null;

/**
 * Put a picture on the tiles, and keep it; null takes it away.
 * @param {App} app
 * @param {Blob | null} file  any picture the browser can show; rejects what it cannot
 */
export async function usePicture(app, file) {
  await show(app, file);
  // At once, so that one taken away does not come back if the page is left before it is deleted.
  if (!file) app.settings.set("picture", false);
  try {
    await stored("readwrite", (store) => (file ? store.put(file, KEY) : store.delete(KEY)));
    app.settings.set("picture", file !== null);
  } catch (error) {
    console.warn("The picture lasts as long as this tab:", error);
  }
}

/**
 * The picture of an earlier visit.
 * @param {App} app
 */
export async function restorePicture(app) {
  try {
    const kept = await stored("readonly", (store) => store.get(KEY));
    if (kept instanceof Blob) await show(app, kept);
  } catch (error) {
    console.warn("The picture of the last visit could not be read:", error);
  }
}

/**
 * @param {App} app
 * @param {Blob | null} file
 */
async function show(app, file) {
  const { board } = app.game;
  const next = file ? await fitPicture(file, board) : "";
  if (address) URL.revokeObjectURL(address);
  picture = file;
  address = next;
  proportions = `${board.width}x${board.height}`;
  listenToGame(app);
  if (!app.element) return;
  app.element.image = next;
  dress(app.element, app.settings);
}

/** @param {App} app */
function listenToGame(app) {
  if (listening) return;
  listening = true;
  app.game.addEventListener("start", () => {
    const { width, height } = app.game.board;
    if (picture && proportions !== `${width}x${height}`) void show(app, picture);
  });
}

/**
 * One request to the database of this browser.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<unknown>}
 */
async function stored(mode, ask) {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}
