/**
 * The sliding puzzle on a page: boards and moves as pure functions, the element `<taquin-board>`,
 * and the `render` of a notebook widget. Public interface: docs/board.md.
 *
 * One file without imports, because a notebook loads a widget from a blob URL, where relative
 * imports fail. Letters U D L R name the way the tile moves; 0 is the blank; cells are numbered
 * in reading order; a size is WIDTHxHEIGHT. The Python package reads and writes the same
 * texts: tests/page/vectors.json holds both to it.
 *
 * @typedef {Readonly<{width: number, height: number, cells: Uint16Array}>} Board
 * @typedef {{width: number, height: number}} Size
 * @typedef {"last" | "first" | "snake" | "spiral"} GoalName
 */

/** A text that is not a board, a goal or a list of moves: what was given, what was expected. */
export class NotationError extends Error {
  name = "NotationError";
}

/** A move that no tile can make. */
export class MoveError extends Error {
  name = "MoveError";
}

const LETTERS = "UDLR";
/** @type {Record<string, string>} */
const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
/** @type {Record<string, string>} */
const WAY = { U: "up", D: "down", L: "left", R: "right" };
const LARGEST_SIDE = 100;
const LONGEST_TEXT = 200_000;
const LONGEST_MOVES = 1_000_000;

// Boards

/**
 * The board of these cells; NotationError tells what is missing, doubled or out of range.
 * @param {number} width @param {number} height @param {ArrayLike<number>} cells @returns {Board}
 */
export function makeBoard(width, height, cells) {
  checkSize(width, height);
  if (cells.length !== width * height) {
    throw new NotationError(
      `${cells.length} numbers for a ${width}x${height} board; expected ${width * height}.`,
    );
  }
  checkCells(Array.from(cells));
  return fresh(width, height, Uint16Array.from(cells));
}

/** @param {number} width @param {number} height @param {Uint16Array} cells @returns {Board} */
const fresh = (width, height, cells) => Object.freeze({ width, height, cells });

/** @param {number} width @param {number} height */
function checkSize(width, height) {
  const fits = (/** @type {number} */ side) => side >= 2 && side <= LARGEST_SIDE;
  if (!fits(width) || !fits(height)) {
    throw new NotationError(
      `a ${width}x${height} board: expected a width and a height from 2 to ${LARGEST_SIDE}.`,
    );
  }
}

/** @param {number[]} cells */
function checkCells(cells) {
  const count = cells.length;
  const times = new Map();
  for (const cell of cells) times.set(cell, (times.get(cell) ?? 0) + 1);
  const inRange = (/** @type {number} */ n) => Number.isInteger(n) && n >= 0 && n < count;
  const known = [...times.keys()].sort((a, b) => a - b);
  const strange = known.filter((n) => !inRange(n));
  const twice = known.filter((n) => n > 0 && inRange(n) && times.get(n) > 1);
  const missing = Array.from({ length: count - 1 }, (_, i) => i + 1).filter((n) => !times.has(n));
  const blanks = times.get(0) ?? 0;
  const problems = [];
  if (strange.length) {
    problems.push(`${some(strange)} out of range (tiles are 1 to ${count - 1}, the blank is 0)`);
  }
  if (blanks > 1) problems.push(`${blanks} blanks (expected one)`);
  if (twice.length) problems.push(`${tiles(twice)} given more than once`);
  if (missing.length) problems.push(`${tiles(missing)} missing`);
  if (!blanks) problems.push("no blank (write 0, _ or . for it)");
  if (problems.length) {
    throw new NotationError(`not a board of ${count} cells: ${problems.join("; ")}.`);
  }
}

/** @param {number[]} numbers */
const tiles = (numbers) => `${numbers.length === 1 ? "tile" : "tiles"} ${some(numbers)}`;

/** @param {number[]} numbers */
function some(numbers) {
  const shown = numbers.slice(0, 8).join(", ");
  return numbers.length <= 8 ? shown : `${shown} and ${numbers.length - 8} more`;
}

