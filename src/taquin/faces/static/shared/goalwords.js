// The name of a goal as a word among others.

import { GOAL_WORDS } from "./goals.js";
import { t } from "../words/said.js";

/**
 * @param {import("../board.js").GoalName | "either"} name  as `saidGoalName` gives it
 * @returns {string}
 */
export const goalWords = (name) => (name === "either" ? t`snake or spiral` : GOAL_WORDS[name]);
