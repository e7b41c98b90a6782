/** Random boards: a seed gives its board for ever, and all boards are equally likely. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, judge, namedGoal, parseBoard, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { dealtBoard, randomBoard } from "../../../../src/taquin/faces/static/game/random.js";
import { vectors } from "../vectors.mjs";

test("a seed gives its board for ever", () => {
  for (const { width, height, goal, seed, board } of vectors("boards").random) {
    const drawn = randomBoard(width, height, namedGoal(goal, width, height), seed);
    assert.equal(formatBoard(drawn), board, `${width}x${height} ${goal} ${seed}`);
  }
});

test("random boards are solvable and equally likely", () => {
  const goal = namedGoal("last", 3, 2);
  const times = new Map();
  const drawn = 36_000;
  for (let i = 0; i < drawn; i++) {
    const text = formatBoard(randomBoard(3, 2, goal, `seed ${i}`));
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  assert.equal(times.size, 360);
  for (const text of times.keys()) assert(judge(parseBoard(text), goal).solvable);
  const expected = drawn / 360;
  const chi2 = [...times.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  // 359 degrees of freedom: mean 359, deviation 26.8.
  assert(chi2 > 270 && chi2 < 460, `chi squared ${chi2}`);
});

test("a board that is dealt is not the goal, and its seed draws it again", () => {
  const goal = namedGoal("last", 2, 2);
  const solved = Array.from({ length: 100 }, (_, i) => `seed ${i}`).filter((seed) => sameBoard(randomBoard(2, 2, goal, seed), goal));
  assert.ok(solved.length > 0, "a twelfth of the seeds");
  for (let i = 0; i < 200; i++) {
    const { board, seed } = dealtBoard(goal, solved[i % 2 ? -1 : 0]);
    assert.ok(!sameBoard(board, goal));
    assert.ok(sameBoard(randomBoard(2, 2, goal, seed), board));
  }
  const open = `seed ${[...Array(100).keys()].find((i) => !solved.includes(`seed ${i}`))}`;
  assert.equal(dealtBoard(goal, open).seed, open);
});
