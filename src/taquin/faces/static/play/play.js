// The play view: the board, the parts around it, and how moves reach the game.

import { judge } from "../board.js";
import { buildClock } from "./clock.js";
import { buildActions, buildControls } from "./controls.js";
import { dress } from "../shared/app.js";
import { build, button, keepFocus } from "../shared/dom.js";
import { buildGoal } from "./goalview.js";
import { letterOf } from "../shared/keys.js";
import { buildQuery, progressText } from "./query.js";
import { buildResult } from "./result.js";
import { slideText } from "../shared/moves.js";
import { resultText } from "../shared/gamewords.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */

/**
 * @typedef {object} SideParts the elements that hints and the solver use
 * @property {HTMLElement} welcome
 * @property {HTMLElement} side
 * @property {TaquinBoard} element
 * @property {{add(name: string, answer: () => string): void}} query
 */

/** Milliseconds of a tile's glide; the element itself respects a wish for less motion. */
const GLIDE = 120;

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
    words: "Resume",
    icon: "resume",
    kind: "primary",
    onClick: () => game.resume(),
  });
  veil.classList.add("veil");
  veil.hidden = true;
  const stage = build("div", { class: "stage" }, element, veil);
  // Before all other listeners: a key press changes the board first.
  followGame(app, element, veil, stage, root);
  const welcome = build("div", { class: "play__welcome" });
  const side = build("aside", { class: "play__side", "aria-label": "Hints and solutions" });
  root.append(
    build(
      "div",
      { class: "play__main" },
      build("h1", { class: "visually-hidden", text: "Play" }),
      buildClock(app, actions.setup),
      stage,
      buildControls(app, actions, query.ask, () => help.hint()),
      query.element,
    ),
    side,
  );
  placeWelcome(root, welcome, stage);
  const result = buildResult(app, actions);
  placeResult(side, stage, result.element);
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
    void import("../setup/ownpicture.js").then(({ restorePicture }) => restorePicture(app));
  }
  freeKeys(root);
  bindKeys(app, element, { ...actions, ask: query.ask }, whileShown);
  help.hint = mountSide(app, { welcome, side, element, query }, whileShown);
  return {
    show: () => {
      shown = true;
      if (away) app.say("The clock has stopped; your next move starts it again.");
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
 * Beside the board if there is room, so that the controls stay in place; otherwise right below it.
 * @param {HTMLElement} side
 * @param {HTMLElement} stage
 * @param {HTMLElement} result
 */
function placeResult(side, stage, result) {
  const wide = matchMedia("(min-width: 60rem)");
  const place = () => (wide.matches ? side.prepend(result) : stage.after(result));
  wide.addEventListener("change", place);
  place();
}

/**
 * The style sheet makes the board as large as the window and the settings allow, and the column fits.
 * @param {HTMLElement} root
 * @param {App} app
 */
function fitBoard(root, { game, settings }) {
  const fit = () => {
    root.style.setProperty("--shape", String(game.board.width / game.board.height));
    root.dataset.size = settings.get("size");
  };
  game.addEventListener("start", fit);
  settings.addEventListener("change", fit);
  fit();
}

/**
 * Beside the board if there is room, otherwise below it, so that it never moves the board.
 * @param {HTMLElement} root
 * @param {HTMLElement} welcome
 * @param {HTMLElement} stage
 */
function placeWelcome(root, welcome, stage) {
  const wide = matchMedia("(min-width: 60rem)");
  const place = () => (wide.matches ? root.prepend(welcome) : stage.after(welcome));
  wide.addEventListener("change", place);
  place();
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
      if (state === "held") app.say("Paused.");
      else if (before === "held") app.say("Resumed.");
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
  element.addEventListener("taquin-refused", () => app.say("No tile can move there."));
  game.addEventListener("change", () => paint(true));
  game.addEventListener("start", () => {
    element.goal = game.goal;
    paint(false);
    app.say(game.at === 0 ? `${judge(game.board, game.goal).reason}` : progressOf(app));
  });
  game.addEventListener("solved", () => {
    app.say(`Solved. ${resultText(game.record, app.settings.get("timer"))}`, { now: true });
  });
  element.goal = game.goal;
  paint(false);
}

/** @param {App} app */
function progressOf({ game }) {
  return progressText(game.board, game.goal, game.at);
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
    say(`Arrow keys now move ${model === "explore" ? "the focus" : "tiles"}.`, { now: true });
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

/**
 * Hints, the solver and the tutorial load after the board; keys pressed before then are answered
 * once they have loaded.
 * @param {App} app
 * @param {SideParts} parts
 * @param {(act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => void} whileShown
 * @returns {() => void}  gives a hint
 */
function mountSide(app, parts, whileShown) {
  const ready = loadSide(app, parts).catch((error) => {
    console.error(error);
    app.notify("Hints and the solver could not be loaded; the game itself works.");
    return null;
  });
  const { keys } = app;
  const hint = async () => (await ready)?.hint();
  keys.on("hint", whileShown(hint));
  keys.on(
    "peek",
    whileShown(async ({ type }) => (await ready)?.peek(type === "keydown")),
  );
  // A key released in another window is never reported here.
  addEventListener("blur", async () => (await ready)?.peek(false));
  keys.on(
    "solve",
    whileShown(async () => (await ready)?.solve()),
  );
  return hint;
}

/**
 * @param {App} app
 * @param {SideParts} parts
 */
async function loadSide(app, { welcome, side, element, query }) {
  const [hintRoot, solveRoot] = [build("div"), build("div")];
  const sessionRoot = build("div");
  side.append(buildGoal(app), hintRoot, solveRoot, sessionRoot);
  if (!app.settings.get("welcomed")) {
    (await import("./tutorial.js")).mountTutorial(welcome, app);
  }
  const { mountHints } = await import("./hints.js");
  const { mountSolve } = await import("./solvepanel.js");
  const hints = mountHints(hintRoot, app, element);
  const solver = mountSolve(solveRoot, app, element, () => hints.halt());
  void followSession(app, sessionRoot);
  const expect = keepInView(app, hintRoot);
  const hint = () => {
    expect();
    hints.hint();
  };
  query.add("hint", () => {
    hint();
    return "";
  });
  return { hint, peek: hints.peek, solve: () => solver.solve() };
}

/**
 * The panel of this session's games comes with the first of them.
 * @param {App} app
 * @param {HTMLElement} root
 */
async function followSession(app, root) {
  const { history } = app;
  if ((await history.all()).length === 0) {
    history.addEventListener("change", () => void followSession(app, root), { once: true });
    return;
  }
  (await import("./session.js")).mountSession(root, app);
}

/**
 * Requested text is scrolled into view when it appears. Text that follows a move is not: the board
 * must stay under the hand.
 * @param {App} app
 * @param {HTMLElement} panel
 * @returns {() => void} to be called when a request does not come from the panel
 */
function keepInView({ game }, panel) {
  const words = /** @type {Element} */ (panel.querySelector(".hints__words"));
  /** The board that was asked about. @type {unknown} */
  let asked = null;
  const expect = () => {
    asked = game.board;
  };
  panel.addEventListener("click", expect, true);
  new MutationObserver(() => {
    if (asked === game.board && words.firstChild) words.scrollIntoView({ block: "nearest" });
  }).observe(words, { childList: true });
  return expect;
}
