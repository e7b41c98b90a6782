/**
 * Boards as people paste them: nested lists as JSON, Python, NumPy, C or MATLAB write them,
 * tables with drawn borders, course files (a count or a size, then the rows, comments after #),
 * and all that `parseBoard` reads.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Size} Size
 */

import { NotationError, makeBoard, short } from "./board.js";

const BLANK_DIGITS = "_.xX·";
const BLANKS = new Set([...BLANK_DIGITS, ..."0-*□", "none", "null", "blank", "empty"]);
const QUOTES = "\"'`“”‘’";
const LARGEST_SIDE = 100;

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
  const call = /^(?:[A-Za-z_]\w*\s*=\s*)?(?:[A-Za-z_][\w.]*\(([^]*)\)|([^=]*))$/.exec(inner);
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
  throw new NotationError(
    `the first line is the count ${first}, so ${first} rows of ${first} were expected; found ` +
      `${rows.length === 1 ? "a row" : "rows"} of ${lengths.join(", ")}. A board that is not ` +
      "square has no count before it.",
  );
}

/** Whether digits with an x between them are tiles and the blank. @param {string[]} lines */
function isFirstRow(lines) {
  const text = lines.join("");
  const blanks = text.match(/[0_.xX·]/g) ?? [];
  const even = lines.every((line) => line.length === lines[0].length);
  if (even && /^[\d_.xX·]+$/.test(text) && (/^\d+$/.test(text) || blanks.length === 1)) return true;
  const words = lines.map((line) => strip(line, ", ").split(/[\s,]+/));
  const otherBlank = words.slice(1).some((row) => row.some((w) => BLANKS.has(w.toLowerCase())));
  return /^x$/i.test(words[0][1] ?? "") && words.every((row) => row.length === 3) && !otherBlank;
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

/** The rows of a table with vertical bars, a number or nothing between. @param {string[]} lines */
function readTable(lines) {
  const bar = /[|│┃║]/;
  if (lines.length < 2 || !lines.every((line) => bar.test(line))) return null;
  let fields = lines.map((line) => line.split(bar).map((field) => field.trim()));
  // A blank may stand at the end of a row without borders, so a border is one on every row.
  if (fields.every((row) => !row[0])) fields = fields.map((row) => row.slice(1));
  if (fields.every((row) => !row.at(-1))) fields = fields.map((row) => row.slice(0, -1));
  if (fields.every((row) => row.length === 1)) return readRows(fields.map((row) => row[0]));
  if (fields.some((row) => row.some((field) => /[\s,/;]/.test(field)))) return null;
  return fields.map((row, i) => row.map((field) => readTile(field || "0", `row ${i + 1}`)));
}

/** Rows in brackets, or one list; ; separates rows as in MATLAB. @param {string} given */
function readLists(given) {
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
        throw new NotationError(`${short(text)}: a ${token} that closes nothing.`);
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
    throw new NotationError(`${short(text)}: ${closers.at(-1)} is missing at the end.`);
  }
  if (depths.size !== 1 || !(depths.has(1) || depths.has(2))) {
    throw new NotationError(
      `${short(text)} is not a list of rows; expected nested lists such as [[1, 2], [3, 0]], all ` +
        "numbers at one level.",
    );
  }
  return rows.filter((row) => row.length);
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
  const letters = [...text];
  const wrong = letters.findIndex((c) => !/^[\d_.xX·]$/.test(c));
  if (wrong >= 0) {
    throw new NotationError(
      `${short(letters[wrong])} at position ${wrong + 1} of ${short(text)} is not a digit; ` +
        "expected one digit a cell (702853614), numbers in rows (7 0 2/8 5 3/6 1 4), or the name " +
        "of an instance (korf100:1).",
    );
  }
  if (text.length > 9) {
    throw new NotationError(
      `${short(text)} has ${text.length} digits and could be split into tiles in many ways ` +
        "(is 12 one tile or two?); expected numbers with separators, as in 12 1 3 4/…; one digit " +
        "a cell is read up to 9 cells.",
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

/** One row a line: numbers, or one digit a cell up to nine cells. @param {string[]} lines */
function readRows(lines) {
  const words = lines.map((line) => line.trim());
  if (
    words.every((word) => /^[\d_.xX·]{2,}$/.test(word)) &&
    words.length * words[0].length <= 9
  ) {
    return words.map((word) => Array.from(word, readDigit));
  }
  return words.map((line, i) => readNumbers(line, i + 1));
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
        `${rows[ragged].length}; expected rows of one length.${hint}`,
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

/** @param {string} character */
const readDigit = (character) => (BLANK_DIGITS.includes(character) ? 0 : Number(character));

/** @param {string} line @param {number} row */
function readNumbers(line, row) {
  const words = line.trim().replace(/,$/, "").trimEnd().split(/\s*,\s*|\s+/);
  if (words.length === 1 && !words[0]) {
    throw new NotationError(
      `row ${row} is empty; expected numbers separated by blanks or commas.`,
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
function strip(text, characters) {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text[start])) start++;
  while (end > start && characters.includes(text[end - 1])) end--;
  return text.slice(start, end);
}

/** @param {number} number @param {string} noun */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
