/**
 * Boards and moves as pure functions, the element `<taquin-board>`, and a notebook widget's
 * `render`. Public interface: docs/board.md. No imports: from a notebook's blob URL they fail.
 *
 * Letters U D L R name the way the tile moves; 0 is the blank; cells are in reading order.
 *
 * @typedef {Readonly<{width: number, height: number, cells: Uint16Array}>} Board
 * @typedef {{width: number, height: number}} Size
 * @typedef {"last" | "first" | "snake" | "spiral"} GoalName
 */

/** A text that is not a board, goal or moves: what was given, what was expected. */
export class NotationError extends Error {
  name = "NotationError";
}

/** A move no tile can make. */
export class MoveError extends Error {
  name = "MoveError";
}

/** A page's tag that translates. */
let say = String.raw;
export const sayWith = (/** @type {any} */ tag) => (say = tag);

/** @param {any} text @param {any[]} values @returns {never} */
function fail(text, ...values) {
  throw new NotationError(say(text, ...values));
}

const LETTERS = "UDLR";
/** @type {Record<string, string>} */
const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
/** @type {Record<string, string>} */
const WAY = { U: "up", D: "down", L: "left", R: "right" };
/** @type {Record<string, number[]>} */
const STEP = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

// Boards

/**
 * The board of these cells; NotationError says what is missing, doubled or out of range.
 * @param {number} width @param {number} height @param {ArrayLike<number>} cells
 */
export function makeBoard(width, height, cells) {
  checkSize(width, height);
  const [count, list] = [width * height, Array.from(cells)];
  if (list.length !== count) {
    fail`${list.length} numbers for a ${width}x${height} board; expected ${count}.`;
  }
  const times = list.map(() => 0);
  for (const cell of list) if (cell in times) times[cell]++;
  const where = (/** @type {(n: number) => boolean} */ is) => [...times.keys()].filter(is);
  const strange = [...new Set(list)].filter((n) => !(n in times)).sort((a, b) => a - b);
  const twice = where((n) => n > 0 && times[n] > 1);
  const missing = where((n) => n > 0 && !times[n]);
  const problems = [
    strange.length && say`${some(strange)} out of range (tiles are 1 to ${count - 1}, the blank is 0)`,
    times[0] > 1 && say`${times[0]} blanks (expected one)`,
    twice.length && say`tile${twice[1] ? "s" : ""} ${some(twice)} given more than once`,
    missing.length && say`tile${missing[1] ? "s" : ""} ${some(missing)} missing`,
    !times[0] && say`no blank (write 0, _ or . for it)`,
  ].filter(Boolean);
  if (problems.length) fail`not a board of ${count} cells: ${problems.join(say`; `)}.`;
  return fresh(width, height, Uint16Array.from(list));
}

/** @param {number} width @param {number} height @param {Uint16Array} cells @returns {Board} */
const fresh = (width, height, cells) => Object.freeze({ width, height, cells });

/** @param {number} width @param {number} height */
function checkSize(width, height) {
  if (Math.min(width, height) >= 2 && Math.max(width, height) <= 100) return;
  fail`a ${width}x${height} board: expected a width and a height from 2 to 100.`;
}

/** @param {number[]} numbers */
const some = (numbers) =>
  numbers.slice(0, 8).join(say`, `) + (numbers[8] ? say` and ${numbers.length - 8} more` : "");

/** The text of a board, as in `7 0 2/8 5 3/6 1 4`. @param {Board} board */
export function formatBoard({ width, cells }) {
  return cells.reduce((text, tile, i) => text + (!i ? "" : i % width ? " " : "/") + tile, "");
}

/** Whether size and cells agree. @param {Board} a @param {Board} b */
export function sameBoard(a, b) {
  return a.width === b.width && a.height === b.height && a.cells.every((c, i) => c === b.cells[i]);
}

// Goals

