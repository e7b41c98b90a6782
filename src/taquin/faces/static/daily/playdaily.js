/** Begins the game of a daily board, or continues it; whether one has a result. */
import { beginOther } from "../shared/app.js";
import { gaveWay, resultsByDay } from "./dailylog.js";
import { dailyBoard, dailyGoal, dailyOf, dailySeed, dayAt } from "./days.js";
import { isOnItsDay } from "../game/record.js";
import { spoiltText } from "../shared/gamewords.js";
import { t } from "../words/said.js";

/**
 * @param {import("../shared/app.js").App} app
 * @param {import("./days.js").DailyName} name
 */
export async function playDaily(app, name) {
  const { game, go, history } = app;
  const finished = await history.all();
  const results = resultsByDay(finished);
  const seed = dailySeed(name);
  for (const record of finished) if (record.seed === seed) game.know(record);
  // Another tab may have finished the game.
  const isOpen = (/** @type {import("../game/record.js").GameRecord} */ { id, seed: of }) =>
    of === seed && !finished.some((record) => record.id === id);
  const left = game.leftLast((record) => isOpen(record) && !gaveWay(record, finished));
  const here = !game.solved && isOpen(game.record);
  if (!here && !(left && game.goOn(left.record.id))) {
    const board = dailyBoard(name);
    const typed = name.day !== dayAt(Date.now());
    const again = results.get(name.day)?.has(name.side) ?? false;
    const first = { board, goal: dailyGoal(name.side), seed, typed, again };
    beginOther(app, t`The daily board is set up.`, () => game.start(first));
    if (again) app.say((await staysText(history, game.record)) || spoiltText(game.record), { after: true });
  }
  go("play");
}

/**
 * Whether a daily board was solved, so that one more game of it would not count.
 * @param {Pick<import("../shared/app.js").App, "game" | "history">} app
 * @param {import("./days.js").DailyName} name
 */
export async function isDone({ game, history }, name) {
  // The history may not have the game in play yet.
  const here = game.solved ? [game.record] : [];
  return resultsByDay([...(await history.all()), ...here]).get(name.day)?.has(name.side) ?? false;
}

/**
 * The words about a board that is played again, as long as it is in play.
 * @param {Pick<import("../game/history.js").History, "all">} history
 * @param {import("../game/record.js").GameRecord} record  the game in play
 * @returns {Promise<string>} "" if this game may become the result of the board
 */
export async function staysText(history, record) {
  const name = dailyOf(record);
  const result = name && resultsByDay(await history.all()).get(name.day)?.get(name.side);
  if (!result || (!result.counts && isOnItsDay(record))) return "";
  return t`You have solved the ${name.side}×${name.side} board of this day before; its result stays.`;
}
