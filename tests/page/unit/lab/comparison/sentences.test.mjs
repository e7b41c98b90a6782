/** Every sentence on a comparison is true of its numbers, also of hostile ones. */
import assert from "node:assert/strict";
import test from "node:test";

import { Comparison, choiceName, heuristicName, informedFirst } from "../../../../../src/taquin/faces/static/lab/comparison/comparison.js";
import { remarks, whyFewer } from "../../../../../src/taquin/faces/static/lab/comparison/sentences.js";
import { questionWords, staleWords } from "../../../../../src/taquin/faces/static/lab/comparison/questionwords.js";
import { ALGORITHMS, ASTAR, BFS, ended, IDA, number, QUESTION, result } from "../../comparisons.mjs";
import { vectors } from "../../vectors.mjs";

const LAB = vectors("lab");

test("A* that expanded more is said to have expanded more", () => {
  const rows = ended(
    { choice: ASTAR, cost: 5, expanded: 20 },
    { choice: BFS, cost: 5, expanded: 19 },
  );
  const [first, ...rest] = whyFewer(rows[0], rows[1]);
  assert.equal(first, "Breadth-first expanded fewer states than A* with Manhattan distance: 19 against 20.");
  assert.deepEqual(rest, []);
  assert.match(
    remarks(rows)[0],
    /Breadth-first expanded the fewest states, 19; A\* with Manhattan distance expanded the most, 20\.$/,
  );
});

test("the order in which two rows are given changes no fact", () => {
  const rows = ended(
    { choice: ASTAR, cost: 5, expanded: 30 },
    { choice: BFS, cost: 5, expanded: 300 },
  );
  assert.deepEqual(whyFewer(rows[0], rows[1]), whyFewer(rows[1], rows[0]));
});

test("equal numbers are called equal", () => {
  const rows = ended(
    { choice: ASTAR, cost: 5, expanded: 7 },
    { choice: BFS, cost: 5, expanded: 7 },
  );
  assert.match(whyFewer(rows[0], rows[1])[0], /the same number of states: 7/);
  assert.match(remarks(rows)[0], /^Both searches .* the same number of states: 7/);
});

test("figures name their question, and say so when another is asked", () => {
  const comparison = new Comparison(QUESTION, [ASTAR, BFS], ALGORITHMS);
  // A line breaks between the rows of a board alone.
  const whole = (/** @type {string} */ text) => text.replaceAll(/(?<=\d) (?=[\d/])/g, "\u00a0");
  assert.equal(whole("7 0 / 2"), "7\u00a00\u00a0/ 2");
  assert.equal(questionWords(QUESTION), whole("7 0 2 / 8 5 3 / 6 1 4, goal blank first"));
  const own = { ...QUESTION, goal: "1 2 3/4 5 6/7 0 8", metric: "mtm" };
  assert.equal(
    questionWords(own),
    whole("7 0 2 / 8 5 3 / 6 1 4, goal 1 2 3 / 4 5 6 / 7 0 8, a push of any length costs 1"),
  );
  const said = (asked, choices = [ASTAR, BFS]) => staleWords(comparison, asked, choices);
  const of = `These figures are for ${whole("7 0 2 / 8 5 3 / 6 1 4, goal blank first")}`;
  const none = { figures: "", act: "" };
  assert.deepEqual(said(QUESTION), none);
  assert.deepEqual(said({ ...QUESTION, time_limit: 60 }, structuredClone([ASTAR, BFS])), none);
  const other = { ...QUESTION, board: "0 7 2/8 5 3/6 1 4" };
  const board = { figures: `${of}.`, act: "Press Run for the board now selected." };
  assert.deepEqual(said(other), board);
  assert.deepEqual(said({ ...QUESTION, goal: "1 2 3/4 5 6/7 8 0" }), board);
  assert.deepEqual(said(other, [BFS]), { ...board, act: "Press Run for the board and searches now selected." });
  assert.deepEqual(said(QUESTION, [BFS, ASTAR]), {
    figures: `${of} with the searches listed.`,
    act: "Press Run for the searches now selected.",
  });
  assert.deepEqual(said(null), { figures: `${of}.`, act: "This board cannot be searched." });
});

