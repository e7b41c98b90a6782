// Reads rows of tiles from text: words, one character per cell, hyphens between, nested lists. The
// notation of the whole text is recognised in single.js.
// Its twin: taquin/puzzle/rows.py.

import { NotationError } from "../board.js";
import { short } from "./quoting.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Size} Size */

const BLANK_DIGITS = "_.xX·bBeE";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const BLANKS = new Set([..."_.x·0-*□?", "none", "null", "nil", "blank", "empty"]);
// Blanks too, unless another word is one: b and e may also be the tiles 11 and 14.
const ODD_BLANKS = new Set(["b", "e", "-1"]);
/** Quotation marks around a board or a tile. */
export const QUOTES = "\"'`“”‘’";
const COMPACT = /^[\d_.xX·bBeE]{2,}$/;
const DASH = /[-‐‑–—]/;
const HYPHENS = /^(?:\d+|_+|[A-Za-z.·*□])(?:[-‐‑–—](?:\d+|_+|[A-Za-z.·*□]))+$/;

/** Whether all are 0 and the tiles from 1, each exactly once. @param {number[]} cells */
export const isComplete = (cells) =>
  new Set(cells).size === cells.length && cells.every((c) => c >= 0 && c < cells.length);

/** Whether all are of one length. @param {(string | unknown[])[]} rows */
const even = (rows) => rows.every((row) => row.length === rows[0].length);

/** Whether digits with an x between them are tiles and the blank. @param {string[]} lines */
export function isFirstRow(lines) {
  const text = lines.join("");
  const blanks = text.match(/[0_.xX·bBeE]/g) ?? [];
  const compact = /^[\d_.xX·bBeE]+$/.test(text);
  if (even(lines) && compact && (/^\d+$/.test(text) || blanks.length === 1)) return true;
  if (isLettered(lines)) return true;
  const words = lines.map((line) => strip(line, ", ").split(/[\s,]+/));
  const otherBlank = words.slice(1).some((row) => row.some((w) => BLANKS.has(w.toLowerCase())));
  return /^x$/i.test(words[0][1] ?? "") && words.every((row) => row.length === 3) && !otherBlank;
}

/** Whether the tiles from 10 are letters, every tile once. @param {string[]} lines */
function isLettered(lines) {
  const words = strip(lines.join(" "), " ,").split(/[\s,]+/);
  if (!words.some((word) => /[A-Za-z]/.test(word)) || words.length > DIGITS.length) return false;
  return Boolean((words.length > 9 && lettered(words)) || readLetters(words.join("")));
}

/** One row per line: numbers, joined by hyphens or not, or characters. @param {string[]} lines */
export function readRows(lines) {
  const words = lines.map((line) => line.trim());
  const single =
    characters(words) ?? hyphenated(words) ?? fieldsOf(words, ",") ?? fieldsOf(words, "\t");
  return readTiles(single ?? words.map((line, i) => splitRow(line, i + 1)));
}

/**
 * The rows of a spreadsheet, where a single empty field, the only one, is the blank.
 * @param {string[]} lines @param {string} separator
 */
function fieldsOf(lines, separator) {
  const rows = lines.map((line) =>
    line.split(separator).map((field) => strip(field.trim(), QUOTES)),
  );
  const fields = rows.flat();
  const gaps = fields.filter((field) => !field).length;
  if (rows.some((row) => row.length !== rows[0].length) || rows[0].length < 2 || gaps !== 1) {
    return null;
  }
  if (fields.some((field) => isBlank(field) || /[\s,]/.test(field))) return null;
  return rows.map((row) => row.map((field) => field || "0"));
}

/**
 * The rows of a line that groups them, as in 123 456 780 or 1-2-3 4-5-6 7-8-0, if it does.
 * @param {string} line @param {Size} [size]
 */
export function readGroups(line, size) {
  const words = strip(line, ", \t").split(/[\s,]+/);
  let rows = hyphenated([line]) ?? hyphenated(words);
  // Numbers with leading zeros, as in 01 02 03 00, are no groups.
  const padded =
    words.every((word) => word.startsWith("0")) ||
    (size && size.width * size.height === words.length);
  if (!rows && words.length > 1 && !padded && even(words)) rows = characters(words);
  return rows && readTiles(rows);
}

/** One character a cell: up to nine, or 10 to 36 tiles once each. @param {string[]} words */
function characters(words) {
  if (words.length * words[0].length <= 9) {
    return words.every((word) => COMPACT.test(word)) ? words.map((word) => [...word]) : null;
  }
  const all = words[0].length > 1 && even(words) && readLetters(words.join(""));
  return all ? words.map((word) => [...word]) : null;
}

/** Rows such as 1-2-3, or 1 - 2 - 3. @param {string[]} lines */
function hyphenated(lines) {
  if (lines.every((line) => HYPHENS.test(line))) return lines.map((line) => line.split(DASH));
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const between = rows.flatMap((row) => row.filter((_, i) => i % 2));
  const tiles = rows.map((row) => row.filter((_, i) => i % 2 === 0));
  // A single hyphen may be the blank.
  const joined =
    between.length > 1 &&
    between.every((word) => ["-", "–", "—"].includes(word)) &&
    rows.every((row) => row.length % 2);
  return joined && !tiles.some((row) => row.includes("-")) ? tiles : null;
}

