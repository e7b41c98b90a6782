// Tables with one bit an entry: against those in bytes, entry by entry; the search by them against
// breadth-first search on small boards; compiled loops against plain ones; and several searches at once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { namedGoal } from "../../../../src/taquin/faces/static/board.js";
import { randomBoard } from "../../../../src/taquin/faces/static/game/random.js";
import { BitLayout } from "../../../../src/taquin/faces/static/solver/bitlayout.js";
import { BitTables } from "../../../../src/taquin/faces/static/solver/bitsearch.js";
import { buildBitTables } from "../../../../src/taquin/faces/static/solver/bittables.js";
import { Frame } from "../../../../src/taquin/faces/static/solver/frame.js";
import { buildTables, partition } from "../../../../src/taquin/faces/static/solver/tables.js";
import { COMPILED, PLAIN } from "../kit.mjs";
import { STEP, distancesFrom, finish, neighboursOf } from "../oracle.mjs";

/** @param {import("../../../../src/taquin/faces/static/solver/bitsearch.js").BitSearch} search @param {number} budget */
function descend(search, budget = 1e9) {
  for (;;) {
    const outcome = search.run(budget);
    if (outcome === "found") return search;
    if (outcome === "exhausted") search.deepen();
  }
}

/** @param {number} width @param {number} height @param {number} blank */
function goalWith(width, height, blank) {
  const cells = Array.from({ length: width * height }, (_, cell) => (cell === blank ? 0 : cell < blank ? cell + 1 : cell));
  return { width, height, cells };
}

for (const [width, height, cells] of [
  [2, 3, [1, 2, 0, 3, 4, 5]], [4, 2, [1, 2, 3, 4, 5, 6, 7, 0]], [2, 4, [1, 2, 3, 0, 7, 6, 5, 4]],
  [3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]], [3, 3, [1, 2, 3, 8, 0, 4, 7, 6, 5]],
]) {
  const step = width * height === 9 ? STEP : 1;
  const which = step === 1 ? "every board" : `one board in ${step}`;
  test(`${which} of ${width}x${height}, goal ${cells.join(" ")}: values as in bytes, solutions optimal`, () => {
    const frame = new Frame({ width, height, cells });
    const bytes = finish(buildTables(frame));
    const bits = finish(buildBitTables(frame, partition(frame), COMPILED));
    const oracle = distancesFrom(width, height, cells);
    let tried = 0;
    for (const [name, distance] of oracle) {
      if (tried++ % step) continue;
      const view = frame.view({ width, height, cells: name.split(",").map(Number) });
      const search = bits.search(view);
      assert.equal(search.estimate(), bytes.search(view).estimate(), name);
      assert.equal(descend(search).depth, distance, name);
      const board = Array.from(view, (home) => (home === frame.blank ? 0 : home + 1));
      const end = search.path().slice(1).reduce((here, cell) => {
        const next = neighboursOf(frame.width, frame.height, here).find((there) => there[cell] === 0);
        assert.ok(next, `${name}: no move brings the blank to cell ${cell}`);
        return next;
      }, board);
      assert.ok(end.every((tile, cell) => tile === (cell === frame.blank ? 0 : cell + 1)), name);
    }
  });
}

const PLACES = STEP === 1 ? "every place" : "the usual places";

test(`entries of tables are those in bytes, for ${PLACES} of the blank, and on thin boards`, () => {
  let tried = 0;
  // Of 4x3: a corner, both kinds of edge, the middle.
  const [wide, thin] = STEP === 1 ? [undefined, [15, 3]] : [[0, 1, 4, 6], [3]];
  for (const [width, height, blanks] of [[4, 2], [3, 3], [4, 3, wide], [8, 2, thin], [7, 2, [0]], [5, 3, [7]]]) {
    for (const blank of blanks ?? Array(width * height).keys()) {
      const frame = new Frame(goalWith(width, height, blank));
      const bytes = finish(buildTables(frame));
      const bits = finish(buildBitTables(frame, partition(frame), COMPILED));
      let seed = blank + 7;
      for (let i = 0; i < 60; i++) {
        // Boards that no move can solve have values, too.
        const view = Array.from({ length: width * height }, (_, cell) => cell);
        for (let j = view.length - 1; j > 0; j--) {
          seed = (seed * 16807) % 2147483647;
          const k = seed % (j + 1);
          [view[j], view[k]] = [view[k], view[j]];
        }
        const estimate = bytes.search(view).estimate();
        // Where a single tile is outside a pattern, half of its entries cannot be reached.
        if (estimate < 255) assert.equal(bits.search(view).estimate(), estimate, `${width}x${height} ${view}`);
        if (estimate < 255) tried++;
      }
    }
  }
  assert.ok(tried > (STEP === 1 ? 1200 : 700), `${tried} boards`);
});

