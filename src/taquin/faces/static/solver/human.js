/**
 * The way people solve these puzzles: line by line, the last two tiles of each line together, until
 * four cells are left. It works for every solvable board of any size and goal, and explains each step.
 * Its twin: taquin/teach/advice/human.py.
 */
import { METHOD_SENTENCES } from "../words/methodsentences.js";
import { listed, said, t, translated } from "../words/said.js";
import { carry, lastFour, turnIn } from "./carry.js";

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {{moves: string, sentence: string, stage: string, way: string, tiles: number[]}} Step  way: by rows, by columns, or what both leave */

/**
 * A row or column to fill: its cells from one end to the other; `inward` leads to the next line.
 * @typedef {{name: string, way: string, cells: number[], inward: number}} FillLine
 */

/**
 * The steps from a board to a goal; what is already done is left out.
 * @param {Position} board
 * @param {Position} goal
 * @returns {Generator<Step, void, void>}
 */
export function* humanSteps(board, goal) {
  const method = new Method(board, goal);
  for (let line = method.nextLine(); line; line = method.nextLine()) yield* method.fill(line);
  yield* method.finish();
}

/** A board on which more and more lines are done. */
class Method {
  /**
   * @param {Position} board
   * @param {Position} goal
   */
  constructor(board, goal) {
    const { width, height } = board;
    this.goal = Array.from(goal.cells);
    this.blankHome = this.goal.indexOf(0);
    this.work = {
      width,
      height,
      cells: Array.from(board.cells),
      locked: new Uint8Array(width * height),
    };
    this.rows = Array.from({ length: height }, (_, row) => row);
    this.columns = Array.from({ length: width }, (_, column) => column);
  }

  /**
   * An outer line without the blank's home: rows while there are as many as columns.
   * @returns {FillLine | null} null once four cells are left
   */
  nextLine() {
    const { rows, columns } = this;
    const { width } = this.work;
    if (rows.length === 2 && columns.length === 2) return null;
    if (rows.length > 2 && (rows.length >= columns.length || columns.length === 2)) {
      const last = Math.floor(this.blankHome / width) === rows[0];
      const row = /** @type {number} */ (last ? rows.pop() : rows.shift());
      const cells = columns.map((column) => row * width + column);
      return { name: said(METHOD_SENTENCES.row, { number: row + 1 }), way: translated(METHOD_SENTENCES.byRows), cells, inward: last ? -width : width };
    }
    const last = this.blankHome % width === columns[0];
    const column = /** @type {number} */ (last ? columns.pop() : columns.shift());
    const cells = rows.map((row) => row * width + column);
    return { name: said(METHOD_SENTENCES.column, { number: column + 1 }), way: translated(METHOD_SENTENCES.byColumns), cells, inward: last ? -1 : 1 };
  }

  /**
   * @param {FillLine} line
   * @returns {Generator<Step, void, void>}
   */
  *fill(line) {
    for (const cell of line.cells.slice(0, -2)) {
      const tile = this.goal[cell];
      const where = this.#beside(cell);
      const moves = /** @type {string} */ (carry(this.work, tile, cell));
      const sentence = said(METHOD_SENTENCES.bring, { tile, where });
      if (moves) yield { moves, sentence, stage: line.name, way: line.way, tiles: [tile] };
      this.work.locked[cell] = 1;
    }
    yield* this.#fillCorner(line);
    for (const cell of line.cells) this.work.locked[cell] = 1;
  }

