/** The charts of a comparison: scales, labels and curves. */
import assert from "node:assert/strict";
import test from "node:test";

import { Comparison } from "../../../../../src/taquin/faces/static/lab/comparison/comparison.js";
import { factsOf } from "../../../../../src/taquin/faces/static/lab/comparison/rowfacts.js";
import { asMarkdown } from "../../../../../src/taquin/faces/static/lab/comparison/export.js";
import { remarks } from "../../../../../src/taquin/faces/static/lab/comparison/sentences.js";
import { apart, barScale, labelled } from "../../../../../src/taquin/faces/static/lab/charts/barscale.js";
import { alongSolution, cacheNotes, chartNotes, emptyWords, KINDS } from "../../../../../src/taquin/faces/static/lab/charts/chartkinds.js";
import { COLOURS, lineNumbers } from "../../../../../src/taquin/faces/static/lab/comparison/linenumbers.js";
import { ALGORITHMS, ASTAR, BFS, COUNTERS, ended, IDA, QUESTION, recordedComparison, sample } from "../../comparisons.mjs";
import { vectors } from "../../vectors.mjs";

const recorded = vectors("lab");

test("an empty chart says why, once the searches have ended", () => {
  const rows = ended({ choice: BFS, cost: 5 }, { choice: ASTAR, cost: 5 });
  assert.match(emptyWords(KINDS.contours, rows), /^None of these searches has contours/);
  assert.equal(emptyWords(KINDS.frontier, rows), "No data for this chart.");
  assert.match(emptyWords(KINDS.contours, []), /yet\.$/);
  const comparison = new Comparison(QUESTION, [IDA], ALGORITHMS);
  assert.match(emptyWords(KINDS.contours, comparison.rows), /yet\.$/);
  comparison.abandon();
  assert.equal(emptyWords(KINDS.contours, comparison.rows), "No data for this chart.");
});

test("bars grow with their figures, whatever the scale", () => {
  for (const log of [true, false]) {
    const values = [0, 0.001, 0.5, 1, 10, 1000];
    const lengths = values.map(barScale("seconds", values, log).length);
    assert.equal(lengths[0], 0);
    assert.equal(lengths.at(-1), 1);
    lengths.slice(1).forEach((length, at) => assert.ok(length > lengths[at]));
    assert.deepEqual([0, 0].map(barScale("expanded", [0, 0], log).length), [0, 0]);
  }
});

test("logarithmic bars begin at 1, or at the decade below the least", () => {
  const { length, ticks } = barScale("expanded", [1, 2485, 5435, 100_000], true);
  assert.equal(length(1), 0);
  assert.ok(Math.abs(length(5435) - length(2485) - Math.log10(5435 / 2485) / 5) < 1e-9);
  const texts = (name, values, log = true) => barScale(name, values, log).ticks.map(({ text }) => text);
  assert.deepEqual(texts("expanded", [3, 2000]), ["1", "10", "100", "1,000"]);
  assert.deepEqual(texts("seconds", [0.004, 2]), ["1 ms", "10 ms", "100 ms", "1 s"]);
  assert.deepEqual(texts("seconds", [0.001, 0.02]), ["0.1 ms", "1 ms", "10 ms"]);
  assert.deepEqual(texts("memory", [5e7, 2e8]), ["1 MB", "10 MB", "100 MB"]);
  assert.deepEqual(texts("stored", [387, 1.6e6]), ["1 B", "100 B", "10 kB", "1 MB"]);
  assert.deepEqual(texts("expanded", [7, 170_000], false), ["0", "50 k", "100 k", "150 k"]);
  assert.deepEqual(texts("expanded", [3, 14_971]), ["1", "10", "100", "1 k", "10 k"], "one form on one axis");
  assert.deepEqual(texts("rate", [3000, 12_000], false), ["0", "5 k", "10 k"]);
  assert.deepEqual([ticks[0].at, ticks.length <= 6], [0, true]);
});

test("labels that would touch are left out, never the first or, where it has room, the last", () => {
  const row = (...places) => places.map((from) => ({ from, to: from + 30 }));
  assert.deepEqual(apart([]), []);
  assert.deepEqual(apart(row(0)), [0]);
  assert.deepEqual(apart(row(0, 40, 80)), [0, 1, 2]);
  assert.deepEqual(apart(row(0, 40, 72)), [0, 2]);
  assert.deepEqual(apart(row(0, 20, 40, 60, 80)), [0, 2, 4]);
  assert.deepEqual(apart(row(0, 20)), [0]);
});

