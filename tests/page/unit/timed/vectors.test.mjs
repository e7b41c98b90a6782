/** Timed attempts, step by step as in the Python package. */
import assert from "node:assert/strict";
import test from "node:test";

import { Attempt } from "../../../../src/taquin/faces/static/timed/attempt.js";
import { USUAL, comparableName, isContinuous, readChoice, sizesOf } from "../../../../src/taquin/faces/static/timed/timedchoice.js";
import { vectors } from "../vectors.mjs";

const { choices, attempts } = vectors("attempts");

test("choices are read and named as in Python", () => {
  for (const { stored, choice, name, continuous, sides } of choices) {
    const read = readChoice(stored);
    const found = Object.fromEntries(Object.keys(choice).map((field) => [field, read[field]]));
    assert.deepEqual(found, choice, JSON.stringify(stored));
    assert.deepEqual([comparableName(read), isContinuous(read)], [name, continuous]);
    const drawn = sizesOf(read, "seed").map(({ width }) => width);
    assert.deepEqual(choice.mode === "mixed" ? drawn.sort((a, b) => a - b) : drawn, sides);
  }
});

test("an attempt goes step by step as in Python", () => {
  for (const { choice, steps } of attempts) {
    const attempt = new Attempt({ ...USUAL, ...choice }, "seed");
    let first = null;
    for (const [name, now, expected] of steps) {
      if (name === "solved") {
        const [before, whole] = [(first ?? now) - (attempt.from ?? now), now - (attempt.from ?? now)];
        if (attempt.phase === "solving") first = null;
        attempt.solved(now, { moves: "U".repeat(7), times: [before, whole] });
      } else if (name === "give_up") {
        attempt.giveUp();
      } else {
        attempt[name](now);
        if (name === "moved" && attempt.phase === "solving") first ??= now;
      }
      const found = {
        phase: attempt.phase, at: attempt.at, running: attempt.running, bare: attempt.bare,
        left: attempt.left(now), elapsed: attempt.elapsed(now),
        splits: attempt.splits.map(({ time, before, moves }) => [time, before, moves]),
      };
      assert.deepEqual(found, expected, `${JSON.stringify(choice)}: ${name} at ${now}`);
    }
  }
});
