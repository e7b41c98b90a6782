// Views and positions as the fragment of a link, which never reaches a server; a position as text too. Pure text.
// Its twin: taquin/puzzle/tasks.py.

import { NotationError, formatBoard, goalName, namedGoal, parseBoard, parseGoal, sameBoard } from "../board.js";
import { LARGEST_SIDE } from "../game/record.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/** The longest fragment that is read, in characters. */
export const LONGEST = 8192;

/**
 * View and parameters of a fragment such as `#/play?board=…`; the parameters are plain text.
 * @param {string} hash
 * @returns {{view: string, params: Record<string, string>} | null}  null: not one of our fragments
 */
export function readFragment(hash) {
  if (!hash.startsWith("#/")) return null;
  if (hash.length > LONGEST) {
    throw new NotationError(
      t`the link’s fragment has ${hash.length} characters; expected at most ${LONGEST}. It may have been changed on its way. Ask for it again.`,
    );
  }
  const [view, query = ""] = hash.slice(2).split(/\?(.*)/s);
  return { view: view || "play", params: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * The fragment of a view; `readFragment` reads it back.
 * @param {string} view
 * @param {Record<string, string>} [params]
 * @returns {string}
 */
export function writeFragment(view, params = {}) {
  const pairs = Object.entries(params).map(([key, value]) => `${key}=${escape(value)}`);
  return `#/${view}${pairs.length > 0 ? "?" : ""}${pairs.join("&")}`;
}

/** @param {string} value */
function escape(value) {
  return encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%2F", "/");
}

/**
 * The fragment that opens a position.
 * @param {Board} board
 * @param {Board} goal
 * @returns {string}
 */
export function positionFragment(board, goal) {
  return checked(writeFragment("play", { board: formatBoard(board), ...goalParam(goal) }));
}

/** @param {Board} goal */
const isUsual = (goal) => sameBoard(goal, namedGoal("last", goal.width, goal.height));

/**
 * A board as text for others; with its goal, unless that is the usual one, as the readers take a start and a goal.
 * @param {Board} board
 * @param {Board} goal
 * @returns {string}
 */
export function positionText(board, goal) {
  return [board, ...(isUsual(goal) ? [] : [goal])].map(formatBoard).join(" -> ");
}

/**
 * The board and goal of `#/play?board=…&goal=…`, or null where no board is named.
 * @param {Record<string, string>} params
 * @returns {{board: Board, goal: Board} | null}
 */
export function readPosition({ board: text, goal }) {
  if (!text) return null;
  const board = sized(parseBoard(text));
  return { board, goal: parseGoal(goal ?? "last", board.width, board.height) };
}

/**
 * The parameter of a goal; the usual one needs none.
 * @param {Board} goal @returns {Record<string, string>}
 */
export function goalParam(goal) {
  if (isUsual(goal)) return {};
  return { goal: goalName(goal) ?? formatBoard(goal) };
}

/**
 * The board, if this page can play it.
 * @param {Board} board
 */
export function sized(board) {
  if (Math.max(board.width, board.height) > LARGEST_SIDE) {
    throw new NotationError(
      t`a ${board.width}x${board.height} board; this page supports 2x2 to ${LARGEST_SIDE}x${LARGEST_SIDE}.`,
    );
  }
  return board;
}

/**
 * The fragment, if it is short enough to be read; NotationError otherwise.
 * @param {string} fragment
 */
export function checked(fragment) {
  if (fragment.length <= LONGEST) return fragment;
  throw new NotationError(
    t`the link would have ${fragment.length} characters; the limit is ${LONGEST}. Export the game from the statistics instead.`,
  );
}
