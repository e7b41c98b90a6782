/** The analysis: its tree of moves, what it says, and what it asks. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, legalMoves, move, namedGoal, parseBoard, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { AnalysisMemory } from "../../../../src/taquin/faces/static/analyse/analysememory.js";
import { choicesOf, leftText, lossText, moveLabel } from "../../../../src/taquin/faces/static/analyse/analysewords.js";
import { MoveTree } from "../../../../src/taquin/faces/static/analyse/movetree.js";
import { Positions } from "../../../../src/taquin/faces/static/analyse/positions.js";

const GOAL = namedGoal("last", 3, 3);

test("moves, back, forward, and a branch that leaves the first line there", () => {
  const tree = new MoveTree(GOAL);
  assert.deepEqual([tree.back(), tree.forward(), tree.depth], [false, false, 0]);
  tree.play("DDR");
  assert(sameBoard(tree.at.board, replay(GOAL, "DDR")));
  tree.back();
  tree.back();
  tree.play("R");
  assert.equal(tree.moves, "DR");
  tree.back();
  assert.deepEqual(tree.at.next.map(({ letter }) => letter), ["D", "R"]);
  assert.equal(tree.at.latest?.letter, "R");
  // The same move again goes along the branch that is there.
  tree.play("D");
  assert.equal(tree.at.parent?.next.length, 2);
  assert(tree.forward());
  assert.equal(tree.moves, "DDR");
});

test("a line is kept when we go back, and follows the branch chosen last", () => {
  const tree = new MoveTree(GOAL, "DDRU", 2);
  assert.deepEqual([tree.moves, tree.line().map(({ letter }) => letter).join("")], ["DD", "DDRU"]);
  const [start] = tree.line();
  tree.to(start);
  assert.equal(tree.line().length, 5);
  tree.play("R");
  tree.to(start);
  assert.deepEqual(tree.line().map(({ letter }) => letter).join(""), "R");
  for (const at of [9, Infinity]) assert.equal(new MoveTree(GOAL, "DD", at).depth, 2);
  assert.throws(() => new MoveTree(GOAL, "DU" + "UU"), /no tile can move/);
});

test("what was tried is kept with its branches, and what is damaged or of another board is not", () => {
  const stored = new Map();
  const store = { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value) };
  const tree = new MoveTree(GOAL, "DDR", 1);
  tree.play("RU");
  tree.back();
  assert.deepEqual(tree.tried, { lines: ["DDR", "DRU"], at: 2 });
  const memory = new AnalysisMemory(store);
  memory.keep("this", tree.tried);
  const again = new MoveTree(GOAL);
  again.tryAgain(memory.read("this", GOAL));
  assert.deepEqual([again.tried, again.moves], [tree.tried, "DR"]);
  again.forward();
  assert.equal(again.moves, "DRU");
  assert.equal(memory.read("another", GOAL), null);
  for (const damaged of [{ lines: ["UU"], at: 0 }, { lines: 7, at: 0 }, { lines: [""], at: "1" }, { lines: ["x"], at: 0 }]) {
    memory.keep("this", damaged);
    assert.equal(memory.read("this", GOAL), null, JSON.stringify(damaged));
  }
});

test("what is left and what was lost, in words", () => {
  const known = { distance: 14, lower: 14, best: "L", line: "", proved: true };
  assert.equal(leftText(known), "14 moves left");
  assert.equal(leftText({ ...known, distance: 0 }), "Solved");
  assert.equal(leftText({ ...known, distance: null, lower: 40, line: "L".repeat(52) }), "40 to 52 moves left");
  assert.equal(leftText({ ...known, distance: null, lower: 40 }), "at least 40 moves left");
  assert.equal(lossText(14, 3, 11), "3 moves made, none lost.");
  assert.equal(lossText(14, 3, 13), "3 moves made, 2 lost.");
  for (const [first, depth, now] of [[null, 3, 11], [14, 0, 14], [14, 2, null]]) assert.equal(lossText(first, depth, now), "");
});

test("the best moves come first; the others cost two", () => {
  const board = parseBoard("8 1 3/4 0 2/7 6 5");
  const known = { distance: 14, lower: 14, best: "L", line: "", proved: true };
  assert.deepEqual(choicesOf(board, known).map(({ letter, label, mark }) => [letter, label, mark]), [
    ["L", "2 ←", "best"], ["U", "6 ↑", "worse"], ["D", "1 ↓", "worse"], ["R", "4 →", "worse"],
  ]);
  assert.deepEqual(new Set(choicesOf(board, { ...known, best: null }).map(({ mark }) => mark)), new Set(["open"]));
  assert.equal(choicesOf(board, known)[0].spoken, "2 left, a best move");
  assert.equal(moveLabel(board, "R"), "4 →");
});

/** Answers by breadth first; counts what it was asked. */
function oracle() {
  const distances = new Map([[formatBoard(GOAL), 0]]);
  for (const [text, distance] of distances) {
    if (distance === 12) break;
    const board = parseBoard(text);
    for (const letter of legalMoves(board)) {
      const next = formatBoard(move(board, letter));
      if (!distances.has(next)) distances.set(next, distance + 1);
    }
  }
  const of = (board) => distances.get(formatBoard(board));
  const best = (board) => [...legalMoves(board)].filter((letter) => of(move(board, letter)) < of(board)).join("");
  const asked = { solve: 0, optimalMoves: 0 };
  return {
    asked,
    async solve(board) {
      asked.solve += 1;
      let [moves, at] = ["", board];
      while (of(at) > 0) {
        moves += best(at)[0];
        at = move(at, moves.at(-1));
      }
      return { moves, cost: moves.length, optimal: true, lowerBound: moves.length };
    },
    async optimalMoves(board) {
      asked.optimalMoves += 1;
      return { letters: best(board), distance: of(board), proved: true };
    },
  };
}

