/** Dailies: the boards of a day, what counts, streaks, the calendar and the text to share. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, judge, legalMoves } from "../../../../src/taquin/faces/static/board.js";
import { monthBeside, weeksOf } from "../../../../src/taquin/faces/static/daily/calendar.js";
import { gaveWay, marksOf, resultsByDay, streakOf } from "../../../../src/taquin/faces/static/daily/dailylog.js";
import { dailySvg } from "../../../../src/taquin/faces/static/daily/dailypicture.js";
import { lossesOf, outcomeText, shareLink, shareText, thirdsOf, uncountedText, waitText } from "../../../../src/taquin/faces/static/daily/dailytext.js";
import { openOnToday } from "../../../../src/taquin/faces/static/daily/today.js";
import { dailyBoard, dailyGoal, dailyOf, dailySeed, dayAt, daysLater, isDay } from "../../../../src/taquin/faces/static/daily/days.js";
import { Game } from "../../../../src/taquin/faces/static/game/game.js";
import { isOwn } from "../../../../src/taquin/faces/static/game/record.js";
import { readRecords, toCsv, toJson } from "../../../../src/taquin/faces/static/game/recordfiles.js";
import { checkRecord } from "../../../../src/taquin/faces/static/game/records.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { finish } from "../oracle.mjs";
import { vectors } from "../vectors.mjs";

const DAY = "2026-11-23";

/** A record of a daily as the history keeps it; its moves are not what is tested here. */
function solved({ day = DAY, side = 3, created = `${day}T09:00:00.000Z`, id = `${day}-${side}`, ...rest } = {}) {
  return {
    version: 1, id, created, width: side, height: side, start: formatBoard(dailyBoard({ day, side })),
    goal: formatBoard(dailyGoal(side)), moves: "U".repeat(24), times: Array.from({ length: 24 }, (_, i) => 1000 * i), inputs: "k".repeat(24),
    status: "solved", hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 }, undos: 0,
    seed: dailySeed({ day, side }), typed: false, paused: false, again: false, ...rest,
  };
}

test("a day has the same boards everywhere, forever", () => {
  for (const { day, side, board } of vectors("boards").daily) {
    assert.equal(formatBoard(dailyBoard({ day, side })), board, `${day} ${side}`);
  }
});

test("every daily of three years can be solved, is not solved yet, and is no other day's", () => {
  const boards = new Set();
  for (let day = "2026-01-01"; day < "2029-01-01"; day = daysLater(day, 1)) {
    const board = dailyBoard({ day, side: 4 });
    assert(judge(board, dailyGoal(4)).solvable && formatBoard(board) !== formatBoard(dailyGoal(4)), day);
    boards.add(formatBoard(board));
  }
  assert.equal(boards.size, 365 + 365 + 366);
});

test("days are those of UTC, whatever the reader's clock", () => {
  assert.equal(dayAt(Date.parse("2026-11-23T23:59:59.999Z")), "2026-11-23");
  assert.equal(dayAt(Date.parse("2026-11-23T23:30:00-05:00")), "2026-11-24");
  assert.deepEqual(["2026-02-28", "2028-02-28", "2026-12-31"].map((day) => daysLater(day, 1)), ["2026-03-01", "2028-02-29", "2027-01-01"]);
  assert.equal(daysLater("2026-03-01", -1), "2026-02-28");
  const wrong = ["", "2025-12-31", "2026-13-01", "2026-02-29", "2026-1-1", "soon", "2026-11-23T00:00"];
  assert.deepEqual([...wrong, DAY, "2028-02-29"].filter(isDay), [DAY, "2028-02-29"]);
});

test("a game is a daily's if its board is, not if only its seed says so", () => {
  assert.deepEqual(dailyOf(solved()), { day: DAY, side: 3 });
  const other = formatBoard(dailyBoard({ day: "2026-11-22", side: 3 }));
  for (const change of [{ seed: null }, { seed: "1" }, { start: other }, { seed: dailySeed({ day: DAY, side: 6 }) },
    { seed: dailySeed({ day: "2026-02-30", side: 3 }) }, { goal: "0 1 2/3 4 5/6 7 8" }, { seed: `${dailySeed({ day: DAY, side: 3 })} ` }]) {
    assert.equal(dailyOf({ ...solved(), ...change }), null, JSON.stringify(change));
  }
});