/** Cells in the order of tiles. @type {Record<GoalName, (w: number, h: number) => number[]>} */
const PATHS = {
  last: (w, h) => Array.from({ length: w * h }, (_, i) => i),
  first: (w, h) => PATHS.last(w, h).map((i) => (i + 1) % (w * h)),
  snake: (w, h) =>
    PATHS.last(w, h).map((i) => (Math.floor(i / w) % 2 ? i + w - 1 - 2 * (i % w) : i)),
  spiral: (w, h) => {
    const path = [];
    // Ever shorter straights: one more row than there are turns into rows, and so for columns.
    for (let cell = -1, step = 1, [along, across] = [w, h - 1]; along > 0; ) {
      for (let i = 0; i < along; i++) path.push((cell += step));
      step = step === 1 ? w : step === w ? -1 : step === -1 ? -w : 1;
      [along, across] = [across, along - 1];
    }
    return path;
  },
};

/** The usual one first. */
export const GOAL_NAMES = /** @type {GoalName[]} */ (Object.keys(PATHS));

/**
 * The goal of that name: the blank last or first, the tiles along a snake or a spiral.
 * @param {GoalName} name @param {number} width @param {number} height
 */
export function namedGoal(name, width, height) {
  checkSize(width, height);
  if (!GOAL_NAMES.includes(name)) {
    fail`no goal named “${short(name)}”; expected ${GOAL_NAMES.join(", ")} or a board.`;
  }
  const cells = new Uint16Array(width * height);
  PATHS[name](width, height).slice(0, -1).forEach((cell, i) => (cells[cell] = i + 1));
  return fresh(width, height, cells);
}

/**
 * The goal that a name or a board's text describes at that size.
 * @param {string} text @param {number} width @param {number} height
 */
export function parseGoal(text, width, height) {
  if (!/^[a-z]+$/i.test(text)) return parseBoard(text, { width, height });
  return namedGoal(/** @type {GoalName} */ (text.replace(/^snail$/, "spiral")), width, height);
}

/** The name of a goal, if it has one. @param {Board} goal @returns {GoalName | null} */
export function goalName(goal) {
  return GOAL_NAMES.find((n) => sameBoard(namedGoal(n, goal.width, goal.height), goal)) ?? null;
}

// Moves

