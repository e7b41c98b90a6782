// The boards in lines without labels: one per line, in rows, side by side, in lists.
// Its twin: taquin/puzzle/splits.py.

import { NotationError } from "../board.js";
import { isBorder } from "./boxes.js";
import { readSingle } from "./single.js";
import { BLANKS, isComplete, strip } from "./tilerows.js";
import { t } from "../words/said.js";

/**
 * @typedef {import("../board.js").Size} Size
 * @typedef {import("./single.js").Reading} Reading
 * @typedef {import("./declared.js").Line} Line
 * @typedef {{line: number, reading: Reading}} BoardAt
 */

const LARGEST_SIDE = 100;
const HEADER = /^\d{1,5}(?:[ \t]*[xX×,]?[ \t]*\d{1,3})?:?$/;

/** @param {Line[]} lines */
const texts = (lines) => lines.map(({ text }) => text);

/** The reading of these lines if every tile is there once. @param {string[]} lines
 * @param {Size} [size] */
export function complete(lines, size) {
  try {
    const reading = readSingle(lines, size);
    return isComplete(reading.cells) ? reading : null;
  } catch (error) {
    if (error instanceof NotationError) return null;
    throw error;
  }
}

/** The boards in lines without labels. @param {Line[]} lines @param {Size} [size]
 * @param {boolean} [headed]  whether they stand below a count or a size
 * @returns {BoardAt[]} */
export function split(lines, size, headed = false) {
  const given = lines.filter(({ text }) => text && !isBorder(text));
  if (!given.length) return [];
  const reading = complete(texts(given), size);
  if (reading) return [{ line: given[0].number, reading }];
  if ("[({".includes(given[0].text[0])) return listed(lines, size);
  const ways = [
    () => byLine(given, size),
    () => byGap(lines, size),
    () => byRows(given, size),
    () => sideBySide(given, size),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length) return found;
  }
  if (headed || given.length < 2 || !isHeader([given[0].text])) return [];
  const below = split(lines.filter(({ number }) => number > given[0].number), size, true);
  return fits(given[0].text, below) ? below : [];
}

/** One board or more a line. @param {Line[]} lines @param {Size} [size] */
function byLine(lines, size) {
  /** @type {BoardAt[]} */
  const found = [];
  for (const { number, text } of lines) {
    const boards = inLine(text, size);
    if (!boards.length && found.length > 1) {
      throw new NotationError(t`line ${number} is not a board, as those above it are.`);
    }
    if (!boards.length) return [];
    found.push(...boards.map((reading) => ({ line: number, reading })));
  }
  return found;
}

/** Boards with empty lines between. @param {Line[]} lines @param {Size} [size] */
function byGap(lines, size) {
  /** @type {Line[][]} */
  let groups = [[]];
  for (const line of lines) {
    if (line.text) groups[groups.length - 1].push(line);
    else groups.push([]);
  }
  groups = groups.filter((group) => group.length);
  /** @type {BoardAt[]} */
  const found = [];
  for (const group of groups.length > 1 ? groups : []) {
    const reading = complete(texts(group), size);
    const boards = reading ? [{ line: group[0].number, reading }] : byRows(group, size);
    if (!boards.length && found.length) {
      throw new NotationError(
        t`line ${group[0].number}: what begins here is not a board, as those above it are.`,
      );
    }
    if (!boards.length) return [];
    found.push(...boards);
  }
  return found;
}

/** The boards on one line. @param {string} text @param {Size} [size] @returns {Reading[]} */
function inLine(text, size) {
  const reading = complete([text], size);
  if (reading) return [reading];
  for (const mark of [/(?<!-)-{1,9}>|(?<!=)={1,9}>|→|⟶/, ";", "|", ",", "\t", " "]) {
    const fields = text.split(mark).filter((field) => field.trim());
    if (fields.length < 2 || fields[0].length < 4) continue;
    const found = allComplete(fields.map((field) => [field]), size);
    if (found.length) return found;
  }
  const words = strip(text, " ,;/|").split(/[\s,;/|]+/);
  const count = numbersOf(words).filter((number) => number === 0).length;
  if (count < 2 || words.length % count || text.includes("/")) return [];
  const each = words.length / count;
  const chunks = Array.from({ length: count }, (_, i) => [
    words.slice(i * each, (i + 1) * each).join(" "),
  ]);
  return allComplete(chunks, size);
}

/** @param {string[][]} given @param {Size} [size] */
function allComplete(given, size) {
  const found = [];
  for (const lines of given) {
    const reading = complete(lines, size);
    if (!reading) return [];
    found.push(reading);
  }
  return found;
}

/** The words as numbers, 0 for a blank, -1 for any other word. @param {string[]} words */
const numbersOf = (words) =>
  words.map((word) => {
    if (BLANKS.has(word.toLowerCase()) || !strip(word, "_bBeE") || word === "-1") return 0;
    return /^\d{1,5}$/.test(word) ? Number(word) : -1;
  });

/** Whether it is one line with a count or a size alone. @param {string[]} lines */
export const isHeader = (lines) => lines.length === 1 && HEADER.test(lines[0]);

/** Whether a header counts the boards, or fits each. @param {string} header
 * @param {BoardAt[]} found */
