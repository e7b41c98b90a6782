// What the play view says: times, results, answers to questions, settings that survive nonsense.

import assert from "node:assert/strict";
import test from "node:test";
import { namedGoal, parseBoard } from "../../../../src/taquin/faces/static/board.js";
import { lineText, progressText, whereText } from "../../../../src/taquin/faces/static/play/answers.js";
import { timeText } from "../../../../src/taquin/faces/static/shared/gamewords.js";
import { assistance, resultText } from "../../../../src/taquin/faces/static/shared/outcome.js";
import { goalText } from "../../../../src/taquin/faces/static/shared/goals.js";
import { slideText } from "../../../../src/taquin/faces/static/shared/moves.js";
import { partsText, resultTime, unbroken } from "../../../../src/taquin/faces/static/shared/timewords.js";
import { Settings } from "../../../../src/taquin/faces/static/shared/settings.js";
import { openStorage } from "../../../../src/taquin/faces/static/shared/storage.js";

const BOARD = parseBoard("1 2 3/4 5 6/0 7 8");
const GOAL = namedGoal("last", 3, 3);

test("times are cut, never rounded up to a time not reached", () => {
  assert.equal(timeText(0), "0:00.0");
  assert.equal(timeText(59_999), "0:59.9");
  assert.equal(timeText(62_549, 3), "1:02.549");
  assert.equal(timeText(3_723_400), "1:02:03.4");
  assert.equal(timeText(61_000, 0), "1:01");
});

test("goals in words", () => {
  assert.equal(goalText(GOAL), "blank last");
  assert.equal(goalText(namedGoal("spiral", 3, 3)), "spiral goal");
  assert.equal(goalText(BOARD), "custom goal");
});

test("where, row, column, progress", () => {
  assert.equal(
    whereText(BOARD, GOAL, "7"),
    "7 is in row 3, column 2; its home is row 3, column 1.",
  );
  assert.equal(whereText(BOARD, GOAL, "5"), "5 is at home, row 2, column 2.");
  assert.match(whereText(BOARD, GOAL, "blank"), /^The blank is in row 3, column 1/);
  for (const bad of ["", "9", "-1", "x", "1.5"]) {
    assert.match(whereText(BOARD, GOAL, bad), /expected a tile from 1 to 8/);
  }
  assert.equal(lineText(BOARD, "row", "3"), "Row 3: blank, 7, 8.");
  assert.equal(lineText(BOARD, "column", "1"), "Column 1: 1, 4, blank.");
  assert.match(lineText(BOARD, "row", "4"), /from 1 to 3/);
  assert.match(whereText(BOARD, GOAL, ""), /^“where”: expected a tile/);
  assert.match(lineText(BOARD, "row", ""), /^“row”: expected a row/);
  assert.equal(progressText(BOARD, GOAL, 1), "6 of 8 tiles are at home after 1 move.");
});

const record = (change = {}) => ({
  moves: "LLU",
  times: [0, 0, 1500],
  inputs: "mmk",
  undos: 0,
  paused: false,
  hints: { which: 0, arrow: 0, play: 0, peek: 0 },
  ...change,
});

test("a slide names its tiles, or counts them where they are many", () => {
  assert.equal(slideText(BOARD, "D"), "4 moved down.");
  assert.equal(slideText(BOARD, "LL"), "7, 8 moved left.");
  const line = parseBoard("0 1 2 3 4/5 6 7 8 9");
  assert.equal(slideText(line, "LLLL"), "4 tiles moved left.");
});

test("a result in one sentence", () => {
  assert.equal(resultText(record(), true), "0:01.500 for 3 moves in 2 slides, 2.00 moves per second.");
  assert.equal(resultText(record(), false), "3 moves in 2 slides.");
  assert.equal(resultText(record({ moves: "L", times: [0] }), true), "1 move.");
});

test("the parts of a time add up as shown, and are named", () => {
  assert.equal(partsText({ whole: 2880.9, before: 0 }), "");
  assert.equal(partsText({ whole: 2880.9, before: 1690.95 }), "first move after 0:01.690 + solving 0:01.190");
  assert.equal(partsText({ whole: 2880.9, before: 1690.95, boards: 3 }), "before first moves 0:01.690 + solving 0:01.190");
  assert.equal(partsText({ whole: 4300, before: 2620, boards: 3 }, "blind"), "memo 0:02.620 + solving 0:01.680");
  assert.equal(partsText({ whole: 4300, before: 2620 }, "blind"), "memo 0:02.620 + solving 0:01.680");
  assert.equal(unbroken("before first moves 0:01.690 + solving 0:01.190"), "before first moves\u00a00:01.690\u00a0+ solving\u00a00:01.190");
  assert.deepEqual([null, Infinity, 2880.9].map(resultTime), ["–", "DNF", "0:02.880"]);
});

