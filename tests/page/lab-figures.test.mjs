/** The figures of a comparison: live, at their limits, and as files. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const STATIC = "../../src/taquin/faces/static";
const { Comparison } = await import(`${STATIC}/lab/comparison/comparison.js`);
const { COLUMNS, factsOf } = await import(`${STATIC}/lab/comparison/rowfacts.js`);
const { asCsv, asJson, asLatex, asMarkdown, FORMS } = await import(`${STATIC}/lab/comparison/export.js`);
const { sparkPath } = await import(`${STATIC}/lab/comparison/sparkline.js`);
const { apart, barScale, labelled } = await import(`${STATIC}/lab/charts/barscale.js`);
const { bytes, compact, count, duration } = await import(`${STATIC}/shared/measures.js`);
const { ORDERS } = await import(`${STATIC}/lab/comparison/knobs.js`);
const { EVENTS } = await import(`${STATIC}/lab/microscope/transport.js`);
const { remarks, whyFewer } = await import(`${STATIC}/lab/comparison/sentences.js`);
const { alongSolution, chartNotes, KINDS } = await import(`${STATIC}/lab/charts/chartkinds.js`);
const { TraceSource } = await import(`${STATIC}/lab/microscope/tracesource.js`);
const recorded = JSON.parse(readFileSync(new URL("lab.json", import.meta.url), "utf8"));

const BFS = { algorithm: "bfs", heuristic: null, options: {} };
const COUNTERS = {
  expanded: "states whose successors were generated",
  generated: "successors, 100 % of them",
};

/** The recorded comparison, its last row replaced by a search that ran out of time. */
function comparison() {
  const { board, goal, rows, results } = recorded.comparison;
  const made = new Comparison({ board, goal, metric: "stm", time_limit: 10, node_limit: null }, [
    ...rows,
    { algorithm: "bfs", heuristic: null, options: {} },
  ]);
  results.forEach((result, at) => made.finish(at, result));
  made.finish(rows.length, recorded.stopped);
  return made;
}

test("a search cut short is shown as at least what it spent, never dropped", () => {
  const facts = factsOf(comparison().rows.at(-1));
  assert.equal(facts.status, "stopped: expansion limit");
  assert.equal(facts.expanded.text, "≥ 5,000");
  assert.equal(facts.cost.text, `≥ ${recorded.stopped.lower_bound}`);
  for (const name of ["generated", "peak_frontier", "seconds", "memory"]) {
    assert.ok(facts[name].atLeast, name);
    assert.match(facts[name].text, /^≥ /);
  }
});

test("one search's solution and proof speak of the others' solutions", () => {
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS, BFS, BFS, BFS],
  );
  const [one] = recorded.comparison.results;
  const solved = (cost, optimal) => ({ ...one, status: "solved", cost, optimal });
  const words = () => made.rows.map((row) => factsOf(row, made.rows).solution);
  made.finish(0, solved(81, false));
  assert.deepEqual(words(), ["open", "", "", ""]);
  made.finish(1, solved(27, false));
  assert.deepEqual(words(), ["no", "open", "", ""]);
  made.finish(2, solved(27, true));
  assert.deepEqual(words(), ["no", "by another", "proved", ""]);
  made.finish(3, { status: "error", error: { message: "no" } });
  assert.deepEqual(words(), ["no", "by another", "proved", ""]);
  assert.match(asMarkdown(made, COUNTERS), /\| solved \| no \| 81 \|/);
});

test("a finished search is shown as it is", () => {
  const facts = factsOf(comparison().rows[4]);
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
  );
  live.progress({ row: 0, expanded: 10, generated: 30, frontier: 9, seconds: 0.1 });
  live.abandon();
  const [begun, untouched] = live.rows.map(factsOf);
  assert.equal(live.done, true);
  assert.deepEqual([begun.status, untouched.status], ["cancelled", "cancelled"]);
  assert.equal(begun.expanded.text, "≥ 10");
  assert.equal(untouched.expanded.value, null);
  assert.match(asCsv(live), /,cancelled,/);
  assert.deepEqual(remarks(live.rows), ["The searches were stopped before any of them finished."]);
  assert.deepEqual(whyFewer(live.rows[0], live.rows[1]), [
    "Breadth-first (1) and Breadth-first (2) were cancelled before they finished.",
    "So their numbers of expanded states cannot be compared.",
  ]);
});

test("news of a row that does not exist are no news", () => {
  const live = comparison();
  live.progress({ row: 99, expanded: 1, generated: 1, frontier: 1, seconds: 1 });
  live.finish(99, recorded.stopped);
  assert.equal(live.rows.length, recorded.comparison.rows.length + 1);
});