test("a position is asked about once, and every board of its line is known with it", async () => {
  const solver = oracle();
  const positions = new Positions(solver, GOAL);
  const { signal } = new AbortController();
  const start = replay(GOAL, "DDRRUL");
  const told = [];
  await positions.ask(start, { signal, onKnown: (known) => told.push(known) });
  assert.deepEqual(told.map(({ distance, best }) => [distance, best === null]), [[6, true], [6, false]]);
  const { line, best } = positions.get(start);
  assert(best.includes(line[0]));
  assert.deepEqual(solver.asked, { solve: 1, optimalMoves: 1 });
  await positions.ask(start, { signal, onKnown: () => {} });
  assert.deepEqual(solver.asked, { solve: 1, optimalMoves: 1 });
  let board = start;
  for (let i = 0; i < 6; i++) {
    board = move(board, line[i]);
    assert.deepEqual([positions.get(board).distance, positions.get(board).line], [5 - i, line.slice(i + 1)]);
  }
  await positions.ask(move(start, line[0]), { signal, onKnown: () => {} });
  assert.deepEqual(solver.asked, { solve: 1, optimalMoves: 2 });
  await positions.ask(GOAL, { signal, onKnown: ({ distance }) => assert.equal(distance, 0) });
  assert.deepEqual(solver.asked, { solve: 1, optimalMoves: 2 });
});

test("what is not proved is asked again, and carries nothing along its line", async () => {
  let asked = 0;
  const solver = {
    solve: async () => ((asked += 1), { moves: "LU", cost: 2, optimal: false, lowerBound: 1 }),
    optimalMoves: async () => assert.fail("without a distance there are no best moves to find"),
  };
  const positions = new Positions(solver, GOAL);
  const start = replay(GOAL, "DR");
  for (const times of [1, 2]) {
    await positions.ask(start, { signal: new AbortController().signal, onKnown: ({ distance, lower }) => assert.deepEqual([distance, lower], [null, 1]) });
    assert.equal(asked, times);
  }
  assert.equal(positions.get(move(start, "L")), null);
});
