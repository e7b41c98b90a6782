// The larger tables, as the second worker makes them: the same optima with fewer nodes, by compiled and plain loops.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { namedGoal, parseBoard, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { buildBitTables, makeBits } from "../../../../src/taquin/faces/static/solver/bittables.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { Frame } from "../../../../src/taquin/faces/static/solver/frame.js";
import { largerPartition, partition } from "../../../../src/taquin/faces/static/solver/tables.js";
import { COMPILED, PLAIN } from "../kit.mjs";
import { STEP, finish } from "../oracle.mjs";

const ROWS = readFileSync(new URL("../../../../src/taquin/data/korf100.txt", import.meta.url), "utf-8")
  .split("\n").filter((line) => /^\d/.test(line)).map((line) => line.split("|").map((part) => part.trim()));

// The hardest of the hundred.
const HARDEST = ROWS.findIndex(([number]) => number === "88");

test("Korf's hundred: every proved optimum from every corner, fewer nodes, and a search that had begun continues with them", () => {
  const goal = namedGoal("first", 4, 4);
  const engine = new Engine(undefined, COMPILED);
  const boards = ROWS.map(([, text]) => parseBoard(text));
  const before = boards.slice(0, 10).map((board) => finish(engine.solve(board, goal)).nodes);
  const alone = finish(engine.solve(boards[HARDEST], goal)).nodes;
  const begun = engine.solve(boards[HARDEST], goal);
  let { bound, nodes } = begun.next().value;
  while (nodes < alone / 8) ({ bound, nodes } = begun.next().value);
  const frame = new Frame(goal);
  const bits = makeBits(frame, largerPartition(frame), COMPILED);
  // Another goal of the same kind makes the tables useful for this one.
  assert.equal(finish(engine.enlarge(namedGoal("last", 4, 4), bits)), true);
  for (let { done, value } = begun.next(); ; { done, value } = begun.next()) {
    assert.ok(value.nodes >= nodes, "the nodes of both searches");
    if (done) {
      assert.ok(value.optimal && value.cost === Number(ROWS[HARDEST][3]) && value.nodes < alone / 2);
      break;
    }
    assert.ok(value.bound >= bound, "what is proved stays proved");
    ({ bound, nodes } = value);
  }
  const after = boards.map((board, i) => {
    const { moves, cost, optimal, nodes } = finish(engine.solve(board, goal));
    assert.equal(cost, Number(ROWS[i][3]), `instance ${ROWS[i][0]}`);
    assert.ok(optimal && sameBoard(replay(board, moves), goal));
    return nodes;
  });
  const sum = (counts) => counts.reduce((total, count) => total + count, 0);
  assert.ok(sum(after.slice(0, 10)) < sum(before) / 2, `${after.slice(0, 10)} of ${before}`);
});

// A board for each kind of goal, and how many moves the command finds.
const PROVED = [
  ["0 1 2 3 4/5 6 7 8 9/10 11 12 13 14", "4 3 1 8 11/2 14 6 10 12/0 5 9 7 13", 54],
  ["1 2 3 4 5 6 7 8/9 10 11 12 13 14 15 0", "5 8 2 6 11 4 12 9/3 1 10 13 0 15 14 7", 77],
  ["1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15", "15 13 4 6/14 0 1 9/12 10 3 8/11 7 2 5", 57],
  ["1 2 3 4 5/6 7 8 9 10/11 12 13 0 14", "11 5 3 9 12/13 7 10 14 4/6 1 2 8 0", 47],
  ["1 2 3/4 5 6/7 0 8/9 10 11/12 13 14", "7 14 3/4 9 12/8 0 5/11 2 6/13 1 10", 50],
  ["1 2 3 4 5/6 7 8 0 9/10 11 12 13 14", "11 5 3 9 12/13 7 10 14 4/6 1 2 8 0", 44],
  ["1 2 3 4 5/6 7 8 9 0/10 11 12 13 14", "7 14 3 4 9/12 8 0 5 11/2 6 13 1 10", 46],
  ["1 2/3 4/5 6/0 7/8 9/10 11/12 13/14 15", "5 8/1 6/11 4/12 9/3 2/10 13/0 15/14 7", 69],
  ["1 2 3 4 5 6 7 8/9 10 11 12 13 0 14 15", "5 8 2 6 11 4 12 9/3 1 10 13 0 15 14 7", 77],
  ["1 2 3 4 5 6 7 8/9 10 11 12 13 14 0 15", "5 8 2 6 11 4 12 9/3 1 10 13 0 15 14 7", 76],
  ["1 2 3 4/5 6 7 8/9 10 0 11/12 13 14 15", "5 8 1 6/11 4 12 9/3 2 10 13/0 15 14 7", 53],
];
// One of each size takes seconds; all of them are for the thorough run.
const TRIED = STEP === 1 ? PROVED : [0, 1, 2].map((size) => PROVED[size]);

for (const [goalText, text, optimum] of TRIED) {
  test(`goal ${goalText}: the command's optimum, and the nodes of the plain loops`, () => {
    const [goal, board] = [parseBoard(goalText), parseBoard(text)];
    const frame = new Frame(goal);
    const parts = largerPartition(frame);
    const bits = makeBits(frame, parts, COMPILED);
    const [small, compiled, plain] = [
      buildBitTables(frame, partition(frame), COMPILED),
      buildBitTables(frame, parts, COMPILED, bits),
      buildBitTables(frame, parts, PLAIN, bits),
    ].map((building) => descend(finish(building).search(frame.view(board))));
    assert.deepEqual([small.depth, compiled.depth], [optimum, optimum]);
    assert.ok(compiled.nodes < small.nodes, `${compiled.nodes} of ${small.nodes}`);
    assert.deepEqual([plain.nodes, plain.bound, plain.path()], [compiled.nodes, compiled.bound, compiled.path()]);
  });
}

/** @param {import("../../../../src/taquin/faces/static/solver/bitsearch.js").BitSearch} search */
function descend(search) {
  while (search.run(1e9) !== "found") search.deepen();
  return search;
}

test("goals without larger tables take none", () => {
  for (const goal of [namedGoal("spiral", 5, 5), namedGoal("last", 4, 3), namedGoal("last", 7, 2)]) {
    assert.equal(largerPartition(new Frame(goal)), null);
    assert.equal(finish(new Engine(undefined, COMPILED).enlarge(goal, [])), false);
  }
});
