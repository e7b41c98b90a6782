/** The figures of a comparison: live, and at their limits. */
import assert from "node:assert/strict";
import test from "node:test";

import { Comparison } from "../../../../../src/taquin/faces/static/lab/comparison/comparison.js";
import { COLUMNS, factsOf } from "../../../../../src/taquin/faces/static/lab/comparison/rowfacts.js";
import { asCsv, asMarkdown, FORMS } from "../../../../../src/taquin/faces/static/lab/comparison/export.js";
import { sparkPath } from "../../../../../src/taquin/faces/static/lab/comparison/sparkline.js";
import { remarks, whyFewer } from "../../../../../src/taquin/faces/static/lab/comparison/sentences.js";
import { ORDERS } from "../../../../../src/taquin/faces/static/lab/comparison/knobs.js";
import { ALGORITHMS, BFS, COUNTERS, recordedComparison } from "../../comparisons.mjs";
import { vectors } from "../../vectors.mjs";

const recorded = vectors("lab");

test("a search cut short is shown as at least what it spent, never dropped", () => {
  const facts = factsOf(recordedComparison().rows.at(-1));
  assert.equal(facts.status, "stopped: expansion limit");
  assert.equal(facts.expanded.text, "≥ 5,000");
  assert.equal(facts.cost.text, `≥ ${recorded.stopped.lower_bound}`);
  for (const name of ["generated", "peak_frontier", "stored", "seconds", "memory"]) {
    assert.ok(facts[name].atLeast, name);
    assert.match(facts[name].text, /^≥ /);
  }
});

test("one search's solution and proof speak of the others' solutions", () => {
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS, BFS, BFS, BFS],
    ALGORITHMS,
  );
  const [one] = recorded.comparison.results;
  const solved = (cost, optimal) => ({ ...one, status: "solved", cost, optimal });
  const words = () => made.rows.map((row) => factsOf(row, made.rows).solution);
  made.finish(0, solved(81, false));
  assert.deepEqual(words(), ["open", "", "", ""]);
  made.finish(1, solved(27, false));
  assert.deepEqual(words(), ["no", "open", "", ""]);
  made.finish(2, solved(27, true));
  assert.deepEqual(words(), ["no", "by another search", "proved", ""]);
  made.finish(3, { status: "error", error: { message: "no" } });
  assert.deepEqual(words(), ["no", "by another search", "proved", ""]);
  assert.match(asMarkdown(made, COUNTERS), /\| solved \| no \| 81 \|/);
});

test("what a search stores is told apart from its process, and is what the lesson says", () => {
  const { rows } = recordedComparison();
  const of = (algorithm) => factsOf(rows.find(({ choice, result }) => choice.algorithm === algorithm && result));
  const { stats } = rows.find(({ choice }) => choice.algorithm === "bfs").result;
  assert.equal(of("bfs").stored.value, 9 * Math.max(stats.peak_frontier, stats.peak_reached));
  assert.ok(of("idastar").stored.value < 1000, "the path alone");
  assert.ok(of("idastar").stored.value < of("bfs").stored.value);
  assert.ok(of("idastar").memory.value > 1e6);
});

test("a finished search is shown as it is", () => {
  const facts = factsOf(recordedComparison().rows[4]);
  const { cost, stats } = recorded.comparison.results[4];
  assert.equal(facts.status, "solved");
  assert.equal(facts.solution, "proved");
  assert.equal(facts.cost.text, String(cost));
  assert.equal(facts.expanded.value, stats.expanded);
  assert.ok(COLUMNS.every(([name]) => !facts[name].atLeast));
});

