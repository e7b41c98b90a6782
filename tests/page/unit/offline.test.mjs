// The service worker keeps every file that a view can ask for.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const STATIC = new URL("../../../src/taquin/faces/static/", import.meta.url);
/** What a file asks for: modules beside it, and sheets and workers by their path on the page. */
const MENTION =
  /(?:from\s+|import\s*\(?\s*|(?:src|href)="|scriptUrl\(|new URL\()["']?([\w./-]+\.(?:js|css|svg|png|bin|wasm|webmanifest))["']|"([\w./-]+\.css)"/g;

/** Made by the server. */
const MADE = ["solver/values5.bin"];
/** Made by it, too, and kept from their first use on. */
const LATE = ["solver/values6.bin", "solver/values7.bin", "solver/values8.bin"];

/** All files that a file asks for, itself included. */
async function reach(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  if ([...MADE, ...LATE].includes(name)) return found; // the server makes them
  const text = await readFile(new URL(name, STATIC), "utf-8");
  // Its own list must not vouch for itself.
  if (/\.(svg|css|png|bin|wasm)$/.test(name) || name === "sw.js") return found;
  if (name.endsWith(".webmanifest")) {
    for (const { src } of JSON.parse(text).icons) found.add(src);
    return found;
  }
  for (const [, file, style] of text.matchAll(MENTION)) {
    const asked = file ?? style;
    const url = new URL(asked, asked.startsWith(".") ? new URL(name, STATIC) : STATIC);
    await reach(url.href.slice(STATIC.href.length), found);
  }
  return found;
}

test("the service worker's list is what the page can ask for", async () => {
  const wanted = await reach("index.html");
  wanted.delete("index.html");
  wanted.delete("sw.js");
  for (const name of LATE) assert.ok(wanted.delete(name), name);
  const worker = await readFile(new URL("sw.js", STATIC), "utf-8");
  const list = /FILES = \[([^\]]*)\]/.exec(worker)[1];
  const kept = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  assert.equal(kept[0], "./");
  assert.deepEqual(kept.slice(1), [...wanted].sort());
});

test("every view is in reach, with what its workers load", async () => {
  const wanted = await reach("index.html");
  for (const name of [
    "board.js",
    "solver/worker.js",
    "solver/exact.js",
    "solver/ida.js",
    "review/review.js",
    "setup/setup.js",
    "lab/lab.js",
    "lab/charts/uplot/uPlot.min.js",
    "lab/searches/catalogue.js",
    "lab/searches/runsearch.js",
  ]) {
    assert.ok(wanted.has(name), name);
  }
});
