/**
 * What is proved of boards: bounds on their distances, and the shortest solutions known. Every search
 * adds to it and every panel reads it, so that no two of them disagree.
 */
import { formatBoard, move } from "../board.js";
import { lowerBound } from "./bounds.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./engine.js").Distance} Distance */

/**
 * A solution. `optimal` only if that is proved; `cost` is at least `lowerBound`.
 * @typedef {object} Solution
 * @property {string | null} moves
 * @property {number | null} cost
 * @property {boolean} optimal
 * @property {number} lowerBound
 * @property {number} nodes
 * @property {number} ms
 * @property {"table" | "worker" | "beam" | "server" | "method" | "known"} by
 */

/**
 * `moves`: of a solution as long as `upper`, null where none is known; `solution`: as the search of
 * this very board gave it.
 * @typedef {{lower: number, upper: number | null, moves: string | null, solution: Solution | null}} Proof
 */

// A long game has a few thousand boards; the oldest are forgotten.
const KEPT = 20_000;

/** The store, for any number of goals and sizes. */
export class Proofs {
  /** @type {Map<string, Proof>} */
  #proofs = new Map();
  /** @type {{goal: Board | null, homes: Int32Array}} */
  #goal = { goal: null, homes: new Int32Array(0) };

  /** @param {() => void} [onBetter]  called when more is known of a board */
  constructor(onBetter = () => {}) {
    this.onBetter = onBetter;
  }

  /**
   * The best bounds known; at least Manhattan distance and linear conflicts.
   * @param {Board} board  solvable
   * @param {Board} goal
   * @returns {Distance & {moves: string | null, solution: Solution | null}}
   */
  known(board, goal) {
    const least = this.#estimate(board, goal);
    const proof = this.#proofs.size > 0 ? this.#proofs.get(keyOf(board, goal)) : undefined;
    const { upper = null, moves = null, solution = null } = proof ?? {};
    const bound = Math.max(least, proof?.lower ?? 0);
    // Each move changes the parity, so the bound is odd or even as the distance is.
    const lower = bound + ((bound - least) % 2);
    const exact = lower === upper;
    return { value: exact ? lower : null, lower, upper, exact, moves, solution };
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {{lower?: number, upper?: number | null}} proved
   * @returns {Distance} with what was known before
   */
  add(board, goal, { lower = 0, upper = null }) {
    this.#improve(board, goal, lower, upper, null);
    return this.known(board, goal);
  }

  /**
   * A solution, which also proves something of every board on its way.
   * @param {Board} board
   * @param {Board} goal
   * @param {Solution} solution
   */
  solved(board, goal, solution) {
    const { moves, lowerBound: least } = solution;
    if (moves === null) return;
    let here = board;
    for (let at = 0; at < moves.length; at++) {
      this.#improve(here, goal, least - at, moves.length - at, moves.slice(at));
      here = move(here, moves[at]);
    }
    const proof = this.#proofs.get(keyOf(board, goal));
    if (proof && proof.moves === moves) proof.solution = solution;
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {number} lower
   * @param {number | null} upper
   * @param {string | null} moves
   */
  #improve(board, goal, lower, upper, moves) {
    const key = keyOf(board, goal);
    const proof = this.#proofs.get(key) ?? { lower: 0, upper: null, moves: null, solution: null };
    const shorter = upper !== null && (proof.upper === null || upper < proof.upper);
    if (shorter || lower > proof.lower) this.onBetter();
    proof.lower = Math.max(proof.lower, lower);
    if (shorter || (upper === proof.upper && proof.moves === null)) {
      Object.assign(proof, { upper, moves, solution: null });
    }
    this.#proofs.delete(key);
    this.#proofs.set(key, proof);
    if (this.#proofs.size > KEPT) this.#proofs.delete(/** @type {string} */ (this.#proofs.keys().next().value));
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   */
  #estimate(board, goal) {
    if (this.#goal.goal !== goal) {
      const homes = new Int32Array(goal.cells.length);
      goal.cells.forEach((tile, cell) => (homes[tile] = cell));
      this.#goal = { goal, homes };
    }
    const { homes } = this.#goal;
    return lowerBound(board, Array.from(board.cells, (tile) => homes[tile]), homes[0]);
  }
}

/**
 * @param {Board} board
 * @param {Board} goal
 */
const keyOf = (board, goal) => `${formatBoard(board)} ${formatBoard(goal)}`;
