// One board out of its lines: which format they have, and the shape of the board.
// Its twin: taquin/puzzle/single.py.

import { NotationError } from "../board.js";
import { isBorder, readTable } from "./boxes.js";
import { short } from "./quoting.js";
import {
  isComplete,
  isFirstRow,
  readDigit,
  readGroups,
  readLetters,
  readLists,
  readNumbers,
  readRows,
  strip,
} from "./tilerows.js";
import { amount, count, inSequence, said, t } from "../words/said.js";

/**
 * @typedef {import("../board.js").Size} Size
 * @typedef {{width: number, height: number, cells: number[], goal?: number[]}} Reading  one way to
 *   read a text; the cells may be any numbers
 */

const LARGEST_SIDE = 100;
const SIZED =
  /^(\d{1,3}[ \t]?[xX×][ \t]?\d{1,3})(?:([:;])[ \t]*|[ \t]+)(?=[\d_.[({xX])/;
const HEADER = /^(\d{1,5})(?:\s*([xX×]|[\s,])\s*(\d{1,3}))?\s*:?$/;

/**
 * The board in these lines, which have neither comments nor labels.
 * @param {string[]} lines @param {Size} [size]
 * @returns {Reading}
 */
export function readSingle(lines, size) {
  let given = lines
    .map((line) => line.trim())
    .filter((line) => strip(line, "/\\|; ") && !isBorder(line));
  if (!given.length) {
    throw new NotationError(
      t`an empty text is not a board; expected something like 7 0 2/8 5 3/6 1 4.`,
    );
  }
  refuseMany(given);
  // At most one row per cell, below a count and the blank's index.
  if (size && given.length > size.width * size.height + 3) {
    throw new NotationError(
      t`${count(given.length)} rows: expected 2 to ${LARGEST_SIDE}.`,
    );
  }
  if (given.length > LARGEST_SIDE ** 2 + 3) {
    throw new NotationError(t`${count(given.length)} rows: expected 2 to ${LARGEST_SIDE}.`);
  }
  if (given.length > 1 && given.every((line) => line.startsWith("- "))) {
    given = given.map((line) => line.slice(2).trim()); // a list in YAML
  }
  const behind = given.length === 1 ? sizedLine(given[0], size) : null;
  return behind ?? underCount(given, size, false) ?? uncounted(given, size);
}

/** The board behind its size on one line, as in 3x2: 1 2 3 4 5 0, if it is one.
 * @param {string} line @param {Size} [size] */
function sizedLine(line, size) {
  const match = SIZED.exec(line);
  if (!match) return null;
  let found;
  try {
    found = underCount([match[1], line.slice(match[0].length)], size, false);
  } catch (error) {
    if (match[2] || !(error instanceof NotationError)) throw error;
    return null;
  }
  return match[2] || (found && isComplete(found.cells)) ? found : null;
}

/** @param {string[]} rows */
function refuseMany(rows) {
  if (rows.length > LARGEST_SIDE + 2 && /[\s,]+[^\s,]/.test(rows[2].trim())) {
    throw new NotationError(
      t`${count(rows.length)} rows: expected 2 to ${LARGEST_SIDE}.`,
    );
  }
}

/** @param {string[]} lines @param {Size} [size] @returns {Reading} */
function uncounted(lines, size) {
  if ("[({".includes(lines[0][0])) return shaped(readLists(lines.join("\n")), size);
  const table = readTable(lines);
  if (table) return shaped(table, size);
  const separated = semicolons(lines);
  if (separated) return shaped(separated, size);
  const slashed = lines.length === 1 && /[ \t]\/\/[ \t]/.test(lines[0]);
  const given = slashed ? [lines[0].replace(/[ \t]+\/\/[ \t]+/g, "/")] : lines;
  const rows = /[/\\|;]/.test(given.join(""))
    ? given.flatMap((line) => strip(line, "/\\|; ").split(/[/\\|;]/))
    : given;
  refuseMany(rows);
  if (rows.length > 1) return shaped(readRows(rows), size);
  const only = rows[0].trim();
  const groups = readGroups(only, size);
  if (groups) return shaped(groups, size);
  if (only.length > 1 && !/[\s,]/.test(only) && !"+-".includes(only[0])) return compact(only, size);
  return flat(only, size);
}

/** The rows of a spreadsheet with semicolons between one number each. @param {string[]} lines */
function semicolons(lines) {
  let rows = lines.map((line) => line.split(";"));
  if (rows.every((row) => !row[row.length - 1].trim())) rows = rows.map((row) => row.slice(0, -1));
  const width = rows[0].length;
  if (lines.length < 2 || width < 2 || rows.some((row) => row.length !== width)) return null;
  if (rows.some((row) => row.some((field) => /[\s,/\\|]/.test(field.trim())))) return null;
  return readRows(rows.map((row) => row.join(",")));
}

/**
 * The board under a first line that gives its count (3) or its size (3x2, 3 2), if it does.
 * @param {string[]} lines @param {Size | undefined} size @param {boolean} nested  under a size
 * @returns {Reading | null}
 */
function underCount(lines, size, nested) {
  const header = HEADER.exec(lines[0]);
  const rest = lines.slice(1);
  if (!header || !rest.length || (lines[0].length > 1 && isFirstRow(lines))) return null;
  const [first, between, second] = [Number(header[1]), header[2], Number(header[3] ?? header[1])];
  if (between && "xX×".includes(between)) {
    if (size && (size.width !== first || size.height !== second)) {
      throw new NotationError(
        t`the first line gives the size ${lines[0]}, but the size given is ${size.width}x${size.height} (width x height); leave one of them out.`,
      );
    }
    const given = { width: first, height: second };
    return (nested ? null : underCount(rest, given, true)) ?? uncounted(rest, given);
  }
  if (between) return underSides(rest, first, second, size);
  if (rest.length > 2 && rest[rest.length - 1] === "-1") { // the goal's blank, behind the rows
    const inner = underCount(lines.slice(0, -1), size, false);
    if (inner && isComplete(inner.cells)) {
      return { ...inner, goal: [...inner.cells.keys()].slice(1).concat(0) };
    }
  }
  const indexed = rest.length > 1 && underIndex(first, rest, size);
  if (indexed) return indexed;
  const rows = readRows(rest);
  const counted = underNumber(first, rows, size);
  if (counted) return counted;
  if (rows.length === rows.flat().length) return null; // one number a line, the first being a tile
  const lengths = rows.slice(0, 12).map((row) => row.length);
  const found = rows.length === 1 ? t`a row of ${lengths.join(", ")}` : t`rows of ${lengths.join(", ")}`;
  if (lines[0].length > 2) {
    throw new NotationError(
      t`the first line, ${lines[0]}, could be a count or a row of digits; below it: ${found}. Write all rows in the same way: without spaces, as in 123, or with spaces, as in 1 2 3; 0 is the blank.`,
    );
  }
  throw new NotationError(
    t`the first line is the count ${first}, so ${first} rows of ${first} were expected; found ${found}. Only square boards have a count before them.`,
  );
}

/**
 * The board under its number of rows, of tiles or of cells, if that number fits.
 * @param {number} first @param {number[][]} rows @param {Size} [size]
 */
function underNumber(first, rows, size) {
  const cells = rows.flat();
  if (rows.some((row) => row.length !== rows[0].length)) return null;
  // One number a line may all be cells, the first line too.
  const listed = rows.length === cells.length && !isComplete(cells);
  if (cells.length === first ** 2 && [1, first, first ** 2].includes(rows.length)) {
    if (rows.length === cells.length && !cells.includes(first)) return null;
    const chunk = (/** @type {number} */ r) => cells.slice(r * first, (r + 1) * first);
    return shaped(Array.from({ length: first }, (_, r) => chunk(r)), size);
  }
  const fits = cells.length === first || cells.length === first + 1;
  return fits && cells.length > 3 && !listed ? shaped(rows, size) : null;
}

/**
 * The board under its number of tiles and the blank's index in the goal, -1 for the last.
 * @param {number} first @param {string[]} rest @param {Size} [size] @returns {Reading | null}
 */
function underIndex(first, rest, size) {
  if (!/^(?:-1|\d{1,5})$/.test(rest[0])) return null;
  const [index, count] = [Number(rest[0]), first + 1];
  let rows;
  try {
    rows = readRows(rest.slice(1));
  } catch {
    return null;
  }
  const found = rows.flat();
  const uneven = rows.some((row) => row.length !== rows[0].length);
  if (uneven || (rows.length === found.length && !isComplete(found))) return null;
  if (rows[0].length > 1 && index === rows[0].length && first === rows.length) {
    return shaped(rows, size); // rows and columns
  }
  if (found.length !== count || count < 4 || index >= count) return null;
  const goal = Array.from({ length: first }, (_, i) => i + 1);
  goal.splice(index < 0 ? first : index, 0, 0);
  return { ...shaped(rows, size), goal };
}

/**
 * The board under its width and height, or its rows and columns: what follows decides.
 * @param {string[]} rest @param {number} a @param {number} b @param {Size} [size]
 */
function underSides(rest, a, b, size) {
  const [width, height] = [strip(rest[0], ", ").split(/[\s,]+/).length, rest.length];
  if (a === b && width === a ** 2 && height === 1) {
    const { cells } = flat(rest[0], size ?? { width: a, height: a });
    return { width: a, height: cells.length / a, cells };
  }
  if (height === 1 && a !== b) refuseFlat(rest, a, b);
  const same = (width === a && height === b) || (width === b && height === a);
  if (Math.min(width, height) < 2 || !same) return null;
  const rows = readRows(rest);
  // Two columns: if the numbers are missing below, they are tiles of the first row.
  if (width === 2 && ![a, b].every((n) => rows.flat().includes(n))) return null;
  return shaped(rows, size);
}

/** Refuses one line of cells below two sides: these may be rows and columns, or the reverse.
 * @param {string[]} rest @param {number} a @param {number} b */
function refuseFlat(rest, a, b) {
  let cells;
  try {
    ({ cells } = uncounted(rest, { width: a, height: b }));
  } catch (error) {
    if (error instanceof NotationError) return;
    throw error;
  }
  if (!isComplete(cells)) return;
  throw new NotationError(
    t`${a} ${b} above one line of ${cells.length} cells could be a width and a height, ${a}x${b}, or rows and columns, ${b}x${a}; write ${a}x${b} or ${b}x${a} (width x height).`,
  );
}

/** @param {string} text @param {Size} [size] @returns {Reading} */
function compact(text, size) {
  const tiles = readLetters(text);
  if (tiles) return oneLine(tiles, size);
  const letters = [...text];
  const wrong = letters.findIndex((c) => !/^[\d_.xX·bBeE]$/.test(c));
  if (wrong >= 0) {
    throw new NotationError(
      t`${short(letters[wrong])} at position ${wrong + 1} of ${short(text)} is not a digit; expected one digit per cell (702853614), 0 to 9 and A to F once each on 4x4, numbers in rows (7 0 2/8 5 3/6 1 4), or the name of an instance (korf100:1).`,
    );
  }
  if (text.length > 9) {
    throw new NotationError(
      t`${short(text)} has ${text.length} digits and could be split into tiles in many ways (is 12 one tile or two?); expected numbers with separators, as in 12 1 3 4/…; one digit per cell is possible only up to 9 cells.`,
    );
  }
  return oneLine(letters.map(readDigit), size);
}

/** Commas between groups of numbers separate rows. @param {string} line @param {Size} [size]
 * @returns {Reading} */
function flat(line, size) {
  const most = LARGEST_SIDE ** 2;
  if (line.length > 2 * most && (line.match(/[^\s,]+/g) ?? []).length > most) {
    throw new NotationError(t`more than ${count(most)} cells in one line are not a board.`);
  }
  const groups = line.replace(/,$/, "").split(",").map((f) => f.trim().split(/\s+/));
  const cells = readNumbers(line, 1);
  const [width, height] = [groups[0].length, groups.length];
  if (size || height < 2 || width < 2 || groups.some((g) => g.length !== width)) {
    return oneLine(cells, size);
  }
  const side = Math.round(Math.sqrt(cells.length));
  if (side * side === cells.length && side !== width) {
    throw new NotationError(
      t`${cells.length} cells in ${height} groups could be ${width}x${height} (the commas separate rows) or ${side}x${side}; separate the rows with / or give the size.`,
    );
  }
  return { width, height, cells };
}

/** The board of these rows. @param {number[][]} rows @param {Size} [size] @returns {Reading} */
function shaped(rows, size) {
  const width = rows[0].length;
  const cells = rows.flat();
  // A board has at least two rows and two columns: less is one list of cells.
  if (rows.length === 1 || rows.every((row) => row.length === 1)) return oneLine(cells, size);
  const ragged = rows.findIndex((row) => row.length !== width);
  if (ragged >= 0) {
    const longest = Math.max(...rows.map((row) => row.length));
    const hint = longest * rows.length === cells.length + 1 ? t` Write 0 for the blank.` : "";
    throw new NotationError(
      t`ragged rows: row 1 has ${amount(width, "cell")} and row ${ragged + 1} has ${rows[ragged].length}; expected rows of equal length.${hint}`,
    );
  }
  if (size && (size.width !== width || size.height !== rows.length)) {
    throw new NotationError(
      t`the text has ${rows.length} rows of ${width}, a ${width}x${rows.length} board, but the size given is ${size.width}x${size.height} (width x height); leave one of them out.`,
    );
  }
  return { width, height: rows.length, cells };
}

/** @param {number[]} cells @param {Size} [size] @returns {Reading} */
function oneLine(cells, size) {
  const count = cells.length;
  if (size) {
    if (size.width * size.height === count) return { width: size.width, height: size.height, cells };
    throw new NotationError(
      said("{count:cell} {count:does|do} not fill a {width}x{height} board; expected {all}.", { ...size, count, all: size.width * size.height }),
    );
  }
  const side = Math.round(Math.sqrt(count));
  if (side * side === count && side > 1) return { width: side, height: side, cells };
  const shapes = [];
  for (let w = 2; w <= Math.min(count / 2, LARGEST_SIDE); w++) {
    if (count % w === 0 && count / w <= LARGEST_SIDE) shapes.push(`${w}x${count / w}`);
  }
  if (shapes.length) {
    const asked = t`${count} cells in one line could be ${shapes.join(t` or `)} (width x height); separate the rows with / or give the size.`;
    throw new NotationError(inSequence(asked, !cells.includes(0) && t`None of them is the blank; write 0, _ or . for it.`));
  }
  throw new NotationError(
    said("{count:cell} {count:is|are} not a board; expected a rectangle of at least 2x2, such as 9 cells for 3x3.", { count }),
  );
}
