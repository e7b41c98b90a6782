/** The lab's choices, kept for the next visit. */
import assert from "node:assert/strict";
import test from "node:test";

import { LabMemory } from "../../../../src/taquin/faces/static/lab/labmemory.js";
import { BFS } from "../comparisons.mjs";
import { speak } from "../../../../src/taquin/faces/static/words/said.js";

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
  const fields = { board: "7 0 2/8 5 3/6 1 4", goal: "first", topology: "torus", metric: "mtm", time: 2, nodes: 10_000 };
  const weighted = {
    ...{ algorithm: "wastar", heuristic: "manhattan" },
    options: { weight: 1.5, tie_break: "lifo" },
  };
  memory.keep(fields, [BFS, weighted]);
  assert.deepEqual([memory.fields, read()], [fields, [BFS, weighted]]);
  memory.keep(null, [BFS]);
  assert.deepEqual([memory.fields, read()], [fields, [BFS]]);
});

test("the results of a run are kept, but for those that have not ended or are too large", () => {
  const stored = new Map();
  const store = { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value) };
  const memory = new LabMemory(store);
  const question = { board: "7 0 2/8 5 3/6 1 4", goal: "0 1 2/3 4 5/6 7 8", metric: "stm", time_limit: 2, node_limit: null };
  const row = { state: "done", name: "A*", choice: BFS, series: { seconds: [1] } };
  assert.equal(memory.results, null);
  memory.keepResults(question, null);
  assert.deepEqual([memory.results.question, memory.results.rows], [question, null]);
  memory.keepResults(question, [row]);
  assert.deepEqual(memory.results.rows, [row]);
  const refused = { ...row, result: { status: "error", error: { kind: "page", message: "pdb needs the server." } } };
  memory.keepResults(question, [row, refused]);
  assert.deepEqual(memory.results.rows, [row, refused]);
  speak("de", { "run it again for the reason": "Grund" });
  assert.deepEqual(memory.results.question, question);
  assert.deepEqual(memory.results.rows[0], row, "figures have no language");
  assert.equal(memory.results.rows[1].result.error.message, "Grund");
  speak("en", {});
  memory.keepResults(question, [{ ...row, name: "A".repeat(2_000_000) }]);
  assert.equal(memory.results.rows, null);
  memory.forgetResults();
  assert.equal(memory.results, null);
  memory.keepResults(question, [{ ...row, state: "running" }]);
  assert.equal(memory.results, null, "rows of another version");
  const recording = () => memory.recording(CATALOGUE, ["manhattan"]);
  assert.equal(recording(), null);
  memory.keepRecording({ question, choices: [BFS] });
  assert.deepEqual(recording(), { question, choices: [BFS] });
  memory.keepRecording({ question, choices: [{ ...BFS, algorithm: "none" }] });
  assert.equal(recording(), null);
  memory.keepRecording(["A*", "7 0 2 / 8 5 3 / 6 1 4"]);
  assert.equal(recording(), null, "as an earlier version kept it");
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
