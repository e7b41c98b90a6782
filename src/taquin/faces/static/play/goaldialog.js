/** The goal in a dialog, for windows where its picture beside the board is small or out of sight. */
import { openDialog } from "../shared/dialog.js";
import { sentence } from "../shared/dom.js";
import { GOAL_WORDS, goalText } from "../shared/goals.js";
import { buildGoalPicture, paintGoal } from "../shared/goalview.js";
import { t } from "../words/said.js";

/** @param {import("../shared/app.js").App} app */
export function openGoal(app) {
  const { goal, record } = app.game;
  const picture = buildGoalPicture();
  picture.classList.add("goal__cells--large");
  paintGoal(picture, goal);
  const words = goalText(goal, record.named);
  // "Blank last" alone does not say that it is one.
  const title = words === GOAL_WORDS.last || words === GOAL_WORDS.first ? t`Goal: ${words}` : sentence(words);
  openDialog({ title, app, body: [picture] });
}
