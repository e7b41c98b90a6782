/** Training: the rating and its log, puzzles and their grades, drills, and lessons. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, inverse, judge, legalMoves, move, namedGoal, parseBoard, replay, sameBoard } from "../../../../src/taquin/faces/static/board.js";
import { generator } from "../../../../src/taquin/faces/static/game/random.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { humanSteps } from "../../../../src/taquin/faces/static/solver/human.js";
import { DRILLS, drillBoard, drillGames, drillSeed } from "../../../../src/taquin/faces/static/train/drills.js";
import { CHECKED, checkBoard, mostMoves, taskText } from "../../../../src/taquin/faces/static/train/lessoncheck.js";
import { LESSONS, LESSON_GOAL, isLearnt, lastSlide, lessonBoard } from "../../../../src/taquin/faces/static/train/lessons.js";
import { nextThing, tapsOf } from "../../../../src/taquin/faces/static/train/lessonwords.js";
import { LENGTH, difficultyOf, drawPuzzle, graded, mistakesOf, namedMistake, namedPuzzle, ownPuzzles, puzzleName, walked, walkFor } from "../../../../src/taquin/faces/static/train/puzzles.js";
import { checkRepeats, daysOn, dueOn, localDay, missedAgain, nextReturn, rightAgain, waitWords } from "../../../../src/taquin/faces/static/train/repeats.js";
import { keepStreak, leaveStreak, takeStreak } from "../../../../src/taquin/faces/static/train/keptstreak.js";
import { PENALTY, Run, STORM, rungOf } from "../../../../src/taquin/faces/static/train/runs.js";
import { THEMES, fitsTheme } from "../../../../src/taquin/faces/static/train/themes.js";
import { afterAsking, afterLesson, afterMending, afterPuzzle, afterRun, checkLog, emptyLog, expected, keepLog, readTraining, runOf, trainingText, withOpen } from "../../../../src/taquin/faces/static/train/trainlog.js";

const { signal } = new AbortController();
const TODAY = "2026-02-27";
const engine = new Engine();
/** Runs a generator to its end. */
const end = (steps) => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
/** The page's solver without its worker. */
const solver = {
  optimalMoves: async (board, goal, { budget }) => end(engine.firstMoves(board, goal, { budget })),
  distances: async (boards, goal, { budget }) => end(engine.distances(boards, goal, { budget })),
};

test("Elo: the expected chance, and what a puzzle does to the rating", () => {
  assert.equal(expected(1200, 1200), 0.5);
  assert.equal(expected(1600, 1200).toFixed(3), "0.909");
  const log = emptyLog();
  assert.deepEqual([afterPuzzle(log, 1200, true).rating, afterPuzzle(log, 1200, false).rating], [1220, 1180]);
  const late = { ...log, played: 20 };
  assert.deepEqual([afterPuzzle(late, 1200, true).rating, afterPuzzle(late, 1600, true).rating], [1210, 1218]);
  let many = log;
  for (let i = 0; i < 300; i++) many = afterPuzzle(many, 1500, i % 2 === 0);
  assert.deepEqual([many.played, many.solved, many.inRow, many.ratings.length], [300, 150, 0, 200]);
  assert(Math.abs(many.rating - 1500) < 60, `${many.rating}`);
  for (let i = 0; i < 2000; i++) many = afterPuzzle(many, many.rating, false);
  assert.equal(many.rating, 100);
});

test("a log that was stored comes back; what is broken in it is as in an empty one", () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  assert.deepEqual(keepLog(storage).value, emptyLog());
  const log = afterRun(afterMending(afterLesson(afterPuzzle(emptyLog(), 1300, true), "corner"), "abc:12", TODAY), "storm-3-any", { solved: 7, missed: 1, skipped: 2 });
  keepLog(storage).set(log);
  assert.deepEqual(keepLog(storage).value, log);
  assert.equal(afterLesson(log, "corner"), log);
  const open = withOpen(log, "4-rows", "abc");
  keepLog(storage).set(open);
  assert.deepEqual(keepLog(storage).value.open, { "4-rows": [log.rating, "abc"] });
  assert.deepEqual(withOpen(open, "4-rows", null), log);
  // Right once, then after a day, after three and after nine: put right for good.
  let mended = emptyLog();
  for (let i = 0; i < 600; i++) for (let times = 0; times < 4; times++) mended = afterMending(mended, `g:${i}`, TODAY);
  assert.deepEqual([mended.mended.length, mended.mended.at(-1), mended.repeats], [500, "g:599", {}]);
  for (const broken of [null, 7, "x", [], { version: 2, rating: 3000 }]) assert.deepEqual(checkLog(broken), emptyLog());
  const odd = { version: 1, rating: "9", played: 4.5, solved: 99, inRow: -1, ratings: [1, 1500, null], lessons: ["corner", 7, "<b>", "corner"], mended: "x", repeats: { "a:1": [3, TODAY], "<b>": [0, TODAY], c: [0, "2026-99-01"] }, runs: { "storm-9-any": { best: 2 }, x: 1 }, open: { "3-any": [1200, "<b>"], "9-any": [1200, "a"] }, check: -1 };
  assert.deepEqual(checkLog(odd), { ...emptyLog(), ratings: [1500], lessons: ["corner"] });
  const { warn } = console;
  let warned = 0;
  console.warn = () => (warned += 1);
  kept.set("taquin.training", "{");
  assert.deepEqual(keepLog(storage).value, emptyLog());
  console.warn = warn;
  assert.equal(warned, 1);
});

