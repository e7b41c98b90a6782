// A small picture of the goal beside the board; the default goal is shown only where there is much room.

import { formatBoard, goalName } from "../board.js";
import { build, fill } from "../shared/dom.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/**
 * @param {App} app
 * @returns {HTMLElement}
 */
export function buildGoal({ game }) {
  const picture = build("div", { class: "goal__cells", role: "img" });
  const panel = build("section", { class: "panel goal" }, build("h2", { text: t`Goal` }), picture);

  function paint() {
    const { goal } = game;
    panel.classList.toggle("goal--usual", goalName(goal) === "last");
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

  game.addEventListener("start", paint);
  paint();
  return panel;
}
