// A game given as text: a link of this page, or a board with its moves. Pure.

import { GOAL_NAMES, MoveError, NotationError, formatBoard, goalName, judge, namedGoal, replay } from "../board.js";
import { LONGEST, goalParam, readFragment, writeFragment } from "../notation/links.js";
import { readReplay } from "../notation/replaylinks.js";
import { packMoves } from "../notation/packing.js";
import { readMoves } from "../notation/paste.js";
import { readMoveText } from "../notation/slides.js";
import { t } from "../words/said.js";

// Without the punctuation of the sentence around it.
const LINK = /#\/[a-z]+(?:\?\S*[\w=-])?/;
// A list of numbers is a board.
const EXPORTED = /^\s*(?:\{|\[\s*\{|"?id"?,)/;
// Letters of a board stand alone or beside digits.
const WORD = /(?<![\p{L}\d])\p{L}{3,}(?![\p{L}\d])/u;
const NO_GAME = t`there is no game in this text; expected a replay link, exported games, or a board with its moves on the line below.`;

/**
 * Whether a text is what the statistics export, JSON or CSV.
 * @param {string} text
 * @returns {boolean}
 */
export function isExported(text) {
  return EXPORTED.test(text.replace(/^\uFEFF/, ""));
}

/**
 * The fragment that opens the review of a game, or, of a challenge, its race; `readReplay` reads it.
 * @param {string} text  a replay link, or a board and its moves on the line below
 * @returns {string}
 */
export function replayOf(text) {
  const link = LINK.exec(text);
  if (!link) return fromMoves(text);
  const { view, params } = readFragment(link[0]) ?? { view: "", params: {} };
  if ((view !== "replay" && view !== "race") || !readReplay(params).moves) {
    throw new NotationError(t`this link contains no moves; expected the link to a replay, from Share.`);
  }
  return link[0];
}

/** @param {string} text */
function fromMoves(text) {
  const { board, goal, moves } = readGame(text);
  if (!moves) throw new MoveError(t`there are no moves; expected U, D, L and R on a line below the board.`);
  const params = { b: formatBoard(board), ...goalParam(goal ?? goalOf(board, moves)), m: packMoves(moves) };
  const fragment = writeFragment("replay", params);
  if (fragment.length > LONGEST) {
    throw new MoveError(t`${moves.length} moves are too many for a link; choose a file of exported games instead.`);
  }
  return fragment;
}

/**
 * A board and its moves. A wrong letter among the moves makes their line look like a row of the board;
 * the message is then about the moves.
 * @param {string} text
 */
function readGame(text) {
  try {
    return readMoves(text);
  } catch (error) {
    const lines = text.trim().split("\n");
    const last = lines.pop() ?? "";
    if (/\p{L}/u.test(last) && isBoard(lines.join("\n"))) readMoveText(last);
    if (!/\d/.test(text) || WORD.test(text)) throw new NotationError(NO_GAME);
    throw error;
  }
}

/** @param {string} text */
function isBoard(text) {
  try {
    return readMoves(text).moves === "";
  } catch {
    return false;
  }
}

/**
 * The goal that the moves reach, or the first one that they could have reached.
 * @param {import("../board.js").Board} board
 * @param {string} moves
 */
function goalOf(board, moves) {
  const end = replay(board, moves);
  if (goalName(end)) return end;
  const named = GOAL_NAMES.map((name) => namedGoal(name, board.width, board.height));
  return named.find((goal) => judge(board, goal).solvable) ?? named[0];
}
