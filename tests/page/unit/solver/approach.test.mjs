/** The page's beams with the learned heuristic: equal to taquin's own, counters included, for any goal. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { vectors } from "../vectors.mjs";

const STATIC = "../../../../src/taquin/faces/static";
const { judge, move, namedGoal, parseBoard, sameBoard } = await import(`${STATIC}/board.js`);
const { Approach } = await import(`${STATIC}/solver/approach.js`);
const { Beam } = await import(`${STATIC}/solver/beam.js`);
const { LearnedValue } = await import(`${STATIC}/solver/values.js`);
const { randomBoard } = await import(`${STATIC}/game/random.js`);

const file = await readFile(new URL(`${STATIC}/solver/values5.bin`, import.meta.url));
const BYTES = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
const { values: VALUES, beams: BEAMS } = vectors("values");
const values = new LearnedValue(BYTES);
const run = (steps, onStep = () => {}) => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    onStep(value);
  }
};
const after = (board, moves) => [...moves].reduce((at, letter) => move(at, letter), board);

test("values are those of taquin's model", () => {
  for (const { board, value } of VALUES) assert.equal(values.of(board), value);
  assert.throws(() => new LearnedValue(BYTES.slice(0, -1)), /has 90199 weights of pairs; expected/);
});

test("beams find the same moves with the same counters", () => {
  assert.ok(BEAMS.some(({ moves }) => moves) && BEAMS.some(({ moves }) => !moves));
  for (const { board, width, moves, before } of BEAMS) {
    let last = null;
    const found = run(new Beam(values, width).solve(board, 400), (step) => { last = step; });
    assert.equal(found.moves, moves);
    assert.deepEqual([last.expanded, last.generated], [before.expanded, before.generated]);
    assert.ok(found.generated >= last.generated);
  }
});

test("the value of a child is its parent's and one entry a cell", () => {
  const [{ board }] = BEAMS;
  const beam = new Beam(values, 50);
  const steps = beam.solve(board, 400);
  for (let depth = 0; depth < 30; depth++) steps.next();
  assert.equal(beam.layer.size, 50);
  for (let i = 0; i < 50; i++) {
    assert.equal(beam.layer.values[i], values.of(beam.layer.boards.subarray(25 * i, 25 * i + 25)));
  }
});

test("every goal is reached, wherever its blank is", () => {
  const middle = parseBoard("1 2 3 4 5/6 7 8 9 10/11 12 0 13 14/15 16 17 18 19/20 21 22 23 24");
  const edge = parseBoard("1 2 3 4 5/6 7 8 9 10/11 12 13 14 0/15 16 17 18 19/20 21 22 23 24");
  const goals = [...["last", "first", "snake", "spiral"].map((name) => namedGoal(name, 5, 5)), middle, edge];
  const approach = new Approach(BYTES);
  for (const goal of goals) {
    const board = randomBoard(5, 5, goal, "7");
    assert.ok(judge(board, goal).solvable);
    const better = [];
    const { moves } = run(approach.solve(board, goal, { widest: 0, onBetter: (found) => better.push(found) }));
    assert.deepEqual(better, [moves]);
    assert.ok(sameBoard(after(board, moves), goal));
    assert.doesNotMatch(moves, /UD|DU|LR|RL/);
    assert.ok(moves.length < 180, `${moves.length} moves`);
    assert.equal(run(approach.solve(goal, goal)).moves, "");
  }
});

test("wider passes give shorter solutions only, until their time is up", () => {
  const goal = namedGoal("last", 5, 5);
  const board = randomBoard(5, 5, goal, "11");
  const lengths = [];
  const onBetter = (moves) => lengths.push(moves.length);
  run(new Approach(BYTES).solve(board, goal, { widest: 3000, onBetter }));
  assert.ok(lengths.length > 1);
  assert.deepEqual(lengths, [...new Set(lengths)].sort((one, other) => other - one));
  let [time, passes] = [0, 0];
  const steps = new Approach(BYTES, () => (time += 10)).solve(board, goal, { budget: 1 });
  let before = Infinity;
  run(steps, ({ depth }) => {
    passes += depth < before;
    before = depth;
  });
  assert.equal(passes, 1);
});

test("a game's distances are narrowed from above", () => {
  const goal = namedGoal("last", 5, 5);
  const boards = [randomBoard(5, 5, goal, "9")];
  const { moves } = run(new Approach(BYTES).solve(boards[0], goal, { widest: 0 }));
  for (const letter of moves.slice(0, 20)) boards.push(move(boards.at(-1), letter));
  const open = () => ({ value: null, lower: 0, upper: null, exact: false });
  const found = boards.map(open);
  found[3] = { value: 7, lower: 7, upper: 7, exact: true };
  found[5].upper = 1;
  const told = new Map();
  run(new Approach(BYTES).narrow(boards, goal, found, { onValue: (at, distance) => told.set(at, distance) }));
  assert.deepEqual([...told.keys()].sort((a, b) => a - b), boards.map((_, at) => at).filter((at) => at !== 3 && at !== 5));
  assert.deepEqual([...told.keys()].slice(0, 3), [0, 16, 8]);
  for (const [at, { upper, exact }] of told) {
    assert.equal(exact, false);
    assert.ok(upper <= moves.length && (upper - (moves.length - at)) % 2 === 0);
  }
  assert.equal(found[0].upper, moves.length);
});
