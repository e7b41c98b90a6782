/** Boards in every notation and moves in links, as the Python package reads and writes them. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, NotationError, parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { positionText } from "../../../../src/taquin/faces/static/notation/links.js";
import { readMoveText } from "../../../../src/taquin/faces/static/notation/slides.js";
import { readBoard, readTask } from "../../../../src/taquin/faces/static/notation/notation.js";
import { packMoves, unpackMoves } from "../../../../src/taquin/faces/static/notation/packing.js";
import { typeset } from "../../../../src/taquin/faces/static/shared/typeset.js";
import { speak } from "../../../../src/taquin/faces/static/words/said.js";
import { vectors } from "../vectors.mjs";


/** @param {() => unknown} call @param {Function} kind @param {string} message */
const throws = (call, kind, message) =>
  assert.throws(call, (error) => error instanceof kind && error.message === message);

test("every notation is read as Python reads it, errors included", () => {
  for (const { text, size, board, error } of vectors("notation").texts) {
    if (error === undefined) {
      assert.equal(formatBoard(readBoard(text, size ?? undefined)), board, text);
    } else {
      throws(() => readBoard(text, size ?? undefined), NotationError, error);
    }
  }
  assert.throws(() => readBoard("9".repeat(300_000)), /300,000 characters/);
  assert.throws(() => readBoard("1 ".repeat(5000)), /5000 cells in one line/);
});

test("moves are read as Python reads them, and tiles by the board", () => {
  const { letters, texts, tiles } = vectors("movetexts");
  for (const { text, moves, error } of [...texts, ...letters]) {
    if (error === undefined) assert.equal(readMoveText(text), moves, text);
    else throws(() => readMoveText(text), NotationError, error);
  }
  const board = readBoard("1 2 3/4 5 6/7 8 0");
  assert.equal(readMoveText("8 5", board), "RD");
  assert.throws(() => readMoveText("8 6", board), /move 2 \(tile 6\)/);
  for (const { board: start, text, moves, error } of tiles) {
    if (error === undefined) assert.equal(readMoveText(text, readBoard(start)), moves, text);
    else throws(() => readMoveText(text, readBoard(start)), NotationError, error);
  }
});

test("a start and a goal are read together", () => {
  const both = "start:\n1 2 3\n4 5 6\n7 8 0\ngoal:\n0 1 2\n3 4 5\n6 7 8";
  const { board, goal } = readTask(both);
  assert.equal(formatBoard(board), "1 2 3/4 5 6/7 8 0");
  assert.equal(goal && formatBoard(goal), "0 1 2/3 4 5/6 7 8");
  const indexed = readTask("8\n0\n1 2 3\n4 5 6\n7 8 0").goal;
  assert.equal(indexed && formatBoard(indexed), "0 1 2/3 4 5/6 7 8");
  assert.equal(readTask("1 2/3 0").goal, null);
  for (const { text, board: start, goal: end, error } of vectors("notation").tasks) {
    if (error !== undefined) {
      throws(() => readTask(text), NotationError, error);
      continue;
    }
    const found = readTask(text);
    assert.deepEqual([formatBoard(found.board), found.goal && formatBoard(found.goal)], [start, end], text);
  }
});

test("a board is shared with its goal as Python writes it, and is read back", () => {
  for (const { board, goal, text } of vectors("notation").positions) {
    assert.equal(positionText(parseBoard(board), parseBoard(goal)), text);
    const { board: start, goal: end } = readTask(text);
    assert.deepEqual([formatBoard(start), end && formatBoard(end)], [board, text === board ? null : goal]);
  }
});

test("packed moves are Python's twin's, come back, and nothing else unpacks", () => {
  for (const { moves, text } of vectors("movetexts").packed) {
    assert.equal(packMoves(moves), text);
    assert.equal(unpackMoves(text), moves);
    assert(text.length <= moves.length / 3 + 1);
  }
  for (const wrong of ["A", "_", "AA", "Q=", "Q ", "<b>", "é", "gA", "-__-_w".repeat(9)]) {
    let moves = "";
    try {
      moves = unpackMoves(wrong);
    } catch (error) {
      assert(error instanceof NotationError, String(error));
      continue;
    }
    assert.equal(packMoves(moves), wrong);
  }
  assert.throws(() => unpackMoves("Q="), NotationError);
  assert.throws(() => unpackMoves("_"), NotationError);
});

test("the page shows a message with the quotation marks of its language, and × between sides", () => {
  const message = "'x' at position 1 of '7o28\\'5' is not a digit; use 0 to 9 on 4x4, or the blank's (width x height).";
  assert.equal(
    typeset(message),
    "“x” at position 1 of “7o28'5” is not a digit; use 0 to 9 on 4×4, or the blank's (width × height).",
  );
  assert.equal(typeset(`"it's 3x3" is no board; as in board.apply('5 8')`), "“it's 3x3” is no board; as in board.apply('5 8')");
  speak("de", { "“{0}”": "„{0}“" });
  assert.equal(typeset("'hallo' ist kein 2x2-Brett."), "„hallo“ ist kein 2×2-Brett.");
  speak("en", {});
});
