/** One puzzle while it is answered. Knows no document. Its twin: taquin/teach/advice/puzzles.py. */
import { move } from "../board.js";
import { cellOf, wayOf } from "../shared/moves.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {{board: Board, letters: string}} AnswerStep  letters: of all best moves on that board */
/** @typedef {import("../solver/solver.js").Solver} Solver */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

const BUDGET = 4000;

/** Moves are judged by the distance that they leave. */
export class PuzzleTry {
  /** @type {"open" | "judging" | "failed" | "solved"} */
  state = "open";
  /** Best moves found. */
  found = 0;
  /** Moves that the wrong one costs. */
  lost = 0;
  #left;

  /**
   * @param {Solver} solver
   * @param {Puzzle} puzzle
   */
  constructor(solver, puzzle) {
    this.solver = solver;
    this.puzzle = puzzle;
    /** The board after the moves found. */
    this.at = puzzle.board;
    this.#left = puzzle.distance;
  }

  /** Whether it is over. */
  get over() {
    return this.state === "failed" || this.state === "solved";
  }

  /** Moves to the goal, after the moves found. */
  get left() {
    return this.#left;
  }

  /**
   * A slide is right if all its moves lead nearer to the goal. A judgment that is stopped leaves the
   * puzzle as it was before the slide.
   * @param {Board} to
   * @param {string} moves
   * @param {AbortSignal} signal
   */
  async judge(to, moves, signal) {
    this.state = "judging";
    try {
      const { goal, length } = this.puzzle;
      const [{ value, lower }] = await this.solver.distances([to], goal, { signal, budget: BUDGET });
      const left = this.#left - moves.length;
      if ((value ?? lower) > left) {
        this.lost = (value ?? lower) - left;
        this.state = "failed";
        return;
      }
      [this.at, this.#left] = [to, left];
      this.found += moves.length;
      this.state = this.found >= length || left === 0 ? "solved" : "open";
    } finally {
      if (this.state === "judging") this.state = "open";
    }
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<AnswerStep[]>} a best move for each that is still to find, from here on
   */
  async answer(signal) {
    const { goal, length } = this.puzzle;
    const steps = /** @type {AnswerStep[]} */ ([]);
    let board = this.at;
    for (let left = length - this.found; left > 0; left--) {
      const { letters } = await this.solver.optimalMoves(board, goal, { signal, budget: BUDGET });
      if (!letters) break;
      steps.push({ board, letters });
      board = move(board, letters[0]);
    }
    return steps;
  }

  /** The wrong move is undone; the right ones stay. */
  goOn() {
    if (this.state === "failed") this.state = "open";
  }

  /**
   * As it was left.
   * @param {Board} at  after the moves found
   * @param {number} found
   */
  goOnFrom(at, found) {
    [this.at, this.#left, this.found] = [at, this.puzzle.distance - found, found];
  }

  /** From the beginning. */
  restart() {
    [this.at, this.#left, this.found, this.state] = [this.puzzle.board, this.puzzle.distance, 0, "open"];
  }
}

/**
 * @param {AnswerStep[]} steps
 * @returns {string} `Best: tile 5 up or tile 8 left.`; of several moves one line: `Best: tile 5 up, then tile 8 left.`
 */
export function answerText(steps) {
  const words = steps.map(({ board, letters }) =>
    [...letters].map((letter) => t`tile ${board.cells[cellOf(board, letter)]} ${wayOf(letter)}`),
  );
  return t`Best: ${words.length === 1 ? words[0].join(t` or `) : words.map(([first]) => first).join(t`, then `)}.`;
}