test("a board counts if it was begun on its day and every move was the player's own", () => {
  const counts = (rest) => resultsByDay([solved(rest)]).get(DAY).get(3).counts;
  assert.equal(counts({}), true);
  assert.equal(counts({ created: "2026-11-23T23:59:00.000Z" }), true, "solved after midnight");
  assert.equal(counts({ created: "2026-11-24T03:00:00.000+05:00" }), true, "the same moment as 22:00 in UTC");
  assert.equal(counts({ hints: { which: 2, arrow: 1, play: 0, peek: 3, solution: 0 }, undos: 3, paused: true }), true);
  assert.equal(counts({ again: true }), true);
  for (const rest of [{ hints: { which: 0, arrow: 0, play: 1, peek: 0, solution: 0 } }, { created: "2026-11-24T00:00:00.000Z" }, { created: "2026-11-22T23:59:59.000Z" }, { inputs: "k".repeat(23) + "h" },
    { inputs: "s".repeat(24) }, { hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 1 } }]) {
    assert.equal(counts(rest), false, JSON.stringify(rest));
  }
  assert.equal(resultsByDay([solved({ status: "abandoned" })]).size, 0);
});

const at = (hour, rest) => solved({ id: `at-${hour}`, created: `2026-11-23T${hour}:00:00.000Z`, ...rest });

test("of several games of a board the first that counts is the result", () => {
  const early = solved({ id: "early", created: "2026-11-22T10:00:00.000Z" });
  const games = [at("12"), early, at("14"), solved({ id: "late", created: "2026-12-01T10:00:00.000Z" })];
  const result = resultsByDay(games).get(DAY).get(3);
  assert.deepEqual([result.record.id, result.counts, result.tries], ["at-12", true, 4]);
  assert.equal(resultsByDay([early]).get(DAY).get(3).record.id, "early");
});

test("a board that was solved with help counts in no later game of its day, and says why", () => {
  const hints = (kind) => ({ hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0, [kind]: 1 } });
  for (const help of [{ inputs: "s".repeat(24) }, { inputs: "k".repeat(23) + "h" }, hints("solution"), hints("play"),
    { ...hints("solution"), status: "playing" }]) {
    const results = resultsByDay([at("10", help), at("12", { again: true }), at("14", { again: true })]).get(DAY);
    const { record, counts } = results.get(3);
    assert.equal(counts, false, JSON.stringify(help));
    const text = shareText({ day: DAY, results, optima: new Map([[3, 24]]), streak: 0, link: "" });
    assert.match(text, /3×3 ○ .* moves, (with help|solved by the solver)/, record.id);
    assert.doesNotMatch(text, /perfect|★|not on the day/);
    assert.equal(streakOf(resultsByDay([at("10", help), at("12", { again: true })]), DAY).current, 0);
  }
  const pointed = resultsByDay([at("10", hints("which")), at("12")]).get(DAY).get(3);
  assert.deepEqual([pointed.record.id, pointed.counts], ["at-10", true], "a hint that only points");
});

test("a board that was solved properly keeps its result when it is reopened, or continued, with help", () => {
  const shown = { again: true, hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 1 } };
  const reopened = at("10", { ...shown, id: "reopened" });
  // Its moves began before the game that counts.
  const continued = at("09", shown);
  for (const games of [[reopened, at("10")], [at("10"), reopened], [at("10"), continued]]) {
    const { record, counts } = resultsByDay(games).get(DAY).get(3);
    assert.deepEqual([record.id, counts], ["at-10", true]);
  }
});

test("why a board of a day does not count is said with its result", () => {
  const hints = (kind) => ({ hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0, [kind]: 1 } });
  assert.deepEqual([{}, hints("which"), hints("play"), hints("solution")].map((rest) => uncountedText(solved(rest))), [
    "", "", "Does not count today: a move was made for you.", "Does not count today: a solution was shown.",
  ]);
});