test("searches that share the most or the fewest expansions are all named", () => {
  const UCS = { algorithm: "ucs", heuristic: null, options: {} };
  const [first] = remarks(
    ended(
      { choice: BFS, cost: 5, expanded: 90 },
      { choice: ASTAR, cost: 5, expanded: 30 },
      { choice: IDA, cost: 5, expanded: 30 },
      { choice: UCS, cost: 5, expanded: 90 },
    ),
  );
  assert.match(
    first,
    /, A\* with Manhattan distance and IDA\* with Manhattan distance expanded the fewest states, 30; Breadth-first and Uniform-cost expanded the most, 90, 3 times as many\.$/,
  );
});

test("no expansions at all is no factor", () => {
  const rows = ended(
    { choice: ASTAR, cost: 0, expanded: 0 },
    { choice: BFS, cost: 0, expanded: 4 },
  );
  const said = [...whyFewer(rows[0], rows[1]), ...remarks(rows)].join(" ");
  assert.doesNotMatch(said, /times|Infinity|NaN/);
});

test("fewer expansions for a dearer solution are not praised", () => {
  const rows = ended(
    { choice: ASTAR, cost: 9, expanded: 5 },
    { choice: BFS, cost: 5, expanded: 50, optimal: true, lower_bound: 5 },
  );
  const said = whyFewer(rows[0], rows[1]);
  assert.match(said[1], /But its solution costs 4 more: 9 against 5/);
  assert.match(
    remarks(rows).join(" "),
    /More expensive than the proved optimal cost, 5: A\* with Manhattan distance \(9\)/,
  );
});

test("what is not proved is not called optimal", () => {
  const rows = ended(
    { choice: ASTAR, cost: 9, expanded: 5 },
    { choice: BFS, cost: 5, expanded: 50 },
  );
  assert.match(remarks(rows).join(" "), /More expensive than the cheapest solution found, 5/);
});

test("a stopped search needs more than it spent; less tells nothing", () => {
  const stopped = { choice: BFS, status: "limit", limit: "time", lower_bound: 12 };
  const [few, many] = ended(
    { choice: ASTAR, cost: 5, expanded: 10 },
    { ...stopped, expanded: 1000 },
  );
  assert.match(
    whyFewer(few, many)[0],
    /stopped by the time limit after 1,000: it would need more than 1,000, at least about 100 times as many/,
  );
  const [one, other] = ended(
    { choice: ASTAR, cost: 5, expanded: 1000 },
    { ...stopped, expanded: 10 },
  );
  assert.match(
    whyFewer(one, other)[0],
    /it is unknown how many it would need, and so which of the two expands fewer/,
  );
});

test("two stopped searches are not compared", () => {
  const stopped = { status: "limit", limit: "memory", lower_bound: 3 };
  const rows = ended(
    { choice: ASTAR, expanded: 10, ...stopped },
    { choice: BFS, expanded: 1000, ...stopped },
  );
  const said = whyFewer(rows[0], rows[1]);
  assert.match(said.at(-1), /cannot be compared/);
  assert.match(
    said[0],
    /stopped by the memory limit after 10 expansions, with a proved lower bound of 3/,
  );
});

test("a search that failed, and one that gave up, are named with their reason", () => {
  const rows = ended(
    { choice: ASTAR, cost: 5, expanded: 10 },
    { choice: BFS, status: "error", error: { message: "order=XX: four letters." } },
    { choice: IDA, status: "incomplete", expanded: 9 },
  );
  const said = remarks(rows).join("\n");
  assert.match(said, /Breadth-first failed: order=XX: four letters\./);
  assert.match(said, /IDA\* with Manhattan distance ended after 9 expansions without a solution and without a proof/);
});

