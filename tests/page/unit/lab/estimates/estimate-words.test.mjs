// What the lab says an estimate sees: shares that add up to the value, in every metric.

import assert from "node:assert/strict";
import { test } from "node:test";

import { anatomy, isAdditive, truthWords } from "../../../../../src/taquin/faces/static/lab/estimates/estimatewords.js";

import { parseBoard } from "../../../../../src/taquin/faces/static/board.js";
import { estimate } from "../../../../../src/taquin/faces/static/lab/estimates/estimates.js";
import { survey } from "../../../../../src/taquin/faces/static/lab/estimates/landscape.js";
import { distancesFrom } from "../../oracle.mjs";

const NOTEBOOK = {
  board: "7 0 2/8 5 3/6 1 4",
  manhattan: [3, 0, 0, 3, 1, 2, 0, 2, 2],
  misplaced: [1, 3, 4, 5, 7, 8],
  linear_conflicts: [3],
  goal: "0 1 2/3 4 5/6 7 8",
  distance: 27,
  metric: "stm",
  heuristics: [],
};
const seen = (name, value, more = {}) => ({
  name, value, admissible: true, consistent: true, refused: null, patterns: [], ...more,
}); // prettier-ignore

test("Manhattan distance is shared out tile by tile", () => {
  const { cells, sum, verdict } = anatomy(NOTEBOOK, seen("manhattan", 13));
  assert.deepEqual(cells.map(({ text }) => text), ["+3", "", "+0", "+3", "+1", "+2", "+0", "+2", "+2"]);
  assert.deepEqual(cells.map(({ strong }) => strong), [true, false, false, true, true, true, false, true, true]);
  assert.match(sum, /: 13 in total\.$/);
  assert.equal(verdict, "The true distance is 27; the estimate is 14 too low. It never overestimates.");
});

test("a conflict stands beside the steps, and is in the sum", () => {
  const { cells, sum } = anatomy(NOTEBOOK, seen("linear_conflict", 15));
  assert.equal(cells[5].text, "+2 +2");
  assert.match(sum, /Manhattan distance 13; tile 3 must step out of its line.*2 more moves\. 15 in total\.$/);
  const none = anatomy({ ...NOTEBOOK, linear_conflicts: [] }, seen("linear_conflict", 13));
  assert.match(none.sum, /no extra moves\. 13 in total\.$/);
  const two = anatomy({ ...NOTEBOOK, linear_conflicts: [3, 5] }, seen("linear_conflict", 17));
  assert.match(two.sum, /tiles 3, 5 must step out of .*: 2 more moves each\. 17 in total\.$/);
});

test("misplaced tiles count one each, the blank nothing", () => {
  const { cells, sum } = anatomy(NOTEBOOK, seen("misplaced", 6));
  assert.equal(cells.filter(({ text }) => text === "+1").length, 6);
  assert.deepEqual([cells[1].text, cells[2].text], ["", "+0"]);
  assert.equal(sum, "6 tiles are out of place.");
});

test("patterns are letters, and what they add is the value", () => {
  const patterns = [{ tiles: [1, 2, 3, 4], adds: 9 }, { tiles: [5, 6, 7, 8], adds: 10 }];
  const pdb = seen("pdb:4-4", 19, { patterns });
  const { cells, sum } = anatomy(NOTEBOOK, pdb);
  assert.deepEqual(cells.map(({ text }) => text), ["B", "", "A", "B", "B", "A", "B", "A", "A"]);
  assert.match(sum, /A 9 \+ B 10 = 19\.$/);
  assert.ok(isAdditive(pdb));
});

test("another metric's value is said to be made of the steps", () => {
  const { sum } = anatomy({ ...NOTEBOOK, metric: "mtm" }, seen("manhattan", 7));
  assert.match(sum, /13 in total\. That makes 7 if a push of any length costs 1\.$/);
});

test("what is no sum over tiles says so, and an estimate may be too high or right", () => {
  const walking = seen("walking_distance", 15);
  assert.ok(!isAdditive(walking));
  assert.match(anatomy(NOTEBOOK, walking).sum, /not a sum over tiles/);
  const score = anatomy(NOTEBOOK, seen("sequence_score", 52, { admissible: false }));
  assert.equal(score.verdict, "The true distance is 27; the estimate is 25 too high. It may overestimate.");
  const right = anatomy({ ...NOTEBOOK, distance: 15 }, walking);
  assert.match(right.verdict, /^The true distance is 15; the estimate is exact\./);
  const unknown = anatomy({ ...NOTEBOOK, distance: null }, walking);
  assert.match(unknown.verdict, /The true distance of this board is unknown\.$/);
});

test("the truth about an estimate is counted over every board", async () => {
  const goal = parseBoard("1 2 3/4 5 0");
  const h = estimate("manhattan", goal);
  const { counts } = await survey(goal, goal, h);
  let [missed, right, most] = [0, 0, 0];
  const oracle = distancesFrom(3, 2, [1, 2, 3, 4, 5, 0]);
  for (const [name, distance] of oracle) {
    const short = distance - h(name.split(",").map(Number));
    missed += short;
    right += short === 0 ? 1 : 0;
    most = Math.max(most, short);
  }
  const words = truthWords(counts, "Manhattan");
  const expected = `the estimate is ${(missed / 360).toFixed(1)} too low on average, at most ${most} too low, and exact on ${right} of them.`;
  assert.equal(words, `All 360 boards that can reach this goal, by true distance and by Manhattan: ${expected}`);
  assert.ok(right > 1 && most > 4);
});
