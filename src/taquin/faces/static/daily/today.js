/** The page opens on today's board, as long as none of today's boards is solved. */
import { seedDay } from "../game/record.js";
import { notifyWhile } from "../shared/app.js";
import { t } from "../words/said.js";
import { DAILY_SIDES, dailyBoard, dailyGoal, dailySeed, dayAt } from "./days.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** Whether the page was there before: a reload, or the way back from another page. */
const isReturn = () =>
  performance
    .getEntriesByType("navigation")
    .some((one) => ["reload", "back_forward"].includes(/** @type {PerformanceNavigationTiming} */ (one).type));

/**
 * The day that a game belongs to: that of its daily board, else the one on which it began.
 * @param {GameRecord} record
 */
const dayOf = (record) => seedDay(record) ?? dayAt(Date.parse(record.created));

/**
 * Sets up today's smallest board, or continues it. An unfinished game of an earlier day waits meanwhile; one of
 * today, which another tab may have begun, stays in play.
 * @param {Pick<import("../shared/app.js").App, "game" | "history" | "notify">} app
 * @param {number} [now] milliseconds since 1970
 * @returns {Promise<(() => void) | null>}  says which game waits, and offers it; null if none does
 */
export async function openOnToday(app, now = Date.now()) {
  const { game, history } = app;
  const day = dayAt(now);
  const { record } = game;
  const isOpen = game.isKept && !game.solved;
  const isDaily = seedDay(record) !== null;
  // What was shown is shown again: a result until the next day, a game of one's own for as long as it lasts.
  if (dayOf(record) === day ? isOpen || isDaily || isReturn() : isOpen && !isDaily && isReturn()) return null;
  const records = await history.all();
  if (records.some((one) => one.status === "solved" && seedDay(one) === day)) return null;
  const [side] = DAILY_SIDES;
  const seed = dailySeed({ day, side });
  const begun = game.leftLast((one) => one.seed === seed);
  if (!begun || !game.goOn(begun.record.id)) game.start({ board: dailyBoard({ day, side }), goal: dailyGoal(side), seed });
  return isOpen ? () => tellWaiting(app, record.id) : null;
}

/**
 * It is offered until today's board is begun.
 * @param {Pick<import("../shared/app.js").App, "game" | "notify">} app
 * @param {string} waiting  the game's id
 */
function tellWaiting(app, waiting) {
  const { game } = app;
  const [{ id }, at] = [game.record, game.at];
  const act = { words: t`Continue`, onClick: () => void game.goOn(waiting) };
  notifyWhile(app, t`Today’s board. Your unfinished game waits.`, { act }, () => game.record.id === id && game.at === at);
}
