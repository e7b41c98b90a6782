/** Games compared with perfect play, as the Python package does it. */
import assert from "node:assert/strict";
import test from "node:test";

import { accuracyOf, judgeSlides, stretchName, stretchesOf, tighten, verdictMark } from "../../../../src/taquin/faces/static/review/reviewmodel.js";
import { boardsOf } from "../../../../src/taquin/faces/static/shared/moves.js";
import { stepsOf } from "../../../../src/taquin/faces/static/review/steps.js";
import { formatBoard, parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { vectors } from "../vectors.mjs";

test("bounds, losses, stretches and accuracy are Python's", () => {
  for (const { bounds, slides, solved, tight, verdicts, stretches, accuracy } of vectors("reviews").games) {
    const given = bounds.map(([lower, upper]) => ({ value: lower === upper ? lower : null, lower, upper, exact: lower === upper }));
    const distances = tighten(given, solved);
    assert.deepEqual(distances.map(({ lower, upper }) => [lower, upper]), tight);
    const judged = judgeSlides(slides.map(([from, to, letter]) => ({ from, to, letter, time: 0 })), distances, []);
    const marks = judged.map((one) => [one.loss, verdictMark(one).text, verdictMark(one).title]);
    assert.deepEqual(marks, verdicts);
    assert.deepEqual(stretchesOf(judged, 3).map((one) => [one.from, one.to, one.loss, stretchName(one)]), stretches);
    const share = accuracyOf(distances[0], slides.at(-1)[1], solved);
    assert.equal(share !== null && share.low === share.high ? share.low : null, accuracy);
  }
});

test("of games that count slides, the steps, verdicts, stretches and accuracy are Python's", () => {
  for (const { start, moves, times, boards, slides, places, bounds, solved, tight, verdicts, stretches, accuracy } of vectors("reviews").slides) {
    const steps = stepsOf({ moves, times, metric: "mtm" }, boardsOf(parseBoard(start), moves), "slide");
    assert.deepEqual(steps.boards.map(formatBoard), boards);
    assert.deepEqual(steps.slides.map(({ from, to, letter }) => [from, to, letter]), slides);
    assert.deepEqual(steps.places, places);
    const given = bounds.map(([lower, upper]) => ({ value: lower === upper ? lower : null, lower, upper, exact: lower === upper }));
    const distances = tighten(given, solved);
    assert.deepEqual(distances.map(({ lower, upper }) => [lower, upper]), tight);
    const judged = judgeSlides(steps.slides, distances, [], "slide");
    assert.deepEqual(judged.map((one) => [one.loss, verdictMark(one, "slide").text, verdictMark(one, "slide").title]), verdicts);
    assert.deepEqual(stretchesOf(judged, 3).map((one) => [one.from, one.to, one.loss]), stretches);
    const share = accuracyOf(distances[0], slides.length, solved);
    assert.equal(share !== null && share.low === share.high ? share.low : null, accuracy);
  }
});
