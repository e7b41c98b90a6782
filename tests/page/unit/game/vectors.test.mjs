/** Games and their records, step by step as in the Python package. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { Game } from "../../../../src/taquin/faces/static/game/game.js";
import { countIn, helpIn, isClean, isDrawn, isOwn, slidesOf } from "../../../../src/taquin/faces/static/game/record.js";
import { RecordError, checkRecord } from "../../../../src/taquin/faces/static/game/records.js";
import { controlOf, kindOf, tpsOf } from "../../../../src/taquin/faces/static/stats/stats.js";
import { vectors } from "../vectors.mjs";

test("records are read and judged as in Python", () => {
  for (const { record: given, sound, slides, count, metric, ...expected } of vectors("record").records) {
    if (!sound) {
      assert.throws(() => checkRecord(given), RecordError, JSON.stringify(given));
      continue;
    }
    const record = checkRecord(given);
    if (!slides) {
      assert.equal(record.metric ?? "stm", metric);
      continue;
    }
    assert.deepEqual(record, { ...given, created: new Date(given.created).toISOString() });
    const pace = given.status === "solved" ? tpsOf(record) : expected.pace;
    const found = {
      kind: kindOf(record), drawn: isDrawn(record), clean: isClean(record), own: isOwn(record), help: helpIn(record),
      control: controlOf(record), pace,
    };
    assert.deepEqual(found, expected, given.id);
    assert.deepEqual(slidesOf(record).map(({ from, to, letter, time }) => [from, to, letter, time]), slides);
    assert.equal(countIn(record), count);
  }
});

/** @type {Record<string, (game: Game, ...given: any[]) => unknown>} */
const OPERATIONS = {
  move: (game, letters, input) => game.move(letters, input),
  solve: (game, letters, input) => game.move(letters ?? "", input),
  start: (game, board, seed) => game.start({ board: parseBoard(board), goal: game.goal, seed }),
  hinted: (game, kind) => game.hinted(kind),
  begin: (game, since) => game.begin(since),
  wait: () => {},
};

test("a game goes step by step as in Python", () => {
  for (const { start, goal, seed, steps } of vectors("game").games) {
    let now = 64_000;
    const game = new Game({ board: parseBoard(start), goal: parseBoard(goal), seed }, { clock: () => now });
    for (const [[name, at, ...given], expected] of steps) {
      now = at;
      const operation = OPERATIONS[name] ?? (() => game[name]());
      operation(game, ...given);
      const { id: _, created: __, ...record } = game.record;
      const found = {
        board: formatBoard(game.board),
        elapsed: game.elapsed,
        flags: [game.solved, game.running, game.held, game.begun, game.canUndo, game.canRedo],
        record,
      };
      assert.deepEqual(found, expected, `${start}: ${name} ${given} at ${at}`);
    }
  }
});
