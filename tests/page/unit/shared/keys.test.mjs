// Which key means what.

import assert from "node:assert/strict";
import test from "node:test";
import {
  ACTIONS,
  DEFAULT_KEYS,
  actionOf,
  keyLabel,
  keyName,
  letterOf,
} from "../../../../src/taquin/faces/static/shared/keys.js";
import { KEY_SETS, rebind } from "../../../../src/taquin/faces/static/app/keysets.js";
import { Settings } from "../../../../src/taquin/faces/static/shared/settings.js";

const press = (key, more = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("every action has words, and no key two actions, in every set", () => {
  for (const [name, keys] of Object.entries(KEY_SETS)) {
    assert.deepEqual(Object.keys(keys).sort(), Object.keys(ACTIONS).sort(), name);
    const all = Object.values(keys).flat();
    assert.equal(new Set(all).size, all.length, name);
  }
});

test("keys chosen before an action existed stay chosen, and the new action has its own", () => {
  const { timed, ...known } = { ...DEFAULT_KEYS, undo: ["z"] };
  const stored = { "taquin.settings": JSON.stringify({ keys: known }) };
  const settings = new Settings({ getItem: (name) => stored[name] ?? null, setItem() {} });
  assert.deepEqual([settings.get("keys").undo, settings.get("keys").timed], [["z"], timed]);
  stored["taquin.settings"] = JSON.stringify({ keys: { undo: "z" } });
  settings.refresh();
  assert.deepEqual(settings.get("keys"), DEFAULT_KEYS);
});

test("the keys people expect", () => {
  const expected = {
    ArrowUp: "up",
    w: "up",
    a: "left",
    s: "down",
    d: "right",
    u: "undo",
    "Ctrl+z": "undo",
    r: "redo",
    "Ctrl+y": "redo",
    n: "new",
    h: "hint",
    "?": "help",
  };
  for (const [key, action] of Object.entries(expected)) {
    assert.equal(actionOf(DEFAULT_KEYS, key), action, key);
  }
  const vi = KEY_SETS["Arrows and HJKL"];
  assert.deepEqual(
    ["h", "j", "k", "l", "i"].map((key) => actionOf(vi, key)),
    ["left", "down", "up", "right", "hint"],
  );
});

test("names of keys: case and Shift do not matter for letters, Ctrl and Command do", () => {
  assert.equal(press("W", { shiftKey: true }), "w");
  assert.equal(press("z", { ctrlKey: true }), "Ctrl+z");
  assert.equal(press("z", { metaKey: true, shiftKey: true }), "Ctrl+Shift+z");
  assert.equal(press("ArrowUp", { shiftKey: true }), "Shift+ArrowUp");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press("a", { altKey: true }), null);
  assert.equal(press("Shift"), null);
});

test("an arrow moves the tile, or the gap the other way", () => {
  assert.equal(letterOf("up", "tile"), "U");
  assert.equal(letterOf("up", "gap"), "D");
  assert.equal(letterOf("left", "gap"), "R");
  assert.equal(letterOf("undo", "tile"), null);
});

test("rebinding takes the key from its old action and leaves the given map alone", () => {
  const before = structuredClone(DEFAULT_KEYS);
  const keys = rebind(DEFAULT_KEYS, "undo", "h");
  assert.equal(actionOf(keys, "h"), "undo");
  assert.deepEqual(keys.hint, []);
  assert.deepEqual(DEFAULT_KEYS, before);
});

test("labels", () => {
  assert.equal(keyLabel("ArrowUp"), "↑");
  assert.equal(keyLabel("Ctrl+z"), "Ctrl+Z");
  assert.equal(keyLabel("Ctrl+Shift+z"), "Ctrl+Shift+Z");
  assert.equal(keyLabel("/"), "/");
});
