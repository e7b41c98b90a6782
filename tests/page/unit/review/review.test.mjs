// A game against perfect play: what is lost adds up, what is not proved stays open.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { legalMoves, move, namedGoal, parseBoard, parseMoves, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { EXAMPLE } from "../../../../src/taquin/faces/static/review/example.js";
import { isExported, replayOf } from "../../../../src/taquin/faces/static/review/givengame.js";
import { readFragment } from "../../../../src/taquin/faces/static/notation/links.js";
import { readReplay, replayFragment } from "../../../../src/taquin/faces/static/notation/replaylinks.js";
import { toCsv, toJson } from "../../../../src/taquin/faces/static/game/recordfiles.js";
import { Analysis } from "../../../../src/taquin/faces/static/review/analysis.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { boardsOf } from "../../../../src/taquin/faces/static/shared/moves.js";
import { humanSteps } from "../../../../src/taquin/faces/static/solver/human.js";
import { Proofs } from "../../../../src/taquin/faces/static/solver/proofs.js";
import { randomBoard } from "../../../../src/taquin/faces/static/game/random.js";
import {
  accuracyOf, judgeSlides, stretchesOf, tighten, verdictMark,
} from "../../../../src/taquin/faces/static/review/reviewmodel.js";
import { slidesOf } from "../../../../src/taquin/faces/static/game/record.js";
import { packMoves } from "../../../../src/taquin/faces/static/notation/packing.js";
import { stepsOf } from "../../../../src/taquin/faces/static/review/steps.js";
import { afterGoal, splitName, splitsOf, toldSplits } from "../../../../src/taquin/faces/static/review/splits.js";
import { finish } from "../oracle.mjs";

const exact = (value) => ({ value, lower: value, upper: value, exact: true });
const band = (lower, upper) => ({ value: null, lower, upper, exact: false });

test("moves of one moment and direction are one slide", () => {
  const record = { moves: "UURRRD", times: [0, 0, 10, 10, 20, 20], inputs: "mmmmmm" };
  assert.deepEqual(
    slidesOf(record).map(({ from, to, letter, time }) => [from, to, letter, time]),
    [[0, 2, "U", 0], [2, 4, "R", 10], [4, 5, "R", 20], [5, 6, "D", 20]],
  );
  assert.deepEqual(slidesOf({ moves: "", times: [], inputs: "" }), []);
});

test("what all slides lose is what was moved too much", () => {
  const goal = namedGoal("last", 3, 3);
  const engine = new Engine();
  let seed = 11;
  for (let round = 0; round < 30; round++) {
    const start = randomBoard(3, 3, goal, `sum ${round}`);
    let [board, moves] = [start, ""];
    for (let i = 0; i < 20; i++) {
      const letters = legalMoves(board);
      seed = (seed * 16807) % 2147483647;
      moves += letters[seed % letters.length];
      board = move(board, moves.at(-1));
    }
    moves += finish(engine.solve(board, goal)).moves;
    const boards = boardsOf(start, moves);
    const distances = tighten(finish(engine.distances(boards, goal)), true);
    const slides = slidesOf({ moves, times: Array.from(moves, (_, i) => i) });
    const verdicts = judgeSlides(slides, distances, boards.map((one) => finish(engine.firstMoves(one, goal)).letters));
    const lost = verdicts.reduce((sum, { loss }) => sum + loss, 0);
    assert.equal(lost, moves.length - distances[0].value);
    assert.ok(verdicts.every(({ loss }) => loss === 0 || loss === 2));
    verdicts.forEach(({ loss, alternatives, slide }) => {
      const best = finish(engine.firstMoves(boards[slide.from], goal)).letters;
      assert.equal(loss === 0, best.includes(slide.letter));
      assert.equal(alternatives, best.replace(slide.letter, ""));
    });
    const whole = stretchesOf(verdicts, Infinity).reduce((sum, { loss }) => sum + loss, 0);
    assert.equal(whole, lost);
  }
});

