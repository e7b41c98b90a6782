/**
 * Boards as people paste them: nested lists as JSON, Python, NumPy, C or MATLAB write them,
 * tables with drawn borders, course files (a count or a size, then the rows, comments after #),
 * and all that `parseBoard` reads.
 *
 * @typedef {import("../board.js").Board} Board
 * @typedef {import("../board.js").Size} Size
 */

import { NotationError, makeBoard, short } from "../board.js";
import {
  QUOTES,
  isFirstRow,
  readDigit,
  readLetters,
  readLists,
  readNumbers,
  readRows,
  readTable,
  strip,
} from "./tilerows.js";

const LARGEST_SIDE = 100;
const CALL =
  /^(?:[A-Za-z_][\p{L}\p{N}_]*\s*=\s*)?(?:[A-Za-z_][\p{L}\p{N}_.]*\(([^]*)\)|([^=]*))$/u;

/**
 * The board a text describes, in any notation of the Python package; NotationError otherwise.
 * @param {string} text @param {Size} [size] needed where the text leaves it open
 * @returns {Board}
 */
export function readBoard(text, size) {
  checkText(text);
  return recognise(linesOf(text), size);
}

/** @param {string[]} lines @param {Size} [size] @returns {Board} */
function recognise(lines, size) {
  if (!lines.length) {
    throw new NotationError(
      "an empty text is not a board; expected something like 7 0 2/8 5 3/6 1 4.",
    );
  }
  const under = underCount(lines, size);
  if (under) return under;
  if ("[({".includes(lines[0][0])) return shaped(readLists(lines.join("\n")), size);
  const table = readTable(lines);
  if (table) return shaped(table, size);
  const rows = lines.flatMap((line) => strip(line, "/\\|; ").split(/[/\\|;]/));
  if (rows.length > 1) return shaped(readRows(rows), size);
  const only = rows[0].trim();
  if (only.length > 1 && !/[\s,]/.test(only) && !"+-".includes(only[0])) return compact(only, size);
  return flat(only, size);
}

/** The lines that say something: no comments, borders, quotes or call. @param {string} text */
function linesOf(text) {
  let inner = text.replaceAll("\ufeff", "").replace(/#[^\n]*/g, "").trim();
  const call = CALL.exec(inner);
  if (call) inner = (call[1] ?? call[2]).replace(/,\s*dtype\s*=\s*[\w.]+\s*$/, "");
  return strip(inner.trim(), QUOTES)
    .split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/)
    .map((line) => line.trim())
    .filter(
      (line) =>
        strip(line, "/\\|; ") &&
        line.toUpperCase() !== "END OF FILE" &&
        !(/^[ \t+|:=\u2500-\u257f-]+$/.test(line) && /[-=─━═]{2}/.test(line)),
    );
}

/**
 * The board under a first line that gives its count (3) or its size (3x2, 3 2), if it does.
 * @param {string[]} lines @param {Size} [size]
 */
function underCount(lines, size) {
  const header = /^(\d{1,3})(?:\s*([xX×]|[\s,])\s*(\d{1,3}))?\s*:?$/.exec(lines[0]);
  const rest = lines.slice(1);
  if (!header || !rest.length || (lines[0].length > 1 && isFirstRow(lines))) return null;
  const [first, between, second] = [Number(header[1]), header[2], Number(header[3] ?? header[1])];
  if (between && "xX×".includes(between)) {
    if (size && (size.width !== first || size.height !== second)) {
      throw new NotationError(
        `the first line gives the size ${lines[0]}, but the size given is ${size.width}x` +
          `${size.height} (width x height); leave one of them out.`,
      );
    }
    return recognise(linesOf(rest.join("\n")), { width: first, height: second });
  }
  if (between) return underSides(rest, first, second, size);
  const rows = readRows(rest);
  const cells = rows.flat();
  const square = cells.length === first ** 2 && new Set(rows.map((row) => row.length)).size === 1;
  if (square && [1, first, first ** 2].includes(rows.length) && cells.includes(first)) {
    const chunk = (/** @type {number} */ r) => cells.slice(r * first, (r + 1) * first);
    return shaped(Array.from({ length: first }, (_, r) => chunk(r)), size);
  }
  if (rows.length === cells.length) return null; // one number a line, the first being a tile
  const lengths = rows.slice(0, 12).map((row) => row.length);
  const found = `${rows.length === 1 ? "a row" : "rows"} of ${lengths.join(", ")}`;
  if (lines[0].length > 2) {
    throw new NotationError(
      `the first line, ${lines[0]}, could be a count or a row of digits; below it: ${found}. ` +
        "Write all rows in the same way: without spaces, as in 123, or with spaces, as in 1 2 3; " +
        "0 is the blank.",
    );
  }
  throw new NotationError(
    `the first line is the count ${first}, so ${first} rows of ${first} were expected; found ` +
      `${found}. Only square boards have a count before them.`,
  );
}

/**
 * The board under its width and height, or its rows and columns: what follows decides.
 * @param {string[]} rest @param {number} a @param {number} b @param {Size} [size]
 */
