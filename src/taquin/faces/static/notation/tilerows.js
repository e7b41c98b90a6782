// Reads rows of tiles from text: words, digits, table lines, nested lists. The notation of the whole
// text is recognised in notation.js.

import { NotationError, short } from "../board.js";

const BLANK_DIGITS = "_.xX·";
const BLANKS = new Set([...BLANK_DIGITS, ..."0-*□", "none", "null", "blank", "empty"]);
/** Quotation marks around a board or a tile. */
export const QUOTES = "\"'`“”‘’";

/** Whether digits with an x between them are tiles and the blank. @param {string[]} lines */
export function isFirstRow(lines) {
  const text = lines.join("");
  const blanks = text.match(/[0_.xX·]/g) ?? [];
  const even = lines.every((line) => line.length === lines[0].length);
  if (even && /^[\d_.xX·]+$/.test(text) && (/^\d+$/.test(text) || blanks.length === 1)) return true;
  const words = lines.map((line) => strip(line, ", ").split(/[\s,]+/));
  const otherBlank = words.slice(1).some((row) => row.some((w) => BLANKS.has(w.toLowerCase())));
  return /^x$/i.test(words[0][1] ?? "") && words.every((row) => row.length === 3) && !otherBlank;
}

/** One row a line: numbers, or one digit a cell up to nine cells. @param {string[]} lines */
export function readRows(lines) {
  const words = lines.map((line) => line.trim());
  if (
    words.every((word) => /^[\d_.xX·]{2,}$/.test(word)) &&
    words.length * words[0].length <= 9
  ) {
    return words.map((word) => Array.from(word, readDigit));
  }
  return words.map((line, i) => readNumbers(line, i + 1));
}

/** The rows of a table with vertical bars, a number or nothing between. @param {string[]} lines */
export function readTable(lines) {
  const bar = /[|│┃║]/;
  if (lines.length < 2 || !lines.every((line) => bar.test(line))) return null;
  let fields = lines.map((line) => line.split(bar).map((field) => field.trim()));
  // A row without borders may end in an empty field, so borders count only if every row has them.
  if (fields.every((row) => !row[0])) fields = fields.map((row) => row.slice(1));
  if (fields.every((row) => !row.at(-1))) fields = fields.map((row) => row.slice(0, -1));
  if (fields.every((row) => row.length === 1)) return readRows(fields.map((row) => row[0]));
  if (fields.some((row) => row.some((field) => /[\s,/;]/.test(field)))) return null;
  return fields.map((row, i) => row.map((field) => readTile(field || "0", `row ${i + 1}`)));
}

/** Rows in brackets, or one list; ; separates rows as in MATLAB. @param {string} given */
export function readLists(given) {
  const text = given.replace(/(['"])\s*\1/g, " _ "); // the blank as an empty string
  const closers = [];
  /** @type {number[][]} */
  const rows = [[]];
  const depths = new Set();
  for (const [token] of text.matchAll(/[[({\])};]|[^\s,;[\](){}]+/g)) {
    const last = rows[rows.length - 1];
    if ("[({".includes(token)) {
      closers.push("])}"["[({".indexOf(token)]);
      rows.push([]);
    } else if ("])}".includes(token)) {
      if (closers.at(-1) !== token) {
        throw new NotationError(`${short(text)}: unmatched ${token}.`);
      }
      if (!last.length) {
        throw new NotationError(`${short(text)}: an empty list is not a row of a board.`);
      }
      closers.pop();
    } else if (token === ";") {
      rows.push([]);
    } else {
      last.push(readTile(strip(token, QUOTES), "the list"));
      depths.add(closers.length);
    }
  }
  if (closers.length) {
    throw new NotationError(`${short(text)}: missing ${closers.at(-1)} at the end.`);
  }
  if (depths.size !== 1 || !(depths.has(1) || depths.has(2))) {
    throw new NotationError(
      `${short(text)} is not a list of rows; expected nested lists such as [[1, 2], [3, 0]], all ` +
        "numbers at one level.",
    );
  }
  return rows.filter((row) => row.length);
}

/**
 * The tiles of a board of 10 to 36 cells, one character each: letters continue where digits end.
 * @param {string} text
 * @returns {number[] | null} null unless every tile is there once
 */
export function readLetters(text) {
  const digits = [...text.toUpperCase()].map((c) => ("_.·".includes(c) ? "0" : c));
  const cells = digits.map((c) => "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(c));
  const all = new Set(cells).size === cells.length && Math.max(...cells) === cells.length - 1;
  return cells.length > 9 && all && !cells.includes(-1) ? cells : null;
}

/** @param {string} character */
export const readDigit = (character) => (BLANK_DIGITS.includes(character) ? 0 : Number(character));

/** @param {string} line @param {number} row */
export function readNumbers(line, row) {
  const words = line.trim().replace(/,$/, "").trimEnd().split(/\s*,\s*|\s+/);
  if (words.length === 1 && !words[0]) {
    throw new NotationError(
      `row ${row} is empty; expected numbers separated by spaces or commas.`,
    );
  }
  return words.map((word) => readTile(strip(word, QUOTES), `row ${row}`));
}

/** The tile a word names, 0 the blank. @param {string} word @param {string} where */
function readTile(word, where) {
  if (BLANKS.has(word.toLowerCase())) return 0;
  if (!word) {
    throw new NotationError(
      `nothing between two separators in ${where}; write 0 for the blank.`,
    );
  }
  const match = /^([+-]?\d{1,9})(?:\.0*)?$/.exec(word);
  if (!match) {
    throw new NotationError(
      `${short(word)} in ${where} is not a tile; expected a whole number, or 0, _ or . for the ` +
        "blank.",
    );
  }
  const value = Number(match[1]);
  if (value < 0) {
    throw new NotationError(
      `${word} in ${where}: tiles are numbered from 1, the blank is 0.`,
    );
  }
  return Math.abs(value);
}

/** A text without these characters at its ends. @param {string} text @param {string} characters */
export function strip(text, characters) {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text[start])) start++;
  while (end > start && characters.includes(text[end - 1])) end--;
  return text.slice(start, end);
}
