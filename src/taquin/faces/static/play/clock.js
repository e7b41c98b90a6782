// The strip above the board: time, moves, and which puzzle this is.

import { build } from "../shared/dom.js";
import { timeText } from "../shared/gamewords.js";
import { goalText } from "../shared/goals.js";

/** @typedef {import("../shared/app.js").App} App */

/** Tenths are shown, so more often would only cost power. */
const TICK = 100;

/**
 * Keeps the strip in sync with the game.
 * @param {App} app
 * @param {() => void} setup  what a click on the puzzle's name does
 * @returns {HTMLElement}
 */
export function buildClock(app, setup) {
  const { game, settings } = app;
  const time = build("dd", { class: "figure__value figure__value--time" });
  const moves = build("dd", { class: "figure__value" });
  const goal = build("span", { class: "figure__label" });
  const size = build("span", { class: "figure__value" });
  const timeFigure = figure("Time", time);
  const opener = build("button", { type: "button", class: "figure__button", on: { click: setup } }, goal, size);
  let timer = 0;

  function paintTime() {
    time.textContent = timeText(game.elapsed, game.solved ? 2 : 1);
  }

  function paint() {
    goal.textContent = `${goalText(game.goal)} `;
    size.textContent = `${game.board.width} × ${game.board.height}`;
    timeFigure.hidden = !settings.get("timer");
  }

  /** The set-up dialog would show the board that a pause hides. */
  function paintOpener() {
    opener.disabled = game.held;
    opener.title = game.held ? "set up a board. The game is paused." : "set up a board";
  }

  function tick() {
    paintTime();
    moves.textContent = String(game.at);
    if (opener.disabled !== game.held) paintOpener();
    if (game.running === timer > 0) return;
    clearInterval(timer);
    timer = game.running ? setInterval(paintTime, TICK) : 0;
  }

  game.addEventListener("change", tick);
  game.addEventListener("start", paint);
  settings.addEventListener("change", paint);
  paint();
  paintOpener();
  tick();
  const puzzle = build(
    "div",
    { class: "figure figure--puzzle" },
    build("dt", { class: "visually-hidden", text: "Puzzle" }),
    build("dd", {}, opener),
  );
  return build("dl", { class: "clock" }, timeFigure, figure("Moves", moves), puzzle);
}

/**
 * @param {string} label
 * @param {HTMLElement} value
 */
function figure(label, value) {
  return build(
    "div",
    { class: "figure" },
    build("dt", { class: "figure__label", text: label }),
    value,
  );
}
