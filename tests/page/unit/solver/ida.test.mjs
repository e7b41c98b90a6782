// IDA* over pattern tables: against breadth-first search on every small board, against the proved
// optima of Korf's hundred, and paused anywhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { legalMoves, makeBoard, move, namedGoal, parseBoard, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { lowerBound } from "../../../../src/taquin/faces/static/solver/bounds.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { Frame } from "../../../../src/taquin/faces/static/solver/frame.js";
import { Search, Tables } from "../../../../src/taquin/faces/static/solver/ida.js";
import { randomBoard } from "../../../../src/taquin/faces/static/game/random.js";
import { buildTables, largerPartition, partition } from "../../../../src/taquin/faces/static/solver/tables.js";
import { COMPILED } from "../kit.mjs";
import { STEP, distancesFrom, finish, neighboursOf } from "../oracle.mjs";
import { vectors } from "../vectors.mjs";

const DATA = new URL("../../../../src/taquin/data/", import.meta.url);

// Those of 4x4 take a second and more to build, and several tests ask of the same goals.
const KEPT = new Map();

/** An engine that finds the tables other tests have built. @param {() => number} [clock] */
function furnished(clock) {
  const engine = new Engine(clock, COMPILED);
  engine.tables = KEPT;
  return engine;
}

/** @param {Search} search @param {number} budget */
function descend(search, budget = 1e9) {
  for (;;) {
    const outcome = search.run(budget);
    if (outcome === "found") return search;
    if (outcome === "exhausted") search.deepen();
  }
}

for (const [width, height, cells] of [
  [3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]],
  [4, 2, [1, 2, 3, 4, 5, 6, 7, 0]], [2, 4, [1, 2, 3, 0, 7, 6, 5, 4]], [2, 3, [1, 2, 0, 3, 4, 5]],
]) {
  const step = width * height === 9 ? STEP : 1;
  const which = step === 1 ? "every board" : `one board in ${step}`;
  test(`${which} of ${width}x${height}, goal ${cells.join(" ")}: optimal, both bounds consistent`, () => {
    const goal = { width, height, cells };
    const frame = new Frame(goal);
    const tables = finish(buildTables(frame));
    const oracle = distancesFrom(width, height, cells);
    const viewOf = (/** @type {number[]} */ there) => frame.view({ width, height, cells: there });
    const estimates = new Map();
    const estimatesOf = (/** @type {number[]} */ there) => {
      const name = there.join();
      if (!estimates.has(name)) {
        const view = viewOf(there);
        estimates.set(name, [new Search(tables, view).estimate(), lowerBound(frame, view, frame.blank)]);
      }
      return estimates.get(name);
    };
    assert.deepEqual(estimatesOf(cells), [0, 0]);
    for (const name of [...oracle.keys()].filter((_, i) => i % step === 0)) {
      const here = name.split(",").map(Number);
      const [pattern, line] = estimatesOf(here);
      assert.ok(pattern <= oracle.get(name) && line <= oracle.get(name), name);
      assert.equal(descend(new Search(tables, viewOf(here))).depth, oracle.get(name), name);
      for (const other of neighboursOf(width, height, here)) {
        const [there, lineThere] = estimatesOf(other);
        assert.ok(Math.abs(pattern - there) <= 1 && Math.abs(line - lineThere) <= 1, name);
      }
    }
  });
}

const EASY = STEP === 1 ? 99 : 53;

test(`${STEP === 1 ? "Korf's hundred" : `those of Korf's hundred up to ${EASY} moves`}: every proved optimum, every solution replayed`, () => {
  const goal = namedGoal("first", 4, 4);
  const engine = furnished();
  const rows = readFileSync(new URL("korf100.txt", DATA), "utf-8").split("\n").filter((line) => /^\d/.test(line));
  assert.equal(rows.length, 100);
  let tried = 0;
  for (const row of rows) {
    const [number, text, , optimum] = row.split("|").map((part) => part.trim());
    if (Number(optimum) > EASY) continue;
    tried += 1;
    const board = parseBoard(text);
    const { moves, cost, optimal, lowerBound: proved } = finish(engine.solve(board, goal));
    assert.equal(cost, Number(optimum), `instance ${number}`);
    assert.ok(optimal && proved === cost && sameBoard(replay(board, moves), goal));
  }
  assert.ok(tried > 40, `${tried} boards`);
});

