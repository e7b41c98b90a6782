/**
 * Statistics of many games, as speed-solvers compute them. Pure; times in milliseconds.
 * Its twin: taquin/game/statistics.py.
 *
 * A game left unfinished is a DNF: Infinity here, worse than any value. `null` means that there
 * are not enough games.
 */

import { goalName, parseBoard } from "../board.js";
import { countIn, inOrder, isClean } from "../game/record.js";
import { t } from "../words/said.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {"time" | "moves" | "tps"} Measure */
/** @typedef {{name: string, size: number, trimmed: number}} Average */
/** @typedef {{current: number | null, best: number | null, at: number | null}} Figure */
/** @typedef {{measure: Measure, average: string, value: number, before: number}} NewBest  before: the best until now */

/** At each end 5% of the values, at least one, are left out; none of three (mean of three). */
export const AVERAGES = /** @type {Average[]} */ ([
  { name: "single", size: 1, trimmed: 0 },
  { name: "mo3", size: 3, trimmed: 0 },
  { name: "ao5", size: 5, trimmed: 1 },
  { name: "ao12", size: 12, trimmed: 1 },
  { name: "ao50", size: 50, trimmed: 3 },
  { name: "ao100", size: 100, trimmed: 5 },
]);

const SESSION_GAP = 60 * 60 * 1000;
const CONTROLS = new Map([["m", "mouse"], ["t", "touch"], ["k", "keyboard"]]);

/**
 * The mean of the values without the best and worst few.
 * @param {number[]} values
 * @param {number} trimmed how many are left out at each end
 * @returns {number} Infinity if a DNF remains
 */
export function trimmedMean(values, trimmed) {
  const kept = values.slice().sort((a, b) => a - b).slice(trimmed, values.length - trimmed);
  return kept.reduce((sum, value) => sum + value, 0) / kept.length;
}

/**
 * A mean as a result: a mean of times is a time, in whole milliseconds. The World Cube Association (Regulation 9f)
 * rounds means to the last digit of its times too.
 * @param {number} mean
 * @param {Measure | null} measure
 * @returns {number}
 */
export const rounded = (mean, measure) => (measure === "time" ? Math.round(mean) : mean);

/**
 * The average after each game, in order of play.
 * @param {number[]} values
 * @param {Average} average
 * @param {Measure | null} [measure]  of averages that are results; those of a drawing are not rounded
 * @returns {Array<number | null>} null before there are enough
 */
export function rolling(values, { size, trimmed }, measure = null) {
  return values.map((_, i) =>
    i + 1 < size ? null : rounded(trimmedMean(values.slice(i + 1 - size, i + 1), trimmed), measure),
  );
}

/**
 * The average now and at its best; `at` is the game with which the best was reached.
 * @param {number[]} values in order of play, less is better
 * @param {Average} average
 * @param {Measure} measure
 * @returns {Figure}
 */
export function figure(values, average, measure) {
  const all = rolling(values, average, measure);
  let at = /** @type {number | null} */ (null);
  all.forEach((value, i) => {
    if (value === null || value === Infinity) return;
    const best = at === null ? Infinity : /** @type {number} */ (all[at]);
    if (value < best) at = i;
  });
  return { current: all.at(-1) ?? null, best: at === null ? null : all[at], at };
}

/**
 * @param {GameRecord} record
 * @returns {number} milliseconds on the clock
 */
export function timeOf(record) {
  return record.status === "solved" ? (record.times.at(-1) ?? 0) : Infinity;
}

/**
 * @param {GameRecord} record
 * @returns {number} single-tile moves, or slides where these count
 */
export function movesOf(record) {
  return record.status === "solved" ? countIn(record) : Infinity;
}

/**
 * @param {GameRecord} record
 * @returns {number} single-tile moves per second; 0 where there is no time to divide by
 */
export function tpsOf(record) {
  const time = record.times.at(-1) ?? 0;
  return record.status === "solved" && time > 0 ? (record.moves.length * 1000) / time : 0;
}

/**
 * The games that have a measure. The clock starts with the first move, so a game of one slide takes
 * no time: it has no meaningful time and nothing to divide by, and only its moves count.
 * @param {GameRecord[]} records
 * @param {Measure} measure
 * @returns {GameRecord[]}
 */
