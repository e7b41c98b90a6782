/** Figures of a game that the play view does not show at first: its hints, and the parts of its time. */
import { joined } from "./record.js";

/** @typedef {import("./recordshape.js").GameRecord} GameRecord */

/**
 * @param {GameRecord["hints"]} hints
 * @returns {number} how many were given: one per move, whatever its steps, and one per peek
 */
export function hinted({ which, arrow, play, peek }) {
  return Math.max(which, arrow, play) + peek;
}

/**
 * @param {Pick<GameRecord, "hints" | "earlier">} record
 * @returns {number} how many of its hints were given in other tries of its board
 */
export function hintedEarlier({ hints, earlier }) {
  return earlier ? hinted(hints) - hinted(joined(hints, earlier, (all, before) => all - before)) : 0;
}

/**
 * The time of a solved game and its parts, in milliseconds.
 * @param {Pick<GameRecord, "times">} record
 * @returns {{whole: number, before: number, moving: number}}  before, and from the first move on
 */
export function timeParts({ times }) {
  const [whole, before] = [times.at(-1) ?? 0, times[0] ?? 0];
  return { whole, before, moving: whole - before };
}
