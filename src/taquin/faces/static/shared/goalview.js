// A small picture of the goal: beside the board, where the default goal is shown only if there is much room, and in
// the introduction.

import { formatBoard, goalName } from "../board.js";
import { build, fill, sentence } from "./dom.js";
import { goalText } from "./goals.js";
import { t } from "../words/said.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("../board.js").Board} Board */

/** Columns of the widest goal that a phone has room for below the board, and beside it. */
const [MOST_BELOW, MOST_BESIDE] = [16, 6];

/**
 * Where a phone has room for a picture of the goal.
 * @param {Board} goal
 * @returns {"usual" | "below" | "beside" | "apart"}  below or beside the board; apart: its numbers would be too small
 *   there; usual: it is not shown
 */
export function goalPlace(goal) {
  if (goalName(goal) === "last") return "usual";
  if (goal.width >= (4 / 3) * goal.height && goal.width <= MOST_BELOW) return "below";
  return goal.width <= MOST_BESIDE ? "beside" : "apart";
}

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
 * @param {Board} goal
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
    ...Array.from(goal.cells, (tile) => build("span", { "data-tile": tile ? String(tile) : "" })),
  );
}
