/** Figures on many games, as the Python package computes them. */
import assert from "node:assert/strict";
import test from "node:test";

import { inOrder } from "../../../../src/taquin/faces/static/game/record.js";
import { AVERAGES, figure, kindOf, personalBests, presentSession } from "../../../../src/taquin/faces/static/stats/stats.js";
import { vectors } from "../vectors.mjs";

const { figures, many } = vectors("statistics");
const written = (value) => (value === Infinity ? "DNF" : value);

test("averages now and at their best are Python's", () => {
  for (const { values, figures: expected } of figures) {
    const given = values.map((value) => (value === "DNF" ? Infinity : value));
    const found = AVERAGES.map((average) => {
      const { current, best } = figure(given, average, "time");
      return [average.name, [written(current), written(best)]];
    });
    assert.deepEqual(Object.fromEntries(found), expected, values.join());
  }
});

test("order, personal bests and sessions are Python's", () => {
  for (const { games, order, bests, sessions } of many) {
    assert.deepEqual(inOrder(games).map(({ id }) => id), order);
    const found = personalBests(games).map(({ like, control, games: count, time, moves, tps }) => [
      kindOf(like), control, count, time?.id ?? null, moves?.id ?? null, tps?.id ?? null,
    ]);
    assert.deepEqual(found, bests);
    for (const [id, now, expected] of sessions) {
      const like = games.find((one) => one.id === id);
      assert.deepEqual(presentSession(games, like, Date.parse(now)).map((one) => one.id), expected, `${id} at ${now}`);
    }
  }
});
