// Hints for a player who counts slides: the first of the fewest, and the rest without another search.

import assert from "node:assert/strict";
import test from "node:test";
import { slideAdvice } from "../../../../src/taquin/faces/static/play/slidehint.js";
import { namedGoal, parseBoard, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";

const GOAL = namedGoal("last", 3, 3);
const START = parseBoard("0 1 2/4 5 3/7 8 6");

/** A search that finds the two slides of four moves, and can prove so many. */
function finding(lowerBound) {
  const asked = [];
  return {
    asked,
    slides: async () => ({
      solve: async (board) => {
        asked.push(board);
        return { moves: "LLUU", slides: 2, optimal: lowerBound === 2, lowerBound, nodes: 1, ms: 1, by: "worker" };
      },
    }),
  };
}

async function followed(solver) {
  const told = [];
  for (let board = START; !sameBoard(board, GOAL); ) {
    assert.ok(told.length < 5, "the hints run in circles");
    const { moves, sentence, badge, together } = await slideAdvice(solver, board, GOAL, {});
    assert.equal(together, true);
    told.push(`${moves} ${badge.text}: ${sentence}`);
    board = replay(board, moves);
  }
  return told;
}

test("hints keep to the slides that were found, and end", async () => {
  const solver = finding(1);
  assert.deepEqual(await followed(solver), [
    "LL not proved: It begins a solution of 2 slides. Fewer slides may be enough, but at least 1 is needed.",
    "UU proved: It begins a solution of 1 slide. No solution has fewer slides.",
  ]);
  assert.equal(solver.asked.length, 1);
});

test("a board in the middle of a slide is searched again", async () => {
  const solver = finding(2);
  const { task, way, focus } = await slideAdvice(solver, parseBoard("0 1 2/4 5 3/7 8 6"), namedGoal("last", 3, 3), {});
  assert.deepEqual([task, way, focus], ["Move tile 2: 1 and 2 slide together.", "Move tile 2 left: 1 and 2 slide together.", [2]]);
  const between = replay(START, "L");
  await assert.rejects(slideAdvice({ slides: async () => { throw new Error("asked"); } }, between, GOAL, {}), /asked/);
});
