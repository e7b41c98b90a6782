// Goals in words.

import { goalName } from "../board.js";
import { openStorage } from "./storage.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").GoalName} GoalName */

/** @type {Record<GoalName, string>} */
export const GOAL_WORDS = {
  last: t`blank last`,
  first: t`blank first`,
  snake: t`snake`,
  spiral: t`spiral`,
};

/** Which of two names of one goal the player chose last. */
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
 * @returns {"snake" | "spiral" | undefined}
 */
export function namedAs(goal) {
  const chosen = goal.height === 2 && goalName(goal) === "snake" && store.getItem(CHOSEN);
  return chosen === "snake" || chosen === "spiral" ? chosen : undefined;
}

/**
 * A goal in words that say that it is one: `blank last`, `snake goal`.
 * @param {Board} goal
 * @param {"snake" | "spiral"} [named]
 * @returns {string}
 */
export function goalText(goal, named) {
  const name = goalName(goal);
  if (name === null) return t`custom goal`;
  if (name === "last" || name === "first") return GOAL_WORDS[name];
  return goal.height === 2 && !named ? t`snake or spiral goal` : t`${GOAL_WORDS[named ?? name]} goal`;
}