/**
 * The text of a board, as in `7 0 2/8 5 3/6 1 4`.
 * @param {Board} board @returns {string}
 */
export function formatBoard({ width, height, cells }) {
  const row = (/** @type {number} */ r) => cells.slice(r * width, (r + 1) * width).join(" ");
  return Array.from({ length: height }, (_, r) => row(r)).join("/");
}

/**
 * Whether two boards have the same size and the same cells.
 * @param {Board} a @param {Board} b @returns {boolean}
 */
export function sameBoard(a, b) {
  return a.width === b.width && a.height === b.height && a.cells.every((c, i) => c === b.cells[i]);
}

// Goals

/** @type {Record<GoalName, (width: number, height: number) => number[]>} */
const PATHS = {
  last: (width, height) => Array.from({ length: width * height }, (_, i) => i),
  first: (width, height) => Array.from({ length: width * height }, (_, i) => i),
  snake: (width, height) =>
    PATHS.last(width, height).map((i) => {
      const row = Math.floor(i / width);
      return row % 2 ? row * width + width - 1 - (i % width) : i;
    }),
  spiral: (width, height) => {
    let rows = Array.from({ length: height }, (_, r) =>
      Array.from({ length: width }, (_, c) => r * width + c),
    );
    const path = [];
    while (rows.length) {
      path.push(.../** @type {number[]} */ (rows.shift()));
      const turned = rows[0]?.map((_, c) => rows.map((row) => row[c])) ?? [];
      rows = turned.reverse();
    }
    return path;
  },
};

/** The goals known by name, the usual one first. @type {readonly GoalName[]} */
export const GOAL_NAMES = /** @type {GoalName[]} */ (Object.keys(PATHS));

/**
 * The goal of that name: the blank last or first, the tiles along a snake or a spiral.
 * @param {GoalName} name @param {number} width @param {number} height @returns {Board}
 */
export function namedGoal(name, width, height) {
  checkSize(width, height);
  if (!Object.hasOwn(PATHS, name)) {
    throw new NotationError(
      `no goal named ${quoted(name)}; expected ${GOAL_NAMES.join(", ")} or a board.`,
    );
  }
  const cells = new Uint16Array(width * height);
  const path = PATHS[name](width, height);
  if (name === "first") path.push(/** @type {number} */ (path.shift()));
  path.slice(0, -1).forEach((cell, i) => (cells[cell] = i + 1));
  return fresh(width, height, cells);
}

/**
 * The goal that a name or a board's text describes at that size.
 * @param {string} text @param {number} width @param {number} height @returns {Board}
 */
export function parseGoal(text, width, height) {
  if (/^[a-z]+$/i.test(text) && text.toLowerCase() !== "x") {
    return namedGoal(/** @type {GoalName} */ (text), width, height);
  }
  return parseBoard(text, { width, height });
}

/**
 * The name under which `namedGoal` gives this board, or null.
 * @param {Board} goal @returns {GoalName | null}
 */
export function goalName(goal) {
  return GOAL_NAMES.find((n) => sameBoard(namedGoal(n, goal.width, goal.height), goal)) ?? null;
}

// Moves

/**
 * The cell whose tile moves that way now, -1 where there is none.
 * @param {Board} board @param {string} letter @returns {number}
 */
function moverOf({ width, height, cells }, letter) {
  const blank = cells.indexOf(0);
  const column = blank % width;
  if (letter === "U") return blank + width < width * height ? blank + width : -1;
  if (letter === "D") return blank - width;
  if (letter === "L") return column < width - 1 ? blank + 1 : -1;
  return letter === "R" && column > 0 ? blank - 1 : -1;
}

/**
 * The letters, in the order U D L R, of the moves that are possible now.
 * @param {Board} board @returns {string}
 */
export function legalMoves(board) {
  return [...LETTERS].filter((letter) => moverOf(board, letter) >= 0).join("");
}

/**
 * The board after one single-tile move; MoveError where no tile can move that way.
 * @param {Board} board @param {string} letter @returns {Board}
 */
