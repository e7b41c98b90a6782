/** What is known of positions: asked once, then remembered, and carried along a shortest line. */
import { formatBoard, move, sameBoard } from "../board.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./analysewords.js").Known} Known */
/** @typedef {Pick<import("../solver/solver.js").Solver, "solve" | "optimalMoves">} Asked */

/** Milliseconds of search for all best moves of a board. */
const BUDGET = 6000;

/** Positions of one goal. */
export class Positions {
  /** @type {Map<string, Known>} */
  #known = new Map();

  /**
   * @param {Asked} solver
   * @param {Board} goal
   */
  constructor(solver, goal) {
    this.solver = solver;
    this.goal = goal;
  }

  /**
   * @param {Board} board
   * @returns {Known | null}
   */
  get(board) {
    return this.#known.get(formatBoard(board)) ?? null;
  }

  /**
   * Find out about a position; rejects when it is cancelled.
   * @param {Board} board
   * @param {{signal: AbortSignal, onKnown: (known: Known) => void, onProgress?: (lower: number) => void}} asking
   *   onKnown: called again whenever more is known
   */
  async ask(board, { signal, onKnown, onProgress }) {
    const tell = (/** @type {Known} */ known) => onKnown(this.#keep(board, known));
    let known = this.get(board);
    if (!known && sameBoard(board, this.goal)) known = { distance: 0, lower: 0, best: "", line: "", proved: true };
    if (!known || known.distance === null) {
      const found = await this.solver.solve(board, this.goal, { signal, onProgress: ({ bound }) => onProgress?.(bound) });
      const { optimal, lowerBound, cost } = found;
      known = { distance: optimal ? cost : null, lower: lowerBound, best: null, line: found.moves ?? "", proved: optimal };
    }
    tell(known);
    if (known.distance === null || known.best !== null) return;
    const { letters, proved } = await this.solver.optimalMoves(board, this.goal, { signal, budget: BUDGET });
    if (proved) tell({ ...known, best: letters });
  }

  /**
   * @param {Board} board
   * @param {Known} known
   */
  #keep(board, known) {
    this.#known.set(formatBoard(board), known);
    // Every rest of a shortest line is a shortest line.
    let [at, line] = [board, known.line];
    while (known.proved && line) {
      at = move(at, line[0]);
      line = line.slice(1);
      if (!this.get(at)?.proved) {
        const best = line ? null : "";
        this.#known.set(formatBoard(at), { distance: line.length, lower: line.length, best, line, proved: true });
      }
    }
    return known;
  }
}
