/** Games in words, as the Python package says them. */
import assert from "node:assert/strict";
import test from "node:test";

import { judge, parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { lineText, progressText, whereText } from "../../../../src/taquin/faces/static/play/answers.js";
import { daysText, uncountedText } from "../../../../src/taquin/faces/static/daily/dailytext.js";
import { timeText } from "../../../../src/taquin/faces/static/shared/gamewords.js";
import { lengthText, movesText } from "../../../../src/taquin/faces/static/shared/measures.js";
import { assistance, resultText } from "../../../../src/taquin/faces/static/shared/outcome.js";
import { kindText } from "../../../../src/taquin/faces/static/stats/kindwords.js";
import { vectors } from "../vectors.mjs";

const words = vectors("words");

test("numbers of moves and times are written alike", () => {
  for (const [number, moves, days] of words.moves) assert.deepEqual([movesText(number), daysText(number)], [moves, days]);
  for (const [time, digits, text] of words.times) assert.equal(timeText(time, digits), text, `${time} ${digits}`);
});

test("results, help and kinds of games are said alike", () => {
  for (const { record, result, help, uncounted, kind, length } of words.games) {
    assert.equal(resultText(record, true), result);
    assert.equal(assistance(record) ?? "", help, record.id);
    assert.equal(uncountedText(record), uncounted);
    assert.equal(kindText(record), kind);
    assert.equal(lengthText(record), length);
  }
});

test("questions about a board are answered alike", () => {
  for (const { board: text, goal: home, answers } of words.questions) {
    const [board, goal] = [parseBoard(text), parseBoard(home)];
    const answer = {
      where: (argument) => whereText(board, goal, argument),
      row: (argument) => lineText(board, "row", argument),
      column: (argument) => lineText(board, "column", argument),
      progress: (moves) => progressText(board, goal, moves),
      slides: (made) => progressText(board, goal, made, "slide"),
      why: () => judge(board, goal).reason,
    };
    for (const [kind, argument, expected] of answers) {
      assert.equal(answer[kind](argument), expected, `${text}: ${kind} ${argument}`);
    }
  }
});
