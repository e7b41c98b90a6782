// The board that the set-up dialog is about to play, and who repaints when it changes.

import { formatBoard } from "../board.js";
import { dealtBoard, randomBoard } from "../game/random.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {{board: Board, goal: Board, record?: {seed: string | null}}} Drafted  as a game has them */

/**
 * `dealt`: the board was drawn at random, so another goal may have another board. `unread`: why the
 * last input could not be read, in words; the board is then an older one.
 * @typedef {{board: Board, goal: Board, seed: string | null, typed: boolean, dealt: boolean,
 *   unread: string}} Draft
 * @typedef {{app: App, get: () => Draft, update: (change: Partial<Draft>) => void,
 *   aim: (goal: Board) => void, painters: (() => void)[]}} SetupParts
 */

/**
 * @param {App} app
 * @param {Drafted} position  to start with
 * @returns {SetupParts}  what the fields of the dialog share
 */
export function draftOf(app, { board, goal, record }) {
  /** @type {Draft} */
  let draft = { board, goal, seed: null, typed: false, dealt: (record?.seed ?? null) !== null, unread: "" };
  /** What was dealt for other goals, so that a goal tried and left costs no board. @type {Map<string, Draft>} */
  const dealt = new Map();
  /** @type {(() => void)[]} */
  const painters = [];

  /** @param {Partial<Draft>} change */
  function update(change) {
    const dealt = change.board ? (change.seed ?? null) !== null : draft.dealt;
    draft = { ...draft, seed: null, typed: false, unread: "", dealt, ...change };
    for (const paint of painters) paint();
  }

  /** @param {Board} goal  of the same size: a dealt board is dealt again for it, any other is kept */
  function aim(goal) {
    if (!draft.dealt) return update({ goal });
    dealt.set(formatBoard(draft.goal), draft);
    const before = dealt.get(formatBoard(goal));
    if (before) return update({ ...before, unread: "" });
    const { seed, typed } = draft;
    const typedOne = typed && seed !== null;
    const dealtAgain = typedOne ? { board: randomBoard(goal.width, goal.height, goal, seed), seed } : dealtBoard(goal, seed ?? undefined);
    update({ goal, ...dealtAgain, typed });
  }

  return { app, get: () => draft, update, aim, painters };
}
