/** The list of a solution in pages. */
import assert from "node:assert/strict";
import test from "node:test";

import { pageOf } from "../../../../src/taquin/faces/static/shared/playback.js";

test("no last page has a few entries", () => {
  assert.deepEqual([0, 1, 100, 101, 125, 126, 201, 251].map(pageOf), [0, 1, 100, 101, 125, 63, 101, 84]);
  for (let entries = 1; entries < 2000; entries++) {
    const size = pageOf(entries);
    const last = entries % size || size;
    assert(size <= 125 && last > size / 2, `${entries}: ${size} a page, ${last} on the last`);
  }
});