/** The cell whose tile moves that way, or -1. @param {Board} board @param {string} letter */
function moverOf({ width, cells }, letter) {
  const [dx, dy] = STEP[letter] ?? [0, 0];
  const blank = cells.indexOf(0);
  const cell = blank - dx - dy * width;
  return cell in cells && wayOf(width, cell, blank) === letter ? cell : -1;
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

/** Columns and rows from a to b. @param {number} w @param {number} a @param {number} b */
const apart = (w, a, b) => [(b % w) - (a % w), Math.trunc(b / w) - Math.trunc(a / w)];

/** The possible moves, in the order U D L R. @param {Board} board */
export function legalMoves(board) {
  return [...LETTERS].filter((letter) => moverOf(board, letter) >= 0).join("");
}

/**
 * The board after one single-tile move; MoveError where no tile can move that way.
 * @param {Board} board @param {string} letter @param {number} [number] of the move, for the message
 */
export function move(board, letter, number = 1) {
  const done = slide(board, moverOf(board, letter));
  if (done) return done.board;
  throw new MoveError(
    say`move ${number} (${letter}): no tile can move ${WAY[letter]} on ${formatBoard(board)}; legal: ${[...legalMoves(board)].join(", ")}.`,
  );
}

/**
 * The board after all tiles between a cell and the blank of its row or column moved one step,
 * and those moves, one letter a tile; null where the cell is in neither, or is the blank.
 * @param {Board} board @param {number} cell @returns {{board: Board, moves: string} | null}
 */
export function slide({ width, height, cells }, cell) {
  const blank = cells.indexOf(0);
  const letter = cell in cells && wayOf(width, cell, blank);
  if (!letter) return null;
  const step = STEP[letter][0] + STEP[letter][1] * width;
  const next = cells.slice();
  for (let at = blank; at !== cell; at -= step) next[at] = next[at - step];
  next[cell] = 0;
  return { board: fresh(width, height, next), moves: letter.repeat((blank - cell) / step) };
}

/**
 * The board after moves that `parseMoves` reads; MoveError names the first illegal one.
 * @param {Board} board @param {string} moves
 */
export function replay(board, moves) {
  return [...parseMoves(moves)].reduce((now, letter, i) => move(now, letter, i + 1), board);
}

/**
 * One letter per single-tile move, from `UR2D`, `u r r d` or `['Up', 'Right']`.
 * @param {string} text
 */
export function parseMoves(text) {
  let moves = "";
  const token = /(up|down|left|right|[udlr])(\d*)|[\s,;[\]()'"]+|([^])/giu;
  for (const { 1: letter, 2: count, 3: wrong, index } of text.matchAll(token)) {
    if (wrong) {
      fail`${`'${short(wrong)}'`} at position ${[...text.slice(0, index)].length + 1} is not a move; expected U, D, L or R, each with an optional repeat count after it, as in UR2D.`;
    }
    const times = letter ? Number(count || 1) : 0;
    if (moves.length + times > 1e6) fail`more than 1,000,000 moves; expected a shorter list.`;
    if (letter) moves += letter[0].toUpperCase().repeat(times);
  }
  return moves;
}

/** The moves that lead back. @param {string} moves */
export function inverse(moves) {
  return Array.from(moves, (letter) => OPPOSITE[letter]).reverse().join("");
}

// Solvable or not

/**
 * Whether the goal can be reached, and why; otherwise the best two tiles to swap.
 * @param {Board} board @param {Board} goal
 * @returns {{solvable: boolean, reason: string, swap: [number, number] | null}}
 */
export function judge(board, goal) {
  const [size, wanted] = [board, goal].map(({ width, height }) => `${width}x${height}`);
  if (size !== wanted) fail`the board is ${size}, the goal ${wanted}; expected one size.`;
  const [solvable, reason] = parities(board, goal);
  return { solvable, reason, swap: solvable ? null : nearestSwap(board, goal) };
}

/** @param {Board} board @param {Board} goal @returns {[boolean, string]} */
function parities(board, goal) {
  const [{ width, cells }, place] = [board, places(goal)];
  if (sameBoard(board, goal)) return [true, say`The board is already the goal.`];
  if (cells.length === 4) return ring(board, goal);
  const seen = new Uint8Array(cells.length);
  let exchanges = cells.length;
  for (const first of cells.keys()) {
    if (!seen[first]) exchanges--;
    for (let cell = first; !seen[cell]; cell = place[cells[cell]]) seen[cell] = 1;
  }
  const away = steps(width, cells.indexOf(0), place[0]);
  const parity = (/** @type {number} */ n) => ["even", "odd"][n % 2];
  const s = (/** @type {number} */ n) => (n === 1 ? "" : "s");
  // Johnson & Story 1879: on rectangles from 2x3 the two parities decide.
  const agree = parity(exchanges) === parity(away);
  return [
    agree,
    (agree ? say`Solvable` : say`Unsolvable`) +
    say`: the board is ${exchanges} exchange${s(exchanges)} from the goal (${parity(exchanges)}) and its blank ${away} step${s(away)} from home (${parity(away)}); every move changes both parities, so a solvable board has equal parities` +
    (agree ? say`, as this one does.` : say`; this one does not.`),
  ];
}

/** On 2x2 the tiles keep their order. @param {Board[]} boards @returns {[boolean, string]} */
function ring(...boards) {
  const [now, wanted] = boards.map(({ cells: [a, b, c, d] }) =>
    [a, b, d, c, a, b, d].filter(Boolean).join(" ").includes("1 2 3") ? "1 2 3" : "1 3 2",
  );
  const same = now === wanted;
  return [
    same,
    (same ? say`Solvable` : say`Unsolvable`) +
    say`: around the ring of cells 0, 1, 3, 2 the tiles keep their cyclic order, which is ${now} on the board and ${same ? "" : `${wanted} `}in the goal.`,
  ];
}

/** @param {Board} board @param {Board} goal @returns {[number, number]} */
function nearestSwap(board, goal) {
  const [at, home] = [places(board), places(goal)];
  const way = (/** @type {number} */ tile, /** @type {number} */ other) =>
    steps(board.width, home[tile], at[other]);
  /** @type {[number, number]} */
  let best = [0, 0];
  let least = Infinity;
  // As in Python, so that equals are decided alike.
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

/** @param {number} width @param {number} a @param {number} b */
const steps = (width, a, b) => apart(width, a, b).reduce((sum, d) => sum + Math.abs(d), 0);

// Notation

/**
 * The board a text describes: numbers in rows separated by / or newlines, in one line, or one
 * digit per cell up to nine cells; 0, _ or . is the blank. notation.js reads far more.
 * @param {string} text @param {Size} [size] needed where the text leaves it open
 */
export function parseBoard(text, size) {
  const lines = text.trim().split(/\s*[/\n]\s*/);
  const one = lines.length === 1;
  const gap = text.includes(",") ? /\s*,\s*/ : one && /^[\d_.]{4,9}$/.test(lines[0]) ? "" : /\s+/;
  const rows = lines.map((line) => line.split(gap));
  const cells = rows.flat().map((word) => {
    if (/^(\d{1,9}|[_.])$/.test(word)) return Number(word) || 0;
    return fail`“${short(word)}” is not a tile; expected a number, or 0, _ or . for the blank.`;
  });
  const side = cells.length ** 0.5;
  const { width, height } =
    size ?? { width: one ? side : rows[0].length, height: one ? side : rows.length };
  const even = rows.length === height && rows.every((row) => row.length === width);
  if (one ? width % 1 === 0 : even) return makeBoard(width, height, cells);
  const found = some(rows.map((row) => row.length));
  if (one) fail`${found} numbers in one line are not a square board; separate the rows with /.`;
  if (size) fail`rows of ${found} cells; expected ${height} rows of ${width}.`;
  return fail`rows of ${found} cells; expected rows of equal length.`;
}

/** A word for a message, cut if long. @param {string} word */
function short(word) {
  const cut = word.length <= 24 ? word : `${word.slice(0, 21)}...`;
  return JSON.stringify(cut).slice(1, -1).replaceAll('\\"', '"');
}

// The element

/**
 * @typedef {"mouse" | "touch" | "keyboard"} Input
 * @typedef {{cells: number[], arrow?: string}} Hint
 * @typedef {{x: number, y: number, animation?: Animation}} Shift  in cells from its place: where
 *   a finger holds a tile, or where its way home began
 * @typedef {{mode: "press" | "drag" | "trace" | "idle", input: Input, cell: number, x: number,
 *   y: number, time: number, tiles: number[], way: number[], along: number, speed: number}} Gesture
 */

const STYLE = `
:host{display:block;padding:.4rem;border-radius:var(--radius,.6rem);background:var(--surface,#fdfcf9);
 box-shadow:inset 0 0 0 1px var(--line,#dcd7cc);direction:ltr}
:host([hidden]){display:none}
.grid{container-type:inline-size;touch-action:none;user-select:none;-webkit-user-select:none;
 -webkit-tap-highlight-color:#0000;border-radius:.3rem;--w:var(--taquin-columns)}
.row{display:flex}
.gridcell{flex:1;aspect-ratio:1}
button{all:unset;box-sizing:border-box;position:relative;display:grid;place-content:center;contain:strict;
 inline-size:100%;block-size:100%;--u:calc(1cqi/var(--w));border:clamp(.5px,2*var(--u),4px) solid #0000;
 border-radius:calc(13*var(--u));background:var(--fill) padding-box;color:var(--on);
 font:600 min(var(--f)*var(--u),4.5rem)/1 var(--font,system-ui);
 --on:var(--tile-ink,#17202a);--rim:color-mix(in srgb,var(--fill),#000 40%);
 box-shadow:inset 0 0 0 1px var(--rim),inset 0 calc(-3*var(--u)) #0002}
.g0{--fill:var(--raised,#fff);--on:var(--ink,#1f2a37);--rim:var(--edge,#857f72)}
.g1{--fill:var(--tile-1,#a9cde6)}.g2{--fill:var(--tile-2,#f3b79d)}.g3{--fill:var(--tile-3,#f0e2a4)}
.g4{--fill:var(--tile-4,#f6c3d0)}.g5{--fill:var(--tile-5,#a8e0dd)}.g6{--fill:var(--tile-6,#98d3b4)}
.g7{--fill:var(--tile-7,#d3dd7f)}.g8{--fill:var(--tile-8,#d2c4ae)}
button::after{content:"";position:absolute;inset:8% auto auto 8%;inline-size:min(14%,.8rem);aspect-ratio:1;
 background:var(--on);opacity:.6;clip-path:var(--mark,circle(46%))}
.g2{--mark:polygon(50% 0,100% 100%,0 100%)}.g3{--mark:inset(4%)}
.g4{--mark:polygon(50% 0,100% 50%,50% 100%,0 50%)}.g5{--mark:polygon(0 0,100% 0,50% 100%)}
.g6{--mark:inset(30% 0)}.g7{--mark:inset(0 30%)}.g8{--mark:polygon(0 0,100% 0,0 100%,100% 100%)}
.home{--mark:polygon(0 55%,15% 40%,38% 64%,85% 12%,100% 27%,38% 92%)}
.g0::after,.image button::after,.blank::after{content:none}
.image button{--rim:#888;background:var(--image) border-box padding-box;color:#fff;-webkit-text-stroke:.15em #000b;
 background-size:calc(100%*var(--w)) calc(100%*var(--taquin-rows));paint-order:stroke}
.bare button{font-size:0}
button.blank{background:none;box-shadow:none;--on:var(--ink,#1f2a37)}
.free{cursor:pointer}.free:active{opacity:.8}
button.marked{box-shadow:inset 0 0 0 calc(5*var(--u)) var(--on);outline:3px solid var(--accent,#1c6480);
 outline-offset:-2px}
button::before{position:absolute;inset:var(--at);margin:auto;inline-size:16%;block-size:16%;rotate:var(--r);
 background:var(--on);clip-path:polygon(50% 0,100% 55%,66% 55%,66% 100%,34% 100%,34% 55%,0 55%)}
.marked:not([data-arrow=""])::before{content:""}
[data-arrow=U]{--at:6% 0 auto}[data-arrow=R]{--at:auto 7% 7% auto;--r:90deg}
[data-arrow=D]{--at:auto 0 7%;--r:180deg}[data-arrow=L]{--at:auto auto 7% 7%;--r:270deg}
.grid:has(:focus-visible){outline:calc(3px*var(--taquin-ring,1)) solid var(--accent,#1c6480);
 outline-offset:calc(.4rem + 2px)}
button:focus-visible{outline:calc(2px*var(--taquin-at,var(--taquin-ring,1))) dashed var(--on);outline-offset:-6px}
.explore button:focus-visible{outline:4px solid var(--on)}
@media (forced-colors:active){button::after,button::before{forced-color-adjust:none}
 .row button{--on:ButtonText}.row .marked{forced-color-adjust:none;--fill:Highlight;--on:HighlightText}
 button.blank{border:0}.image button{-webkit-text-stroke:0}}`;

const MOST_ANIMATED = 64;
/** @type {CSSStyleSheet | undefined} */
let sheet;

// Workers have no HTMLElement, but use what is above.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** `<taquin-board>`: shows a position and asks for moves. It knows no game and no search. */
export class TaquinBoard extends Base {
  static observedAttributes = "board goal palette model disabled labels label".split(" ");

  /** Keys, each with the way it moves a tile. @type {Record<string, string>} */
  keys = {
    ...{ ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" },
    ...{ w: "U", s: "D", a: "L", d: "R" },
  };
  #board = namedGoal("last", 4, 4);
  /** @type {Board | GoalName} */
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
    this.setAttribute("data-lm-suppress-shortcuts", "true"); // Jupyter would take arrows
    // Set before the element was defined, they hide the accessors.
    const early = Object.entries(this).filter(([name]) => name in TaquinBoard.prototype);
    for (const [name] of early) delete (/** @type {any} */ (this)[name]);
    Object.assign(this, Object.fromEntries(early));
    this.#build();
  }

  disconnectedCallback() {
    this.#cancelDrags();
  }

  /** @param {string} name @param {string | null} _ @param {string | null} value */
  attributeChangedCallback(name, _, value) {
    if (name === "goal") Object.assign(this, { goal: value ?? "last" });
    else if (name === "board" && value !== null) this.show(value);
    else this.#paint();
  }

  /** The position; a text is read by `parseBoard`. @returns {Board} */
  get board() { return this.#board; }
  /** @param {Board | string} board */
  set board(board) { this.show(board); }

  /** Where the tiles belong, for their colours; not used on other sizes. @returns {Board} */
  get goal() {
    const { width, height } = this.#board;
    const goal = this.#goal;
    if (typeof goal === "string") return namedGoal(goal, width, height);
    return goal.width === width && goal.height === height ? goal : namedGoal("last", width, height);
  }
  /** @param {Board | string} goal */
  set goal(goal) {
    const name = GOAL_NAMES.find((known) => known === goal);
    this.#goal = name ?? (typeof goal === "string" ? parseBoard(goal) : goal);
    this.#paint();
  }

  /** The URL of a picture for the tiles, "" for none. */
  get image() { return this.#image; }
  set image(url) {
    this.#image = url ?? "";
    this.#paint();
  }

  /** "rows", "columns", "fringe", "solved" or "mono". */
  get palette() { return this.getAttribute("palette") ?? "rows"; }
  set palette(value) { this.setAttribute("palette", value); }

  /** Any of the words click, drag, trace. */
  get input() { return this.getAttribute("input") ?? "click drag"; }
  set input(value) { this.setAttribute("input", value); }

  /** Whether arrow keys "slide" tiles or "explore" the cells; F2 changes it. */
  get model() { return this.getAttribute("model") ?? "slide"; }
  set model(value) { this.setAttribute("model", value); }

  /** "numbers", or "none" for a picture without them. */
  get labels() { return this.getAttribute("labels") ?? "numbers"; }
  set labels(value) { this.setAttribute("labels", value); }

  /** The name of the grid for screen readers. */
  get label() { return this.getAttribute("label") ?? say`sliding puzzle`; }
  set label(value) { this.setAttribute("label", value); }

  /** Milliseconds of an animation, 0 for none. */
  get duration() { return Number(this.getAttribute("duration") ?? "120"); }
  set duration(value) { this.setAttribute("duration", String(value)); }

  /** Only shows. */
  get disabled() { return this.hasAttribute("disabled"); }
  set disabled(value) { this.toggleAttribute("disabled", value); }

  /** @param {FocusOptions} [options] */
  focus(options) { this.#buttons[this.#tab]?.focus(options); }

  /**
   * Shows a position. Tiles glide from where they are seen now.
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
      const old = this.#shifts.get(tile)?.animation;
      // Slow, so in the next frame.
      if (old) requestAnimationFrame(() => old.cancel());
      this.#buttons[from[tile]].style.transform = "";
      this.#shifts.set(tile, { x: x + dx, y: y + dy });
    }
    const focused = this.#buttons.indexOf(/** @type {any} */ (this.shadowRoot?.activeElement));
    this.#paint();
    for (const tile of moved) this.#glide(tile, animate && moved.length <= MOST_ANIMATED);
    // Focus stays with its tile, through anything larger with its cell.
    const tile = before.cells[focused];
    if (tile && moved.length < width + height) this.#buttons[to[tile]].focus();
  }

  /**
   * Marks cells as a hint, with an arrow the way their tiles move; null clears, as does the next
   * position.
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
    const wanted = this.#emit(done ? "taquin-move" : "taquin-refused", detail);
    if (wanted && done && this.#board === from) this.show(done.board);
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    const options = { bubbles: true, composed: true, cancelable: true, detail };
    return this.dispatchEvent(new CustomEvent(name, options));
  }

  #build() {
    const { width, height, cells } = this.#board;
    this.#shifts.clear();
    this.#gestures.clear();
    this.#buttons = Array.from(cells, () => {
      const button = document.createElement("button");
      button.append("");
      return Object.assign(button, { type: "button", tabIndex: -1 });
    });
    const box = (/** @type {string} */ role, /** @type {Node[]} */ inside) => {
      const element = Object.assign(document.createElement("div"), { role, className: role });
      element.append(...inside);
      return element;
    };
    const boxes = this.#buttons.map((button) => box("gridcell", [button]));
    const rows = Array.from({ length: height }, () => box("row", boxes.splice(0, width)));
    this.#grid.replaceChildren(...rows);
    this.style.setProperty("--taquin-columns", `${width}`);
    this.style.setProperty("--taquin-rows", `${height}`);
    this.#grid.style.setProperty("--f", `${[0, 46, 42, 34, 27][`${cells.length - 1}`.length]}`);
    this.#rove(Math.min(this.#tab, cells.length - 1));
    this.#paint();
  }

  #paint() {
    const { width, height, cells } = this.#board;
    if (this.#buttons.length !== cells.length) return;
    const [goal, blank, image] = [places(this.goal), cells.indexOf(0), this.#image];
    const { palette, disabled } = this;
    const bare = this.labels === "none";
    put(this.#grid, "class", list(" ", "grid", this.model, image && "image", bare && "bare"));
    put(this.#grid, "aria-label", say`${this.label}, ${width} by ${height}`);
    put(this.#grid, "aria-disabled", `${disabled}`);
    this.#grid.style.setProperty("--image", image && `url(${JSON.stringify(image)})`);
    cells.forEach((tile, cell) => {
      const button = this.#buttons[cell];
      const [column, row] = apart(width, 0, goal[tile]);
      const home = palette === "solved" && goal[tile] === cell;
      const group = { rows: row, columns: column, fringe: Math.min(row, column) }[palette];
      const colour = home ? 6 : group === undefined ? 0 : (group % 8) + 1;
      const way = disabled ? "" : wayOf(width, cell, blank);
      const hint = this.#hint?.cells.includes(cell) ? this.#hint : null;
      const arrow = hint?.arrow ?? "";
      const [x, y] = apart(width, 0, cell);
      const place = say`row ${y + 1} column ${x + 1}`;
      const cue = hint && (arrow ? say`hint: move ${WAY[arrow]}` : say`hint`);
      const able = way && say`can move ${WAY[way]}`;
      put(button, "aria-label", list(", ", tile || say`blank`, place, able, cue));
      const kinds = [!tile && "blank", way && "free", home && "home", hint && "marked"];
      put(button, "class", list(" ", `g${colour}`, ...kinds));
      put(button, "data-arrow", arrow);
      const [text, label] = [/** @type {Text} */ (button.firstChild), `${tile || ""}`];
      if (text.data !== label) text.data = label;
      const [right, down] = [column / (width - 1), row / (height - 1)];
      if (image) button.style.backgroundPosition = `${100 * right}% ${100 * down}%`;
    });
  }

  /** @param {number} cell */
  #rove(cell) {
    if (cell < 0) return;
    if (this.#buttons[this.#tab]) this.#buttons[this.#tab].tabIndex = -1;
    this.#tab = cell;
    this.#buttons[cell].tabIndex = 0;
  }

  /** How far off its place a tile is seen, in cells. @param {number} tile @returns {Shift} */
  #shift(tile) {
    const { x, y, animation } = this.#shifts.get(tile) ?? { x: 0, y: 0 };
    // No progress: at home.
    const left = animation ? 1 - (animation.effect?.getComputedTiming().progress ?? 1) : 1;
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
    const transform = [translation(shift), "none"];
    shift.animation = button.animate({ transform }, { duration, easing: "cubic-bezier(.2,.7,.2,1)" });
  }

  #cancelDrags() {
    for (const gesture of this.#gestures.values()) this.#drop(gesture);
  }

  /** Ends a drag: tiles still held glide back. @param {Gesture} gesture */
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
    for (const other of this.#gestures.values()) {
      if (other.mode !== "trace") this.#release(other, event.timeStamp);
    }
    const [trace, drag] = ["trace", "drag"].map((word) => this.input.includes(word));
    // A pressed button pauses tracing, to move the pointer elsewhere.
    if (trace && event.pointerType === "mouse") return void this.#begin(event, "idle");
    this.#grid.setPointerCapture(event.pointerId);
    const gesture = this.#begin(event, trace ? "trace" : drag ? "press" : "idle");
    if (trace) this.#visit(gesture.cell, gesture, gesture.time);
    else if (!drag) this.#ask(gesture.cell, gesture.input, gesture.time);
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
    const flick = time - gesture.time < 99 && speed ** 2 > 1e-5;
    const dragged = mode === "drag" && (flick ? speed > 0 : along > 0.5);
    const clicked = mode === "press" && this.input.includes("click");
    gesture.mode = "idle";
    if (dragged || clicked) this.#ask(cell, input, time);
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
   * Enters every cell on the straight way from the last sample: a fast swipe skips none.
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
    // A pointer's own click has been served; others come from Enter, Space or a screen reader.
    if (event.detail && event.timeStamp - this.#released < 500) return;
    const cell = this.#buttons.indexOf(/** @type {any} */ (event.target));
    this.#ask(cell, "keyboard", event.timeStamp);
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, timeStamp: time } = event;
    if (event.altKey || event.metaKey || (event.ctrlKey && !/^(Home|End)$/.test(key))) return;
    const letter = this.keys[key] ?? this.keys[key.toLowerCase()];
    const target = this.model === "explore" ? this.#target(key, event.ctrlKey) : null;
    const dragged = [...this.#gestures.values()].some((gesture) => gesture.mode === "drag");
    if (key === "F2") {
      this.model = this.model === "slide" ? "explore" : "slide";
      this.#emit("taquin-model", { model: this.model });
    } else if (key === "Escape" && dragged) this.#cancelDrags();
    else if (target !== null) this.#buttons[target]?.focus();
    else if (letter) this.push(letter, { time });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The cell a key leads to, if it does. @param {string} key @param {boolean} far */
  #target(key, far) {
    const { width, cells } = this.#board;
    const [tab, column] = [this.#tab, this.#tab % width];
    /** @type {Record<string, number>} */
    const by = {
      ArrowUp: -width,
      ArrowDown: width,
      ArrowLeft: column && -1,
      ArrowRight: Number(column < width - 1),
      Home: far ? -tab : -column,
      End: far ? cells.length - 1 - tab : width - 1 - column,
    };
    return key in by ? tab + by[key] : null;
  }
}

/** @param {Shift} shift */
const translation = ({ x, y }) => `translate(${x * 100}%,${y * 100}%)`;

/** @param {Element} element @param {string} name @param {string} value */
function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {string} gap @param {unknown[]} parts */
const list = (gap, ...parts) => parts.filter(Boolean).join(gap);

if (globalThis.customElements && !customElements.get("taquin-board")) {
  customElements.define("taquin-board", TaquinBoard);
}

/**
 * anywidget's front end.
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
