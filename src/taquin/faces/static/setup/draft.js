// The board that the set-up dialog is about to play, and who repaints when it changes.

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */

/**
 * `unread`: why the last input could not be read, in words; the board is then an older one.
 * @typedef {{board: Board, goal: Board, seed: string | null, typed: boolean, unread: string}} Draft
 * @typedef {{app: App, get: () => Draft, update: (change: Partial<Draft>) => void,
 *   painters: (() => void)[]}} SetupParts
 */

/**
 * @param {App} app
 * @param {{board: Board, goal: Board}} position  to start with
 * @returns {SetupParts}  what the fields of the dialog share
 */
export function draftOf(app, { board, goal }) {
  /** @type {Draft} */
  let draft = { board, goal, seed: null, typed: false, unread: "" };
  /** @type {(() => void)[]} */
  const painters = [];

  /** @param {Partial<Draft>} change */
  function update(change) {
    draft = { ...draft, seed: null, typed: false, unread: "", ...change };
    for (const paint of painters) paint();
  }

  return { app, get: () => draft, update, painters };
}