export function measurable(records, measure) {
  return measure === "moves" ? records : records.filter((record) => timeOf(record) > 0);
}

/**
 * Which games have no time, where times and what is divided by them are shown.
 * @param {GameRecord[]} records
 * @returns {string}  "" where there are none
 */
export function untimedText(records) {
  const untimed = records.length - measurable(records, "time").length;
  return untimed === 0 ? "" : untimedWords(untimed);
}

/**
 * @param {number} games  at least one
 */
export const untimedWords = (games) => t`Games of a single slide (${games}) have no time; only their moves count.`;

/**
 * One measure of each game so that less is better: moves per second come negated.
 * @param {GameRecord[]} records
 * @param {Measure} measure
 * @returns {number[]}
 */
export function valuesOf(records, measure) {
  if (measure === "time") return records.map(timeOf);
  if (measure === "moves") return records.map(movesOf);
  return records.map((record) => (record.status === "solved" ? -tpsOf(record) : Infinity));
}

/**
 * @param {GameRecord} record
 * @returns {string} mouse, touch, keyboard; mixed if none made nine moves of ten; solver
 */
export function controlOf(record) {
  const manual = Array.from(record.inputs).filter((letter) => CONTROLS.has(letter));
  if (manual.length === 0) return record.inputs ? "solver" : "none";
  for (const [letter, name] of CONTROLS) {
    if (manual.filter((one) => one === letter).length >= 0.9 * manual.length) return name;
  }
  return "mixed";
}

/**
 * Whether the solver made moves of a game: its time and moves are not the player's.
 * @param {GameRecord} record
 * @returns {boolean}
 */
export function isSolvers(record) {
  return record.inputs.includes("s");
}

/**
 * @param {GameRecord} record
 * @returns {string} WIDTHxHEIGHT
 */
export function sizeOf(record) {
  return `${record.width}x${record.height}`;
}

/** Goals by size and text: reading a board a thousand times takes long. @type {Map<string, string>} */
const goals = new Map();

/**
 * @param {Pick<GameRecord, "width" | "height" | "goal">} record
 * @returns {string} the name of its goal, `either` where it has two, whichever the player chose; of any other, its text
 */
export function goalOf({ width, height, goal }) {
  const known = `${width} ${goal}`;
  const name = goals.get(known) ?? goalName(parseBoard(goal, { width, height })) ?? goal;
  goals.set(known, name);
  return name === "snake" && height === 2 ? "either" : name;
}

/**
 * @param {GameRecord} record
 * @returns {"shown" | "hidden" | "blind"}
 */
export function numbersOf({ numbers }) {
  return numbers ?? "shown";
}

/**
 * @param {GameRecord} record
 * @returns {"stm" | "mtm"} what it counts: single-tile moves or slides
 */
export function metricOf({ metric }) {
  return metric ?? "stm";
}

/**
 * What games have in common that can be compared: another goal is another puzzle, and so is a blind one; and who counts
 * slides plays otherwise.
 * @param {GameRecord} record
 * @returns {string}
 */
export function kindOf(record) {
  return `${sizeOf(record)} ${numbersOf(record)} ${goalOf(record)}${record.metric ? ` ${record.metric}` : ""}`;
}

/** @param {GameRecord} record @returns {number} milliseconds on the clock, solved or given up */
const lengthOf = ({ ended, times }) => ended ?? times.at(-1) ?? 0;

/**
 * Games in order of play, split into sessions by pauses of an hour.
 * @param {GameRecord[]} records
 * @returns {GameRecord[][]} the oldest session first
 */
export function sessionsOf(records) {
  /** @type {GameRecord[][]} */
  const sessions = [];
  let last = -Infinity;
  for (const record of inOrder(records)) {
    const began = Date.parse(record.created);
    if (began - last > SESSION_GAP) sessions.push([]);
    /** @type {GameRecord[]} */ (sessions.at(-1)).push(record);
    last = began + lengthOf(record);
  }
  return sessions;
}

