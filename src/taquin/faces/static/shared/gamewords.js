// A game in words: its date, its time, its result and the help it had.

import { isClean, slidesOf } from "../game/record.js";
import { build } from "./dom.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** The reader's own English. The page speaks no other language: in a sentence, neither do its dates. */
const LANGUAGE = /^en\b/.exec(globalThis.navigator?.language) ? navigator.language : "en-GB";

/**
 * A date or a time of day in English; days and months are those of the Gregorian calendar, as the
 * page counts them.
 * @param {string | number} time  ISO 8601, or milliseconds since 1970
 * @param {Intl.DateTimeFormatOptions} [style]
 * @returns {string}
 */
export function dateText(time, style = { dateStyle: "medium", timeStyle: "short" }) {
  const common = { calendar: "gregory", numberingSystem: "latn" };
  return new Date(time).toLocaleString(LANGUAGE, { ...common, ...style });
}

/**
 * Minutes, seconds and their parts: `1:02.5`, `1:02.500`, `1:01:02.5`. Results have milliseconds.
 * @param {number} milliseconds
 * @param {0 | 1 | 3} [digits]  after the point; 1: of a running clock, 3: of a result
 * @returns {string}
 */
export function timeText(milliseconds, digits = 1) {
  const unit = 10 ** (3 - digits);
  const parts = Math.floor(milliseconds / unit);
  const perSecond = 10 ** digits;
  const seconds = Math.floor(parts / perSecond);
  const [s, m, h] = [seconds % 60, Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  const fraction = digits ? `.${String(parts % perSecond).padStart(digits, "0")}` : "";
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}${fraction}`;
}

/**
 * One sentence about a solved game.
 * @param {GameRecord} record
 * @param {boolean} timed  whether the player wants to see times
 * @returns {string}
 */
export function resultText(record, timed) {
  const count = record.moves.length;
  const slides = slidesOf(record).length;
  const moves = `${count} ${count === 1 ? "move" : "moves"}`;
  const ways =
    slides < count ? `${moves} in ${slides} ${slides === 1 ? "slide" : "slides"}` : moves;
  const time = record.times.at(-1) ?? 0;
  if (!timed || time === 0) return `${ways}.`;
  return `${timeText(time, 3)} for ${ways}, ${((count * 1000) / time).toFixed(2)} moves per second.`;
}

/**
 * Why a game is not comparable with clean ones, or null.
 * @param {GameRecord} record
 * @returns {string | null}
 */
export function assistance(record) {
  if (isClean(record)) return null;
  const { which, arrow, play, peek, solution } = record.hints;
  const hints = which + arrow + play + peek;
  const parts = [
    record.inputs.includes("s") && "solver",
    solution > 0 && "solution shown",
    hints > 0 && `${hints} ${hints === 1 ? "hint" : "hints"}`,
    record.undos > 0 && `${record.undos} undone`,
    record.paused && "clock stopped",
    (record.seed === null || record.typed) && "chosen board",
    record.again && "played before",
  ];
  return parts.filter(Boolean).join(", ");
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
  return build("span", { class: "badge badge--good", text: "no help" });
}