test("a long search keeps at most 1,000 points, its last one among them", () => {
  const live = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [{ algorithm: "bfs", heuristic: null, options: {} }],
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
  );
  live.finish(0, { status: "error", error: { kind: "options", message: "no", hint: "" } });
  const facts = factsOf(live.rows[0]);
  assert.equal(facts.status, "failed");
  assert.ok(COLUMNS.every(([name]) => facts[name].value === null));
  for (const { write } of Object.values(FORMS))
    assert.match(write(live, COUNTERS), /Breadth-first/);
});

/** RFC 4180, read by a reader of its own. */
function readCsv(text) {
  return text
    .trimEnd()
    .split("\r\n")
    .map((line) => {
      const cells = [];
      for (const [, quoted, bare] of line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g))
        cells.push(quoted?.replaceAll('""', '"') ?? bare);
      return cells;
    });
}

test("CSV: one line a search, nothing lost, time-outs censored", () => {
  const made = comparison();
  const [head, ...lines] = readCsv(asCsv(made));
  assert.equal(lines.length, made.rows.length);
  const cell = (line, name) => line[head.indexOf(name)];
  lines.forEach((line, at) => {
    const { result, choice, name } = made.rows[at];
    assert.equal(cell(line, "search"), name);
    assert.equal(cell(line, "expanded"), String(result.stats.expanded));
    assert.equal(cell(line, "status"), result.status);
    assert.equal(cell(line, "censored"), String(result.status === "limit"));
    assert.deepEqual(JSON.parse(cell(line, "options")), choice.options);
  });
  assert.equal(cell(lines.at(-1), "censored"), "true");
});

test("CSV and JSON: a cancelled search keeps its last figures, as at least those", () => {
  const live = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS, BFS],
  );
  live.progress({ row: 0, ...sample(1), frontier: 40 });
  const last = { frontier: 20, depth: 3, best: 29, peak_memory_bytes: 50_000_000 };
  live.progress({ row: 0, ...sample(2), ...last });
  live.abandon();
  const [head, begun, untouched] = readCsv(asCsv(live));
  const cells = (line, ...names) => names.map((name) => line[head.indexOf(name)]);
  const counted = ["expanded", "generated", "peak_frontier", "peak_reached", "max_depth"];
  const figures = [...counted, "seconds", "peak_memory_bytes", "lower_bound"];
  assert.deepEqual(cells(begun, "status", "censored"), ["cancelled", "true"]);
  assert.deepEqual(
    cells(begun, ...figures),
    ["200", "600", "40", "60", "3", "0.2", "50000000", "2"],
  );
  assert.deepEqual(cells(untouched, "status", "censored"), ["cancelled", ""]);
  assert.ok(cells(untouched, ...figures).every((cell) => cell === ""));
  const { rows, columns } = JSON.parse(asJson(live, COUNTERS));
  assert.deepEqual([rows[0].result, rows[0].status, rows[0].censored], [null, "cancelled", true]);
  assert.deepEqual(figures.map((name) => String(rows[0].at_least[name])), cells(begun, ...figures));
  assert.deepEqual([...cells(begun, "cost"), rows[0].best_cost], ["29", 29]);
  assert.equal(rows[0].at_least.cost, undefined, "a cost found is no lower bound");
  assert.deepEqual([rows[1].result, rows[1].at_least], [null, null]);
  assert.match(columns.at_least, /cancelled/);
});

test("CSV and JSON: a cost proved by another search is told from one that is not", () => {
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS, BFS, BFS, BFS, BFS],
  );
  const [one] = recorded.comparison.results;
  made.finish(0, { ...one, status: "solved", cost: 29, optimal: false });
  made.finish(1, { ...one, status: "solved", cost: 27, optimal: false });
  const verdicts = () => {
    const [head, ...lines] = readCsv(asCsv(made));
    const read = JSON.parse(asJson(made, COUNTERS)).rows;
    return lines.map((line, at) => {
      const said = line[head.indexOf("cost_is_optimal")];
      assert.equal(read[at].cost_is_optimal ?? "", said);
      return `${line[head.indexOf("optimal")]} ${said}`;
    });
  };
  assert.deepEqual(verdicts().slice(0, 2), ["false no", "false unknown"]);
  made.finish(2, { ...one, status: "solved", cost: 27, optimal: true });
  made.finish(3, { ...recorded.stopped, cost: 27 });
  made.finish(4, recorded.stopped);
  assert.deepEqual(verdicts(), ["false no", "false yes", "true yes", "false yes", "false "]);
});