test("paused after 1, 7 or 1,000 nodes it is the same search", () => {
  const goal = namedGoal("last", 4, 3);
  const frame = new Frame(goal);
  const tables = finish(buildTables(frame));
  for (const seed of ["a", "b", "c"]) {
    const view = frame.view(randomBoard(4, 3, goal, seed));
    const whole = descend(new Search(tables, view));
    for (const budget of [1, 7, 1000]) {
      const paused = descend(new Search(tables, view), budget);
      assert.deepEqual([paused.nodes, paused.bound, paused.path()], [whole.nodes, whole.bound, whole.path()]);
    }
  }
});

test("the same question with other numbers or turned round has the same answer", () => {
  const engine = furnished();
  const goal = namedGoal("last", 4, 4);
  const board = randomBoard(4, 4, goal, "turned");
  const cost = finish(engine.solve(board, goal)).cost;
  const turn = (/** @type {{cells: ArrayLike<number>}} */ { cells }) =>
    makeBoard(4, 4, Array.from({ length: 16 }, (_, cell) => cells[15 - cell]));
  assert.equal(finish(engine.solve(turn(board), turn(goal))).cost, cost);
  const renumber = (/** @type {{cells: ArrayLike<number>}} */ { cells }) =>
    makeBoard(4, 4, Array.from(cells, (tile) => (tile ? 16 - tile : 0)));
  assert.equal(finish(engine.solve(renumber(board), renumber(goal))).cost, cost);
  assert.equal(new Frame(turn(goal)).key, new Frame(goal).key);
});

test("every size and goal up to 5x5 near the goal", () => {
  const sizes = [[5, 2], [2, 6], [4, 3], [3, 5], [5, 4], [5, 5]];
  for (const [width, height] of sizes) {
    // The larger the board the longer its tables take; their goals differ in nothing but the blank.
    const names = width * height > (STEP === 1 ? 16 : 12) ? ["spiral"] : ["last", "first", "snake", "spiral"];
    for (const name of names) {
      const goal = namedGoal(name, width, height);
      const engine = furnished();
      let board = goal;
      let before = "";
      const opposite = { U: "D", D: "U", L: "R", R: "L" };
      for (let i = 0; i < 24; i++) {
        const letters = [...legalMoves(board)].filter((letter) => letter !== before);
        const letter = letters[(i * 7 + width) % letters.length];
        before = opposite[letter];
        board = move(board, letter);
      }
      const { moves, cost } = finish(engine.solve(board, goal));
      assert.ok(cost <= 24 && cost % 2 === 0, `${width}x${height} ${name}`);
      assert.ok(sameBoard(replay(board, moves), goal));
    }
  }
});

test("distances along a game are those of its boards one by one; best moves are those that come nearer", () => {
  const goal = namedGoal("spiral", 4, 3);
  const start = randomBoard(4, 3, goal, "along");
  const together = new Engine();
  const boards = [start];
  let seed = 5;
  for (let i = 0; i < 60; i++) {
    const letters = legalMoves(boards[i]);
    seed = (seed * 16807) % 2147483647;
    boards.push(move(boards[i], letters[seed % letters.length]));
  }
  const told = [];
  const found = finish(together.distances(boards, goal, { onValue: (index) => told.push(index) }));
  assert.deepEqual(told, boards.map((_, i) => 60 - i));
  const single = new Engine();
  boards.forEach((board, i) => {
    single.known.clear();
    const alone = finish(single.distance(board, goal));
    assert.deepEqual(found[i], alone);
    if (i % 10) return;
    together.known.clear();
    const early = [];
    const onFirst = (first) => early.push(first);
    const { letters, distance, proved } = finish(together.firstMoves(board, goal, { onFirst }));
    assert.deepEqual(early, [{ letters: letters[0], distance, proved: false }]);
    const nearer = [...legalMoves(board)].filter((l) => finish(together.distance(move(board, l), goal)).value < distance);
    assert.deepEqual([[...letters].sort(), proved], [nearer.sort(), true]);
  });
});