test("a person's speed-solve of 281 moves: every move judged, and the sum is right", () => {
  const rows = readFileSync(new URL("../../../data/human_solves.txt", import.meta.url), "utf-8").split("\n");
  const row = rows.find((line) => line.includes(" | 4x4 | "));
  const [, , text, count, , written] = row.split("|").map((part) => part.trim());
  const goal = namedGoal("last", 4, 4);
  const moves = parseMoves(written);
  const boards = boardsOf(parseBoard(text), moves);
  assert.ok(sameBoard(boards.at(-1), goal) && moves.length === Number(count));
  const distances = finish(new Engine().distances(boards, goal));
  assert.ok(distances.every(({ exact: proved }) => proved));
  const verdicts = judgeSlides(slidesOf({ moves, times: [] }), distances, []);
  assert.equal(verdicts.reduce((sum, { loss }) => sum + loss, 0), moves.length - distances[0].value);
  assert.ok(verdicts.every(({ loss, slide }) => loss >= 0 && loss % 2 === 0 && loss <= 2 * (slide.to - slide.from)));
});

test("bounds narrowed by the neighbours and by the rest of the game", () => {
  const narrow = tighten([undefined, band(3, null), undefined, exact(2), undefined, undefined], true);
  assert.deepEqual(narrow.map(({ lower, upper }) => [lower, upper]), [[2, 5], [3, 4], [2, 3], [2, 2], [1, 1], [0, 0]]);
  assert.equal(narrow[5].value, 0);
  assert.equal(narrow[4].value, 1);
  for (const { lower, upper, value, exact: sure } of narrow) {
    assert.ok(lower <= upper);
    assert.equal(sure, lower === upper);
    assert.equal(value, sure ? lower : null);
  }
  const open = tighten([band(4, null), undefined], false);
  assert.deepEqual(open, [band(4, null), band(3, null)]);
});

test("a slide whose ends are not proved is left open", () => {
  const slides = slidesOf({ moves: "UL", times: [0, 1] });
  const [first, second] = judgeSlides(slides, [band(4, 6), exact(5), exact(6)], [undefined, "UL", undefined]);
  assert.deepEqual([first.loss, first.alternatives, verdictMark(first).kind], [null, null, "open"]);
  assert.deepEqual([second.loss, second.alternatives, verdictMark(second).text], [2, "U", "+2"]);
});

test("marks: best, tied for best, +2, +4", () => {
  const mark = (loss, alternatives) => verdictMark({ slide: { from: 0, to: 1, letter: "U", time: 0 }, loss, alternatives });
  assert.deepEqual([mark(0, ""), mark(0, null), mark(0, "L")].map(({ kind }) => kind), ["best", "best", "equal"]);
  assert.deepEqual([mark(2, "").text, mark(2, "").kind, mark(4, "").text, mark(4, "").kind], ["+2", "slip", "+4", "blunder"]);
});

test("losses near each other are one stretch, the costliest first", () => {
  const losses = [2, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0, 0, 0, 0, 0, 2];
  const verdicts = losses.map((loss, i) => ({ slide: { from: i, to: i + 1, letter: "U", time: i }, loss, alternatives: null }));
  assert.deepEqual(stretchesOf(verdicts, 2), [{ from: 7, to: 10, loss: 6 }, { from: 0, to: 1, loss: 2 }]);
});

test("splits: each outer line in the order it was done, moves and times that add up", () => {
  const goal = namedGoal("last", 4, 4);
  const start = randomBoard(4, 4, goal, "split");
  const method = [...humanSteps(start, goal)];
  const moves = method.map((step) => step.moves).join("");
  const boards = boardsOf(start, moves);
  const times = Array.from(moves, (_, i) => i * 100);
  const splits = splitsOf(boards, times, goal);
  assert.deepEqual(splits.map(splitName).slice(0, 3), ["Row 1", "Column 1", "Row 2"]);
  assert.deepEqual([splits.length, splitName(splits[4])], [5, "The rest"]);
  const first = method.filter(({ stage }) => stage === "Row 1").map((step) => step.moves).join("");
  assert.equal(splits[0].moves, first.length);
  assert.equal(splits.reduce((sum, split) => sum + split.moves, 0), moves.length);
  assert.equal(splits.reduce((sum, split) => sum + split.time, 0), times.at(-1));
  assert.deepEqual(splitsOf(boards.slice(0, 2), times, goal), []);
});