  /**
   * The last two tiles of a line: the first waits in the corner, the second behind it, then both
   * turn in.
   * @param {FillLine} line
   * @returns {Generator<Step, void, void>}
   */
  *#fillCorner(line) {
    const { work, goal } = this;
    const [first, corner] = line.cells.slice(-2);
    const [one, two] = [goal[first], goal[corner]];
    if (work.cells[first] === one && work.cells[corner] === two) return;
    const step = (/** @type {string} */ moves, /** @type {string} */ sentence) => ({
      moves,
      sentence,
      stage: line.name,
      way: line.way,
      tiles: [one, two],
    });
    const both = this.#turnBoth(line);
    if (both) {
      yield step(both.moves, both.sentence);
      return;
    }
    const parked = /** @type {string} */ (carry(work, one, corner));
    const park = said(METHOD_SENTENCES.park, { tile: one, other: two });
    if (parked) yield { ...step(parked, park), tiles: [one] };
    work.locked[corner] = 1;
    const behind = carry(work, two, corner + line.inward);
    work.locked[corner] = 0;
    const side = sideOf(line.inward, work.width);
    const bring = said(METHOD_SENTENCES.behind, { tile: two, side, other: one });
    if (behind) yield { ...step(behind, bring), tiles: [two] };
    const turned = /** @type {{moves: string, sentence: string}} */ (this.#turnBoth(line));
    yield step(turned.moves, turned.sentence);
  }

  /**
   * @param {FillLine} line
   * @returns {{moves: string, sentence: string} | null}
   */
  #turnBoth({ cells, inward }) {
    const { work, goal } = this;
    const [first, corner] = cells.slice(-2);
    const [one, two] = [goal[first], goal[corner]];
    const ready = work.cells[corner] === one && work.cells[corner + inward] === two;
    const window = [0, 1, 2].flatMap((depth) => [first + depth * inward, corner + depth * inward]);
    const moves = turnIn(work, window, [
      { tile: one, target: first },
      { tile: two, target: corner },
    ]);
    if (moves === null) return null;
    const turn = ready ? translated(METHOD_SENTENCES.turn) : translated(METHOD_SENTENCES.close);
    return { moves, sentence: said(turn, { tile: one, other: two }) };
  }

  /**
   * @param {number} cell
   * @returns {string} where it is, relative to a finished neighbour
   */
  #beside(cell) {
    const { width, height, locked } = this.work;
    const [row, column] = [Math.floor(cell / width), cell % width];
    const place = said(METHOD_SENTENCES.cell, { row: row + 1, column: column + 1 });
    const neighbours = [
      { is: row > 0, at: cell - width, gap: width },
      { is: column > 0, at: cell - 1, gap: 1 },
      { is: row + 1 < height, at: cell + width, gap: -width },
      { is: column + 1 < width, at: cell + 1, gap: -1 },
    ];
    const done = neighbours.find(({ is, at }) => is && locked[at]);
    if (!done) return said(METHOD_SENTENCES.corner, { place });
    return said(METHOD_SENTENCES.beside, { side: sideOf(done.gap, width), other: this.goal[done.at], place });
  }

  /** @returns {Generator<Step, void, void>} */
  *finish() {
    const { goal, work } = this;
    const square = this.rows.flatMap((row) =>
      this.columns.map((column) => row * work.width + column),
    );
    const tiles = square.map((cell) => goal[cell]).filter(Boolean);
    const moves = lastFour(work, square, goal);
    if (moves === null) {
      throw new RangeError(t`${said(METHOD_SENTENCES.stuck, { tiles: listed(tiles) })} Call judge() first.`);
    }
    const [last, ...others] = tiles.sort((a, b) => b - a);
    const sentence = said(METHOD_SENTENCES.rotate, { tiles: listed(others.reverse()), last });
    if (moves) yield { moves, sentence, stage: translated(METHOD_SENTENCES.last), way: translated(METHOD_SENTENCES.byBoth), tiles };
  }
}

/**
 * @param {number} gap from one cell to the next
 * @param {number} width
 * @returns {string}
 */
function sideOf(gap, width) {
  if (Math.abs(gap) === width) return gap > 0 ? translated(METHOD_SENTENCES.under) : translated(METHOD_SENTENCES.above);
  return gap > 0 ? translated(METHOD_SENTENCES.right) : translated(METHOD_SENTENCES.left);
}
