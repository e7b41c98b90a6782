// The unfinished game, stored in this browser so that it continues after a reload.

import { namedGoal, parseBoard } from "../board.js";
import { dealtBoard } from "../game/random.js";
import { Game } from "../game/game.js";
import { helpIn, isOnItsDay, isOwn, mostHelp, seedDay } from "../game/record.js";
import { checkCheckpoint } from "../game/records.js";
import { readStored } from "../shared/storage.js";
import { namedAs } from "../shared/goals.js";

/** @typedef {import("../shared/storage.js").Store} Store */
/** @typedef {import("../game/game.js").Checkpoint} Checkpoint */

const STORE = "taquin.game";
/** The unfinished games that were left, of all tabs; each on its line. */
const LEFT = "taquin.left";
const MOST_LEFT = 20;
/** The last help on each of today's boards, of all tabs; each game on its line. It outlasts the list above. */
const TOLD = "taquin.told";
/** The last game of another board than a daily, whether or not it was solved or begun. */
const OWN = "taquin.own";
/** Writing waits this long after the first change, so that it slows down no key press. */
const DELAY = 400;

/**
 * The game that was left in this tab, else in any, or a first board.
 * @param {Store} storage  of all tabs
 * @param {Store} tab  of this one
 * @param {number} side  of the first board
 * @param {() => import("../game/record.js").GameRecord["metric"]} metric  of games that begin
 * @returns {Game}
 */
export function restoreGame(storage, tab, side, metric) {
  const goal = namedGoal("last", side, side);
  const game = new Game({ ...dealtBoard(goal), goal }, { namedAs, metric });
  const [ofTab, latest] = [tab, storage].map((store) => readGame(store.getItem(STORE)));
  // Another tab may have continued this tab's game, or another one.
  const newer = ofTab && latest?.record.id === ofTab.record.id && latest.elapsed > ofTab.elapsed;
  const kept = newer ? latest : (ofTab ?? latest);
  if (kept) game.restore(kept, readGames(storage, LEFT));
  for (const { record } of readGames(storage, TOLD)) game.know(record);
  return game;
}

/**
 * @param {Store} storage
 * @param {string} list
 */
const readGames = (storage, list) => (storage.getItem(list) ?? "").split("\n").flatMap((kept) => readGame(kept) ?? []);

/**
 * @param {Store} storage
 * @param {string} list
 * @param {Checkpoint[]} games
 */
const writeGames = (storage, list, games) => storage.setItem(list, games.map((one) => JSON.stringify(one)).join("\n"));

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
    const others = readGames(storage, LEFT).filter(({ record }) => !ours.has(record.id));
    writeGames(storage, LEFT, [...others, ...left].slice(-MOST_LEFT));
    written = now;
  };
}

/**
 * Keep what makes a board of the newest day count no more.
 * @param {Game} game
 * @param {Store} storage
 * @returns {() => void}
 */
function toldKeeper(game, storage) {
  let written = "";
  return () => {
    const { record } = game;
    const now = `${record.id} ${JSON.stringify(record.hints)}`;
    if (isOwn(record) || !isOnItsDay(record) || now === written) return;
    written = now;
    const [day, kept] = [seedDay(record) ?? "", readGames(storage, TOLD)];
    // A board of an earlier day that is played on past midnight does not displace those of today.
    if (kept.some((one) => (seedDay(one.record) ?? "") > day)) return;
    const today = kept.filter((one) => seedDay(one.record) === day);
    const here = game.checkpoint();
    // Another tab may have helped just now.
    for (const one of today) if (one.record.seed === record.seed) here.record.hints = mostHelp(here.record.hints, helpIn(one.record));
    writeGames(storage, TOLD, [...today.filter((one) => one.record.seed !== record.seed), here]);
  };
}

/** @param {string | null} kept */
const readGame = (kept) => readStored(kept, checkCheckpoint, "A game stored in this browser cannot be read; it is ignored.");

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
  game.addEventListener("change", toldKeeper(game, storage));
  // Another tab has helped.
  addEventListener("storage", ({ key }) => {
    if (key === TOLD) for (const { record } of readGames(storage, TOLD)) game.know(record);
  });
  game.addEventListener("change", () => {
    timer ||= setTimeout(write, DELAY);
  });
  addEventListener("pagehide", () => {
    // The time since the last move; but another tab may have gone on since.
    if (timer || storage.getItem(STORE) === written) write();
    else tab.setItem(STORE, JSON.stringify(game.checkpoint()));
  });
}

/**
 * Keep which of the player's own games was in play last, and its goal: solved or not begun, the game itself is not kept.
 * @param {Game} game
 * @param {Store} storage  of all tabs
 * @param {Store} tab  of this one
 * @returns {() => {id: string, goal: import("../board.js").Board} | null}
 */
export function keepOwn(game, storage, tab) {
  const read = (/** @type {any} */ { id, goal, ...size }) => ({ id, goal: parseBoard(goal, size) });
  let own = readStored(tab.getItem(OWN) ?? storage.getItem(OWN), read, "The last game cannot be read; it is ignored.");
  const look = () => {
    const { id, goal, width, height } = game.record;
    if (seedDay(game.record) || id === own?.id) return;
    own = { id, goal: game.goal };
    for (const store of [tab, storage]) store.setItem(OWN, JSON.stringify({ id, goal, width, height }));
  };
  game.addEventListener("change", look);
  look();
  return () => own;
}