test("lines that one move finishes together are one split", () => {
  const goal = namedGoal("last", 3, 3);
  const told = (start, moves) => {
    const times = Array.from(moves, (_, i) => 10 * i + 10);
    return splitsOf(boardsOf(parseBoard(start), moves), times, goal).map((split) => [splitName(split), split.moves, split.time].join(", "));
  };
  assert.deepEqual(told("0 2 3/1 5 6/4 7 8", "UULL"), ["Column 3, 0, 0", "Row 1, 1, 10", "The rest, 3, 30"]);
  assert.deepEqual(told("1 2 3/4 5 6/7 0 8", "L"), ["Row 1 and column 1, 0, 0", "The rest, 1, 10"]);
  assert.deepEqual(told("1 2 3/4 5 6/7 8 0", "RL"), ["Row 1, column 1 and the rest, 0, 0"], "what follows the goal does not count");
  assert.deepEqual(told("1 2 3/4 5 6/7 8 0", ""), ["Row 1, column 1 and the rest, 0, 0"]);
});

test("a line counts from the move after which it stays done, in the order of time", () => {
  const goal = namedGoal("last", 3, 3);
  const told = (start, moves) => splitsOf(boardsOf(parseBoard(start), moves), Array.from(moves, (_, i) => 10 * i), goal).map((split) => [splitName(split), split.moves]);
  // 7 and 8 are home at the start; 8 leaves with the sixth move.
  assert.deepEqual(told("1 2 6/0 3 5/7 8 4", "DLULURDLDRRULUL"), [["Column 3", 10], ["Row 1", 2], ["The rest", 3]]);
  assert.deepEqual(told("1 2 6/0 3 5/7 8 4", "DLULURDLDR"), [["Column 3", 10]], "a game that was left");
  assert.deepEqual(told("1 2 6/0 3 5/7 8 4", "DLULUR"), [], "Row 3 was done and is no more");
  const whole = splitsOf(boardsOf(parseBoard("0 1 2/3 4 5/6 7 8"), ""), [], goal);
  assert.deepEqual(whole, []);
  const once = [{ lines: ["Row 1", "column 1", "the rest"], moves: 9, time: 900 }];
  assert.deepEqual(toldSplits(once, parseBoard("8 6 7/2 5 4/3 0 1"), goal).made, [], "a game in one part");
});

test("what was in place from the start is said as it is seen, and a whole board is no part", () => {
  const split = (lines, moves) => ({ lines, moves, time: 100 * moves });
  const [none, row, rest] = [split(["Column 3"], 0), split(["Row 1"], 7), split(["The rest"], 3)];
  const goal = namedGoal("last", 3, 3);
  const told = (splits, start) => toldSplits(splits, parseBoard(start), goal);
  const far = "8 6 7/2 5 4/3 0 1";
  assert.deepEqual(told([row, rest], far), { made: [row, rest], given: "" });
  assert.deepEqual(told([none, row, rest], far).made, [row, rest]);
  assert.deepEqual([told([rest], far), told([], far)], [{ made: [], given: "" }, { made: [], given: "" }]);
  const given = (start) => told([rest], start).given;
  assert.equal(given("1 2 3/5 4 6/0 7 8"), "Row 1 was in place from the start.");
  // Of the last column, too, the blank is not where it belongs.
  assert.equal(given("1 2 3/4 5 6/0 7 8"), "Row 1 and row 2 were in place from the start.");
  assert.equal(given("1 2 3/4 5 6/7 0 8"), "Row 1, row 2 and column 1 were in place from the start.");
  assert.equal(given("1 2 3/4 5 6/7 8 0"), "Every row and column was in place from the start.");
});

