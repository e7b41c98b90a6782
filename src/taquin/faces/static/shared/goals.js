// Goals in words.

import { goalName } from "../board.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").GoalName} GoalName */

/** By name. @type {Record<GoalName, string>} */
export const GOAL_WORDS = {
  last: "blank last",
  first: "blank first",
  snake: "snake",
  spiral: "spiral",
};

/**
 * A goal in words that say that it is one: `blank last`, `snake goal`.
 * @param {Board} goal
 * @returns {string}
 */
export function goalText(goal) {
  const name = goalName(goal);
  if (name === null) return "custom goal";
  if (name === "last" || name === "first") return GOAL_WORDS[name];
  // On two rows both are the same, and the board does not say which name was chosen.
  if (name === "snake" && goal.height === 2) return "snake or spiral goal";
  return `${GOAL_WORDS[name]} goal`;
}
