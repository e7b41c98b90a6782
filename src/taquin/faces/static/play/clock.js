// The strip above the board: time, moves, and which puzzle this is.

import { goalName } from "../board.js";
import { build } from "../shared/dom.js";

/** @typedef {import("../app/main.js").App} App */
/** @typedef {import("../board.js").Board} Board */

/** Tenths are shown, so more often would only cost power. */
const TICK = 100;

/**
 * Minutes, seconds and their parts: `1:02.5`, `1:02.50`, `1:01:02.5`.
 * @param {number} milliseconds
 * @param {number} [digits]  after the point
 * @returns {string}
 */
export function timeText(milliseconds, digits = 1) {
  const unit = 10 ** (3 - digits);
  const parts = Math.floor(milliseconds / unit);
  const perSecond = 10 ** digits;
  const seconds = Math.floor(parts / perSecond);
  const [s, m, h] = [seconds % 60, Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  const fraction = digits ? `.${String(parts % perSecond).padStart(digits, "0")}` : "";
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}${fraction}`;
}

/**
 * A goal in words: `blank last`.
 * @param {Board} goal
 * @returns {string}
 */
export function goalText(goal) {
  const words = {
    last: "blank last",
    first: "blank first",
    snake: "snake goal",
    spiral: "spiral goal",
  };
  const name = goalName(goal);
  // On two rows both are the same, and the board does not say which name was chosen.
  if (name === "snake" && goal.height === 2) return "snake or spiral goal";
  return name ? words[name] : "custom goal";
}

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
