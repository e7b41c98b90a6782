/** The lab's choices, kept for the next visit. */
import assert from "node:assert/strict";
import test from "node:test";

import { LabMemory } from "../../../../src/taquin/faces/static/lab/labmemory.js";
import { BFS } from "../comparisons.mjs";

/** A store that holds this text, or what was written over it. */
function storeOf(text) {
  let held = text;
  return { getItem: () => held, setItem: (_, value) => (held = value) };
}

const CATALOGUE = [
  { name: "bfs", heuristic: false, options: {} },
  {
    ...{ name: "wastar", heuristic: true },
    options: {
      weight: { type: "float", default: 2 },
      tie_break: { type: "choice", default: "low_h", choices: ["low_h", "lifo"] },
    },
  },
];

test("the lab's choices are kept and read back", () => {
  const memory = new LabMemory(storeOf(null));
  const read = () => memory.choices(CATALOGUE, ["manhattan"], 12);
  assert.deepEqual([memory.fields, read()], [null, null]);
  const fields = { board: "7 0 2/8 5 3/6 1 4", goal: "first", metric: "mtm", time: 2, nodes: 10_000 };
  const weighted = {
    ...{ algorithm: "wastar", heuristic: "manhattan" },
    options: { weight: 1.5, tie_break: "lifo" },
  };
  memory.keep(fields, [BFS, weighted]);
  assert.deepEqual([memory.fields, read()], [fields, [BFS, weighted]]);
  memory.keep(null, [BFS]);
  assert.deepEqual([memory.fields, read()], [fields, [BFS]]);
});

test("a number is kept if it is no less than the least that its option declares", () => {
  const options = { step: { type: "float", default: 0.5, least: 0.1 } };
  const catalogue = [{ name: "arastar", heuristic: true, options }];
  const kept = (step) => {
    const choices = [{ algorithm: "arastar", heuristic: "manhattan", options: { step } }];
    return new LabMemory(storeOf(JSON.stringify({ choices }))).choices(catalogue, ["manhattan"], 12);
  };
  assert.equal(kept(0.2)?.[0].options.step, 0.2);
  assert.equal(kept(0.05), null);
});

test("kept choices that are damaged are as good as none", () => {
  const choices = [
    ...["x", {}, [], [null], [{}], [{ ...BFS, algorithm: "toString" }], [{ ...BFS, options: [] }]],
    ...[[{ ...BFS, heuristic: "manhattan" }], [{ ...BFS, options: { constructor: 1 } }]],
    ...[[{ algorithm: "wastar", heuristic: null, options: {} }], Array(13).fill(BFS)],
    ...[-1, 0, "2", null, Infinity].map((weight) => [
      { algorithm: "wastar", heuristic: "manhattan", options: { weight } },
    ]),
  ];
  for (const damaged of choices) {
    const memory = new LabMemory(storeOf(JSON.stringify({ choices: damaged })));
    assert.equal(memory.choices(CATALOGUE, ["manhattan"], 12), null, JSON.stringify(damaged));
  }
  const boards = [1, null, {}, { board: 7, goal: "last" }, { board: "1 1/2 3", goal: "last" }];
  for (const fields of [...boards, { board: "1 2/3 0", goal: "1 2 3" }, { board: "1 2/3 0" }]) {
    const memory = new LabMemory(storeOf(JSON.stringify({ fields })));
    assert.equal(memory.fields, null, JSON.stringify(fields));
  }
  for (const text of ["", "{", "null", "[]", "7"]) {
    const memory = new LabMemory(storeOf(text));
    assert.deepEqual([memory.fields, memory.choices(CATALOGUE, [], 12)], [null, null]);
  }
});
