// What the browser's storage holds of games that were left, and of help on daily boards.

import assert from "node:assert/strict";
import test from "node:test";
import { legalMoves, namedGoal, parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { keepGame, restoreGame } from "../../../../src/taquin/faces/static/app/resume.js";
import { dailyBoard, dailyGoal, dailySeed, dayAt, daysLater } from "../../../../src/taquin/faces/static/daily/days.js";

/** Storage as the page uses it. */
function store() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}

const hiding = new Set();
globalThis.addEventListener = (name, listener) => {
  if (name === "pagehide") hiding.add(listener);
};

/** A tab on a storage, and how it is left. */
function tabOn(storage) {
  const tab = store();
  const game = restoreGame(storage, tab, 4);
  hiding.clear();
  keepGame(game, storage, tab);
  const [leave] = hiding;
  return { game, tab, leave };
}

const daily = (day) => ({ board: dailyBoard({ day, side: 3 }), goal: dailyGoal(3), seed: dailySeed({ day, side: 3 }) });

const told = (storage) => (storage.getItem("taquin.told") ?? "").split("\n").filter(Boolean).map((line) => JSON.parse(line).record);

test("a board of yesterday that is touched after midnight costs no help of today", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 28, 12) });
  const storage = store();
  const { game, leave } = tabOn(storage);
  const day = dayAt(Date.now());
  game.start(daily(day));
  game.hinted("solution");
  t.mock.timers.setTime(Date.UTC(2026, 10, 29, 12));
  const next = daysLater(day, 1);
  game.start(daily(next));
  game.hinted("solution");
  game.undo();
  assert.equal(game.record.seed, daily(day).seed);
  game.hinted("play");
  leave();
  assert.deepEqual(told(storage).map(({ seed }) => seed), [daily(next).seed]);
});

test("help of two tabs on one daily board is joined", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 28, 12) });
  const storage = store();
  const [one, other] = [tabOn(storage).game, tabOn(storage).game];
  for (const game of [one, other]) game.start(daily(dayAt(Date.now())));
  one.hinted("solution");
  other.hinted("play");
  const [{ hints }] = told(storage);
  assert.deepEqual([hints.solution, hints.play], [1, 1]);
});

test("a game that undo left is continued after a reload, with its help", () => {
  const storage = store();
  const { game, tab, leave } = tabOn(storage);
  const goal = namedGoal("last", 3, 3);
  const second = { board: parseBoard("1 2 3/0 5 6/4 7 8"), goal, seed: "second" };
  game.start({ board: parseBoard("1 2 3/4 5 6/0 7 8"), goal, seed: "first" });
  game.move("L", "k");
  game.start(second);
  game.hinted("solution");
  game.move("U", "k");
  game.undo();
  game.undo();
  assert.equal(game.record.seed, "first");
  leave();
  const later = restoreGame(storage, tab, 4);
  assert.equal(later.record.seed, "first");
  const { id } = later.leftLast(({ seed }) => seed === "second")?.record ?? {};
  later.start(second);
  assert.equal(later.record.hints.solution, 1);
  assert.equal(later.goOn(id), true);
  assert.equal(later.canRedo, true);
});

test("a drawn board that nothing was done on is not kept when undo leaves it", () => {
  const { game } = tabOn(store());
  game.move(legalMoves(game.board)[0], "k");
  game.start({ board: parseBoard("1 2 3/0 5 6/4 7 8"), goal: namedGoal("last", 3, 3), seed: "second" });
  game.undo();
  assert.deepEqual(game.left, []);
});
