/** Which of the kept games the statistics show: by size, goal, numbers, metric, control and session. Pure. */
import { inOrder, isClean } from "../game/record.js";
import { readStored } from "../shared/storage.js";
import { controlOf, goalOf, kindOf, metricOf, numbersOf, sessionsOf, sizeOf } from "./stats.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * @typedef {object} Filter  "" leaves out nothing
 * @property {string} size
 * @property {string} goal
 * @property {string} numbers
 * @property {string} metric
 * @property {string} control
 * @property {string} session  the id of a game in it: which session that is changes with the games
 * @property {boolean} clean  only fresh random and daily boards, without help, pause or undo
 */

/** What is offered first. @type {Filter} */
export const STANDARD = { size: "", goal: "last", numbers: "shown", metric: "stm", control: "", session: "", clean: true };

/** @type {Filter} */
export const EVERYTHING = { size: "", goal: "", numbers: "", metric: "", control: "", session: "", clean: false };

/** @typedef {{filter: Filter, followed: string, follows: boolean, shown: string}} KeptChoice  what a reload must not lose */

/**
 * @param {string | null} text  as JSON; what is missing or of another type is as offered first
 * @returns {KeptChoice}
 */
export function readKept(text) {
  const first = { filter: STANDARD, followed: "", follows: false, shown: "time" };
  const fit = (/** @type {Record<string, any>} */ offered, /** @type {any} */ kept) =>
    Object.fromEntries(Object.entries(offered).map(([name, value]) => [name, typeof kept?.[name] === typeof value ? kept[name] : value]));
  const kept = fit(first, readStored(text, (value) => value, "The stored filters are not JSON; they are ignored."));
  return /** @type {KeptChoice} */ ({ ...kept, filter: fit(STANDARD, kept.filter) });
}

/**
 * @param {GameRecord[]} games
 * @param {string} id of one of them
 * @returns {GameRecord[]} the session it was played in, the oldest game first
 */
export function sessionWith(games, id) {
  return sessionsOf(games).find((session) => session.some((game) => game.id === id)) ?? [];
}

/**
 * @param {GameRecord[]} games
 * @param {Filter} choice
 * @returns {GameRecord[]} those chosen, in order of play
 */
export function fitting(games, { size, goal, numbers, metric, control, session, clean }) {
  return inOrder(session ? sessionWith(games, session) : games).filter(
    (game) =>
      (!size || sizeOf(game) === size) &&
      (!goal || goalOf(game) === goal) &&
      (!numbers || numbersOf(game) === numbers) &&
      (!metric || metricOf(game) === metric) &&
      (!control || controlOf(game) === control) &&
      (!clean || isClean(game)),
  );
}

/**
 * The choice for what was just played: its size, goal, numbers and metric, however it was controlled.
 * @param {Filter} choice
 * @param {GameRecord} game
 * @returns {Filter}
 */
export function following(choice, game) {
  return { ...choice, size: sizeOf(game), goal: goalOf(game), numbers: numbersOf(game), metric: metricOf(game), control: "", session: "" };
}

/**
 * The games that the filters of a kind hide.
 * @param {GameRecord[]} games
 * @param {Filter} choice
 * @returns {Array<{like: GameRecord, count: number}>} by kind, the kind with most games first
 */
export function othersOf(games, choice) {
  const shown = new Set(fitting(games, choice));
  const hidden = fitting(games, { ...choice, size: "", goal: "", numbers: "", metric: "" }).filter((game) => !shown.has(game));
  return [...byKind(hidden).values()]
    .map((alike) => ({ like: alike[0], count: alike.length }))
    .sort((one, other) => other.count - one.count);
}

/** @param {GameRecord[]} games */
function byKind(games) {
  /** @type {Map<string, GameRecord[]>} */
  const kinds = new Map();
  for (const game of games) kinds.set(kindOf(game), [...(kinds.get(kindOf(game)) ?? []), game]);
  return kinds;
}

/**
 * The choice for what was just imported: for the kind that most of these games are of, the latest of them
 * where several kinds have as many.
 * @param {Filter} choice
 * @param {GameRecord[]} games  at least one
 * @returns {Filter}
 */
export function followingMost(choice, games) {
  const [[latest]] = [...byKind(inOrder(games).reverse()).values()].sort((one, other) => other.length - one.length);
  return following(choice, latest);
}

/**
 * A choice without options that no longer exist: they would hide every game while the field says "All".
 * @param {Filter} choice
 * @param {GameRecord[]} before the games when it was made
 * @param {GameRecord[]} games
 * @returns {Filter}
 */
export function mended(choice, before, games) {
  const kept = (/** @type {string} */ value, /** @type {(game: GameRecord) => string} */ of) =>
    games.some((game) => of(game) === value) ? value : "";
  const ids = new Set(games.map(({ id }) => id));
  const left = sessionWith(before, choice.session).find(({ id }) => ids.has(id));
  return {
    ...choice,
    size: kept(choice.size, sizeOf),
    goal: kept(choice.goal, goalOf),
    numbers: kept(choice.numbers, numbersOf),
    metric: kept(choice.metric, metricOf),
    control: kept(choice.control, controlOf),
    session: left?.id ?? "",
  };
}
