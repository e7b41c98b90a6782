import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { heard } from "../../../src/taquin/faces/static/words/heard.js";
import { short } from "../../../src/taquin/faces/static/notation/quoting.js";
import { dateText, timeText } from "../../../src/taquin/faces/static/shared/gamewords.js";
import { duration, percent, times } from "../../../src/taquin/faces/static/shared/measures.js";
import {
  amount,
  count,
  counted,
  decimal,
  filledIn,
  inSequence,
  listed,
  listedApart,
  said,
  speak,
  spoken,
  t,
  translated,
  uncapitalized,
} from "../../../src/taquin/faces/static/words/said.js";

const GERMAN = {
  "Board {0} of {1}": "Brett {0} von {1}",
  "{0} leads {1}": "Vor {1} liegt {0}",
  "{0:move} left": "noch {0:,} {0:Zug|Züge}",
  "{count:move}": "{count:,} {count:Zug|Züge}",
  "{n} {n:tile is|tiles are} out of place.": "{n} {n:Stein liegt|Steine liegen} falsch.",
  Start: "Anfang",
  "Start (an attempt)": "Los",
};
const STANDARD = "{n} {n:tile is|tiles are} out of place.";

afterEach(() => speak("en", {}));

test("English is what stands in the code", () => {
  assert.equal(spoken(), "en");
  assert.equal(t`Board ${1} of ${5}`, "Board 1 of 5");
  assert.equal(t`${amount(1, "move")} left`, "1 move left");
  assert.equal(t`${amount(1200, "move")} left`, "1,200 moves left");
  assert.equal(said(STANDARD, { n: 1 }), "1 tile is out of place.");
  assert.equal(said(STANDARD, { n: 3 }), "3 tiles are out of place.");
  assert.equal(translated("Start", "an attempt"), "Start");
  assert.equal(counted(2, "search", "searches"), "2 searches");
  assert.equal(uncapitalized("Row 1"), "row 1");
});

test("another language says it in its own order and forms", () => {
  speak("de", GERMAN);
  assert.equal(spoken(), "de");
  assert.equal(t`Board ${1} of ${5}`, "Brett 1 von 5");
  assert.equal(t`${"A*"} leads ${"IDA*"}`, "Vor IDA* liegt A*");
  for (const [moves, text] of [[0, "noch 0 Züge"], [1, "noch 1 Zug"], [1200, "noch 1.200 Züge"]]) {
    assert.equal(t`${amount(moves, "move")} left`, text);
  }
  assert.equal(said("{n} {n:state|states}", { n: "1.000" }), "1.000 states", "a thousand");
  assert.equal(counted(1, "move"), "1 Zug");
  assert.equal(counted(20, "move"), "20 Züge");
  assert.equal(said(STANDARD, { n: 1 }), "1 Stein liegt falsch.");
  assert.equal(filledIn(STANDARD, { n: 1 }), "1 tile is out of place.", "English where it is stored");
  assert.deepEqual([translated("Start"), translated("Start", "an attempt")], ["Anfang", "Los"]);
  assert.equal(t`not in the catalogue`, "not in the catalogue");
  assert.equal(uncapitalized("Zeile 1"), "Zeile 1");
});

test("words are added to those that a language has; another language has its own alone", () => {
  speak("de", GERMAN);
  speak("de", { End: "Ende" });
  assert.deepEqual([translated("Start"), translated("End")], ["Anfang", "Ende"]);
  speak("fr", { End: "Fin" });
  assert.deepEqual([translated("Start"), translated("End")], ["Start", "Fin"]);
});

test("French says one of nothing, too, and Chinese has one form", () => {
  speak("fr", { "{0:move} left": "encore {0:,} {0:coup|coups}" });
  const left = (/** @type {number} */ moves) => t`${amount(moves, "move")} left`;
  assert.deepEqual([0, 1, 2].map(left), ["encore 0 coup", "encore 1 coup", "encore 2 coups"]);
  speak("zh-Hans", { "{0:move} left": "还剩 {0:,} 步" });
  assert.deepEqual([1, 2].map(left), ["还剩 1 步", "还剩 2 步"]);
});

