/** The goal in a dialog, for windows where its picture beside the board is small or out of sight. */
import { openDialog } from "../shared/dialog.js";
import { sentence } from "../shared/dom.js";
import { goalText } from "../shared/goals.js";
import { buildGoalPicture, paintGoal } from "../shared/goalview.js";

/** @param {import("../shared/app.js").App} app */
export function openGoal(app) {
  const { goal, record } = app.game;
  const picture = buildGoalPicture();
  picture.classList.add("goal__cells--large");
  paintGoal(picture, goal);
  openDialog({ title: sentence(goalText(goal, record.named)), app, body: [picture] });
}
