// A search in words: nothing is called proved before it is, and figures stay apart.

import assert from "node:assert/strict";
import test from "node:test";
import { boundsText, effortText, progressWords } from "../../../../src/taquin/faces/static/play/solvewords.js";

test("a running search says what is proved, and its figures apart", () => {
  const said = (progress, notice = "") => progressWords(progress, notice, 3210);
  assert.deepEqual(said(null), { state: "Starting…", time: "3.2 s", figures: "" });
  const tables = { phase: "tables", bound: 0, depth: 0, nodes: 0 };
  assert.deepEqual(said(tables), { state: "Preparing the search…", time: "3.2 s", figures: "" });
  const begun = { phase: "search", bound: 0, depth: 3, nodes: 10 };
  assert.deepEqual(said(begun), { state: "Searching…", time: "3.2 s", figures: "" });
  const search = { phase: "search", bound: 62, depth: 5, nodes: 1000 };
  assert.deepEqual(said(search), { state: "At least 62 moves", time: "3.2 s", figures: "bound 62 · depth 5 · 1,000 nodes" });
  const slides = progressWords(search, "", 3210, "slide");
  assert.equal(slides.state, "At least 62 slides");
  const server = { phase: "server", bound: 62, depth: 0, nodes: 2000 };
  assert.deepEqual(said(server, "waiting for another search to finish"), {
    state: "On the server: waiting for another search to finish · at least 62 moves",
    time: "3.2 s",
    figures: "bound 62 · 2,000 nodes",
  });
  const first = { ...server, bound: 0, nodes: 0 };
  assert.equal(
    said(first, "compiling the search over pattern databases (once, about 5 s)").state,
    "On the server: compiling the search over pattern databases (once, about 5 s)",
  );
  assert.equal(said(first).state, "On the server");
  assert.equal(said({ ...search, best: 104 }).state, "104 moves found · at least 62 moves");
  const contour = { ...server, share: 0.374, left: 130 };
  assert.equal(said(contour).figures, "bound 62 · 37% of it searched · about 2 min 10 s left · 2,000 nodes");
  assert.equal(said({ ...contour, left: null }).figures, "bound 62 · 37% of it searched · 2,000 nodes");
});

test("what is proved of a solution, in moves or in slides", () => {
  assert.equal(boundsText(true, 57, "move"), "No shorter solution exists.");
  assert.equal(boundsText(false, 57, "move"), "Not proved to be the shortest: at least 57 moves are needed.");
  assert.equal(boundsText(true, 31, "slide"), "No solution has fewer slides.");
  assert.equal(boundsText(false, 36, "slide"), "Fewer slides may be enough, but at least 36 are needed.");
});

test("the effort of a search names who made it", () => {
  const found = { nodes: 1234, ms: 300.4, by: "worker" };
  assert.equal(effortText(found), "searched in this browser: 1,234 nodes in 300 ms");
  assert.equal(effortText({ ...found, by: "server", ms: 4560 }), "searched on the server: 1,234 nodes in 4.6 s");
  assert.equal(effortText({ nodes: 0, ms: 0.2, by: "table" }), "looked up in a table of all boards: 1 ms");
  assert.equal(effortText({ ...found, by: "known" }), "the rest of a solution found before");
  assert.equal(
    effortText({ ...found, by: "beam" }),
    "searched in this browser, by a beam search with a learned heuristic: 1,234 nodes in 300 ms",
  );
});
