/** The nodes of a recorded tree that lie on the solution found. */
import { boardTextsOn } from "../boards/typedboards.js";

/** @typedef {import("./trace.js").SearchTree} SearchTree */

/**
 * Nodes of the last pass on the solution path; empty if none was found. A node counts if its board
 * is on the path and its parent's board is just before it (or after it, in a search from the goal);
 * a multi-tile push may skip boards in between.
 * @param {SearchTree} tree
 * @returns {Set<number>}
 */
export function solutionNodes(tree) {
  const moves = tree.end?.moves;
  const start = tree.board[0];
  const found = /** @type {Set<number>} */ (new Set());
  if (moves == null || start === undefined) return found;
  const place = new Map(boardTextsOn(tree.header?.topology ?? "grid", start, moves).map((board, at) => [board, at]));
  const last = tree.pass[tree.size - 1];
  for (let node = 0; node < tree.size; node++) {
    const at = place.get(tree.board[node] ?? "");
    if (at === undefined || tree.pass[node] !== last) continue;
    const parent = tree.parent[node] ?? -1;
    if (parent < 0) found.add(node);
    else if (found.has(parent) && isNext(tree, node, at, place.get(tree.board[parent] ?? "") ?? at))
      found.add(node);
  }
  return found;
}

/**
 * @param {SearchTree} tree
 * @param {number} node
 * @param {number} at its place on the way
 * @param {number} before its parent's
 * @returns {boolean}
 */
function isNext(tree, node, at, before) {
  const along = tree.side[node] === "backwards" ? before - at : at - before;
  return tree.header?.metric === "mtm" ? along > 0 : along === 1;
}
