// The buttons under the board, and what they and their keys do.

import { build, button } from "./dom.js";
import { newId } from "./record.js";
import { ACTIONS, keyLabel } from "./keys.js";
import { randomBoard } from "./random.js";

/** @typedef {import("./app.js").App} App */

/**
 * What the buttons and keys of the play view do.
 * @param {App} app
 */
export function buildActions(app) {
  const { game } = app;
  const undo = () => {
    if (!game.undo()) app.say("Nothing to undo.");
  };
  return {
    undo,
    redo() {
      if (!game.redo()) app.say("Nothing to do again.");
    },
    renew() {
      const { goal } = game;
      const seed = newId();
      const lost = !game.solved && game.at > 0;
      game.start({ board: randomBoard(goal.width, goal.height, goal, seed), goal, seed });
      if (lost) app.notify("A new board.", { undo });
      else app.say("A new board.");
    },
    retry() {
      if (game.at === 0) return;
      const lost = !game.solved;
      game.retry();
      if (lost) app.notify("Back at the start of this board.", { undo });
      else app.say("Back at the start of this board.");
    },
    pause() {
      if (game.held) game.resume();
      else game.pause();
    },
    async setup() {
      (await import("./setup.js")).openSetup(app);
    },
    async share() {
      (await import("./sharedialog.js")).openShare(app);
    },
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
  showKeys(app, {
    undo: undoing,
    redo: redoing,
    retry: retrying,
    new: renewing,
    pause: pausing,
    setup: preparing,
    share: sharing,
    query: asking,
  });
  const paint = () => {
    undoing.disabled = !game.canUndo || game.held;
    redoing.disabled = !game.canRedo || game.held;
    retrying.disabled = game.at === 0 || game.held;
    pausing.disabled = !game.running && !game.held;
  };
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
 * Each button's title says what it does and its key, as it is bound now.
 * @param {App} app
 * @param {Record<string, HTMLButtonElement>} buttons  by action
 */
function showKeys({ settings }, buttons) {
  const paint = () => {
    const keys = settings.get("keys");
    for (const [action, element] of Object.entries(buttons)) {
      const key = keys[action][0];
      element.title = ACTIONS[action] + (key ? ` (${keyLabel(key)})` : "");
    }
  };
  settings.addEventListener("change", paint);
  paint();
}
