/** A comparison as a file: CSV, JSON, Markdown, LaTeX. */
import assert from "node:assert/strict";
import test from "node:test";

import { Comparison } from "../../../../../src/taquin/faces/static/lab/comparison/comparison.js";
import { asCsv, asJson, asLatex, asMarkdown } from "../../../../../src/taquin/faces/static/lab/comparison/export.js";
import { ALGORITHMS, BFS, COUNTERS, recordedComparison, result, sample } from "../../comparisons.mjs";
import { vectors } from "../../vectors.mjs";

const recorded = vectors("lab");

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
  const made = recordedComparison();
  const [head, ...lines] = readCsv(asCsv(made));
  assert.equal(lines.length, made.rows.length);
  const cell = (line, name) => line[head.indexOf(name)];
  lines.forEach((line, at) => {
    const { result, options, name } = made.rows[at];
    assert.equal(cell(line, "search"), name);
    assert.equal(cell(line, "expanded"), String(result.stats.expanded));
    assert.equal(cell(line, "status"), result.status);
    assert.equal(cell(line, "censored"), String(result.status === "limit"));
    assert.deepEqual(JSON.parse(cell(line, "options")), options);
  });
  assert.equal(cell(lines.at(-1), "censored"), "true");
});

test("CSV and JSON: a cancelled search keeps its last figures, as at least those", () => {
  const live = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [BFS, BFS],
    ALGORITHMS,
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
    ALGORITHMS,
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
    { name: "astar", label: "A*", options: { tie_break: ties, order } },
    { name: "beam", label: "Beam", options: { width: { type: "int", default: 1000 }, order } },
    { name: "dls", label: "Depth-limited", options: { depth: { type: "int", default: 100 }, order } },
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

test("CSV and JSON: a search that lost its server is not cancelled", () => {
  const made = new Comparison(
    { board: "", goal: "", metric: "stm", time_limit: null, node_limit: null },
    [{ algorithm: "bfs", heuristic: null, options: {} }],
    [],
  );
  made.abandon(true);
  const [head, line] = readCsv(asCsv(made));
  assert.equal(line[head.indexOf("status")], "lost");
  assert.equal(JSON.parse(asJson(made, COUNTERS)).rows[0].status, "lost");
  assert.match(asMarkdown(made, COUNTERS), /server lost/);
});

test("CSV: a text that a spreadsheet would run is defused", () => {
  const made = recordedComparison();
  made.rows[0].name = '=HYPERLINK("http://x","y")';
  const [head, first] = readCsv(asCsv(made));
  assert.equal(first[head.indexOf("search")], `'=HYPERLINK("http://x","y")`);
});

test("JSON: the results as they came", () => {
  const made = recordedComparison();
  const read = JSON.parse(asJson(made, COUNTERS));
  assert.deepEqual(
    read.rows.map(({ result }) => result),
    made.rows.map(({ result }) => result),
  );
  assert.deepEqual(read.counters, COUNTERS);
  assert.equal(read.question.board, recorded.comparison.board);
});

test("Markdown: a line a search, all with the same cells, definitions below", () => {
  const made = recordedComparison();
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
  const made = recordedComparison();
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
