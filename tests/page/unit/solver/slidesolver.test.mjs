/** Answers in slides: what the worker proves, what the server does where it does not, and what is kept. */
import assert from "node:assert/strict";
import test from "node:test";

import { namedGoal, parseBoard, replay } from "../../../../src/taquin/faces/static/board.js";
import { PushEngine } from "../../../../src/taquin/faces/static/solver/pushes.js";
import { Proofs } from "../../../../src/taquin/faces/static/solver/proofs.js";
import { SlideSolver } from "../../../../src/taquin/faces/static/solver/slidesolver.js";
import { finish } from "../oracle.mjs";

const GOAL = namedGoal("last", 3, 3);
const START = parseBoard("0 1 2/4 5 3/7 8 6");
/** The long way: the outer tiles go round until they are home. */
const AROUND = `${"UULLDDRR".repeat(6)}UULL`;

/**
 * @param {{able?: boolean, api?: any, moves?: string}} given  able: whether the worker proves anything; moves: of a
 *   short solution
 */
function solving({ able = true, api = { online: false }, moves = "LLUU" }) {
  const proofs = new Proofs();
  const engine = new PushEngine();
  /** @type {any[]} */
  const asked = [];
  let better = 0;
  const inMoves = {
    known: (/** @type {any} */ board, /** @type {any} */ goal) => proofs.known(board, goal),
    solve: async () => ({ moves }),
    mustBeSolvable: () => {},
    better: [() => void better++],
  };
  const ask = async (/** @type {any} */ task, /** @type {any} */ { onValue }) => {
    asked.push(task);
    const { board, boards, goal, known, budget } = task;
    if (task.task === "pushDistances") return finish(engine.distances(boards, goal, { known, onValue }));
    if (task.task === "bestPushes") return finish(engine.best(board, goal, known, budget));
    return able ? finish(engine.solve(board, goal, task)) : { moves: null, lowerBound: 1, nodes: 7, ms: 1 };
  };
  return { asked, better: () => better, slides: new SlideSolver(inMoves, api, ask) };
}

test("what is proved is kept, of every board between two slides too", async () => {
  const { slides, asked, better } = solving({});
  assert.deepEqual(slides.known(START, GOAL), { value: null, lower: 2, upper: null, exact: false, moves: null });
  const { moves, slides: length, optimal, by } = await slides.solve(START, GOAL);
  assert.deepEqual([moves, length, optimal, by], ["LLUU", 2, true, "worker"]);
  assert.ok(better() > 0);
  assert.equal(slides.known(replay(START, "LL"), GOAL).value, 1);
  assert.equal((await slides.solve(replay(START, "LL"), GOAL)).by, "known");
  assert.equal(asked.length, 1);
  assert.equal(slides.known(GOAL, GOAL).value, 0);
  const found = await slides.distances([START, replay(START, "L")], GOAL);
  assert.deepEqual(found.map(({ value }) => value), [2, 2]);
  assert.deepEqual(await slides.best(START, GOAL), { pushes: ["LL"], proved: true });
});

test("the server is asked in slides where the worker proves nothing in time", async () => {
  /** @type {any[]} */
  const bodies = [];
  const solve = async (/** @type {any} */ body) => {
    bodies.push(body);
    return { moves: "LLUU", cost: 2, optimal: true, lower_bound: 2, stats: { expanded: 9 }, seconds: { search: 0.5 } };
  };
  const { slides } = solving({ able: false, api: { online: true, solve } });
  const { slides: length, optimal, by, nodes, ms } = await slides.solve(START, GOAL);
  assert.deepEqual([length, optimal, by, nodes, ms], [2, true, "server", 9, 500]);
  assert.deepEqual([bodies.length, bodies[0].metric, bodies[0].size], [1, "mtm", "3x3"]);
  const here = solving({ able: false, api: { online: true, solve } });
  assert.equal((await here.slides.solve(START, GOAL, { here: true })).by, "worker");
  assert.deepEqual([bodies.length, here.asked.map(({ budget }) => budget)], [1, [8000]]);
});

test("without a proof there are a short solution's slides, and the bound", async () => {
  const { slides, asked } = solving({ able: false, api: { online: true, solve: async () => { throw new Error("away"); } }, moves: AROUND });
  const { moves, slides: length, optimal, lowerBound } = await slides.solve(START, GOAL, { budget: 4000 });
  assert.deepEqual([moves, length, optimal, lowerBound], [AROUND, 26, false, 2]);
  assert.deepEqual(asked.map(({ budget }) => budget), [4000]);
  assert.deepEqual(slides.known(START, GOAL), { value: null, lower: 2, upper: 26, exact: false, moves: AROUND });
  assert.equal(slides.known(replay(START, "UULL"), GOAL).upper, 24);
});

test("a bound from a board one slide away is kept beside longer solutions", async () => {
  const { slides } = solving({ able: false, moves: AROUND });
  await slides.distances([START], GOAL);
  assert.deepEqual([slides.known(START, GOAL).upper, slides.known(START, GOAL).moves], [2, null]);
  const { moves, slides: length, optimal } = await slides.solve(START, GOAL);
  assert.deepEqual([moves, length, optimal], [AROUND, 26, false]);
});
