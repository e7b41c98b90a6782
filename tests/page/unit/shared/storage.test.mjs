/** What the browser has stored, read or ignored. */
import assert from "node:assert/strict";
import test from "node:test";

import { readStored } from "../../../../src/taquin/faces/static/shared/storage.js";

/** Refuses all but a number. */
function read(kept) {
  if (typeof kept !== "number") throw new TypeError("it is no number.");
  return 2 * kept;
}

test("what was stored is read; of what cannot be, the console is told, and nothing of what is not there", (t) => {
  const told = t.mock.method(console, "warn", () => {});
  assert.equal(readStored("4", read, "No number."), 8);
  assert.equal(readStored(null, read, "No number."), null);
  assert.equal(readStored("", read, "No number."), null);
  assert.equal(told.mock.callCount(), 0);
  for (const damaged of ["{", '"4"', "null"]) assert.equal(readStored(damaged, read, "No number."), null);
  assert.deepEqual(told.mock.calls.map((call) => call.arguments[0]), ["No number.", "No number.", "No number."]);
});
