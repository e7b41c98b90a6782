// Hints where nothing is proved: they must lead to the goal, however the searches behind them differ.

import assert from "node:assert/strict";
import test from "node:test";
import { optimalAdvice } from "../../src/taquin/faces/static/advice.js";
import { move, namedGoal, parseBoard, sameBoard } from "../../src/taquin/faces/static/board.js";

const GOAL = namedGoal("last", 3, 3);
const START = parseBoard("1 2 3/4 5 6/0 7 8");

/** A server that answers every other question with a way round: first LL, then back and on, … */
function wavering() {
  const asked = [];
  return {
    asked,
    optimalMoves: async () => ({ letters: "", distance: null, proved: false }),
    solve: async (board) => {
      asked.push(board);
      const blank = board.cells.indexOf(0);
      // From the corner: in; from the next cell: back out and in again.
      const moves = blank === 6 ? "LL" : blank === 7 ? "RLL" : "L";
      return { by: "server", moves, optimal: false, lowerBound: 1, nodes: 1, ms: 1 };
    },
    human: async () => assert.fail("the server had an answer"),
  };
}

test("hints keep to a solution once it is found, and end", async () => {
  const brain = wavering();
  let board = START;
  const told = [];
  for (let hints = 0; !sameBoard(board, GOAL); hints++) {
    assert.ok(hints < 10, "the hints run in circles");
    const { letter, badge, sentence } = await optimalAdvice(brain, board, GOAL, {});
    assert.equal(badge.text, "not proved");
    told.push(sentence);
    board = move(board, letter);
  }
  assert.equal(brain.asked.length, 1);
  assert.deepEqual(told, [
    "It begins a solution of 2 moves; at least 1 move is needed.",
    "It begins a solution of 1 move; at least 1 move is needed.",
  ]);
});

test("off the solution, and for another goal, the search is asked again", async () => {
  const brain = wavering();
  await optimalAdvice(brain, START, GOAL, {});
  const first = brain.asked.length;
  await optimalAdvice(brain, move(START, "D"), GOAL, {});
  assert.equal(brain.asked.length, first + 1);
  await optimalAdvice(brain, START, namedGoal("first", 3, 3), {});
  assert.equal(brain.asked.length, first + 2);
});
