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
 * The goal of the player's own game in words.
 * @param {Board} goal
 * @returns {string}
 */
export function chosenGoalText(goal) {
  const name = chosenGoalName(goal);
  return name && store.getItem(CHOSEN) === name ? t`${GOAL_WORDS[name]} goal` : goalText(goal);
}

/**
 * A goal in words that say that it is one: `blank last`, `snake goal`.
 * @param {Board} goal
 * @returns {string}
 */
export function goalText(goal) {
  const name = goalName(goal);
  if (name === null) return t`custom goal`;
  if (name === "last" || name === "first") return GOAL_WORDS[name];
  // On two rows both are the same, and the board does not say which name was chosen.
  if (name === "snake" && goal.height === 2) return t`snake or spiral goal`;
  return t`${GOAL_WORDS[name]} goal`;
}
