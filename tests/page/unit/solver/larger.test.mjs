// The larger tables of the 15-puzzle, as the second worker makes them: the same optima with fewer nodes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { namedGoal, parseBoard, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { makeBits } from "../../../../src/taquin/faces/static/solver/bittables.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { Frame } from "../../../../src/taquin/faces/static/solver/frame.js";
import { largerPartition } from "../../../../src/taquin/faces/static/solver/tables.js";
import { COMPILED } from "../kit.mjs";
import { finish } from "../oracle.mjs";

const ROWS = readFileSync(new URL("../../../../src/taquin/data/korf100.txt", import.meta.url), "utf-8")
  .split("\n").filter((line) => /^\d/.test(line)).map((line) => line.split("|").map((part) => part.trim()));

test("Korf's hundred: every proved optimum from every corner, fewer nodes, and a search that had begun goes on", () => {
  const goal = namedGoal("first", 4, 4);
  const engine = new Engine(undefined, COMPILED);
  const boards = ROWS.map(([, text]) => parseBoard(text));
  const before = boards.slice(0, 10).map((board) => finish(engine.solve(board, goal)).nodes);
  const begun = engine.solve(boards[10], goal);
  begun.next();
  const frame = new Frame(goal);
  const bits = makeBits(frame, largerPartition(frame), COMPILED);
  // Another goal of the same kind makes the tables useful for this one.
  assert.equal(finish(engine.enlarge(namedGoal("last", 4, 4), bits)), true);
  assert.equal(finish(begun).cost, Number(ROWS[10][3]));
  const after = boards.map((board, i) => {
    const { moves, cost, optimal, nodes } = finish(engine.solve(board, goal));
    assert.equal(cost, Number(ROWS[i][3]), `instance ${ROWS[i][0]}`);
    assert.ok(optimal && sameBoard(replay(board, moves), goal));
    return nodes;
  });
  const sum = (counts) => counts.reduce((total, count) => total + count, 0);
  assert.ok(sum(after.slice(0, 10)) < sum(before) / 2, `${after.slice(0, 10)} of ${before}`);
});

test("goals without larger tables take none", () => {
  for (const goal of [namedGoal("spiral", 4, 4), namedGoal("last", 4, 3)]) {
    assert.equal(largerPartition(new Frame(goal)), null);
    assert.equal(finish(new Engine(undefined, COMPILED).enlarge(goal, [])), false);
  }
});
