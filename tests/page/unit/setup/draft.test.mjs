/** The board that the set-up dialog is about to play, when the goal changes. */
import assert from "node:assert/strict";
import test from "node:test";

const STATIC = "../../../../src/taquin/faces/static";
const { GOAL_NAMES, formatBoard, judge, namedGoal, parseBoard } = await import(`${STATIC}/board.js`);
const { draftOf } = await import(`${STATIC}/setup/draft.js`);
const { randomBoard } = await import(`${STATIC}/game/random.js`);

const last = namedGoal("last", 4, 4);

function drafted(seed) {
  const board = randomBoard(4, 4, last, "any");
  return draftOf(null, { board, goal: last, record: { seed } });
}

test("a dealt board is dealt again for every goal, and comes back with its own", () => {
  const { get, aim } = drafted("a seed");
  const first = formatBoard(get().board);
  for (const name of [...GOAL_NAMES, "last"]) {
    const goal = namedGoal(name, 4, 4);
    aim(goal);
    assert.ok(judge(get().board, goal).solvable, name);
    assert.equal(get().typed, false);
    assert.equal(name === "last" || get().seed !== null, true);
  }
  assert.equal(formatBoard(get().board), first);
});

test("a seed that was chosen deals the same board for the other goal as it would there", () => {
  const { get, update, aim } = drafted(null);
  update({ board: randomBoard(4, 4, last, "monday"), seed: "monday", typed: true });
  const snake = namedGoal("snake", 4, 4);
  aim(snake);
  assert.deepEqual(get().board, randomBoard(4, 4, snake, "monday"));
  assert.deepEqual([get().seed, get().typed], ["monday", true]);
});

test("a board that was typed, pasted or swapped is kept for every goal", () => {
  const { get, update, aim } = drafted("a seed");
  const board = parseBoard("2 1 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
  update({ board });
  for (const name of GOAL_NAMES) {
    aim(namedGoal(name, 4, 4));
    assert.equal(get().board, board);
  }
});

test("a game set up by someone is kept for every goal", () => {
  const { get, aim } = drafted(null);
  const { board } = get();
  aim(namedGoal("snake", 4, 4));
  assert.equal(get().board, board);
});
