// A game given as text: a link of this page, or a board with its moves. Pure.

import { MoveError, NotationError, formatBoard, goalName, replay } from "../board.js";
import { readFragment, readReplay, writeFragment } from "../notation/links.js";
import { packMoves } from "../notation/packing.js";
import { readMoves } from "../notation/paste.js";

const LINK = /#\/[a-z]+(?:\?\S*)?/;
// A list of numbers is a board.
const EXPORTED = /^\s*(?:\{|\[\s*\{|"?id"?,)/;

/**
 * Whether a text is what the statistics export, JSON or CSV.
 * @param {string} text
 * @returns {boolean}
 */
export function isExported(text) {
  return EXPORTED.test(text.replace(/^\uFEFF/, ""));
}

/**
 * The fragment that opens the review of a game; `readReplay` reads it.
 * @param {string} text  a replay link, or a board and its moves on the line below
 * @returns {string}
 */
export function replayOf(text) {
  const link = LINK.exec(text);
  if (!link) return fromMoves(text);
  const { view, params } = readFragment(link[0]) ?? { view: "", params: {} };
  if (view !== "replay") {
    throw new NotationError("this link holds no moves; expected the link to a replay, from Share.");
  }
  readReplay(params);
  return link[0];
}

/** @param {string} text */
function fromMoves(text) {
  const { board, moves } = readMoves(text);
  if (!moves) throw new MoveError("there are no moves; expected U, D, L and R on a line below the board.");
  const goal = goalName(replay(board, moves)) ?? "last";
  const params = { b: formatBoard(board), ...(goal === "last" ? {} : { goal }), m: packMoves(moves) };
  const fragment = writeFragment("replay", params);
  readReplay(params);
  readFragment(fragment);
  return fragment;
}