test("the only solution is reported, with what all searches prove about the optimal cost", () => {
  const GREEDY = { algorithm: "greedy", heuristic: "manhattan", options: {} };
  const answer = { choice: GREEDY, cost: 357, expanded: 1742, lower_bound: 41 };
  const stopped = { status: "limit", limit: "expansions", expanded: 10_000 };
  const first = (...others) => remarks(ended(answer, ...others.map((row) => ({ ...stopped, ...row }))))[0];
  const found = "Only Greedy with Manhattan distance solved the board, at cost 357";
  const open = `${found}; it is unknown whether that is optimal`;
  assert.equal(
    first({ choice: BFS, lower_bound: 12 }, { choice: IDA, lower_bound: 47 }),
    `${open}. The best lower bound, 47, was proved by IDA* with Manhattan distance.`,
  );
  assert.equal(
    first({ choice: ASTAR, lower_bound: 41 }),
    `${open}. The best lower bound, 41, was proved by Greedy with Manhattan distance and A* with Manhattan distance.`,
  );
  assert.equal(first({ choice: ASTAR, lower_bound: 357 }), `${found}, which is proved to be optimal.`);
  assert.equal(first({ choice: ASTAR, cost: 355, lower_bound: 47 }), `${found}, which is not optimal.`);
  answer.lower_bound = null;
  assert.equal(first({ choice: BFS, lower_bound: 0 }), `${open}.`);
  assert.equal(
    first({ choice: BFS, status: "error", error: { message: "no." }, lower_bound: undefined }),
    `${open}.`,
  );
});

test("the one search with the cheapest of several solutions is named", () => {
  const [first, second] = remarks(
    ended(
      { choice: ASTAR, cost: 9, expanded: 5 },
      { choice: BFS, cost: 5, expanded: 50, optimal: true, lower_bound: 5 },
    ),
  );
  assert.equal(first, "Breadth-first found the cheapest solution, at cost 5, which is proved to be optimal.");
  assert.match(second, /^More expensive than the proved optimal cost/);
});

test("cancelled searches are reported, all or some of them", () => {
  const none = new Comparison(QUESTION, [ASTAR, BFS], ALGORITHMS);
  assert.deepEqual(remarks(none.rows), []);
  none.abandon();
  assert.deepEqual(remarks(none.rows), ["The searches were stopped before any of them finished."]);
  const some = new Comparison(QUESTION, [ASTAR, BFS, IDA], ALGORITHMS);
  some.finish(0, result({ cost: 5, optimal: true, lower_bound: 5 }), { cached: true });
  assert.deepEqual(remarks(some.rows), []);
  assert.deepEqual(whyFewer(some.rows[0], some.rows[1]), []);
  some.abandon();
  assert.deepEqual(remarks(some.rows), [
    "Only A* with Manhattan distance solved the board, at cost 5, which is proved to be optimal.",
    "Breadth-first and IDA* with Manhattan distance were stopped before they finished.",
    "The result of A* with Manhattan distance came from the server’s cache: its time is that of an earlier run.",
  ]);
  assert.deepEqual(whyFewer(some.rows[0], some.rows[1]), [
    "Breadth-first was stopped before it finished.",
    "So their numbers of expanded states cannot be compared.",
  ]);
});

test("two passes are one before the last", () => {
  const contours = [[13, 20], [15, 80]];
  const rows = ended(
    { choice: IDA, cost: 15, expanded: 100, contours },
    { choice: ASTAR, cost: 15, expanded: 60 },
  );
  assert.match(whyFewer(rows[0], rows[1])[1], /in 2 passes, .*; the pass before the last \(bound 15\) took 20 of/);
});

test("searches with an estimate begin before the others, each kind in the order of the table", () => {
  assert.deepEqual(informedFirst([BFS, ASTAR, BFS, IDA]), [1, 3, 0, 2]);
  assert.deepEqual(informedFirst([]), []);
});

test("an impossible board has one sentence: why", () => {
  const reason = "The board is 4 exchanges from the goal (even), its blank 1 step (odd).";
  const rows = ended(
    { choice: ASTAR, status: "unsolvable", reason },
    { choice: BFS, status: "unsolvable", reason },
  );
  assert.deepEqual(remarks(rows), [`No search can solve this board: ${reason}`]);
  assert.deepEqual(whyFewer(rows[0], rows[1]), [`No search can solve this board: ${reason}`]);
});

