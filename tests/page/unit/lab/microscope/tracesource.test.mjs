/** A recording as the page reads it, in parts; where a run through it stops. */
import assert from "node:assert/strict";
import test from "node:test";

import { EVENTS } from "../../../../../src/taquin/faces/static/lab/microscope/transport.js";
import { TraceSource } from "../../../../../src/taquin/faces/static/lab/microscope/tracesource.js";
import { number } from "../../comparisons.mjs";

test("a run stops at what it was told to stop at", () => {
  const step = { node: 3, news: [], successors: [{ verdict: "new" }, { verdict: "pruned" }] };
  const hit = (given) => Object.keys(EVENTS).filter((name) => EVENTS[name].is(given));
  assert.deepEqual(hit(step), ["pruned"]);
  assert.deepEqual(hit({ node: -1, news: ["x"], successors: [] }), ["news", "end"]);
  assert.deepEqual(
    hit({ ...step, successors: [{ verdict: "duplicate" }, { verdict: "better" }] }),
    ["duplicate", "better"],
  );
});

test("a trace is read by the page, a page is kept, a failed one is asked for again", async () => {
  const lines = Array.from({ length: 1234 }, (_, number) => ({ kind: "expand", number }));
  let asked = 0;
  let broken = false;
  const source = new TraceSource({
    total: lines.length,
    lines: async (start, most) => {
      asked += 1;
      if (broken) throw new Error("gone");
      return lines.slice(start, start + most);
    },
  });
  const read = [];
  await source.read((line) => read.push(line.number));
  assert.deepEqual(
    read,
    lines.map(({ number }) => number),
  );
  assert.equal(asked, 3);
  assert.equal((await source.line(700)).number, 700);
  assert.equal(asked, 3);
  await assert.rejects(source.line(5000), /has 1,234 lines; line 5000/);
  const fresh = new TraceSource(source.remote);
  broken = true;
  await assert.rejects(fresh.line(0), /gone/);
  broken = false;
  assert.equal((await fresh.line(0)).number, 0);
});

test("a trace becomes text line by line, its header with the name of its search", async () => {
  const lines = [{ kind: "header", algorithm: "astar" }, { kind: "expand" }, { kind: "end" }];
  const source = new TraceSource({ total: 3, lines: async () => lines });
  const text = await source.text("A* with Manhattan distance");
  assert.deepEqual(text.map((line) => JSON.parse(line)), [
    { kind: "header", algorithm: "astar", search: "A* with Manhattan distance" },
    ...lines.slice(1),
  ]);
  assert.ok(text.every((line) => line.endsWith("}\n")));
});
