/** Progress: points, sessions, averages, histograms, trends, and the optima that are kept. */
import assert from "node:assert/strict";
import test from "node:test";

import { formatBoard, inverse, namedGoal, replay } from "../../../../src/taquin/faces/static/board.js";
import { readOptima, unknownOptima, writeOptima } from "../../../../src/taquin/faces/static/stats/optima.js";
import {
  averagesOf, histogram, pointsOf, quantile, readableStep, recordsOf, sessionFigures, trendOf,
} from "../../../../src/taquin/faces/static/stats/progress.js";
import { sessionsOf } from "../../../../src/taquin/faces/static/stats/stats.js";
import { binMarks } from "../../../../src/taquin/faces/static/stats/progresschart.js";
import { trendText } from "../../../../src/taquin/faces/static/stats/progresspanel.js";

const GOAL = namedGoal("last", 3, 3);

/** A game of six moves; `pace`: milliseconds between them. */
function game(id, { created = "2026-01-01T10:00:00.000Z", pace = 250, inputs = "kkkkkk", status = "solved", moves = inverse("DDRRUL") } = {}) {
  return {
    version: 1, id, created, width: 3, height: 3, start: formatBoard(replay(GOAL, "DDRRUL")), goal: formatBoard(GOAL),
    moves, times: Array.from(moves, (_, i) => i * pace), inputs, status, hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 },
    undos: 0, seed: "1", typed: false, paused: false, again: false,
  };
}
/** Points of these values, all in one session. */
const points = (...values) => values.map((value) => ({ game: game("x"), value, session: 0 }));

/** A store in memory. */
function store(text) {
  const kept = new Map(text === undefined ? [] : [["taquin.optima", text]]);
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}

test("a point for every game that has the measure", () => {
  const games = [
    game("a"), game("dnf", { status: "abandoned" }), game("solver", { inputs: "ssssss" }),
    game("slide", { pace: 0 }), game("later", { created: "2026-01-02T10:00:00.000Z", pace: 100 }),
  ];
  const found = (measure, optima = new Map()) => pointsOf(games, measure, optima).map(({ game: { id }, value, session }) => [id, value, session]);
  assert.deepEqual(found("time"), [["a", 1250, 0], ["later", 500, 1]]);
  assert.deepEqual(found("tps"), [["a", 4.8, 0], ["later", 12, 1]]);
  assert.deepEqual(found("over"), []);
  assert.deepEqual(found("over", new Map([["a", 6], ["slide", 4], ["dnf", 2]])), [["a", 0, 0], ["slide", 2, 0]]);
});

test("the average of twelve leaves out the best and the worst", () => {
  const values = [100, ...Array(10).fill(10), 0, 10];
  const averages = averagesOf(points(...values));
  assert.deepEqual(averages.slice(0, 11), Array(11).fill(null));
  assert.deepEqual(averages.slice(11), [10, 10]);
});

test("records are better than all before: less time, more moves a second", () => {
  assert.deepEqual(recordsOf(points(5, 6, 4, 4, 3), "time"), [0, 2, 4]);
  assert.deepEqual(recordsOf(points(5, 6, 4, 7, 7), "tps"), [0, 1, 3]);
  assert.deepEqual(recordsOf([], "over"), []);
});

test("a histogram says where its last bin ends", () => {
  const bins = (/** @type {number} */ count, step = 2, first = 10) => Array.from({ length: count }, (_, i) => ({ from: first + i * step, to: first + (i + 1) * step, games: 1 }));
  const marks = (/** @type {any[]} */ ...given) => binMarks(...given).map(({ at, value }) => [at, value]);
  assert.deepEqual(marks(bins(4), 2, "time"), [[-0.5, 10], [1.5, 14], [3.5, 18]]);
  // No two stand closer than the others.
  assert.deepEqual(marks(bins(5), 2, "tps"), [[-0.5, 10], [1.5, 14], [4.5, 20]]);
  assert.deepEqual(marks(bins(1), 1, "time"), [[-0.5, 10], [0.5, 12]]);
  // One number of moves has no other end: it stands below the middle.
  assert.deepEqual(marks(bins(3, 1, 0), 1, "over"), [[0, 0], [1, 1], [2, 2]]);
  assert.deepEqual(marks(bins(1, 1, 0), 1, "over"), [[0, 0]]);
  assert.deepEqual(marks(bins(2, 2, 0), 1, "over"), [[-0.5, 0], [0.5, 2], [1.5, 4]]);
});

test("quantiles by hand", () => {
  assert.deepEqual([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([4, 1, 3, 2, 5], share)), [1, 2, 3, 4, 5]);
  assert.equal(quantile([1, 2], 0.5), 1.5);
  assert.equal(quantile([7], 0.25), 7);
});

test("the figures of each session", () => {
  const games = [0, 1, 2].map((i) => game(`a${i}`, { pace: 100 * (i + 1) }));
  games.push(game("b", { created: "2026-01-05T10:00:00.000Z" }));
  const sessions = sessionsOf(games);
  const figures = (measure) => sessionFigures(pointsOf(games, measure, new Map(), sessions), measure, games, sessions);
  assert.deepEqual(figures("time"), [
    { begun: games[0].created, games: 3, solved: 3, best: 500, low: 750, median: 1000, high: 1250 },
    { begun: games[3].created, games: 1, solved: 1, best: 1250, low: 1250, median: 1250, high: 1250 },
  ]);
  assert.equal(figures("tps")[0].best, 12);
});

