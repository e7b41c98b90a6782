/** Questions that are stopped with their view stay stopped; those asked afterwards are not. */
import assert from "node:assert/strict";
import test from "node:test";

import { Questions } from "../../../../src/taquin/faces/static/shared/questions.js";

test("a signal that was stopped is never handed out again", () => {
  const questions = new Questions();
  const first = questions.signal;
  assert.equal(questions.signal, first);
  questions.stop();
  assert(first.aborted);
  const second = questions.signal;
  assert(!second.aborted && questions.signal === second);
  const third = questions.renewed();
  assert(second.aborted && !third.aborted && questions.signal === third);
});