test("help stays with a daily board until the next day, whichever game of it is played", () => {
  const [board, goal, seed] = [dailyBoard({ day: DAY, side: 3 }), dailyGoal(3), dailySeed({ day: DAY, side: 3 })];
  const other = { board: dailyBoard({ day: DAY, side: 4 }), goal: dailyGoal(4), seed: "other" };
  const game = new Game({ board, goal, seed });
  game.hinted("solution");
  game.start(other);
  game.start({ board, goal, seed });
  assert.deepEqual([game.record.hints.solution, game.record.again, isOwn(game.record)], [1, true, false]);
  const next = new Game(other);
  next.know(solved({ hints: { which: 1, arrow: 0, play: 1, peek: 0, solution: 0 } }));
  next.start({ board, goal, seed });
  assert.deepEqual([next.record.hints.play, next.record.hints.which, next.record.again], [1, 1, true]);
});

test("a streak lasts until a whole day has passed without a board", () => {
  const on = (...days) => resultsByDay(days.map((day) => solved({ day })));
  const streak = (days, today) => Object.values(streakOf(on(...days), today));
  const three = ["2026-11-21", "2026-11-22", DAY];
  assert.deepEqual(streak(three, DAY), [3, 3, 3, 3]);
  assert.deepEqual(streak(three, "2026-11-24"), [3, 3, 3, 3], "today may still come");
  assert.deepEqual(streak(three, "2026-11-25"), [0, 3, 3, 3]);
  assert.deepEqual(streak(["2026-10-01", "2026-10-02", "2026-10-04", DAY], DAY), [1, 2, 4, 4]);
  assert.deepEqual(streak(["2026-02-28", "2026-03-01", "2026-12-31", "2027-01-01"], "2027-01-02"), [2, 2, 4, 4]);
  assert.deepEqual(streak([], DAY), [0, 0, 0, 0]);
  const archived = solved({ day: "2026-11-22", created: "2026-11-23T10:00:00.000Z" });
  assert.deepEqual(Object.values(streakOf(resultsByDay([archived, solved()]), DAY)), [1, 1, 1, 1]);
  const sizes = [3, 4, 5].map((side) => solved({ side }));
  assert.deepEqual(Object.values(streakOf(resultsByDay(sizes), DAY)), [1, 1, 1, 3]);
});

test("an exported history carries the streak; a broken game does not", () => {
  const name = { day: DAY, side: 3 };
  const [first, goal] = [dailyBoard(name), dailyGoal(3)];
  const { moves } = finish(new Engine().solve(first, goal));
  let time = 0;
  const game = new Game({ board: first, goal, seed: dailySeed(name) }, { clock: () => time });
  for (const letter of moves) game.move(letter, "k", (time += 200));
  const record = checkRecord({ ...game.record, created: "2026-11-23T10:00:00.000Z" });
  for (const text of [toJson([record]), toCsv([record])]) {
    assert.equal(streakOf(resultsByDay(readRecords(text).records), DAY).current, 1);
  }
  const { records, faults } = readRecords(toJson([{ ...record, moves: record.moves.slice(1) }]));
  assert.deepEqual([streakOf(resultsByDay(records), DAY).current, faults.length], [0, 1]);
});

test("the calendar has weeks from Monday and marks each size", () => {
  const november = weeksOf("2026-11");
  assert.deepEqual([november.length, november[0][6], november[5][0], november[5][1]], [6, "2026-11-01", "2026-11-30", null]);
  for (let month = "2026-01"; month < "2030-01"; month = monthBeside(month, 1)) {
    const weeks = weeksOf(month);
    assert(weeks.every((week) => week.length === 7), month);
    const days = weeks.flat().filter(Boolean);
    assert.deepEqual([days[0], daysLater(days.at(-1), 1).slice(0, 7)], [`${month}-01`, monthBeside(month, 1)]);
    assert.equal(monthBeside(monthBeside(month, 1), -1), month);
  }
  const results = resultsByDay([solved(), solved({ side: 5, inputs: "s".repeat(24) })]).get(DAY);
  assert.deepEqual(marksOf(results), ["counted", "open", "later"]);
  assert.deepEqual(marksOf(undefined), ["open", "open", "open"]);
});

