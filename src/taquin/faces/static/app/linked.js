// The boards that a link names, in any notation; few visits begin with one.

import { formatBoard, parseBoard } from "../board.js";
import { withWords } from "../words/said.js";

/**
 * Links name boards in any notation or by name; views get them in the plain one.
 * @param {Record<string, string>} params
 * @returns {Promise<Record<string, string>>}
 */
export async function plainPosition(params) {
  const { board, goal } = params;
  // Few links need the file of names.
  const named = board.includes(":") ? await (await withWords(() => import("../notation/named.js"))).namedBoard(board) : null;
  if (named) return { ...params, board: formatBoard(named.board), goal: goal ?? formatBoard(named.goal) };
  const start = await plainBoard(board);
  if (!goal) return { ...params, ...start };
  return { ...params, board: start.board, goal: /^[a-z]+$/i.test(goal) ? goal : (await plainBoard(goal)).board };
}

/**
 * @param {string} text  of a board, and maybe of its goal
 * @returns {Promise<{board: string, goal?: string}>} in the plain notation; as it is if it cannot be read
 */
async function plainBoard(text) {
  try {
    return { board: formatBoard(parseBoard(text)) };
  } catch {
    const { readPaste } = await withWords(() => import("../notation/paste.js"));
    try {
      const { board, goal } = readPaste(text);
      return { board: formatBoard(board), ...(goal && { goal: formatBoard(goal) }) };
    } catch {
      // The view says what is wrong with it.
      return { board: text };
    }
  }
}
