/** What is wrong with a text is said in the page's language, all of it. */
import assert from "node:assert/strict";
import test from "node:test";

import { parseBoard, sayWith } from "../../../../src/taquin/faces/static/board.js";
import LATER from "../../../../src/taquin/faces/static/languages/de-later.js";
import FIRST from "../../../../src/taquin/faces/static/languages/de.js";
import { speak, t, translated } from "../../../../src/taquin/faces/static/words/said.js";
import { vectors } from "../vectors.mjs";

const GERMAN = { ...FIRST, ...LATER };
const STATIC = new URL("../../../../src/taquin/faces/static/", import.meta.url);
const module = (/** @type {string} */ path) => import(new URL(path, STATIC).href);

/** The part of a text that no entry of the catalogue covers. @param {string} text */
function outside(text) {
  let depth = 0;
  return [...text].filter((letter) => {
    depth += Number(letter === "‹") - Number(letter === "›");
    return depth === 0 && letter !== "›";
  }).join("");
}

test("no refusal of a board, a task or moves stands outside the catalogue", async () => {
  const forms = (/** @type {string} */ text) => text.replace(/\{(\w+):(\w[\w ]*)\}/g, "{$1:,} {$1:$2|$2s}");
  speak("de", Object.fromEntries(Object.keys(GERMAN).map((text) => [text, `‹${forms(text)}›`])));
  sayWith((strings, ...values) => t(strings, ...values.map((value) => translated(String(value)))));
  // They write some of their words when they are loaded.
  const [{ readBoard, readTask }, { readMoveText }] = await Promise.all(["notation/notation.js", "notation/slides.js"].map(module));
  const { texts, tasks } = vectors("notation");
  const moves = vectors("movetexts");
  const readings = [
    ...texts.map(({ text, size }) => () => readBoard(text, size ?? undefined)),
    ...tasks.map(({ text, size }) => () => readTask(text, size ?? undefined)),
    ...[...moves.letters, ...moves.texts].map(({ text, board }) => () => readMoveText(text, board && parseBoard(board))),
  ];
  const told = readings.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      return [error.message];
    }
  });
  assert.ok(told.length > 100);
  assert.deepEqual(told.filter((message) => /\p{L}{2}/u.test(outside(message))), []);
});
