// The game: moves and times, undo and redo to the start, what New and Retry leave behind.

import assert from "node:assert/strict";
import test from "node:test";
import { formatBoard, namedGoal, parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { Game } from "../../../../src/taquin/faces/static/game/game.js";
import { countIn, inMilliseconds, isClean, isJudgedInSlides, unitOf } from "../../../../src/taquin/faces/static/game/record.js";
import { checkCheckpoint, checkRecord } from "../../../../src/taquin/faces/static/game/records.js";

const GOAL = namedGoal("last", 3, 3);
const START = "1 2 3/4 5 6/0 7 8";

function made(text = START) {
  const time = { now: 1000 };
  const game = new Game({ board: parseBoard(text), goal: GOAL, seed: "drawn" }, { clock: () => time.now });
  const events = [];
  for (const type of ["change", "start", "solved"]) {
    game.addEventListener(type, () => events.push(type));
  }
  return { game, time, events };
}

test("the clock starts at the first move and stands when solved", () => {
  const { game, time, events } = made();
  time.now = 5000;
  assert.equal(game.elapsed, 0);
  assert.ok(game.move("L", "m"));
  time.now = 5750;
  assert.equal(game.elapsed, 750);
  assert.ok(game.running);
  time.now = 6234;
  assert.ok(game.move("L", "k"));
  time.now = 9000;
  assert.equal(game.elapsed, 1234);
  assert.ok(game.solved && !game.running);
  const { moves, times, inputs, status } = game.record;
  assert.deepEqual(
    { moves, times, inputs, status },
    {
      moves: "LL",
      times: [0, 1234],
      inputs: "mk",
      status: "solved",
    },
  );
  assert.equal(events.filter((type) => type === "solved").length, 1);
  assert.ok(isClean(game.record));
});

test("the time of the event counts, not the time of its handling", () => {
  const { game, time } = made();
  time.now = 1010;
  game.move("L", "m", 1003);
  time.now = 2500;
  game.move("L", "m", 2003);
  assert.deepEqual(game.record.times, [0, 1000]);
});

test("slides at the same moment stay slides of their own", () => {
  const { game } = made();
  game.move("D", "t", 1000.104);
  game.move("D", "t", 1000.104);
  game.move("LL", "t", 1000.11);
  assert.deepEqual(game.record.times, [0, 1, 2, 2]);
  game.undo();
  assert.equal(game.record.moves, "DD");
});

test("a solved game takes no moves", () => {
  const { game } = made();
  game.move("LL", "m");
  assert.equal(game.move("R", "m"), false);
  assert.equal(game.at, 2);
});

test("a solved game taken back goes on as another, and the solved one stays as it was", () => {
  const { game, time } = made();
  const start = formatBoard(game.board);
  let kept = null;
  game.addEventListener("solved", () => (kept ??= game.record));
  game.move("L", "k");
  time.now += 100;
  game.move("L", "k");
  const solved = structuredClone(kept);
  time.now += 100;
  assert.ok(game.undo());
  assert.deepEqual([game.at, game.record.moves, game.record.times.length], [1, "L", 1]);
  assert.notEqual(game.record.id, solved.id);
  assert.ok(game.undo());
  assert.deepEqual([game.at, formatBoard(game.board)], [0, start]);
  assert.ok(game.redo() && game.redo() && game.solved);
  assert.equal(game.record.moves, "LL");
  assert.deepEqual(kept, solved);
});

test("an illegal move throws and changes nothing", () => {
  const { game } = made();
  assert.throws(() => game.move("R", "k"), { name: "MoveError" });
  assert.equal(game.at, 0);
  assert.equal(game.running, false);
});

test("undo takes back slide by slide to the start, redo makes them again", () => {
  const { game, time } = made();
  game.move("DD", "m");
  time.now += 100;
  game.move("LL", "t");
  const end = formatBoard(game.board);
  assert.ok(game.undo());
  assert.equal(game.record.moves, "DD");
  assert.ok(game.undo());
  assert.equal(formatBoard(game.board), START);
  assert.equal(game.undo(), false);
  assert.ok(game.redo() && game.redo());
  assert.equal(game.redo(), false);
  assert.equal(formatBoard(game.board), end);
  assert.equal(game.record.inputs, "mmtt");
  assert.equal(game.record.undos, 2);
  assert.equal(isClean(game.record), false);
});

test("another move forgets what could be made again", () => {
  const { game, time } = made();
  game.move("D", "m");
  game.undo();
  time.now += 5;
  game.move("L", "m");
  assert.equal(game.canRedo, false);
});

test("help stays with its board, whichever game of it is played, and a solved one stays as it was", () => {
  const { game } = made();
  game.hinted("solution");
  game.retry();
  assert.deepEqual([game.record.hints.solution, game.record.again, isClean(game.record)], [1, true, false]);
  game.start({ board: parseBoard("1 2 3/4 5 6/7 0 8"), goal: GOAL, seed: "x" });
  assert.deepEqual([game.record.hints.solution, game.record.again], [0, false], "another board");
  game.undo();
  assert.equal(game.record.hints.solution, 1);
  // Help in the second game of a board is known in the first.
  game.start({ board: parseBoard("1 2 3/4 5 6/7 0 8"), goal: GOAL, seed: "x" });
  game.move("R", "k");
  game.retry();
  game.hinted("play");
  game.undo();
  assert.deepEqual([game.at, game.record.hints.play, game.record.again], [1, 1, false]);
  const other = made("1 2 3/4 5 6/7 0 8").game;
  other.move("L", "k");
  const solved = structuredClone(other.record);
  other.retry();
  other.hinted("arrow");
  assert.ok(other.undo());
  assert.deepEqual(other.record, solved);
});

test("a game knows which of its help was given in other tries", () => {
  const { game } = made();
  const none = { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 };
  game.hinted("which");
  assert.equal(game.record.earlier, undefined);
  game.retry();
  assert.deepEqual([game.record.hints.which, game.record.earlier], [1, { ...none, which: 1 }]);
  game.hinted("which");
  game.hinted("peek");
  assert.deepEqual([game.record.hints.which, game.record.earlier], [2, { ...none, which: 1 }]);
  game.retry();
  assert.deepEqual([game.record.hints, game.record.earlier], [{ ...none, which: 2, peek: 1 }, { ...none, which: 2, peek: 1 }]);
  // Back in the first try: its own hint stays its own.
  game.undo();
  game.undo();
  assert.deepEqual([game.record.hints.which, game.record.earlier], [2, { ...none, which: 1, peek: 1 }]);
  // A solved game whose last move is undone goes on: its help was no other try's.
  const { game: solved } = made("1 2 3/4 5 6/7 0 8");
  solved.hinted("arrow");
  solved.move("L", "h");
  assert.ok(solved.solved && solved.undo());
  assert.equal(solved.record.earlier, undefined);
});

test("a game that was begun before another of its board was solved is on a known board", () => {
  const { game } = made("1 2 3/4 5 6/7 0 8");
  game.move("R", "k");
  game.retry();
  game.move("L", "k");
  assert.ok(game.solved && game.undo() && game.undo());
  assert.deepEqual([game.record.moves, game.record.again], ["R", true]);
});

test("New and Retry can be undone, and the undo be undone", () => {
  const { game, time } = made();
  game.move("D", "m");
  time.now += 10;
  game.move("D", "m");
  const before = formatBoard(game.board);
  game.start({ board: parseBoard("1 2 3/4 5 6/7 0 8"), goal: GOAL, seed: "x" });
  assert.equal(game.at, 0);
  assert.ok(game.undo());
  assert.equal(formatBoard(game.board), before);
  assert.equal(game.at, 2);
  assert.ok(game.redo());
  assert.equal(game.record.seed, "x");
  assert.ok(game.undo());
  game.retry();
  assert.equal(formatBoard(game.board), START);
  assert.ok(game.undo());
  assert.equal(formatBoard(game.board), before);
});

test("a game whose moves were all taken back has begun, and can be begun again", () => {
  const { game } = made();
  assert.equal(game.begun, false);
  game.move("D", "m");
  game.undo();
  assert.deepEqual([game.at, game.begun, game.running], [0, true, true]);
  game.retry();
  assert.deepEqual([game.begun, game.running, game.record.again], [false, false, true]);
  assert.ok(game.undo());
  assert.ok(game.redo());
});

test("undo goes on from the start of a game that was played to the game left before", () => {
  const { game, time } = made();
  game.move("D", "m");
  const before = formatBoard(game.board);
  game.start({ board: parseBoard("1 2 3/4 5 6/7 0 8"), goal: GOAL, seed: "x" });
  game.move("D", "m");
  time.now += 10;
  assert.ok(game.undo() && game.canUndo);
  assert.equal(formatBoard(game.board), "1 2 3/4 5 6/7 0 8");
  assert.ok(game.undo());
  assert.equal(formatBoard(game.board), before);
  assert.ok(game.redo());
  assert.deepEqual([game.record.seed, game.at], ["x", 0]);
  assert.ok(game.redo());
  assert.deepEqual([game.record.moves, game.canRedo], ["D", false]);
});

test("a game left comes back at once, however much was played since", () => {
  const { game, time } = made();
  game.move("D", "m");
  const { id } = game.record;
  assert.equal(game.start({ board: parseBoard("1 2 3/4 5 6/7 0 8"), goal: GOAL, seed: "x" }), id);
  for (const letter of "DR") {
    time.now += 10;
    game.move(letter, "m");
  }
  const second = game.retry();
  game.pause();
  time.now += 10;
  game.move("D", "m");
  game.pause();
  assert.equal(game.back(id), false, "a paused game stays");
  game.resume();
  assert.ok(game.back(id));
  assert.deepEqual([game.record.id, game.record.moves], [id, "D"]);
  assert.equal(game.back(id), false, "it is here");
  assert.equal(game.back(second), false, "it lies ahead");
  assert.ok(game.redo());
  assert.deepEqual([game.record.id, game.record.moves], [second, "DR"]);
  assert.ok(game.redo());
  assert.deepEqual([game.record.moves, game.canRedo], ["D", false]);
  game.undo();
  game.undo();
  assert.equal(game.record.id, second);
});

test("taking back the last move of a solved game makes it another, unranked game", () => {
  const { game } = made();
  game.move("LL", "m");
  const { id } = game.record;
  assert.ok(game.undo());
  assert.notEqual(game.record.id, id);
  assert.ok(game.record.again && !game.record.paused);
  assert.equal(game.solved, false);
  game.move("L", "m");
  game.move("L", "m");
  assert.ok(game.solved && !isClean(game.record));
  assert.notEqual(game.record.id, id);
});

test("a solved game taken back and made again is the same game, kept once", () => {
  const { game, time, events } = made();
  game.move("L", "m");
  time.now += 500;
  game.move("L", "m");
  const whole = structuredClone(game.record);
  for (let i = 0; i < 3; i++) {
    assert.ok(game.undo() && game.undo() && game.redo() && game.redo());
    assert.equal(game.redo(), false);
    assert.deepEqual(game.record, whole);
    assert.ok(game.solved && !game.running);
    assert.equal(formatBoard(game.board), formatBoard(GOAL));
    assert.equal(game.elapsed, 500);
  }
  assert.equal(events.filter((type) => type === "solved").length, 1);
});

test("a move taken back or made again is told from one made, and so is another game", () => {
  const { game } = made();
  const told = [];
  game.addEventListener("change", () => told.push(game.moved));
  game.move("D", "m");
  game.undo();
  game.redo();
  game.move("D", "m");
  game.retry();
  assert.deepEqual(told, [true, false, false, true, false]);
});

test("a solved game left comes back as it was, and is solved once", () => {
  const { game, time, events } = made();
  game.move("L", "m");
  time.now += 500;
  game.move("L", "m");
  const whole = structuredClone(game.record);
  const next = { board: parseBoard("1 2 3/4 5 6/7 0 8"), goal: GOAL, seed: "x" };
  for (const leave of [() => game.start(next), () => game.retry()]) {
    assert.equal(leave(), whole.id);
    time.now += 5000;
    assert.ok(game.undo());
    assert.deepEqual(game.record, whole);
    assert.ok(game.solved && !game.running);
    assert.equal(game.elapsed, 500);
  }
  // With its end taken back it is another game, until that end is there again.
  game.undo();
  game.start(next);
  assert.ok(game.undo() && game.redo());
  assert.deepEqual(game.record, whole);
  assert.equal(events.filter((type) => type === "solved").length, 1);
});

test("a chosen board not yet begun is kept, a drawn one is not", () => {
  const { game } = made();
  const chosen = parseBoard("1 2 3/4 5 6/7 0 8");
  assert.equal(game.start({ board: chosen, goal: GOAL }), null);
  const { id } = game.record;
  assert.equal(game.canUndo, false);
  assert.equal(game.start({ board: parseBoard(START), goal: GOAL, seed: "x" }), id);
  assert.ok(game.undo());
  assert.deepEqual([game.record.id, game.board], [id, chosen]);
});

test("a board from a seed that was typed is one of choice, and so is its retry", () => {
  const { game } = made();
  game.start({ board: parseBoard(START), goal: GOAL, seed: "monday", typed: true });
  assert.equal(game.record.seed, "monday");
  assert.equal(isClean(game.record), false);
  game.move("D", "m");
  game.retry();
  assert.deepEqual([game.record.seed, game.record.typed], ["monday", true]);
  // As records were before it was noted.
  const { typed, ...old } = made().game.record;
  assert.ok(!typed && isClean(old));
});

test("a board tried before is no fresh one", () => {
  const { game } = made();
  game.retry();
  assert.equal(game.record.again, false);
  game.move("L", "m");
  game.retry();
  game.move("LL", "m");
  assert.ok(game.solved && game.record.again && !isClean(game.record));
  game.start({ board: parseBoard(START), goal: GOAL, seed: "other" });
  assert.equal(game.record.again, false);
});

test("a pause stops the clock, refuses moves and is noted", () => {
  const { game, time } = made();
  game.move("D", "m");
  time.now += 500;
  game.pause();
  time.now += 60_000;
  assert.equal(game.elapsed, 500);
  assert.equal(game.move("D", "m"), false);
  assert.equal(game.undo(), false);
  game.resume();
  time.now += 250;
  game.move("D", "m");
  assert.deepEqual(game.record.times, [0, 750]);
  assert.ok(game.record.paused);
});

test("out of sight the clock stops until the next move, and the board takes it", () => {
  const { game, time } = made();
  assert.equal(game.rest(), false, "it was not running");
  game.move("D", "m");
  time.now += 500;
  assert.equal(game.rest(), true);
  time.now += 60_000;
  assert.deepEqual([game.elapsed, game.running, game.held], [500, false, false]);
  game.move("D", "m");
  assert.deepEqual(game.record.times, [0, 500]);
  assert.ok(game.running && game.record.paused);
});

test("a pause before the first move is none", () => {
  const { game } = made();
  game.pause();
  assert.equal(game.held, false);
  assert.equal(game.record.paused, false);
});

test("a checkpoint brings the moment back, and is not touched by what follows", () => {
  const { game, time } = made();
  game.move("D", "m");
  time.now += 300;
  const checkpoint = game.checkpoint();
  game.hinted("which");
  game.move("D", "h");
  game.restore(checkpoint);
  assert.equal(game.record.moves, "D");
  assert.equal(game.record.hints.which, 0);
  assert.equal(game.elapsed, 300);
  assert.equal(game.running, false);
  time.now += 10_000;
  game.move("D", "m");
  assert.deepEqual(game.record.times, [0, 300]);
});

test("a game left before a reload is continued, and undo does not lead to it", () => {
  const { game } = made();
  game.move("D", "m");
  const id = game.record.id;
  game.start({ board: game.board, goal: game.goal, seed: "another" });
  const [now, left] = [game.checkpoint(), game.left];
  assert.deepEqual(left.map(({ record }) => record.id), [id]);
  const { game: later } = made();
  later.restore(now, left);
  assert.equal(later.canUndo, false);
  assert.equal(later.leftLast(() => true).record.id, id);
  assert.equal(later.goOn(id), true);
  assert.deepEqual([later.record.id, later.record.moves, later.goOn(id)], [id, "D", false]);
});

test("a game that undo left is not lost when the one before it goes on", () => {
  for (const goOn of [(g) => g.move("U", "k"), (g) => g.start({ board: g.board, goal: g.goal, seed: "third" })]) {
    const { game } = made();
    game.move("D", "m");
    game.start({ board: game.board, goal: game.goal, seed: "second" });
    game.move("U", "m");
    const { id } = game.record;
    assert.deepEqual([game.undo(), game.undo(), game.record.moves], [true, true, "D"]);
    goOn(game);
    assert.equal(game.canRedo, false);
    assert.ok(game.left.some(({ record }) => record.id === id));
    assert.deepEqual([game.goOn(id), game.canRedo], [true, true]);
  }
});

test("a paused game stays paused when it is left, continued, stored and restored", () => {
  const { game } = made();
  game.move("D", "m");
  game.pause();
  const { id } = game.record;
  game.start({ board: game.board, goal: game.goal, seed: "another" });
  assert.deepEqual([game.held, game.leftLast(() => true).held], [false, true]);
  assert.equal(game.undo(), true);
  assert.equal(game.held, true, "by undo");
  game.start({ board: game.board, goal: game.goal, seed: "another" });
  assert.equal(game.goOn(id), true);
  assert.equal(game.held, true, "by its card");
  const { game: later } = made();
  later.restore(checkCheckpoint(JSON.parse(JSON.stringify(game.checkpoint()))));
  assert.deepEqual([later.held, later.running, later.move("D", "m"), later.undo()], [true, false, false, false]);
  later.resume();
  assert.deepEqual([later.held, later.running, later.record.paused], [false, true, true]);
});

test("hints and a solver's moves make a game incomparable", () => {
  for (const act of [(g) => g.hinted("peek"), (g) => g.hinted("solution"), (g) => g.move("D", "h"), (g) => g.move("D", "s")]) {
    const { game } = made();
    act(game);
    assert.equal(isClean(game.record), false);
  }
});

test("a board that is the goal is solved without a move", () => {
  const { game, events } = made("1 2 3/4 5 6/7 8 0");
  assert.ok(game.solved);
  assert.deepEqual(events, []);
});

test("the record survives JSON", () => {
  const { game } = made();
  game.move("DD", "m");
  assert.deepEqual(JSON.parse(JSON.stringify(game.record)), game.record);
});

test("a clock that starts before the first move is the clock of the record", () => {
  const { game, time } = made();
  game.begin(1000);
  game.begin(1500);
  time.now = 3620;
  assert.equal(game.elapsed, 2620, "it has started once");
  game.move("L", "k");
  time.now = 5300;
  game.move("L", "k");
  assert.deepEqual(game.record.times, [2620, 4300]);
  assert.equal(game.elapsed, 4300);
});

test("a game that is given up takes no clock along", () => {
  const { game, time } = made();
  game.move("L", "k");
  game.giveUp();
  time.now = 9000;
  assert.deepEqual([game.record.status, game.running, game.solved], ["abandoned", false, false]);
});

test("times are whole milliseconds, as they are shown; those of earlier versions are read as such", () => {
  const { game } = made();
  game.move("D", "t", 1000.2);
  game.move("U", "t", 2500.9);
  assert.deepEqual(game.record.times, [0, 1501]);
  const old = { ...structuredClone(game.record), moves: "DUDU", inputs: "tttt", times: [0, 0.01, 0.02, 1501.99] };
  assert.deepEqual(checkRecord(old).times, [0, 1, 2, 1501], "slides within a millisecond stay apart");
  const given = { ...old, status: "abandoned", moves: "DU", inputs: "tt", times: [4.5, 4.5], ended: 4.75 };
  assert.deepEqual([checkRecord(given).times, checkRecord(given).ended], [[4, 4], 4]);
  assert.deepEqual(inMilliseconds(checkRecord(old)), checkRecord(old));
});

test("a game counts as the player wishes when it begins, and a solved one stays as it was played", () => {
  let metric = /** @type {"mtm" | undefined} */ (undefined);
  const game = new Game({ board: parseBoard(START), goal: GOAL }, { metric: () => metric });
  assert.deepEqual([game.record.metric, unitOf(game.record)], [undefined, "move"]);
  metric = "mtm";
  game.recount();
  assert.deepEqual([game.record.metric, unitOf(game.record)], ["mtm", "slide"]);
  game.move("L", "k", 10);
  assert.equal(countIn(game.record), 1);
  game.move("L", "k", 500);
  assert.deepEqual([game.solved, countIn(game.record)], [true, 1], "one after another in one direction");
  metric = undefined;
  game.recount();
  assert.equal(game.record.metric, "mtm");
  game.start({ board: parseBoard(START), goal: GOAL });
  assert.ok(!("metric" in game.record));
  assert.equal(checkRecord({ ...structuredClone(game.record), metric: "mtm" }).metric, "mtm");
  metric = "mtm";
  game.start({ board: parseBoard(START), goal: GOAL, seed: "taquin daily 1 2026-11-27 3x3" });
  assert.equal(game.record.metric, undefined, "daily boards are compared in single tiles");
  game.recount();
  assert.equal(game.record.metric, undefined);
  metric = undefined;
  game.start({ board: parseBoard(START), goal: GOAL });
  game.move("L", "k", 10);
  game.move("L", "k", 500);
  metric = "mtm";
  game.recount();
  assert.deepEqual([game.solved, game.record.metric], [true, undefined]);
  game.retry();
  assert.equal(game.record.metric, "mtm", "once more, as games count now");
  assert.ok(!isJudgedInSlides({ metric: "mtm", width: 5, height: 4 }) && isJudgedInSlides({ metric: "mtm", width: 4, height: 4 }));
});

test("a race counts single tiles until it is left, and comes back with its game alone", () => {
  const first = { board: parseBoard(START), goal: GOAL };
  const game = new Game(first, { metric: () => "mtm" });
  game.move("L", "k", 10);
  game.move("L", "k", 500);
  const ghost = structuredClone(game.record);
  game.start({ ...first, ghost });
  const { id } = game.record;
  assert.deepEqual([game.ghost?.id, game.record.metric], [ghost.id, undefined]);
  game.recount();
  assert.equal(game.record.metric, undefined, "whatever other games count");
  game.move("L", "k", 10);
  game.move("L", "k", 500);
  game.retry();
  assert.deepEqual([game.solved, game.ghost?.id, game.record.metric], [false, ghost.id, undefined], "once more");
  const kept = checkCheckpoint(JSON.parse(JSON.stringify(game.checkpoint())));
  assert.equal(kept.ghost?.id, ghost.id);
  game.start(first);
  assert.deepEqual([game.ghost, game.record.metric], [null, "mtm"], "the same board, set up again");
  assert.ok(game.back(id));
  assert.deepEqual([game.ghost?.id, game.record.metric], [ghost.id, undefined]);
  const later = new Game(first);
  later.restore(kept);
  assert.equal(later.ghost?.id, ghost.id);
});