test("repeated work is counted from the contours, and only where there is more of it", () => {
  const contours = [
    [13, 20],
    [15, 80],
    [17, 100],
  ];
  const rows = ended(
    { choice: IDA, cost: 17, expanded: 200, contours },
    { choice: ASTAR, cost: 17, expanded: 90 },
  );
  assert.match(
    whyFewer(rows[0], rows[1])[1],
    /searched in 3 passes, each from the start .*; the passes before the last \(bound 17\) took 100 of its expansions \(50%\)/,
  );
  const fewer = ended(
    { choice: IDA, cost: 17, expanded: 200, contours },
    { choice: ASTAR, cost: 17, expanded: 900 },
  );
  assert.equal(whyFewer(fewer[0], fewer[1]).length, 1);
});

test("rows of the same name are distinguished", () => {
  const rows = ended(
    { choice: ASTAR, cost: 5, expanded: 1 },
    { choice: ASTAR, cost: 5, expanded: 2 },
  );
  assert.notEqual(rows[0].name, rows[1].name);
  assert.match(
    whyFewer(rows[0], rows[1])[0],
    /^A\* with Manhattan distance \(1\) expanded fewer states than A\* with Manhattan distance \(2\)/,
  );
});

test("times are compared only where they differ clearly, and were taken together", () => {
  const timed = (quick, slow) =>
    ended(
      { choice: BFS, cost: 5, expanded: 900, seconds: quick },
      { choice: ASTAR, cost: 5, expanded: 90, seconds: slow },
    );
  const said = (rows) => remarks(rows).some((text) => /time per state differs/.test(text));
  assert.equal(said(timed(0.077, 0.079)), false);
  assert.equal(said(timed(0.001, 0.04)), false, "twice the time, and yet too little");
  assert.equal(said(timed(1, 1.2)), false, "0.2 s more, and yet a fifth");
  assert.equal(said(timed(0.1, 0.2)), true);
  const rows = timed(0.1, 0.2);
  rows[1].cached = true;
  assert.equal(said(rows), false);
});