test("an exported training is read back; any other file is refused", () => {
  const log = afterLesson(afterPuzzle(emptyLog(), 1300, true), "corner");
  assert.deepEqual(readTraining(trainingText(log)), log);
  for (const [text, message] of [["{", /not valid JSON; expected a file/], ["null", /expected a file/], ['{"games": []}', /expected a file/], ['{"format": "taquin training", "version": 2}', /version 2/],
    ['{"format": "taquin training", "version": {"a": 1}}', /the file has version {"a":1}; this page/]]) {
    assert.throws(() => readTraining(text), message);
  }
});

test("a grade grows with distance, narrowness and moves away from home", () => {
  const base = { distance: 10, chance: 0.25, away: 0 };
  assert.equal(difficultyOf(base), 700 + 170 + 220);
  for (const harder of [{ distance: 11 }, { chance: 0.2 }, { away: 1 }]) {
    assert(difficultyOf({ ...base, ...harder }) > difficultyOf(base), JSON.stringify(harder));
  }
  for (const side of [3, 4]) {
    const walks = [100, 1000, 1200, 1500, 2000, 4000].map((rating) => walkFor(rating, side));
    assert.deepEqual(walks, walks.slice().sort((a, b) => a - b));
  }
});

test("a puzzle is graded along a shortest path", async () => {
  const goal = namedGoal("last", 3, 3);
  const board = parseBoard("8 1 3/4 0 2/7 6 5");
  const puzzle = await graded(solver, board, goal, 1, signal);
  // One of four moves is best, and it takes its tile away from home.
  assert.deepEqual([puzzle.distance, puzzle.chance], [14, 0.25]);
  const away = puzzle.difficulty - difficultyOf({ distance: 14, chance: 0.25, away: 0 });
  assert([0, 60].includes(away));
  assert.equal(await graded(solver, replay(goal, "R"), goal, LENGTH, signal), null, "solved too soon");
  for (const side of [3, 4]) {
    const drawn = await drawPuzzle(solver, { rating: 1300, side, seed: `puzzle ${side}`, signal });
    assert.deepEqual(drawn, await drawPuzzle(solver, { rating: 1300, side, seed: `puzzle ${side}`, signal }), "one seed, one puzzle");
    assert(drawn.chance <= 0.34 && drawn.distance > LENGTH && judge(drawn.board, drawn.goal).solvable);
  }
});

test("puzzles follow the rating", async () => {
  const mean = async (rating) => {
    let sum = 0;
    for (let i = 0; i < 8; i++) sum += (await drawPuzzle(solver, { rating, side: 3, seed: `mean ${i}`, signal })).difficulty;
    return sum / 8;
  };
  const [low, middle, high] = [await mean(1000), await mean(1300), await mean(1600)];
  assert(low + 80 < middle && middle + 80 < high, `${low} ${middle} ${high}`);
});

test("a streak's puzzles get harder", async () => {
  let least = 0;
  for (let i = 0; i < 10; i++) {
    const { difficulty } = await drawPuzzle(solver, { rating: 900 + 50 * i, least, side: 3, seed: `rise ${i}`, signal });
    assert(difficulty >= least, `${difficulty} after ${least}`);
    least = difficulty;
  }
});

