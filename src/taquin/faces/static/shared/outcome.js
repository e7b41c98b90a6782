/**
 * The result of a game in words, and the help it had. Its twin: taquin/game/words.py.
 */
import { isClean, seedDay, slidesOf } from "../game/record.js";
import { hinted, hintedEarlier } from "../game/recordfigures.js";
import { GAME_SENTENCES } from "../words/gamesentences.js";
import { decimal, listed, said, t, translated } from "../words/said.js";
import { build } from "./dom.js";
import { timeText } from "./gamewords.js";
import { movesText } from "./measures.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * One sentence about a solved game.
 * @param {GameRecord} record
 * @param {boolean} timed  whether the player wants to see times
 * @returns {string}
 */
export function resultText(record, timed) {
  const moves = record.moves.length;
  const slides = slidesOf(record).length;
  const many = slides < moves ? said(GAME_SENTENCES.inSlides, { moves, slides }) : movesText(moves);
  const ways = record.metric ? said(GAME_SENTENCES.ofMoves, { moves, slides }) : many;
  const time = record.times.at(-1) ?? 0;
  if (!timed || time === 0) return t`${ways}.`;
  return said(GAME_SENTENCES.result, { time: timeText(time, 3), ways, pace: decimal((moves * 1000) / time, 2) });
}

/**
 * Why a game is not comparable with clean ones, or null.
 * @param {GameRecord} record
 * @returns {string | null}
 */
export function assistance(record) {
  return isClean(record) ? null : listed(helpsOf(record));
}

/**
 * The same one by one.
 * @param {GameRecord} record
 * @returns {string[]}
 */
export function helpsOf(record) {
  const { undos } = record;
  const { solution } = record.hints;
  const [hints, earlier] = [hinted(record.hints), hintedEarlier(record)];
  const shownEarlier = solution > 0 && record.earlier?.solution === solution;
  const whose = earlier === hints ? GAME_SENTENCES.hintsEarlier : earlier > 0 ? GAME_SENTENCES.hintsPartly : GAME_SENTENCES.hints;
  // Help in an earlier try says that the board was played before.
  const told = shownEarlier || earlier > 0;
  const solver = record.inputs.includes("s");
  return [
    solver && t`solver`,
    // Its moves come from a solution that it shows.
    solution > 0 && (shownEarlier || !solver) && translated(shownEarlier ? GAME_SENTENCES.solutionEarlier : GAME_SENTENCES.solution),
    hints > 0 && said(whose, { hints, earlier }),
    undos > 0 && said(GAME_SENTENCES.undone, { undos }),
    record.paused && t`clock stopped`,
    (record.seed === null || record.typed) && (seedDay(record) ? translated(GAME_SENTENCES.archive) : translated(GAME_SENTENCES.chosen)),
    record.again && !told && translated(GAME_SENTENCES.again),
  ].filter((words) => typeof words === "string");
}

/**
 * The help a game had, or, for a solved game, that it had none.
 * @param {GameRecord} record
 * @returns {HTMLElement | null}
 */
export function helpBadge(record) {
  const help = assistance(record);
  if (help) return build("span", { class: "badge badge--warn", text: help });
  if (record.status !== "solved" || !record.moves) return null;
  return build("span", { class: "badge badge--good", text: t`no help` });
}
