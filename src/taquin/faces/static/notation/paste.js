// What people paste as a board: any notation, a link of this page, or a board with moves after it.

import { NotationError, namedGoal, replay } from "../board.js";
import { LARGEST_SIDE } from "../game/record.js";
import { pairsIn } from "./movetext.js";
import { readTask } from "./notation.js";
import { readFragment, readPosition, sized } from "./links.js";
import { readReplay } from "./replaylinks.js";
import { readMoveText } from "./slides.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/**
 * The board of a shared text: the whole, or one of its lines.
 * @param {string} text
 * @returns {{board: Board, goal: Board}}
 */
export function readShared(text) {
  const tried = [text, ...text.split("\n")].flatMap((part) => {
    try {
      return [readPaste(part)];
    } catch {
      return [];
    }
  });
  // The message is about the whole text.
  const { board, goal } = tried[0] ?? readPaste(text);
  return { board, goal: goal ?? namedGoal("last", board.width, board.height) };
}

/**
 * The position that a pasted text means. Moves on the last lines are played, as Slidysim's
 * scrambles and solutions are.
 * @param {string} text
 * @param {{width: number, height: number}} [size]  used where the text leaves the size open
 * @returns {{board: Board, goal: Board | null}}
 */
export function readPaste(text, size) {
  const link = /#\/(?:play|replay|race)\?\S+/.exec(text);
  if (link) return readLink(link[0]);
  const { board, goal, moves } = readMoves(text, size);
  return { board: replay(board, moves), goal };
}

/**
 * A board, its goal where the text has one, and the moves on the lines below, "" for none.
 * @param {string} text
 * @param {{width: number, height: number}} [size]  used where the text leaves the size open
 * @returns {{board: Board, goal: Board | null, moves: string}}
 */
export function readMoves(text, size) {
  const lines = text.trim().split("\n");
  const end = 1 + lines.findLastIndex((line, i) => i === 0 || !isMoves(line));
  const { board, goal } = sizedTask(lines.slice(0, end).join("\n"), size);
  return { board, goal, moves: readMoveText(lines.slice(end).join(" "), board) };
}

/** Whether a line is moves: a row of tiles is numbers. @param {string} line */
function isMoves(line) {
  if (!/[udlrnesv<>^↑↓←→⬆⬇⬅➡]/i.test(line)) return false;
  try {
    return pairsIn(line) !== null || readMoveText(line) !== "";
  } catch {
    return false;
  }
}

/** @param {string} fragment */
function readLink(fragment) {
  const { view, params } = readFragment(fragment) ?? { view: "", params: {} };
  const position = view === "replay" || view === "race" ? fromReplay(params) : readPosition(params);
  if (position) return position;
  throw new NotationError(t`this link contains no board; expected a link from “Share”.`);
}

/** @param {Record<string, string>} params */
function fromReplay(params) {
  const record = readReplay(params);
  return readPosition({ board: record.start, goal: record.goal });
}

/**
 * A text that fits several sizes is read at the current size.
 * @param {string} text
 * @param {{width: number, height: number}} [size]
 */
function sizedTask(text, size) {
  let task;
  try {
    task = readTask(text);
  } catch (error) {
    if (!size) throw ofThisPage(error);
    try {
      task = readTask(text, { width: size.width, height: size.height });
    } catch {
      // The first message is about the text alone; the second would blame a size nobody typed.
      throw ofThisPage(error);
    }
  }
  sized(task.board);
  return task;
}

/**
 * A board may have more cells elsewhere than on this page.
 * @param {unknown} error
 * @returns {unknown}
 */
function ofThisPage(error) {
  if (!(error instanceof NotationError)) return error;
  // “2 to 100” ends the sentence in every language.
  return new NotationError(error.message.replace(/(?<=\b2 \p{L}+ )100(?=\D*$)/u, String(LARGEST_SIDE)));
}