test("exports: every option a search ran with, defaults included; in tables the orders", () => {
  const order = { type: "order", default: "UDLR" };
  const ties = { type: "choice", default: "low_h", choices: ["low_h", "lifo"] };
  const algorithms = [
    { name: "astar", options: { tie_break: ties, order } },
    { name: "beam", options: { width: { type: "int", default: 1000 }, order } },
    { name: "dls", options: { depth: { type: "int", default: 100 }, order } },
  ];
  const search = (algorithm, options = {}) => ({ algorithm, heuristic: null, options });
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [search("astar"), search("beam"), search("dls", { depth: 31 })],
    algorithms,
  );
  made.abandon();
  const full = [
    { tie_break: "low_h", order: "UDLR" },
    { width: 1000, order: "UDLR" },
    { depth: 31, order: "UDLR" },
  ];
  const [head, ...lines] = readCsv(asCsv(made));
  assert.deepEqual(lines.map((line) => JSON.parse(line[head.indexOf("options")])), full);
  const read = JSON.parse(asJson(made, COUNTERS));
  assert.deepEqual(read.rows.map(({ options }) => options), full);
  assert.match(asMarkdown(made, COUNTERS), /- \*\*Successor order\*\*: UDLR\n/);
  assert.match(asMarkdown(made, COUNTERS), /- \*\*Tie-break\*\*: smallest h \(A\\\*\)\n/);
  assert.match(asLatex(made, COUNTERS), /Successor order: UDLR\. Tie-break: smallest h \(A\*\)\./);
});

test("CSV: a text that a spreadsheet would run is defused", () => {
  const made = comparison();
  made.rows[0].name = '=HYPERLINK("http://x","y")';
  const [head, first] = readCsv(asCsv(made));
  assert.equal(first[head.indexOf("search")], `'=HYPERLINK("http://x","y")`);
});

test("JSON: the results as they came", () => {
  const made = comparison();
  const read = JSON.parse(asJson(made, COUNTERS));
  assert.deepEqual(
    read.rows.map(({ result }) => result),
    made.rows.map(({ result }) => result),
  );
  assert.deepEqual(read.counters, COUNTERS);
  assert.equal(read.question.board, recorded.comparison.board);
});

test("Markdown: a line a search, all with the same cells, definitions below", () => {
  const made = comparison();
  const text = asMarkdown(made, COUNTERS);
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  assert.equal(lines.length, made.rows.length + 2);
  const cells = (line) => line.split(/(?<!\\)\|/).length;
  assert.equal(new Set(lines.map(cells)).size, 1);
  assert.match(text, /≥ 5,000/);
  assert.match(text, /A\\\*/);
  assert.match(text, /\*\*Expanded\*\*: states whose successors/);
});

test("LaTeX: special signs escaped, columns counted, time-outs kept", () => {
  const made = comparison();
  made.rows[0].name = "50 % of A_B & {C} ~ ^ \\ $ #";
  const text = asLatex(made, COUNTERS);
  assert.ok(
    text.includes(
      "50 \\% of A\\_B \\& \\{C\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\$ \\#",
    ),
  );
  assert.ok(text.includes("$\\geq$ 5,000"));
  assert.ok(text.includes("100 \\% of them"));
  const columns = /begin\{tabular\}\{([lr]+)\}/.exec(text)[1].length;
  const rows = text.split("\n").filter((line) => line.endsWith("\\\\"));
  assert.equal(rows.length, made.rows.length + 1);
  for (const row of rows) assert.equal(row.replaceAll("\\&", "").split("&").length, columns);
  assert.doesNotMatch(text, /[^\x00-\x7f]/);
});

test("numbers as people read them", () => {
  assert.deepEqual([0, 999, 174385].map(count), ["0", "999", "174,385"]);
  assert.deepEqual([0, 9999, 12345, 1234567, 2e9].map(compact), [
    "0",
    "9,999",
    "12.3 k",
    "1.23 M",
    "2 G",
  ]);
  assert.deepEqual([0, 0.0004, 0.0012, 0.25, 0.9996, 9.5, 12.34, 59.96, 75].map(duration), [
    "< 1 ms",
    "< 1 ms",
    "1.2 ms",
    "250 ms",
    "1.00 s",
    "9.50 s",
    "12.3 s",
    "1 min 0 s",
    "1 min 15 s",
  ]);
  assert.deepEqual([500e3, 23e6, 1.5e9].map(bytes), ["500 kB", "23 MB", "1.50 GB"]);
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
  assert.deepEqual(texts("expanded", [7, 170_000], false), ["0", "50 k", "100 k", "150 k"]);
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

test("successor orders: all 24, each once", () => {
  assert.equal(new Set(ORDERS).size, 24);
  assert.ok(ORDERS.every((order) => [...order].sort().join("") === "DLRU"));
});

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
  await assert.rejects(source.line(5000), /has 1234 lines; line 5000/);
  const fresh = new TraceSource(source.remote);
  broken = true;
  await assert.rejects(fresh.line(0), /gone/);
  broken = false;
  assert.equal((await fresh.line(0)).number, 0);
});

