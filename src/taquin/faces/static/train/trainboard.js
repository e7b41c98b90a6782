/** The board of the training: it hands every wanted move to the part that is on. */
import { namedGoal } from "../board.js";
import { dress } from "../shared/app.js";
import { build, fill } from "../shared/dom.js";
import { letterOf } from "../shared/keys.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {{from: Board, to: Board, moves: string, input: string, time: number}} WantedMove */

/**
 * A part of the training. `take` says whether a move is made.
 * @typedef {object} TrainPart
 * @property {HTMLElement} element
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {(move: WantedMove) => boolean} take
 * @property {() => void} next  key N
 * @property {() => void} retry  key T
 * @property {() => void} hint  key H
 * @property {() => void} [undo]  key U
 */

const GLIDE = 120;

/**
 * @param {App} app
 * @param {() => TrainPart | null} part  the one that is on; null while the view is hidden
 * @returns {{element: HTMLElement, board: TaquinBoard}}
 */
export function buildTrainBoard(app, part) {
  const board = /** @type {TaquinBoard} */ (document.createElement("taquin-board"));
  const { settings, keys } = app;
  const paint = () => {
    board.palette = settings.get("palette");
    board.input = settings.get("input");
    board.model = settings.get("model");
    board.duration = settings.get("motion") === "reduce" ? 0 : GLIDE;
    dress(board, settings);
  };
  settings.addEventListener("change", paint);
  paint();
  // The page's keys move tiles, wherever the focus is.
  board.keys = {};
  board.addEventListener("taquin-move", (event) => {
    const { from, to, moves, input, time } = /** @type {CustomEvent} */ (event).detail;
    if (!part()?.take({ from, to, moves, input: input[0], time })) event.preventDefault();
  });
  for (const action of ["up", "down", "left", "right"]) {
    keys.on(action, (event) => {
      const onBoard = event.composedPath().includes(board);
      if (!part() || (onBoard && settings.get("model") === "explore")) return;
      event.preventDefault();
      event.stopPropagation();
      const letter = /** @type {string} */ (letterOf(action, settings.get("arrows")));
      board.push(letter, { input: "keyboard", time: event.timeStamp });
    });
  }
  for (const [action, name] of /** @type {const} */ ([["new", "next"], ["retry", "retry"], ["hint", "hint"], ["undo", "undo"]])) {
    keys.on(action, (event) => {
      const on = part();
      if (!on) return;
      event.preventDefault();
      on[name]?.();
    });
  }
  return { element: build("div", { class: "train__board" }, board), board };
}

/**
 * The moves that a puzzle wants, as dots: found, wrong, or still to find.
 * @returns {{element: HTMLElement, show(one: import("./puzzletry.js").PuzzleTry | null): void}}
 */
export function buildSteps() {
  const element = build("div", { class: "train__steps", "aria-hidden": "true" });
  return {
    element,
    show(one) {
      const kind = (/** @type {number} */ i) => (i < (one?.found ?? 0) ? "is-found" : i === one?.found && one?.state === "failed" ? "is-missed" : null);
      fill(element, ...Array.from({ length: one?.puzzle.length ?? 0 }, (_, i) => build("span", { class: kind(i) })));
    },
  };
}

/**
 * Where there is nothing to do.
 * @param {TaquinBoard} board
 * @param {number} side
 */
export function showGoal(board, side) {
  const goal = namedGoal("last", side, side);
  board.goal = goal;
  board.show(goal, { animate: false });
  board.disabled = true;
}

/**
 * Mark the tile of a best move, with its way.
 * @param {TaquinBoard} board
 * @param {string} letter
 */
export function pointAt(board, letter) {
  const { width, cells } = board.board;
  const step = { U: width, D: -width, L: 1, R: -1 }[letter] ?? 0;
  board.mark({ cells: [cells.indexOf(0) + step], arrow: letter });
}