test("no board comes twice in a storm, nor in a streak of few boards, nor soon again among rated puzzles", async () => {
  for (const [theme, rating, least, count] of [["any", 850, 0, 40], ["rows", 850, 0, 25], ["rows", 1400, 1400, 12], ["corners", 900, 0, 25]]) {
    const asked = new Set();
    for (let i = 0; i < count; i++) {
      const puzzle = await drawPuzzle(solver, { rating, least, side: 3, theme, seed: `again ${i % 3}`, asked, signal });
      const name = puzzleName(puzzle);
      assert(!asked.has(name), `${theme} ${rating}: ${name} after ${asked.size}`);
      asked.add(name);
    }
  }
});

test("where every board of a theme was asked, one comes again", async () => {
  const boards = [namedGoal("last", 3, 3)];
  const all = new Set();
  for (const board of boards) {
    const name = puzzleName({ board });
    if (all.has(name) || board.cells.indexOf(0) < 3) continue;
    all.add(name);
    boards.push(...[...legalMoves(board)].map((letter) => move(board, letter)));
  }
  assert.equal(all.size, 360);
  const puzzle = await drawPuzzle(solver, { rating: 900, side: 3, theme: "rows", seed: "all", asked: all, signal });
  assert(all.has(puzzleName(puzzle)));
});

test("the log knows the latest rated puzzles, each once", () => {
  let log = emptyLog();
  for (let i = 0; i < 130; i++) log = afterAsking(log, `puzzle:${i}`);
  log = afterAsking(log, "puzzle:100");
  assert.deepEqual([log.recent.length, log.recent[0], log.recent.at(-1)], [100, "puzzle:30", "puzzle:100"]);
  assert.deepEqual(checkLog(JSON.parse(JSON.stringify(log))), log);
  assert.deepEqual(checkLog({ ...log, recent: undefined }).recent, []);
});

test("a walk never turns back at once", () => {
  const goal = namedGoal("last", 4, 4);
  for (let steps = 1; steps < 6; steps++) {
    const board = walked(goal, steps, generator(`walk ${steps}`));
    assert.equal(end(engine.distance(board, goal)).value, steps);
  }
});

test("own mistakes are the moves that led away, unless they were put right", async () => {
  const goal = namedGoal("last", 3, 3);
  const start = replay(goal, "DDRRULU");
  const [first] = [...legalMoves(start)].filter((letter) => end(engine.distance(move(start, letter), goal)).value > end(engine.distance(start, goal)).value);
  const moves = first + inverse(first) + inverse("DDRRULU");
  const record = { id: "game", status: "solved", inputs: "k".repeat(moves.length), width: 3, height: 3, start: formatBoard(start), goal: formatBoard(goal), moves };
  const found = [];
  for await (const puzzle of ownPuzzles(solver, [record], { mended: [], signal })) found.push(puzzle);
  assert.deepEqual(found.map(({ mistake, played, length }) => [mistake, played, length]), [["game:0", first, 1]]);
  assert(sameBoard(found[0].board, start));
  for (const [games, mended] of [[[record], ["game:0"]], [[{ ...record, inputs: "s".repeat(moves.length) }], []], [[], []]]) {
    for await (const puzzle of ownPuzzles(solver, games, { mended, signal })) assert.fail(puzzle.mistake);
  }
  const unproved = Array.from({ length: moves.length + 1 }, () => ({ value: null }));
  assert.deepEqual(mistakesOf(record, unproved), []);
});

test("a drill leaves the first rows alone, can be solved, and is not solved", () => {
  for (const drill of DRILLS) {
    const goal = namedGoal("last", drill.side, drill.side);
    const first = drill.side * (drill.side - drill.rows);
    const boards = new Set();
    for (let i = 0; i < 50; i++) {
      const board = drillBoard(drill, `${drill.id} ${i}`);
      assert.deepEqual(Array.from(board.cells.slice(0, first)), Array.from(goal.cells.slice(0, first)));
      assert(judge(board, goal).solvable && !sameBoard(board, goal));
      boards.add(formatBoard(board));
    }
    assert(boards.size > 40, `${drill.id}: ${boards.size}`);
  }
});

