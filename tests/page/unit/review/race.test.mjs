/** A race against a recorded game: where both stand after each part, and who was faster. */
import assert from "node:assert/strict";
import test from "node:test";

import { dareText, isLost, isRaceable, unracedText, movesBy, partsReached, raceText, standText, verdictText } from "../../../../src/taquin/faces/static/review/race.js";

const game = { start: "1 2 3/4 0 6/7 5 8", goal: "1 2 3/4 5 6/7 8 0", width: 3, height: 3 };
const record = (moves, times) => ({ ...game, moves, times, status: "solved", paused: false, inputs: "k".repeat(moves.length) });

test("the recorded game makes its moves at its own times", () => {
  const made = (times, elapsed, begun = true) => movesBy(times, { begun, elapsed });
  assert.deepEqual([0, 499, 500, 1999, 2000, 9000].map((at) => made([500, 2000], at)), [0, 0, 1, 1, 2, 2]);
  // Its clock, too, starts with a move: the player's first.
  assert.deepEqual([made([0, 2000], 0, false), made([0, 2000], 0)], [0, 1]);
});

test("after each part, less time and fewer moves are better", () => {
  const start = "0 2 3/1 5 6/4 7 8";
  const ghost = partsReached({ ...record("UULL", [500, 1000, 1500, 2000]), start });
  const own = partsReached({ ...record("LRUULL", [300, 400, 500, 700, 1000, 1500]), start });
  assert.deepEqual(ghost.map(({ name, time, moves }) => [name, time, moves]), [["Row 1", 500, 1], ["The rest", 2000, 4]]);
  assert.equal(standText([], ghost, false), "");
  assert.equal(standText(own.slice(0, 1), ghost, false), "Row 1: ±0:00.000, +2 moves");
  assert.equal(standText(own, ghost, true), "At the end: −0:00.500, +2 moves");
  assert.equal(standText(ghost.slice(0, 1), ghost, false), "Row 1: ±0:00.000, ±0 moves");
});

test("parts that are done in another order are compared with their like", () => {
  const ghost = [{ name: "Column 1", time: 900, moves: 9 }, { name: "Row 1", time: 1000, moves: 12 }, { name: "The rest", time: 2000, moves: 20 }];
  const own = [{ name: "Row 1", time: 700, moves: 6 }, { name: "Row 2", time: 800, moves: 7 }];
  assert.equal(standText(own, ghost, false), "Row 1: −0:00.300, −6 moves");
  assert.equal(standText(own.slice(1), ghost, false), "", "the recorded game has no such part");
  assert.equal(standText([...own, { name: "The rest", time: 2500, moves: 21 }], ghost, true), "At the end: +0:00.500, +1 move");
});

test("a part that was there from the start is none that is reached", () => {
  const reached = partsReached({ ...record("L", [500]), start: "1 2 3/4 5 6/7 0 8" });
  assert.deepEqual(reached.map(({ time, moves }) => [time, moves]), [[500, 1]]);
  const two = partsReached({ start: "0 1/3 2", goal: "1 2/3 0", width: 2, height: 2, moves: "LU", times: [0, 300] });
  assert.deepEqual(two.map(({ time, moves }) => [time, moves]), [[300, 2]]);
});

test("a race has a winner, or is a draw", () => {
  const [slow, quick] = [record("UL", [500, 2000]), record("UL", [500, 1750])];
  assert.equal(verdictText(quick, slow), "You win by 0:00.250.");
  assert.equal(verdictText(slow, quick), "The recorded game wins by 0:00.250.");
  assert.equal(verdictText(slow, slow), "A draw: the same time.");
  assert.deepEqual([isLost(quick, slow), isLost(slow, quick), isLost(slow, slow)], [false, true, false]);
  assert.equal(raceText(slow), "0:02.000 in 2 moves");
});

test("a challenge says what the player did not see", () => {
  const one = record("UL", [500, 2000]);
  assert.equal(dareText(one), "0:02.000 in 2 moves");
  assert.equal(dareText({ ...one, numbers: "hidden" }), "0:02.000 in 2 moves, numbers hidden");
  const blind = { ...one, numbers: "blind" };
  assert.equal(dareText(blind), "0:02.000 in 2 moves, blind (memo 0:00.500 + solving 0:01.500)");
});

test("only a game that a player solved without a pause, and whose times are known, can be raced", () => {
  const own = record("UL", [500, 2000]);
  assert.equal(isRaceable(own), true);
  for (const other of [{ status: "abandoned" }, { paused: true }, { times: [0, 0] }, { inputs: "ss" }]) {
    assert.equal(isRaceable({ ...own, ...other }), false, JSON.stringify(other));
    assert.equal(unracedText({ ...own, ...other }).includes("was paused"), Boolean(other.paused), "said of nothing else");
  }
  assert.equal(unracedText(own), "");
});
