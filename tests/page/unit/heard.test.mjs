/** What servers and recordings say in English, in the page's language. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { heard } from "../../../src/taquin/faces/static/words/heard.js";
import { filledIn, speak } from "../../../src/taquin/faces/static/words/said.js";
import { vectors } from "./vectors.mjs";

const LANGUAGES = new URL("../../../src/taquin/faces/static/languages/", import.meta.url);
const GERMAN = {
  "Smallest f = {f}; {ties} of {frontier} nodes have it, {every} with f = {f}.":
    "Kleinstes f = {f}; {ties} von {frontier} Knoten haben es, {every} mit f = {f}.",
  "Smallest f = {f}; {rest}.": "Kleinstes f = {f}; {rest}.",
  "searching {cells:cell}; {cells:it is|they are} many": "sucht in {cells:,} {cells:Feld|Feldern}",
  "at least {number:,}": "mindestens {number:,}",
  "It is full.": "Es ist voll.",
  both: "beide",
};

/** All words of a language. @param {string} language */
async function wordsOf(language) {
  const parts = await Promise.all(["", "-later", "-views"].map((part) => import(new URL(`${language}${part}.js`, LANGUAGES).href)));
  return Object.assign({}, ...parts.map((part) => part.default));
}

afterEach(() => speak("en", {}));

test("a sentence is known by its template, and its values are said in the language", () => {
  speak("de", GERMAN);
  assert.equal(
    heard("Smallest f = 13; at least 10,000 of 12,345 nodes have it, both with f = 13."),
    "Kleinstes f = 13; mindestens 10.000 von 12.345 Knoten haben es, beide mit f = 13.",
  );
  assert.equal(heard("Smallest f = 13; 2 of 5 nodes have it, all with f = 14."), "Kleinstes f = 13; 2 of 5 nodes have it, all with f = 14.");
  assert.equal(heard("searching 1 cell; it is many"), "sucht in 1 Feld");
  assert.equal(heard("searching 1,600 cells; they are many"), "sucht in 1.600 Feldern");
});

test("of several sentences, those that are known are said, and the others stay", () => {
  speak("de", GERMAN);
  assert.equal(heard("It is full. Nobody knows this. It is full."), "Es ist voll. Nobody knows this. Es ist voll.");
  assert.equal(heard("Smallest f = 13; 5 left. It is full."), "Kleinstes f = 13; 5 left. Es ist voll.");
  assert.equal(heard("toString"), "toString");
});

test("in English all stays as it is", () => {
  assert.equal(heard("It is full. Smallest f = 13; 1,234 left."), "It is full. Smallest f = 13; 1,234 left.");
});

test("all that searches say of their steps and of their ends is known in every language", async () => {
  const reasons = vectors("lab").traces.flatMap(({ lines }) => lines.flatMap(({ why }) => why ?? []));
  assert.ok(new Set(reasons).size > 100);
  for (const language of ["de", "es", "fr", "zh-Hans"]) {
    speak(language, await wordsOf(language));
    assert.deepEqual(reasons.filter((why) => heard(why) === why), [], language);
  }
});

test("no template of the catalogue is taken for another", async () => {
  const german = await wordsOf("de");
  const named = Object.keys(german).filter((text) => /\{[a-z]/i.test(text));
  assert.ok(named.length > 150);
  for (const text of named) {
    const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 7]));
    speak("en", {});
    const english = filledIn(text, values);
    speak("de", german);
    assert.equal(heard(english), filledIn(german[text], values), text);
  }
});
