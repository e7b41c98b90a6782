// Goals in words.

import { goalName } from "../board.js";
import { openStorage } from "./storage.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").GoalName} GoalName */

/** By name. @type {Record<GoalName, string>} */
export const GOAL_WORDS = {
  last: t`blank last`,
  first: t`blank first`,
  snake: t`snake`,
  spiral: t`spiral`,
};

/** Under which the browser keeps which of two names of one goal the player chose last. */
const CHOSEN = "taquin.goal";
const store = openStorage(() => localStorage);

/**
 * On two rows, snake and spiral are one goal, and the board does not say which of them was chosen.
 * @param {string} name
 */
export function chooseGoalName(name) {
  if (name === "snake" || name === "spiral") store.setItem(CHOSEN, name);
}

/**
 * @param {Board} goal
 * @returns {GoalName | null} its name; on two rows the one that the player chose
 */
export function chosenGoalName(goal) {
  const name = goalName(goal);
  return name === "snake" && goal.height === 2 && store.getItem(CHOSEN) === "spiral" ? "spiral" : name;
}

/**
 * @param {GoalName | null} name  as `goalName` gives it
 * @param {number} height  of the goal
 * @returns {GoalName | "either" | null} either: on two rows, where nobody has said which of the two it is
 */
export function saidGoalName(name, height) {
  if (name !== "snake" || height !== 2) return name;
  const chosen = store.getItem(CHOSEN);
  return chosen === "snake" || chosen === "spiral" ? chosen : "either";
}

/**
 * A goal in words that say that it is one: `blank last`, `snake goal`.
 * @param {Board} goal
 * @returns {string}
 */
export function goalText(goal) {
  const name = saidGoalName(goalName(goal), goal.height);
  if (name === null) return t`custom goal`;
  if (name === "last" || name === "first") return GOAL_WORDS[name];
  return name === "either" ? t`snake or spiral goal` : t`${GOAL_WORDS[name]} goal`;
}
