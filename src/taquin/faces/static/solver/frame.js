/**
 * A canonical view of a question: every tile is named by its goal cell (its home), and the board is
 * turned or mirrored so that few kinds of goal remain. One table of distances then fits every
 * goal whose blank is in an equivalent cell.
 */

/** @typedef {{width: number, height: number, cells: ArrayLike<number>}} Position */
/** @typedef {{transpose: boolean, flipX: boolean, flipY: boolean}} Symmetry */

const STEPS = /** @type {const} */ ({ U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] });
export const LETTERS = "UDLR";

const SYMMETRIES = [false, true].flatMap((transpose) =>
  [false, true].flatMap((flipX) =>
    [false, true].map((flipY) => ({ transpose, flipX, flipY })),
  ),
);

/**
 * Where a cell of a board of this width and height goes under a symmetry.
 * @param {Symmetry} symmetry
 * @param {number} width
 * @param {number} height
 * @param {number} cell
 * @returns {number} the cell on the board of the turned size
 */
export function turnCell(symmetry, width, height, cell) {
  let [row, column] = [Math.floor(cell / width), cell % width];
  let [wide, high] = [width, height];
  if (symmetry.transpose) [row, column, wide, high] = [column, row, height, width];
  if (symmetry.flipX) column = wide - 1 - column;
  if (symmetry.flipY) row = high - 1 - row;
  return row * wide + column;
}

/**
 * @param {Symmetry} symmetry
 * @param {string} letter
 * @returns {string} the direction a move has on the turned board
 */
function turnLetter(symmetry, letter) {
  let [down, right] = /** @type {readonly number[]} */ (
    STEPS[/** @type {keyof typeof STEPS} */ (letter)]
  );
  if (symmetry.transpose) [down, right] = [right, down];
  if (symmetry.flipX) right = -right;
  if (symmetry.flipY) down = -down;
  if (down) return down < 0 ? "U" : "D";
  return right < 0 ? "L" : "R";
}

/**
 * The symmetries of the rectangle, other than the identity, that fix one cell.
 * @param {number} width
 * @param {number} height
 * @param {number} fixed
 * @returns {Symmetry[]}
 */
export function mirrorsFixing(width, height, fixed) {
  return SYMMETRIES.filter(
    (s) =>
      (s.transpose || s.flipX || s.flipY) &&
      (!s.transpose || width === height) &&
      turnCell(s, width, height, fixed) === fixed,
  );
}

/** Boards as seen from one goal. */
export class Frame {
  /** @param {Position} goal */
  constructor(goal) {
    const { width, height } = goal;
    const blank = Array.from(goal.cells).indexOf(0);
    // Wide rather than high, with the blank as near as possible to the last cell, so that the
    // classic goal, the one with the blank first and the snake share their tables.
    const best = SYMMETRIES.filter((s) => (s.transpose ? height >= width : width >= height)).reduce(
      (one, other) =>
        turnCell(other, width, height, blank) > turnCell(one, width, height, blank) ? other : one,
    );
    /** @readonly */ this.symmetry = best;
    /** @readonly */ this.width = Math.max(width, height);
    /** @readonly */ this.height = Math.min(width, height);
    /** @readonly */ this.blank = turnCell(best, width, height, blank);
    /** Cell of the real board → cell of the turned one. @readonly */
    this.cellOf = Array.from(goal.cells, (_, cell) => turnCell(best, width, height, cell));
    const homes = /** @type {number[]} */ ([]);
    Array.from(goal.cells).forEach((tile, cell) => {
      homes[tile] = this.cellOf[cell] ?? 0;
    });
    /** Number on a tile → its home on the turned board. @readonly */
    this.homes = homes;
    this.real = new Map(Array.from(LETTERS, (l) => [turnLetter(best, l), l]));
  }

  /**
   * Tables depend on nothing else.
   * @returns {string}
   */
  get key() {
    return `${this.width}x${this.height}-${this.blank}`;
  }

  /**
   * @param {Position} board
   * @returns {Uint8Array | Uint16Array} for each turned cell, the home of the tile there; the goal is 0 1 2 …
   */
  view(board) {
    const count = board.cells.length;
    const cells = count > 256 ? new Uint16Array(count) : new Uint8Array(count);
    for (let cell = 0; cell < count; cell++) {
      cells[this.cellOf[cell]] = this.homes[board.cells[cell]];
    }
    return cells;
  }

  /**
   * @param {string} moves on the turned board
   * @returns {string} the same moves on the real one
   */
  realMoves(moves) {
    return Array.from(moves, (letter) => this.real.get(letter)).join("");
  }
}

/**
 * For each cell, the cells a tile can come from when the blank is there, and the letter of its move.
 * @param {number} width
 * @param {number} height
 * @returns {Array<Array<{cell: number, letter: string}>>}
 */
export function neighbours(width, height) {
  return Array.from({ length: width * height }, (_, cell) => {
    const row = Math.floor(cell / width);
    const column = cell % width;
    const found = [];
    if (row + 1 < height) found.push({ cell: cell + width, letter: "U" });
    if (row > 0) found.push({ cell: cell - width, letter: "D" });
    if (column + 1 < width) found.push({ cell: cell + 1, letter: "L" });
    if (column > 0) found.push({ cell: cell - 1, letter: "R" });
    return found;
  });
}