test("the text to share shows no move, no tile and no distance", () => {
  const results = resultsByDay([solved(), solved({ side: 4, hints: { which: 1, arrow: 0, play: 0, peek: 0, solution: 0 } })]).get(DAY);
  const shared = { day: DAY, results, optima: new Map([[3, 24], [4, 20]]), streak: 5, link: "https://example.org/#/daily?day=2026-11-23" };
  assert.equal(shareText(shared), [
    "taquin daily 2026-11-23", "3×3 ★ 0:23.000, 24 moves, perfect", "4×4 ● 0:23.000, 24 moves, 1 hint", "5×5 –",
    "Streak: 5 days", "https://example.org/#/daily?day=2026-11-23",
  ].join("\n"));
  const late = resultsByDay([solved({ created: "2026-12-01T10:00:00.000Z", typed: true })]).get(DAY);
  const text = shareText({ ...shared, results: late, optima: new Map(), streak: 1, link: "" });
  assert.equal(text, "taquin daily 2026-11-23\n3×3 ○ 0:23.000, 24 moves, not on the day\n4×4 –\n5×5 –");
  const solution = { which: 0, arrow: 0, play: 0, peek: 0, solution: 1 };
  const lines = [{ inputs: "s".repeat(24), hints: solution }, { hints: solution }].map((rest) =>
    shareText({ ...shared, results: resultsByDay([solved(rest)]).get(DAY), streak: 0, link: "" }).split("\n")[1]);
  assert.deepEqual(lines, ["3×3 ○ 0:23.000, 24 moves, solved by the solver", "3×3 ○ 0:23.000, 24 moves, with help, solution shown"]);
});

test("the thirds of a game say about how many moves each lost, and nothing else", () => {
  assert.deepEqual([0, 1, 2, 24, 25].map(thirdsOf), [[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 1, 2], [0, 8, 16, 24], [0, 8, 17, 25]]);
  assert.deepEqual(lossesOf(24, [24, 16, 8]), [0, 0, 0]);
  // 2, then 6, then none of 24 moves where 16 are enough: each move that leads away costs two.
  assert.deepEqual(lossesOf(24, [16, 10, 8]), [1, 2, 0]);
  assert.deepEqual(lossesOf(60, [20, 14, 20]), [3, 3, 0]);
  const results = resultsByDay([solved(), solved({ side: 4 })]).get(DAY);
  const losses = new Map([[3, [0, 1, 2]], [4, []]]);
  const text = shareText({ day: DAY, results, optima: new Map(), losses, streak: 2, link: "" });
  assert.equal(text, "taquin daily 2026-11-23\n3×3 ● 0:23.000, 24 moves 🟩🟨🟧\n4×4 ● 0:23.000, 24 moves\n5×5 –\nStreak: 2 days");
  const svg = dailySvg(text, [losses.get(3), losses.get(4), undefined]);
  assert.equal(svg.match(/<rect /g).length, 4);
  assert.ok(svg.includes("0:23.000, 24 moves</text>") && svg.includes("Streak: 2 days") && !svg.includes("🟩"));
});

test("a link is shared only where others can open it", () => {
  const fragment = "#/daily?day=2026-11-23";
  for (const own of ["http://127.0.0.1:8000/", "http://localhost:8000/#/play", "http://[::1]:80/", "http://0.0.0.0:8765/", "http://[::]/", "http://taquin.localhost/"]) {
    assert.equal(shareLink(own, fragment), "", own);
  }
  assert.equal(shareLink("https://example.org/taquin/?x=1#/daily", fragment), "https://example.org/taquin/?x=1#/daily?day=2026-11-23");
});

test("results and waits in words", () => {
  const [result] = resultsByDay([solved()]).get(DAY).values();
  assert.deepEqual([24, 20, null, undefined].map((optimum) => outcomeText(result, optimum)), [
    "0:23.000, 24 moves", "0:23.000, 24 moves, 4 over the optimum", "0:23.000, 24 moves", "0:23.000, 24 moves",
  ]);
  assert.deepEqual([0, 59_999, 60_000, 3_600_000, 15_120_000].map(waitText), ["less than a minute", "less than a minute", "1 min", "1 h", "4 h 12 min"]);
});