test("the last two rows of 3x3 are drawn uniformly", () => {
  const times = new Map();
  for (let i = 0; i < 17_950; i++) {
    const text = formatBoard(drillBoard(DRILLS[0], `uniform ${i}`));
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  assert.equal(times.size, 359);
  const chi2 = [...times.values()].reduce((sum, n) => sum + (n - 50) ** 2 / 50, 0);
  // 358 degrees of freedom: mean 358, deviation 26.8.
  assert(chi2 > 270 && chi2 < 460, `chi squared ${chi2}`);
});

test("a drill's results are the games on its boards", () => {
  const [drill, other] = DRILLS;
  const seed = drillSeed(drill, "abc");
  const record = { id: "g", created: "2026-01-01T10:00:00Z", status: "solved", inputs: "kk", seed, start: formatBoard(drillBoard(drill, seed)) };
  const wrong = [{ seed: null }, { status: "playing" }, { inputs: "ks" }, { again: true }, { start: formatBoard(drillBoard(drill, "else")) }];
  assert.deepEqual(drillGames([record, ...wrong.map((change) => ({ ...record, ...change }))], drill), [record]);
  assert.deepEqual(drillGames([record], other), []);
});

test("every lesson can be learnt by the method it teaches", () => {
  assert.equal(LESSONS.length, 10);
  assert.equal(new Set(LESSONS.map(({ id }) => id)).size, 10);
  for (const lesson of LESSONS) {
    for (const seed of ["a", "b", "c"]) {
      let board = lessonBoard(lesson, seed);
      assert(judge(board, LESSON_GOAL).solvable && !isLearnt(lesson, board), lesson.id);
      assert(lesson.home.every((tile) => board.cells.indexOf(tile) === LESSON_GOAL.cells.indexOf(tile)), `${lesson.id}: ${formatBoard(board)}`);
      for (let steps = 0; steps < 12 && !isLearnt(lesson, board); steps++) {
        const step = lastSlide(lesson, board) ?? humanSteps(board, LESSON_GOAL).next().value;
        assert(step.tiles.every((tile) => lesson.tiles.includes(tile)), `${lesson.id}: ${step.sentence}`);
        board = replay(board, step.moves);
      }
      assert(isLearnt(lesson, board), lesson.id);
    }
  }
});

test("one slide that ends a lesson is told as such", () => {
  const [lesson] = LESSONS;
  const said = (rows) => lastSlide(lesson, parseBoard(`1 2 3 4/5 6 7 8/${rows}`))?.sentence;
  assert.equal(said("9 10 11 12/0 13 14 15"), "Tap or click 15: 13, 14 and 15 slide together.");
  assert.equal(said("9 10 11 12/13 14 0 15"), "Tap or click 15: it slides home.");
  assert.equal(said("0 10 11 12/9 13 14 15"), undefined);
});

test("what each lesson says of its board is so", () => {
  const by = Object.fromEntries(LESSONS.map((lesson) => [lesson.id, lesson]));
  assert(sameBoard(replay(lessonBoard(by.slide, ""), "LLL"), LESSON_GOAL));
  assert(isLearnt(by.turn, replay(lessonBoard(by.turn, ""), "LU")));
  const trap = lessonBoard(by.trap, "");
  assert.deepEqual([trap.cells[2], trap.cells[3], trap.cells[7]], [3, 8, 4]);
});

test("a mistake comes back after a day, after three and after nine, and from the beginning when missed", () => {
  let repeats = missedAgain({}, "lesson:pair", TODAY);
  const days = [];
  for (let day = TODAY; repeats["lesson:pair"]; ) {
    const [, due] = repeats["lesson:pair"];
    assert.deepEqual([dueOn(repeats, day), nextReturn(repeats, day), dueOn(repeats, due)], [[], due, ["lesson:pair"]]);
    days.push(due);
    [repeats, day] = [rightAgain(repeats, "lesson:pair", due), due];
  }
  assert.deepEqual(days, ["2026-02-28", "2026-03-03", "2026-03-12"]);
  const later = rightAgain(missedAgain({}, "a:1", TODAY), "a:1", "2026-02-28");
  assert.deepEqual(later, { "a:1": [1, "2026-03-03"] });
  assert.deepEqual(missedAgain(later, "a:1", "2026-03-05"), { "a:1": [0, "2026-03-06"] });
  // The clocks change at night in many countries; days do not.
  assert.deepEqual([daysOn("2026-03-28", 1), daysOn("2026-10-24", 9), daysOn("2028-02-28", 1)], ["2026-03-29", "2026-11-02", "2028-02-29"]);
  assert.equal(localDay(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
  assert.deepEqual(["2026-02-20", TODAY, "2026-02-28", "2026-03-08"].map((day) => waitWords(day, TODAY)), ["today", "today", "tomorrow", "in 9 days"]);
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`g:${i}`, [0, daysOn(TODAY, i)]]));
  assert.deepEqual(Object.keys(checkRepeats(many)).length, 300);
  for (const broken of [null, 7, "x", [], { a: 1 }, { a: [1] }, { a: [0, "soon"] }]) assert.deepEqual(checkRepeats(broken), {});
});

