// The buttons under the board, and what they and their keys do.

import { inverse } from "../board.js";
import { HELD, beginOther, opening, withMenu } from "../shared/app.js";
import { build, button, fill, icon, keepFocus } from "../shared/dom.js";
import { seedDay } from "../game/record.js";
import { ACTIONS, keyLabel } from "../shared/keys.js";
import { dealtBoard } from "../game/random.js";
import { slideText } from "../shared/moves.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/**
 * A random board for a goal; the game it replaces can be brought back.
 * @param {App} app
 * @param {import("../board.js").Board} goal
 */
export function deal(app, goal) {
  const dealt = dealtBoard(goal);
  beginOther(app, t`New ${goal.width}×${goal.height} board.`, () => app.game.start({ ...dealt, goal }));
}

/**
 * From a daily board to the player's own that was in play last, or, if that was solved or not begun, to a new one of
 * its size and goal. The daily is kept; its card continues it.
 * @param {App} app
 */
export function toOwn(app) {
  const { game } = app;
  if (!seedDay(game.record)) return;
  const last = app.own();
  const own = game.leftLast((record) => !seedDay(record) && record.id === (last?.id ?? record.id));
  if (own && game.goOn(own.record.id)) app.say(t`Your own board is back.`);
  else deal(app, last?.goal ?? game.goal);
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
    if (!game.undo()) return app.say(game.held ? HELD : translated(FACE_SENTENCES.noUndo));
    // Another game that comes back has announced itself.
    const back = moves.slice(game.at);
    if (back) app.say(t`Undone: ${slideText(board, inverse(back))}`);
  };
  const redo = () => {
    const { board, at } = game;
    if (!game.redo()) return app.say(game.held ? HELD : translated(FACE_SENTENCES.noRedo));
    const again = game.record.moves.slice(at);
    if (again) app.say(t`Redone: ${slideText(board, again)}${game.solved ? t` Solved.` : ""}`);
  };
  /** Wraps an action that would show the board a pause hides, or end the pause unnoticed. */
  const unheld = (/** @type {() => void} */ act) => () => (game.held ? app.say(HELD) : act());
  return {
    undo,
    redo,
    renew: () => deal(app, game.goal),
    retry: unheld(() => {
      if (!game.begun) return app.say(t`You have not started this board.`);
      beginOther(app, t`Back to the start of this board.`, () => game.retry());
    }),
    pause() {
      if (game.held) game.resume();
      else game.pause();
    },
    setup: unheld(opening(async () => {
      const { openSetup } = await withWords(() => import("../setup/setup.js"));
      return unheld(() => openSetup(app));
    })),
    share: unheld(opening(async () => {
      const { openShare } = await withWords(() => import("./sharedialog.js"));
      return unheld(() => openShare(app));
    })),
  };
}

/**
 * The two rows of buttons under the board.
 * @param {App} app
 * @param {ReturnType<typeof buildActions>} actions
 * @param {() => void} ask
 * @param {() => void} hint
 */
export function buildControls(app, { undo, redo, renew, retry, pause, setup, share }, ask, hint) {
  const { game, settings } = app;
  const undoing = button({ icon: "undo", words: t`Undo`, onClick: undo });
  const redoing = button({ icon: "redo", words: t`Redo`, onClick: redo });
  const retrying = button({ icon: "retry", words: t`Retry`, onClick: retry });
  const renewing = button({ icon: "new", words: t`New`, onClick: renew });
  const pausing = button({ icon: "pause", words: t`Pause`, kind: "quiet", onClick: pause });
  const preparing = button({ icon: "setup", words: t`Set up`, kind: "quiet", onClick: setup });
  const sharing = button({ icon: "share", words: t`Share`, kind: "quiet", onClick: share });
  const more = button({ icon: "more", words: t`More`, kind: "quiet", onClick: () => {} });
  // Where there is no room for the panel of hints beside the board.
  const hinting = button({ icon: "hint", words: t`Hint`, onClick: hint });
  hinting.classList.add("controls__hint");
  const showGoal = goalOpener(app);
  const menu = withMenu(more, t`More`, () => [
    ...(goalInSight() ? [] : [{ words: t`Show the goal`, onPick: showGoal }]),
    { words: t`Ask about the board`, key: keyLabel(settings.get("keys").query[0] ?? ""), onPick: ask },
    { words: t`Timed`, key: keyLabel(settings.get("keys").timed[0] ?? ""), onPick: () => app.go("timed") },
    { words: t`Analyse`, note: t`shows the solution`, disabled: game.held, onPick: () => app.go("analysis") },
  ]);
  const showTitles = showKeys(app, {
    undo: undoing,
    redo: redoing,
    retry: retrying,
    new: renewing,
    pause: pausing,
    setup: preparing,
    share: sharing,
    hint: hinting,
  });
  const disable = () => {
    undoing.disabled = !game.canUndo || game.held;
    redoing.disabled = !game.canRedo || game.held;
    retrying.disabled = !game.begun || game.held;
    pausing.disabled = !game.running && !game.held;
    hinting.disabled = game.held || game.solved;
    const words = game.held ? t`Resume` : t`Pause`;
    if (pausing.textContent !== words) fill(pausing, icon(game.held ? "resume" : "pause"), build("span", { text: words }));
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
    build(
      "div",
      { class: "controls__row controls__row--first" },
      ...[undoing, redoing, retrying, renewing, hinting],
    ),
    build("div", { class: "controls__row" }, pausing, preparing, sharing, menu),
  );
}

/**
 * @param {App} app
 * @returns {() => void}  shows the goal in a dialog
 */
export const goalOpener = (app) =>
  opening(async () => {
    const { openGoal } = await withWords(() => import("./goaldialog.js"));
    return () => openGoal(app);
  });

/** Whether the whole picture of the goal stands on the page, in the window. */
function goalInSight() {
  const box = document.querySelector(".goal > .goal__cells")?.getBoundingClientRect();
  return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}

/**
 * Each button's title gives its action, its current key and, during a pause, why it is disabled.
 * @param {App} app
 * @param {Record<string, HTMLButtonElement>} buttons  by action
 * @returns {() => void}  paints the titles again
 */
function showKeys({ game, settings }, buttons) {
  const paint = () => {
    const keys = settings.get("keys");
    for (const [action, element] of Object.entries(buttons)) {
      const key = keys[action][0];
      const does = key ? t`${ACTIONS[action]} (${keyLabel(key)})` : ACTIONS[action];
      element.title = element.disabled && game.held ? t`${does}. ${HELD}` : does;
    }
  };
  settings.addEventListener("change", paint);
  paint();
  return paint;
}
