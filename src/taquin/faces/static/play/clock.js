// The strip above the board: time, moves, and the board's size.

import { goalName, namedGoal } from "../board.js";
import { countIn, isOnItsDay, seedDay } from "../game/record.js";
import { deal } from "./controls.js";
import { build, fill, inWindow, sentence } from "../shared/dom.js";
import { dateText, timeText } from "../shared/gamewords.js";
import { goalText } from "../shared/goals.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/** Tenths are shown, so more often would only cost power. */
const TICK = 100;

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { timeZone: "UTC", day: "numeric", month: "long" };

/** Squares one tap away. */
const SIDES = [3, 4, 5];

/** Where there is a fourth button beside the clock, as the style sheet says. */
const ROOM = matchMedia("(min-width: 26.01rem) and (min-height: 32.01rem), (min-width: 60rem)").media;

/**
 * Keeps the strip in sync with the game.
 * @param {App} app
 * @param {() => void} setup  opens the set-up dialog
 * @returns {HTMLElement}
 */
export function buildClock(app, setup) {
  const { game, settings } = app;
  const time = build("dd", { class: "figure__value figure__value--time" });
  const moves = build("dd", { class: "figure__value" });
  const timeFigure = figure(t`Time`, time);
  const movesFigure = figure(t`Moves`, moves);
  let roomy = true;
  const paintUnit = () => {
    const moved = roomy ? t`Moves` : translated("Moves", "short");
    const slid = roomy ? t`Slides` : translated("Slides", "short");
    /** @type {HTMLElement} */ (movesFigure.firstElementChild).textContent = game.record.metric ? slid : moved;
  };
  inWindow(ROOM, (enough) => {
    roomy = enough;
    paintUnit();
  });
  const label = /** @type {HTMLElement} */ (timeFigure.firstElementChild);
  let timer = 0;

  function paintTime() {
    // A board that one move has solved, or the page itself, has no time, as in its result.
    time.textContent = game.solved && !game.elapsed ? "–" : timeText(game.elapsed, game.solved ? 3 : 1);
  }

  function tick() {
    paintTime();
    moves.textContent = String(countIn(game.record));
    paintUnit();
    const stands = game.begun && !game.running && !game.solved;
    label.textContent = stands ? t`Time, stopped` : t`Time`;
    if (game.running === timer > 0) return;
    clearInterval(timer);
    timer = game.running ? setInterval(paintTime, TICK) : 0;
  }

  const paint = () => {
    timeFigure.hidden = !settings.get("timer");
  };
  game.addEventListener("change", tick);
  settings.addEventListener("change", paint);
  paint();
  tick();
  return build(
    "div",
    { class: "clock" },
    build("dl", { class: "clock__figures" }, timeFigure, movesFigure),
    buildSizes(app, setup),
  );
}

/**
 * A line breaks after a dot, and nowhere else.
 * @param {string} text
 */
function unbroken(text) {
  const parts = text.split(" · ");
  return parts.flatMap((part, i) => {
    const whole = build("span", {}, part, i < parts.length - 1 && build("span", { text: " ·" }));
    return i > 0 ? [" ", whole] : [whole];
  });
}

/**
 * Another board of a common size at a tap, and the set-up dialog for the others.
 * @param {App} app
 * @param {() => void} setup  opens the set-up dialog
 */
function buildSizes(app, setup) {
  const { game } = app;
  const squares = SIDES.map((side) => {
    const text = `${side}×${side}`;
    const click = async () => {
      const day = seedDay(game.record);
      const daily = day && (await withWords(() => import("../daily/playdaily.js")));
      if (daily && !(await daily.isDone(app, { day, side }))) daily.playDaily(app, { day, side });
      else deal(app, namedGoal(game.record.named ?? goalName(game.goal) ?? "last", side, side));
    };
    return build("button", { type: "button", class: "sizes__size", text, on: { click } });
  });
  const other = build("button", { type: "button", class: "sizes__size", on: { click: setup } });
  // Of a board of a day, an unusual goal, and an unusual size without a button.
  const goal = build("p", { class: "figure__label sizes__goal" });
  let wide = true;
  function paint() {
    const { width, height } = game.board;
    const day = seedDay(game.record);
    const unusual = goalName(game.goal) === "last" ? "" : sentence(goalText(game.goal, game.record.named));
    const archive = isOnItsDay(game.record) ? "" : t` · archive`;
    const usual = width === height && SIDES.includes(width);
    const kind = [!usual && !wide && `${width}×${height}`, unusual].filter(Boolean).join(" · ");
    const size = wide ? ` · ${width}×${height}` : "";
    const name = day ? t`Daily · ${dateText(day, DAY)}${size + archive}` : kind;
    fill(goal, ...(name ? unbroken(name) : []));
    goal.classList.toggle("sizes__goal--kind", !day);
    squares.forEach((square, i) => {
      square.setAttribute("aria-pressed", String(usual && SIDES[i] === width));
      const done = SIDES[i] === width && (game.solved || game.record.again);
      square.title = day && !done ? t`the ${SIDES[i]}×${SIDES[i]} board of this day` : t`new ${SIDES[i]}×${SIDES[i]} board`;
    });
    other.textContent = usual ? t`Other` : `${width}×${height}`;
    other.setAttribute("aria-pressed", String(!usual));
    other.classList.toggle("sizes__size--other", !usual);
  }
  /** The set-up dialog would show the board that a pause hides. */
  function hold() {
    if (other.title && other.disabled === game.held) return;
    other.disabled = game.held;
    other.title = game.held ? t`${t`other sizes and goals`}. ${translated(FACE_SENTENCES.paused)}` : t`other sizes and goals`;
  }
  for (const event of ["start", "solved"]) game.addEventListener(event, paint);
  game.addEventListener("change", hold);
  inWindow(ROOM, (enough) => {
    wide = enough;
    paint();
  });
  hold();
  return build(
    "div",
    { class: "sizes" },
    goal,
    build("div", { class: "sizes__row", role: "group", "aria-label": t`Size` }, ...squares, other),
  );
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