export function fits(header, found) {
  const [a, b] = (header.match(/\d+/g) ?? []).map(Number);
  const each = found.map(({ reading }) => reading);
  if (b === undefined) {
    if (a === found.length) return true;
    return each.every(({ height, cells }) => [height, cells.length, cells.length - 1].includes(a));
  }
  return each.every(({ width: w, height: h }) => (w === a && h === b) || (w === b && h === a));
}

/** Boards whose rows follow each other without a gap. @param {Line[]} lines @param {Size} [size] */
function byRows(lines, size) {
  let rows = lines.filter(({ text }) => !isBorder(text));
  if (!rows.length) return [];
  if (rows.length === 1 && rows[0].text.includes("/")) {
    const [{ number, text }] = rows;
    rows = strip(text, "/ ").split("/").map((row) => ({ number, text: row }));
  }
  if (rows.length > 3 && rows.every(({ text }) => text.trim() && !/\s/.test(text.trim()))) {
    const boards = inLine(texts(rows).join(" "), size);
    const each = Math.floor(rows.length / boards.length);
    if (boards.length > 1) {
      return boards.map((reading, i) => ({ line: rows[i * each].number, reading }));
    }
    if (rows.every(({ text }) => text.length === 1)) return [];
  }
  const first = rows.slice(0, LARGEST_SIDE + 1).map(({ text }) => numbersOf(fieldsOf(text)));
  // Where no board begins at the first row, or below its count, the others need not be read.
  if (!endsOf(first, 0).length && !(isHeader([rows[0].text]) && endsOf(first, 1).length)) return [];
  const cells = rows.map(({ text }) => numbersOf(fieldsOf(text)));
  const ends = cells.map((_, at) => endsOf(cells, at));
  const ways = [...rows.map(() => 0), 1];
  /** @type {number[][]} */
  const after = rows.map(() => []);
  for (let at = rows.length - 1; at >= 0; at--) {
    after[at] = ends[at].filter((end) => ways[end]);
    if (isHeader([rows[at].text]) && at + 1 < rows.length) {
      after[at].push(...ends[at + 1].filter((end) => ways[end]));
    }
    ways[at] = Math.min(2, after[at].reduce((sum, end) => sum + ways[end], 0));
  }
  if (ways[0] > 1) {
    throw new NotationError(
      t`the rows from line ${lines[0].number} on could be split into boards in several ways; leave an empty line between the boards.`,
    );
  }
  /** @type {BoardAt[]} */
  const found = [];
  for (let at = 0; at < rows.length && ways[0]; ) {
    const [end] = after[at];
    const reading = complete(texts(rows.slice(at, end)), size);
    if (!reading) return [];
    found.push({ line: rows[at].number, reading });
    at = end;
  }
  return found;
}

/** @param {string} text */
function fieldsOf(text) {
  if (/^[\d_.xX·bBeE]{2,9}$/.test(text)) return [...text];
  let row = text;
  if (/[|│┃║]/.test(text)) {
    const fields = text.split(/[|│┃║]/).map((field) => field.trim());
    const inner = fields.slice(fields[0] ? 0 : 1, fields.length - (fields.at(-1) ? 0 : 1));
    if (inner.length > 1) return inner.map((field) => field || "_");
    row = inner.join(" ");
  }
  return strip(row, " ,;\t").split(/[\s,]+/);
}

/** Where a board may end that begins at this row: every tile once.
 * @param {number[][]} rows @param {number} start */
function endsOf(rows, start) {
  const seen = new Set();
  const found = [];
  let most = 0;
  for (let at = start; at < Math.min(rows.length, start + LARGEST_SIDE); at++) {
    const row = rows[at];
    if (row.length !== rows[start].length || row.length < 2) break;
    if (row.some((n) => n < 0 || seen.has(n))) break;
    row.forEach((n) => seen.add(n));
    most = Math.max(most, ...row);
    if (seen.size !== (at - start + 1) * row.length) break;
    if (at > start && seen.has(0) && most === seen.size - 1) found.push(at + 1);
  }
  return found;
}

/** Two boards, their rows side by side. @param {Line[]} lines @param {Size} [size] */
function sideBySide(lines, size) {
  const width = lines.length ? Math.floor(fieldsOf(lines[0].text).length / 2) : 0;
  if (width < 2 || lines.length > LARGEST_SIDE) return [];
  const rows = lines.map(({ text }) => fieldsOf(text));
  if (rows.some((row) => row.length !== 2 * width)) return [];
  const halves = [0, width].map((at) => rows.map((row) => row.slice(at, at + width).join(" ")));
  return allComplete(halves, size).map((reading) => ({ line: lines[0].number, reading }));
}

/** Lists that are boards, one after another or all in one. @param {Line[]} lines
 * @param {Size} [size] */
function listed(lines, size) {
  const text = texts(lines).join("\n");
  /** @type {{start: number, inner: string}[][]} */
  const groups = [[], []];
  const opened = [];
  for (const { 0: bracket, index } of text.matchAll(/[[\](){}]/g)) {
    if ("[({".includes(bracket)) {
      opened.push(index);
    } else if (opened.length) {
      const depth = opened.length;
      const start = opened.pop() ?? 0;
      if (depth < 3) groups[depth - 1].push({ start, inner: text.slice(start, index + 1) });
    }
  }
  for (const group of groups) {
    const found = allComplete(group.map(({ inner }) => [inner]), size);
    if (found.length < 2) continue;
    return found.map((reading, i) => ({
      line: lines[0].number + text.slice(0, group[i].start).split("\n").length - 1,
      reading,
    }));
  }
  return [];
}