test("numbers have the marks of the language", () => {
  const shown = () => [count(12345), decimal(2.5, 2), timeText(62_500, 3), duration(2.5), times(3, 2), percent(1, 1500)];
  assert.deepEqual(shown(), ["12,345", "2.50", "1:02.500", "2.50 s", "1.5", "0.1"]);
  speak("de", {});
  assert.deepEqual(shown(), ["12.345", "2,50", "1:02,500", "2,50 s", "1,5", "0,1"]);
  speak("zh-Hans", {});
  assert.deepEqual(shown(), ["12,345", "2.50", "1:02.500", "2.50 s", "1.5", "0.1"]);
});

test("items are listed with the marks of the language", () => {
  assert.deepEqual([listed([1, 2]), listedApart(["1, 2", "3"])], ["1, 2", "1, 2; 3"]);
  speak("fr", { "; ": "\u202f; " });
  assert.equal(listedApart(["a", "b"]), "a\u202f; b");
  speak("zh-Hans", { ", ": "、" });
  assert.equal(listed(["3×3", "4×4"]), "3×3、4×4");
});

test("sentences follow each other with the space of the language, without those that are not said", () => {
  assert.equal(inSequence("One.", "", false, "Two."), "One. Two.");
  speak("zh-Hans", { " ": "", "Not known.": "未知。" });
  assert.equal(inSequence("一。", "二。"), "一。二。");
  assert.equal(heard("Not known. Not known."), "未知。未知。");
});

/**
 * @param {string[]} languages  of the browser
 * @param {() => void} look
 */
function inBrowser(languages, look) {
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
  try {
    look();
  } finally {
    if (before) Object.defineProperty(globalThis, "navigator", before);
    else Reflect.deleteProperty(globalThis, "navigator");
  }
}

test("dates and numbers are written in the language of the page, as in the browser's region if that speaks it", () => {
  const written = (/** @type {string} */ language, /** @type {string[]} */ ...languages) => {
    let found = "";
    inBrowser(languages, () => {
      speak(language, {});
      found = [dateText("2026-01-05", { dateStyle: "long", timeZone: "UTC" }), count(12345), decimal(2.5, 1)].join(" | ");
    });
    // Versions of the browser differ in these marks.
    return found.replaceAll("\u00a0", " ").replaceAll("’", "'");
  };
  assert.equal(written("de", "en-US", "en"), "5. Januar 2026 | 12.345 | 2,5");
  assert.equal(written("de", "de-AT", "de", "en-US"), "5. Jänner 2026 | 12 345 | 2,5");
  assert.equal(written("de", "de", "en-US"), "5. Januar 2026 | 12.345 | 2,5");
  assert.equal(written("de", "en-US", "de-CH"), "5. Januar 2026 | 12'345 | 2.5");
  assert.equal(written("en", "de-DE", "de"), "5 January 2026 | 12,345 | 2.5");
  assert.equal(written("en", "en-US@posix"), "January 5, 2026 | 12,345 | 2.5");
  assert.equal(written("en", "en"), "5 January 2026 | 12,345 | 2.5");
  assert.equal(written("es", "es-MX", "es"), "5 de enero de 2026 | 12,345 | 2.5");
  // Simplified characters, wherever the browser is.
  assert.equal(written("zh-Hans", "zh-Hant-TW", "en-US"), "2026年1月5日 | 12,345 | 2.5");
  assert.equal(written("fr"), "5 janvier 2026 | 12\u202f345 | 2,5");
});

test("the first of a month is an ordinal in French", () => {
  const style = /** @type {const} */ ({ dateStyle: "long", timeZone: "UTC" });
  speak("fr", {});
  assert.equal(dateText("2026-05-01", style), "1er mai 2026");
  assert.equal(dateText("2026-05-21", style), "21 mai 2026");
  speak("de", {});
  assert.equal(dateText("2026-05-01", style), "1. Mai 2026");
});

test("a word of a text is quoted with the marks of the language", () => {
  assert.equal(short("foo"), "'foo'");
  speak("fr", { "“{0}”": "«\u202f{0}\u202f»" });
  assert.equal(short("foo"), "«\u202ffoo\u202f»");
});
