/** What other apps share with the installed page. */
import assert from "node:assert/strict";
import test from "node:test";

import { incomingFragment } from "../../../src/taquin/faces/static/app/incoming.js";
import { readFragment } from "../../../src/taquin/faces/static/notation/links.js";

/** @param {Record<string, string>} shared */
const given = (shared) => incomingFragment(`?${new URLSearchParams(shared)}`);

test("a shared board becomes a fragment that opens it", () => {
  const text = "1 2 3\n4 5 6\n0 7 8";
  assert.deepEqual(readFragment(given({ text })), { view: "open", params: { text } });
  assert.deepEqual(readFragment(given({ title: "My page", text, url: "" })), { view: "open", params: { text } });
  assert.deepEqual(readFragment(given({ title: "1 2 3/4 5 6/7 8 0" })).params, { text: "1 2 3/4 5 6/7 8 0" });
  const odd = "1 2 & 3 # = % + ü";
  assert.equal(readFragment(given({ text: odd })).params.text, odd);
});

test("a shared link of any taquin opens what it links", () => {
  const link = "#/replay?b=1+2+3/4+5+6/0+7+8&m=BB";
  for (const shared of [{ url: `https://example.org/${link}` }, { text: `Look: http://127.0.0.1:8000/${link} !` }, { title: "taquin", url: `http://localhost/${link}` }]) {
    assert.equal(given(shared), link);
  }
  assert.equal(given({ url: "https://example.org/#/daily" }), "#/daily");
});

test("a link without its fragment is one", () => {
  const board = "1 2 3/4 5 6/7 0 8";
  assert.deepEqual(readFragment(given({ board })), { view: "play", params: { board } });
  assert.deepEqual(readFragment(given({ board: "garbage", goal: "first" })), { view: "play", params: { board: "garbage", goal: "first" } });
  assert.deepEqual(readFragment(given({ b: board, m: "BB" })), { view: "replay", params: { b: board, m: "BB" } });
  assert.deepEqual(readFragment(given({ day: "2026-11-20" })), { view: "daily", params: { day: "2026-11-20" } });
});

test("a query that shares nothing is none", () => {
  for (const search of ["", "?", "?utm=1", "?text=", "?text=%20&url=&title=", "?board="]) assert.equal(incomingFragment(search), null, search);
});
