// Goals in words.

import { goalName } from "../board.js";
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
