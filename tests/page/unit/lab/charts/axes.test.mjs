/** The axes of the charts, in another language than the code's. */
import assert from "node:assert/strict";
import test from "node:test";

import later from "../../../../../src/taquin/faces/static/languages/fr-later.js";
import views from "../../../../../src/taquin/faces/static/languages/fr-views.js";
import words from "../../../../../src/taquin/faces/static/languages/fr.js";
import { speak } from "../../../../../src/taquin/faces/static/words/said.js";

test("the axes of every chart are named in the page's language", async () => {
  speak("fr", { ...words, ...later, ...views });
  const { KINDS } = await import("../../../../../src/taquin/faces/static/lab/charts/chartkinds.js");
  const names = Object.values(KINDS).flatMap(({ x, y }) => [x, y]);
  assert.ok(names.length >= 12);
  const translations = new Set(Object.values({ ...words, ...later, ...views }));
  assert.deepEqual(names.filter((name) => !translations.has(name)), []);
});
