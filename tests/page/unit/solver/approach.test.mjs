/** The page's beams with the learned heuristic: equal to taquin's own, counters included, for any goal. */
import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";
import { servedModel } from "../models.mjs";
import { vectors } from "../vectors.mjs";

const STATIC = "../../../../src/taquin/faces/static";
const { judge, move, namedGoal, parseBoard, sameBoard } = await import(`${STATIC}/board.js`);
const { Approach, affordable } = await import(`${STATIC}/solver/approach.js`);
const { Beam } = await import(`${STATIC}/solver/beam.js`);
const { RecentHashes } = await import(`${STATIC}/solver/hashset.js`);
const { LearnedValue, NO_CELL } = await import(`${STATIC}/solver/values.js`);
const { randomBoard } = await import(`${STATIC}/game/random.js`);

const RECORDED = vectors("values");
/** What a model's file holds, as the server sends it. */
function bytesOf(side) {
  const { buffer, byteOffset, length } = inflateSync(servedModel(side));
  return buffer.slice(byteOffset, byteOffset + length);
}
const BYTES = bytesOf(5);
const run = (steps, onStep = () => {}) => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    onStep(value);
  }
};
const after = (board, moves) => [...moves].reduce((at, letter) => move(at, letter), board);

for (const side of [5, 6, 7, 8]) {
  const { values: VALUES, beams: BEAMS } = RECORDED[side];
  const bytes = bytesOf(side);
  const values = new LearnedValue(bytes, side);
  const cells = side * side;

  test(`${side}x${side}: values are those of taquin's model`, () => {
    assert.ok(VALUES.length >= 20);
    for (const { board, value } of VALUES) assert.equal(values.of(board), value);
    assert.throws(() => new LearnedValue(bytes.slice(0, -1), side), /weights of pairs; expected/);
  });

  test(`${side}x${side}: beams find the same moves with the same counters`, () => {
    assert.ok(BEAMS.length >= 4 && BEAMS.some(({ moves }) => moves));
    for (const { board, width, moves, before } of BEAMS) {
      let last = null;
      const found = run(new Beam(values, width).solve(board, 16 * cells), (step) => { last = step; });
      assert.equal(found.moves, moves);
      assert.deepEqual([last.expanded, last.generated], [before.expanded, before.generated]);
      assert.ok(found.generated >= last.generated);
    }
  });

  test(`${side}x${side}: the value of a child is its parent's and one entry a cell`, () => {
    const [{ board }] = BEAMS;
    const beam = new Beam(values, 50);
    const steps = beam.solve(board, 400);
    for (let depth = 0; depth < 30; depth++) steps.next();
    assert.equal(beam.layer.size, 50);
    for (let i = 0; i < 50; i++) {
      const child = beam.layer.boards.subarray(cells * i, cells * (i + 1));
      assert.equal(beam.layer.values[i], values.of(child));
    }
  });
}

test("rows that were dropped for others are built again", () => {
  const values = new LearnedValue(BYTES, 5);
  const all = [];
  for (let blank = 0; blank < 25; blank++) {
    for (let direction = 0; direction < 4; direction++) {
      if (values.neighbours[4 * blank + direction] !== NO_CELL) {
        for (let tile = 1; tile < 25; tile++) all.push([blank, direction, tile]);
      }
    }
  }
  const few = new LearnedValue(BYTES, 5, 100 * 625 * 2);
  assert.equal(few.rows.length, 100 * 625);
  for (const [blank, direction, tile] of [...all, ...all.slice(0, 150)]) {
    const [at, other] = [few.row(blank, direction, tile), values.row(blank, direction, tile)];
    assert.deepEqual(few.rows.slice(at, at + 625), values.rows.slice(other, other + 625));
  }
});

test("the boards remembered are the last ones, at least so many", () => {
  const recent = new RecentHashes(4, 10);
  for (let hash = 1; hash <= 100; hash++) {
    recent.add(hash, 7);
    recent.add(hash, 7);
    for (let back = Math.max(1, hash - 9); back <= hash; back++) assert.ok(recent.has(back, 7));
    assert.ok(hash < 30 || !recent.has(hash - 20, 7));
  }
});

