// Figures as cubers count them, against sums done by hand; records out and back in.

import assert from "node:assert/strict";
import { test } from "node:test";

import { namedGoal, formatBoard, inverse, replay } from "../../../../src/taquin/faces/static/board.js";
import { importWords } from "../../../../src/taquin/faces/static/shared/importing.js";
import { kindText, openChoices } from "../../../../src/taquin/faces/static/stats/kindwords.js";
import { STANDARD, fitting, following, followingMost, mended, othersOf } from "../../../../src/taquin/faces/static/stats/gamechoice.js";
import { timeParts } from "../../../../src/taquin/faces/static/game/recordfigures.js";
import { History, memoryShelf } from "../../../../src/taquin/faces/static/game/history.js";
import { parseCsv, readRecords, toCsv, toJson } from "../../../../src/taquin/faces/static/game/recordfiles.js";
import { RecordError, checkCheckpoint, checkRecord } from "../../../../src/taquin/faces/static/game/records.js";
import {
  AVERAGES, controlOf, figure, goalOf, kindOf, measurable, movesOf, newBests, personalBests, presentSession, rolling, sessionsOf, timeOf, tpsOf, trimmedMean, valuesOf,
} from "../../../../src/taquin/faces/static/stats/stats.js";

const GOAL = namedGoal("last", 3, 3);

/** A solved game of the moves that undo `scramble`. */
function game(scramble, { id = "g1", created = "2026-01-01T10:00:00.000Z", pace = 250, inputs = "k", ...rest } = {}) {
  const moves = inverse(scramble);
  return {
    version: 1, id, created, width: 3, height: 3,
    start: formatBoard(replay(GOAL, scramble)), goal: formatBoard(GOAL), moves,
    times: Array.from(moves, (_, i) => i * pace), inputs: inputs.repeat(moves.length).slice(0, moves.length),
    status: "solved", hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 },
    undos: 0, seed: null, typed: false, paused: false, again: false, ...rest,
  };
}

const named = (name) => AVERAGES.find((average) => average.name === name);

test("trimmed means by hand", () => {
  assert.equal(trimmedMean([10, 20, 30], 0), 20);
  assert.equal(trimmedMean([9, 1, 5, 6, 4], 1), 5);
  assert.equal(trimmedMean([Infinity, 1, 5, 6, 4], 1), 5);
  assert.equal(trimmedMean([Infinity, 1, 5, Infinity, 4], 1), Infinity);
});

test("how many an average leaves out at each end", () => {
  const trimmed = Object.fromEntries(AVERAGES.map(({ name, size, trimmed: out }) => [name, [size, out]]));
  assert.deepEqual(trimmed, { single: [1, 0], mo3: [3, 0], ao5: [5, 1], ao12: [12, 1], ao50: [50, 3], ao100: [100, 5] });
  const hundred = Array.from({ length: 100 }, (_, i) => (i < 5 ? 0 : i >= 95 ? Infinity : 10));
  assert.deepEqual(rolling(hundred, named("ao100")).at(-1), 10);
  const fifty = Array.from({ length: 50 }, (_, i) => (i < 3 ? Infinity : 7));
  assert.equal(figure(fifty, named("ao50"), "time").current, 7);
  fifty[3] = Infinity;
  assert.equal(figure(fifty, named("ao50"), "time").current, Infinity);
});

test("now and best, and the game that made the best", () => {
  const values = [12, 10, 14, 11, 9, 20, 20];
  assert.deepEqual(figure(values, named("single"), "time"), { current: 20, best: 9, at: 4 });
  assert.deepEqual(figure(values, named("ao5"), "time"), { current: 15, best: 11, at: 4 });
  assert.deepEqual(figure(values.slice(0, 2), named("mo3"), "time"), { current: null, best: null, at: null });
  assert.deepEqual(figure([Infinity], named("single"), "time"), { current: Infinity, best: null, at: null });
});

test("means of times are rounded to the millisecond; those of moves and TPS stay as they are", () => {
  const times = [2691, 4106, 2472];
  assert.equal(figure(times, named("mo3"), "time").current, 3090);
  assert.equal(figure([Infinity, 2691, 4106, 1987, 2472], named("ao5"), "time").current, 3090);
  assert.equal(figure(times, named("mo3"), "moves").current, 9269 / 3);
  const half = { name: "half", size: 2, trimmed: 0 };
  assert.equal(figure([1, 2], half, "time").current, 2, "halves are rounded up");
  assert.deepEqual(rolling([1, 2], half), [null, 1.5], "a drawing is not rounded");
});

