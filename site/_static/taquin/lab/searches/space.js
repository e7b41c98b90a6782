/**
 * The positions of a small board as the searches see them. A state is a number whose decimal digits
 * are the tiles in reading order, so the order of states is that of the boards.
 */
import { LETTERS, neighbours } from "../../solver/frame.js";

/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {"stm" | "mtm" | "expense"} Metric */

/**
 * A move from a state: its letter, repeated once per tile pushed.
 * @typedef {{move: string, state: number, cost: number}} NextState
 */

const OPPOSITE = /** @type {Record<string, string>} */ ({ U: "D", D: "U", L: "R", R: "L" });

/**
 * @param {ArrayLike<number>} cells
 * @returns {number}
 */
export function encodeState(cells) {
  let state = 0;
  for (let cell = 0; cell < cells.length; cell++) state = 10 * state + cells[cell];
  return state;
}

/**
 * @param {number} state
 * @param {Uint8Array} cells is overwritten
 * @returns {number} the cell of the blank
 */
export function decodeState(state, cells) {
  let blank = -1;
  for (let cell = cells.length - 1; cell >= 0; cell--) {
    const rest = Math.floor(state / 10);
    const tile = state - 10 * rest;
    cells[cell] = tile;
    if (tile === 0) blank = cell;
    state = rest;
  }
  return blank;
}

/** The graph of positions that can be reached from a start. The cheapest move costs 1 in every metric. */
export class StateSpace {
  /**
   * @param {Position} board
   * @param {Position} goal
   * @param {Metric} metric
   * @param {string} [order] of the successors, in tile letters
   */
  constructor(board, goal, metric, order = LETTERS) {
    const { width, height } = board;
    this.start = encodeState(board.cells);
    this.goal = encodeState(goal.cells);
    this.byTile = metric === "expense";
    this.cells = new Uint8Array(width * height);
    /** The value of a digit in each cell. */
    this.places = Array.from(this.cells, (_, cell) => 10 ** (width * height - 1 - cell));
    /** For each cell of the blank, the lines of cells whose tiles can be pushed into it. */
    this.lines = linesOf(width, height, order, metric === "mtm");
  }

  /**
   * @param {number} state
   * @returns {boolean}
   */
  isGoal(state) {
    return state === this.goal;
  }

  /**
   * @param {number} state
   * @returns {NextState[]} in the order to try them
   */
  successors(state) {
    const { cells, places } = this;
    const blank = decodeState(state, cells);
    const found = [];
    for (const { letter, line } of this.lines[blank]) {
      let [hole, after, move] = [blank, state, ""];
      for (const cell of line) {
        const tile = cells[cell];
        after += tile * (places[hole] - places[cell]);
        hole = cell;
        move += letter;
        found.push({ move, state: after, cost: this.byTile ? tile : 1 });
      }
    }
    return found;
  }

  /**
   * @param {number} state
   * @returns {NextState[]} the states from which a move leads here
   */
  predecessors(state) {
    return this.successors(state).map(({ move, state: before, cost }) => ({
      move: OPPOSITE[move[0]].repeat(move.length),
      state: before,
      cost,
    }));
  }
}

/**
 * @param {number} width
 * @param {number} height
 * @param {string} order
 * @param {boolean} whole whether all tiles up to the edge can be pushed at once
 * @returns {Array<Array<{letter: string, line: number[]}>>}
 */
function linesOf(width, height, order, whole) {
  const near = neighbours(width, height);
  return near.map((list) =>
    [...order].flatMap((letter) => {
      const line = [];
      for (let next = list.find((one) => one.letter === letter); next; ) {
        line.push(next.cell);
        next = whole ? near[next.cell].find((one) => one.letter === letter) : undefined;
      }
      return line.length > 0 ? [{ letter, line }] : [];
    }),
  );
}
