/** What the estimates see, counted over all states of small boards. */
import assert from "node:assert/strict";
import test from "node:test";

import { parseBoard } from "../../../../../src/taquin/faces/static/board.js";
import { Comparison } from "../../../../../src/taquin/faces/static/lab/comparison/comparison.js";
import { estimate, ESTIMATES } from "../../../../../src/taquin/faces/static/lab/estimates/estimates.js";
import { blindAccount, informedAccount, mapWords, shares, survey } from "../../../../../src/taquin/faces/static/lab/estimates/landscape.js";
import { mostTelling } from "../../../../../src/taquin/faces/static/lab/estimates/why.js";
import { keyOf } from "../../../../../src/taquin/faces/static/lab/parts/heatmap.js";
import { ALGORITHMS, ASTAR, BFS, ended, IDA, QUESTION } from "../../comparisons.mjs";
import { vectors } from "../../vectors.mjs";

const recorded = vectors("lab");

test("the two to begin with solved the board, where two did", () => {
  const stopped = { status: "limit", limit: "time", expanded: 9 };
  const solved = { cost: 5, expanded: 9 };
  const pairs = [
    [[{ choice: BFS, ...stopped }, { ...stopped }, { choice: IDA, ...solved }, { choice: ASTAR, ...solved }], [3, 2]],
    [[{ choice: BFS, ...solved }, { choice: IDA, ...solved }, { choice: ASTAR, ...solved }], [2, 0]],
    [[{ choice: IDA, ...stopped }, { choice: BFS, ...stopped }, { choice: ASTAR, ...solved }], [2, 1]],
    [[{ choice: ASTAR, ...stopped }, { choice: IDA, ...solved }], [1, 0]],
    [[{ choice: ASTAR, ...stopped }], [0, 0]],
  ];
  for (const [given, expected] of pairs) assert.deepEqual(mostTelling(ended(...given)), expected);
});

test("estimates are those of the Python package", () => {
  assert.ok(recorded.estimates.length >= 80);
  for (const { board, goal, h } of recorded.estimates) {
    const [position, target] = [parseBoard(board), parseBoard(goal)];
    for (const name of ESTIMATES)
      assert.equal(estimate(name, target)(position.cells), h[name], `${name} of ${board}`);
  }
  assert.equal(estimate("walking_distance", parseBoard(recorded.estimates[0].goal)), null);
});

test("the survey's numbers are those the searches spent", async () => {
  const { comparison } = recorded;
  const rows = new Comparison(
    { ...QUESTION, board: comparison.board, goal: comparison.goal },
    comparison.rows,
    ALGORITHMS,
  );
  comparison.results.forEach((one, at) => rows.finish(at, one));
  const blind = rows.rows.find(({ choice }) => choice.algorithm === "bfs");
  const [start, goal] = [parseBoard(comparison.board), parseBoard(comparison.goal)];
  for (const name of ["misplaced", "manhattan", "linear_conflict"]) {
    const found = await survey(start, goal, estimate(name, goal));
    assert.equal(found.states, 181440);
    assert.equal(found.distance, 27);
    const parts = shares(found);
    assert.equal(parts.must + parts.may + 1 + parts.never, 181440);
    const informed = rows.rows.find(
      ({ choice }) => choice.algorithm === "astar" && choice.heuristic === name,
    );
    const spent = informed.result.stats.expanded;
    assert.ok(parts.must <= spent && spent <= parts.must + parts.may, `${name}: ${spent}`);
    const said = informedAccount(parts, 27, informed);
    assert.ok(said.includes(`(${parts.must.toLocaleString("en")} states)`));
    assert.ok(said.includes(`expanded ${(spent - parts.must).toLocaleString("en")} of the`));
    assert.match(blindAccount(parts, 27, blind), /closer than 27 moves \(170,994 states\)/);
  }
});

test("the map's words and its key are those of its data", async () => {
  const goal = parseBoard("1 2 3/4 5 0");
  const found = await survey(parseBoard("0 2 1/3 5 4"), goal, estimate("manhattan", goal));
  const all = found.counts.flatMap((row, g) => row.map((states, h) => ({ f: g + h, states })));
  const sum = (is) => all.filter(({ f }) => is(f)).reduce((total, { states }) => total + states, 0);
  const cost = found.distance;
  assert.ok(
    mapWords(found, "Manhattan").includes(
      `Below the line: ${sum((f) => f < cost)} states with g + h below ${cost}, and ` +
        `${sum((f) => f === cost)} with g + h = ${cost}, including the goal. Above the line, never ` +
        `needed: ${sum((f) => f > cost)}.`,
    ),
  );
  assert.doesNotMatch(mapWords(found, "Manhattan"), /dark|bright|light/);
  // The colours of all sides share a scale; each side's ends at the most in a cell of that side.
  const most = (is) => Math.max(...all.filter(({ f }) => is(f)).map(({ states }) => states));
  const ends = [most((f) => f < cost), most((f) => f === cost), most((f) => f > cost)];
  assert.notEqual(ends[0], ends[2]);
  const key = keyOf({ counts: found.counts, cost, divided: true, caption: "" });
  assert.deepEqual(
    key.map(({ side, few, many }) => [side, few, many]),
    ["below", "equal", "above"].map((side, at) => [side, "1", `${ends[at]} state${ends[at] === 1 ? "" : "s"} a cell`]),
  );
  assert.deepEqual(key.map(({ strongest }) => strongest === 1), ends.map((end) => end === Math.max(...ends)));
  assert.equal(keyOf({ counts: found.counts, cost: null, caption: "" }).length, 1);
});

test("the survey is silent where the counts are not what it allows", async () => {
  const goal = parseBoard("1 2/3 0");
  const found = await survey(parseBoard("0 2/1 3"), goal, estimate("manhattan", goal));
  const parts = shares(found);
  const rows = ended(
    { choice: ASTAR, cost: found.distance, expanded: 10_000 },
    { choice: BFS, cost: found.distance, expanded: 20_000 },
  );
  assert.equal(informedAccount(parts, found.distance, rows[0]), null);
  assert.equal(blindAccount(parts, found.distance, rows[1]), null);
});

test("a board too large to count is refused, and a survey can be cancelled", async () => {
  const goal = parseBoard("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
  await assert.rejects(
    survey(goal, goal, () => 0),
    /16 cells: only boards of at most 9/,
  );
  const small = parseBoard("1 2 3/4 5 6/7 8 0");
  const stop = new AbortController();
  const running = survey(small, small, () => 0, { signal: stop.signal });
  stop.abort();
  await assert.rejects(running, { name: "AbortError" });
});