test("a streak ends with the first miss, a storm after three minutes, and guessing costs time", () => {
  const streak = new Run("streak");
  for (let i = 0; i < 3; i++) streak.answered(true, 1e9);
  assert.deepEqual([streak.solved, streak.over], [3, false]);
  streak.answered(false, 2e9);
  assert.deepEqual([streak.solved, streak.over], [3, true]);
  const storm = new Run("storm");
  storm.tick(1e9);
  assert.deepEqual([storm.left(1e9), storm.over, storm.begun], [STORM, false, false]);
  storm.moved(1000);
  storm.moved(5000);
  assert.equal(storm.left(2000), STORM - 1000);
  storm.answered(true, 2000);
  storm.answered(false, 2000);
  assert.deepEqual([storm.left(2000), storm.solved, storm.missed, storm.over], [STORM - 1000 - PENALTY, 1, 1, false]);
  // What comes after the end does not count.
  storm.answered(true, 1000 + STORM - PENALTY);
  assert.deepEqual([storm.solved, storm.over], [1, true]);
  for (const kind of ["streak", "storm"]) {
    const rungs = Array.from({ length: 100 }, (_, solved) => rungOf(kind, solved));
    assert.deepEqual(rungs, rungs.slice().sort((a, b) => a - b));
  }
  const log = afterRun(afterRun(emptyLog(), "storm-3-any", { solved: 9 }), "storm-3-any", { solved: 4 });
  assert.deepEqual([runOf(log, "storm-3-any"), runOf(log, "storm-4-any")], [{ best: 9, played: 2, last: [9, 4] }, { best: 0, played: 0, last: [] }]);
});

test("the clock of a storm stands while no puzzle can be answered", () => {
  const storm = new Run("storm");
  storm.hold(0);
  storm.moved(1000);
  assert.equal(storm.left(3000), STORM - 2000, "it cannot stand before it starts");
  storm.hold(3000);
  storm.hold(3500);
  storm.answered(false, 3800);
  assert.equal(storm.left(9e9), STORM - 2000 - PENALTY);
  storm.goOn(3800);
  storm.goOn(5000);
  assert.equal(storm.left(4800), STORM - 3000 - PENALTY);
});

test("a storm counts what was skipped apart from what was missed, also in logs of earlier versions", () => {
  const storm = new Run("storm");
  storm.moved(1000);
  storm.answered(false, 2000);
  for (let i = 0; i < 16; i++) storm.skip(2000);
  assert.deepEqual([storm.missed, storm.skipped, storm.left(2000), storm.over], [1, 16, STORM - 1000 - 17 * PENALTY, false]);
  storm.skip(2000);
  assert.deepEqual([storm.skipped, storm.over], [17, true]);
  storm.skip(2000);
  assert.equal(storm.skipped, 17, "what comes after the end does not count");
  const old = checkLog({ ...emptyLog(), runs: { "storm-3-any": { best: 9, played: 1, last: [9] } } });
  assert.deepEqual(runOf(old, "storm-3-any"), { best: 9, played: 1, last: [9] });
  const log = afterRun(old, "storm-3-any", storm);
  assert.deepEqual(runOf(log, "storm-3-any"), { best: 9, played: 2, last: [9, 0], missed: 1, skipped: 17 });
  assert.deepEqual(checkLog(JSON.parse(JSON.stringify(log))), log);
});

test("a streak is kept for the next visit, and only whole", async () => {
  const store = () => {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  };
  const one = await drawPuzzle(solver, { rating: 1200, side: 3, seed: "streak", signal });
  const [tab, all] = [store(), store()];
  const streak = { name: "3-any", solved: 7, hard: one.difficulty, asked: [puzzleName(one)], puzzle: { one, at: one.board, found: 1 } };
  keepStreak(tab, streak);
  assert.deepEqual(takeStreak(tab, all), streak);
  // Its tab is closed; only one other takes it.
  leaveStreak(tab, all);
  const [next, other] = [store(), store()];
  assert.deepEqual([takeStreak(next, all), takeStreak(other, all)], [streak, null]);
  keepStreak(tab, { name: "4-any", solved: 1, hard: 1350, asked: [], puzzle: null });
  assert.deepEqual(takeStreak(tab, all), { name: "4-any", solved: 1, hard: 1350, asked: [], puzzle: null });
  keepStreak(tab, null);
  assert.equal(takeStreak(tab, all), null);
  for (const text of ["{", "{}", '{"name": "3-any", "solved": -1}', '{"name": "3-any", "solved": 1, "one": {"board": "1 2/3 0"}}', '{"name": "3-any", "solved": 1, "hard": "no"}', '{"name": "3-any", "solved": 1, "asked": "no"}']) {
    tab.setItem("taquin.training.streak", text);
    assert.equal(takeStreak(tab, all), null, text);
  }
});

