/** Boards in every notation and moves in links, as the Python package reads and writes them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { formatBoard, NotationError } from "../../../../src/taquin/faces/static/board.js";
import { readBoard } from "../../../../src/taquin/faces/static/notation/notation.js";
import { packMoves, unpackMoves } from "../../../../src/taquin/faces/static/notation/packing.js";

const vectors = JSON.parse(readFileSync(new URL("../../vectors.json", import.meta.url), "utf-8"));

/** @param {() => unknown} call @param {Function} kind @param {string} message */
const throws = (call, kind, message) =>
  assert.throws(call, (error) => error instanceof kind && error.message === message);

test("every notation is read as Python reads it, errors included", () => {
  for (const { text, size, board, error } of vectors.notation) {
    if (error === undefined) {
      assert.equal(formatBoard(readBoard(text, size ?? undefined)), board, text);
    } else {
      throws(() => readBoard(text, size ?? undefined), NotationError, error);
    }
  }
  assert.throws(() => readBoard("9".repeat(300_000)), /300,000 characters/);
  assert.throws(() => readBoard("1 ".repeat(5000)), /5000 cells in one line/);
});

test("packed moves are Python's twin's, come back, and nothing else unpacks", () => {
  for (const { moves, text } of vectors.packed) {
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
