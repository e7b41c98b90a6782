// The row-and-column method: it solves every solvable board, and its words fit its moves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { makeBoard, move, namedGoal, parseBoard, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { humanSteps } from "../../../../src/taquin/faces/static/solver/human.js";
import { randomBoard } from "../../../../src/taquin/faces/static/game/random.js";
import { STEP, distancesFrom } from "../oracle.mjs";
import { vectors } from "../vectors.mjs";

const NAMES = ["last", "first", "snake", "spiral"];

test(STEP === 1 ? "every 3x3 board" : `one 3x3 board in ${STEP}`, () => {
  const cells = [1, 2, 3, 4, 5, 6, 7, 8, 0];
  const goal = makeBoard(3, 3, cells);
  let longest = 0;
  for (const name of [...distancesFrom(3, 3, cells).keys()].filter((_, i) => i % STEP === 0)) {
    const board = { width: 3, height: 3, cells: Uint16Array.from(name.split(",")) };
    let moves = "";
    for (const step of humanSteps(board, goal)) moves += step.moves;
    longest = Math.max(longest, moves.length);
    assert.ok(sameBoard(replay(board, moves), goal), name);
  }
  assert.ok(longest <= 70, `${longest} moves`);
});

test(`every board of 2x2, 3x2 and 2x3, one of 2x4 in ${STEP}, every place of the goal's blank`, () => {
  for (const [width, height] of [[2, 2], [3, 2], [2, 3], [2, 4]]) {
    // Of 2x4 one half of the places: the others are the same upside down.
    for (let blank = width * height === 8 ? 4 : 0; blank < width * height; blank++) {
      const cells = Array.from({ length: width * height }, (_, cell) => (cell === blank ? 0 : cell < blank ? cell + 1 : cell));
      const goal = makeBoard(width, height, cells);
      const step = width * height === 8 ? STEP : 1;
      for (const name of [...distancesFrom(width, height, cells).keys()].filter((_, i) => i % step === 0)) {
        const board = { width, height, cells: Uint16Array.from(name.split(",")) };
        let now = board;
        for (const step of humanSteps(board, goal)) now = replay(now, step.moves);
        assert.ok(sameBoard(now, goal), `${width}x${height} ${name}`);
      }
    }
  }
});

test("random boards up to 20x20, every named goal", () => {
  for (const [width, height, count] of [[4, 4, 50], [7, 2, 20], [2, 9, 20], [5, 7, 10], [12, 3, 5], [20, 20, 1]]) {
    for (const name of NAMES) {
      const goal = namedGoal(name, width, height);
      for (let i = 0; i < count; i++) {
        const board = randomBoard(width, height, goal, `${name} ${i}`);
        let now = board;
        for (const { moves, sentence, stage, tiles } of humanSteps(board, goal)) {
          now = replay(now, moves);
          assert.ok(moves.length > 0 && stage.length > 0 && /^[A-Z0-9].*\.$/.test(sentence), sentence);
          for (const tile of tiles) assert.match(sentence, new RegExp(`\\b${tile}\\b`));
        }
        assert.ok(sameBoard(now, goal), `${width}x${height} ${name} ${i}`);
      }
    }
  }
});

test("asked again after every single move it still ends", () => {
  for (const [width, height, count] of [[3, 3, 200], [4, 4, 40], [5, 3, 40]]) {
    const goal = namedGoal("last", width, height);
    for (let i = 0; i < count; i++) {
      let board = randomBoard(width, height, goal, `again ${i}`);
      let moves = 0;
      for (let [step] = humanSteps(board, goal); step; [step] = humanSteps(board, goal)) {
        board = move(board, step.moves[0]);
        moves += 1;
        assert.ok(moves < 400, `${width}x${height} ${i} goes on for ever`);
      }
      assert.ok(sameBoard(board, goal));
    }
  }
});

test("the words of a whole solution", () => {
  const goal = namedGoal("last", 4, 4);
  const board = randomBoard(4, 4, goal, "x0");
  const steps = [...humanSteps(board, goal)];
  const said = steps.map(({ stage, sentence }) => `${stage}: ${sentence}`);
  assert.match(said[0], /^Row 1: (Bring 1 to its corner, row 1, column 1|Bring 2 to the right of 1)/);
  const patterns = [
    /^Bring \d+ to its corner, row \d+, column \d+\.$/,
    /^Bring \d+ (under|above|to the left of|to the right of) \d+(: row \d+, column \d+)?\.$/,
    /^Park \d+ in the corner where \d+ belongs; then both turn in together\.$/,
    /^Turn \d+ and \d+ into place together\.$/,
    /^\d+ and \d+ are close: turn them into place together\.$/,
    /^Rotate \d+, \d+ and \d+ until they fit\.$/,
  ];
  for (const { sentence } of steps) assert.ok(patterns.some((pattern) => pattern.test(sentence)), sentence);
});

test("“bring 7 under 3” is so when it is done", () => {
  const sides = { under: [1, 0], above: [-1, 0], "to the right of": [0, 1], "to the left of": [0, -1] };
  for (const name of NAMES) {
    const goal = namedGoal(name, 5, 5);
    let now = randomBoard(5, 5, goal, name);
    for (const { moves, sentence } of humanSteps(now, goal)) {
      now = replay(now, moves);
      const found = /^Bring (\d+) (under|above|to the right of|to the left of) (\d+)/.exec(sentence);
      if (!found) continue;
      const [tile, other] = [found[1], found[3]].map((number) => now.cells.indexOf(Number(number)));
      const [down, right] = sides[found[2]];
      assert.equal(tile, other + down * 5 + right, sentence);
    }
  }
});

test("a board that cannot be solved is refused at the end, by name", () => {
  const goal = namedGoal("last", 3, 3);
  const board = makeBoard(3, 3, [2, 1, 3, 4, 5, 6, 7, 8, 0]);
  assert.throws(() => [...humanSteps(board, goal)], /unsolvable for this goal. Call judge\(\) first/);
});

test("the same steps as in Python, in the same words", () => {
  const { boards } = vectors("method");
  assert.ok(boards.length > 10);
  for (const { board, goal, steps } of boards) {
    const found = [...humanSteps(parseBoard(board), parseBoard(goal))].map(
      ({ stage, way, sentence, moves, tiles }) => [stage, way, sentence, moves, [...tiles].sort((a, b) => a - b)],
    );
    assert.deepEqual(found, steps, board);
  }
});
