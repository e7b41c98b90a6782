/** Where a slide may go on, and what is left then. */
import assert from "node:assert/strict";
import test from "node:test";

import { parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { furtherFrom, nearestOf, runIn } from "../../../../src/taquin/faces/static/play/slideruns.js";

test("the last slide of a game, and where it may go on", () => {
  assert.deepEqual(["", "R", "RRU", "RUU"].map((moves) => runIn({ moves })), ["", "R", "U", "UU"]);
  const board = parseBoard("1 2 3/4 5 6/0 7 8");
  assert.deepEqual(furtherFrom(board, ""), []);
  assert.deepEqual(furtherFrom(board, "R"), []);
  assert.deepEqual(furtherFrom(board, "L").map(({ moves, board: { cells } }) => [moves, [...cells]]), [
    ["L", [1, 2, 3, 4, 5, 6, 7, 0, 8]],
    ["LL", [1, 2, 3, 4, 5, 6, 7, 8, 0]],
  ]);
  const [open, far] = [{ value: null, lower: 3, upper: null, exact: false }, { value: 5, lower: 5, upper: 5, exact: true }];
  assert.deepEqual(nearestOf([far]), far);
  assert.deepEqual(nearestOf([open, far]), { value: null, lower: 3, upper: 5, exact: false });
});
