/** Numbers as people read them. */
import assert from "node:assert/strict";
import test from "node:test";

import { bytes, compact, count, duration, percent, times } from "../../../../src/taquin/faces/static/shared/measures.js";
import { number } from "../comparisons.mjs";

test("numbers as people read them", () => {
  assert.deepEqual([0, 999, 174385].map(count), ["0", "999", "174,385"]);
  assert.equal(compact(5000, { thousands: 1000 }), "5 k");
  assert.deepEqual([0, 9999, 12345, 1234567, 2e9].map(compact), [
    "0",
    "9,999",
    "12.3 k",
    "1.23 M",
    "2 G",
  ]);
  assert.deepEqual([0, 0.0004, 0.0012, 0.25, 0.9996, 9.5, 12.34, 59.96, 75].map(duration), [
    "< 1 ms",
    "< 1 ms",
    "1.2 ms",
    "250 ms",
    "1.00 s",
    "9.50 s",
    "12.3 s",
    "1 min 0 s",
    "1 min 15 s",
  ]);
  assert.deepEqual([387, 500e3, 23e6, 1.5e9].map(bytes), ["387 B", "500 kB", "23 MB", "1.50 GB"]);
});

test("a factor is the nearest of its digits, and 1 only between equals", () => {
  for (let few = 1; few < 60; few++) {
    for (let many = few; many < 700; many += 7) {
      const said = number(times(many, few));
      const half = many / few >= 9.95 ? 0.5 : many / few >= 1.1 ? 0.05 : 0.005;
      assert.ok(Math.abs(said - many / few) <= half + 1e-9, `${many} / ${few}: ${said}`);
    }
  }
  const said = [[3306, 1837], [10_004, 10_000], [19, 10], [199, 100], [9960, 1000], [1055, 100]];
  assert.deepEqual(
    said.map(([many, few]) => times(many, few)),
    ["1.8", "1.0004", "1.9", "2", "10", "11"],
  );
  assert.equal(times(7, 7), "1");
});

test("a share is rounded to the nearest, and neither nothing nor all unless it is", () => {
  const said = [[5965, 10_000], [9996, 10_000], [4, 1000], [0, 7], [7, 7], [1, 8], [199, 200]];
  assert.deepEqual(
    said.map(([part, whole]) => percent(part, whole)),
    ["60", "99.96", "0.4", "0", "100", "13", "99.5"],
  );
});