test("time, moves and moves a second of a game; one left unfinished is a DNF", () => {
  const done = game("DDRRUL");
  assert.deepEqual([timeOf(done), movesOf(done), tpsOf(done)], [1250, 6, 4.8]);
  const left = { ...done, status: "abandoned" };
  assert.deepEqual([timeOf(left), movesOf(left), tpsOf(left)], [Infinity, Infinity, 0]);
  assert.deepEqual(valuesOf([done, left], "tps"), [-4.8, Infinity]);
  assert.equal(tpsOf(game("D")), 0);
});

test("what a game was played with", () => {
  assert.equal(controlOf({ inputs: "kkkkkkkkkkm" }), "keyboard");
  assert.equal(controlOf({ inputs: "kkkmmm" }), "mixed");
  assert.equal(controlOf({ inputs: "tttttthh" }), "touch");
  assert.equal(controlOf({ inputs: "ssss" }), "solver");
  assert.equal(controlOf({ inputs: "" }), "none");
});

test("a session ends where nobody played for an hour", () => {
  const at = (created, id) => game("DR", { created, id });
  const sessions = sessionsOf([
    at("2026-01-01T12:30:00Z", "c"), at("2026-01-01T10:00:00Z", "a"), at("2026-01-01T11:00:00Z", "b"),
  ]);
  assert.deepEqual(sessions.map((games) => games.map(({ id }) => id)), [["a", "b"], ["c"]]);
});

test("personal bests by size and control, the first of equals", () => {
  const games = [
    game("DDRRUL", { id: "slow", pace: 500 }), game("DDRRUL", { id: "quick", pace: 100, created: "2026-01-02T10:00:00Z" }),
    game("DR", { id: "short", pace: 5000, created: "2026-01-03T10:00:00Z" }),
    game("DDRR", { id: "mouse", inputs: "m" }), game("DR", { id: "dnf", status: "abandoned", moves: "", times: [], inputs: "" }),
  ];
  const bests = personalBests(games).map(({ control, games: count, time, moves, tps }) => [control, count, time.id, moves.id, tps.id]);
  assert.deepEqual(bests, [["keyboard", 3, "quick", "short", "quick"], ["mouse", 1, "mouse", "mouse", "mouse"]]);
});

test("a game of one slide has no time to be best or to divide by", () => {
  const games = [game("DDRRUL", { id: "long" }), game("D", { id: "short" })];
  for (const measure of ["time", "tps"]) {
    assert.deepEqual(measurable(games, measure).map(({ id }) => id), ["long"], measure);
  }
  assert.equal(measurable(games, "moves").length, 2);
  const left = { ...games[1], status: "abandoned" };
  assert.deepEqual(valuesOf(measurable([left], "tps"), "tps"), [Infinity]);
  const [best] = personalBests(games);
  assert.deepEqual([best.time.id, best.moves.id, best.tps.id, best.games], ["long", "short", "long", 2]);
  const [alone] = personalBests(games.slice(1));
  assert.deepEqual([alone.time, alone.moves.id, alone.tps], [null, "short", null]);
});