test("a game that goes on after the goal says so, and its parts add up", () => {
  const goal = namedGoal("last", 3, 3);
  const after = (start, moves) => {
    const times = Array.from(moves, (_, i) => 10 * i + 10);
    const boards = boardsOf(parseBoard(start), moves);
    const found = afterGoal(boards, times, goal);
    if (!found) return null;
    const sum = [...splitsOf(boards, times, goal), found.split].reduce((all, split) => all + split.moves, 0);
    assert.equal(sum, moves.length);
    return [found.text, found.split.moves, found.split.time];
  };
  const start = "1 2 3/4 5 6/7 0 8";
  assert.deepEqual(after(start, "RLLRL"), ["The board was solved at move 3; 2 more moves follow.", 2, 20]);
  assert.deepEqual(after(start, "LR"), ["The board was solved at move 1; 1 more move follows.", 1, 10]);
  assert.deepEqual(after("1 2 3/4 5 6/7 8 0", "RL"), ["The board is solved at the start; 2 more moves follow.", 2, 20]);
  assert.deepEqual([after(start, "L"), after(start, "R")], [null, null]);
});

test("splits of a player who begins at the bottom", () => {
  const goal = namedGoal("first", 3, 3);
  const start = randomBoard(3, 3, goal, "bottom");
  const moves = [...humanSteps(start, goal)].map((step) => step.moves).join("");
  const splits = splitsOf(boardsOf(start, moves), Array.from(moves, () => 0), goal);
  assert.equal(splitName(splits[0]), "Row 3");
  assert.equal(splitName(splits.at(-1)), "The rest");
});

test("accuracy is a range until the optimum is proved", () => {
  assert.deepEqual(accuracyOf(exact(20), 40, true), { low: 0.5, high: 0.5 });
  assert.deepEqual(accuracyOf(band(20, 30), 40, true), { low: 0.5, high: 0.75 });
  assert.deepEqual(accuracyOf(band(20, null), 40, true), { low: 0.5, high: 1 });
  assert.equal(accuracyOf(exact(0), 0, true), null);
  assert.equal(accuracyOf(exact(50), 2, false), null, "not solved");
});

test("a review begins with what is proved before it asks anything", () => {
  const goal = namedGoal("last", 3, 3);
  const boards = [parseBoard("1 2 3/4 5 6/0 7 8"), parseBoard("1 2 3/4 5 6/7 0 8"), goal];
  const solver = { known: (board) => new Proofs().known(board, goal) };
  const solved = new Analysis(solver, boards, goal, [], true);
  assert.deepEqual(solved.distances.map(({ value }) => value), [2, 1, 0]);
  const open = new Analysis(solver, boards.slice(0, 1), goal, [], false);
  assert.deepEqual(open.distances, [{ value: null, lower: 2, upper: null, exact: false }]);
});

test("the example is a solved game, and what it says of its boards is proved", () => {
  const goal = namedGoal("last", 3, 3);
  const boards = boardsOf(parseBoard(EXAMPLE.start), EXAMPLE.moves);
  assert.ok(sameBoard(boards.at(-1), goal));
  assert.deepEqual(EXAMPLE.left, finish(new Engine().distances(boards, goal)).map(({ value }) => value));
  const steps = [...humanSteps(boards[0], goal)].map(({ moves }) => moves);
  assert.equal(steps.join(""), EXAMPLE.moves);
});

