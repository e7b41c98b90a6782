// The result of a game: how near to perfect, the costliest stretch, what it improved, the session.

import assert from "node:assert/strict";
import test from "node:test";
import { formatBoard, inverse, namedGoal, parseBoard, replay } from "../../../../src/taquin/faces/static/board.js";
import { bestsOf, comparisonOf, costliestOf, daySoFar, slidesComparedOf } from "../../../../src/taquin/faces/static/play/resultfacts.js";
import { dailyBoard, dailyGoal, dailySeed, dayAt } from "../../../../src/taquin/faces/static/daily/days.js";
import { newRecord } from "../../../../src/taquin/faces/static/game/record.js";
import { timeText } from "../../../../src/taquin/faces/static/shared/gamewords.js";
import { bestsText, boundedText, comparedText, costliestText, slidesText } from "../../../../src/taquin/faces/static/play/resultwords.js";
import { standing } from "../../../../src/taquin/faces/static/play/session.js";
import { Engine } from "../../../../src/taquin/faces/static/solver/engine.js";
import { Proofs } from "../../../../src/taquin/faces/static/solver/proofs.js";
import { finish } from "../oracle.mjs";

const { signal } = new AbortController();

/** A solved game that starts with the board from which `way` leads to the goal, and makes `moves`. */
function game(way, moves = way, { side = 3, inputs = "k", ...rest } = {}) {
  const goal = namedGoal("last", side, side);
  const start = replay(goal, inverse(way));
  assert.equal(formatBoard(replay(start, moves)), formatBoard(goal));
  return {
    version: 1, id: "game", created: "2026-01-01T10:00:00.000Z", width: side, height: side,
    start: formatBoard(start), goal: formatBoard(goal), moves,
    times: Array.from(moves, (_, i) => 250 * i), inputs: inputs.repeat(moves.length).slice(0, moves.length),
    status: "solved", hints: { which: 0, arrow: 0, play: 0, peek: 0, solution: 0 },
    undos: 0, seed: "a", typed: false, paused: false, again: false, ...rest,
  };
}

/** The page's own solver, without its worker; it counts what it is asked. */
function solver() {
  const [engine, proofs] = [new Engine(), new Proofs()];
  const asked = [];
  return {
    asked,
    known: (board, goal) => proofs.known(board, goal),
    distances: async (boards, goal) => {
      asked.push(boards.length);
      return finish(engine.distances(boards, goal));
    },
  };
}

test("slides are compared with the fewest, or with what is proved of them", async () => {
  assert.equal(slidesText(40, 31, 31), "40 slides: 31 are enough.");
  assert.equal(slidesText(5, 1, 1), "5 slides: 1 is enough.");
  assert.equal(slidesText(31, 31, 31), "31 slides: no solution has fewer.");
  assert.equal(slidesText(40, null, 29), "40 slides: at least 29 are needed.");
  assert.equal(slidesText(29, null, 29), "29 slides: no solution has fewer.");
  const slides = async () => ({ solve: async () => ({ slides: 2, optimal: true, lowerBound: 2 }) });
  const lines = (/** @type {any} */ rest) => slidesComparedOf({ solver: { slides } }, { ...game("LLUU"), ...rest }, signal);
  assert.equal(await lines({ times: [1, 1, 2, 3] }), "3 slides: 2 are enough.");
  assert.equal(await lines({ times: [1, 2, 3, 4] }), "", "the player moves single tiles");
  assert.equal(await lines({ times: [1, 1, 2, 2], inputs: "ssss" }), "", "the solver made the moves");
  assert.equal(await lines({ ...game("LLUU", "LLUU", { side: 5 }), times: [1, 1, 2, 2] }), "", "a board too large");
});

test("how near to perfect, in words", () => {
  assert.equal(comparedText(22, 22), "Perfect: no solution is shorter.");
  assert.equal(comparedText(22, 22, true), "No solution is shorter.");
  assert.equal(comparedText(26, 22), "4 moves over the optimum of 22.");
  assert.equal(boundedText(180, 96), "At most 84 moves over the optimum, which is at least 96.");
});

test("a small board is compared with its optimum, a large one with what is proved", async () => {
  const perfect = await comparisonOf({ solver: solver() }, game("LL"), signal);
  assert.deepEqual(perfect, { text: "Perfect: no solution is shorter.", over: 0 });
  const detour = await comparisonOf({ solver: solver() }, game("LL", "DULL"), signal);
  assert.deepEqual(detour, { text: "2 moves over the optimum of 2.", over: 2 });
  // On 6x6 nothing is searched: the bound that needs no search is enough for a short game.
  const large = { solver: solver() };
  assert.equal((await comparisonOf(large, game("LL", "LL", { side: 6 }), signal)).over, 0);
  const bounded = await comparisonOf(large, game("LL", "DULL", { side: 6 }), signal);
  assert.deepEqual(bounded, { text: "At most 2 moves over the optimum, which is at least 2.", over: null });
  assert.deepEqual(large.solver.asked, []);
  assert.deepEqual(await comparisonOf(large, game("LL", "LL", { inputs: "s" }), signal), { text: "", over: null });
});

