// A small picture of the goal: beside the board, where the default goal is shown only if there is much room, and in
// the introduction.

import { formatBoard, goalName } from "../board.js";
import { build, fill, sentence } from "./dom.js";
import { goalText } from "./goals.js";
import { t } from "../words/said.js";

/** @typedef {import("./app.js").App} App */

/**
 * @param {App} app
 * @param {() => void} enlarge  shows it larger
 * @returns {HTMLElement}
 */
export function buildGoal({ game }, enlarge) {
  const picture = buildGoalPicture(enlarge);
  const heading = build("h2");
  const panel = build("section", { class: "panel goal" }, heading, picture);

  function paint() {
    const usual = goalName(game.goal) === "last";
    panel.classList.toggle("goal--usual", usual);
    heading.textContent = usual ? t`Goal` : sentence(goalText(game.goal));
    paintGoal(picture, game.goal);
  }

  game.addEventListener("start", paint);
  paint();
  return panel;
}

/**
 * @param {() => void} [enlarge]  shows it larger
 * @returns {HTMLElement}  yet to be painted
 */
export function buildGoalPicture(enlarge) {
  if (!enlarge) return build("div", { class: "goal__cells", role: "img" });
  return build("button", { class: "goal__cells", type: "button", title: t`Show the goal`, on: { click: enlarge } });
}

/**
 * @param {HTMLElement} picture
 * @param {import("../board.js").Board} goal
 */
export function paintGoal(picture, goal) {
  picture.setAttribute(
    "aria-label",
    t`Goal, row by row: ${formatBoard(goal).replaceAll("/", "; ")}`,
  );
  picture.style.setProperty("--columns", String(goal.width));
  picture.style.setProperty("--rows", String(goal.height));
  fill(
    picture,
    ...Array.from(goal.cells, (tile) => build("span", { text: tile ? String(tile) : "" })),
  );
}