test("labels of bars stand under bars, as many as have room, the last one among them", () => {
  assert.deepEqual(labelled([], 5), []);
  assert.deepEqual(labelled([13, 15, 17], 5), [13, 15, 17]);
  assert.deepEqual(labelled([13, 15, 17, 19, 21, 23, 25, 27], 5.5), [15, 19, 23, 27]);
  assert.deepEqual(labelled([13, 15, 17], 0.5), [17]);
});

test("the ticks of any figures are few, in order and on the scale", () => {
  const random = (power) => 10 ** (power * (((Math.sin(power * 7919) * 1e4) % 1) ** 2));
  for (const log of [true, false]) {
    for (let power = -4; power < 12; power += 0.37) {
      const values = [10 ** power, random(power), 0, 10 ** (power / 2)];
      for (const name of ["expanded", "seconds", "memory"]) {
        const { ticks, length } = barScale(name, values, log);
        assert.ok(ticks.length >= 2 && ticks.length <= (log ? 6 : 5), `${ticks.length} of ${values}`);
        ticks.forEach(({ at }, i) => assert.ok(at >= 0 && at <= 1 + 1e-9 && (i === 0 || at > ticks[i - 1].at)));
        assert.ok(values.map(length).every((part) => part >= 0 && part <= 1 + 1e-9));
      }
    }
  }
});

test("estimates along the solution never exceed the distance left, and end at nothing", () => {
  const [distance, ...estimates] = alongSolution(recordedComparison());
  assert.deepEqual(
    distance.y,
    Array.from({ length: 28 }, (_, at) => 27 - at),
  );
  assert.equal(estimates.length, 3);
  for (const { name, y } of estimates) {
    assert.equal(y.length, 28);
    assert.equal(y.at(-1), 0);
    y.forEach((h, at) => assert.ok(h <= distance.y[at], `${name} after ${at} moves`));
  }
});

test("curves are of what was measured: no samples, no curve, and never the peak as the end", () => {
  const [quick] = recorded.comparison.results;
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    ["bfs", "ucs", "astar", "idastar"].map((algorithm) => ({
      algorithm,
      heuristic: null,
      options: {},
    })),
    ALGORITHMS,
  );
  made.finish(0, quick);
  for (const tenths of [1, 2]) made.progress({ row: 1, ...sample(tenths) });
  made.finish(1, { ...quick, seconds: { search: 0.25 } });
  made.finish(2, quick, { cached: true, samples: [] });
  made.finish(3, quick, { cached: true, samples: [sample(1), sample(2), sample(3)] });
  const [frontier, reached] = ["frontier", "reached"].map((kind) => KINDS[kind].curves(made));
  assert.deepEqual(frontier, [
    { name: "Uniform-cost", line: 1, x: [0, 0.1, 0.2], y: [1, 10, 20] },
    { name: "IDA*", line: 4, x: [0, 0.1, 0.2, 0.3], y: [1, 10, 20, 30] },
  ]);
  assert.deepEqual(reached[0].y, [1, 30, 60]);
  assert.deepEqual(KINDS.expanded.curves(made)[0].x, [0, 0.1, 0.2, 0.25]);
  const straight =
    "These are samples, taken up to ten times a second while a search runs. The values between two samples are unknown; straight lines join them.";
  assert.deepEqual(chartNotes(made.rows, true, frontier), [
    straight,
    "No curve for Breadth-first: finished too quickly to be sampled.",
    "No curve for A*: the result came from the server’s cache, which has too few samples of that run.",
  ]);
  assert.deepEqual(chartNotes(made.rows, false), []);
  assert.deepEqual(cacheNotes(made.rows), ["From the server’s cache: A* and IDA*. Times and samples are those of the earlier run."]);
  assert.deepEqual(cacheNotes(made.rows.slice(0, 2)), []);
  assert.deepEqual(made.rows.map(factsOf).map(({ origin }) => origin), [
    "",
    "",
    "cached",
    "cached",
  ]);
  assert.match(remarks(made.rows).at(-1), /^The results of A\* and IDA\* came from .* earlier run\.$/);
  assert.match(asMarkdown(made, COUNTERS), /solved, cached/);
});