test("a trace becomes text line by line, its header with the name of its search", async () => {
  const lines = [{ kind: "header", algorithm: "astar" }, { kind: "expand" }, { kind: "end" }];
  const source = new TraceSource({ total: 3, lines: async () => lines });
  const text = await source.text("A*, Manhattan");
  assert.deepEqual(text.map((line) => JSON.parse(line)), [
    { kind: "header", algorithm: "astar", search: "A*, Manhattan" },
    ...lines.slice(1),
  ]);
  assert.ok(text.every((line) => line.endsWith("}\n")));
});

test("estimates along the solution never exceed the distance left, and end at nothing", () => {
  const [distance, ...estimates] = alongSolution(comparison());
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

/** One look at a running search. */
const sample = (tenths, given = {}) => ({
  expanded: 100 * tenths,
  generated: 300 * tenths,
  frontier: 10 * tenths,
  reached: 30 * tenths,
  bound: tenths,
  seconds: tenths / 10,
  ...given,
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
  );
  made.finish(0, quick);
  for (const tenths of [1, 2]) made.progress({ row: 1, ...sample(tenths) });
  made.finish(1, { ...quick, seconds: { search: 0.25 } });
  made.finish(2, quick, { cached: true, samples: [] });
  made.finish(3, quick, { cached: true, samples: [sample(1), sample(2), sample(3)] });
  const [frontier, reached] = ["frontier", "reached"].map((kind) => KINDS[kind].curves(made));
  assert.deepEqual(frontier, [
    { name: "Uniform-cost", x: [0, 0.1, 0.2], y: [1, 10, 20] },
    { name: "IDA*", x: [0, 0.1, 0.2, 0.3], y: [1, 10, 20, 30] },
  ]);
  assert.deepEqual(reached[0].y, [1, 30, 60]);
  assert.deepEqual(KINDS.expanded.curves(made)[0].x, [0, 0.1, 0.2, 0.25]);
  const straight =
    "These are samples, taken up to ten times a second while a search runs. The values between two samples are unknown; straight lines join them.";
  assert.deepEqual(chartNotes(made.rows, true, frontier), [
    straight,
    "No curve for Breadth-first: finished too quickly to be sampled.",
    "No curve for A*: the result came from the server's cache, which has too few samples of that run.",
    "From the server's cache: A* and IDA*. Times and samples are those of the earlier run.",
  ]);
  assert.equal(chartNotes(made.rows, false).length, 1);
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
  );
  made.progress({ row: 0, ...sample(1) });
  const last = sample(4, { expanded, frontier: 7, reached: 99, bound: quick.lower_bound });
  made.finish(0, { ...quick, seconds: { search: 0.4 } }, { last });
  const curve = (kind) => KINDS[kind].curves(made)[0];
  assert.deepEqual(curve("frontier"), { name: "Breadth-first", x: [0, 0.1, 0.4], y: [1, 10, 7] });
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
  );
  made.progress({ row: 0, ...sample(1) });
  made.finish(0, quick, { last: sample(1) });
  assert.equal(made.rows[0].samples, 1);
});

test("the proof of a search by contours is drawn exactly, others from the estimate of the start", () => {
  const made = comparison();
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
  const live = new Comparison({ board, goal, metric: "stm", time_limit: null, node_limit: null }, [astar]);
  for (const tenths of [1, 2]) live.progress({ row: 0, ...sample(tenths, { bound: 20 + tenths }) });
  assert.deepEqual(KINDS.bound.curves(live)[0].y, [contours[0][0], 21, 22]);
  const notes = chartNotes(made.rows, true, [exact, { name: "Breadth-first", x: [], y: [] }]);
  assert.match(notes[0], /Exact values, from contours: IDA\*, Manhattan\.$/);
  assert.ok(!chartNotes(made.rows, true, [exact]).some((note) => /IDA/.test(note)));
});

test("without a solution proved shortest nothing is drawn along it", () => {
  const made = comparison();
  for (const row of made.rows) row.result = { ...row.result, optimal: false };
  assert.deepEqual(alongSolution(made), []);
  const pushes = comparison();
  pushes.question.metric = "mtm";
  assert.deepEqual(alongSolution(pushes), []);
});

test("every chart takes its curves from rows that have the figures", () => {
  const made = comparison();
  const names = (kind) => KINDS[kind].curves(made).map(({ name }) => name);
  for (const kind of ["frontier", "reached", "expanded"])
    assert.deepEqual(names(kind), [], "nothing was sampled");
  for (const kind of ["bound", "contours"]) assert.deepEqual(names(kind), ["IDA*, Manhattan"]);
  for (const kind of Object.values(KINDS)) {
    for (const { x, y } of kind.curves(made)) assert.equal(x.length, y.length);
  }
});