test("compiled and plain loops make the same tables and search the same nodes", () => {
  const large = STEP === 1 ? ["last", "spiral"] : ["spiral"];
  for (const [width, height, name] of [[4, 3, "last"], [3, 4, "spiral"], ...large.map((each) => [4, 4, each])]) {
    const goal = namedGoal(name, width, height);
    const frame = new Frame(goal);
    const [compiled, plain] = [COMPILED, PLAIN].map((kit) => finish(buildBitTables(frame, partition(frame), kit)));
    compiled.patterns.forEach(({ layout, table }, p) => {
      const size = layout.blocks * layout.cosets.length;
      const [one, other] = [[compiled, table], [plain, plain.patterns[p].table]].map(
        ([{ memory }, place]) => Buffer.from(memory.buffer, place, size),
      );
      assert.ok(one.equals(other), `${width}x${height} ${name} ${p}`);
    });
    for (const seed of ["a", "b", "c"]) {
      const view = frame.view(randomBoard(width, height, goal, seed));
      const [one, other] = [compiled, plain].map((tables) => descend(tables.search(view)));
      assert.ok(one.nodes > 100);
      assert.deepEqual([one.nodes, one.bound, one.path()], [other.nodes, other.bound, other.path()]);
    }
  }
});

test("paused after 1, 7 or 1,000 nodes, and beside others, it is the same search", () => {
  const goal = namedGoal("last", 4, 3);
  const frame = new Frame(goal);
  const tables = finish(buildBitTables(frame, partition(frame), COMPILED));
  const views = ["a", "b", "c"].map((seed) => frame.view(randomBoard(4, 3, goal, seed)));
  const whole = views.map((view) => descend(tables.search(view)));
  const told = whole.map((search) => [search.nodes, search.bound, search.path()]);
  for (const budget of [1, 7, 1000]) {
    const open = views.map((view) => tables.search(view));
    const done = new Set();
    while (done.size < open.length) {
      for (const search of open) {
        if (done.has(search)) continue;
        const outcome = search.run(budget);
        if (outcome === "found") done.add(search);
        if (outcome === "exhausted") search.deepen();
      }
    }
    assert.deepEqual(open.map((search) => [search.nodes, search.bound, search.path()]), told);
  }
});

test("arrangements and blocks are as many as there are, and each move can be taken back", () => {
  for (const [width, height, k] of [[3, 3, 6], [4, 2, 3], [4, 4, 3], [4, 3, 7], [8, 2, 5]]) {
    const layout = new BitLayout(width, height, k);
    const { first, to, map } = layout.steps();
    assert.equal(first[layout.blocks], to.length);
    const back = new Set();
    for (let block = 0; block < layout.blocks; block++) {
      for (let step = first[block]; step < first[block + 1]; step++) back.add(`${block} ${to[step]}`);
    }
    for (const pair of back) assert.ok(back.has(pair.split(" ").reverse().join(" ")));
    for (const number of new Set(map)) {
      if (number < 0) continue;
      const after = new Set(Array.from({ length: layout.arrangements }, (_, i) => {
        const flips = k >> 1;
        const [coset, flip] = [i >> flips, i & ((1 << flips) - 1)];
        return layout.maps[number][coset] ^ flip;
      }));
      assert.equal(after.size, layout.arrangements, `map ${number} of ${width}x${height} with ${k}`);
    }
  }
  assert.ok(new BitLayout(4, 4, 6).blocks === 16_412 && new BitLayout(4, 4, 3).blocks === 632);
  assert.ok(finish(buildBitTables(new Frame(namedGoal("last", 3, 2)), [[0, 1, 2, 3, 4]], PLAIN)) instanceof BitTables);
});