test("help that was used is named", () => {
  assert.equal(assistance(record()), null);
  const hints = { which: 1, arrow: 0, play: 0, peek: 0 };
  assert.equal(assistance(record({ hints, paused: true })), "1 hint, clock stopped");
  // The steps of a hint are one; a peek is one more.
  const steps = { which: 3, arrow: 2, play: 2, peek: 1 };
  assert.equal(assistance(record({ hints: steps })), "4 hints");
  assert.equal(assistance(record({ inputs: "mss", undos: 2 })), "solver, 2 undos");
  const shown = { which: 0, arrow: 0, play: 0, peek: 0, solution: 1 };
  assert.equal(assistance(record({ inputs: "mss", hints: shown })), "solver");
  assert.equal(assistance(record({ inputs: "mss", hints: shown, earlier: shown })), "solver, solution shown in an earlier try");
  assert.equal(assistance(record({ seed: null })), "chosen board");
  assert.equal(assistance(record({ seed: "monday", typed: true })), "chosen board");
  assert.equal(assistance(record({ again: true })), "played before");
  assert.equal(assistance(record({ hints: { ...hints, which: 0, solution: 1 } })), "solution shown");
});

test("help of another try of the board is said to be that", () => {
  const hints = { which: 2, arrow: 1, play: 0, peek: 0, solution: 0 };
  const earlier = { which: 1, arrow: 1, play: 0, peek: 0, solution: 0 };
  assert.equal(assistance(record({ hints, earlier, again: true })), "2 hints (1 in an earlier try)");
  assert.equal(assistance(record({ hints: earlier, earlier, again: true })), "1 hint in an earlier try");
  assert.equal(assistance(record({ hints: earlier, again: true })), "1 hint, played before");
  const shown = { which: 0, arrow: 0, play: 0, peek: 0, solution: 1 };
  assert.equal(assistance(record({ hints: shown, earlier: shown, again: true })), "solution shown in an earlier try");
  // Shown once more in this try.
  const twice = { ...shown, solution: 2 };
  assert.equal(assistance(record({ hints: twice, earlier: shown, again: true })), "solution shown, played before");
});

function storage(text) {
  const kept = new Map(text === undefined ? [] : [["taquin.settings", text]]);
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}

test("settings: kept, told, and sound whatever was stored", () => {
  const store = storage();
  const settings = new Settings(store);
  const told = [];
  settings.addEventListener("change", (event) => told.push(event.detail));
  settings.set("theme", "dark");
  assert.deepEqual(told, [{ key: "theme", value: "dark" }]);
  assert.equal(new Settings(store).get("theme"), "dark");
  assert.throws(() => settings.set("theme", "pink"), /expected system, light, dark, contrast/);
  for (const broken of [
    "{",
    "null",
    "[]",
    "7",
    '{"theme": "pink", "keys": 3, "x": 1, "__proto__": 1}',
  ]) {
    const mended = new Settings(storage(broken));
    assert.equal(mended.get("theme"), "system");
    assert.deepEqual(mended.get("keys").undo, ["u", "Ctrl+z"]);
  }
});

test("settings: a change writes its own key alone, and what another tab chose is taken over", () => {
  const store = storage();
  const [one, other] = [new Settings(store), new Settings(store)];
  other.set("palette", "mono");
  const told = [];
  one.addEventListener("change", ({ detail }) => told.push(detail.key));
  one.set("theme", "dark");
  assert.deepEqual(told, ["palette", "theme"]);
  const again = new Settings(store);
  assert.deepEqual([again.get("palette"), again.get("theme")], ["mono", "dark"]);
  other.refresh();
  assert.equal(other.get("theme"), "dark");
  store.setItem("taquin.settings", "{");
  other.refresh();
  assert.equal(other.get("theme"), "dark", "what cannot be read changes nothing");
});

test("storage that is refused or full is replaced by memory", () => {
  const refused = openStorage(() => {
    throw new Error("refused");
  });
  refused.setItem("a", "1");
  assert.equal(refused.getItem("a"), "1");
  const full = openStorage(() => ({
    getItem: () => "old",
    setItem() {
      throw new Error("full");
    },
  }));
  assert.equal(full.getItem("a"), "old");
  full.setItem("a", "new");
  assert.equal(full.getItem("a"), "new");
  const whole = openStorage(storage);
  whole.setItem("a", "2");
  assert.equal(whole.getItem("a"), "2");
});