test("a game given as text: a replay link, or a board with its moves", () => {
  const read = (text) => readReplay(readFragment(replayOf(text)).params);
  const game = read("1 2 3\n4 5 6\n0 7 8\nD U L2");
  assert.deepEqual([game.start, game.moves, game.status], ["1 2 3/4 5 6/0 7 8", "DULL", "solved"]);
  assert.deepEqual({ ...read(`See https://example.org/${replayFragment(game)}.`), id: "" }, { ...game, id: "", paused: false });
  assert.equal(read("1 2 3/4 5 6/0 7 8\nD\nU L2").moves, "DULL");
  // The goal is the one that the moves reach, or could reach.
  assert.equal(read("1 0 2/3 4 5/6 7 8\nR").goal, "0 1 2/3 4 5/6 7 8");
  assert.equal(read("1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15\nL").goal, "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15");
  // One that the text gives counts.
  const own = read("1 2 3/4 5 6/0 7 8 -> 8 7 6/5 4 3/2 1 0\nD");
  assert.deepEqual([own.start, own.goal, own.moves], ["1 2 3/4 5 6/0 7 8", "8 7 6/5 4 3/2 1 0", "D"]);
  for (const [text, message] of [
    ["#/play?board=1+2+3/4+5+6/0+7+8", /contains no moves/],
    ["#/replay?b=1+2+3/4+5+6/0+7+8&m=DD", /move/],
    ["1 2 3/4 5 6/0 7 8", /there are no moves/],
    ["#/replay?b=1+2+3/4+5+6/0+7+8&m=", /contains no moves/],
    [`1 2 3/4 5 6/0 7 8\n${"DU".repeat(13_000)}`, /26000 moves are too many/],
    ["1 2 3/4 5 6/0 7 8\nR", /move 1 \(R\)/],
    ["1 2 3\n4 5 6\n7 8 0\nUX", /'X' at position 2 is not a move/],
    ["my best game", /no game in this text; expected a replay link, exported games, or a board with its moves/],
    ["garbage", /no game in this text/],
    ["Solved in 84 moves!", /no game in this text/],
    ["1 2 3\n4 5 5\n7 8 0\nDR", /5/],
  ]) assert.throws(() => replayOf(text), message);
});

test("exported games are told from boards", () => {
  const record = { ...readReplay({ b: "1 2 3/4 5 6/0 7 8", m: "" }), created: "2026-01-02T10:00:00.000Z" };
  for (const text of [toJson([record]), toCsv([record]), `\uFEFF${toCsv([record])}`, JSON.stringify([record])]) {
    assert.ok(isExported(text), text.slice(0, 20));
  }
  for (const text of ["[[1,2,3],[4,5,6],[0,7,8]]\nR", "1,2,3,4,5,6,7,8,0", "1 2/3 0\nR"]) assert.ok(!isExported(text), text);
});

test("a game that counts slides is judged by them: each slide costs none, one or two", () => {
  const record = { moves: "LLRUU", times: [0, 5, 10, 20, 20], metric: "mtm" };
  const every = ["a", "b", "c", "d", "e", "f"];
  const { boards, slides, places } = stepsOf(record, every, "slide");
  assert.deepEqual([boards, places], [["a", "c", "d", "f"], [0, 2, 3, 5]]);
  assert.deepEqual(slides.map(({ from, to, moves }) => [from, to, moves]), [[0, 1, "LL"], [1, 2, "R"], [2, 3, "UU"]]);
  const whole = stepsOf({ ...record, metric: undefined }, every, "move");
  assert.deepEqual([whole.boards.length, whole.slides.map(({ from, to }) => [from, to])], [6, [[0, 1], [1, 2], [2, 3], [3, 5]]]);
  const verdicts = judgeSlides(slides, [2, 2, 3, 2].map(exact), ["LL UU", undefined, "UU"], "slide");
  assert.deepEqual(verdicts.map(({ loss, alternatives }) => [loss, alternatives]), [[1, "UU"], [2, null], [0, ""]]);
  const marks = verdicts.map((verdict) => verdictMark(verdict, "slide"));
  assert.deepEqual(marks.map(({ kind, text, title }) => [kind, text, title]), [
    ["slip", "+1", "1 slide worse than the best"], ["slip", "+2", "2 slides worse than the best"], ["best", "✓", "best"],
  ]);
  assert.equal(verdictMark({ ...verdicts[2], alternatives: "L" }, "slide").kind, "equal");
  assert.deepEqual(stretchesOf(verdicts, 3), [{ from: 0, to: 2, loss: 3 }]);
});

test("a link says that a game counts slides", () => {
  const record = { ...readReplay({ b: "1 2 3/4 5 6/0 7 8", m: packMoves("LL") }), metric: /** @type {const} */ ("mtm") };
  const read = (/** @type {any} */ game) => readReplay(readFragment(replayFragment(game))?.params ?? {});
  assert.equal(read(record).metric, "mtm");
  assert.ok(!("metric" in read({ ...record, metric: undefined })));
});