test("a session keeps its name and has all its chosen games, whatever is chosen", () => {
  const at = (minute) => ({ created: `2026-01-04T10:${minute}:00.000Z` });
  const all = [
    game("first", at("00")), game("dnf", { ...at("01"), status: "abandoned" }), game("a", at("02")),
    game("slide", { ...at("03"), pace: 0 }), game("solver", { ...at("04"), inputs: "ssssss" }), game("b", at("05")),
  ];
  const sessions = sessionsOf(all);
  const chosen = all.slice(1);
  const [{ begun, games, solved }, ...others] = sessionFigures(pointsOf(chosen, "time", new Map(), sessions), "time", chosen, sessions);
  assert.deepEqual([begun, games, solved, others.length], [all[0].created, 5, 3, 0]);
});

test("a histogram of two dozen games has more than a few bins", () => {
  const seconds = [7, 8, 9, 9.5, 10, 10.5, 11, 11, 11.5, 12, 12, 12.5, 13, 13, 13.5, 14, 14, 14.5, 15, 15, 16, 17, 19, 20];
  assert(histogram(seconds.map((one) => 1000 * one), "time").length >= 7);
});

test("a histogram has every game in one bin, and readable bins", () => {
  for (const values of [[3], [5, 5, 5], [0, 0, 2, 4, 4, 4, 30], Array.from({ length: 500 }, (_, i) => (i * 7919) % 997)]) {
    for (const measure of ["time", "over", "tps"]) {
      const bins = histogram(values, measure);
      assert.equal(bins.reduce((sum, { games }) => sum + games, 0), values.length);
      assert(bins.length <= 17, `${bins.length} bins`);
      assert(bins[0].games > 0 && bins.at(-1).games > 0);
      bins.forEach(({ from, to }, i) => assert(from < to && (i === 0 || Math.abs(from - bins[i - 1].to) < 1e-6)));
      for (const value of values) assert(bins[0].from <= value + 1e-6 && value < bins.at(-1).to, `${value}`);
    }
  }
  assert.deepEqual(histogram([0, 2, 2, 4], "over").map(({ from, games }) => [from, games]), [[0, 1], [2, 2], [4, 1]]);
  assert.deepEqual(histogram([], "time"), []);
});

test("axes have steps that people read", () => {
  assert.deepEqual([40, 400, 70_000, 250_000, 1e8].map((length) => readableStep(length, 4, "time")), [10, 100, 30_000, 120_000, 5e7]);
  assert.deepEqual([1, 7, 60].map((length) => readableStep(length, 4, "over")), [1, 2, 20]);
  assert.equal(readableStep(0.5, 4, "tps"), 0.2);
});

test("the trend compares as many games with as many before", () => {
  assert.equal(trendOf(points(1, 2, 3, 4, 5)), null);
  assert.deepEqual(trendOf(points(9, 8, 7, 3, 2, 1)), { games: 3, before: 8, now: 2 });
  assert.deepEqual(trendOf(points(...Array(20).fill(1), ...Array(12).fill(2))), { games: 12, before: 1, now: 2 });
  assert.equal(trendText(points(9000, 8000, 7000, 3000, 2000, 1000), "time"),
    "Median time of the last 3 games: 0:02.000, better by 0:06.000 than that of the 3 before.");
  assert.equal(trendText(points(800, 801, 802, 833, 834, 835), "time"),
    "Median time of the last 3 games: 0:00.834, worse by 0:00.033 than that of the 3 before.");
  assert.equal(trendText(points(1, 1, 1, 2, 2, 2), "tps"),
    "Median TPS of the last 3 games: 2, better by 1 than that of the 3 before.");
  assert.equal(trendText(points(1, 1, 1, 2, 2, 2), "over"),
    "Median moves over the optimum of the last 3 games: 2, worse by 1 than that of the 3 before.");
  assert.match(trendText(points(1, 1, 1, 1, 1, 1), "over"), /: 1, the same as of the 3 before\.$/);
  assert.equal(trendText(points(1), "time"), "Charts appear after two games with a time.");
  assert.equal(trendText(points(1), "over"), "Charts appear after two games.");
});

test("optima are kept for games that are kept; what is broken is dropped", () => {
  const storage = store();
  assert.deepEqual([...readOptima(storage)], []);
  writeOptima(storage, new Map([["a", 6], ["gone", 4]]), [game("a"), game("b")]);
  assert.deepEqual([...readOptima(storage)], [["a", 6]]);
  assert.deepEqual([...readOptima(store('{"a": 6, "b": -1, "c": "8", "d": 1e9, "e": null, "f": 2.5}'))], [["a", 6]]);
  for (const text of ["null", "[]", "7", '"a"']) assert.equal(readOptima(store(text)).size, 0, text);
  const { warn } = console;
  let warned = 0;
  console.warn = () => (warned += 1);
  assert.equal(readOptima(store("{")).size, 0);
  console.warn = warn;
  assert.equal(warned, 1);
});

test("which optima can be searched", () => {
  const large = { ...game("large"), width: 4, height: 4 };
  const games = [game("known"), game("new"), large, game("dnf", { status: "abandoned" })];
  const ids = (cells) => unknownOptima(games, new Map([["known", 6]]), cells).map(({ id }) => id);
  assert.deepEqual([ids(9), ids(16)], [["new"], ["new", "large"]]);
});
