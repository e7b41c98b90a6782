// The name of a goal as a word among others.

import { goalName } from "../board.js";
import { GOAL_WORDS, namedAs } from "./goals.js";
import { t } from "../words/said.js";

/**
 * @param {import("../board.js").GoalName | "either"} name  as `saidGoalName` gives it
 * @returns {string}
 */
export const goalWords = (name) => (name === "either" ? t`snake or spiral` : GOAL_WORDS[name]);

/**
 * @param {import("../board.js").Board} goal
 * @returns {import("../board.js").GoalName | "either" | null} either: on two rows, where nobody has said which of the two it is
 */
export function saidGoalName(goal) {
  const name = goalName(goal);
  return name === "snake" && goal.height === 2 ? (namedAs(goal) ?? "either") : name;
}

/**
 * @param {import("../board.js").Board} goal
 * @returns {import("../board.js").GoalName | null} its name; on two rows the one that the player chose
 */
export const chosenGoalName = (goal) => namedAs(goal) ?? goalName(goal);
