/** Hints, and the verdicts on a learner's answers, as the Python package gives them. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, namedGoal, parseBoard, replay } from "../../../../src/taquin/faces/static/board.js";
import { methodAdvice, optimalAdvice } from "../../../../src/taquin/faces/static/play/advice.js";
import { judgeAnswer, questionText } from "../../../../src/taquin/faces/static/play/learn.js";
import { judgeSlide, slideQuestion } from "../../../../src/taquin/faces/static/play/slidelearn.js";
import { pushEnds } from "../../../../src/taquin/faces/static/solver/slidecount.js";
import { humanSteps } from "../../../../src/taquin/faces/static/solver/human.js";
import { vectors } from "../vectors.mjs";

const GOAL = namedGoal("last", 3, 3);
const { best, steps, slides } = vectors("hints");
const unasked = () => assert.fail("this needs no search");
const { signal } = new AbortController();

/** An advice in the form of the record. */
const told = ({ focus, task, way, cell, letter, moves, sentence, badge, others, counted, distance }) =>
  ({ focus, task, way, cell, letter, moves, sentence, badge: badge.text, others, counted, distance });

test("a best move, its equals and how sure that is, are Python's", async () => {
  for (const { board: text, letters, distance, proved, solution, lower, advice } of best) {
    const solver = {
      known: () => ({ value: null, lower: lower ?? 1, upper: null, exact: false }),
      optimalMoves: async () => ({ letters: letters ?? "", distance: distance ?? null, proved: proved ?? false }),
      approach: async () => ({ by: "beams", moves: solution, lowerBound: lower, optimal: false }),
      solve: unasked,
    };
    const found = await optimalAdvice(solver, parseBoard(text), GOAL, {});
    const { more } = found;
    assert.deepEqual(told((await more) ?? found), advice, text);
  }
});

test("a step of the method, and the slide that solves the board, are Python's", async () => {
  for (const { board: text, goal: home, lower, advice } of steps) {
    const [board, goal] = [parseBoard(text), parseBoard(home)];
    const solver = { known: () => ({ lower: 0 }), human: async () => humanSteps(board, goal).next().value };
    assert.deepEqual(told(await methodAdvice(solver, board, goal, {}, lower ?? undefined)), advice, `${text} to ${home}`);
  }
});

test("a learner is asked and answered as in Python", async () => {
  for (const { board: text, advice: given, question, known, verdicts } of vectors("learning").answers) {
    const board = parseBoard(text);
    const advice = { ...given, badge: { text: given.badge, good: given.distance !== null }, more: null };
    assert.equal(questionText(board, advice), question, text);
    const values = new Map(Object.entries(known).map(([moves, bounds]) => [formatBoard(replay(board, moves)), bounds]));
    const solver = {
      distances: async (boards) => boards.map((one) => {
        const [lower, value] = values.get(formatBoard(one));
        return { lower, value };
      }),
    };
    for (const [moves, expected] of Object.entries(verdicts)) {
      const found = await judgeAnswer(solver, board, replay(board, moves), GOAL, advice, signal);
      assert.deepEqual(found, expected, `${text}: ${moves}`);
    }
  }
});

test("the first of the fewest slides is Python's", async () => {
  for (const [number, { board: text, run, further, solution, lower, advice }] of slides.entries()) {
    // Another copy of the module: it keeps the last solution, and follows that without a search.
    const { slideAdvice } = await import(`../../../../src/taquin/faces/static/play/slidehint.js?${number}`);
    const distances = async () => further.map(([least, upper]) => ({ lower: least, upper }));
    const solve = async () => ({ moves: solution, slides: pushEnds(solution).length, lowerBound: lower });
    const found = await slideAdvice({ slides: async () => ({ solve, distances }) }, parseBoard(text), GOAL, { run });
    assert.deepEqual({ ...told(found), distance: found.slides }, advice, text);
  }
});

test("a learner who counts slides is asked and answered as in Python", async () => {
  for (const { board: text, advice: given, question, known, verdicts } of vectors("learning").slides) {
    const board = parseBoard(text);
    const advice = { ...given, slides: given.distance, badge: { text: given.badge, good: given.distance !== null }, more: null };
    assert.equal(slideQuestion(board, advice), question, text);
    const values = new Map(Object.entries(known).map(([moves, bounds]) => [formatBoard(replay(board, moves)), bounds]));
    const distances = async (boards) => boards.map((one) => {
      const [lower, value] = values.get(formatBoard(one));
      return { lower, value };
    });
    for (const [moves, expected] of Object.entries(verdicts)) {
      const found = await judgeSlide({ slides: async () => ({ distances }) }, board, replay(board, moves), GOAL, advice, signal);
      assert.deepEqual(found, expected, `${text}: ${moves}`);
    }
  }
});