test("a daily that was left is found again by its seed", () => {
  const seed = dailySeed({ day: DAY, side: 3 });
  const game = new Game({ board: dailyBoard({ day: DAY, side: 3 }), goal: dailyGoal(3), seed });
  const left = (of) => game.leftLast((record) => record.seed === of)?.record.id ?? null;
  assert.equal(left(seed), null);
  const { id } = game.record;
  game.move(legalMoves(game.board)[0], "k");
  game.start({ board: dailyBoard({ day: DAY, side: 4 }), goal: dailyGoal(4), seed: "other" });
  assert.equal(left(seed), id);
  assert.equal(left("another"), null);
  game.move(legalMoves(game.board)[0], "k");
  assert(game.goOn(id));
  assert.deepEqual([game.record.seed, game.at], [seed, 1]);
  // The other stays, whatever is done meanwhile.
  game.move(legalMoves(game.board)[0], "k");
  assert(game.goOn(left("other")));
  assert.deepEqual([game.record.seed, game.at, left(seed)], ["other", 1, id]);
});

test("an unfinished game gave way to a game of its board that was begun later and solved", () => {
  const left = { seed: "a", created: `${DAY}T10:00:00Z`, status: "playing", again: true };
  const other = (seed, status, hour) => [{ seed, status, created: `${DAY}T${hour}:00:00Z` }];
  assert.equal(gaveWay(left, other("a", "solved", "11")), true);
  for (const [seed, status, hour] of [["a", "solved", "09"], ["a", "abandoned", "11"], ["b", "solved", "11"]]) {
    assert.equal(gaveWay(left, other(seed, status, hour)), false);
  }
  assert.equal(gaveWay({ ...left, again: false }, other("a", "solved", "09")), true, "the first of its board");
  assert.equal(gaveWay(left, []), false);
});

/** A visit on DAY with a game that began on another day, or on this one. */
async function visit(first, { began = DAY, moves = 1, games = [], left = [] } = {}) {
  const game = new Game(first);
  game.restore({ ...game.checkpoint(), record: { ...game.record, created: `${began}T10:00:00.000Z` } }, left);
  for (let i = 0; i < moves; i++) game.move(legalMoves(game.board)[0], "k");
  const told = [];
  const notify = (text, { act }) => {
    told.push({ text, ...act });
    return () => {};
  };
  const before = game.record.id;
  const tell = await openOnToday({ game, history: { all: async () => games }, notify }, Date.parse(`${DAY}T12:00:00Z`));
  tell?.();
  return { game, told, before };
}

const daily = (day, side = 3) => ({ board: dailyBoard({ day, side }), goal: dailyGoal(side), seed: dailySeed({ day, side }) });
const EARLIER = daysLater(DAY, -1);

test("an unfinished game of an earlier day gives way to today's board, and is offered", async () => {
  const own = { board: dailyBoard({ day: DAY, side: 4 }), goal: dailyGoal(4) };
  for (const first of [daily(EARLIER), own]) {
    const { game, told, before } = await visit(first, { began: EARLIER });
    assert.deepEqual(dailyOf(game.record), { day: DAY, side: 3 });
    assert.deepEqual(told.map(({ text, words }) => [text, words]), [
      ["Today’s board. Your unfinished game waits.", "Continue"],
    ]);
    told[0].onClick();
    assert.deepEqual([game.record.id, game.at], [before, 1]);
  }
  // One of the archive was chosen today, and is a board of an earlier day all the same.
  assert.equal((await visit(daily(EARLIER))).told.length, 1);
});

test("a game of today stays in play; what was not begun gives way unsaid", async () => {
  const own = { board: dailyBoard({ day: DAY, side: 4 }), goal: dailyGoal(4) };
  for (const first of [daily(DAY), daily(DAY, 5), own]) {
    const { game, told, before } = await visit(first);
    assert.deepEqual([game.record.id, told], [before, []]);
  }
  const { game, told } = await visit({ ...own, seed: "1" }, { began: EARLIER, moves: 0 });
  assert.deepEqual([dailyOf(game.record), told], [{ day: DAY, side: 3 }, []]);
  const done = await visit(own, { began: EARLIER, games: [solved({ side: 5 })] });
  assert.equal(done.game.record.id, done.before, "one of today's boards is solved");
});

test("today's board is continued where it was left", async () => {
  const left = new Game(daily(DAY));
  left.move(legalMoves(left.board)[0], "k");
  const { game } = await visit(daily(EARLIER), { began: EARLIER, left: [left.checkpoint()] });
  assert.deepEqual([game.record.id, game.at], [left.record.id, 1]);
});