function underSides(rest, a, b, size) {
  const [width, height] = [strip(rest[0], ", ").split(/[\s,]+/).length, rest.length];
  const same = (width === a && height === b) || (width === b && height === a);
  if (Math.min(width, height) < 2 || !same) return null;
  const rows = readRows(rest);
  // Two columns: if the numbers are missing below, they are tiles of the first row.
  if (width === 2 && ![a, b].every((n) => rows.flat().includes(n))) return null;
  return shaped(rows, size);
}

/** NotationError for what is no text of a board at all. @param {string} text */
function checkText(text) {
  if (text.length > 200_000) {
    throw new NotationError(
      `${grouped(text.length)} characters are not a board; expected at most 200,000.`,
    );
  }
  if (text.includes("\0")) {
    throw new NotationError("the text contains a NUL byte; expected numbers.");
  }
}

/** @param {string} text @param {Size} [size] */
function compact(text, size) {
  const tiles = readLetters(text);
  if (tiles) return oneLine(tiles, size);
  const letters = [...text];
  const wrong = letters.findIndex((c) => !/^[\d_.xX·]$/.test(c));
  if (wrong >= 0) {
    throw new NotationError(
      `${short(letters[wrong])} at position ${wrong + 1} of ${short(text)} is not a digit; ` +
        "expected one digit per cell (702853614), 0 to 9 and A to F once each on 4x4, numbers in " +
        "rows (7 0 2/8 5 3/6 1 4), or the name of an instance (korf100:1).",
    );
  }
  if (text.length > 9) {
    throw new NotationError(
      `${short(text)} has ${text.length} digits and could be split into tiles in many ways ` +
        "(is 12 one tile or two?); expected numbers with separators, as in 12 1 3 4/…; one digit " +
        "per cell is possible only up to 9 cells.",
    );
  }
  return oneLine(letters.map(readDigit), size);
}

/** Commas between groups of numbers separate rows. @param {string} line @param {Size} [size] */
function flat(line, size) {
  const groups = line.replace(/,$/, "").split(",").map((f) => f.trim().split(/\s+/));
  const cells = readNumbers(line, 1);
  const [width, height] = [groups[0].length, groups.length];
  if (size || height < 2 || width < 2 || groups.some((g) => g.length !== width)) {
    return oneLine(cells, size);
  }
  const side = Math.round(Math.sqrt(cells.length));
  if (side * side === cells.length && side !== width) {
    throw new NotationError(
      `${cells.length} cells in ${height} groups could be ${width}x${height} (the commas separate ` +
        `rows) or ${side}x${side}; separate the rows with / or give the size.`,
    );
  }
  return makeBoard(width, height, cells);
}

/** @param {number} number */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** The board of these rows. @param {number[][]} rows @param {Size} [size] @returns {Board} */
function shaped(rows, size) {
  const width = rows[0].length;
  const cells = rows.flat();
  // A board has at least two rows and two columns: less is one list of cells.
  if (rows.length === 1 || rows.every((row) => row.length === 1)) return oneLine(cells, size);
  const ragged = rows.findIndex((row) => row.length !== width);
  if (ragged >= 0) {
    const longest = Math.max(...rows.map((row) => row.length));
    const hint = longest * rows.length === cells.length + 1 ? " Write 0 for the blank." : "";
    throw new NotationError(
      `ragged rows: row 1 has ${counted(width, "cell")} and row ${ragged + 1} has ` +
        `${rows[ragged].length}; expected rows of equal length.${hint}`,
    );
  }
  if (size && (size.width !== width || size.height !== rows.length)) {
    throw new NotationError(
      `the text has ${rows.length} rows of ${width}, a ${width}x${rows.length} board, but the ` +
        `size given is ${size.width}x${size.height} (width x height); leave one of them out.`,
    );
  }
  return makeBoard(width, rows.length, cells);
}

/** @param {number[]} cells @param {Size} [size] */
function oneLine(cells, size) {
  const count = cells.length;
  if (size) {
    if (size.width * size.height === count) return makeBoard(size.width, size.height, cells);
    throw new NotationError(
      `${counted(count, "cell")} ${count === 1 ? "does" : "do"} not fill a ${size.width}x` +
        `${size.height} board; expected ${size.width * size.height}.`,
    );
  }
  const side = Math.round(Math.sqrt(count));
  if (side * side === count && side > 1) return makeBoard(side, side, cells);
  const shapes = [];
  for (let w = 2; w <= Math.min(count / 2, LARGEST_SIDE); w++) {
    if (count % w === 0 && count / w <= LARGEST_SIDE) shapes.push(`${w}x${count / w}`);
  }
  if (shapes.length) {
    throw new NotationError(
      `${count} cells in one line could be ${shapes.join(" or ")} (width x height); separate the ` +
        "rows with / or give the size.",
    );
  }
  throw new NotationError(
    `${counted(count, "cell")} ${count === 1 ? "is" : "are"} not a board; expected a rectangle of ` +
      "at least 2x2, such as 9 cells for 3x3.",
  );
}

/** @param {number} number @param {string} noun */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
