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
  const blank = cells.indexOf(0);
  const letter = cell >= 0 && cell < cells.length && wayOf(width, cell, blank);
  if (!letter) return null;
  const step = (letter === "L" || letter === "R" ? 1 : width) * Math.sign(cell - blank);
  const next = cells.slice();
  for (let at = blank; at !== cell; at += step) next[at] = next[at + step];
  next[cell] = 0;
  return { board: fresh(width, height, next), moves: letter.repeat((cell - blank) / step) };
}

/**
 * The way a cell's tile moves when all up to the blank are pushed, "" where none can.
 * @param {number} width @param {number} cell @param {number} blank
 */
function wayOf(width, cell, blank) {
  const [dx, dy] = apart(width, cell, blank);
  if (!dx === !dy) return "";
  return dx ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
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
  const away = steps(board.width, board.cells.indexOf(0), place[0]);
  const solvable = exchanges % 2 === away % 2;
  const reason =
    `${solvable ? "Solvable" : "Unsolvable"}: the board is ${counted(exchanges, "exchange")} ` +
    `from the goal (${parity(exchanges)}) and its blank ${counted(away, "step")} from home ` +
    `(${parity(away)}); every move changes both parities, so they must agree, and they ` +
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
    steps(board.width, home[tile], at[cell]);
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

/** Columns and rows from cell a to cell b. @param {number} width @param {number} a @param {number} b */
const apart = (width, a, b) => [(b % width) - (a % width), Math.floor(b / width) - Math.floor(a / width)];

/** @param {number} width @param {number} a @param {number} b */
function steps(width, a, b) {
  const [dx, dy] = apart(width, a, b);
  return Math.abs(dx) + Math.abs(dy);
}

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

/**
 * The board a text describes: numbers in rows separated by / or newlines, in one line, or one
 * digit a cell up to nine cells; 0, _ or . is the blank. notation.js reads far more.
 * @param {string} text @param {Size} [size] needed where the text leaves it open
 * @returns {Board}
 */
export function parseBoard(text, size) {
  const lines = text.trim().split(/\s*[/\n]\s*/);
  const compact = lines.length === 1 && /^[\d_.]{4,9}$/.test(lines[0]);
  const rows = lines.map((line, r) =>
    line.split(compact ? "" : /[\s,]+/).map((word) => {
      if (/^(\d{1,5}|[_.])$/.test(word)) return Number(word) || 0;
      throw new NotationError(
        `${short(word)} in row ${r + 1} is not a tile; expected a whole number, or 0, _ or . for ` +
          "the blank.",
      );
    }),
  );
  const cells = rows.flat();
  const side = Math.sqrt(cells.length);
  const [width, height] = lines.length > 1 ? [rows[0].length, rows.length] : [side, side];
  const { width: wide, height: high } = size ?? { width, height };
  const even = rows.every((row) => row.length === rows[0].length);
  const fits = lines.length === 1 || (width === wide && height === high);
  if (even && fits && wide * high === cells.length && wide % 1 === 0) {
    return makeBoard(wide, high, cells);
  }
  const shape = rows.map((row) => row.length).slice(0, 8).join(", ");
  throw new NotationError(
    `rows of ${shape} cells are not a ${size ? `${wide}x${high} board` : "rectangle"}; expected ` +
      "rows of one length separated by /, or a square in one line.",
  );
}

/** A word quoted for a message, its end left out where it is long. @param {string} word */
export const short = (word) => quoted(word.length <= 24 ? word : `${word.slice(0, 21)}...`);

/** @param {string} word */
function quoted(word) {
  const mark = word.includes("'") && !word.includes('"') ? '"' : "'";
  const inner = JSON.stringify(word).slice(1, -1).replaceAll('\\"', '"');
  return mark + (mark === "'" ? inner.replaceAll("'", "\\'") : inner) + mark;
}

// The element

/**
 * @typedef {"mouse" | "touch" | "keyboard"} Input
 * @typedef {{cells: Iterable<number>, arrow?: string}} Hint
 * @typedef {{x: number, y: number, animation?: Animation}} Shift  where a tile is, in cells from
 *   its place: held there by a finger, or on its way back
 * @typedef {{mode: "press" | "drag" | "trace" | "idle", input: Input, cell: number, x: number,
 *   y: number, time: number, tiles: number[], way: number[], along: number, speed: number}} Gesture
 */

const STYLE = `
:host{display:block;padding:.4rem;border-radius:var(--radius,.6rem);background:var(--surface,#fdfcf9);
 box-shadow:inset 0 0 0 1px var(--line,#dcd7cc);color:var(--ink,#1f2a37);font-family:var(--font,system-ui)}
:host([hidden]){display:none}
.grid{container-type:inline-size;touch-action:none;user-select:none;-webkit-user-select:none;
 -webkit-touch-callout:none;-webkit-tap-highlight-color:transparent;border-radius:.3rem;
 --w:var(--taquin-columns)}
.row{display:flex}
.gridcell{flex:1;aspect-ratio:1}
button{all:unset;box-sizing:border-box;position:relative;display:grid;place-content:center;contain:strict;
 inline-size:100%;block-size:100%;--u:calc(1cqi/var(--w));border:clamp(.5px,2*var(--u),4px) solid #0000;
 border-radius:calc(13*var(--u));background:var(--fill) padding-box;color:var(--on);cursor:pointer;
 font:600 min(var(--f)*var(--u),4.5rem)/1 var(--font,system-ui);font-variant-numeric:tabular-nums;
 --on:var(--tile-ink,#17202a);box-shadow:inset 0 calc(-3*var(--u)) #0002}
.g0{--fill:var(--raised,#fff);--on:var(--ink,#1f2a37);
 box-shadow:inset 0 0 0 1px var(--edge,#857f72),inset 0 calc(-3*var(--u)) #0002}
.g1{--fill:var(--tile-1,#a9cde6)}.g2{--fill:var(--tile-2,#f3b79d)}.g3{--fill:var(--tile-3,#f0e2a4)}
.g4{--fill:var(--tile-4,#f6c3d0)}.g5{--fill:var(--tile-5,#a8e0dd)}.g6{--fill:var(--tile-6,#98d3b4)}
.g7{--fill:var(--tile-7,#d3dd7f)}.g8{--fill:var(--tile-8,#d2c4ae)}
button::after{content:"";position:absolute;inset:8% auto auto 8%;inline-size:14%;block-size:14%;
 background:var(--on);opacity:.6;clip-path:var(--mark,circle(46%))}
.g2{--mark:polygon(50% 0,100% 100%,0 100%)}.g3{--mark:inset(4%)}
.g4{--mark:polygon(50% 0,100% 50%,50% 100%,0 50%)}
.g5{--mark:polygon(35% 0,65% 0,65% 35%,100% 35%,100% 65%,65% 65%,65% 100%,35% 100%,35% 65%,0 65%,0 35%,35% 35%)}
.g6{--mark:inset(30% 0)}.g7{--mark:inset(0 30%)}.g8{--mark:polygon(0 0,100% 0,0 100%,100% 100%)}
.home{--mark:polygon(0 55%,15% 40%,38% 64%,85% 12%,100% 27%,38% 92%)}
.g0::after,.image button::after,.blank::after{content:none}
.image button{background:var(--image) padding-box border-box;color:#fff;-webkit-text-stroke:.2em #000b;
 background-size:calc(100%*var(--w)) calc(100%*var(--taquin-rows));paint-order:stroke;box-shadow:none}
.bare button{font-size:0}
button.blank{background:none;box-shadow:none;--on:var(--ink,#1f2a37)}
.off button,.blank,.still{cursor:default}
button.marked{box-shadow:inset 0 0 0 calc(6*var(--u)) var(--on)}
button[data-arrow]::before{content:"";position:absolute;inset:auto 0 11%;margin:auto;inline-size:22%;
 block-size:22%;background:var(--on);rotate:var(--r,0deg);
 clip-path:polygon(50% 0,100% 55%,66% 55%,66% 100%,34% 100%,34% 55%,0 55%)}
[data-arrow=R]{--r:90deg}[data-arrow=D]{--r:180deg}[data-arrow=L]{--r:270deg}
.grid:has(:focus-visible){outline:3px solid var(--accent,#1c6480);outline-offset:calc(.4rem + 2px)}
button:focus-visible{outline:2px dashed var(--on);outline-offset:-6px}
.explore button:focus-visible{outline:4px solid var(--on)}
@media (forced-colors:active){button::after,button::before{forced-color-adjust:none;background:ButtonText}
 button.blank{border:0}.marked{outline:4px solid Highlight;outline-offset:-6px}}`;

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const MOST_ANIMATED = 64;
/** @type {CSSStyleSheet | undefined} */
let sheet;

// Under node and in workers there is no HTMLElement; the functions above serve there too.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** `<taquin-board>`: shows a position and asks for moves. It knows no game and no search. */
export class TaquinBoard extends Base {
  static observedAttributes = "board goal palette model disabled labels label".split(" ");

  /** Keys, each with the way it moves a tile. @type {Record<string, string>} */
  keys = { ...ARROWS, w: "U", s: "D", a: "L", d: "R" };
  #board = namedGoal("last", 4, 4);
  /** @type {Board | string} */
  #goal = "last";
  #image = "";
  #grid = document.createElement("div");
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #tab = 0;
  /** @type {Hint | null} */
  #hint = null;
  /** @type {Map<number, Shift>} */
  #shifts = new Map();
  /** @type {Map<number, Gesture>} */
  #gestures = new Map();
  #released = 0;

  constructor() {
    super();
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(STYLE);
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#grid);
    this.#grid.role = "grid";
    const on = (/** @type {string} */ names, /** @type {(event: any) => void} */ listener) =>
      names.split(" ").forEach((name) => this.#grid.addEventListener(name, listener));
    on("keydown", (event) => this.#onKey(event));
    on("click", (event) => this.#onClick(event));
    on("focusin", ({ target }) => this.#rove(this.#buttons.indexOf(target)));
    on("pointerdown", (event) => this.#onDown(event));
    on("pointermove", (event) => this.#onMove(event));
    on("pointerup", (event) => this.#onUp(event));
    on("pointercancel lostpointercapture pointerleave", (event) => this.#onLost(event));
    on("contextmenu", (event) => this.#gestures.size && event.preventDefault());
  }

  connectedCallback() {
    this.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab would take the arrows
    for (const name of ["board", "goal", "image"]) {
      // A property set before the element was defined hides the accessor.
      const { value } = Object.getOwnPropertyDescriptor(this, name) ?? {};
      if (delete (/** @type {any} */ (this)[name]) && value) Object.assign(this, { [name]: value });
    }
    this.#build();
  }

  disconnectedCallback() {
    this.#cancelDrags();
  }

  /** @param {string} name @param {string | null} _ @param {string | null} value */
  attributeChangedCallback(name, _, value) {
    if (name === "goal") this.#goal = value ?? "last";
    if (name === "board" && value !== null) this.show(value);
    else this.#paint();
  }

  /** The position; a text is read by `parseBoard`. @returns {Board} */
  get board() { return this.#board; }
  /** @param {Board | string} board */
  set board(board) { this.show(board); }

  /** Where the tiles belong: colours follow it. One of another size is not used. @returns {Board} */
  get goal() {
    const { width, height } = this.#board;
    const goal = this.#goal;
    if (typeof goal === "string") return parseGoal(goal, width, height);
    return goal.width === width && goal.height === height ? goal : namedGoal("last", width, height);
  }
  /** @param {Board | string} goal */
  set goal(goal) {
    this.#goal = goal;
    this.#paint();
  }

  /** The URL of a picture for the tiles, "" for none. */
  get image() { return this.#image; }
  set image(url) {
    this.#image = url ?? "";
    this.#paint();
  }

  /** "rows", "columns", "fringe", "solved" or "mono". */
  get palette() { return this.#attribute("palette", "rows"); }
  set palette(value) { this.setAttribute("palette", value); }

  /** Any of the words click, drag, trace. */
  get input() { return this.#attribute("input", "click drag"); }
  set input(value) { this.setAttribute("input", value); }

  /** Whether arrow keys "slide" tiles or "explore" the cells; F2 changes it. */
  get model() { return this.#attribute("model", "slide"); }
  set model(value) { this.setAttribute("model", value); }

  /** "numbers", or "none" for a picture without them. */
  get labels() { return this.#attribute("labels", "numbers"); }
  set labels(value) { this.setAttribute("labels", value); }

  /** The name of the grid for screen readers. */
  get label() { return this.#attribute("label", "sliding puzzle"); }
  set label(value) { this.setAttribute("label", value); }

  /** Milliseconds of an animation, 0 for none. */
  get duration() { return Number(this.#attribute("duration", "120")); }
  set duration(value) { this.setAttribute("duration", String(value)); }

  /** Whether it only shows. */
  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(value) { this.toggleAttribute("disabled", value); }

  /** @param {string} name @param {string} otherwise */
  #attribute(name, otherwise) { return this.getAttribute(name) ?? otherwise; }

  /** @param {FocusOptions} [options] */
  focus(options) { this.#buttons[this.#tab]?.focus(options); }

  /**
   * Shows a position. Tiles glide from where they are now, also out of a running animation.
   * @param {Board | string} board @param {{animate?: boolean}} [options]
   */
  show(board, { animate = true } = {}) {
    const before = this.#board;
    const next = typeof board === "string" ? parseBoard(board) : board;
    const { width, height, cells } = next;
    this.#cancelDrags();
    this.#hint = null;
    this.#board = next;
    if (width !== before.width || height !== before.height) return this.#build();
    if (!this.#buttons.length) return;
    const [from, to] = [places(before), places(next)];
    const moved = [...cells].filter((tile) => tile && from[tile] !== to[tile]);
    for (const tile of moved) {
      const { x, y } = this.#shift(tile);
      const [dx, dy] = apart(width, to[tile], from[tile]);
      this.#shifts.get(tile)?.animation?.cancel();
      this.#buttons[from[tile]].style.transform = "";
      this.#shifts.set(tile, { x: x + dx, y: y + dy });
    }
    const focused = this.#buttons.indexOf(/** @type {any} */ (this.shadowRoot?.activeElement));
    this.#paint();
    for (const tile of moved) this.#glide(tile, animate && moved.length <= MOST_ANIMATED);
    // Focus stays with its tile through a move, with its cell through anything larger.
    const tile = before.cells[focused];
    if (tile && moved.length < width + height) this.#buttons[to[tile]].focus();
  }

  /**
   * Marks cells as a hint, with an arrow the way their tiles move; null clears. The next position
   * clears it too.
   * @param {Hint | null} hint
   */
  mark(hint) {
    this.#hint = hint && { cells: [...hint.cells], arrow: hint.arrow };
    this.#paint();
  }

  /**
   * Asks for a single-tile move, as a key does.
   * @param {string} letter @param {{input?: Input, time?: number}} [options]
   */
  push(letter, { input = "keyboard", time = performance.now() } = {}) {
    this.#ask(moverOf(this.#board, letter), input, time);
  }

  /** @param {number} cell @param {Input} input @param {number} time */
  #ask(cell, input, time) {
    if (this.disabled) return;
    const from = this.#board;
    const done = slide(from, cell);
    const detail = done
      ? { from, to: done.board, moves: done.moves, input, time }
      : { cell, input, time };
    const event = new CustomEvent(done ? "taquin-move" : "taquin-refused", {
      bubbles: true,
      composed: true,
      cancelable: true,
      detail,
    });
    const wanted = this.dispatchEvent(event);
    if (wanted && done && this.#board === from) this.show(done.board);
  }

  #build() {
    const { width, height, cells } = this.#board;
    this.#shifts.clear();
    const box = (/** @type {string} */ role, /** @type {Node[]} */ inside) => {
      const element = document.createElement("div");
      element.role = element.className = role;
      element.append(...inside);
      return element;
    };
    this.#buttons = Array.from(cells, () => {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.append("");
      return button;
    });
    const cell = this.#buttons.map((button) => box("gridcell", [button]));
    this.#grid.replaceChildren(
      ...Array.from({ length: height }, (_, r) => box("row", cell.slice(r * width, (r + 1) * width))),
    );
    this.style.setProperty("--taquin-columns", String(width));
    this.style.setProperty("--taquin-rows", String(height));
    const size = { 1: 46, 2: 42, 3: 34 }[String(cells.length - 1).length] ?? 27;
    this.#grid.style.setProperty("--f", String(size));
    this.#rove(Math.min(this.#tab, cells.length - 1));
    this.#paint();
  }

  #paint() {
    const { width, height, cells } = this.#board;
    if (this.#buttons.length !== cells.length) return;
    const goal = places(this.goal);
    const blank = cells.indexOf(0);
    const { palette, disabled } = this;
    const image = this.#image && `url(${JSON.stringify(this.#image)})`;
    const kinds = { image, bare: this.labels === "none", off: disabled };
    const shown = Object.entries(kinds).flatMap(([kind, is]) => (is ? kind : []));
    put(this.#grid, "class", ["grid", this.model, ...shown].join(" "));
    put(this.#grid, "aria-label", `${this.label}, ${width} by ${height}`);
    this.#grid.style.setProperty("--image", image);
    cells.forEach((tile, cell) => {
      const button = this.#buttons[cell];
      const home = goal[tile];
      const [row, column] = [Math.floor(home / width), home % width];
      const way = disabled ? "" : wayOf(width, cell, blank);
      const marked = this.#hint && [...this.#hint.cells].includes(cell);
      const arrow = marked ? this.#hint?.arrow : undefined;
      const groups = { rows: row, columns: column, fringe: Math.min(row, column) };
      const group = /** @type {any} */ (groups)[palette] ?? (palette === "solved" && home === cell ? 5 : -1);
      put(button, "class", [
          `g${group < 0 ? 0 : (group % 8) + 1}`,
          !tile && "blank",
          !way && "still",
          palette === "solved" && home === cell && "home",
          marked && "marked",
        ].filter(Boolean).join(" "));
      put(button, "aria-label", [
          tile || "blank",
          `row ${Math.floor(cell / width) + 1} column ${(cell % width) + 1}`,
          way && `can move ${WAY[way]}`,
          marked && (arrow ? `hint: move ${WAY[arrow]}` : "hint"),
        ].filter(Boolean).join(", "));
      put(button, "data-arrow", arrow);
      const text = /** @type {Text} */ (button.firstChild);
      const number = String(tile || "");
      if (text.data !== number) text.data = number;
      if (image) {
        button.style.backgroundPosition = `${(column / (width - 1)) * 100}% ${(row / (height - 1)) * 100}%`;
      }
    });
  }

  /** @param {number} cell */
  #rove(cell) {
    if (cell < 0) return;
    if (this.#buttons[this.#tab]) this.#buttons[this.#tab].tabIndex = -1;
    this.#tab = cell;
    this.#buttons[cell].tabIndex = 0;
  }

  // Tiles between places

  /** How far from its place a tile is seen now, in cells. @param {number} tile @returns {Shift} */
  #shift(tile) {
    const { x, y, animation } = this.#shifts.get(tile) ?? { x: 0, y: 0 };
    const left = 1 - Number(animation?.effect?.getComputedTiming().progress ?? 0);
    return { x: x * left, y: y * left };
  }

  /** Lets a tile glide home. @param {number} tile @param {boolean} animate */
  #glide(tile, animate) {
    const shift = /** @type {Shift} */ (this.#shifts.get(tile));
    const button = this.#buttons[this.#board.cells.indexOf(tile)];
    const { duration } = this;
    button.style.transform = "";
    if (!animate || !duration || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return void this.#shifts.delete(tile);
    }
    shift.animation = button.animate(
      { transform: [translation(shift), "none"] },
      { duration, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
    shift.animation.onfinish = () => {
      if (this.#shifts.get(tile) === shift) this.#shifts.delete(tile);
    };
  }

  #cancelDrags() {
    for (const gesture of this.#gestures.values()) this.#drop(gesture);
  }

  /** Ends a drag: tiles that are still held glide back. @param {Gesture} gesture */
  #drop(gesture) {
    if (gesture.mode === "drag") gesture.mode = "idle";
    for (const tile of gesture.tiles.splice(0)) {
      const shift = this.#shifts.get(tile);
      if (shift && !shift.animation) this.#glide(tile, true);
    }
  }

  // Pointers

  /**
   * Where a pointer is, in cells from the corner, and the side of a cell in pixels.
   * @param {PointerEvent} event
   */
  #at({ clientX, clientY }) {
    const { left, top, width } = this.#grid.getBoundingClientRect();
    const side = width / this.#board.width;
    return { x: (clientX - left) / side, y: (clientY - top) / side, side };
  }

  /** @param {number} x @param {number} y */
  #cellAt(x, y) {
    const { width, height } = this.#board;
    const inside = x >= 0 && x < width && y >= 0 && y < height;
    return inside ? Math.floor(y) * width + Math.floor(x) : -1;
  }

  /** @param {PointerEvent} event @param {Gesture["mode"]} mode */
  #begin(event, mode) {
    const { x, y } = this.#at(event);
    const input = event.pointerType === "mouse" ? "mouse" : "touch";
    const cell = this.#cellAt(x, y);
    const time = event.timeStamp;
    /** @type {Gesture} */
    const gesture = { mode, input, cell, x, y, time, tiles: [], way: [], along: 0, speed: 0 };
    this.#gestures.set(event.pointerId, gesture);
    return gesture;
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (event.button || this.disabled) return;
    for (const other of this.#gestures.values()) this.#release(other, event.timeStamp);
    const words = this.input;
    const trace = words.includes("trace");
    // A pressed mouse button pauses tracing, so that the pointer can be moved elsewhere.
    if (trace && event.pointerType === "mouse") return void this.#begin(event, "idle");
    this.#grid.setPointerCapture(event.pointerId);
    const drag = words.includes("drag");
    const gesture = this.#begin(event, trace ? "trace" : drag ? "press" : "idle");
    if (trace || !drag) this.#ask(gesture.cell, gesture.input, gesture.time);
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const trace = this.input.includes("trace");
    let gesture = this.#gestures.get(event.pointerId);
    if (!gesture) {
      if (!trace || this.disabled || event.pointerType !== "mouse") return;
      gesture = this.#begin(event, "trace");
      this.#visit(gesture.cell, gesture, gesture.time);
    }
    if (gesture.mode === "trace") {
      const samples = event.getCoalescedEvents?.() ?? [];
      for (const sample of samples.length ? samples : [event]) this.#trace(gesture, sample);
    } else if (gesture.mode !== "idle") {
      this.#drag(gesture, event);
    }
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const gesture = this.#gestures.get(event.pointerId);
    this.#released = event.timeStamp;
    this.#gestures.delete(event.pointerId);
    if (gesture) this.#release(gesture, event.timeStamp);
    if (this.input.includes("trace") && event.pointerType === "mouse") this.#begin(event, "trace");
  }

  /** @param {PointerEvent} event */
  #onLost(event) {
    const gesture = this.#gestures.get(event.pointerId);
    if (gesture) this.#drop(gesture);
    this.#gestures.delete(event.pointerId);
  }

  /** A press is a click; a drag past the middle, or a flick, is a move. @param {Gesture} gesture
   * @param {number} time */
  #release(gesture, time) {
    const { mode, along, speed, cell, input } = gesture;
    const flick = Math.abs(speed) > 0.003;
    const wanted = mode === "press" ? this.input.includes("click") : flick ? speed > 0 : along > 0.5;
    gesture.mode = "idle";
    if (wanted && (mode === "press" || mode === "drag")) this.#ask(cell, input, time);
    this.#drop(gesture);
  }

  /** @param {Gesture} gesture @param {PointerEvent} event */
  #drag(gesture, event) {
    const { x, y, side } = this.#at(event);
    const [dx, dy] = [x - gesture.x, y - gesture.y];
    const { width, cells } = this.#board;
    if (gesture.mode === "press") {
      if (Math.hypot(dx, dy) * side < (gesture.input === "mouse" ? 4 : 8)) return;
      const blank = cells.indexOf(0);
      const letter = wayOf(width, gesture.cell, blank);
      gesture.mode = letter ? "drag" : "idle";
      if (!letter) return this.#ask(gesture.cell, gesture.input, event.timeStamp);
      const step = STEP[letter];
      gesture.way = step;
      for (let at = gesture.cell; at !== blank; at += step[0] + step[1] * width) {
        gesture.tiles.push(cells[at]);
        this.#shifts.get(cells[at])?.animation?.cancel();
      }
    }
    const [wx, wy] = gesture.way;
    const along = Math.min(1, Math.max(0, dx * wx + dy * wy));
    gesture.speed = (along - gesture.along) / Math.max(1, event.timeStamp - gesture.time);
    gesture.along = along;
    gesture.time = event.timeStamp;
    for (const tile of gesture.tiles) {
      const shift = { x: wx * along, y: wy * along };
      this.#shifts.set(tile, shift);
      this.#buttons[cells.indexOf(tile)].style.transform = translation(shift);
    }
  }

  /**
   * Every cell on the straight way from the last sample is entered, so a fast swipe skips none.
   * @param {Gesture} gesture @param {PointerEvent} event
   */
  #trace(gesture, event) {
    const { x, y } = this.#at(event);
    const [dx, dy] = [x - gesture.x, y - gesture.y];
    let [column, row] = [Math.floor(gesture.x), Math.floor(gesture.y)];
    const share = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ d) =>
      d ? (at + Number(d > 0) - from) / d : Infinity;
    const crossed = Math.abs(Math.floor(x) - column) + Math.abs(Math.floor(y) - row);
    for (let i = 0; i < crossed; i++) {
      const [across, down] = [share(column, gesture.x, dx), share(row, gesture.y, dy)];
      if (across < down) column += Math.sign(dx);
      else row += Math.sign(dy);
      const part = Math.min(1, across, down);
      const time = gesture.time + part * (event.timeStamp - gesture.time);
      this.#visit(this.#cellAt(column, row), gesture, time);
    }
    Object.assign(gesture, { x, y, time: event.timeStamp });
  }

  /** @param {number} cell @param {Gesture} gesture @param {number} time */
  #visit(cell, gesture, time) {
    if (slide(this.#board, cell)) this.#ask(cell, gesture.input, time);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    // A pointer's click was served when it was pressed or released; what remains comes from
    // Enter, Space or a screen reader.
    if (event.detail && event.timeStamp - this.#released < 500) return;
    this.#ask(this.#buttons.indexOf(/** @type {any} */ (event.target)), "keyboard", event.timeStamp);
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, timeStamp: time } = event;
    if (event.altKey || event.metaKey || (event.ctrlKey && !/^(Home|End)$/.test(key))) return;
    const letter = this.keys[key] ?? this.keys[key.toLowerCase()];
    const target = this.model === "explore" ? this.#target(key, event.ctrlKey) : null;
    const dragged = [...this.#gestures.values()].some((gesture) => gesture.mode === "drag");
    if (key === "F2") this.#turnModel();
    else if (key === "Escape" && dragged) this.#cancelDrags();
    else if (target !== null) this.#buttons[target]?.focus();
    else if (letter) this.push(letter, { time });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #turnModel() {
    this.model = this.model === "slide" ? "explore" : "slide";
    const detail = { model: this.model };
    this.dispatchEvent(new CustomEvent("taquin-model", { bubbles: true, composed: true, detail }));
  }

  /** The cell a key leads to, null where it is no such key. @param {string} key @param {boolean} far */
  #target(key, far) {
    const { width, cells } = this.#board;
    const [tab, column] = [this.#tab, this.#tab % width];
    if (key === "Home") return far ? 0 : tab - column;
    if (key === "End") return far ? cells.length - 1 : tab - column + width - 1;
    if (key === "ArrowLeft") return column ? tab - 1 : tab;
    if (key === "ArrowRight") return column < width - 1 ? tab + 1 : tab;
    return key === "ArrowUp" ? tab - width : key === "ArrowDown" ? tab + width : null;
  }
}

/** @type {Record<string, number[]>} */
const STEP = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** @param {Shift} shift */
const translation = ({ x, y }) => `translate(${x * 100}%,${y * 100}%)`;

/** @param {Element} element @param {string} name @param {string | undefined} value */
function put(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

if (globalThis.customElements && !customElements.get("taquin-board")) {
  customElements.define("taquin-board", TaquinBoard);
}

// The notebook widget

/**
 * anywidget's front end: traits board, goal, palette, input, disabled; moves collects the moves.
 * @param {{model: any, el: HTMLElement}} widget @returns {() => void}
 */
function render({ model, el }) {
  const element = /** @type {TaquinBoard} */ (document.createElement("taquin-board"));
  const names = ["board", "goal", "palette", "input", "disabled"];
  const pulls = names.map((name) => () => {
    if (model.get(name) !== undefined) Object.assign(element, { [name]: model.get(name) });
  });
  names.forEach((name, i) => model.on(`change:${name}`, pulls[i]));
  pulls.forEach((pull) => pull());
  element.style.maxInlineSize = "24rem";
  element.addEventListener("taquin-move", (event) => {
    const { to, moves } = /** @type {CustomEvent} */ (event).detail;
    model.set("moves", (model.get("moves") ?? "") + moves);
    model.set("board", formatBoard(to));
    model.save_changes();
  });
  el.append(element);
  return () => names.forEach((name, i) => model.off(`change:${name}`, pulls[i]));
}

export default { render };
