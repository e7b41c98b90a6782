/**
 * What is worked out about a finished game once it stands on the page: how near to perfect it was, the
 * stretch that cost most, and what it improved.
 */
import { parseBoard } from "../board.js";
import { resultsByDay, streakOf } from "../daily/dailylog.js";
import { daysText, uncountedText, waitText } from "../daily/dailytext.js";
import { DAILY_SIDES, dailyOf, dayAt, daysLater, startOf } from "../daily/days.js";
import { countIn, isClean, isJudgedInSlides, slidesOf, unitOf } from "../game/record.js";
import { judgeSlides, stretchesOf, tighten } from "../review/reviewmodel.js";
import { stepsOf } from "../review/steps.js";
import { boardsOf } from "../shared/moves.js";
import { timeText } from "../shared/gamewords.js";
import { lengthText } from "../shared/measures.js";
import { controlText, kindText } from "../stats/kindwords.js";
import { canPush } from "../solver/slidecount.js";
import { controlOf, kindOf, newBests, rivalsOf } from "../stats/stats.js";
import { bestsText, boundedText, comparedText, costliestText, firstText, slidesText } from "./resultwords.js";
import { inSequence, t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("../review/reviewmodel.js").Stretch} Stretch */

/** Cells of the largest board whose shortest solution is looked for at once. */
const LARGEST = 16;
/** Milliseconds of search for each board of a game. */
const BUDGET = 20_000;
/** Milliseconds of search for the fewest slides. */
const SLIDES_BUDGET = 5_000;

/**
 * Whether the player alone made the moves, so that comparing them says something.
 * @param {GameRecord} record
 */
const isOwn = ({ moves, inputs }) => moves !== "" && !inputs.includes("s");

/**
 * How near to perfect.
 * @param {App} app
 * @param {GameRecord} record
 * @param {AbortSignal} signal
 * @returns {Promise<{text: string, over: number | null}>} text: "" for the solver's own moves;
 *   over: moves, or slides, over the optimum, null if only a bound is known
 */
export async function comparisonOf({ solver }, record, signal) {
  if (!isOwn(record)) return { text: "", over: null };
  if (isJudgedInSlides(record)) return slidesComparison(solver, record, signal);
  const moves = record.moves.length;
  const goal = parseBoard(record.goal, record);
  const start = parseBoard(record.start, record);
  const [{ value, lower }] =
    start.cells.length <= LARGEST
      ? await solver.distances([start], goal, { signal, budget: BUDGET })
      : [solver.known(start, goal)];
  // No shorter solution exists than a bound that the game itself reaches.
  const least = value ?? (lower === moves ? moves : null);
  if (least === null) return { text: boundedText(moves, lower), over: null };
  return { text: comparedText(moves, least, record.hints.solution > 0), over: moves - least };
}

/**
 * The same where slides count.
 * @param {import("../solver/solver.js").Solver} solver
 * @param {GameRecord} record
 * @param {AbortSignal} signal
 */
async function slidesComparison(solver, record, signal) {
  const goal = parseBoard(record.goal, record);
  const { optimal, slides, lowerBound } = await (await solver.slides()).solve(parseBoard(record.start, record), goal, { signal, budget: BUDGET, here: true });
  const made = countIn(record);
  const least = optimal ? slides : lowerBound === made ? made : null;
  if (least === null) return { text: boundedText(made, lowerBound, "slide"), over: null };
  return { text: comparedText(made, least, record.hints.solution > 0, "slide"), over: made - least };
}

/**
 * How the slides of a game compare with the fewest, for players who push lines.
 * @param {App} app
 * @param {GameRecord} record
 * @param {AbortSignal} signal
 * @returns {Promise<string>}  "" for a game of single tiles, the solver's own moves, large boards, and where slides count anyway
 */
