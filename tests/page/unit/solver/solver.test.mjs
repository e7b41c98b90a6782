/** The hand-over from the page's search to the server's, with stand-ins for both. */
import assert from "node:assert/strict";
import test from "node:test";

const STATIC = "../../../../src/taquin/faces/static";
const { namedGoal, parseBoard } = await import(`${STATIC}/board.js`);
const { Solver } = await import(`${STATIC}/solver/solver.js`);
const { pushEnds } = await import(`${STATIC}/solver/slidecount.js`);

// What the page asks of a browser, to know how much memory there is.
Object.assign(globalThis, { navigator: {}, matchMedia: () => ({ matches: false }) });

const GOAL = namedGoal("last", 4, 4);
// The first of the 17 boards at distance 80.
const BOARD = parseBoard("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
const MOVES = "UUULDLULDDDRRRUULDRUULLLDDDRRUULDDRRUUULLDLDRRULLDDRRURUULDLDRRUULLLDDRRDRUULULL";

/** A worker that proves nothing in `budgets` shorter than `enough`, and counts a node a millisecond. */
function worker(budgets, enough) {
  return class {
    postMessage({ task, id, budget, lower, most }) {
      if (most) return; // of memory
      if (task === "human") {
        this.onmessage({ data: { id, result: [{ moves: MOVES }] } });
        return;
      }
      budgets.push(budget);
      const solved = budget >= enough;
      const progress = { phase: "search", bound: lower, depth: 9, nodes: budget - 1 };
      const found = { moves: null, cost: null, optimal: false, lowerBound: lower, nodes: budget, ms: 1, by: "worker" };
      const proof = { ...found, moves: MOVES, cost: 80, optimal: true, lowerBound: 80 };
      this.onmessage({ data: { id, progress } });
      this.onmessage({ data: { id, result: solved ? proof : found } });
    }

    terminate() {}
  };
}

/** What a search shows, who found the answer, and how long the page was to search each time. */
async function solved(api) {
  const budgets = [];
  globalThis.Worker = worker(budgets, 5000);
  const shown = [];
  const solver = new Solver(api);
  const onProgress = ({ phase, bound, nodes }) => shown.push([phase, bound, nodes]);
  const { by, moves } = await solver.solve(BOARD, GOAL, { onProgress });
  assert.equal(moves, MOVES);
  const rising = shown.every(([, bound, nodes], i) => i === 0 || (bound >= shown[i - 1][1] && nodes >= shown[i - 1][2]));
  assert.ok(rising, `neither bound nor nodes go back: ${JSON.stringify(shown)}`);
  return { by, budgets, phases: shown.map(([phase]) => phase) };
}

test("the server is asked early, and its nodes are added to the page's", async () => {
  const solve = async (body, { onProgress }) => {
    onProgress({ bound: 3, depth: 0, expanded: 5 });
    return { moves: MOVES, cost: 80, optimal: true, lower_bound: 80, stats: { expanded: 9 }, seconds: {} };
  };
  const { by, budgets, phases } = await solved({ online: true, solve });
  assert.equal(by, "server");
  assert.deepEqual(phases, ["search", "server", "server"]);
  assert.ok(budgets.length === 1 && budgets[0] <= 2000);
});

test("without a server the page itself searches longer", async () => {
  const { by, budgets } = await solved({ online: false });
  assert.deepEqual([by, budgets.length], ["worker", 1]);
});

test("where the server gives no answer after all, the page searches on", async (t) => {
  t.mock.method(console, "warn", () => {});
  const solve = async (body, { onProgress }) => {
    onProgress({ bound: 3, depth: 0, expanded: 9_000 });
    throw new Error("gone");
  };
  const { by, budgets, phases } = await solved({ online: true, solve });
  assert.equal(by, "worker");
  assert.deepEqual(phases, ["search", "server", "server", "search"]);
  assert.ok(budgets[0] <= 2000 && budgets[1] >= 5000);
});

test("the fewest slides are those that the worker proves, else those of a short solution", async () => {
  const slides = pushEnds(MOVES).length;
  for (const [found, wanted] of [
    [{ moves: "LUU", lowerBound: 2 }, { moves: "LUU", slides: 2, optimal: true, lowerBound: 2 }],
    [{ moves: null, lowerBound: 30 }, { moves: MOVES, slides, optimal: false, lowerBound: 30 }],
    [{ moves: null, lowerBound: slides }, { moves: MOVES, slides, optimal: true, lowerBound: slides }],
  ]) {
    globalThis.Worker = class extends worker([], 0) {
      postMessage(asked) {
        if (asked.task !== "pushes") return super.postMessage(asked);
        this.onmessage({ data: { id: asked.id, result: { ...found, nodes: 5, ms: 1 } } });
      }
    };
    const solution = await (await new Solver({ online: false }).slides()).solve(BOARD, GOAL);
    assert.deepEqual(solution, { ...wanted, nodes: 5, ms: 1, by: "worker" });
  }
  assert.deepEqual(pushEnds("LUUDDR"), [1, 3, 5, 6]);
});