test("thousands of random comparisons: each number in each sentence is right", () => {
  let seed = 12345;
  const random = (most) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * most);
  };
  let [checked, timed] = [0, 0];
  for (let round = 0; round < 3000; round++) {
    const rows = ended(
      ...Array.from({ length: 2 + random(4) }, (_, at) => ({
        choice: { algorithm: "astar", heuristic: null, options: { n: at } },
        status: ["solved", "solved", "solved", "limit", "incomplete"][random(5)],
        limit: "time",
        cost: 20 + random(3),
        expanded: random(round % 2 ? 5 : 100_000),
        seconds: random(4) / 10,
      })).map((row) => ({ ...row, cost: row.status === "incomplete" ? null : row.cost })),
    );
    const by = new Map(rows.map((row) => [row.name, row]));
    const spent = (name) => by.get(name).result.stats.expanded;
    for (const one of rows) {
      for (const other of rows) {
        if (one === other) continue;
        for (const sentence of whyFewer(one, other)) {
          const fewer =
            /^(.+) expanded fewer states than (.+): ([\d,]+) against ([\d,]+)\.(?: (.+) expanded ([\d.,]+) times as many\.)?$/.exec(
              sentence,
            );
          if (fewer) {
            assert.equal(number(fewer[3]), spent(fewer[1]));
            assert.equal(number(fewer[4]), spent(fewer[2]));
            assert.ok(spent(fewer[1]) < spent(fewer[2]));
            assert.ok(
              by.get(fewer[1]).result.status === "solved" &&
                by.get(fewer[2]).result.status === "solved",
            );
            if (fewer[5])
              assert.ok(
                fewer[5] === fewer[2] &&
                  Math.abs(number(fewer[6]) - spent(fewer[2]) / spent(fewer[1])) <=
                    (number(fewer[6]) >= 10 ? 0.5 : 0.05) + 1e-9,
              );
            checked += 1;
          }
          const open =
            /^(.+) solved the board after ([\d,]+) expansions; (.+) was stopped by .+ after ([\d,]+): it would need more/.exec(
              sentence,
            );
          if (open) {
            assert.ok(number(open[2]) < number(open[4]));
            assert.equal(by.get(open[1]).result.status, "solved");
            assert.equal(by.get(open[3]).result.status, "limit");
            checked += 1;
          }
        }
      }
    }
    const solved = rows.filter((row) => row.result.status === "solved");
    const least = Math.min(...solved.map((row) => row.result.cost));
    for (const sentence of remarks(rows)) {
      const best =
        /\(cost (\d+)\), (.+) expanded the fewest states, ([\d,]+); (.+) expanded the most, ([\d,]+)/.exec(
          sentence,
        );
      if (best) {
        const equal = solved
          .filter((row) => row.result.cost === least)
          .map((row) => row.result.stats.expanded);
        assert.equal(Number(best[1]), least);
        assert.equal(number(best[3]), Math.min(...equal));
        assert.equal(number(best[5]), Math.max(...equal));
        for (const name of best[2].split(/; and |; | and /)) assert.equal(spent(name), number(best[3]));
        for (const name of best[4].split(/; and |; | and /)) assert.equal(spent(name), number(best[5]));
        assert.equal(
          best[4].split(/; and |; | and /).length,
          equal.filter((one) => one === number(best[5])).length,
        );
        checked += 1;
      }
      const only =
        /^(?:Only (?=.+ solved))?(.+) (?:solved the board|found the cheapest solution), at cost (\d+)(.*)\.$/.exec(
          sentence,
        );
      if (only) {
        const cheapest = solved.filter((row) => row.result.cost === least);
        assert.deepEqual([cheapest.map(({ name }) => name), least], [[only[1]], Number(only[2])]);
        const beaten = rows.some(({ result }) => result.cost !== null && result.cost < least);
        assert.equal(only[3] === ", which is not optimal", beaten);
        checked += 1;
      }
      const all =
        /^(.+) expanded the fewest states of all, ([\d,]+), but its solution costs ([\d,]+) more/.exec(
          sentence,
        );
      if (all) {
        assert.ok(
          solved.every((row) => row.name === all[1] || row.result.stats.expanded > number(all[2])),
        );
        assert.equal(by.get(all[1]).result.cost, least + number(all[3]));
        checked += 1;
      }
      const quick =
        /^(.+) took (.+) and (.+) (.+ m?s), although (.+) expanded fewer states \(([\d,]+) against ([\d,]+)\)/.exec(
          sentence,
        );
      if (quick) {
        assert.equal(quick[3], quick[5]);
        assert.ok(number(quick[6]) < number(quick[7]));
        assert.equal(spent(quick[1]), number(quick[7]));
        assert.equal(spent(quick[3]), number(quick[6]));
        const [less, more] = [quick[1], quick[3]].map((one) => by.get(one).result.seconds.search);
        assert.ok(more >= 1.5 * less && more - less >= 0.05);
        assert.ok(solved.every((row) => row.result.seconds.search >= less));
        timed += 1;
        checked += 1;
      }
    }
  }
  assert.ok(timed > 100, `only ${timed} sentences on time were recognised`);
  assert.ok(checked > 10_000, `only ${checked} sentences were recognised`);
});

test("names say what differs from the defaults", () => {
  assert.equal(
    choiceName({ algorithm: "wastar", heuristic: "manhattan", options: { weight: 3 } }, ALGORITHMS),
    "Weighted A* with Manhattan distance (weight 3)",
  );
  assert.equal(
    choiceName({ algorithm: "mine", heuristic: "pdb:6-6-3", options: {} }, ALGORITHMS),
    "mine with pattern databases 6-6-3",
  );
});

test("names say what defines a search, also where it is the default", () => {
  const name = (algorithm, options = {}) =>
    choiceName({ algorithm, heuristic: null, options }, ALGORITHMS);
  assert.deepEqual(
    [name("wastar"), name("beam"), name("dls"), name("ids")],
    ["Weighted A* (weight 2)", "Beam (width 1000)", "Depth-limited (depth 100)", "Iterative deepening"],
  );
  assert.equal(name("dls", { order: "RLDU", depth: 9 }), "Depth-limited (depth 9, order RLDU)");
  const [row] = new Comparison(QUESTION, [{ ...IDA, algorithm: "wastar" }], ALGORITHMS).rows;
  assert.equal(row.name, "Weighted A* with Manhattan distance (weight 2)");
});

test("searches and heuristics have the names that the command gives them", () => {
  assert.ok(LAB.names.length > 30);
  for (const { name, ...choice } of LAB.names) assert.equal(choiceName(choice, LAB.algorithms), name);
  for (const [name, label] of Object.entries(LAB.heuristics)) assert.equal(heuristicName(name), label);
});
