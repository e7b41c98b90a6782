/** What the page's own estimates say of a board is what the command says. */
import assert from "node:assert/strict";
import test from "node:test";

import { parseBoard } from "../../../../../src/taquin/faces/static/board.js";
import { explainHere } from "../../../../../src/taquin/faces/static/lab/searches/explainhere.js";
import { vectors } from "../../vectors.mjs";

for (const { board, goal, topology, heuristics, ...expected } of vectors("lab").explained) {
  test(`${board} to ${goal}, ${expected.metric}, ${topology}`, () => {
    const found = explainHere({ board: parseBoard(board), goal: parseBoard(goal), topology, metric: expected.metric });
    const { heuristics: values, ...parts } = found;
    assert.deepEqual(parts, expected);
    const plain = values.map(({ name, value, admissible, consistent }) => ({ name, value, admissible, consistent }));
    assert.deepEqual(plain, heuristics);
    for (const { value, refused } of values) assert.equal(value === null, refused !== null);
  });
}
