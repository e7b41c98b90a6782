// What every view gets, and what several of them do with it.

import { build } from "./dom.js";

/**
 * @typedef {object} View
 * @property {(params: Record<string, any>) => void} show  values from the fragment are text
 * @property {() => void} hide
 */

/**
 * Show a notice, for one view alone or for all; returns a function that removes it.
 * @typedef {(text: string, options?: {undo?: () => void, gone?: () => void, view?: string,
 *   act?: {words: string, onClick: () => void}}) => () => void} Notify
 */

/**
 * What every view gets.
 * @typedef {object} App
 * @property {import("./settings.js").Settings} settings
 * @property {import("../game/game.js").Game} game
 * @property {import("../solver/solver.js").Solver} solver
 * @property {import("../server/api.js").Api} api
 * @property {import("../game/history.js").History} history
 * @property {import("./keys.js").Keys} keys
 * @property {import("../board.js").TaquinBoard | null} element  the board of the play view
 * @property {(text: string, options?: {now?: boolean, after?: boolean}) => void} say  to the live region
 * @property {() => void} flush  speak the pending message now
 * @property {Notify} notify
 * @property {(view: string, params?: Record<string, any>) => void} go
 * @property {() => void} refresh  show the game's board again on `element`
 * @property {(name: string, answer: (argument: string) => string | Promise<string>) => void} query
 *   add a command to the field for questions
 * @property {{prompt(): Promise<unknown>} | null} install  asks to install the page as an app, where
 *   the browser offers that
 */

/**
 * Give a button a menu, which loads when it is first opened.
 * @param {HTMLButtonElement} opener
 * @param {string} name  of the menu
 * @param {() => import("./menu.js").MenuItem[]} items  asked each time it opens
 * @returns {HTMLElement}  the button and its menu
 */
export function withMenu(opener, name, items) {
  opener.setAttribute("aria-haspopup", "menu");
  opener.setAttribute("aria-expanded", "false");
  const open = async () => (await import("./menu.js")).addMenu(opener, name, items).showPopover();
  opener.addEventListener("click", () => void open(), { once: true });
  return build("div", { class: "menu" }, opener);
}

/** Why an action is refused during a pause. */
export const HELD = "The game is paused.";

/**
 * Begin another game and announce it; an unfinished game that it replaces can be brought back.
 * @param {App} app
 * @param {string} text
 * @param {() => string | null} begin  as the game's `start`
 */
export function beginOther(app, text, begin) {
  const { solved } = app.game;
  const left = begin();
  // A solved game is in the history: undo finds it, and needs no notice.
  if (left && !solved) offerBack(app, text, left);
  else app.say(text);
}

/**
 * A notice about a new board with its undo; it goes when the game before it comes back by any way.
 * @param {App} app
 * @param {string} text
 * @param {string} left  the game before
 */
export function offerBack(app, text, left) {
  const { game } = app;
  const undo = () => {
    if (!game.back(left)) app.say(game.held ? HELD : "Nothing to undo.");
  };
  notifyWhile(app, text, undo, () => game.record.id !== left);
}

/**
 * A notice with an undo beside the game; it goes once what it says has been undone otherwise, by key for example.
 * @param {App} app
 * @param {string} text
 * @param {() => void} undo
 * @param {() => boolean} holds
 */
export function notifyWhile(app, text, undo, holds) {
  const { game } = app;
  const look = () => {
    if (!holds()) leave();
  };
  const gone = () => game.removeEventListener("change", look);
  const leave = app.notify(text, { undo, gone, view: "play" });
  game.addEventListener("change", look);
}

/**
 * Numbers stay on the tiles unless there is a picture and the player has turned them off.
 * @param {import("../board.js").TaquinBoard} element
 * @param {import("./settings.js").Settings} settings
 */
export function dress(element, settings) {
  element.labels = element.image && !settings.get("numerals") ? "none" : "numbers";
}
