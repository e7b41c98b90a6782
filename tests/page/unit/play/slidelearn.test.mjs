/** Learners who count slides: the question, and what is said of each answer. */
import assert from "node:assert/strict";
import test from "node:test";

import { namedGoal, parseBoard, replay } from "../../../../src/taquin/faces/static/board.js";
import { judgeSlide, slideQuestion, slideToFind } from "../../../../src/taquin/faces/static/play/slidelearn.js";

const GOAL = namedGoal("last", 3, 3);
const START = parseBoard("0 1 2/4 5 3/7 8 6");

/** @param {any} [answers] */
const solver = ({ proved = true, optimal = true, after = 3, pushes = ["LL"] } = {}) => ({
  slides: async () => ({
    solve: async () => ({ moves: "LLUU", slides: 2, optimal, lowerBound: optimal ? 2 : 1 }),
    best: async () => ({ pushes, proved }),
    distances: async () => [{ value: after, lower: after ?? 1 }],
  }),
});

/** @param {any} answers */
async function posed(answers = {}, board = START) {
  const asked = /** @type {any} */ (solver(answers));
  const advice = await slideToFind(asked, board, GOAL, {});
  const judged = async (/** @type {string} */ moves) => (await judgeSlide(asked, START, replay(START, moves), GOAL, advice, new AbortController().signal))?.text;
  return { question: slideQuestion(START, advice), judged };
}

test("the question says how many slides are best", async () => {
  assert.equal((await posed()).question, "One of the 4 possible slides is best. Make it on the board.");
  assert.equal((await posed({ pushes: ["LL", "UU"] })).question, "2 of the 4 possible slides are best. Make one on the board.");
  assert.equal((await posed({ proved: false })).question, "At least one of the 4 possible slides is best. Make one on the board.");
});

test("each answer is judged by the slides that it costs", async () => {
  const { judged } = await posed({ after: 3 });
  assert.equal(await judged("LL"), "Yes, that is a best slide.");
  assert.equal(await judged("L"), "It begins a best slide, which goes on for 1 tile.");
  assert.equal(await judged("UU"), "Not the best: it costs 2 slides more than needed.");
  assert.equal(await judged("LU"), undefined, "no single slide");
  assert.equal(await (await posed({ after: 2 })).judged("UU"), "Not the best: it costs 1 slide more than needed.");
  assert.equal(await (await posed({ after: 1, proved: false })).judged("UU"), "Yes, that is a best slide.");
  assert.equal(await (await posed({ after: null })).judged("UU"), "It is not proved whether this is a best slide.");
});

test("of a solution that is not proved, only the suggested slide is known", async () => {
  // Not on the way of the solution that the tests above have kept.
  const board = replay(START, "U");
  const asked = /** @type {any} */ ({ slides: async () => ({ solve: async () => ({ moves: "DLLUU", slides: 3, optimal: false, lowerBound: 1 }) }) });
  const advice = await slideToFind(asked, board, GOAL, {});
  assert.equal(slideQuestion(board, advice), "A good move is known, but it may not be the best. Make your move on the board.");
  const judged = async (/** @type {string} */ moves) => (await judgeSlide(asked, board, replay(board, moves), GOAL, advice, new AbortController().signal))?.text;
  assert.equal(await judged("D"), "Yes, that is also the suggested move.");
  assert.match((await judged("U")) ?? "", /not the suggested move/);
});

test("in the middle of a slide one is suggested alone, for going on costs none", async () => {
  const asked = /** @type {any} */ (solver());
  const between = replay(START, "L");
  const slides = { ...(await asked.slides()), solve: async () => ({ moves: "LUU", slides: 2, lowerBound: 2 }) };
  const advice = await slideToFind(/** @type {any} */ ({ slides: async () => slides }), between, GOAL, { run: "L" });
  assert.equal(advice.slides, null);
  assert.equal(slideQuestion(between, advice), "A good move is known, but it may not be the best. Make your move on the board.");
  const aside = await slideToFind(asked, START, GOAL, { run: "R" });
  assert.equal(aside.slides, 2, "a slide that cannot go on has ended");
});