/**
 * The tiles of a board of 10 to 36 cells, one character each: letters continue where digits end.
 * @param {string} text
 * @returns {number[] | null} null unless every tile is there once
 */
export function readLetters(text) {
  const words = [...text];
  return words.length >= 10 && words.length <= DIGITS.length ? lettered(words) : null;
}

/** The tiles of words if letters are tiles from 10: every tile once. @param {string[]} words */
function lettered(words) {
  const cells = words.map((word) => {
    const value = word.length === 1 ? DIGITS.indexOf(word.toUpperCase()) : -1;
    if (value >= 0 && value < words.length) return value;
    if (BLANKS.has(word.toLowerCase()) || (word && BLANK_DIGITS.includes(word))) return 0;
    return /^\d\d$/.test(word) ? Number(word) : -1;
  });
  return isComplete(cells) ? cells : null;
}

/** @param {string} character */
export const readDigit = (character) => (BLANK_DIGITS.includes(character) ? 0 : Number(character));

/** @param {string} line @param {number} row */
export const readNumbers = (line, row) => readTiles([splitRow(line, row)], t`row ${row}`)[0];

/** @param {string} line @param {number} row */
function splitRow(line, row) {
  const words = line.trim().replace(/,$/, "").trimEnd().split(/\s*,\s*|\s+/);
  if (words.length === 1 && !words[0]) {
    throw new NotationError(
      t`row ${row} is empty; expected numbers separated by spaces or commas.`,
    );
  }
  return words.map((word) => strip(word, QUOTES));
}

/**
 * The tiles that words name, 0 for the blank.
 * @param {string[][]} rows @param {string} [place] for messages; the number of the row if omitted
 */
export function readTiles(rows, place) {
  const words = rows.flat();
  const letters = words.length >= 10 && words.length <= DIGITS.length && lettered(words);
  if (letters && words.some((word) => /^[A-Za-z]+$/.test(word))) {
    let at = 0;
    return rows.map((row) => row.map(() => letters[at++]));
  }
  const odds = words.filter((word) => ODD_BLANKS.has(word.toLowerCase()));
  const odd = odds.length === 1 && !words.some(isBlank) ? odds[0] : null;
  return rows.map((row, i) =>
    row.map((word) => (word === odd ? 0 : readTile(word, place ?? t`row ${i + 1}`))),
  );
}

/** Not the empty word, which is an error. @param {string} word */
const isBlank = (word) => BLANKS.has(word.toLowerCase()) || /^(?:_+|0+(?:\.0*)?)$/.test(word);

/** The tile a word names, 0 the blank. @param {string} word @param {string} where */
function readTile(word, where) {
  if (isBlank(word)) return 0;
  if (!word) {
    throw new NotationError(
      t`nothing between two separators in ${where}; write 0 for the blank.`,
    );
  }
  const match = /^([+-]?\d{1,9})(?:\.0*)?$/.exec(word);
  if (!match) {
    throw new NotationError(
      t`${short(word)} in ${where} is not a tile; expected a whole number, or 0, _ or . for the blank.`,
    );
  }
  const value = Number(match[1]);
  if (value < 0) {
    throw new NotationError(
      t`${word} in ${where}: tiles are numbered from 1, the blank is 0.`,
    );
  }
  return Math.abs(value);
}

/** Rows in brackets, or one list; ; separates rows as in MATLAB. @param {string} given */
export function readLists(given) {
  // The blank as an empty string, or list.
  const text = given
    .replace(/(['"])\s*\1/g, " _ ")
    .replace(/(?<=\d)(\s*,?\s*)\[\s*\]|\[\s*\](?=\s*,?\s*\d)/g, "$1 _ ");
  const closers = [];
  /** @type {string[][]} */
  let rows = [[]];
  const depths = new Set();
  for (const [token] of text.matchAll(/[[({\])};]|[^\s,;[\](){}]+/g)) {
    const last = rows[rows.length - 1];
    if ("[({".includes(token)) {
      closers.push("])}"["[({".indexOf(token)]);
      rows.push([]);
    } else if ("])}".includes(token)) {
      if (closers.at(-1) !== token) {
        throw new NotationError(t`${short(text)}: unmatched ${token}.`);
      }
      if (!last.length) {
        throw new NotationError(t`${short(text)}: an empty list is not a row of a board.`);
      }
      closers.pop();
    } else if (token === ";") {
      rows.push([]);
    } else {
      last.push(strip(token, QUOTES));
      depths.add(closers.length);
    }
  }
  rows = rows.filter((row) => row.length);
  if (rows.length === 1 && rows[0].length > 1 && even(rows[0])) {
    rows = characters(rows[0]) ?? rows;
  }
  const tiles = readTiles(rows, t`the list`);
  if (closers.length) {
    throw new NotationError(t`${short(text)}: missing ${closers.at(-1)} at the end.`);
  }
  if (depths.size !== 1 || !(depths.has(1) || depths.has(2))) {
    throw new NotationError(
      t`${short(text)} is not a list of rows; expected nested lists such as [[1, 2], [3, 0]], all numbers at one level.`,
    );
  }
  return tiles;
}

/** A text without these characters at its ends. @param {string} text @param {string} characters */
export function strip(text, characters) {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text[start])) start++;
  while (end > start && characters.includes(text[end - 1])) end--;
  return text.slice(start, end);
}
