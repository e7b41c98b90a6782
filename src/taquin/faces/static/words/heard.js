/**
 * What others say in English, as a server and a recording, in the page's language. The catalogue has their
 * sentences with names in braces for the values; what it does not know stays English.
 */
import { count, filledIn, inSequence, words } from "./said.js";

/** @typedef {import("./said.js").Catalogue} Catalogue */
/** @typedef {{english: string, pattern: RegExp, counts: Set<string>}} Template counts: the names of numbers */

const FIELD = /\{([A-Za-z]\w*)(?::([^{}]*))?\}/g;
/** Not beyond the end of a sentence. */
const VALUE = "(?:(?!\\. ).)+?";
const SENTENCES = /(?<=[.!?]) /;

/** @type {WeakMap<Catalogue, Template[]>} */
const templates = new WeakMap();

/**
 * @param {string} text  one sentence or several
 * @returns {string}
 */
export function heard(text) {
  const whole = heardWhole(text);
  if (whole !== null) return whole;
  const parts = text.split(SENTENCES);
  return parts.length === 1 ? text : inSequence(...parts.map((part) => heardWhole(part) ?? part));
}

/**
 * @param {string} text
 * @returns {string | null} null: the catalogue does not have it
 */
function heardWhole(text) {
  const catalogue = words();
  if (Object.hasOwn(catalogue, text)) return catalogue[text];
  for (const { english, pattern, counts } of templatesOf(catalogue)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {});
    const told = values.map(([name, value]) => [name, counts.has(name) ? numberOf(value) : valueOf(value)]);
    return filledIn(catalogue[english], Object.fromEntries(told));
  }
  return null;
}

const numberOf = (/** @type {string} */ digits) => Number(digits.replaceAll(",", ""));

/** @param {string} value  a number, a word, or a part of a sentence */
const valueOf = (value) => (/^\d{1,3}(,\d{3})+$/.test(value) ? count(numberOf(value)) : heard(value));

/** @param {Catalogue} catalogue */
function templatesOf(catalogue) {
  let list = templates.get(catalogue);
  if (!list) {
    const texts = Object.keys(catalogue).filter((text) => text.search(FIELD) >= 0);
    // A text may fit several: the one that says the most is meant.
    const said = (/** @type {string} */ text) => text.replace(FIELD, "").length;
    list = texts.sort((one, other) => said(other) - said(one)).map(templateOf);
    templates.set(catalogue, list);
  }
  return list;
}

/** @param {string} english @returns {Template} */
function templateOf(english) {
  const named = new Set();
  const counts = new Set();
  let [pattern, at] = ["", 0];
  for (const { 0: field, 1: name, 2: form, index } of english.matchAll(FIELD)) {
    pattern += escaped(english.slice(at, index)) + patternOf(name, form, named.has(name));
    at = index + field.length;
    if (form?.includes("|")) continue;
    named.add(name);
    if (form !== undefined) counts.add(name);
  }
  return { english, pattern: new RegExp(`^${pattern}${escaped(english.slice(at))}$`), counts };
}

/**
 * @param {string} name
 * @param {string | undefined} form
 * @param {boolean} again  whether the value stands before
 */
function patternOf(name, form, again) {
  if (form?.includes("|")) return `(?:${escaped(form).replace("\\|", "|")})`;
  const value = again ? `\\k<${name}>` : `(?<${name}>${form === undefined ? VALUE : "[\\d,]+"})`;
  return form && form !== "," ? `${value} ${escaped(form)}(?:e?s)?` : value;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