test("a puzzle is about its theme, also where few boards are", async () => {
  for (const theme of Object.keys(THEMES)) {
    for (const [side, rating] of [[3, 900], [3, 1500], [4, 1200]]) {
      for (let i = 0; i < 4; i++) {
        const puzzle = await drawPuzzle(solver, { rating, side, theme, seed: `${theme} ${i}`, signal });
        assert(fitsTheme(puzzle, theme), `${theme} ${side} ${rating}: ${formatBoard(puzzle.board)}`);
      }
    }
  }
});

test("a missed puzzle is found again by its name; other names are no puzzles", async () => {
  for (const side of [3, 4]) {
    const puzzle = await drawPuzzle(solver, { rating: 1200, side, seed: "name", signal });
    assert.match(puzzleName(puzzle), /^[\w:-]{1,80}$/);
    assert.deepEqual(await namedPuzzle(solver, puzzleName(puzzle), signal), puzzle);
  }
  for (const name of ["puzzle:1-2", "puzzle:1-1-1-1-1-1-1-1-1", "puzzle:2-1-3-4-5-6-7-8-0", "abc:3", "lesson:pair"]) {
    assert.equal(await namedPuzzle(solver, name, signal), null);
  }
  const record = { id: "g", width: 3, height: 3, start: "1 2 3/4 5 6/0 7 8", goal: "1 2 3/4 5 6/7 8 0", moves: "DULL" };
  const { mistake, played } = await namedMistake(solver, [record], "g:0", signal);
  assert.deepEqual([mistake, played], ["g:0", "D"]);
  for (const name of ["g:4", "g:x", "h:0"]) assert.equal(await namedMistake(solver, [record], name, signal), null);
});

test("the next step says which tiles to tap, and they do what it says", () => {
  const board = parseBoard("5 2 3 4/6 1 7 8/9 10 11 12/13 14 15 0");
  const [step] = humanSteps(board, LESSON_GOAL);
  const thing = nextThing(board, step);
  assert.match(thing.text, /^Bring 1 to its corner, row 1, column 1\. Tile 1 has to go 1 up and 1 to the left\. First the blank has to be (above|to the left of) 1, where the dotted ring is: tap .*\. Then tap 1: it moves (up|left)\./);
  for (const lesson of LESSONS) {
    let at = lessonBoard(lesson, "words");
    for (let steps = 0; steps < 99 && !isLearnt(lesson, at); steps++) {
      const one = lastSlide(lesson, at) ?? humanSteps(at, LESSON_GOAL).next().value;
      const { moves, text, blank, targets } = nextThing(at, one);
      const taps = tapsOf(at, moves);
      assert.equal(taps.map((tap) => tap.moves).join(""), moves);
      // More than the title of the lesson, and of the step.
      assert(text.length > one.sentence.length + 10 && /[Tt]ap \d/.test(text), text);
      for (const { tile } of taps) assert(text.includes(String(tile)), text);
      const before = replay(at, taps.slice(0, -1).map((tap) => tap.moves).join(""));
      assert.equal(before.cells[blank], 0);
      const after = replay(at, one.moves);
      for (const { tile, cell } of targets) assert.equal(after.cells[cell], tile);
      at = replay(at, moves);
    }
    assert(isLearnt(lesson, at), lesson.id);
  }
});

test("a check asks for each lesson on a fresh board that the method solves in time", () => {
  assert.equal(CHECKED.length, 8);
  for (const lesson of CHECKED) {
    const boards = ["a", "b", "c"].map((seed) => checkBoard(lesson, seed));
    assert.equal(new Set(boards.map(formatBoard)).size, 3, lesson.id);
    for (const board of boards) {
      assert(judge(board, LESSON_GOAL).solvable && !isLearnt(lesson, board), lesson.id);
      const most = mostMoves(board, lesson, [...humanSteps(board, LESSON_GOAL)]);
      assert(most > 6 && most < 200, `${lesson.id}: ${most}`);
      assert(lesson.id !== "trap" || ![...legalMoves(board)].some((letter) => isLearnt(lesson, move(board, letter))));
    }
    assert.match(taskText(lesson), /^Bring [\d, and]+ home\./);
  }
});
