/** Progress over games and sessions, and how values are distributed. Pure; times in milliseconds. */
import { countIn } from "../game/record.js";
import { isSolvers, rolling, sessionsOf, tpsOf, timeOf } from "./stats.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {"time" | "over" | "tps"} ProgressMeasure  over: moves, or slides, over the optimum */
/** @typedef {{value: number, session: number}} ProgressValue */
/** @typedef {ProgressValue & {game: GameRecord}} ProgressPoint */
/** @typedef {{begun: string, games: number, solved: number, best: number, low: number, median: number, high: number}} SessionFigures  solved: by the player; low, high: quartiles */
/** @typedef {{from: number, to: number, games: number}} Bin  `to` itself belongs to the next bin */

const AO12 = { name: "ao12", size: 12, trimmed: 1 };
const MOST_BINS = 16;
/** Times people read on an axis, in milliseconds. */
const TIMES = [10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1.5e4, 3e4, 6e4, 1.2e5, 3e5, 6e5, 1.8e6, 3.6e6];

/**
 * The games that have a measure, in order of play.
 * @param {GameRecord[]} games  in order of play
 * @param {ProgressMeasure} measure
 * @param {Map<string, number>} optima  moves of a shortest solution, or the fewest slides where these count, by the game's id, where known
 * @param {GameRecord[][]} [sessions]  those of all games, whose parts these are
 * @returns {ProgressPoint[]}
 */
export function pointsOf(games, measure, optima, sessions = sessionsOf(games)) {
  const places = placesIn(sessions);
  return games.flatMap((game) => {
    if (game.status !== "solved" || isSolvers(game)) return [];
    const optimum = optima.get(game.id);
    const value = { time: timeOf(game), tps: tpsOf(game), over: countIn(game) - (optimum ?? NaN) }[measure];
    // A game of one slide takes no time.
    const has = measure === "over" ? optimum !== undefined : value > 0;
    return has ? [{ game, value, session: places.get(game.id) ?? 0 }] : [];
  });
}

/**
 * @param {GameRecord[][]} sessions
 * @returns {Map<string, number>}  which session has each game
 */
const placesIn = (sessions) => new Map(sessions.flatMap((session, i) => session.map(({ id }) => [id, i])));

/**
 * Whether a value is better than another: more is better only for moves per second.
 * @param {ProgressMeasure} measure
 * @param {number} one
 * @param {number} other
 */
export function isBetter(measure, one, other) {
  return measure === "tps" ? one > other : one < other;
}

/**
 * The average of the last twelve games after each game, the best and the worst left out.
 * @param {ProgressValue[]} points
 * @returns {Array<number | null>} null before there are twelve
 */
export function averagesOf(points) {
  return rolling(points.map(({ value }) => value), AO12);
}

/**
 * The points that were better than all before.
 * @param {Array<{value: number}>} points
 * @param {ProgressMeasure} measure
 * @returns {number[]} their places
 */
export function recordsOf(points, measure) {
  /** @type {number[]} */
  const found = [];
  points.forEach(({ value }, i) => {
    const last = found.at(-1);
    if (last === undefined || isBetter(measure, value, points[last].value)) found.push(i);
  });
  return found;
}

/**
 * @param {number[]} values  at least one
 * @param {number} share  0.5 gives the median
 * @returns {number} between values, in proportion
 */
export function quantile(values, share) {
  const sorted = values.slice().sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (place - Math.floor(place)) * (high - low);
}

/**
 * A session is named by its first game and has all its chosen games, whether they have the measure or not: its name
 * and its count are those of the filter.
 * @param {ProgressPoint[]} points
 * @param {ProgressMeasure} measure
 * @param {GameRecord[]} games  those chosen
 * @param {GameRecord[][]} sessions  those of all games
 * @returns {SessionFigures[]} of each session that has any points
 */
export function sessionFigures(points, measure, games, sessions) {
  const places = placesIn(sessions);
  /** @type {Map<number | undefined, GameRecord[]>} */
  const parts = new Map();
  for (const game of games) {
    const at = places.get(game.id);
    parts.set(at, [...(parts.get(at) ?? []), game]);
  }
  /** @type {Map<number, ProgressPoint[]>} */
  const groups = new Map();
  for (const point of points) groups.set(point.session, [...(groups.get(point.session) ?? []), point]);
  return [...groups].map(([at, group]) => {
    const values = group.map(({ value }) => value);
    const chosen = parts.get(at) ?? [];
    return {
      begun: sessions[at][0].created,
      games: chosen.length,
      solved: chosen.filter((game) => game.status === "solved" && !isSolvers(game)).length,
      best: measure === "tps" ? Math.max(...values) : Math.min(...values),
      low: quantile(values, 0.25),
      median: quantile(values, 0.5),
      high: quantile(values, 0.75),
    };
  });
}

/**
 * A step that people read easily, so that at most `most` of them reach a length.
 * @param {number} length  more than 0
 * @param {number} most
 * @param {ProgressMeasure} measure
 * @returns {number}
 */
export function readableStep(length, most, measure) {
  const least = length / most;
  const time = measure === "time" && TIMES.find((step) => step >= least);
  if (time) return time;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= least * (1 - 1e-9)) ?? least;
  return measure === "over" ? Math.max(1, step) : step;
}

/**
 * How many games have each value, in bins of one width.
 * @param {number[]} values
 * @param {ProgressMeasure} measure
 * @returns {Bin[]} from the bin of the least value to that of the greatest
 */
export function histogram(values, measure) {
  if (values.length === 0) return [];
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  // Freedman and Diaconis 1981: the width fits the middle half, so that outliers do not widen it.
  const fitting = (2 * (quantile(values, 0.75) - quantile(values, 0.25))) / Math.cbrt(values.length);
  // The next readable step is up to 2.5 times as wide: from below, it ends on either side of the fit.
  // Moves over the optimum are even, and need no finer bins.
  const width = Math.max(measure === "over" ? fitting : fitting / 1.6, (greatest - least) / (MOST_BINS - 1), measure === "time" ? 10 : 0.01);
  const step = readableStep(width, 1, measure);
  const place = (/** @type {number} */ value) => Math.floor(value / step + 1e-9);
  const first = place(least);
  const bins = Array.from({ length: place(greatest) - first + 1 }, (_, i) => ({
    from: (first + i) * step,
    to: (first + i + 1) * step,
    games: 0,
  }));
  for (const value of values) bins[place(value) - first].games++;
  return bins;
}

/**
 * The median of the latest games against that of as many before.
 * @param {ProgressValue[]} points
 * @returns {{games: number, before: number, now: number} | null} null for fewer than six games
 */
export function trendOf(points) {
  const games = Math.min(12, Math.floor(points.length / 2));
  if (games < 3) return null;
  const values = points.map(({ value }) => value);
  return {
    games,
    before: quantile(values.slice(-2 * games, -games), 0.5),
    now: quantile(values.slice(-games), 0.5),
  };
}
