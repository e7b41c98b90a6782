// The play view: the board, the parts around it, and how moves reach the game.

import { goalName } from "../board.js";
import { buildClock } from "./clock.js";
import { buildActions, buildControls } from "./controls.js";
import { dress } from "../shared/app.js";
import { build, button, inWindow, keepFocus } from "../shared/dom.js";
import { goalPlace } from "../shared/goalview.js";
import { goalText } from "../shared/goals.js";
import { letterOf } from "../shared/keys.js";
import { buildQuery } from "./query.js";
import { mountSide } from "./side.js";
import { bringUp } from "../shared/sight.js";
import { stylesApplied } from "../shared/styles.js";
import { slideText } from "../shared/moves.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */

/** Milliseconds of a tile's glide; the element itself respects a wish for less motion. */
const GLIDE = 120;

/** Width by height of a board that a low window has above its buttons. */
const LONG = 2.25;

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const { game } = app;
  const element = /** @type {TaquinBoard} */ (document.createElement("taquin-board"));
  element.id = "board";
  app.element = element;
  const query = buildQuery(app);
  app.query = query.add;
  const actions = buildActions(app);
  /** What the panels beside the board do, once they are there. */
  const help = { hint: () => {} };
  const veil = button({
    words: t`Resume`,
    icon: "resume",
    kind: "primary",
    onClick: () => game.resume(),
  });
  veil.classList.add("veil");
  veil.hidden = true;
  const stage = build("div", { class: "stage" }, element, veil);
  // Before all other listeners: a key press changes the board first.
  followGame(app, element, veil, stage, root);
  const clock = buildClock(app, actions.setup);
  game.addEventListener("start", () => {
    // Begun from below the board, as in a low window.
    if (element.getBoundingClientRect().top < 0) bringUp(clock, app.settings);
  });
  const welcome = build("div", { class: "play__welcome" });
  const side = build("aside", { class: "play__side", "aria-label": t`Hints and solutions` });
  const left = build("aside", { class: "play__left", "aria-label": t`Goal and session` });
  const controls = buildControls(app, actions, query.ask, () => help.hint());
  const main = build(
    "div",
    { class: "play__main" },
    build("h1", { class: "visually-hidden", text: translated("Play", "a tab") }),
    clock,
    stage,
    controls,
  );
  root.append(main, side, left);
  const result = followResult(app, actions);
  // Beside the board if there is room, so that the controls stay in place; otherwise right below it.
  inWindow("(min-width: 60rem)", (wide) => {
    if (wide) root.prepend(welcome);
    else stage.after(welcome);
    if (wide) side.prepend(result.element, query.element);
    else stage.after(result.element);
    if (!wide) main.append(query.element);
  });
  fitBoard(root, app);
  let shown = false;
  /** Whether the clock was stopped when the board went out of sight. */
  let away = false;
  const whileShown =
    (/** @type {(event: KeyboardEvent) => void} */ act) => (/** @type {KeyboardEvent} */ event) => {
      if (shown) act(event);
    };

  followSettings(app, element);
  if (app.settings.get("picture")) {
    void withWords(() => import("../setup/ownpicture.js")).then(({ restorePicture }) => restorePicture(app));
  }
  freeKeys(root);
  bindKeys(app, element, { ...actions, ask: query.ask }, whileShown);
  help.hint = mountSide(app, { welcome, controls, side, left, element, query }, whileShown);
  return {
    show: () => {
      shown = true;
      if (away) app.say(t`The clock has stopped; your next move starts it again.`);
      away = false;
      result.show();
    },
    hide: () => {
      shown = false;
      result.hide();
      away = game.rest();
    },
  };
}

/**
 * The panel of the result, which is loaded with the first move, or where there is a result to show.
 * @param {App} app
 * @param {{renew: () => void, share: () => void}} actions
 * @returns {{element: HTMLElement, show(): void, hide(): void}}  show and hide: of the whole view
 */
function followResult(app, actions) {
  const { game } = app;
  const element = build("section", { class: "panel result", "aria-label": t`Result`, hidden: true });
  /** @type {{show(): void, hide(): void} | null} */
  let result = null;
  let asked = false;
  const load = async () => {
    if (asked) return;
    asked = true;
    const [{ mountResult }] = await Promise.all([withWords(() => import("./result.js")), stylesApplied("play/result.css")]);
    result = mountResult(element, app, actions);
  };
  game.addEventListener("change", load, { once: true });
  game.addEventListener("start", () => game.solved && load());
  if (game.solved) void load();
  return { element, show: () => result?.show(), hide: () => result?.hide() };
}

/**
 * The style sheet makes the board as large as the window and the settings allow, and the column fits.
 * @param {HTMLElement} root
 * @param {App} app
 */
function fitBoard(root, { game, settings }) {
  const fit = () => {
    const { width, height } = game.board;
    const wide = width > 4 && width >= 1.5 * height;
    if (wide) stylesApplied("play/wide.css").catch(console.warn);
    root.style.setProperty("--columns", String(width));
    root.style.setProperty("--shape", String(width / height));
    root.dataset.wide = String(wide);
    root.dataset.long = String(width >= LONG * height);
    root.dataset.goal = goalPlace(game.goal);
    root.dataset.size = settings.get("size");
  };
  game.addEventListener("start", fit);
  settings.addEventListener("change", fit);
  fit();
}

