/** Timed attempts: which boards, when the clock runs, what is hidden. */
import assert from "node:assert/strict";
import test from "node:test";

import { Attempt } from "../../../../src/taquin/faces/static/timed/attempt.js";
import {
  USUAL,
  attemptText,
  comparableName,
  otherNumbers,
  otherTile,
  readChoice,
  sizesOf,
  twoFingers,
} from "../../../../src/taquin/faces/static/timed/timedchoice.js";
import { standing } from "../../../../src/taquin/faces/static/play/session.js";
import { AVERAGES, figure, measurable, presentSession, untimedText, untimedWords, valuesOf } from "../../../../src/taquin/faces/static/stats/stats.js";
import { hasTime, readResults, resultOf, timedStanding, totalOf, withResult } from "../../../../src/taquin/faces/static/timed/timedresults.js";

const attempt = (choice) => new Attempt({ ...USUAL, ...choice }, "seed");

/** What the attempt reads of the record of a solved board. */
const record = (whole, moves, before = 0) => ({ moves: "U".repeat(moves), times: [before, whole] });
const square = (side) => ({ width: side, height: side });
const sides = (choice, seed) => sizesOf(choice, seed).map(({ width }) => width);

test("the boards of a marathon, a relay and a mixed session", () => {
  assert.deepEqual(sizesOf({ ...USUAL, side: 5 }, ""), [square(5)]);
  assert.deepEqual(sizesOf({ ...USUAL, shape: "rectangle", width: 20, height: 2 }, ""), [{ width: 20, height: 2 }]);
  assert.deepEqual(sides({ ...USUAL, mode: "marathon", side: 3, count: 3 }, ""), [3, 3, 3]);
  assert.deepEqual(sides({ ...USUAL, mode: "relay" }, ""), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(sizesOf({ ...USUAL, mode: "relay", last: 20 }, "").length, 19);
  const mixed = { ...USUAL, mode: "mixed", count: 12, sides: [3, 4, 5] };
  const drawn = sides(mixed, "a");
  for (const side of mixed.sides) assert.equal(drawn.filter((one) => one === side).length, 4);
  assert.deepEqual(sides(mixed, "a"), drawn);
  const orders = new Set(["a", "b", "c", "d"].map((seed) => sides(mixed, seed).join()));
  assert.ok(orders.size > 1, "the order is drawn");
});

test("a single board: the clock starts with the first move", () => {
  const one = attempt({});
  one.moved(50);
  assert.equal(one.phase, "covered", "a covered board takes no move");
  one.uncover(100);
  assert.deepEqual([one.phase, one.running, one.elapsed(900)], ["looking", false, 0]);
  one.moved(1000);
  assert.equal(one.elapsed(1500), 500);
  one.solved(4000, record(3000, 60));
  assert.deepEqual([one.phase, one.complete, one.elapsed(9999)], ["over", true, 3000]);
  assert.deepEqual(one.splits, [{ ...square(4), time: 3000, moves: 60, before: 0 }]);
});

test("inspection: the first move ends it, or its end starts the clock", () => {
  const early = attempt({ inspection: 15 });
  early.uncover(0);
  assert.equal(early.left(5000), 10_000);
  early.moved(6000);
  assert.deepEqual([early.left(6000), early.elapsed(7000)], [0, 1000]);
  const late = attempt({ inspection: 15 });
  late.uncover(0);
  late.tick(14_999);
  assert.equal(late.running, false);
  late.tick(15_300);
  assert.deepEqual([late.phase, late.elapsed(16_000)], ["solving", 1000]);
  // No tick came in between: the clock started all the same.
  const asleep = attempt({ inspection: 5 });
  asleep.uncover(0);
  asleep.moved(8000);
  assert.equal(asleep.elapsed(8000), 3000);
});

test("blind: what is learnt counts, and the first move hides the tiles until the board is solved", () => {
  const blind = attempt({ numbers: "blind", inspection: 15 });
  blind.uncover(1000);
  assert.deepEqual([blind.bare, blind.elapsed(61_000), blind.left(2000)], [false, 60_000, 0]);
  blind.tick(30_000);
  assert.equal(blind.bare, false, "no inspection ends the learning");
  blind.moved(61_000);
  assert.equal(blind.bare, true);
  blind.solved(91_000, record(90_000, 80, 60_000));
  assert.deepEqual(blind.splits, [{ ...square(4), time: 90_000, moves: 80, before: 60_000 }]);
  assert.equal(blind.bare, false);
  assert.equal(attempt({ numbers: "hidden" }).bare, true);
});

test("a marathon and a relay have one clock, a mixed session one for each board", () => {
  const relay = attempt({ mode: "relay", last: 3 });
  relay.uncover(0);
  relay.moved(1000);
  relay.solved(2000, record(1000, 5));
  assert.deepEqual([relay.phase, relay.size.width, relay.at], ["solving", 3, 1]);
  assert.equal(relay.elapsed(2500), 1500, "it runs on before the next move");
  assert.equal(relay.from, 2000, "the next board's time has begun");
  relay.moved(3000);
  relay.solved(12_000, record(10_000, 30, 1000));
  assert.deepEqual([relay.complete, relay.spent, relay.elapsed(0)], [true, 11_000, 11_000]);
  assert.deepEqual(relay.splits.map(({ time }) => time), [1000, 10_000]);

  const session = attempt({ mode: "mixed", count: 3, sides: [3] });
  session.uncover(0);
  session.moved(1000);
  session.solved(2000, record(1000, 20));
  assert.deepEqual([session.phase, session.running, session.elapsed(60_000)], ["covered", false, 1000]);
  session.uncover(60_000);
  assert.equal(session.elapsed(61_000), 1000, "the last time until the next move");
  session.moved(62_000);
  assert.equal(session.elapsed(62_500), 500);
  assert.equal(session.total(62_500), 1500);
  session.giveUp();
  assert.deepEqual([session.phase, session.complete, session.running], ["over", false, false]);
  const given = resultOf(session, { at: "2026-11-23", now: 1500, ids: [], moves: 4 });
  assert.deepEqual([given.total, given.moves], [1500, 24], "of the board that was given up too");

  const marathon = attempt({ mode: "marathon", count: 3, numbers: "blind" });
  marathon.uncover(0);
  marathon.moved(1000);
  marathon.solved(2000, record(2000, 9, 1000));
  assert.deepEqual([marathon.phase, marathon.bare, marathon.elapsed(5000)], ["looking", false, 5000]);
  marathon.moved(6000);
  assert.equal(marathon.bare, true);
  marathon.solved(8000, record(6000, 9, 4000));
  assert.equal(marathon.splits[1].before, 4000);
});

test("each board of an attempt has a seed of its own", () => {
  const relay = attempt({ mode: "relay", last: 4 });
  relay.uncover(0);
  const seeds = [relay.boardSeed];
  relay.moved(1);
  relay.solved(2, record(1, 1));
  seeds.push(relay.boardSeed);
  assert.equal(new Set(seeds).size, 2);
});

test("what was stored is read with care", () => {
  assert.deepEqual(readChoice(null), USUAL);
  const given = { mode: "relay", last: 6, side: 99, numbers: "upside down", sides: [5, 3, 3, 77], tile: 64 };
  assert.deepEqual(readChoice(given), { ...USUAL, mode: "relay", last: 6, sides: [3, 5], tile: 64 });
  assert.deepEqual(readChoice({ sides: [] }).sides, USUAL.sides);
  assert.equal(readChoice({ side: 20 }).side, 20);
  assert.deepEqual(readChoice({ shape: "rectangle", width: 21, height: 3 }), { ...USUAL, shape: "rectangle", height: 3 });
  const good = { name: "4×4", total: 3, times: [3], moves: 1, at: "2026-11-23T00:00:00Z" };
  const cut = { ...good, total: 2598.37, times: [2598.37], before: [247.99] };
  assert.deepEqual(readResults([cut]), [{ ...good, total: 2598, times: [2598], before: [247] }], "whole milliseconds, as shown");
  assert.deepEqual(readResults([good, null, { ...good, total: "3" }, { ...good, times: [-1] }]), [good]);
  assert.deepEqual(readResults({}), []);
});

test("results are compared with those of the same kind", () => {
  const results = [5000, 3000, 4000].map((time, i) => {
    const one = attempt(i === 2 ? { numbers: "blind" } : {});
    one.uncover(0);
    one.moved(i === 2 ? 0 : 1000);
    one.solved(i === 2 ? time : 1000 + time, record(time, 50));
    return resultOf(one, { at: `2026-11-2${i}`, now: 0, ids: [`game-${i}`] });
  });
  assert.deepEqual(results.map(({ name }) => name), ["4×4", "4×4", "4×4, blind"]);
  const { count, solved, best, same } = timedStanding(results, "4×4");
  assert.deepEqual([count, solved, best, same.map(({ total }) => total)], [2, 2, 3000, [5000, 3000]]);
  assert.equal(timedStanding(results, "relay").best, null);
  assert.equal(comparableName({ ...USUAL, mode: "relay" }), "relay 2×2 to 10×10");
  assert.equal(comparableName({ ...USUAL, mode: "marathon" }), "marathon of 5 4×4", "as it is stored");
  assert.equal(attemptText({ ...USUAL, mode: "marathon" }), "marathon: 5 boards of 4×4");
  assert.equal(
    comparableName({ ...USUAL, mode: "mixed", count: 12, numbers: "hidden" }),
    "session of 12 from 3×3, 4×4, 5×5, numbers hidden",
  );
});

test("two fingers on the covered board, and the keys", () => {
  const at = (x) => [{ x: 100 - x, y: 0 }, { x: 100 + x, y: 0 }];
  assert.equal(twoFingers(at(20), at(25)), "tap");
  assert.equal(twoFingers(at(20), at(60)), "larger");
  assert.equal(twoFingers(at(60), at(20)), "smaller");
  assert.deepEqual([otherTile(32, -1), otherTile(32, 1), otherTile(120, 1), otherTile(0, 1), otherTile(0, -1)], [32, 40, 0, 0, 120]);
  assert.deepEqual(["shown", "hidden", "blind"].map(otherNumbers), ["hidden", "blind", "shown"]);
});

test("averages, DNF and the rate of success, as speed-solvers count them", () => {
  const one = (seconds, i) => ({
    name: "3×3", total: 1000 * Math.abs(seconds), times: [], moves: 20, at: `2026-11-23T00:00:${10 + i}Z`,
    ...(seconds < 0 ? { dnf: true } : {}),
  });
  const { count, solved, rows, split } = timedStanding([5, 3, -9, 4, 6].map(one), "3×3");
  assert.deepEqual([count, solved, split], [5, 4, null]);
  const figures = Object.fromEntries(rows.map(({ name, current, best }) => [name, [current, best]]));
  assert.deepEqual(figures.single, [6000, 3000]);
  assert.deepEqual(figures.mo3, [Infinity, null], "a mean has no room for a DNF");
  assert.deepEqual(figures.ao5, [5000, 5000], "of five, the DNF is the worst and left out");
  assert.deepEqual([figures.ao12, figures.ao100], [[null, null], [null, null]]);
  assert.deepEqual(rows.map(({ name }) => name), ["single", "mo3", "ao5", "ao12", "ao50", "ao100"]);
  const twice = timedStanding([5, -9, 4, 6, -9].map(one), "3×3").rows.find(({ name }) => name === "ao5");
  assert.equal(twice.current, Infinity, "a second DNF counts");
});

test("a single slide has no time, neither in Timed nor in Statistics", () => {
  const at = (i) => `2026-11-23T00:00:1${i}.000Z`;
  const one = (time, i, more = {}) => ({ name: "2×2", total: time, times: [time], moves: 1, at: at(i), ...more });
  const results = [one(944, 0), one(1000, 1, { dnf: true }), one(0, 2), one(800, 3), one(0, 4)];
  const game = ({ total, dnf }, i) => ({
    width: 2, height: 2, goal: "1 2/3 0", moves: "L", inputs: "k", created: at(i), status: dnf ? "abandoned" : "solved", times: [total],
  });
  const games = results.map(game);
  const { rows, untimed, best } = timedStanding(results, "2×2");
  assert.deepEqual([untimed, best], [2, 800]);
  for (const average of AVERAGES) {
    const { current, best: least } = figure(valuesOf(measurable(games, "time"), "time"), average, "time");
    assert.deepEqual(rows.find(({ name }) => name === average.name), { name: average.name, current, best: least });
  }
  assert.deepEqual(hasTime(results[2]), false);
  assert.deepEqual(hasTime(results[1]), true, "a DNF counts");
  assert.equal(untimedText(games), untimedWords(2));
});

test("This session, Timed and Statistics give one name one number, with the attempts given up", () => {
  const times = [0, 0, 2691, 4106, 1987, 2472];
  const none = { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 };
  const clean = { seed: "a", typed: false, again: false, paused: false, undos: 0, hints: none };
  const like = { width: 3, height: 3, goal: "1 2 3/4 5 6/7 8 0" };
  const at = (i) => `2026-11-23T00:00:1${i}.000Z`;
  const game = (time, i) => time > 0
    ? { ...clean, ...like, moves: "LL", inputs: "kk", created: at(i), status: "solved", times: [0, time] }
    : { ...clean, ...like, moves: "", inputs: "", created: at(i), status: "abandoned", times: [] };
  // The first one was played without an attempt.
  const games = [1793, ...times].map(game);
  const results = times.map((time, i) => ({ name: "3×3", total: time, times: time ? [time] : [], moves: 2, at: at(i + 1), ...(time ? {} : { dnf: true }) }));
  const { current } = timedStanding(results, "3×3").rows.find(({ name }) => name === "ao5");
  assert.equal(current, 3090);
  const [, ao5] = standing(presentSession(games, games[0], Date.parse(at(9))), true);
  assert.deepEqual(ao5, ["ao5", "0:03.090"]);
  assert.deepEqual(standing(games.slice(0, 3).concat(games.slice(0, 2)), true), [["Best", "0:01.793"], ["ao5", "DNF"]]);
});

test("an attempt that was given up keeps how far it came", () => {
  const relay = attempt({ mode: "relay", last: 4 });
  relay.uncover(0);
  relay.moved(1000);
  relay.solved(2000, record(1000, 5));
  const now = relay.elapsed(5000);
  relay.giveUp();
  const result = resultOf(relay, { at: "2026-11-23T00:00:00Z", now, ids: ["a", "b"] });
  assert.deepEqual([result.dnf, result.total, result.times, result.ids], [true, 4000, [1000], ["a", "b"]]);
  assert.equal(totalOf(result), Infinity);
  assert.deepEqual(readResults([result]), [result]);
});

test("memo and solving of blind attempts; results of earlier versions keep their times", () => {
  const old = { name: "4×4, blind", total: 90_000, times: [90_000], moves: 80, at: "2026-11-23T00:00:00Z" };
  const made = { ...old, total: 60_000, times: [60_000], before: [40_000], ids: ["a"] };
  assert.deepEqual(readResults([old, made]), [old, made]);
  const { count, best, split } = timedStanding([old, made], old.name);
  assert.deepEqual([count, best, split], [2, 60_000, { games: 1, before: 40_000, moving: 20_000, boards: 1 }]);
  assert.equal(timedStanding([old], old.name).split, null);
});

test("of each kind the latest thousand are kept, whatever else is played", () => {
  const kind = (name, i) => ({ name, total: i, times: [], moves: 1, at: "2026-11-23T00:00:00Z" });
  let all = [kind("5×5", 1)];
  for (let i = 0; i < 1001; i++) all = withResult(all, kind("4×4", i));
  assert.deepEqual([all.length, all[0].name, all[1].total], [1001, "5×5", 1]);
});