test("a row is told from start to end: waiting, running, done; late news change nothing", () => {
  const live = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [{ algorithm: "bfs", heuristic: null, options: {} }],
    ALGORITHMS,
  );
  const heard = [];
  live.addEventListener("change", (event) => heard.push(event.detail));
  const [row] = live.rows;
  assert.equal(factsOf(row).status, "waiting");
  const news = {
    row: 0,
    expanded: 10,
    generated: 30,
    frontier: 9,
    reached: 12,
    bound: 2,
    depth: 3,
    best: null,
    seconds: 0.1,
  };
  live.progress(news);
  live.progress({ ...news, expanded: 20, frontier: 4, seconds: 0.2 });
  assert.equal(factsOf(row).status, "running");
  assert.equal(factsOf(row).expanded.text, "20");
  assert.equal(factsOf(row).peak_frontier.text, "9");
  assert.equal(live.done, false);
  live.finish(0, { ...recorded.stopped, seconds: { search: 0.3 } });
  assert.equal(live.done, true);
  live.progress(news);
  live.finish(0, recorded.comparison.results[0]);
  assert.equal(row.result.limit, "expansions");
  assert.deepEqual(heard, [0, 0, 0]);
  assert.deepEqual(row.series.seconds, [0.1, 0.2, 0.3]);
  assert.deepEqual(row.series.frontier, [9, 4, null]);
});

test("a cancelled comparison keeps what was spent, as at least that, and ends", () => {
  const live = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS, BFS],
    ALGORITHMS,
  );
  live.progress({ row: 0, expanded: 10, generated: 30, frontier: 9, seconds: 0.1 });
  live.abandon();
  const [begun, untouched] = live.rows.map(factsOf);
  assert.equal(live.done, true);
  assert.deepEqual([begun.status, untouched.status], ["stopped", "stopped"]);
  assert.equal(begun.expanded.text, "≥ 10");
  assert.equal(untouched.expanded.value, null);
  assert.match(asCsv(live), /,cancelled,/);
  assert.deepEqual(remarks(live.rows), ["The searches were stopped before any of them finished."]);
  assert.deepEqual(whyFewer(live.rows[0], live.rows[1]), [
    "Breadth-first (1) and Breadth-first (2) were stopped before they finished.",
    "So their numbers of expanded states cannot be compared.",
  ]);
});

test("news of a row that does not exist are no news", () => {
  const live = recordedComparison();
  live.progress({ row: 99, expanded: 1, generated: 1, frontier: 1, seconds: 1 });
  live.finish(99, recorded.stopped);
  assert.equal(live.rows.length, recorded.comparison.rows.length + 1);
});

test("a long search keeps at most 1,000 points, its last one among them", () => {
  const live = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [{ algorithm: "bfs", heuristic: null, options: {} }],
    ALGORITHMS,
  );
  for (let at = 1; at <= 5000; at++) {
    live.progress({
      row: 0,
      expanded: at,
      generated: at,
      frontier: at,
      reached: at,
      bound: 1,
      seconds: at / 10,
    });
    const { series } = live.rows[0];
    assert.ok(series.seconds.length <= 1000);
    assert.equal(series.seconds.at(-1), at / 10);
    assert.equal(new Set(Object.values(series).map((column) => column.length)).size, 1);
  }
});

test("a failed row has no figures and says so", () => {
  const live = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [{ algorithm: "bfs", heuristic: null, options: {} }],
    ALGORITHMS,
  );
  live.finish(0, { status: "error", error: { kind: "options", message: "no", hint: "" } });
  const facts = factsOf(live.rows[0]);
  assert.equal(facts.status, "failed");
  assert.ok(COLUMNS.every(([name]) => facts[name].value === null));
  for (const { write } of Object.values(FORMS))
    assert.match(write(live, COUNTERS), /Breadth-first/);
});

test("a sparkline begins at nothing and stays within its drawing", () => {
  assert.equal(sparkPath([], []), "");
  for (const path of [sparkPath([0.1, 0.2, 0.4], [5, 90, 1]), sparkPath([0], [3])]) {
    const numbers = path.match(/[\d.]+/g).map(Number);
    numbers.forEach((value, at) =>
      assert.ok(value >= 0 && value <= (at % 2 === 0 ? 120 : 28), path),
    );
  }
});

test("successor orders: all 24, each once", () => {
  assert.equal(new Set(ORDERS).size, 24);
  assert.ok(ORDERS.every((order) => [...order].sort().join("") === "DLRU"));
});
