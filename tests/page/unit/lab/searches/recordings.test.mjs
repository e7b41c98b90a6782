/** The recordings that the page makes are those of the command, line by line. */
import assert from "node:assert/strict";
import test from "node:test";

import { parseBoard } from "../../../../../src/taquin/faces/static/board.js";
import { PAGE_ALGORITHMS } from "../../../../../src/taquin/faces/static/lab/searches/pagereach.js";
import { recordSearch } from "../../../../../src/taquin/faces/static/lab/searches/recordsearch.js";
import { vectors } from "../../vectors.mjs";

const recorded = vectors("lab").traces.filter(({ algorithm }) => PAGE_ALGORITHMS.includes(algorithm));

/** The lines of a search of the page under the limits of a recorded one. */
function lines({ board, goal, topology, metric }, choice, limit, how) {
  const found = [];
  const question = { board: parseBoard(board), goal: parseBoard(goal), topology, metric, node_limit: limit, time_limit: null };
  recordSearch(question, choice, (line) => found.push(line), { most: null, ...how });
  return found;
}

for (const { algorithm, heuristic, options, metric, lines: expected } of recorded) {
  test(`${algorithm} ${heuristic ?? ""} ${JSON.stringify(options)} ${metric} ${expected[0].topology}: every line is the command's`, () => {
    const [{ goal, topology, cap }] = expected;
    const { board } = expected.find(({ kind }) => kind === "expand").chosen;
    const found = lines({ board, goal, topology, metric }, { algorithm, heuristic, options }, 30, { cap });
    found.forEach((line, at) => assert.deepEqual(line, expected[at], `line ${at}`));
    assert.equal(found.length, expected.length);
  });
}

test("a full recording says how much of the search it lists", () => {
  const korf79 = {
    board: "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15",
    goal: "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15",
    metric: "stm",
  };
  const found = lines(korf79, { algorithm: "astar", heuristic: "manhattan" }, 100, { most: 40_000 });
  const end = found.at(-1);
  const listed = found.filter(({ kind }) => kind === "expand").length;
  assert.equal(end.left_out, 100 - listed);
  assert.ok(listed > 5 && listed < 100);
  assert.match(end.why, new RegExp(`its limit of 40,000 bytes: it lists ${listed} of 100 expansions\\.$`));
  assert.ok(JSON.stringify(found.slice(0, -1)).length <= 40_000 + found.length);
});
