/** Which of the kept games the statistics show: by size, control and session. Pure. */
import { inOrder, isClean } from "../game/record.js";
import { controlOf, sessionsOf, sizeOf } from "./stats.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * @typedef {object} Filter  "" leaves out nothing
 * @property {string} size
 * @property {string} control
 * @property {string} session  the id of a game in it: which session that is changes with the games
 * @property {boolean} clean  only fresh random boards, without help, pause or undo
 */

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
export function fitting(games, { size, control, session, clean }) {
  return inOrder(session ? sessionWith(games, session) : games).filter(
    (game) =>
      (!size || sizeOf(game) === size) &&
      (!control || controlOf(game) === control) &&
      (!clean || isClean(game)),
  );
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
    control: kept(choice.control, controlOf),
    session: left?.id ?? "",
  };
}