test("the costliest stretch is named with the board before it", async () => {
  // Two moves lost at once, then six with a good move before them, too few for stretches of their own.
  const record = game("LL", "DU" + "L" + "RLDUDU" + "L");
  const found = await costliestOf({ solver: solver() }, record, signal);
  assert.deepEqual(found, { text: "Costliest stretch: moves 1 to 8 (8 moves lost).", at: 0 });
  assert.equal(await costliestOf({ solver: solver() }, game("LL", "DULL", { side: 5 }), signal), null);
  assert.equal(costliestText({ from: 6, to: 7, loss: 2 }), "Costliest move: number 7 (2 moves lost).");
});

test("a stretch is not named while another may be costlier", async () => {
  const open = solver();
  open.distances = async (boards) => boards.map(() => ({ value: null, lower: 0, upper: null, exact: false }));
  assert.equal(await costliestOf({ solver: open }, game("LL", "DULL"), signal), null);
});

test("what was improved is said with its value and the one before", async () => {
  const time = { measure: "time", average: "single", value: 41_200, before: 43_750 };
  const moves = { measure: "moves", average: "ao5", value: 71.5, before: 80 };
  const tps = { measure: "tps", average: "ao12", value: 2.5, before: 2 };
  assert.equal(bestsText([]), "");
  assert.equal(bestsText([time]), "New best time (was 0:43.750)");
  assert.equal(bestsText([moves]), "New best ao5 of moves: 71.5");
  assert.equal(bestsText([tps]), "New best ao12 of TPS: 2.50");
  assert.equal(bestsText([moves, { ...time, average: "ao5" }]), "New best ao5 of moves and time");
  assert.equal(bestsText([moves, { ...tps, average: "single" }]), "New best TPS (was 2.00)", "a single game comes first");
  const every = ["time", "moves", "tps"].flatMap((measure) => ["single", "ao5", "ao12"].map((average) => ({ ...time, measure, average })));
  assert.equal(bestsText(every), "New best time, moves and TPS");
  const slower = game("LL", "LL", { id: "slower", times: [0, 900], created: "2026-01-01T09:00:00.000Z" });
  const app = (timer) => ({ history: { all: async () => [slower] }, settings: { get: () => timer } });
  assert.equal(await bestsOf(app(true), game("LL")), "New best time and TPS");
  assert.equal(await bestsOf(app(false), game("LL")), "", "times are not shown");
  const none = (timer) => ({ ...app(timer), history: { all: async () => [game("LL")] } });
  assert.equal(await bestsOf(none(true), game("LL")), `Your first 3×3: ${timeText(game("LL").times.at(-1), 3)}`);
  assert.equal(await bestsOf(none(false), game("LL")), "Your first 3×3: 2 moves");
  assert.equal(await bestsOf(none(true), game("LL", "LL", { paused: true })), "", "a game that does not count");
  const after = (...others) => bestsOf({ ...app(false), history: { all: async () => others } }, game("LL"));
  const [helped, clicked] = [game("LL", "LL", { id: "helped", paused: true }), game("LL", "LL", { id: "clicked", inputs: "m" })];
  assert.equal(await after(helped), "First unaided 3×3: 2 moves");
  assert.equal(await after(clicked), "Your first 3×3 (keyboard): 2 moves");
  assert.equal(await after(clicked, helped), "First unaided 3×3 (keyboard): 2 moves");
  const longer = { ...game("LLRL", "LLRL"), id: "other", inputs: "cccc" };
  assert.equal(await after(longer, helped), "First unaided 3×3 (keyboard), and your best: 2 moves");
  assert.equal(await after(longer), "Your first 3×3 (keyboard), and your best: 2 moves");
});

test("the result of a board of today says why it does not count, and how far the day is", async () => {
  const day = dayAt(Date.now());
  const of = (side, hints = {}, rest = {}) => {
    const [board, goal] = [dailyBoard({ day, side }), dailyGoal(side)];
    const record = newRecord({ board, goal, seed: dailySeed({ day, side }), ...rest });
    return { ...record, status: "solved", hints: { ...record.hints, ...hints } };
  };
  const [shown, made, own] = [of(3, { solution: 1, play: 1 }), of(3, { play: 1 }), of(4)];
  const said = (record, ...others) => daySoFar({ history: { all: async () => others } }, record);
  assert.equal(await said(shown), "Does not count today: a solution was shown.");
  assert.equal(await said(made), "Does not count today: a move was made for you.");
  assert.match(await said(made, own), /^Does not count today: a move was made for you\. 1 of 3 boards of the day · streak 1 day · /);
  assert.match(await said(own, shown), /^1 of 3 boards of the day · streak 1 day · /);
  const before = { ...shown, created: `${day}T00:00:00.000Z` };
  assert.equal(await said(of(3), before), "Does not count today: a solution was shown.", "in an earlier game");
  assert.match(await said(of(3, { play: 1 }, { again: true }), { ...of(3), created: `${day}T00:00:00.000Z` }), /^1 of 3/, "the result stays");
  assert.equal(await said(game("LL"), own), "", "no board of today");
});

test("the session has its best game and averages, of games without help", () => {
  const games = [300, 250, 400, 350, 200, 500].map((pace, i) =>
    game("LL", "LL", { id: `g${i}`, times: [0, pace], hints: { which: i === 5 ? 1 : 0, arrow: 0, play: 0, peek: 0, solution: 0 } }),
  );
  assert.deepEqual(standing(games, true), [["Best", "0:00.200"], ["ao5", "0:00.300"]]);
  assert.deepEqual(standing(games, false), [["Best", "2"], ["ao5", "2"]]);
  assert.deepEqual(standing([], true), []);
});
