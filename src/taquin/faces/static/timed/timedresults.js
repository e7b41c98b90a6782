/** The results of timed attempts, and how the latest compare. No document. */
import { AVERAGES, figure, rounded } from "../stats/stats.js";
import { comparableName } from "./timedchoice.js";

/** @typedef {import("./attempt.js").Attempt} Attempt */
/**
 * An attempt, complete or given up.
 * @typedef {object} TimedResult
 * @property {string} name  of what it can be compared with
 * @property {number} total  milliseconds of all boards; until it was given up
 * @property {number[]} times  of each board that was solved
 * @property {number} moves  of all boards; earlier versions left out those of a board that was given up
 * @property {string} at  when it ended, ISO 8601
 * @property {number[]} [before]  of the times, until the first move; earlier versions did not keep it
 * @property {string[]} [ids]  of the games
 * @property {true} [dnf]  given up
 */
/** @typedef {{name: string, current: number | null, best: number | null}} TimedRow */

/**
 * @param {Attempt} attempt  that has ended
 * @param {{at: string, now: number, ids: string[], moves?: number}} end  now: milliseconds of all boards, until it was
 *   given up; moves: of the board that was given up
 * @returns {TimedResult}
 */
export function resultOf({ choice, splits, spent, complete }, { at, now, ids, moves: unfinished = 0 }) {
  return {
    name: comparableName(choice),
    total: Math.floor(complete ? spent : now),
    times: splits.map(({ time }) => time),
    before: splits.map(({ before }) => before),
    moves: splits.reduce((sum, { moves }) => sum + moves, unfinished),
    at,
    ids,
    ...(complete ? {} : { dnf: /** @type {true} */ (true) }),
  };
}

/** How many results of each kind are kept. */
const KEPT = 1000;

/**
 * @param {unknown} stored
 * @returns {TimedResult[]}  what is readable of it, oldest first
 */
export function readResults(stored) {
  const isList = (/** @type {unknown} */ list, /** @type {string} */ type) => Array.isArray(list) && list.every((one) => typeof one === type);
  const isResult = (/** @type {any} */ one) =>
    typeof one?.name === "string" && typeof one.at === "string" && Array.isArray(one.times) &&
    [one.total, one.moves, ...one.times].every((value) => typeof value === "number" && value >= 0) &&
    isList(one.before ?? [], "number") && isList(one.ids ?? [], "string");
  return Array.isArray(stored) ? stored.filter(isResult).map(inMilliseconds) : [];
}

/**
 * Whole milliseconds, as they are shown; earlier versions kept their parts.
 * @param {TimedResult} result
 * @returns {TimedResult}
 */
function inMilliseconds({ before, ...rest }) {
  const whole = (/** @type {number[]} */ list) => list.map(Math.floor);
  return { ...rest, total: Math.floor(rest.total), times: whole(rest.times), ...(before && { before: whole(before) }) };
}

/**
 * @param {TimedResult[]} results  oldest first
 * @param {TimedResult} result
 * @returns {TimedResult[]}  with it, and without the oldest of its kind where there are too many
 */
export function withResult(results, result) {
  const all = [...results, result];
  const old = all.filter(({ name }) => name === result.name).slice(0, -KEPT);
  return all.filter((one) => !old.includes(one));
}

/**
 * @param {TimedResult} result
 * @returns {number}  milliseconds; Infinity if it was given up
 */
export function totalOf({ total, dnf }) {
  return dnf ? Infinity : total;
}

/**
 * Whether an attempt counts in averages and bests of times: the clock starts with the first move, so a single
 * slide takes no time. Statistics count the same games.
 * @param {TimedResult} result
 * @returns {boolean}
 */
export function hasTime(result) {
  return totalOf(result) > 0;
}

/**
 * How the comparable attempts stand.
 * @param {TimedResult[]} results  oldest first
 * @param {string} name
 * @returns {{count: number, solved: number, untimed: number, best: number | null, rows: TimedRow[],
 *   split: {games: number, before: number, moving: number, boards: number} | null, same: TimedResult[]}}
 *   untimed: those without a time; split: means of the solved ones that kept it; boards: of each
 */
export function timedStanding(results, name) {
  const same = results.filter((one) => one.name === name);
  const solved = same.filter(({ dnf }) => !dnf);
  const rows = AVERAGES.map((average) => {
    const { current, best } = figure(same.filter(hasTime).map(totalOf), average, "time");
    return { name: average.name, current, best };
  });
  const parted = solved.filter(({ before }) => before?.some((time) => time > 0));
  const before = meanOf(parted.map((one) => sum(one.before ?? [])));
  // As shown, the parts add up to the mean of the whole.
  const moving = meanOf(parted.map((one) => one.total)) - before;
  const split = parted.length > 0 ? { games: parted.length, before, moving, boards: parted[0].times.length } : null;
  const untimed = same.filter((one) => !hasTime(one)).length;
  return { count: same.length, solved: solved.length, untimed, best: rows[0].best, rows, split, same };
}

/** @param {number[]} values */
const sum = (values) => values.reduce((all, value) => all + value, 0);

/** @param {number[]} times */
const meanOf = (times) => rounded(sum(times) / times.length, "time");
