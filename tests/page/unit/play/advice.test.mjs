// Hints where nothing is proved: they must lead to the goal, however the searches behind them differ.

import assert from "node:assert/strict";
import test from "node:test";
import { methodAdvice, optimalAdvice } from "../../../../src/taquin/faces/static/play/advice.js";
import { movesText } from "../../../../src/taquin/faces/static/shared/measures.js";
import { legalMoves, move, namedGoal, parseBoard, sameBoard } from "../../../../src/taquin/faces/static/board.js";

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
    known: () => ({ value: null, lower: 1, upper: null, exact: false }),
    approach: async () => null,
  };
}

/** The letters of a text that can be played from a board, without those that cannot. */
function* replayable(board, text) {
  for (const letter of text) {
    if (!legalMoves(board).includes(letter)) continue;
    board = move(board, letter);
    yield letter;
  }
}

test("hints keep to a solution once it is found, and end", async () => {
  const solver = wavering();
  let board = START;
  const told = [];
  for (let hints = 0; !sameBoard(board, GOAL); hints++) {
    assert.ok(hints < 10, "the hints run in circles");
    const { letter, badge, sentence } = await optimalAdvice(solver, board, GOAL, {});
    assert.equal(badge.text, "not proved");
    told.push(sentence);
    board = move(board, letter);
  }
  assert.equal(solver.asked.length, 1);
  assert.deepEqual(told, [
    "It is the first move of a solution of 2 moves; at least 1 move is needed.",
    "It is the first move of a solution of 1 move; at least 1 move is needed.",
  ]);
});

test("a board that one slide solves needs no step of the method", async () => {
  const { task, moves, focus, sentence } = await methodAdvice(wavering(), START, GOAL, {});
  assert.deepEqual([task, moves, focus, sentence], ["Move tile 8: 7 and 8 slide together.", "LL", [8], "That solves the board."]);
  const { task: single } = await methodAdvice(wavering(), move(START, "L"), GOAL, {});
  assert.equal(single, "Move tile 8: it slides home.");
});

test("a proof that failed is tried again a tenth of the way on, not at every hint", async () => {
  const goal = namedGoal("last", 4, 4);
  const way = "UULDLURRDDLLUURDLURRDDLLUURDLURRDDLLUUR".slice(0, 30);
  const back = { U: "D", D: "U", L: "R", R: "L" };
  const letters = [...replayable(goal, way)];
  let board = goal;
  for (const letter of letters) board = move(board, letter);
  const moves = letters.reverse().map((letter) => back[letter]).join("");
  const solver = wavering();
  const tried = [];
  let left = moves.length;
  solver.optimalMoves = async () => {
    tried.push(left);
    return { letters: "", distance: null, proved: false };
  };
  solver.solve = async () => ({ by: "server", moves, optimal: false, lowerBound: 9, nodes: 1, ms: 1 });
  for (; left > 0; left--) {
    const { letter } = await optimalAdvice(solver, board, goal, {});
    assert.equal(letter, moves[moves.length - left]);
    board = move(board, letter);
  }
  assert.ok(sameBoard(board, goal));
  assert.equal(tried[0], moves.length);
  assert.ok(tried.every((at, i) => i === 0 || at <= 0.9 * tried[i - 1]), tried.join(" "));
  assert.equal(tried.at(-1), 1);
});

test("off the solution, and for another goal, the search is asked again", async () => {
  const solver = wavering();
  await optimalAdvice(solver, START, GOAL, {});
  const first = solver.asked.length;
  await optimalAdvice(solver, move(START, "D"), GOAL, {});
  assert.equal(solver.asked.length, first + 1);
  await optimalAdvice(solver, START, namedGoal("first", 3, 3), {});
  assert.equal(solver.asked.length, first + 2);
});

test("one move is one, and thousands of moves are written as thousands of nodes are", () => {
  assert.deepEqual([0, 1, 999, 16349].map(movesText), ["0 moves", "1 move", "999 moves", "16,349 moves"]);
});