export function move(board, letter) {
  return replay(board, letter);
}

/**
 * The board after all tiles between a cell and the blank of its row or column moved one step,
 * and those moves, one letter a tile; null where the cell is in neither, or is the blank.
 * @param {Board} board @param {number} cell @returns {{board: Board, moves: string} | null}
 */
export function slide(board, cell) {
  const { width, height, cells } = board;
  if (!(cell >= 0 && cell < cells.length)) return null;
  const blank = cells.indexOf(0);
  const sameRow = Math.floor(cell / width) === Math.floor(blank / width);
  if (cell === blank || !(sameRow || cell % width === blank % width)) return null;
  const step = (sameRow ? 1 : width) * Math.sign(cell - blank);
  const next = cells.slice();
  for (let at = blank; at !== cell; at += step) next[at] = next[at + step];
  next[cell] = 0;
  const letter = sameRow ? (step > 0 ? "L" : "R") : step > 0 ? "U" : "D";
  const moves = letter.repeat((cell - blank) / step);
  return { board: fresh(width, height, next), moves };
}

/**
 * The board after these moves, in any notation of `parseMoves`; MoveError names the first
 * illegal one.
 * @param {Board} board @param {string} moves @returns {Board}
 */
export function replay(board, moves) {
  const { width, height } = board;
  const now = fresh(width, height, board.cells.slice());
  let number = 0;
  for (const letter of parseMoves(moves)) {
    number++;
    const cell = moverOf(now, letter);
    if (cell < 0) {
      throw new MoveError(
        `move ${number} (${letter}): no tile can move ${WAY[letter]} on ${formatBoard(now)}; ` +
          `legal: ${[...legalMoves(now)].join(", ")}.`,
      );
    }
    now.cells[now.cells.indexOf(0)] = now.cells[cell];
    now.cells[cell] = 0;
  }
  return now;
}

/**
 * One letter per single-tile move, from `UR2D`, `u r r d` or `['Up', 'Right']`.
 * @param {string} text @returns {string}
 */