export async function slidesComparedOf({ solver }, record, signal) {
  const start = parseBoard(record.start, record);
  const slides = slidesOf(record).length;
  if (record.metric || !isOwn(record) || slides === record.moves.length || !canPush(start)) return "";
  const { optimal, slides: least, lowerBound } = await (await solver.slides()).solve(start, parseBoard(record.goal, record), { signal, budget: SLIDES_BUDGET, here: true });
  return slidesText(slides, optimal ? least : null, lowerBound);
}

/**
 * The stretch of a game that lost most moves; null where that is not proved in time.
 * @param {App} app
 * @param {GameRecord} record  not perfect, of a board whose optimum is known
 * @param {AbortSignal} signal
 * @returns {Promise<{text: string, at: number} | null>} at: the move before it
 */
export async function costliestOf({ solver }, record, signal) {
  const goal = parseBoard(record.goal, record);
  if (goal.cells.length > LARGEST) return null;
  const unit = isJudgedInSlides(record) ? "slide" : "move";
  const { boards, slides, places } = stepsOf(record, boardsOf(parseBoard(record.start, record), record.moves), unit);
  const by = unit === "slide" ? await solver.slides() : solver;
  const found = await by.distances(boards, goal, { signal, budget: BUDGET });
  const verdicts = judgeSlides(slides, tighten(found, true), []);
  // An open verdict may hide a costlier stretch.
  if (verdicts.some(({ loss }) => loss === null)) return null;
  const [stretch] = stretchesOf(verdicts, 1);
  return stretch ? { text: costliestText(stretch, unit), at: places[stretch.from] } : null;
}

/**
 * Of a board of today, why it does not count, or the day so far, the streak, and when the next boards come.
 * @param {Pick<App, "history">} app
 * @param {GameRecord} record  solved
 * @returns {Promise<string>}  "" for any other game
 */
export async function daySoFar({ history }, record) {
  const now = Date.now();
  const today = dayAt(now);
  const name = dailyOf(record);
  if (name?.day !== today) return "";
  // It may not be stored yet.
  const others = (await history.all()).filter(({ id }) => id !== record.id);
  const results = resultsByDay([...others, record]);
  const day = [...(results.get(today)?.values() ?? [])];
  const counted = day.filter(({ counts }) => counts);
  const result = results.get(today)?.get(name.side);
  const reason = !result || result.counts ? "" : uncountedText(record) || uncountedText(result.record);
  if (counted.length === 0) return reason;
  const wait = waitText(startOf(daysLater(today, 1)) - now);
  const streak = daysText(streakOf(results, today).current);
  const far = t`${counted.length} of ${DAILY_SIDES.length} boards of the day · streak ${streak} · the next ones come in ${wait}`;
  return inSequence(reason, far);
}

/**
 * What the game improved, in one line; of the first game of its kind, that it is the first.
 * @param {App} app
 * @param {GameRecord} record
 * @returns {Promise<string>}  "" if nothing
 */
export async function bestsOf({ history, settings }, record) {
  const timed = settings.get("timer");
  const games = await history.all();
  if (rivalsOf(games, record)?.length === 0) {
    const time = record.times.at(-1) ?? 0;
    const value = timed && time > 0 ? timeText(time, 3) : lengthText(record);
    // Others that stand in the list of games, but are not compared with it: of another control, or with help.
    const others = games.filter((one) => one.id !== record.id && one.status === "solved" && kindOf(one) === kindOf(record));
    const control = others.some(isClean) ? controlText(controlOf(record)) : "";
    const measure = (/** @type {GameRecord} */ one) => (timed && time > 0 ? (one.times.at(-1) ?? 0) : countIn(one));
    const rest = others.filter(isClean).map(measure).filter((figure) => figure > 0);
    const best = rest.length > 0 && rest.every((figure) => measure(record) < figure);
    return firstText({ kind: kindText(record), control, value, unaided: !others.every(isClean), best });
  }
  return bestsText(newBests(games, record).filter(({ measure }) => measure === "moves" || timed), unitOf(record));
}
