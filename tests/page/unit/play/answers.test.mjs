// Which question a text asks.

import assert from "node:assert/strict";
import test from "node:test";
import { nameOf, splitQuestion } from "../../../../src/taquin/faces/static/play/answers.js";

test("how asks for the moves left only if it asks for a number", () => {
  const named = (text) => {
    const { asked, argument } = splitQuestion(text);
    return nameOf(asked, ["where", "left"], argument);
  };
  for (const text of ["how", "How?", "how many moves are left?", "how far is it", "left"]) assert.equal(named(text), "left", text);
  for (const text of ["how do I win?", "how does a torus work"]) assert.equal(named(text), undefined, text);
});