test("JSON and CSV bring back every field", () => {
  const games = [
    game("DDRRUL", { id: "a", seed: 'x,"y"\n=z', hints: { which: 1, arrow: 2, play: 3, peek: 4, solution: 5 }, earlier: { which: 1, arrow: 0, play: 0, peek: 4, solution: 2 }, undos: 2, typed: true, paused: true, again: true }),
    game("DR", { id: "b", inputs: "mt", seed: "=1+1" }),
  ];
  for (const text of [toJson(games), toCsv(games)]) {
    const { records, faults } = readRecords(text);
    assert.deepEqual(faults, []);
    assert.deepEqual(records, games);
  }
  assert.match(toCsv(games), /,'=1\+1,0,false,false,shown,,,,stm\r\n/);
});

test("games exported before there were three more columns are read", () => {
  const games = [game("DDRRUL"), game("DR", { id: "b" })];
  const older = parseCsv(toCsv(games)).map((row) => row.slice(0, -7).join(",")).join("\r\n");
  assert.deepEqual(readRecords(older), { records: games, faults: [] });
  const { again, typed, ...rest } = games[0];
  assert.deepEqual([again, typed], [false, false]);
  assert.deepEqual(checkRecord({ ...rest, hints: { which: 0, arrow: 0, play: 0, peek: 0 } }), games[0]);
});

test("what the solver did is nobody's best", () => {
  const games = [game("DDRRUL", { inputs: "s" }), game("DR", { id: "b", inputs: "ks" }), game("DRR", { id: "c" })];
  assert.deepEqual(personalBests(games).map(({ games: count, time }) => [count, time.id]), [[1, "c"]]);
});

test("CSV as spreadsheets write it", () => {
  assert.deepEqual(parseCsv('\uFEFFa,"b ""c""","d\n,e"\r\n\r\n1,,3'), [["a", 'b "c"', "d\n,e"], ["1", "", "3"]]);
  assert.deepEqual(parseCsv(""), []);
});

test("what comes in is replayed, not believed", () => {
  const good = game("DDRRUL");
  const wrong = [
    [{ version: 2 }, /version 2/], [{ width: 30 }, /size 30x3/], [{ id: "<b>" }, /id is missing/],
    [{ created: "yesterday" }, /not a date/], [{ status: "won" }, /status/], [{ moves: "UX" }, /not a string of U, D, L and R/],
    [{ inputs: "" }, /how each move was made/], [{ times: [0, 1, 2, 3, 4, 3] }, /6 times in ascending order/],
    [{ times: [0, 1, 2, 3, 4, NaN] }, /6 times/], [{ start: "1 2 3/4 5 6/7 8 8" }, /its board is not a board/],
    [{ start: formatBoard(GOAL) }, /does not allow its moves|do not end on the goal/], [{ status: "abandoned" }, /is solved, but its status says otherwise/],
    [{ goal: "0 1 2/3 4 5/6 7 8" }, /do not end on the goal/], [{ times: [0, 1, 2, 3, 4, 1e308] }, /none over a hundred days/],
    [{ times: [0, 1, 2, 3, 4, "5"] }, /6 times/], [{ start: 123456708 }, /not strings/], [{ goal: [["1"]] }, /not strings/],
  ];
  for (const [change, message] of wrong) {
    assert.throws(() => checkRecord({ ...good, ...change }), (error) => error instanceof RecordError && message.test(error.message), JSON.stringify(change));
  }
  assert.throws(() => checkRecord(null), RecordError);
  assert.deepEqual(Object.keys(checkRecord({ ...good, extra: "<script>" })).includes("extra"), false);
  assert.deepEqual(checkRecord({ ...good, hints: { which: -1, arrow: "9" } }).hints, { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 });
});

test("what is refused is named as the file has it", () => {
  const good = game("DDRRUL");
  const given = { a: ["b"] };
  const wrong = [
    [{ status: given }, 'status “{"a":["b"]}” is not known.'], [{ created: given }, '“{"a":["b"]}” is not a date.'],
    [{ version: given }, 'it has version {"a":["b"]}; this page'], [{ width: given }, 'size {"a":["b"]}x3; sides'],
    [{ width: null }, "size nullx3; sides"], [{ status: "x".repeat(99) }, `status “${"x".repeat(60)}…” is`],
  ];
  for (const [change, message] of wrong) {
    const { faults } = readRecords(JSON.stringify([{ ...good, ...change }]));
    assert.equal(faults.length, 1);
    assert.ok(faults[0].startsWith(`Game 1: ${message}`), faults[0]);
  }
  const file = { format: "taquin games", version: given, games: [good] };
  assert.throws(() => readRecords(JSON.stringify(file)), /the file has version {"a":\["b"\]}; this page/);
});

test("a game that was left is taken up only where nothing in it can break the game", () => {
  const record = { ...game("DDRRUL"), moves: "RD", times: [0, 5], inputs: "kk", status: "playing" };
  const undone = [{ moves: "LL", inputs: "kk" }, { moves: "L", inputs: "k" }];
  const good = { record, undone: undone.slice(0, 1), elapsed: 7, held: true, ghost: null };
  assert.deepEqual(checkCheckpoint(structuredClone(good)), good);
  for (const held of [undefined, "yes", 1]) assert.equal(checkCheckpoint({ ...good, held }).held, false);
  const over = { record: game("DDRRUL"), undone: [], elapsed: 7, held: true };
  assert.equal(checkCheckpoint(over).held, false, "nothing is paused once it is solved");
  for (const change of [
    { undone: null }, { undone: [{ moves: "X", inputs: "k" }] }, { undone: [{ moves: "L" }] }, { undone: [null] },
    { undone: [{ moves: "RRRR", inputs: "kkkk" }] }, { elapsed: "abc" }, { elapsed: -1 }, { elapsed: null },
    { record: { ...record, start: "damaged" } }, { record: { ...record, times: "0,5" } }, { record: null },
    { record: { ...record, times: undefined } }, { record: { ...record, moves: "RDL" } },
  ]) {
    assert.throws(() => checkCheckpoint({ ...good, ...change }), JSON.stringify(change));
  }
  for (const other of [null, 5, "text", []]) assert.throws(() => checkCheckpoint(other), RecordError);
});

test("a game comes back with the game raced against; a damaged one is left out", (context) => {
  const warned = context.mock.method(console, "warn", () => {});
  const record = { ...game("DDRRUL"), moves: "", times: [], inputs: "", status: "playing" };
  const left = { record, undone: [], elapsed: 0, held: false };
  const { created, ...undated } = game("DDRRUL");
  for (const ghost of [game("DDRRUL"), { ...undated, created: undefined }]) {
    assert.deepEqual(checkCheckpoint({ ...left, ghost }).ghost, ghost);
  }
  assert.equal(warned.mock.callCount(), 0);
  for (const ghost of [{ ...game("DDRRUL"), start: "damaged" }, "text", { created }]) {
    assert.deepEqual(checkCheckpoint({ ...left, ghost }), { ...left, ghost: null });
  }
  assert.equal(warned.mock.callCount(), 3);
});

test("a file that is none of ours is refused with what was expected", () => {
  assert.throws(() => readRecords("{"), /^RecordError: this is not valid JSON; expected the JSON or CSV that this page exports\.$/);
  assert.throws(() => readRecords('{"a": 1}'), /^RecordError: the file has no list of games; expected the JSON or CSV/);
  assert.throws(() => readRecords("id,b\n1,2"), /columns this page exports; missing: created/);
  assert.throws(() => readRecords('games": []}'), /the file starts with “games": \[\]}”; expected the JSON or CSV that this page exports\.$/);
  assert.throws(() => readRecords(" \n"), /the file is empty/);
  assert.throws(() => readRecords("\ufffdPNG\r\n\x1a\n"), /this is not text; expected/);
  const empty = JSON.parse(toJson([]));
  assert.throws(() => readRecords(JSON.stringify({ ...empty, version: 99 })), /has version 99; this page reads and exports version 1/);
  for (const none of [toJson([]), toCsv([])]) assert.throws(() => readRecords(none), /contains no games/);
  const { version, ...unsaid } = game("DR");
  assert.equal(version, 1);
  assert.throws(() => checkRecord(unsaid), /it has no version; this page reads and exports version 1/);
  const { records, faults } = readRecords(JSON.stringify([game("DR"), { version: 1 }]));
  assert.equal(records.length, 1);
  assert.match(faults[0], /^Game 2: size undefinedxundefined/);
});

test("of a terminal's file, games on a torus or with walls are refused by name, and the others are imported", () => {
  // taquin/game/record.py writes version 2 where there is a board type: walls alone would replay on a plain board.
  const others = ["torus", "walls:0-1"].map((topology, at) => ({ ...game("DR", { id: `g${at}` }), version: 2, topology }));
  const { records, faults } = readRecords(toJson([others[0], game("DR", { metric: "mtm" }), others[1]]));
  assert.deepEqual(records.map(({ metric }) => metric), ["mtm"]);
  assert.deepEqual(faults, ["Game 1: it has version 2; this page reads and exports version 1.", "Game 3: it has version 2; this page reads and exports version 1."]);
});

test("history: add, replace, import once, remove, tell", async () => {
  const history = new History(memoryShelf(), false);
  let told = 0;
  history.addEventListener("change", () => { told += 1; });
  await history.add(game("DDRRUL", { id: "b", created: "2026-01-02T10:00:00.000Z" }));
  await history.add(game("DR", { id: "a" }));
  await history.add(game("DDRR", { id: "a" }));
  assert.deepEqual((await history.all()).map(({ id, moves }) => [id, moves.length]), [["a", 4], ["b", 6]]);
  const text = await history.export("csv");
  assert.deepEqual(await history.import(text), { added: 0, known: 2, differing: 0, faults: [] });
  const halved = JSON.parse(await history.export("json"));
  halved.games[0].times = halved.games[0].times.map((time) => time / 2);
  const broken = Array(5).fill({ version: 1 });
  const found = await history.import(JSON.stringify({ ...halved, games: [...halved.games, ...broken] }));
  assert.deepEqual({ ...found, faults: found.faults.length }, { added: 0, known: 2, differing: 1, faults: 5 });
  assert.equal((await history.get("a"))?.times.at(-1), 750, "what was here stays");
  const words = importWords(found);
  assert.match(words, /^Import: 0 added, 2 already here, 5 rejected\. 1 of those already here differs in the file; what is here stays\. Game 3: /);
  assert.match(words, / Game 5: .* And 2 more\.$/);

  await history.remove(["a"]);
  assert.equal(await history.get("a"), undefined);
  assert.deepEqual(await history.import(text), { added: 1, known: 1, differing: 0, faults: [] });
  assert.equal((await history.get("a"))?.moves.length, 4);
  assert.equal(told, 5);
  await assert.rejects(history.add({ ...game("DR"), moves: "UU" }), RecordError);
  history.close();
});

test("history: nobody waits for ever for a database without an answer, which is told", async () => {
  const never = () => new Promise(() => {});
  const history = new History({ put: never, remove: never, all: never }, true, 1);
  const told = [];
  history.addEventListener("unread", ({ detail }) => told.push(detail));
  const all = [history.all(), history.get("a"), history.export("json"), history.remove(["a"])];
  for (const one of all) await assert.rejects(one, /does not answer/);
  assert.deepEqual(told, Array(3).fill("the browser’s database does not answer. Reload the page."));
  history.close();
});

test("history: a game without room lasts as long as the tab, and is stored with the next that fits", async () => {
  const shelf = memoryShelf();
  let full = true;
  const put = async (records) => {
    if (full) throw new Error("no room");
    return shelf.put(records);
  };
  const history = new History({ ...shelf, put }, true);
  const told = [];
  history.addEventListener("unkept", ({ detail }) => told.push(detail.id));
  await history.add(game("DR", { id: "a" }));
  assert.deepEqual([told, history.refused, (await shelf.all()).length], [["a"], 1, 0]);
  assert.deepEqual([(await history.get("a")).id, (await history.all()).length], ["a", 1]);
  full = false;
  await history.add(game("DR", { id: "b" }));
  assert.deepEqual([told, history.refused, (await shelf.all()).length], [["a"], 0, 2]);
  history.close();
});

test("a chosen session stays the same one when games come and go, and what is gone is not chosen", () => {
  const on = (day, rest = {}) => game("DR", { id: `day-${day}`, created: `2026-01-${day}T10:00:00.000Z`, ...rest });
  const ids = (games) => games.map(({ id }) => id);
  const games = [on("05"), on("10"), on("15", { inputs: "m" })];
  const tenth = { size: "", goal: "", numbers: "", metric: "", control: "", session: "day-10", clean: false };
  const earlier = [on("01"), ...games];
  assert.deepEqual(ids(fitting(earlier, mended(tenth, games, earlier))), ["day-10"]);
  const begunBefore = { ...on("10"), id: "before", created: "2026-01-10T09:30:00.000Z" };
  const longer = [...games, begunBefore];
  assert.deepEqual(ids(fitting(longer, mended(tenth, games, longer))), ["before", "day-10"]);
  const shorter = [...games, begunBefore].filter(({ id }) => id !== "day-10");
  assert.equal(mended(tenth, longer, shorter).session, "before");
  assert.deepEqual(mended({ ...tenth, size: "3x3", control: "mouse" }, games, games.slice(0, 1)), {
    size: "3x3", goal: "", numbers: "", metric: "", control: "", session: "", clean: false,
  });
  assert.equal(mended({ ...tenth, size: "4x4" }, games, games).size, "");
});

test("what a game improves: singles and averages, among the clean games of its kind", () => {
  const clean = { seed: "drawn" };
  const at = (minute) => `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
  const played = (n, pace, more = {}) => game("DRUL", { id: `g${n}`, created: at(n), pace, ...clean, ...more });
  const improved = (records, record) => newBests(records, record).map(({ measure, average }) => `${measure} ${average}`);
  assert.deepEqual(improved([], played(0, 250)), [], "a first game has no rival");
  assert.deepEqual(improved([played(0, 250)], played(1, 250)), [], "equal is not better");
  assert.deepEqual(improved([played(0, 250)], played(1, 200)), ["time single", "tps single"]);
  assert.deepEqual(improved([played(0, 250), played(1, 200)], played(1, 200)), ["time single", "tps single"], "the same game");
  const six = [300, 290, 310, 305, 295].map((pace, n) => played(n, pace));
  // Five games before and 250 now: its average of 5 is better, and the single is.
  assert.deepEqual(improved(six, played(9, 250)), ["time single", "time ao5", "tps single", "tps ao5"]);
  // Slower than the best game, and still the better average.
  assert.deepEqual(improved(six, played(9, 292)), ["time ao5", "tps ao5"]);
  const slide = (n) => ({ ...played(n, 250), times: [0, 0, 0, 0], moves: "DRUL" });
  assert.deepEqual(improved(six, slide(9)), [], "a single slide has no time");
  assert.deepEqual(improved([slide(0)], played(9, 250)), [], "so that it is no rival either");
  for (const helped of [{ seed: null }, { undos: 1 }, { paused: true }, { again: true }, { status: "playing" }]) {
    assert.deepEqual(improved(six, played(9, 100, helped)), []);
  }
  assert.deepEqual(improved(six, played(9, 250, { inputs: "m" })), [], "another control");
  const given = [played(6, 250, { status: "abandoned" }), played(7, 250, { status: "abandoned" })];
  assert.deepEqual(improved([...six, ...given], played(9, 250)), ["time single", "tps single"], "two of the last five are DNF");
  assert.deepEqual(improved([...six, given[0]], played(9, 250)), ["time single", "tps single"], "one is, and counts as the worst");
  const [time] = newBests(six, played(9, 250));
  assert.deepEqual([time.value, time.before], [3 * 250, 3 * 290], "and from what");
  assert.deepEqual(improved([game("DRULDRUL", { id: "long", ...clean })], played(9, 250)).slice(0, 2), ["time single", "moves single"]);
});

test("the present session has the games of one size and goal, solved or given up, until an hour has passed", () => {
  const at = (minute) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
  const games = [
    game("DR", { id: "yesterday", created: "2025-12-31T10:00:00.000Z" }),
    game("DRU", { id: "first", created: at(0) }),
    game("DR", { id: "left", created: at(1), status: "abandoned" }),
    game("DR", { id: "solver", created: at(2), inputs: "s" }),
    game("DR", { id: "other goal", created: at(3), goal: "0 1 2/3 4 5/6 7 8" }),
    game("DRUL", { id: "last", created: at(30) }),
  ];
  const like = { width: 3, height: 3, goal: formatBoard(GOAL) };
  const shown = (minute, asked = like) => presentSession(games, asked, Date.parse(at(minute))).map(({ id }) => id);
  assert.deepEqual(shown(31), ["first", "left", "last"]);
  assert.deepEqual(shown(89), ["first", "left", "last"]);
  assert.deepEqual(shown(91), []);
  assert.deepEqual(shown(31, { width: 4, height: 3, goal: formatBoard(namedGoal("last", 4, 3)) }), []);
  assert.deepEqual(shown(31, { ...like, numbers: "blind" }), []);
  assert.deepEqual(presentSession([], like, 0), []);
});

const SPIRAL = formatBoard(namedGoal("spiral", 3, 3));

/** A solved game of another goal: the same moves from its own start. */
function spiral(id, pace) {
  const start = formatBoard(replay(namedGoal("spiral", 3, 3), "RD"));
  return { ...game("RD", { id, pace, seed: "drawn" }), start, goal: SPIRAL };
}

test("goals never mix: the standard one is offered first, and bests are kept apart", () => {
  const games = [game("DR", { id: "standard", pace: 300, seed: "drawn" }), spiral("spiral", 100)];
  assert.deepEqual(games.map(goalOf), ["last", "spiral"]);
  assert.equal(goalOf({ width: 3, height: 3, goal: "8 7 6/5 4 3/2 1 0" }), "8 7 6/5 4 3/2 1 0", "a custom goal is its own kind");
  assert.equal(goalOf({ width: 3, height: 2, goal: "1 2 3/0 5 4", named: "spiral" }), "either", "of two names neither is a kind");
  assert.deepEqual(fitting(games, STANDARD).map(({ id }) => id), ["standard"]);
  assert.deepEqual(fitting(games, { ...STANDARD, goal: "spiral" }).map(({ id }) => id), ["spiral"]);
  const bests = personalBests(games).map(({ like, time }) => [goalOf(like), time.id]);
  assert.deepEqual(bests, [["last", "standard"], ["spiral", "spiral"]]);
  assert.deepEqual(newBests([spiral("spiral", 300)], game("DR", { id: "new", pace: 100, seed: "drawn" })), []);
});

test("blind games are a kind of their own", () => {
  const [shown, blind] = [game("DR", { id: "a", seed: "drawn" }), game("DR", { id: "b", seed: "drawn", numbers: "blind" })];
  assert.notEqual(kindOf(shown), kindOf(blind));
  assert.deepEqual(fitting([shown, blind], STANDARD), [shown]);
  assert.deepEqual(fitting([shown, blind], { ...STANDARD, numbers: "blind" }), [blind]);
  assert.deepEqual(newBests([shown], { ...blind, times: [0, 1] }), []);
});

test("personal bests are those of the games that the box counts", () => {
  const help = { hints: { which: 1, arrow: 0, play: 0, peek: 0, solution: 0 } };
  const games = [
    game("DR", { id: "clean", pace: 500, seed: "drawn" }), game("DR", { id: "hint", pace: 100, seed: "drawn", ...help }),
    game("DR", { id: "undone", pace: 200, seed: "drawn", undos: 1 }), game("DR", { id: "solver", pace: 1, seed: "drawn", inputs: "s" }),
    // A daily board counts on its day; one of the archive was chosen.
    game("DR", { id: "daily", pace: 600, seed: "taquin daily 1 2026-11-22 3x3" }),
    game("DR", { id: "archive", pace: 50, seed: "taquin daily 1 2026-11-21 3x3", typed: true }),
  ];
  const best = (/** @type {boolean} */ clean) => personalBests(fitting(games, { ...STANDARD, clean })).map(({ games: count, time }) => [count, time.id]);
  assert.deepEqual(best(true), [[2, "clean"]]);
  assert.deepEqual(best(false), [[5, "archive"]]);
});

test("the choice follows the game that was just played", () => {
  const choice = { ...STANDARD, size: "4x4", control: "mouse", session: "g1" };
  const next = { ...STANDARD, size: "3x3", goal: "spiral", numbers: "shown", control: "", session: "" };
  assert.deepEqual(following(choice, spiral("new", 100)), next);
});

test("the choice follows the kind that most of the imported games are of", () => {
  const at = (/** @type {number} */ day) => ({ id: `d${day}`, seed: "drawn", created: `2026-01-0${day}T09:00:00.000Z` });
  const [shown, more, blind] = [game("DR", at(1)), game("DR", at(2)), game("DR", { ...at(3), numbers: "blind" })];
  const choice = { ...STANDARD, numbers: "blind", session: "g1", control: "mouse" };
  const next = { ...STANDARD, size: "3x3", numbers: "shown" };
  assert.deepEqual(followingMost(choice, [shown, more, blind]), next);
  assert.deepEqual(followingMost(choice, [blind, shown]), { ...next, numbers: "blind" }, "the latest where they are as many");
});

test("filters are to be set where the games differ", () => {
  const [one, blind] = [game("DR", { id: "a" }), game("DR", { id: "b", numbers: "blind" })];
  assert.equal(openChoices([one, one]), "");
  assert.equal(openChoices([one, blind]), "Numbers");
  const other = { ...one, width: 4, start: "1 2 3 4/5 6 7 8/9 10 0 11", goal: "1 2 3 4/5 6 7 8/9 10 11 0" };
  assert.equal(openChoices([one, spiral("s", 100), other, blind]), "Size, Goal, Numbers");
});

test("the time of a game has one definition: the clock, which may start before the first move", () => {
  const blind = game("DRU", { times: [2620, 3000, 4300], numbers: "blind" });
  assert.deepEqual([timeOf(blind), tpsOf(blind)], [4300, 3000 / 4300]);
  assert.deepEqual(timeParts(blind), { whole: 4300, before: 2620, moving: 1680 });
  assert.deepEqual(timeParts(game("DRU")), { whole: 500, before: 0, moving: 500 });
  assert.deepEqual(timeParts({ times: [] }), { whole: 0, before: 0, moving: 0 });
});

test("records of earlier versions keep their meaning; what was hidden is read back from files", () => {
  // Earlier versions marked a timed game with hidden numbers as typed, and had no other mark.
  const earlier = game("DR", { seed: "0123456789abcdef01234567 0", typed: true });
  assert.deepEqual(checkRecord(earlier), earlier);
  assert.equal(kindOf(earlier), kindOf(game("DR")));
  assert.deepEqual(fitting([earlier], STANDARD), [], "it still counts nowhere");
  const blind = game("DR", { seed: "drawn", numbers: "blind" });
  for (const text of [toJson([blind]), toCsv([blind])]) assert.deepEqual(readRecords(text).records, [blind]);
  assert.equal("numbers" in readRecords(toCsv([game("DR")])).records[0], false);
  assert.equal("numbers" in checkRecord({ ...blind, numbers: "upside down" }), false);
  // A file of the version before has no such columns.
  const lines = toCsv([blind]).split("\r\n").map((line) => line.replace(/(,[^,]*){5}$/, ""));
  assert.equal("numbers" in readRecords(lines.join("\r\n")).records[0], false);
  const given = game("DRU", { status: "abandoned", moves: "", times: [], inputs: "", seed: "drawn" });
  assert.deepEqual(checkRecord(given), given);
  assert.deepEqual([timeOf(given), controlOf(given)], [Infinity, "none"]);
});

test("the name of a goal of two rows is kept, by files too", () => {
  const goal = namedGoal("spiral", 4, 2);
  const named = { ...game("DR"), width: 4, height: 2, start: formatBoard(replay(goal, "DL")), goal: formatBoard(goal), moves: "RU", named: "spiral" };
  for (const text of [toJson([named]), toCsv([named])]) assert.deepEqual(readRecords(text), { records: [named], faults: [] });
  const { named: _, ...before } = named;
  const older = parseCsv(toCsv([named])).map((row) => row.slice(0, -2).join(",")).join("\r\n");
  assert.deepEqual(readRecords(older).records, [before], "earlier versions lost it");
  assert.equal("named" in checkRecord({ ...named, named: "last" }), false);
  assert.equal("named" in checkRecord(game("DR", { named: "spiral" })), false, "three rows have two goals");
});

test("when a game was given up is kept, by files too", () => {
  const left = { ...game("DR", { status: "abandoned", seed: "drawn", ended: 7250 }), moves: "L", times: [400], inputs: "k" };
  for (const text of [toJson([left]), toCsv([left])]) assert.deepEqual(readRecords(text).records, [left]);
  assert.match(toCsv([left]), /,abandoned,7250,1,/, "the time is that of the clock");
  const { ended, ...before } = left;
  assert.deepEqual(readRecords(toCsv([before])).records, [before], "earlier versions did not keep it");
  for (const wrong of [399, "7250", -1, 1e12]) assert.deepEqual(checkRecord({ ...left, ended: wrong }), before);
  assert.equal("ended" in checkRecord(game("DR", { ended })), false, "no game that was solved");
  // A session ends with its last game, however long nothing was moved.
  const next = game("DR", { id: "next", created: new Date(Date.parse(left.created) + 5_000_000).toISOString() });
  assert.equal(sessionsOf([left, next]).length, 2);
  assert.equal(sessionsOf([{ ...left, ended: 4_000_000 }, next]).length, 1);
});

test("games that count slides are of a kind of their own, and compared by them", () => {
  const moves = game("RRDD", { id: "moves", seed: "a" });
  const slides = game("RRDD", { id: "slides", seed: "b", metric: "mtm" });
  assert.deepEqual([movesOf(moves), movesOf(slides)], [4, 2]);
  assert.deepEqual([kindText(moves), kindText(slides)], ["3×3", "3×3, slides"]);
  assert.deepEqual(personalBests([moves, slides]).map(({ moves: best, games }) => [best.id, games]), [["moves", 1], ["slides", 1]]);
  assert.deepEqual(fitting([moves, slides], STANDARD), [moves]);
  const chosen = following(STANDARD, slides);
  assert.deepEqual([chosen.metric, fitting([moves, slides], chosen)], ["mtm", [slides]]);
  assert.deepEqual(othersOf([moves, slides], chosen).map(({ like }) => like.id), ["moves"]);
  assert.equal(mended(chosen, [slides], [moves]).metric, "");
  assert.equal(openChoices([moves, slides]), "Counted in");
  assert.equal(newBests([moves], slides).length, 0, "no rival");
  for (const text of [toJson([slides]), toCsv([slides])]) assert.deepEqual(readRecords(text).records, [slides]);
});
