// What the page's workers may hold together: on a phone the lab's worker takes some of the solver's memory.

import assert from "node:assert/strict";
import { test } from "node:test";

const device = { memory: /** @type {number | undefined} */ (undefined), touch: false };
Object.defineProperty(globalThis, "navigator", { value: { get deviceMemory() { return device.memory; } } });
Object.assign(globalThis, { matchMedia: () => ({ matches: device.touch }) });
const { isSmall, join, labMost, lend } = await import("../../../../src/taquin/faces/static/solver/budget.js");

const PHONE = 64e6;
const WORKER = 4e6;

test("little memory, or touch, make a device small", () => {
  for (const [memory, touch, small] of [[undefined, false, false], [8, false, false], [4, false, true], [8, true, true], [undefined, true, true]]) {
    Object.assign(device, { memory, touch });
    assert.equal(isSmall(), small, `${memory} ${touch}`);
    assert.equal(labMost(500e6) < 64e6, small);
  }
});

test("elsewhere the lab asks nobody, and the solver may hold more", async () => {
  Object.assign(device, { memory: 8, touch: false });
  const told = [];
  assert.ok(join({ limit: async (bytes) => (told.push(bytes), bytes) }) > 200e6);
  assert.equal((await lend()).bytes, undefined);
  assert.deepEqual(told, []);
});

test("on a phone both together keep to the budget, one worker of the lab after the other", async () => {
  Object.assign(device, { memory: undefined, touch: true });
  const told = [];
  let needed = 0;
  const most = join({ limit: async (bytes) => (told.push(bytes), Math.max(bytes, needed)) });
  assert.equal(most, PHONE - WORKER);
  const first = await lend();
  assert.deepEqual(told, [28e6]);
  assert.equal(told[0] + first.bytes + 2 * WORKER, PHONE);
  let second = null;
  const waiting = lend().then((lent) => (second = lent));
  await new Promise((done) => setTimeout(done, 0));
  assert.equal(second, null);
  // A question that has begun needs more.
  needed = 40e6;
  first.end();
  await waiting;
  assert.equal(needed + second.bytes + 2 * WORKER, PHONE);
  second.end();
  assert.deepEqual(told, [28e6, 60e6, 28e6, 60e6]);
  // It needs all but some: the lab waits until it is done.
  needed = 59e6;
  const asked = lend().then((lent) => (second = lent));
  second = null;
  await new Promise((done) => setTimeout(done, 50));
  assert.equal(second, null);
  needed = 20e6;
  await asked;
  assert.equal(second.bytes, PHONE - 2 * WORKER - 28e6);
  second.end();
});
