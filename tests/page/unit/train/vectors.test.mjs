/** Puzzles of best moves and the ratings after them, as in the Python package. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, namedGoal, parseBoard, replay } from "../../../../src/taquin/faces/static/board.js";
import { LENGTH, PuzzlePick, graded, streakLevel, walkFor } from "../../../../src/taquin/faces/static/train/puzzles.js";
import { THEMES, fitsTheme } from "../../../../src/taquin/faces/static/train/themes.js";
import { PuzzleTry } from "../../../../src/taquin/faces/static/train/puzzletry.js";
import { afterPuzzle, emptyLog } from "../../../../src/taquin/faces/static/train/trainlog.js";
import { vectors } from "../vectors.mjs";

const GOAL = namedGoal("last", 3, 3);
const { grades, walks, picks, repeats, levels, tries } = vectors("puzzles");
const { signal } = new AbortController();

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

test("walks and grades of puzzles are Python's", async () => {
  for (const [rating, side, steps] of walks) assert.equal(walkFor(rating, side), steps);
  for (const { board, answers, themes, graded: expected } of grades) {
    const solver = {
      optimalMoves: async (here) => {
        const [letters, distance] = answers[formatBoard(here)];
        return { letters, distance, proved: true };
      },
    };
    const found = await graded(solver, parseBoard(board), GOAL, LENGTH, signal);
    const { distance, chance, difficulty, away, corner } = found ?? {};
    assert.deepEqual(found && [distance, chance, difficulty, away, corner], expected, board);
    assert.deepEqual(found && Object.keys(THEMES).filter((theme) => fitsTheme(found, theme)), themes, board);
  }
});

test("of the puzzles that are drawn, the same is taken as in Python, after as many", () => {
  for (const { rating, least, offered, taken } of picks) {
    const pick = new PuzzlePick(rating, least);
    for (const difficulty of offered) {
      assert.equal(pick.taken, null, `${rating}: before ${difficulty}`);
      pick.offer(difficulty === null ? null : { difficulty });
    }
    assert.equal(pick.taken?.difficulty, taken);
  }
});

test("a board that was asked before is asked again after as many tries as in Python", () => {
  const pick = new PuzzlePick(1200, 0);
  for (const [tried, again] of repeats) {
    assert.deepEqual([pick.tried, pick.repeats], [tried, again]);
    pick.offer(null);
  }
});

test("the puzzles of a streak get harder as in Python, and none is easier than the one before", () => {
  for (const [difficulty, side, level] of levels) assert.equal(streakLevel(difficulty, side), level);
  for (const { least, taken } of picks) assert(taken >= least, `${taken} after ${least}`);
});

test("answers to puzzles are judged as in Python", async () => {
  for (const { board: text, distance, steps } of tries) {
    let left = 0;
    const solver = { distances: async () => [{ value: left, lower: left }] };
    const one = new PuzzleTry(solver, { board: parseBoard(text), goal: GOAL, length: LENGTH, distance });
    for (const [moves, value, [state, found, after]] of steps) {
      left = value;
      await one.judge(replay(one.at, moves), moves, signal);
      assert.deepEqual([one.state, one.found, formatBoard(one.at)], [state, found, after], `${text}: ${moves}`);
    }
  }
});
