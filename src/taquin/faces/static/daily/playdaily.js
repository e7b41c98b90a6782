/** Begins the game of a daily board, or continues it. */
import { beginOther } from "../shared/app.js";
import { resultsByDay } from "./dailylog.js";
import { dailyBoard, dailyGoal, dailySeed, dayAt } from "./days.js";

/**
 * @param {import("../shared/app.js").App} app
 * @param {import("./days.js").DailyName} name
 */
export async function playDaily(app, name) {
  const { game, go, history } = app;
  const finished = await history.all();
  const results = resultsByDay(finished);
  const seed = dailySeed(name);
  // Another tab may have finished the game.
  const isOpen = (/** @type {import("../game/record.js").GameRecord} */ { id, seed: of }) =>
    of === seed && !finished.some((record) => record.id === id);
  const left = game.leftLast(isOpen);
  const here = !game.solved && isOpen(game.record);
  if (!here && !(left && game.goOn(left.id))) {
    const board = dailyBoard(name);
    const typed = name.day !== dayAt(Date.now());
    const again = results.get(name.day)?.has(name.side) ?? false;
    const first = { board, goal: dailyGoal(name.side), seed, typed, again };
    beginOther(app, "The daily board is set up.", () => game.start(first));
    if (again) app.notify(`You have solved the ${name.side}×${name.side} board of this day before; its result stays.`, { view: "play" });
  }
  go("play");
}