test("curves begin at the start and end with the last look, which the end brings along", () => {
  const [quick] = recorded.comparison.results;
  const { expanded } = quick.stats;
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS],
    ALGORITHMS,
  );
  made.progress({ row: 0, ...sample(1) });
  const last = sample(4, { expanded, frontier: 7, reached: 99, bound: quick.lower_bound });
  made.finish(0, { ...quick, seconds: { search: 0.4 } }, { last });
  const curve = (kind) => KINDS[kind].curves(made)[0];
  assert.deepEqual(curve("frontier"), {
    name: "Breadth-first",
    line: 0,
    x: [0, 0.1, 0.4],
    y: [1, 10, 7],
  });
  assert.deepEqual(curve("reached").x, [0, 100, expanded]);
  assert.deepEqual([curve("bound").x[0], curve("bound").y[0]], [0, 0]);
  assert.deepEqual([curve("bound").x.at(-1), curve("bound").y.at(-1)], [expanded, 27]);
  assert.equal(made.rows[0].samples, 2);
  assert.equal(made.rows[0].series.seconds.length, 2, "the end is drawn once");
});

test("the end brings no look that came before", () => {
  const [quick] = recorded.comparison.results;
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS],
    ALGORITHMS,
  );
  made.progress({ row: 0, ...sample(1) });
  made.finish(0, quick, { last: sample(1) });
  assert.equal(made.rows[0].samples, 1);
});

test("the proof of a search by contours is drawn exactly, others from the estimate of the start", () => {
  const made = recordedComparison();
  const ida = made.rows.find(({ choice }) => choice.algorithm === "idastar");
  const { contours, expanded } = ida.result.stats;
  const [exact] = KINDS.bound.curves(made);
  assert.deepEqual([exact.x[0], exact.y[0], exact.exact], [0, contours[0][0], true]);
  assert.deepEqual([exact.x.at(-1), exact.y.at(-1)], [expanded, ida.result.lower_bound]);
  contours.forEach(([bound, inside], at) => {
    assert.equal(exact.y[at], bound);
    assert.equal((exact.x[at + 1] ?? expanded) - exact.x[at], inside);
  });
  ida.result = { ...ida.result, lower_bound: 0 };
  assert.deepEqual(KINDS.bound.curves(made), [], "depths that prove nothing");
  const { board, goal } = recorded.comparison;
  const astar = { algorithm: "astar", heuristic: "manhattan", options: {} };
  const live = new Comparison({ board, goal, metric: "stm", time_limit: null, node_limit: null }, [astar], ALGORITHMS);
  for (const tenths of [1, 2]) live.progress({ row: 0, ...sample(tenths, { bound: 20 + tenths }) });
  assert.deepEqual(KINDS.bound.curves(live)[0].y, [contours[0][0], 21, 22]);
  const notes = chartNotes(made.rows, true, [exact, { name: "Breadth-first", x: [], y: [] }]);
  assert.match(notes[0], /Exact values, from contours: IDA\* with Manhattan distance\.$/);
  assert.ok(!chartNotes(made.rows, true, [exact]).some((note) => /IDA/.test(note)));
});

test("without a solution proved shortest nothing is drawn along it", () => {
  const made = recordedComparison();
  for (const row of made.rows) row.result = { ...row.result, optimal: false };
  assert.deepEqual(alongSolution(made), []);
  const pushes = recordedComparison();
  pushes.question.metric = "mtm";
  assert.deepEqual(alongSolution(pushes), []);
});

test("every chart takes its curves from rows that have the figures", () => {
  const made = recordedComparison();
  const names = (kind) => KINDS[kind].curves(made).map(({ name }) => name);
  for (const kind of ["frontier", "reached", "expanded"])
    assert.deepEqual(names(kind), [], "nothing was sampled");
  for (const kind of ["bound", "contours"]) assert.deepEqual(names(kind), ["IDA* with Manhattan distance"]);
  for (const kind of Object.values(KINDS)) {
    for (const { x, y } of kind.curves(made)) assert.equal(x.length, y.length);
  }
});

test("an algorithm keeps its colour, and no two searches have the same line", () => {
  assert.deepEqual(lineNumbers(["blue", "pink", "violet"]), [0, 3, 5]);
  assert.deepEqual(lineNumbers(["pink", "pink", null, "blue"]), [3, 1, 2, 0]);
  const six = [...COLOURS];
  assert.deepEqual(lineNumbers([...six, "green", "green", null]), [0, 1, 2, 3, 4, 5, 8, 6, 7]);
  for (const colours of [Array(12).fill("blue"), Array(12).fill(null), [...six, ...six]]) {
    const lines = lineNumbers(colours);
    assert.equal(new Set(lines).size, colours.length);
    assert.ok(lines.every((line) => line < 12));
  }
  const [astar, again] = new Comparison(QUESTION, [ASTAR, { ...ASTAR, heuristic: "zero" }], ALGORITHMS).rows;
  assert.equal(COLOURS[astar.line], ALGORITHMS.find(({ name }) => name === "astar").colour);
  assert.notEqual(again.line, astar.line);
});
