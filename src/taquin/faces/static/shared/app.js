// What several views do with what each of them gets.

import { build } from "./dom.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { translated, withWords } from "../words/said.js";

/** @typedef {import("./appshape.js").View} View */
/** @typedef {import("./appshape.js").Notify} Notify */
/** @typedef {import("./appshape.js").App} App */

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
  const open = async () => (await withWords(() => import("./menu.js"))).addMenu(opener, name, items).showPopover();
  opener.addEventListener("click", () => void open(), { once: true });
  return build("div", { class: "menu" }, opener);
}

/** How many dialogs have been asked for. */
let asked = 0;

/**
 * What opens a dialog that loads when it is first needed: once, though it may be asked for again meanwhile, and not
 * over another view or after another dialog was asked for, which is then what is wanted.
 * @param {() => Promise<() => void>} load  returns what opens it
 * @returns {() => Promise<void>}
 */
export function opening(load) {
  const view = () => document.querySelector("main > section");
  return async () => {
    const mine = ++asked;
    const from = view();
    const open = await load();
    // Before the first view comes, there is none.
    if (mine === asked && (!from || from === view())) open();
  };
}

/** Why an action is refused during a pause. */
export const HELD = translated(FACE_SENTENCES.paused);

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
  offerBack(app, text, solved ? null : left);
}

/** The game that the notice in sight brings back. @type {string | null} */
let offered = null;

/**
 * A notice about a new board with its undo; it goes when the game before it comes back by any way. A notice
 * in sight makes room for the newer one, which brings back the same game if none was left since.
 * @param {App} app
 * @param {string} text
 * @param {string | null} left  the game before; null if it is not kept
 */
export function offerBack(app, text, left) {
  const { game } = app;
  const before = left ?? offered;
  if (!before) return app.say(text);
  const undo = () => {
    if (!game.back(before)) app.say(game.held ? HELD : translated(FACE_SENTENCES.noUndo));
  };
  const gone = () => {
    offered = null;
  };
  notifyWhile(app, text, { undo, gone }, () => game.record.id !== before);
  offered = before;
}

/**
 * A notice with a way back beside the game; it goes once what it says has been undone otherwise, by key for example,
 * or the game is solved: it must not cover the result, and Undo stands below the board.
 * @param {Pick<App, "game" | "notify">} app
 * @param {string} text
 * @param {Parameters<import("./appshape.js").Notify>[1]} options  gone: the notice has been removed
 * @param {() => boolean} holds
 */
export function notifyWhile(app, text, options, holds) {
  const { game } = app;
  const look = () => {
    if (!holds() || game.solved) leave();
  };
  const gone = () => {
    game.removeEventListener("change", look);
    options?.gone?.();
  };
  const leave = app.notify(text, { ...options, gone, view: "play" });
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