/**
 * Sends moves made on the board to the game; shows and announces the game's changes.
 * @param {App} app
 * @param {TaquinBoard} element
 * @param {HTMLElement} veil
 * @param {HTMLElement} stage
 * @param {HTMLElement} root
 */
function followGame(app, element, veil, stage, root) {
  const { game } = app;
  // Change only what is necessary, so that key presses stay fast.
  let before = "";
  const paint = (/** @type {boolean} */ animate) => {
    const state = game.held ? "held" : game.solved ? "solved" : "open";
    if (state !== before) {
      if (state === "held") app.say(t`Paused.`);
      else if (before === "held") app.say(t`Resumed.`);
      before = state;
      keepFocus(
        () => {
          element.disabled = state !== "open";
          element.inert = game.held;
          veil.hidden = !game.held;
          stage.classList.toggle("stage--held", game.held);
          root.classList.toggle("view--solved", state === "solved");
        },
        () => (game.held ? veil : element),
      );
    }
    // The change may be a counted hint or a pause: the marks on the board stay.
    if (element.board !== game.board) element.show(game.board, { animate });
  };
  element.addEventListener("taquin-move", (event) => {
    const { from, moves, input, time } = /** @type {CustomEvent} */ (event).detail;
    if (!game.move(moves, input[0], time)) event.preventDefault();
    else if (!game.solved) app.say(slideText(from, moves));
  });
  element.addEventListener("taquin-refused", () => app.say(t`No tile can move there.`));
  game.addEventListener("change", () => paint(true));
  game.addEventListener("start", () => {
    element.goal = game.goal;
    paint(false);
    if (game.at === 0) app.say(boardText(game));
    else void withWords(() => import("./answers.js")).then(({ answerTo }) => app.say(answerTo(game, "progress", "")));
  });
  game.addEventListener("solved", () => {
    void withWords(() => import("../shared/outcome.js")).then(({ resultText }) =>
      app.say(t`Solved. ${resultText(game.record, app.settings.get("timer"))}`, { now: true }),
    );
    if (!game.record.inputs.includes("s")) void finish(app, element);
  });
  element.goal = game.goal;
  paint(false);
}

/**
 * @param {App} app
 * @param {TaquinBoard} element
 */
async function finish(app, element) {
  try {
    await (await withWords(() => import("../shared/finish.js"))).celebrate(app, element);
  } catch (error) {
    console.warn("No finish:", error);
  }
}

/**
 * A new board in words: why it is solvable is only said when asked.
 * @param {import("../game/game.js").Game} game
 */
function boardText({ board, goal, record }) {
  const size = `${board.width}×${board.height}`;
  return goalName(goal) === "last" ? t`${size} board. Solvable.` : t`${size} board, ${goalText(goal, record.named)}. Solvable.`;
}

/**
 * @param {App} app
 * @param {TaquinBoard} element
 */
function followSettings({ settings, say }, element) {
  const paint = () => {
    element.palette = settings.get("palette");
    element.input = settings.get("input");
    element.model = settings.get("model");
    element.duration = settings.get("motion") === "reduce" ? 0 : GLIDE;
    dress(element, settings);
  };
  // The page's own keys move tiles, wherever the focus is; see bindKeys.
  element.keys = {};
  element.addEventListener("taquin-model", (event) => {
    const { model } = /** @type {CustomEvent} */ (event).detail;
    settings.set("model", model);
    say(t`Arrow keys now move ${model === "explore" ? t`the focus` : t`tiles`}.`, { now: true });
  });
  settings.addEventListener("change", paint);
  paint();
}

/**
 * A choice made with the pointer releases the keyboard: the next arrow key moves a tile again, not
 * the choice.
 * @param {HTMLElement} root
 */
function freeKeys(root) {
  let pointed = false;
  root.addEventListener(
    "pointerdown",
    () => {
      pointed = true;
    },
    true,
  );
  root.addEventListener(
    "keydown",
    () => {
      pointed = false;
    },
    true,
  );
  root.addEventListener("change", ({ target }) => {
    if (pointed && target instanceof HTMLElement) target.blur();
  });
}

/**
 * @param {App} app
 * @param {TaquinBoard} element
 * @param {Record<string, () => void>} actions
 * @param {(act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => void} whileShown
 */
function bindKeys(app, element, actions, whileShown) {
  const { keys, settings } = app;
  for (const action of ["up", "down", "left", "right"]) {
    keys.on(
      action,
      whileShown((event) => {
        const onBoard = event.composedPath().includes(element);
        if (onBoard && settings.get("model") === "explore") return;
        event.preventDefault();
        event.stopPropagation();
        const letter = /** @type {string} */ (letterOf(action, settings.get("arrows")));
        element.push(letter, { input: "keyboard", time: event.timeStamp });
      }),
    );
  }
  /** @type {Record<string, () => void>} */
  const bound = { ...actions, new: actions.renew, query: actions.ask };
  for (const action of ["undo", "redo", "new", "retry", "pause", "setup", "share", "query"]) {
    keys.on(
      action,
      whileShown((event) => {
        event.preventDefault();
        bound[action]();
      }),
    );
  }
}