test("every goal is reached, wherever its blank is", () => {
  const middle = parseBoard("1 2 3 4 5/6 7 8 9 10/11 12 0 13 14/15 16 17 18 19/20 21 22 23 24");
  const edge = parseBoard("1 2 3 4 5/6 7 8 9 10/11 12 13 14 0/15 16 17 18 19/20 21 22 23 24");
  const goals = [...["last", "first", "snake", "spiral"].map((name) => namedGoal(name, 5, 5)), middle, edge];
  const approach = new Approach(BYTES, 5);
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
  run(new Approach(BYTES, 5).solve(board, goal, { widest: 3000, onBetter }));
  assert.ok(lengths.length > 1);
  assert.deepEqual(lengths, [...new Set(lengths)].sort((one, other) => other - one));
  let [time, passes] = [0, 0];
  const steps = new Approach(BYTES, 5, () => (time += 10)).solve(board, goal, { budget: 1 });
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
  const { moves } = run(new Approach(BYTES, 5).solve(boards[0], goal, { widest: 0 }));
  for (const letter of moves.slice(0, 20)) boards.push(move(boards.at(-1), letter));
  const open = () => ({ value: null, lower: 0, upper: null, exact: false });
  const found = boards.map(open);
  found[3] = { value: 7, lower: 7, upper: 7, exact: true };
  found[5].upper = 1;
  const told = new Map();
  run(new Approach(BYTES, 5).narrow(boards, goal, found, { onValue: (at, distance) => told.set(at, distance) }));
  assert.deepEqual([...told.keys()].sort((a, b) => a - b), boards.map((_, at) => at).filter((at) => at !== 3 && at !== 5));
  assert.deepEqual([...told.keys()].slice(0, 3), [0, 16, 8]);
  for (const [at, { upper, exact }] of told) {
    assert.equal(exact, false);
    assert.ok(upper <= moves.length && (upper - (moves.length - at)) % 2 === 0);
  }
  assert.equal(found[0].upper, moves.length);
});

test("boards of 6x6 to 8x8 are solved in a first pass, for a goal with its blank inside too", async () => {
  for (const side of [6, 7, 8]) {
    const approach = new Approach(bytesOf(side), side);
    const inside = [...namedGoal("last", side, side).cells];
    [inside[side + 1], inside[side * side - 1]] = [0, inside[side + 1]];
    for (const goal of [namedGoal("last", side, side), { width: side, height: side, cells: inside }]) {
      const board = randomBoard(side, side, goal, "5");
      const { moves } = run(approach.solve(board, goal, { widest: 0 }));
      assert.ok(sameBoard(after(board, moves), goal));
      assert.ok(moves.length < 1.3 * side ** 3, `${moves.length} moves`);
    }
  }
});

test("where a beam is stuck, a wider one answers, whatever the time", async () => {
  const goal = namedGoal("first", 8, 8);
  const board = randomBoard(8, 8, goal, "149");
  const bytes = bytesOf(8);
  const stuck = run(new Beam(new LearnedValue(bytes, 8), 100).solve(board.cells, 16 * 64));
  assert.equal(stuck.moves, null);
  const { moves } = run(new Approach(bytes, 8).solve(board, goal, { budget: 0, widest: 0 }));
  assert.ok(sameBoard(after(board, moves), goal));
});

/** Bytes of the arrays that something holds. */
function held(object, seen = new Set()) {
  if (object === null || typeof object !== "object" || seen.has(object)) return 0;
  seen.add(object);
  if (ArrayBuffer.isView(object)) return object.byteLength;
  return Object.values(object).reduce((sum, part) => sum + held(part, seen), 0);
}

test("a model and its widest beam take at most 64 MB", async () => {
  for (const side of [5, 6, 7, 8]) {
    const width = affordable(side * side);
    assert.ok(width > 5000);
    const beam = new Beam(new LearnedValue(bytesOf(side), side), width);
    // Full: the boards remembered twice, and the ways to all boards of a long solution.
    for (let hash = 1; hash <= 3 << 17; hash++) beam.reached.add(hash, hash);
    assert.ok(held(beam) + 4 * width * side ** 3 < 64e6, `${side}x${side}: ${held(beam)}`);
  }
});
