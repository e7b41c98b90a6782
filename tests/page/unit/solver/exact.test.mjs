// Whole tables against breadth-first search: every board, not a sample, where the goal's blank is in a
// corner or on a side of 3x3; further goals, and the first moves of all boards, where asked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { move, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { ExactTable } from "../../../../src/taquin/faces/static/solver/exact.js";
import { Frame } from "../../../../src/taquin/faces/static/solver/frame.js";
import { STEP, distancesFrom, finish } from "../oracle.mjs";

const DATA = new URL("../../../../src/taquin/data/", import.meta.url);

/** @param {number} width @param {number} height @param {number[]} cells */
const board = (width, height, cells) => ({ width, height, cells: Uint16Array.from(cells) });

const GOALS = [
  [2, 2, [1, 2, 3, 0]], [2, 3, [1, 2, 3, 4, 5, 0]], [3, 2, [0, 5, 4, 3, 2, 1]], [3, 2, [3, 0, 1, 2, 5, 4]],
  [4, 2, [1, 2, 3, 4, 5, 6, 7, 0]], [2, 4, [7, 6, 5, 0, 4, 3, 2, 1]],
  [3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]], [3, 3, [4, 8, 1, 0, 2, 7, 3, 6, 5]],
]; // prettier-ignore
if (STEP === 1) GOALS.push([3, 3, [0, 1, 2, 3, 4, 5, 6, 7, 8]], [3, 3, [1, 2, 3, 8, 0, 4, 7, 6, 5]]);

for (const [width, height, cells] of GOALS) {
  test(`every board of ${width}x${height}, goal ${cells.join(" ")}`, () => {
    const goal = board(width, height, cells);
    const frame = new Frame(goal);
    const table = finish(new ExactTable(frame).build());
    const oracle = distancesFrom(width, height, cells);
    for (const [name, distance] of oracle) {
      const view = frame.view(board(width, height, name.split(",").map(Number)));
      assert.equal(table.distance(view), distance, name);
    }
    const reached = table.distances.filter((distance) => distance !== 255).length;
    assert.equal(reached, oracle.size);
  });
}

test("the other half of the boards has no distance", () => {
  const frame = new Frame(board(3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]));
  const table = finish(new ExactTable(frame).build());
  assert.equal(table.distance(frame.view(board(3, 3, [2, 1, 3, 4, 5, 6, 7, 8, 0]))), null);
});

test("as many boards at each distance as published", () => {
  const rows = readFileSync(new URL("../../../tests/data/depth_distributions.csv", DATA), "utf-8")
    .split("\n").filter((line) => line.startsWith("3,3,STM,corner,")).map((line) => line.split(","));
  const table = finish(new ExactTable(new Frame(board(3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]))).build());
  const counts = new Array(32).fill(0);
  for (const distance of table.distances) if (distance !== 255) counts[distance] += 1;
  assert.equal(rows.length, counts.length);
  for (const row of rows) assert.equal(counts[Number(row[4])], Number(row[5]), `depth ${row[4]}`);
});

test(`all best first moves of ${STEP === 1 ? "every 3x3 board" : `one 3x3 board in ${STEP}`}, and a solution of that length`, () => {
  const cells = [1, 2, 3, 4, 5, 6, 7, 8, 0];
  const goal = board(3, 3, cells);
  const oracle = distancesFrom(3, 3, cells);
  const engine = new Engine();
  let count = 0;
  for (const [name, distance] of [...oracle].filter((_, i) => i % STEP === 0)) {
    const here = board(3, 3, name.split(",").map(Number));
    const { letters, proved } = finish(engine.firstMoves(here, goal));
    const best = Array.from("UDLR").filter((letter) => {
      const [blank, gap] = [here.cells.indexOf(0), { U: 3, D: -3, L: 1, R: -1 }[letter]];
      const from = blank + gap;
      if (from < 0 || from > 8 || (Math.abs(gap) === 1 && Math.floor(from / 3) !== Math.floor(blank / 3))) return false;
      return oracle.get(move(here, letter).cells.join()) < distance;
    });
    assert.deepEqual([...letters].sort(), best.sort(), name);
    assert.ok(proved);
    if (count++ % 20) continue;
    const { moves, cost, optimal } = finish(engine.solve(here, goal));
    assert.equal(cost, distance);
    assert.ok(optimal && sameBoard(replay(here, moves), goal));
  }
});

test("a board too large is refused with what to do", () => {
  const frame = new Frame(board(5, 2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]));
  assert.throws(() => new ExactTable(frame), /5x2 has 10 cells; whole tables cover at most 9. Search the board/);
});
