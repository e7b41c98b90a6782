/** Where games and training are kept, in words: the one place that says so. */
import { toJson } from "../game/recordfiles.js";
import { download } from "./download.js";
import { storesAll } from "./storage.js";
import { inSequence, t } from "../words/said.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("../game/history.js").History} History */

const EXPORT = t`Export them to keep them.`;

/**
 * @param {Pick<History, "lasting" | "refused">} history
 * @returns {string}
 */
export function gamesKept({ lasting, refused }) {
  if (!lasting) return t`This browser stores nothing: these games last only as long as this tab. ${EXPORT}`;
  if (refused === 0) return t`Your games, stored only in this browser.`;
  const lost =
    refused === 1
      ? t`This browser had no room for one game: it lasts only as long as this tab.`
      : t`This browser had no room for ${refused} games: they last only as long as this tab.`;
  return inSequence(lost, EXPORT);
}

/**
 * @param {Pick<History, "lasting" | "refused">} history
 * @param {boolean} [stored]  whether all that the page wanted to store is stored
 * @returns {string}
 */
export function trainingKept({ lasting }, stored = storesAll()) {
  if (!stored) return t`This browser stores nothing: ratings, runs, lessons and mistakes last only as long as this tab. ${EXPORT}`;
  const drills = lasting ? t`drills are games in the statistics.` : t`drills are games, which last only as long as this tab.`;
  return t`Ratings, runs, lessons and mistakes are stored only in this browser; ${drills}`;
}

/**
 * Say that a game is not kept, and offer it as a file.
 * @param {App} app
 * @param {GameRecord} game
 */
export function tellUnkept(app, game) {
  const text = app.history.lasting
    ? t`This browser had no room for this game: it lasts only as long as this tab.`
    : t`This browser stores nothing: your games last only as long as this tab.`;
  const save = () => download(new Blob([toJson([game])], { type: "application/json" }), `taquin-game-${game.id}.json`);
  app.notify(text, { act: { words: t`Save this game`, onClick: save } });
}