export function parseMoves(text) {
  let moves = "";
  for (const match of text.matchAll(
    /(up|down|left|right|[udlr])(\d*)|[\s,;[\]()'"]+|([^])/giu,
  )) {
    const [, letter, count, wrong] = match;
    if (wrong) {
      throw new NotationError(
        `${quoted(wrong)} at position ${[...text.slice(0, match.index)].length + 1} is not a ` +
          "move; expected U, D, L or R, each with an optional repeat count after it, as in UR2D.",
      );
    }
    if (!letter) continue;
    const times = count ? Number(count) : 1;
    if (moves.length + times > LONGEST_MOVES) {
      throw new NotationError(`more than 1,000,000 moves; expected a shorter list.`);
    }
    moves += letter[0].toUpperCase().repeat(times);
  }
  return moves;
}

/**
 * The moves that lead back: reversed, every letter turned round.
 * @param {string} moves @returns {string}
 */
export function inverse(moves) {
  return Array.from(moves, (letter) => OPPOSITE[letter]).reverse().join("");
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Moves as base64url, three a character (U D L R are 0 to 3). The first two bits tell how many
 * of the last character's moves are filling; no moves are the empty text.
 * @param {string} moves @returns {string}
 */
export function packMoves(moves) {
  if (!moves) return "";
  const filling = (3 - ((moves.length + 1) % 3)) % 3;
  const digits = [filling, ...Array.from(moves, (m) => LETTERS.indexOf(m)), 0, 0];
  let text = "";
  for (let i = 0; i + 2 < digits.length; i += 3) {
    text += BASE64[digits[i] * 16 + digits[i + 1] * 4 + digits[i + 2]];
  }
  return text;
}

/**
 * The moves that `packMoves` wrote; NotationError for any other text.
 * @param {string} text @returns {string}
 */
export function unpackMoves(text) {
  const digits = [];
  for (const character of text) {
    const value = BASE64.indexOf(character);
    digits.push(value >> 4, (value >> 2) & 3, value & 3);
  }
  const moves = digits.slice(1, digits.length - (digits[0] ?? 0));
  const letters = moves.map((digit) => LETTERS[digit]).join("");
  if (packMoves(letters) !== text) {
    throw new NotationError(
      `${short(text)} is not a packed list of moves; expected what packMoves writes, uncut.`,
    );
  }
  return letters;
}

// Solvable or not

/**
 * Whether the goal can be reached, why, and otherwise the two tiles whose exchange mends the
 * board and leaves it nearest to the goal.
 * @param {Board} board @param {Board} goal
 * @returns {{solvable: boolean, reason: string, swap: [number, number] | null}}
 */
export function judge(board, goal) {
  if (board.width !== goal.width || board.height !== goal.height) {
    throw new NotationError(
      `the board is ${board.width}x${board.height}, the goal ${goal.width}x${goal.height}; ` +
        "expected one size.",
    );
  }
  if (sameBoard(board, goal)) {
    return { solvable: true, reason: "The board is already the goal.", swap: null };
  }
  const { solvable, reason } = (board.cells.length === 4 ? byRing : byParity)(board, goal);
  return { solvable, reason, swap: solvable ? null : nearestSwap(board, goal) };
}

/**
 * Johnson & Story 1879: on rectangles from 2x3 the two parities decide.
 * @param {Board} board @param {Board} goal
 */
function byParity(board, goal) {
  const place = places(goal);
  const seen = new Uint8Array(place.length);
  let exchanges = place.length;
  for (let first = 0; first < place.length; first++) {
    if (seen[first]) continue;
    exchanges--;
    for (let cell = first; !seen[cell]; cell = place[board.cells[cell]]) seen[cell] = 1;
  }
  const steps = apart(board.width, board.cells.indexOf(0), place[0]);
  const solvable = exchanges % 2 === steps % 2;
  const reason =
    `${solvable ? "Solvable" : "Unsolvable"}: the board is ${counted(exchanges, "exchange")} ` +
    `from the goal (${parity(exchanges)}) and its blank ${counted(steps, "step")} from home ` +
    `(${parity(steps)}); every move changes both parities, so they must agree, and they ` +
    `${solvable ? "do" : "do not"}.`;
  return { solvable, reason };
}

/**
 * On 2x2 the tiles keep their order round the ring.
 * @param {Board} board @param {Board} goal
 */
function byRing(board, goal) {
  const [here, there] = [board, goal].map(({ cells }) => {
    const ring = [cells[0], cells[1], cells[3], cells[2]].filter(Boolean);
    return ring.concat(ring).join(" ");
  });
  const solvable = here.includes(there.slice(0, 5));
  const reason = solvable
    ? "Solvable: with the blank brought to the same place, every part of the grid board can be " +
      "arranged as in the goal (Wilson 1974)."
    : "Unsolvable: the part of cells 0, 1, 2, 3 is a ring, in which the tiles keep their cyclic " +
      "order.";
  return { solvable, reason };
}

/** @param {Board} board @param {Board} goal @returns {[number, number]} */
function nearestSwap(board, goal) {
  const [at, home] = [places(board), places(goal)];
  const way = (/** @type {number} */ tile, /** @type {number} */ cell) =>
    apart(board.width, home[tile], at[cell]);
  /** @type {[number, number]} */
  let best = [0, 0];
  let least = Infinity;
  // From the largest numbers down: among equals those are left in their place in Python too.
  for (let b = at.length - 1; b > 1; b--) {
    for (let a = b - 1; a > 0; a--) {
      const gain = way(a, b) + way(b, a) - way(a, a) - way(b, b);
      if (gain < least) [least, best] = [gain, [a, b]];
    }
  }
  return best;
}

/** The cell of each number. @param {Board} board */
function places({ cells }) {
  const place = new Uint16Array(cells.length);
  cells.forEach((tile, cell) => (place[tile] = cell));
  return place;
}

/** Steps between two cells. @param {number} width @param {number} a @param {number} b */
const apart = (width, a, b) =>
  Math.abs((a % width) - (b % width)) + Math.abs(Math.floor(a / width) - Math.floor(b / width));

/** @param {number} number @param {string} noun */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** @param {number} number */
const parity = (number) => (number % 2 ? "odd" : "even");

// Random boards

/**
 * A board drawn uniformly from all those from which the goal can be reached; the goal is one of
 * them. The same seed gives the same board for ever: sfc32 seeded with four FNV-1a hashes, a
 * Fisher-Yates shuffle of all cells, and an exchange of tiles 1 and 2 where it is unsolvable.
 * @param {number} width @param {number} height @param {Board} goal @param {string} seed
 * @returns {Board}
 */
export function randomBoard(width, height, goal, seed) {
  const below = generator(seed);
  const cells = namedGoal("first", width, height).cells;
  for (let last = cells.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [cells[last], cells[other]] = [cells[other], cells[last]];
  }
  const board = fresh(width, height, cells);
  if (!judge(board, goal).solvable) {
    const [one, two] = [cells.indexOf(1), cells.indexOf(2)];
    [cells[one], cells[two]] = [2, 1];
  }
  return board;
}

/**
 * Random whole numbers below a bound, each equally likely. C. Doty-Humphrey's sfc32 (PractRand).
 * @param {string} seed @returns {(bound: number) => number}
 */
function generator(seed) {
  const bytes = new TextEncoder().encode(seed);
  let [a, b, c, count] = [1, 2, 3, 4].map((lane) =>
    bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5 ^ lane),
  );
  const next = () => {
    const out = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return out >>> 0;
  };
  for (let i = 0; i < 15; i++) next();
  return (bound) => {
    const end = 2 ** 32 - (2 ** 32 % bound);
    let value = next();
    while (value >= end) value = next();
    return value % bound;
  };
}

// Notation

const BLANK_DIGITS = "_.xX·";
export const BLANKS = new Set([...BLANK_DIGITS, ..."0-*□", "none", "null", "blank", "empty"]);
export const QUOTES = "\"'`“”‘’";

/**
 * The board a text describes: rows separated by / \ | ; or newlines, one line of numbers, or one
 * digit a cell. notation.js reads more. A text that can be read in two ways is an error.
 * @param {string} text @param {Size} [size] needed where the text leaves it open
 * @returns {Board}
 */
export function parseBoard(text, size) {
  checkText(text);
  const rows = text
    .split(/[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/)
    .map((line) => strip(line.trim(), "/\\|; "))
    .filter(Boolean)
    .flatMap((line) => line.split(/[/\\|;]/));
  if (!rows.length) {
    throw new NotationError(
      "an empty text is not a board; expected something like 7 0 2/8 5 3/6 1 4.",
    );
  }
  if (rows.length > 1) return shapeBoard(readRows(rows), size);
  const only = rows[0].trim();
  if (only.length > 1 && !/[\s,]/.test(only) && !"+-".includes(only[0])) return compact(only, size);
  return flat(only, size);
}

/** NotationError for what is no text of a board at all. @param {string} text */
export function checkText(text) {
  if (text.length > LONGEST_TEXT) {
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
      `${quoted(letters[wrong])} at position ${wrong + 1} of ${short(text)} is not a digit; ` +
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

/** The board of these rows. @param {number[][]} rows @param {Size} [size] @returns {Board} */
export function shapeBoard(rows, size) {
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
export function readTile(word, where) {
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

/** @param {number} number */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** A word quoted for a message, its end left out where it is long. @param {string} word */
export const short = (word) => quoted(word.length <= 24 ? word : `${word.slice(0, 21)}...`);

/** @param {string} word */
function quoted(word) {
  const mark = word.includes("'") && !word.includes('"') ? '"' : "'";
  const inner = JSON.stringify(word).slice(1, -1).replaceAll('\\"', '"');
  return mark + (mark === "'" ? inner.replaceAll("'", "\\'") : inner) + mark;
}
