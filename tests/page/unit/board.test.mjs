// The page's engine against the Python package's answers, and its own laws.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  GOAL_NAMES,
  MoveError,
  NotationError,
  formatBoard,
  goalName,
  inverse,
  judge,
  legalMoves,
  makeBoard,
  move,
  namedGoal,
  parseBoard,
  parseGoal,
  parseMoves,
  replay,
  sameBoard,
  sayWith,
  slide,
} from "../../../src/taquin/faces/static/board.js";
import { vectors } from "./vectors.mjs";

const STATIC = new URL("../../../src/taquin/faces/static/", import.meta.url);

/** @param {() => unknown} call @param {Function} kind @param {string} message */
const throws = (call, kind, message) =>
  assert.throws(call, (error) => error instanceof kind && error.message === message);

test("parseBoard reads rows, one line and compact digits, and nothing else wrongly", () => {
  let read = 0;
  for (const { text, size, board, error } of vectors("notation").texts) {
    try {
      const shown = formatBoard(parseBoard(text, size ?? undefined));
      assert.equal(shown, board, `${text}: Python says ${error}`);
      read++;
    } catch (refusal) {
      assert(refusal instanceof NotationError, `${text}: ${refusal}`);
      const plain = board !== undefined && text.trim() === board;
      assert(!plain, `${text} was refused: ${refusal.message}`);
    }
  }
  assert(read > 25, `${read} texts read`);
  for (const text of ["1 2 3/4 5 6/7 8 0", "1 2 3\n4 5 6\n7 8 _", "123456780", "1,2,3,4,5,6,7,8,0"]) {
    assert.equal(formatBoard(parseBoard(text)), "1 2 3/4 5 6/7 8 0");
  }
});

test("a board's text round-trips and its cells are its own", () => {
  for (const { width, height, board } of vectors("goals").goals) {
    const read = parseBoard(board);
    assert.deepEqual([read.width, read.height, formatBoard(read)], [width, height, board]);
    assert(Object.isFrozen(read));
  }
  const cells = [1, 2, 3, 0];
  const board = makeBoard(2, 2, cells);
  cells[0] = 9;
  assert.equal(formatBoard(board), "1 2/3 0");
  assert.throws(() => makeBoard(2, 2, [1, 1, 7, 0]), /7 out of range.*tile 1 given.*tiles 2, 3 mis/);
  assert.throws(() => makeBoard(2, 2, [1.5, 2, 3, 0]), NotationError);
  assert.throws(() => makeBoard(1, 9, [0, 1, 2, 3, 4, 5, 6, 7, 8]), /a width and a height from 2/);
});

test("goals have Python's cells, and are known again by name", () => {
  for (const { name, width, height, board } of vectors("goals").goals) {
    const goal = namedGoal(name, width, height);
    assert.equal(formatBoard(goal), board);
    assert(sameBoard(parseGoal(name, width, height), goal));
    assert(sameBoard(parseGoal(board, width, height), goal));
    const known = goalName(goal);
    assert(known !== null && sameBoard(namedGoal(known, width, height), goal));
  }
  assert.deepEqual(GOAL_NAMES, ["last", "first", "snake", "spiral"]);
  assert.equal(goalName(parseBoard("3 1/2 0")), null);
  assert.throws(() => parseGoal("middle", 3, 3), /no goal named “middle”; expected last, first/);
  assert.throws(() => parseGoal("1 2/3 0", 3, 3), NotationError);
});

test("rows that make no board are refused with what was expected", () => {
  const square = { width: 2, height: 2 };
  for (const [text, size, message] of [
    ["1 2 3", undefined, "3 numbers in one line are not a square board; separate the rows with /."],
    ["1 2 3", square, "3 numbers for a 2x2 board; expected 4."],
    ["1 2 3/4 0", undefined, "rows of 3, 2 cells; expected rows of equal length."],
    ["1 2 3/4 0", square, "rows of 3, 2 cells; expected 2 rows of 2."],
  ]) throws(() => parseBoard(text, size), NotationError, message);
});

test("every refusal is what the page's tag makes of it", () => {
  sayWith((strings, ...values) => `said: ${String.raw(strings, ...values)}`);
  const board = parseBoard("1 2/3 0");
  for (const call of [
    () => parseBoard("1 2 3"),
    () => parseBoard("1 2 3/4 0"),
    () => parseBoard("1 2 3/4 0", board),
    () => parseBoard("1 two/3 0"),
    () => parseBoard("1 1/3 0"),
    () => parseGoal("middle", 3, 3),
    () => namedGoal("last", 1, 300),
    () => makeBoard(2, 2, [1]),
    () => parseMoves("UX"),
    () => parseMoves("U9999999"),
    () => move(board, "U"),
    () => judge(board, namedGoal("last", 3, 3)),
  ]) assert.throws(call, { message: /^said: / });
  sayWith(String.raw);
});

test("solvable or not, the reason and the mending swap are Python's", () => {
  for (const { board, goal, solvable, reason, swap } of vectors("solvability").boards) {
    const [at, home] = [parseBoard(board), parseBoard(goal)];
    assert.deepEqual(judge(at, home), { solvable, reason, swap }, `${board} to ${goal}`);
    if (!swap) continue;
    const cells = at.cells.map((tile) => (swap.includes(tile) ? swap[0] + swap[1] - tile : tile));
    assert(judge(makeBoard(at.width, at.height, cells), home).solvable);
  }
  assert.throws(() => judge(parseBoard("1 2/3 0"), namedGoal("last", 3, 3)), /2x2, the goal 3x3/);
});

test("moves replay, turn back and are refused as in Python", () => {
  for (const { start, moves, end, legal, back, illegal, error } of vectors("moves").walks) {
    const from = parseBoard(start);
    const to = replay(from, moves);
    assert.equal(formatBoard(to), end);
    assert.equal(legalMoves(to), legal);
    assert.equal(inverse(moves), back);
    assert(sameBoard(replay(to, inverse(moves)), from));
    if (illegal) throws(() => replay(from, moves + illegal), MoveError, error);
    for (const letter of "UDLR") {
      if (legal.includes(letter)) assert(!sameBoard(move(to, letter), to));
      else assert.throws(() => move(to, letter), MoveError);
    }
  }
});

test("move lists are read as Python reads them", () => {
  for (const { text, moves, error } of vectors("movetexts").letters) {
    if (error === undefined) assert.equal(parseMoves(text), moves);
    else throws(() => parseMoves(text), NotationError, error);
  }
});

test("a cell in line with the blank pushes all between", () => {
  for (const { board, cell, moves, after } of vectors("moves").slides) {
    const done = slide(parseBoard(board), cell);
    assert.equal(done ? formatBoard(done.board) : null, after, `${board} cell ${cell}`);
    assert.equal(done?.moves ?? "", moves);
  }
  const board = parseBoard("1 2/3 0");
  for (const nowhere of [-1, 4, 1.5, NaN]) assert.equal(slide(board, nowhere), null);
});

test("board.js imports nothing and stays within 40 kB", () => {
  const source = readFileSync(new URL("board.js", STATIC));
  assert(source.length <= 40_000, `${source.length} bytes`);
  assert.doesNotMatch(source.toString(), /^\s*import\s|\bimport\(/m);
});
