// Boards by the names that the command line knows, such as korf100:1.

import { NotationError, parseBoard, parseGoal } from "../board.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

// No board notation looks like this.
const NAME = /^[a-z][a-z0-9_]*:[a-z0-9_]+$/i;

/**
 * The board of a name, with its goal; null for a text that is not a name. The list of names is
 * loaded on first use.
 * @param {string} text
 * @returns {Promise<{board: Board, goal: Board} | null>}
 */
export async function namedBoard(text) {
  const name = text.trim().toLowerCase();
  if (!NAME.test(name)) return null;
  const { INSTANCES } = await import("./instances.js");
  const found = INSTANCES.find((one) => one[0] === name);
  if (!found) {
    const sets = [...new Set(INSTANCES.map((one) => one[0].split(":")[0]))].map(
      (set) => INSTANCES.find((one) => one[0].startsWith(`${set}:`))?.[0],
    );
    throw new NotationError(t`no board is named ${name}; expected a name such as ${sets.join(", ")}.`);
  }
  const board = parseBoard(found[1]);
  return { board, goal: parseGoal(found[2], board.width, board.height) };
}
