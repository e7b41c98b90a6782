/**
 * The page's words in the reader's language. English stands in the code; what stands for it in
 * another language is in `languages/`, by the English text. Placeholders are as taquin/ground/sentences.py
 * describes them, and numbered from 0 where a sentence is a template.
 */

/** @typedef {Readonly<Record<string, string>>} Catalogue by the English text */

const ENGLISH = "en";

let language = ENGLISH;
/** @type {Catalogue} */
let catalogue = {};
let place = placeOf(ENGLISH);
let counts = new Intl.NumberFormat(place, { maximumFractionDigits: 0 });
let plurals = new Intl.PluralRules(ENGLISH);
let mark = markOf(place);
/** The English text of each template. @type {WeakMap<TemplateStringsArray, string>} */
const texts = new WeakMap();

/**
 * From now on, words are those of the language. Modules write some when they are loaded: call this before.
 * @param {string} tag  as in the attribute `lang`
 * @param {Catalogue} words  added to those that the language has already
 */
export function speak(tag, words) {
  catalogue = tag === language ? { ...catalogue, ...words } : words;
  language = tag;
  place = placeOf(tag);
  counts = new Intl.NumberFormat(place, { maximumFractionDigits: 0 });
  plurals = new Intl.PluralRules(tag);
  mark = markOf(place);
}

/** Loads the words that the first view does not need. @type {() => Promise<unknown>} */
let learnRest = async () => {};

/** @param {() => Promise<unknown>} learn */
export function learnLaterBy(learn) {
  learnRest = learn;
}

/**
 * Load a module that the first view does not need, after the words that are not needed there either: the catalogue of the
 * first load has those of the modules that are loaded without this call.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function withWords(load) {
  await learnRest();
  return load();
}

/**
 * How dates and numbers are written: in the page's language, as in the browser's region if that has it, too.
 * @param {string} tag  of the language
 * @returns {string}  for `Intl`
 */
function placeOf(tag) {
  const [language] = tag.split("-");
  // A browser may have names that no formatter takes, such as "en-US@posix".
  const parts = (globalThis.navigator?.languages ?? []).map((one) => /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2}|\d{3})\b/i.exec(one));
  const region = parts.find((part) => part?.[1] === language)?.[2];
  // Of English without a region, American dates are the surprise.
  return region ? `${tag}-${region}` : tag === ENGLISH ? "en-GB" : tag;
}

/** @param {string} tag */
function markOf(tag) {
  return new Intl.NumberFormat(tag).format(0.5).slice(1, 2);
}

/** See `placeOf`. */
export function locale() {
  return place;
}

/** The language of the page's words, as in the attribute `lang`. */
export function spoken() {
  return language;
}

/** The words of that language. */
export function words() {
  return catalogue;
}

/** A number with what it counts, for a template: its sentence can choose the form of the noun. */
class Amount {
  /** @param {number} value @param {string} one */
  constructor(value, one) {
    this.value = value;
    this.one = one;
  }
}

/**
 * A number with its noun, as a value of a template: t`${amount(moves, "move")} left` is "1 move left".
 * @param {number} value
 * @param {string} one
 */
export function amount(value, one) {
  return new Amount(value, one);
}

/**
 * A sentence of the page in its language: t`Board ${at} of ${all}`.
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 * @returns {string}
 */
export function t(strings, ...values) {
  let text = texts.get(strings);
  if (text === undefined) {
    const forms = values.map((value, i) => (value instanceof Amount ? `{${i}:${value.one}}` : `{${i}}`));
    text = strings.reduce((before, part, i) => before + forms[i - 1] + part);
    texts.set(strings, text);
  }
  return filledIn(
    catalogue[text] ?? text,
    values.map((value) => (value instanceof Amount ? value.value : value)),
  );
}

/**
 * A text that was written elsewhere, as the names of searches, in the page's language; itself where
 * the catalogue has none.
 * @param {string} text
 * @param {string} [sense]  which one, where a word of English has several: “Start (an attempt)” in the catalogue
 * @returns {string}
 */
export function translated(text, sense) {
  return catalogue[sense === undefined ? text : `${text} (${sense})`] ?? text;
}

/**
 * A name in a sentence: "Row 1" → "row 1". Other languages leave it unchanged.
 * @param {string} name
 * @returns {string}
 */
export function uncapitalized(name) {
  return language === ENGLISH ? name.toLowerCase() : name;
}

/**
 * Items in a sentence: "7, 8".
 * @param {ReadonlyArray<string | number>} items
 * @returns {string}
 */
export function listed(items) {
  return items.join(translated(", "));
}

/**
 * Items that have commas: "A, at cost 1; B, at cost 2".
 * @param {ReadonlyArray<string>} items
 * @returns {string}
 */
export function listedApart(items) {
  return items.join(translated("; "));
}

/**
 * Sentences that follow each other; Chinese sets no space between them.
 * @param {...(string | false | null | undefined)} sentences  those that are not said are left out
 * @returns {string}
 */
export function inSequence(...sentences) {
  return sentences.filter(Boolean).join(translated(" "));
}

/**
 * 174385 → "174,385"
 * @param {number} value
 * @returns {string}
 */
export function count(value) {
  return counts.format(value);
}

/**
 * 2.5, 2 → "2.50"
 * @param {number} value
 * @param {number} digits  after the decimal mark
 * @returns {string}
 */
export function decimal(value, digits) {
  return value.toFixed(digits).replace(".", mark);
}

/** The decimal mark of times and ratios: a point, or a comma. */
export function decimalMark() {
  return mark;
}

/**
 * 1, "state" → "1 state"; 2345, "state" → "2,345 states"
 * @param {number} value
 * @param {string} one
 * @param {string} [several]
 * @returns {string}
 */
export function counted(value, one, several = `${one}s`) {
  const form = catalogue[`{count:${one}}`];
  if (form !== undefined) return filledIn(form, { count: value });
  return `${count(value)} ${value === 1 ? one : several}`;
}

/**
 * @param {string} sentence
 * @param {Record<string, string | number>} values  by the names in its braces
 * @returns {string}  in the page's language
 */
export function said(sentence, values) {
  return filledIn(translated(sentence), values);
}

/**
 * @param {string} sentence
 * @param {Record<string, unknown> | readonly unknown[]} values  by the names in its braces
 * @returns {string}
 */
export function filledIn(sentence, values) {
  return sentence.replace(/\{(\w+)(?::([^{}]*))?\}/g, (_, name, form) => {
    const value = /** @type {Record<string, unknown>} */ (values)[name];
    if (form === undefined) return String(value);
    const [one, several] = form.split("|");
    if (several !== undefined) return isOne(value) ? one : several;
    return form === "," ? count(Number(value)) : counted(Number(value), form);
  });
}

/**
 * @param {unknown} value  a number, or its text: "1.000" is a thousand in German
 * @returns {boolean}  whether a noun after it stands in the singular
 */
function isOne(value) {
  return (typeof value === "number" || /^\d+$/.test(String(value))) && plurals.select(Number(value)) === "one";
}