test("a budget that ends first leaves a bound that is true, and says so", () => {
  const goal = namedGoal("first", 4, 4);
  const [, text] = readFileSync(new URL("korf100.txt", DATA), "utf-8").split("\n").find((line) => /^88 /.test(line)).split("|");
  const engine = furnished(() => 0);
  finish(engine.warm(goal));
  const solution = finish(engine.solve(parseBoard(text.trim()), goal, 0));
  assert.equal(solution.moves, null);
  assert.equal(solution.optimal, false);
  assert.ok(solution.lowerBound > 40 && solution.lowerBound <= 65);
  const distance = finish(engine.distance(parseBoard(text.trim()), goal, { budget: 0 }));
  assert.deepEqual([distance.value, distance.exact, distance.upper], [null, false, null]);
});

test("two who need the same tables build them once", () => {
  const engine = new Engine();
  const goal = namedGoal("last", 4, 3);
  const [one, other] = [engine.warm(goal), engine.warm(goal)];
  one.next();
  other.next();
  one.return(false);
  assert.equal(finish(other), true);
  assert.ok(engine.tables.get(new Frame(goal).key) instanceof Tables);
  assert.equal(engine.building.size, 0);
});

test("boards without tables: a bound, no promise", () => {
  const engine = new Engine();
  const goal = namedGoal("last", 6, 6);
  const board = randomBoard(6, 6, goal, "large");
  const { moves, optimal, lowerBound: bound } = finish(engine.solve(board, goal));
  assert.deepEqual([moves, optimal], [null, false]);
  assert.ok(bound > 60);
  assert.equal(finish(engine.warm(goal)), false);
  assert.throws(() => finish(buildTables(new Frame(goal))), /6x6 has more than 25 cells. Ask the server/);
});

test("the partitions of the 15-puzzle are Python's, turned by half a turn", () => {
  const { blanks: partitions } = vectors("partitions");
  assert.equal(partitions.length, 3);
  for (const { blank, homes, larger } of partitions) {
    const cells = Array.from({ length: 16 }, (_, cell) => (cell === blank ? 0 : cell < blank ? cell + 1 : cell));
    const frame = new Frame({ width: 4, height: 4, cells });
    assert.equal(frame.blank, blank);
    const sorted = (/** @type {number[][]} */ parts) => parts.sort((a, b) => a[0] - b[0]);
    assert.deepEqual([partition(frame), largerPartition(frame)].map(sorted), [homes, larger]);
  }
});

test("the patterns of a partition hold every tile once", () => {
  for (const [width, height] of [[3, 3], [4, 3], [4, 4], [8, 2], [5, 3], [5, 4], [5, 5]]) {
    for (let blank = 0; blank < width * height; blank++) {
      const cells = Array.from({ length: width * height }, (_, cell) => (cell === blank ? 0 : cell < blank ? cell + 1 : cell));
      const frame = new Frame({ width, height, cells });
      for (const [most, parts] of [[6, partition(frame)], [7, largerPartition(frame)]]) {
        if (!parts) continue;
        const homes = parts.flat().sort((a, b) => a - b);
        assert.deepEqual(homes, Array.from(cells.keys()).filter((cell) => cell !== frame.blank));
        assert.ok(parts.every((part) => part.length <= most));
      }
    }
  }
});
