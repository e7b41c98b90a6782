// Links and pasted text: what is written is read back, and nothing hostile gets through.

import assert from "node:assert/strict";
import test from "node:test";
import { formatBoard, namedGoal, parseBoard, sayWith } from "../../../../src/taquin/faces/static/board.js";
import { randomBoard } from "../../../../src/taquin/faces/static/game/random.js";
import { Game } from "../../../../src/taquin/faces/static/game/game.js";
import { readPaste } from "../../../../src/taquin/faces/static/notation/paste.js";
import {
  LONGEST,
  positionFragment,
  readFragment,
  readPosition,
  writeFragment,
} from "../../../../src/taquin/faces/static/notation/links.js";
import {
  contractMoves,
  packTimes,
  raceFragment,
  readReplay,
  replayFragment,
  unpackTimes,
} from "../../../../src/taquin/faces/static/notation/replaylinks.js";
import { speak, t } from "../../../../src/taquin/faces/static/words/said.js";

const params = (fragment) => readFragment(fragment).params;

test("a position is read back, for every size and goal", () => {
  for (const [width, height] of [
    [2, 2],
    [3, 3],
    [4, 3],
    [2, 7],
    [20, 20],
  ]) {
    for (const name of ["last", "first", "snake", "spiral"]) {
      const goal = namedGoal(name, width, height);
      const board = randomBoard(width, height, goal, `${width}${name}`);
      const fragment = positionFragment(board, goal);
      assert.match(fragment, /^#\/play\?[\w=&+/.%-]*$/);
      assert.deepEqual(readPosition(params(fragment)), { board, goal });
    }
  }
});

test("a custom goal travels too", () => {
  const goal = parseBoard("1 2 3/8 4 0/7 6 5");
  const board = parseBoard("1 2 3/8 0 4/7 6 5");
  assert.deepEqual(readPosition(params(positionFragment(board, goal))), { board, goal });
});

function played() {
  const goal = namedGoal("last", 4, 4);
  const game = new Game({ board: parseBoard("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15"), goal });
  let time = 50;
  for (const letter of "DUL") game.move(letter, "k", (time += 333));
  game.move("LL", "m", (time += 12_345));
  return game.record;
}

test("a replay is read back with its times, to the millisecond", () => {
  const record = played();
  const again = readReplay(params(replayFragment(record)));
  for (const key of ["width", "height", "start", "goal", "moves", "status"]) {
    assert.equal(again[key], record[key], key);
  }
  // A link does not say when it was played.
  assert.equal(again.created, "");
  assert.deepEqual(again.times, record.times.map(Math.floor));
});

test("a replay says of the help that the game had, and nothing of a game without help", () => {
  const record = played();
  assert.deepEqual(Object.keys(params(replayFragment(record))), ["b", "m", "ms"]);
  const clean = readReplay(params(replayFragment(record)));
  assert.deepEqual([clean.undos, clean.paused, Object.values(clean.hints).join("")], [0, false, "00000"]);
  const helped = {
    ...record,
    hints: { which: 1, arrow: 20, play: 3, peek: 4, solution: 5 },
    undos: 6,
    paused: true,
    inputs: "mhhss",
  };
  const again = readReplay(params(replayFragment(helped)));
  for (const key of ["hints", "undos", "paused"]) assert.deepEqual(again[key], helped[key], key);
  assert.equal(again.inputs, "khhss");
  const one = readReplay(params(replayFragment({ ...record, hints: { ...record.hints, peek: 1 } })));
  assert.deepEqual([one.hints.peek, one.hints.which, one.paused, one.inputs], [1, 0, false, "kkkkk"]);
});

test("help that a link cannot have is refused", () => {
  const given = params(replayFragment(played()));
  const bads = [{ help: "x1" }, { help: "w" }, { help: "cw1" }, { help: `w${"9".repeat(10)}` }, { by: "k4" }, { by: "s6" }, { by: "z5" }, { by: "s999999999" }];
  for (const bad of bads) {
    assert.throws(() => readReplay({ ...given, ...bad }), { name: "NotationError", message: /the help in the link cannot be read/ });
  }
});

test("a race has an address of its own, with the same game", () => {
  const [replayed, raced] = [replayFragment, raceFragment].map((write) => readFragment(write(played())));
  assert.deepEqual([replayed.view, raced.view], ["replay", "race"]);
  assert.deepEqual(raced.params, replayed.params);
  assert.equal(formatBoard(readPaste(`http://here/${raceFragment(played())}`).board), played().start);
});

test("links of earlier versions have hundredths of a second, as long games still have", () => {
  const record = played();
  const { ms, ...others } = params(replayFragment(record));
  assert.ok(ms);
  const again = readReplay({ ...others, t: packTimes(record.times) });
  again.times.forEach((time, i) => assert.ok(record.times[i] - time < 10));
  const back = record.moves.slice(0, 2).repeat(1500);
  const long = { ...record, moves: back, times: Array.from(back, (_, i) => i * 300) };
  assert.deepEqual(readReplay(params(replayFragment(long))).times, long.times);
  const longer = { ...long, moves: back.repeat(2), times: Array.from(back.repeat(2), (_, i) => i * 100) };
  const fragment = params(replayFragment(longer));
  assert.deepEqual([fragment.ms, readReplay(fragment).times.at(-1)], [undefined, 599_900]);
});

test("moves take two bits each; times give way where the link would be too long", () => {
  const record = played();
  const back = `${record.moves.slice(0, 2)}`.repeat(8000);
  const long = { ...record, moves: back, times: Array.from(back, (_, i) => i * 100) };
  const fragment = replayFragment(long);
  assert.ok(fragment.length <= LONGEST);
  assert.equal(params(fragment).t, undefined);
  assert.equal(readReplay(params(fragment)).moves, back);
  assert.throws(() => replayFragment({ ...long, moves: back.repeat(3) }), /the limit is 8192/);
});

test("hostile fragments are refused in words", () => {
  assert.throws(() => readFragment(`#/play?board=${"1+".repeat(LONGEST)}`), /8192/);
  assert.equal(readFragment("#main"), null);
  assert.equal(readFragment(""), null);
  for (const bad of ["<img src=x onerror=alert(1)>", "1 1/2 0", "%00", "9".repeat(40), "1 2/3 ☃"]) {
    assert.throws(() => readPosition({ board: bad }), { name: "NotationError" });
  }
  const wide = Array.from({ length: 63 }, (_, i) => i).join(" ");
  assert.throws(
    () => readPosition({ board: `${wide.replace(" 21 ", "/21 ")}` }),
    /NotationError|board/,
  );
  assert.throws(() => readReplay({ b: "1 2/3 0", m: "!!" }), { name: "NotationError", message: /the link was truncated or changed/ });
  assert.throws(() => readReplay({ b: "1 2/3 0", m: "AAAA" }), /no tile can move|packed/);
  assert.throws(() => readReplay({ b: "1 2/3 0", m: "", t: "zzzz" }), /damaged|times/);
  assert.throws(() => readReplay({}), { name: "NotationError" });
});

test("boards larger than the page plays are refused", () => {
  const board = formatBoard(namedGoal("last", 21, 2));
  assert.throws(() => readPosition({ board }), /20x20/);
});

test("names in the fragment cannot reach what every object has", () => {
  assert.deepEqual(readFragment("#/__proto__?constructor=1"), {
    view: "__proto__",
    params: { constructor: "1" },
  });
  assert.deepEqual(readFragment(writeFragment("review", { id: "a b/c&d=é" })), {
    view: "review",
    params: { id: "a b/c&d=é" },
  });
});

test("times: every step from nothing to an hour", () => {
  const times = [0, 0, 10, 320, 330, 10_670, 3_600_000];
  assert.deepEqual(unpackTimes(packTimes(times), times.length), times);
  assert.equal(packTimes([]), "");
  assert.throws(() => unpackTimes("A", 2), /1 time for 2 moves/);
  assert.throws(() => unpackTimes("_", 1), /times/);
});

test("moves with repeat counts, in and out", () => {
  assert.equal(contractMoves("URRDDDL"), "UR2D3L");
  assert.equal(contractMoves(""), "");
});

test("the greatest side is this page's in every language", async () => {
  const wide = Array.from({ length: 2 }, () => [...Array(150).keys()].join(" ")).join("\n");
  for (const language of ["de", "es", "fr", "zh-Hans"]) {
    for (const part of ["", "-later"]) {
      speak(language, (await import(`../../../../src/taquin/faces/static/languages/${language}${part}.js`)).default);
    }
    sayWith(t);
    assert.throws(() => readPaste(wide), { message: /2 \p{L}+ 20\D*$/u }, language);
  }
  sayWith(String.raw);
  speak("en", {});
});

test("pasted: notations, moves after a board, links", () => {
  const rows = "1 2 3/4 5 6/0 7 8";
  assert.equal(formatBoard(readPaste("[[1,2,3],[4,5,6],[0,7,8]]").board), rows);
  // The greatest side is this page's, not the package's.
  const line = Array.from({ length: 150 }, (_, at) => at).join(" ");
  const wide = `${line}\n${line}`;
  assert.throws(() => readPaste(wide), /expected a width and a height from 2 to 20\.$/);
  assert.equal(formatBoard(readPaste("1 2 3\n4 5 6\n_ 7 8\n").board), rows);
  assert.equal(formatBoard(readPaste(`${rows}\nL2`).board), "1 2 3/4 5 6/7 8 0");
  assert.equal(formatBoard(readPaste("1 2 3 4 5 0", { width: 2, height: 3 }).board), "1 2/3 4/5 0");
  const goal = namedGoal("snake", 3, 3);
  const board = randomBoard(3, 3, goal, "s");
  assert.deepEqual(readPaste(`see http://here/${positionFragment(board, goal)}`), { board, goal });
  const { board: first } = readPaste(`http://here/${replayFragment(played())}`);
  assert.equal(formatBoard(first), played().start);
});

test("pasted nonsense says what was wrong with it", () => {
  for (const bad of [
    "",
    "hello",
    "1 2 3",
    "1 2 2/4 5 6/7 8 0",
    "#/play?x=1",
    `${"1 ".repeat(500)}`,
  ]) {
    assert.throws(
      () => readPaste(bad, { width: 3, height: 3 }),
      (error) => error.message.length > 20,
    );
  }
  assert.throws(() => readPaste("1 2/3 0\nL2"), /move 1|no tile/);
});
