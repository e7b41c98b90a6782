// The buttons under the board, and what they and their keys do.

import { inverse } from "./board.js";
import { build, button, keepFocus } from "./dom.js";
import { newId } from "./record.js";
import { ACTIONS, keyLabel } from "./keys.js";
import { randomBoard } from "./random.js";
import { slideText } from "./spoken.js";

/** @typedef {import("./app.js").App} App */

const HELD = "The game is paused.";

/**
 * What the notice of another board offers: back to the game it took the place of.
 * @param {App} app
 * @param {string} left  that game
 * @returns {{undo: () => void}}
 */
export function wayBack({ game, say }, left) {
  return {
    undo: () => {
      if (!game.back(left)) say(game.held ? HELD : "Nothing to undo.");
    },
  };
}

/**
 * Begin another game and tell so; an unfinished one that gives way can be brought back.
 * @param {App} app
 * @param {string} text
 * @param {() => string | null} begin  as the game's `start`
 */
export function beginOther(app, text, begin) {
  const { solved } = app.game;
  const left = begin();
  // A solved game is in the history: undo finds it, and no notice is in the way of the next.
  if (left && !solved) app.notify(text, wayBack(app, left));
  else app.say(text);
}

/**
 * What the buttons and keys of the play view do.
 * @param {App} app
 */
export function buildActions(app) {
  const { game } = app;
  const undo = () => {
    const { board, record } = game;
    const { moves } = record;
    if (!game.undo()) return app.say(game.held ? HELD : "Nothing to undo.");
    // Another game that comes back has told so itself.
    const back = moves.slice(game.at);
    if (back) app.say(`Undone: ${slideText(board, inverse(back))}`);
  };
  const redo = () => {
    const { board, at } = game;
    if (!game.redo()) return app.say(game.held ? HELD : "Nothing to do again.");
    const again = game.record.moves.slice(at);
    if (again) app.say(`Done again: ${slideText(board, again)}${game.solved ? " Solved." : ""}`);
  };
  /** What would show the board that a pause hides, or end the pause unseen. */
  const unheld = (/** @type {() => void} */ act) => () => (game.held ? app.say(HELD) : act());
  return {
    undo,
    redo,
    renew() {
      const { goal } = game;
      const seed = newId();
      const board = randomBoard(goal.width, goal.height, goal, seed);
      beginOther(app, "A new board.", () => game.start({ board, goal, seed }));
    },
    retry: unheld(() => {
      if (!game.begun) return app.say("This board has not been begun.");
      beginOther(app, "Back at the start of this board.", () => game.retry());
    }),
    pause() {
      if (game.held) game.resume();
      else game.pause();
    },
    setup: unheld(async () => (await import("./setup.js")).openSetup(app)),
    share: unheld(async () => (await import("./sharedialog.js")).openShare(app)),
  };
}

/**
 * The two rows of buttons under the board.
 * @param {App} app
 * @param {ReturnType<typeof buildActions>} actions
 * @param {() => void} ask
 */
export function buildControls(app, { undo, redo, renew, retry, pause, setup, share }, ask) {
  const { game } = app;
  const undoing = button({ icon: "undo", words: "Undo", onClick: undo });
  const redoing = button({ icon: "redo", words: "Redo", onClick: redo });
  const retrying = button({ icon: "retry", words: "Retry", onClick: retry });
  const renewing = button({ icon: "new", words: "New", onClick: renew });
  const pausing = button({ icon: "pause", words: "Pause", kind: "quiet", onClick: pause });
  const preparing = button({ icon: "setup", words: "Set up", kind: "quiet", onClick: setup });
  const sharing = button({ icon: "share", words: "Share", kind: "quiet", onClick: share });
  const asking = button({ icon: "ask", words: "Ask", kind: "quiet", onClick: ask });
  const showTitles = showKeys(app, {
    undo: undoing,
    redo: redoing,
    retry: retrying,
    new: renewing,
    pause: pausing,
    setup: preparing,
    share: sharing,
    query: asking,
  });
  const disable = () => {
    undoing.disabled = !game.canUndo || game.held;
    redoing.disabled = !game.canRedo || game.held;
    retrying.disabled = !game.begun || game.held;
    pausing.disabled = !game.running && !game.held;
    // Their dialogs show the board.
    if (preparing.disabled !== game.held) {
      for (const element of [preparing, sharing]) element.disabled = game.held;
      showTitles();
    }
  };
  const paint = () => keepFocus(disable, () => (game.held ? pausing : app.element));
  game.addEventListener("change", paint);
  paint();
  return build(
    "div",
    { class: "controls" },
    build("div", { class: "controls__row" }, undoing, redoing, retrying, renewing),
    build("div", { class: "controls__row" }, pausing, preparing, sharing, asking),
  );
}

/**
 * Each button's title says what it does and its key, as it is bound now, and what stands against
 * it in a pause.
 * @param {App} app
 * @param {Record<string, HTMLButtonElement>} buttons  by action
 * @returns {() => void}  paints the titles again
 */
function showKeys({ game, settings }, buttons) {
  const paint = () => {
    const keys = settings.get("keys");
    for (const [action, element] of Object.entries(buttons)) {
      const key = keys[action][0];
      const does = ACTIONS[action] + (key ? ` (${keyLabel(key)})` : "");
      element.title = element.disabled && game.held ? `${does}. ${HELD}` : does;
    }
  };
  settings.addEventListener("change", paint);
  paint();
  return paint;
}
