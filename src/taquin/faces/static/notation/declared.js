// What stands around a board in a text: comments, labels, declarations, calls.
// Its twin: taquin/puzzle/declared.py.

import { BLANKS, QUOTES, isComplete, strip } from "./tilerows.js";

/**
 * @typedef {{number: number, text: string}} Line  its number from 1; "" for a gap
 * @typedef {{label: string, lines: Line[]}} Part  the lines below a label, "" before the first
 */

const LETTER = "A-Za-zÀ-ÖØ-öø-ʯͰ-῿Ⰰ-퟿";
const BREAKS = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const words = (/** @type {string} */ text) => new Set(text.split(" "));
const STARTS = words(
  "start starting initial init begin beginning source from startzustand anfang anfangszustand " +
    "ausgangszustand",
);
const GOALS = words(
  "goal target final end ending finish desired solved destination to ziel zielzustand endzustand",
);
// A start and a goal on one line: where the second label begins.
const INLINE =
  /(?<=[\d_.\])}])[ \t,;]+(?=(?:start|initial|goal|target|final)(?:[ _-]?(?:state|board))?(?:[ \t]*[:=]|[ \t]+[\d_[({])|to[ \t]+[\d_[({])/i;
const NOUNS = words(
  "puzzle board state position positions configuration config node input output problem instance " +
    "case test sample example matrix grid tiles game level layout arrangement the is of no " +
    "number my given current",
);
const known = (/** @type {string} */ word) => STARTS.has(word) || GOALS.has(word) || NOUNS.has(word);
const DECORATION = " \t-=*#<>[](){}:.!~|/%;";
const COMMENT = new RegExp(
  `(?:(?<!/)//+|(?:^|(?<=[ \\t]))--+|^;+)[ \\t]*([${LETTER}]{2,})(?!\\w)`,
  "g",
);
const WORD = new RegExp(`^[${LETTER}]{2,}$`);
const FIRST_WORD = new RegExp(`^["']*([${LETTER}]{2,})`);
const HEAD = new RegExp(`^["']?[${LETTER}_](?:[\\w${LETTER} \\t.<>\\[\\],*&'"-]|::)*$`);
const INDEX = /^\(?(\d{1,6})[:)][ \t]+(?=[^ \t])/;
// 1. is an index too, unless other numbers have a point, as 1. 2. 3. 0. has.
const POINTED = /^(\d{1,6})\.[ \t]+(?=[^ \t])(?!.*\d\.(?:[\s,\])}]|$))/;
const NUMBERED = /^#(\d{1,6})[:.)]?[ \t]+([\d_][\d_ \t,/]*)$/;
// Known words before a board on the same line, as in start 1 2 3/4 5 0.
const LEADING = new RegExp(`^((?:[${LETTER}]{2,}[ \\t]+){1,3})(?=[\\d_[({])`);
const SIZED_GAME = /^\d{1,4}[ \t-]?(?:puzzle|board|tiles?)$/i;
// What is known about a board, behind it or on a separate line.
const VALUE =
  /(?:[ \t]*[,;(][ \t]*|[ \t]+|^)(?:depth|cost|distance|optimum|optimal|optimal[ _](?:cost|length)|length|seed)[ \t]*(?:[:=]|(?<=\w) )[ \t]*\d{1,9}[ \t]*\)?$/i;
const FIELDS = /^["'][^"'\n]*["'][,;\t]["'][^[({]*$/;
const TILES = /^[\d_.xX·*+-]+$/;
const CALL = /^(?:new[ \t]+)?[A-Za-z_][\w.:<>]*!?[ \t]*\(([^]*)\)$/;
const TYPE = /(?<!\w)([A-Za-z_][\w.:<>]*)!?[ \t]*([[({])?/g;
const DECLARED =
  /^(?:(?:[A-Za-z_][\w:<>*&]*[ \t]+)*[A-Za-z_][\w:<>*&]*[ \t]*(?=\{)|(?:new[ \t]+)?(?:\[[\d, \t]*\][ \t]*)+(?=\{))/;

/** The parts with content: one, unless labels separate several. @param {string} text */
export function partsOf(text) {
  /** @type {Part[]} */
  const found = [{ label: "", lines: [] }];
  withoutBlocks(text.replaceAll("\ufeff", ""))
    .split(BREAKS)
    .flatMap((line, i) => line.split(INLINE).map((raw) => ({ raw, i })))
    .forEach(({ raw, i }) => {
      let [line, comment] = uncommented(raw.trim());
      let label = titleOf(line || comment);
      if (label === null) [label, line] = labelled(line);
      else line = "";
      if (label !== null) found.push({ label, lines: [] });
      const end = strip(line, QUOTES).toUpperCase() === "END OF FILE";
      found[found.length - 1].lines.push({ number: i + 1, text: end ? "" : line });
    });
  return found.filter((part) => part.lines.some(({ text: line }) => line));
}

/** `start` or `goal` if a common word in the label says so. @param {string} label */
export function roleOf(label) {
  for (const word of (label.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).reverse()) {
    if (GOALS.has(word.toLowerCase())) return "goal";
    if (STARTS.has(word.toLowerCase())) return "start";
  }
  return "";
}

/** The lines without the quotes, calls and types around them. @param {Line[]} lines */
export function bare(lines) {
  const text = lines.map((line) => line.text).join("\n");
  // In quoted fields, the first and the last quotation marks are no pair.
  let inner = FIELDS.test(text) ? text.trim() : strip(text.trim(), QUOTES).trim();
  for (let i = 0; i < 4; i++) {
    inner = inner.replace(/([\])}"'])[ \t]*[.;,]$/, "$1");
    const call = CALL.exec(inner);
    if (!call || !balanced(call[1])) break;
    inner = strip(call[1].replace(/,\s*dtype\s*=\s*[\w.]+\s*$/, "").trim(), QUOTES).trim();
  }
  const before = text.slice(0, Math.max(0, text.indexOf(inner.slice(0, 80))));
  const first = lines[0].number + before.split("\n").length - 1;
  if (/[[({]/.test(inner)) {
    inner = inner
      .replace(TYPE, (all, word, bracket) =>
        !bracket || word.length < 2 || BLANKS.has(word.toLowerCase()) ? all : bracket,
      )
      .replace(DECLARED, "");
  }
  return inner.split("\n").map((line, i) => ({ number: first + i, text: line.trim() }));
}

/** @param {string} text */
function balanced(text) {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[()]/g)) {
    depth += bracket === "(" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** The text without comments in slashes and stars; line breaks stay. @param {string} text */
function withoutBlocks(text) {
  let [kept, at] = ["", 0];
  for (;;) {
    const start = text.indexOf("/*", at);
    const end = start < 0 ? -1 : text.indexOf("*/", start + 2);
    if (end < 0) return kept + text.slice(at);
    kept += `${text.slice(at, start)} ${text.slice(start, end).replace(/[^\n]+/g, "")}`;
    at = end + 2;
  }
}

/** The line without its comment; the comment, if it is all. @param {string} line */
function uncommented(line) {
  const numbered = NUMBERED.exec(line);
  if (numbered && isSquare(numbered[2])) return [`${numbered[1]}: ${numbered[2]}`, ""];
  let content = withoutTrailing(withoutValue(line.split(/[#%]/, 1)[0].trimEnd()));
  if (/^(?:\/\/|--|;)/.test(content)) {
    const names = content.replace(/^[/;-]+/, "").split(/\s+/).map((word) => strip(word, ".,:!?"));
    if (names.some((word) => WORD.test(word) && !BLANKS.has(word.toLowerCase()))) content = "";
  }
  for (const mark of content.matchAll(COMMENT)) {
    // A row may be empty by mistake, as in 1 2//3 0: behind a board, comments begin with a word.
    if (!BLANKS.has(mark[1].toLowerCase())) {
      content = content.slice(0, mark.index);
      break;
    }
  }
  content = content.trim();
  return [content, content ? "" : line];
}

/** Whether the numbers are the tiles of a square board. @param {string} text */
function isSquare(text) {
  const words = strip(text, " ,/").split(/[\s,/]+/);
  const cells = words.filter((word) => /^\d{1,5}$/.test(word)).map(Number);
  const side = Math.round(Math.sqrt(words.length));
  return side > 1 && cells.length === side * side && isComplete(cells);
}

/** The content without what is known about the board: depth: 20. @param {string} content */
function withoutValue(content) {
  const tail = content.slice(-60);
  const value = VALUE.exec(tail);
  return value ? content.slice(0, content.length - tail.length + value.index) : content;
}

/** The content without a comment behind ; that is not a row of numbers. @param {string} content */
function withoutTrailing(content) {
  const at = content.indexOf(";");
  if (at < 0) return content;
  const [row, rest] = [content.slice(0, at), content.slice(at + 1)];
  const words = strip(rest, " \t,;").split(/[\s,;]+/);
  const before = row.match(/[^\s,]+/g) ?? [];
  if (!words[0] || before.length < 2 || !/\d/.test(row)) return content;
  const numbers = rest.match(/\d+/g) ?? [];
  const aRow = words
    .map((word) => strip(word, ",/|\"'[](){}"))
    .every((w) => !w || BLANKS.has(w.toLowerCase()) || TILES.test(w) || [...w].length === 1);
  const alone = words.length === 1 && /^[A-Za-z]$/.test(words[0]);
  // Many numbers may be another board, as in int[] a = {…}; int[] b = {…}.
  return numbers.length > 3 || (aRow && !alone) ? content : row;
}

/** The words of a line that only announces a board: Goal state. @param {string} line */
function titleOf(line) {
  const found = strip(line, DECORATION).toLowerCase().replaceAll("_", " ").trim().split(/\s+/);
  const numbers = found.filter((word) => /^#?\d{1,6}$/.test(word));
  const names = found.filter(known);
  if (numbers.length > 1) return null;
  return known(found[0]) && names.length + numbers.length === found.length ? found.join(" ") : null;
}

/** The label before a line's content, null for none, and the content.
 * @param {string} line @returns {[string | null, string]} */
function labelled(line) {
  let label = null;
  for (let i = 0; i < 4; i++) {
    const index = INDEX.exec(line) ?? POINTED.exec(line);
    const leading = LEADING.exec(line);
    const at = line.search(/(?<!:):(?!:)|=/);
    let found;
    if (index) {
      [found, line] = [index[1], line.slice(index[0].length)];
    } else if (at >= 0 && isLabel(line.slice(0, at).trim(), line.slice(at))) {
      [found, line] = [line.slice(0, at), line.slice(at).replace(/^[:=> \t]+/, "")];
    } else if (leading && leading[1].toLowerCase().trim().split(/\s+/).every(known)) {
      [found, line] = [leading[1].trimEnd(), line.slice(leading[0].length)];
    } else {
      break;
    }
    label = strip(`${label ?? ""} ${found}`, " \t\"'");
  }
  return [label, line];
}

/** @param {string} head @param {string} rest */
function isLabel(head, rest) {
  const word = FIRST_WORD.exec(head)?.[1].toLowerCase();
  // korf100:1 is a name.
  if (/^:[\w.-]+$/.test(rest) && !(word && known(word))) return false;
  if (SIZED_GAME.test(head)) return true;
  if (/^[A-Za-z_]\w*$/.test(head)) return head !== "dtype"; // the last line of an array
  const listed = /\d[ \t]*,|,[ \t]*\d/.test(head); // tiles, not a label
  return Boolean(word && !BLANKS.has(word) && HEAD.test(head) && !listed);
}
