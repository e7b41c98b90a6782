/** The lab's board types: which boards can be solved, by enumeration, and what estimates see there. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, makeBoard, parseBoard } from "../../../../../src/taquin/faces/static/board.js";
import { neighboursOn, stepsAlong } from "../../../../../src/taquin/faces/static/lab/boards/boardtypes.js";
import { boardTextsOn, judgeOn } from "../../../../../src/taquin/faces/static/lab/boards/typedboards.js";
import { estimate } from "../../../../../src/taquin/faces/static/lab/estimates/estimates.js";
import { survey } from "../../../../../src/taquin/faces/static/lab/estimates/landscape.js";

/** Every arrangement of the cells of a goal. */
function* arrangements(cells) {
  if (cells.length === 0) yield [];
  for (const one of cells) for (const rest of arrangements(cells.filter((other) => other !== one))) yield [one, ...rest];
}

/** The boards from which moves lead to the goal; every move can be undone. */
function reachable(type, { width, height, cells }) {
  const near = neighboursOn(type, width, height);
  const found = new Set([cells.join()]);
  for (const text of found) {
    const now = text.split(",").map(Number);
    const blank = now.indexOf(0);
    for (const { cell } of near[blank]) {
      const next = [...now];
      [next[blank], next[cell]] = [next[cell], 0];
      found.add(next.join());
    }
  }
  return found;
}

for (const [width, height] of [[2, 2], [3, 2], [2, 3], [4, 2], [2, 4]]) {
  for (const type of ["grid", "torus"]) {
    test(`every ${width}x${height} board on a ${type} is judged as the moves say`, () => {
      const goal = makeBoard(width, height, [...Array(width * height).keys()]);
      const solvable = reachable(type, goal);
      for (const cells of arrangements([...goal.cells])) {
        const board = makeBoard(width, height, cells);
        const { solvable: judged, reason, swap } = judgeOn(type, board, goal);
        assert.equal(judged, solvable.has(cells.join()), `${formatBoard(board)}: ${reason}`);
        assert.equal(swap === null, judged);
        if (swap === null) continue;
        const swapped = cells.map((tile) => (tile === swap[0] ? swap[1] : tile === swap[1] ? swap[0] : tile));
        assert.ok(solvable.has(swapped.join()), `${formatBoard(board)} with ${swap} exchanged`);
      }
    });
  }
}

test("a torus says why every arrangement can be reached", () => {
  const [board, goal] = ["1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0"].map((text) => parseBoard(text));
  assert.equal(judgeOn("grid", board, goal).solvable, false);
  assert.match(judgeOn("torus", board, goal).reason, /^Solvable: around a joined line of 3 cells the blank returns in 3 moves/);
  assert.equal(judgeOn("torus", goal, goal).reason, "The board is already the goal.");
});

test("every board of a 3x3 torus lies where taquin census counts it, and Manhattan distance never overestimates", async () => {
  const goal = parseBoard("1 2 3/4 5 6/7 8 0");
  const { counts, states } = await survey(goal, goal, estimate("manhattan", goal, "torus"), { type: "torus" });
  assert.equal(states, 362_880);
  const at = counts.map((row) => row.reduce((sum, some) => sum + some, 0));
  assert.deepEqual(at, [
    ...[1, 4, 12, 34, 96, 272, 749, 2010, 5100, 11_778, 24_238],
    ...[43_550, 66_287, 80_476, 71_070, 41_098, 13_743, 2214, 144, 4],
  ]);
  counts.forEach((row, distance) => row.forEach((some, h) => assert.ok(some === 0 || h <= distance)));
  assert.equal(estimate("linear_conflict", goal, "torus"), null);
});

test("moves lead over the edges", () => {
  assert.deepEqual(boardTextsOn("torus", "1 2 3/4 5 6/7 8 0", "LU"), [
    ...["1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/0 8 7", "0 2 3/4 5 6/1 8 7"],
  ]);
  assert.deepEqual([1, 2, 3].map((gap) => stepsAlong("torus", 4, gap)), [1, 2, 1]);
  assert.deepEqual([stepsAlong("torus", 2, 1), stepsAlong("grid", 4, 3)], [1, 3]);
});
