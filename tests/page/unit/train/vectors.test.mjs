/** Ratings after puzzles, as the Python package computes them. */
import assert from "node:assert/strict";
import test from "node:test";

import { afterPuzzle, emptyLog } from "../../../../src/taquin/faces/static/train/trainlog.js";
import { vectors } from "../vectors.mjs";

test("ratings are Python's", () => {
  for (const { puzzles, ratings } of vectors("training").logs) {
    let log = emptyLog();
    for (const [difficulty, solved, expected] of puzzles) {
      log = afterPuzzle(log, difficulty, solved);
      assert.deepEqual([log.rating, log.played, log.solved, log.inRow], expected);
    }
    assert.deepEqual(log.ratings, ratings);
  }
});
