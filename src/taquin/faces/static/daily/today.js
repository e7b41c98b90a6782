/** The page opens on today's board, as long as none of today's boards is solved. */
import { seedDay } from "../game/record.js";
import { DAILY_SIDES, dailyBoard, dailyGoal, dailySeed, dayAt } from "./days.js";

/** Whether the page was there before: a reload, or the way back from another page. */
const isReturn = () =>
  performance
    .getEntriesByType("navigation")
    .some((one) => ["reload", "back_forward"].includes(/** @type {PerformanceNavigationTiming} */ (one).type));

/**
 * Sets up today's smallest board, unless a game is in progress, which another tab may have begun.
 * @param {Pick<import("../shared/app.js").App, "game" | "history">} app
 * @param {number} [now] milliseconds since 1970
 */
export async function openOnToday({ game, history }, now = Date.now()) {
  const day = dayAt(now);
  const isOfToday = (/** @type {{seed: string | null}} */ record) => seedDay(record) === day;
  if ((game.isKept && !game.solved) || isOfToday(game.record)) return;
  // What was shown is shown again, a result too, until the next day.
  if (isReturn() && dayAt(Date.parse(game.record.created)) === day) return;
  const records = await history.all();
  if (records.some((record) => record.status === "solved" && isOfToday(record))) return;
  const [side] = DAILY_SIDES;
  game.start({ board: dailyBoard({ day, side }), goal: dailyGoal(side), seed: dailySeed({ day, side }) });
}
