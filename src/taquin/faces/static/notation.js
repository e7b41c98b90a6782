/**
 * Boards as people paste them: nested lists as JSON, Python, NumPy, C or MATLAB write them,
 * tables with drawn borders, course files (a count or a size, then the rows, comments after #),
 * and all that `parseBoard` reads.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Size} Size
 */

import {
  BLANKS,
  NotationError,
  QUOTES,
  checkText,
  parseBoard,
  readRows,
  readTile,
  shapeBoard,
  short,
  strip,
} from "./board.js";

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
  if (!lines.length) return parseBoard("", size);
  const under = underCount(lines, size);
  if (under) return under;
  if ("[({".includes(lines[0][0])) return shapeBoard(readLists(lines.join("\n")), size);
  const table = readTable(lines);
  return table ? shapeBoard(table, size) : parseBoard(lines.join("\n"), size);
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
    return shapeBoard(Array.from({ length: first }, (_, r) => chunk(r)), size);
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
  return shapeBoard(rows, size);
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
