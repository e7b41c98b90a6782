// The fewest pushes: as Python finds them, as breadth-first search does, and as Korf's hundred are known to need.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { makeBoard, namedGoal, parseBoard, replay, sameBoard, slide } from "../../../../src/taquin/faces/static/board.js";
import { Frame } from "../../../../src/taquin/faces/static/solver/frame.js";
import { PushEngine } from "../../../../src/taquin/faces/static/solver/pushes.js";
import { PushSearch } from "../../../../src/taquin/faces/static/solver/pushsearch.js";
import { PushTables, grouping } from "../../../../src/taquin/faces/static/solver/pushtables.js";
import { pushEnds } from "../../../../src/taquin/faces/static/solver/slidecount.js";
import { randomBoard } from "../../../../src/taquin/faces/static/game/random.js";
import { STEP, finish } from "../oracle.mjs";
import { vectors } from "../vectors.mjs";

/** Of Korf's hundred, some that take little time, and one that takes more. */
const [EASY, HARD] = [[0, 1], 2];
const DATA = new URL("../../../../src/taquin/data/", import.meta.url);

let [now, tick] = [0, 0];
/** Two tests ask it, because tables of 4x4 take a second. */
const timed = new PushEngine(() => (now += tick));

/** Solve a board; what it says must be so. @param {any} goal @param {any} board @param {PushEngine} pushes */
function solved(pushes, board, goal) {
  const { moves, lowerBound } = finish(pushes.solve(board, goal));
  assert.ok(sameBoard(replay(board, moves), goal), "it is a solution");
  assert.equal(pushEnds(moves).length, lowerBound, "of as many pushes as it says");
  return lowerBound;
}

/** The fewest pushes of every board, breadth first with the page's own slides. @param {any} goal */
function distancesTo(goal) {
  const found = new Map([[goal.cells.join(), 0]]);
  let level = [goal];
  for (let depth = 1; level.length > 0; depth++) {
    level = level.flatMap((board) =>
      Array.from(board.cells, (_, cell) => slide(board, cell)?.board).filter((other) => {
        if (!other || found.has(other.cells.join())) return false;
        return found.set(other.cells.join(), depth);
      }),
    );
  }
  return found;
}

/** @param {string} name */
const rows = (name) =>
  readFileSync(new URL(name, DATA), "utf-8").split("\n").filter((line) => /^\d/.test(line)).map((line) => line.split("|"));

test("every board of 2x3, and some of 2x4, as Python", () => {
  const pushes = new PushEngine();
  for (const { goal: text, pushes: wanted } of vectors("pushes").distances) {
    const goal = parseBoard(text);
    for (const [board, cost] of Object.entries(wanted)) assert.equal(solved(pushes, parseBoard(board), goal), cost, `${board} to ${text}`);
  }
});

test("tables say what Python's do, in both views", () => {
  const frame = new Frame(namedGoal("last", 3, 3));
  const tables = finish(new PushTables(frame).build());
  for (const { board, groups, row, column } of vectors("pushes").values) {
    assert.deepEqual(grouping(3, 3, 8), groups);
    assert.deepEqual(new PushSearch(tables, frame.view(parseBoard(board))).least, [row, column], board);
  }
});

const NINE = [[1, 2, 3, 4, 5, 6, 7, 8, 0], [3, 0, 1, 8, 2, 4, 7, 6, 5]];
if (STEP === 1) NINE.push([1, 2, 3, 8, 0, 4, 7, 6, 5]);
for (const cells of NINE) {
  test(`${STEP === 1 ? "every board" : "boards"} of 3x3 to ${cells.join(" ")}, as breadth first`, () => {
    const goal = makeBoard(3, 3, cells);
    const pushes = new PushEngine();
    const oracle = distancesTo(goal);
    const corner = rows("../../../tests/data/depth_distributions.csv").flatMap(([line]) => {
      const [width, height, metric, place, depth, count] = line.split(",");
      return width === "3" && height === "3" && metric === "MTM" && place === "corner" ? [[Number(depth), Number(count)]] : [];
    });
    assert.ok(corner.length > 20);
    const counted = (/** @type {number} */ depth) => [...oracle.values()].filter((cost) => cost === depth).length;
    if (cells[8] === 0) for (const [depth, count] of corner) assert.equal(counted(depth), count);
    let i = 0;
    for (const [name, cost] of oracle) {
      if (i++ % (STEP === 1 ? 1 : 199)) continue;
      assert.equal(solved(pushes, makeBoard(3, 3, name.split(",").map(Number)), goal), cost, name);
    }
  });
}

