/** One store of what is proved: whatever is added, in any order, it never says less, nor anything false. */
import assert from "node:assert/strict";
import test from "node:test";

const STATIC = "../../../../src/taquin/faces/static";
const { legalMoves, move, namedGoal, parseBoard } = await import(`${STATIC}/board.js`);
const { Engine } = await import(`${STATIC}/solver/engine.js`);
const { Proofs } = await import(`${STATIC}/solver/proofs.js`);

const GOAL = namedGoal("last", 3, 3);
const engine = new Engine();
const run = (steps) => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
const distance = (board) => run(engine.distance(board, GOAL)).value;
const solution = (moves, lowerBound) => ({ moves, cost: moves.length, lowerBound, nodes: 9, ms: 9, by: "server" });

test("before any search there is Manhattan distance, and nothing above", () => {
  // 3 and 1 are two steps from home each, and two of the three must leave their row: 4 + 4.
  const known = new Proofs().known(parseBoard("3 2 1/4 5 6/7 8 0"), GOAL);
  assert.deepEqual(known, { value: null, lower: 8, upper: null, exact: false, moves: null, solution: null });
  assert.equal(new Proofs().known(GOAL, GOAL).lower, 0);
});

test("a solution proved shortest gives the distance of every board on its way, and its moves", () => {
  const proofs = new Proofs();
  const board = parseBoard("8 6 7/2 5 4/3 0 1");
  const { moves } = run(engine.solve(board, GOAL));
  proofs.solved(board, GOAL, solution(moves, moves.length));
  assert.equal(proofs.known(board, GOAL).solution.nodes, 9);
  let here = board;
  for (let at = 0; at < moves.length; at++) {
    const known = proofs.known(here, GOAL);
    assert.equal(known.value, distance(here));
    assert.equal(known.moves, moves.slice(at));
    assert.equal(known.solution === null, at > 0);
    here = move(here, moves[at]);
  }
  assert.equal(proofs.known(board, namedGoal("first", 3, 3)).moves, null, "another goal, other proofs");
});

test("bounds only become better, and have the parity of the distance", () => {
  const proofs = new Proofs();
  const board = parseBoard("8 6 7/2 5 4/3 0 1");
  const exact = distance(board);
  const seen = [];
  for (const lower of [22, 20, 26, 24]) seen.push(proofs.add(board, GOAL, { lower }).lower);
  assert.deepEqual(seen, [23, 23, 27, 27]);
  assert.ok(seen.at(-1) <= exact);
  const uppers = [41, 35, 43].map((upper) => proofs.add(board, GOAL, { upper }).upper);
  assert.deepEqual(uppers, [41, 35, 35]);
  assert.equal(proofs.add(board, GOAL, { lower: exact, upper: exact }).value, exact);
});

test("all that searches can add is true on random walks, in any order", () => {
  const proofs = new Proofs();
  let seed = 7;
  const random = (below) => ((seed = (seed * 48271) % 2147483647), seed % below);
  const boards = [];
  for (let round = 0; round < 60; round++) {
    let board = GOAL;
    const back = { U: "D", D: "U", L: "R", R: "L" };
    let way = "";
    for (let at = 0; at < 30; at++) {
      const legal = [...legalMoves(board)];
      const letter = legal[random(legal.length)];
      board = move(board, letter);
      way = back[letter] + way;
    }
    const exact = distance(board);
    proofs.solved(board, GOAL, solution(way, Math.max(0, exact - random(4))));
    if (round % 3 === 0) proofs.add(board, GOAL, { lower: exact - random(6) });
    boards.push(board);
    for (const one of boards) {
      const known = proofs.known(one, GOAL);
      const is = distance(one);
      assert.ok(known.lower <= is && is <= (known.upper ?? is));
      if (known.value !== null) assert.equal(known.value, is);
      if (known.moves !== null) assert.equal(known.moves.length, known.upper);
    }
  }
});

test("a search goes on from what is proved, and does not search what is known", () => {
  const goal = namedGoal("first", 4, 4);
  const board = parseBoard("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
  const cold = new Engine();
  const found = run(cold.solve(board, goal));
  assert.equal(found.cost, 57);
  const warm = run(cold.solve(board, goal, Infinity, 57));
  assert.equal(warm.cost, 57);
  assert.ok(warm.nodes < found.nodes, "it began at the bound of the solution");
  const other = new Engine();
  const letter = found.moves[0];
  let first;
  const steps = other.firstMoves(board, goal, { known: { value: 57, lower: 57, letter }, onFirst: (one) => (first = one) });
  for (let turn = steps.next(); !turn.done && !first; turn = steps.next());
  assert.deepEqual(first, { letters: letter, distance: 57, proved: false });
  const known = { value: 57, lower: 57, upper: 57, exact: true };
  assert.deepEqual(run(other.distances([board], goal, { budget: 0, known: [known] })), [known]);
  const bound = { value: null, lower: 53, upper: null, exact: false };
  assert.ok(run(new Engine().distances([board], goal, { budget: 0, known: [bound] }))[0].lower >= 53);
});