/**
 * The games of the session that still goes on, of one kind, by the player alone: solved, or given up.
 * @param {GameRecord[]} records
 * @param {GameRecord} like
 * @param {number} now  milliseconds since 1970
 * @returns {GameRecord[]} the oldest first
 */
export function presentSession(records, like, now) {
  const session = sessionsOf(records).at(-1) ?? [];
  const last = session.at(-1);
  if (!last || now - (Date.parse(last.created) + lengthOf(last)) > SESSION_GAP) return [];
  return session.filter((record) => {
    const solvedAtOnce = record.status === "solved" && record.moves === "";
    return kindOf(record) === kindOf(like) && !solvedAtOnce && !isSolvers(record);
  });
}

/**
 * Personal bests, one entry for each kind and control; null where no game has the measure. What the solver
 * did is no one's best.
 * @param {GameRecord[]} records  those that count
 * @returns {Array<{like: GameRecord, control: string, games: number} & Record<Measure, GameRecord | null>>}
 *   like: any of the games
 */
export function personalBests(records) {
  /** @type {Map<string, GameRecord[]>} */
  const groups = new Map();
  for (const record of inOrder(records)) {
    if (record.status !== "solved" || record.moves === "" || isSolvers(record)) continue;
    const name = `${kindOf(record)} ${controlOf(record)}`;
    groups.set(name, [...(groups.get(name) ?? []), record]);
  }
  return [...groups.values()]
    .sort(
      ([a], [b]) =>
        a.width * a.height - b.width * b.height ||
        kindOf(a).localeCompare(kindOf(b)) ||
        controlOf(a).localeCompare(controlOf(b)),
    )
    .map((group) => ({
      like: group[0],
      control: controlOf(group[0]),
      games: group.length,
      time: least(measurable(group, "time"), timeOf),
      moves: least(group, movesOf),
      tps: least(measurable(group, "tps"), (record) => -tpsOf(record)),
    }));
}

/**
 * What a game just solved has improved, among the clean games of its kind and control: the
 * single game and the averages of 5 and 12, in time, moves and moves per second.
 * @param {GameRecord[]} records  the history, with or without the game
 * @param {GameRecord} record
 * @returns {NewBest[]} none for a first game, which has no rival
 */
export function newBests(records, record) {
  const rivals = rivalsOf(records, record);
  if (!rivals) return [];
  const games = [...inOrder(records.filter((one) => one.id !== record.id && isAlike(one, record))), record];
  return /** @type {Measure[]} */ (["time", "moves", "tps"]).flatMap((measure) => {
    const has = measurable(games, measure);
    if (!has.includes(record)) return [];
    const values = valuesOf(has, measure);
    return AVERAGES.filter(({ name }) => ["single", "ao5", "ao12"].includes(name)).flatMap((average) => {
      const all = rolling(values, average, measure).filter((value) => value !== null);
      const value = /** @type {number} */ (all.pop());
      const before = Math.min(...all);
      // Without an earlier value, other than DNF, there was nothing to improve.
      if (all.length === 0 || before === Infinity || value >= before) return [];
      return [{ measure, average: average.name, value: Math.abs(value), before: Math.abs(before) }];
    });
  });
}

/**
 * The earlier games that a game just solved is compared with.
 * @param {GameRecord[]} records  the history, with or without the game
 * @param {GameRecord} record
 * @returns {GameRecord[] | null} null for a game that makes no record
 */
export function rivalsOf(records, record) {
  if (!isClean(record) || record.status !== "solved") return null;
  return records.filter((one) => one.id !== record.id && one.status === "solved" && isAlike(one, record));
}

/**
 * Whether a game, solved or given up, stands in the averages of another: both clean, of one kind and control.
 * @param {GameRecord} one
 * @param {GameRecord} record  a clean game
 */
function isAlike(one, record) {
  return isClean(one) && kindOf(one) === kindOf(record) && controlOf(one) === controlOf(record);
}

/**
 * @param {GameRecord[]} records
 * @param {(record: GameRecord) => number} value
 * @returns {GameRecord | null} the first of the best, null where there are none
 */
function least(records, value) {
  if (records.length === 0) return null;
  return records.reduce((best, record) => (value(record) < value(best) ? record : best));
}
