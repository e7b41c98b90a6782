/** The page's own searches count exactly what the command counts. */
import assert from "node:assert/strict";
import test from "node:test";

import { parseBoard } from "../../../../../src/taquin/faces/static/board.js";
import { CATALOGUE } from "../../../../../src/taquin/faces/static/lab/searches/catalogue.js";
import { ESTIMATORS } from "../../../../../src/taquin/faces/static/lab/searches/estimators.js";
import {
  PAGE_ALGORITHMS,
  PAGE_HEURISTICS,
  boardRefusal,
  searchRefusal,
} from "../../../../../src/taquin/faces/static/lab/searches/pagereach.js";
import {
  BLIND,
  INFORMED,
  runSearch,
} from "../../../../../src/taquin/faces/static/lab/searches/runsearch.js";
import { vectors } from "../../vectors.mjs";

const recorded = vectors("searches");
const named = (line) => Object.fromEntries(recorded.fields.map((name, at) => [name, line[at]]));

const positions = (board, goal) => ({ board: parseBoard(board), goal: parseBoard(goal) });

/** What the page finds, in the form of the record. */
function here({ board, goal, metric, node_limit, algorithm, heuristic, options, moves }, topology) {
  const question = { ...positions(board, goal), metric, topology, node_limit, time_limit: null };
  const found = runSearch(question, { algorithm, heuristic, options });
  const way = found.moves;
  return {
    status: found.status,
    limit: found.limit,
    cost: found.cost,
    lower_bound: found.lower_bound,
    moves: typeof moves === "number" ? way.length : way,
    counters: recorded.counters.map((name) => found.stats[name]),
    contours: found.stats.contours,
  };
}

const answerOf = ({ status, limit, cost, lower_bound, moves, counters, contours }) => ({
  status, limit, cost, lower_bound, moves, counters, contours,
});

test("every algorithm counts as the command does, on many boards and with every option", () => {
  const cases = recorded.cases.map(named);
  assert.equal(new Set(cases.map(({ algorithm }) => algorithm)).size, PAGE_ALGORITHMS.length);
  for (const given of cases) assert.deepEqual(here(given), answerOf(given), JSON.stringify(given));
  const of = (name) => new Set(cases.map((one) => one[name]));
  assert.deepEqual([...of("heuristic")].sort(), [null, ...ESTIMATORS].sort());
  assert.deepEqual([...of("status")].sort(), ["incomplete", "limit", "solved"]);
  assert.deepEqual([...of("metric")].sort(), ["expense", "mtm", "stm"]);
});

test("the same on a torus, whose linear conflicts are refused", () => {
  const cases = recorded.torus.map(named);
  assert.equal(new Set(cases.map(({ algorithm }) => algorithm)).size, PAGE_ALGORITHMS.length);
  for (const given of cases) assert.deepEqual(here(given, "torus"), answerOf(given), JSON.stringify(given));
  const of = (name) => new Set(cases.map((one) => one[name]));
  assert.deepEqual([...of("heuristic"), "linear_conflict"].sort(), [null, ...ESTIMATORS].sort());
  assert.deepEqual([...of("metric")].sort(), ["expense", "mtm", "stm"]);
  const [one] = cases.filter(({ algorithm }) => algorithm === "astar");
  const refused = { ...one, heuristic: "linear_conflict" };
  assert.throws(() => here(refused, "torus"), /^RangeError: linear_conflict works only on grids.* not on torus/);
});

test("taquin compare 702853614, row by row", () => {
  const rows = recorded.classroom.map(named);
  assert.equal(rows.length, 19);
  // One row takes as long as all others together; every row runs with this variable set.
  const quick = ({ counters }) => process.env.TAQUIN_EVERY_BOARD || counters[0] < 1_000_000;
  assert.ok(rows.filter(quick).length >= 18);
  for (const given of rows.filter(quick)) {
    assert.deepEqual(here(given), answerOf(given), `${given.algorithm} ${given.heuristic}`);
  }
});

test("every moment of a search is in range, and a limit of time ends it", () => {
  let now = 0;
  const hardest = positions("8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0");
  const question = { ...hardest, metric: "stm", time_limit: 1, node_limit: null };
  const samples = [];
  const found = runSearch(
    question,
    { algorithm: "bfs" },
    { clock: () => (now += 10), onSample: (sample) => samples.push(sample) },
  );
  assert.deepEqual([found.status, found.limit, found.cost], ["limit", "time", null]);
  assert.ok(samples.length > 20);
  assert.ok(samples.every(({ seconds, reached, frontier }) => seconds <= 1 && reached >= frontier));
  const last = samples.at(-1);
  assert.ok(last.expanded <= found.stats.expanded && last.bound <= found.lower_bound);
});

test("a search that its memory does not hold says so, with what it has proved", () => {
  const korf79 = positions("0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15");
  const question = { ...korf79, metric: "stm", time_limit: null, node_limit: null, memory_limit: 4e6 };
  for (const algorithm of PAGE_ALGORITHMS.filter((name) => !["idastar", "rbfs", "beam"].includes(name))) {
    const heuristic = Object.hasOwn(INFORMED, algorithm) ? "misplaced" : null;
    const found = runSearch(question, { algorithm, heuristic });
    if (found.status === "solved") continue; // greedily
    assert.deepEqual([found.status, found.limit], ["limit", "memory"], algorithm);
    assert.ok(found.stats.expanded > 1000 && found.lower_bound <= 42, algorithm);
  }
});

test("what needs the server is said before anything is searched", () => {
  assert.equal(boardRefusal("1 2 3/4 5 6/7 8 0"), "");
  assert.match(boardRefusal("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 0"), /this one has 20 and needs the server/);
  assert.equal(searchRefusal({ algorithm: "astar", heuristic: "manhattan" }), "");
  assert.equal(searchRefusal({ algorithm: "bfs" }), "");
  assert.match(searchRefusal({ algorithm: "arastar", heuristic: "manhattan" }), /^arastar needs the server/);
  assert.match(searchRefusal({ algorithm: "astar", heuristic: "pdb:6-6-3" }), /^pdb:6-6-3 needs the server/);
  const runs = [...Object.keys(BLIND), ...Object.keys(INFORMED)];
  assert.deepEqual([...PAGE_ALGORITHMS].sort(), runs.sort());
  assert.deepEqual([...PAGE_HEURISTICS].sort(), [...ESTIMATORS].sort());
  const known = new Map(CATALOGUE.algorithms.map((one) => [one.name, one.heuristic]));
  for (const name of runs) assert.equal(known.get(name), Object.hasOwn(INFORMED, name), name);
});
