/** The kind of a game in words. Its twin: taquin/game/words.py. */
import { GOAL_WORDS } from "../shared/goals.js";
import { sentence } from "../shared/dom.js";
import { goalOf, numbersOf, sizeOf } from "./stats.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** @type {Record<string, string>} */
export const NUMBERS_WORDS = { shown: "Shown", hidden: "Hidden", blind: "Blind" };

/** Of a custom goal so much is shown. */
const LONGEST_GOAL = 24;

/**
 * @param {string} goal  as `goalOf` gives it
 * @returns {string} `Standard`, `Spiral`, `Custom: 1 2 3/8 0 4/7 6 5`
 */
export function goalOption(goal) {
  if (goal === "last") return "Standard";
  if (Object.hasOwn(GOAL_WORDS, goal)) return sentence(GOAL_WORDS[/** @type {keyof typeof GOAL_WORDS} */ (goal)]);
  return `Custom: ${goal.length > LONGEST_GOAL ? `${goal.slice(0, LONGEST_GOAL)}…` : goal}`;
}

/**
 * @param {string} size  WIDTHxHEIGHT
 * @returns {string}
 */
export function sizeOption(size) {
  return size.replace("x", "×");
}

/**
 * @param {GameRecord} game
 * @returns {string} its size, and what else is unusual: `3×3`, `4×4, spiral, blind`
 */
export function kindText(game) {
  const [goal, numbers] = [goalOf(game), numbersOf(game)];
  const usual = /** @type {Record<string, string>} */ (GOAL_WORDS)[goal] ?? "custom goal";
  const parts = [sizeOption(sizeOf(game)), goal !== "last" && usual, numbers !== "shown" && (numbers === "blind" ? "blind" : "numbers hidden")];
  return parts.filter(Boolean).join(", ");
}
