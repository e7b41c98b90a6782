/** Results of daily boards and streaks, as the Python package counts them. */
import assert from "node:assert/strict";
import test from "node:test";

import { resultsByDay, streakOf } from "../../../../src/taquin/faces/static/daily/dailylog.js";
import { vectors } from "../vectors.mjs";

test("results by day and streaks are Python's", () => {
  for (const { today, games, results, streak } of vectors("daily").games) {
    const found = resultsByDay(games);
    const rows = [...found].flatMap(([day, sides]) =>
      [...sides].map(([side, { record, counts, tries }]) => [day, side, record.id, counts, tries]));
    assert.deepEqual(rows.sort(), results.sort());
    const { current, longest } = streakOf(found, today);
    assert.deepEqual([current, longest], streak);
  }
});