test("Korf's boards need as many pushes as is known, by every goal with the blank in a corner", () => {
  const [boards, costs] = [rows("korf100.txt"), rows("korf100_mtm.txt")];
  const goal = namedGoal("first", 4, 4);
  const pushes = timed;
  // Of those that take least: they are found whole.
  for (const i of EASY) assert.equal(solved(pushes, parseBoard(boards[i][1].trim()), goal), Number(costs[i][1]), boards[i][0]);
  const last = namedGoal("last", 4, 4);
  const turned = makeBoard(4, 4, [...parseBoard(boards[EASY[0]][1].trim()).cells].reverse().map((tile) => (tile ? 16 - tile : 0)));
  assert.equal(solved(pushes, turned, last), Number(costs[EASY[0]][1]));
});

test("where the time ends first, the bound holds", () => {
  const [, text] = rows("korf100.txt")[HARD];
  tick = 1;
  const steps = timed.solve(parseBoard(text.trim()), namedGoal("first", 4, 4), { budget: 40 });
  const { moves, lowerBound, nodes } = finish(steps);
  assert.equal(moves, null);
  assert.ok(lowerBound >= 20 && lowerBound <= Number(rows("korf100_mtm.txt")[HARD][1]));
  assert.ok(nodes > 0);
});

for (const [width, height, name] of [[5, 2, "last"], [4, 3, "spiral"], [3, 4, "snake"], [5, 3, "last"]]) {
  test(`boards of ${width}x${height}: no solution is shorter from a board one push away`, () => {
    const goal = namedGoal(name, width, height);
    const pushes = new PushEngine();
    let board = goal;
    // A walk of pushes, each along another line than the one before.
    for (let step = 1, along = 0; step <= 12; step++, along = 1 - along) {
      const blank = board.cells.indexOf(0);
      const places = [...board.cells.keys()].filter((cell) => cell !== blank && (along ? cell % width === blank % width : Math.floor(cell / width) === Math.floor(blank / width)));
      const before = board === goal ? 0 : solved(pushes, board, goal);
      board = slide(board, places[(7 * step) % places.length]).board;
      const cost = solved(pushes, board, goal);
      assert.ok(cost <= step && Math.abs(cost - before) <= 1, `${board.cells.join(" ")}: ${cost}`);
    }
    const random = randomBoard(width, height, goal, "pushes");
    if (width * height <= 12) assert.ok(solved(pushes, random, goal) > 0);
  });
}

test("the boards of a game and all best pushes of each are as breadth first, whatever is known before", () => {
  const goal = namedGoal("last", 3, 3);
  const oracle = distancesTo(goal);
  const far = (/** @type {any} */ board) => oracle.get(board.cells.join());
  const pushes = new PushEngine();
  const boards = [randomBoard(3, 3, goal, "game")];
  for (let step = 0; far(boards[step]) > 0; step++) {
    const reached = [...boards[step].cells.keys()].flatMap((cell) => slide(boards[step], cell)?.board ?? []);
    reached.sort((one, other) => far(one) - far(other));
    boards.push(reached[step % 3 === 2 ? reached.length - 1 : 0]);
  }
  const wanted = boards.map(far);
  assert.ok(new Set(wanted).size > 5);
  /** @type {number[]} */
  const told = [];
  const found = finish(pushes.distances(boards, goal, { onValue: (index) => told.push(index) }));
  assert.deepEqual(found.map(({ value }) => value), wanted);
  assert.deepEqual(told, [...boards.keys()].reverse());
  const known = boards.map((board, i) => (i % 2 ? { value: null, lower: far(board), upper: null, exact: false } : undefined));
  assert.deepEqual(finish(pushes.distances(boards, goal, { known })).map(({ value }) => value), wanted);
  for (const board of boards.slice(0, -1)) {
    const best = [...board.cells.keys()].flatMap((cell) => {
      const made = slide(board, cell);
      return made && far(made.board) < far(board) ? made.moves : [];
    });
    const all = finish(pushes.best(board, goal, far(board)));
    assert.deepEqual([all.proved, all.pushes.toSorted()], [true, best.toSorted()], board.cells.join(" "));
  }
});

test("a board whose time ends has bounds, and so have pushes that may be best", () => {
  const [, text] = rows("korf100.txt")[HARD];
  const [board, goal] = [parseBoard(text.trim()), namedGoal("first", 4, 4)];
  tick = 1;
  const [one] = finish(timed.distances([board], goal, { budget: 40 }));
  assert.ok(!one.exact && one.value === null && one.upper === null && one.lower >= 20);
  const cost = Number(rows("korf100_mtm.txt")[HARD][1]);
  const { pushes, proved } = finish(timed.best(board, goal, cost, 1));
  assert.ok(!proved && pushes.length < 6);
});
