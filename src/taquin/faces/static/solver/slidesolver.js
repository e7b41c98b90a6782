/**
 * Answers about boards in slides, each a push of one tile or several, and keeps what is proved: every panel reads it, so
 * that no two of them disagree.
 */
import { formatBoard, replay } from "../board.js";
import { askServer } from "./served.js";
import { pushEnds } from "./slidecount.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./engine.js").Distance} Distance */
/** @typedef {import("./served.js").Server} Server */
/** @typedef {import("./thread.js").Asking} Asking */

/**
 * `slides`: of the solution; `lowerBound` is theirs.
 * @typedef {{moves: string, slides: number, optimal: boolean, lowerBound: number, nodes: number, ms: number,
 *   by: "worker" | "server" | "known"}} Pushed
 */

/** @typedef {{lower: number, upper: number | null, moves: string | null}} SlideProof  moves: of as many slides as `upper` */

/**
 * The solver in single-tile moves. `mustBeSolvable` throws for boards that cannot reach the goal; `better` are called
 * when more is known of a board.
 * @typedef {object} InMoves
 * @property {(board: Board, goal: Board) => Distance} known
 * @property {(board: Board, goal: Board, asking: Asking) => Promise<import("./proofs.js").Solution>} solve
 * @property {(board: Board, goal: Board) => void} mustBeSolvable
 * @property {Array<() => void>} better
 */

const SERVER_SECONDS = 60;
/** Milliseconds of the worker's search, which proves most boards in less, before the server is asked. */
const PATIENT = 8000;
/** A long game has a few thousand boards; the oldest are forgotten. */
const KEPT = 20_000;

export class SlideSolver {
  /** @type {Map<string, SlideProof>} */
  #proofs = new Map();
  #solver;
  #api;
  #ask;

  /**
   * @param {InMoves} solver
   * @param {Server} api
   * @param {(task: object, asking: Asking) => Promise<any>} ask  the worker
   */
  constructor(solver, api, ask) {
    this.#solver = solver;
    this.#api = api;
    this.#ask = ask;
  }

  /**
   * @param {Board} board  solvable
   * @param {Board} goal
   * @returns {Distance & {moves: string | null}}
   */
  known(board, goal) {
    const moves = this.#solver.known(board, goal).lower;
    // A slide moves at most all other tiles of a line.
    const least = Math.ceil(moves / (Math.max(board.width, board.height) - 1));
    const proof = this.#proofs.get(keyOf(board, goal));
    const lower = Math.max(least, proof?.lower ?? 0);
    const upper = moves === 0 ? 0 : (proof?.upper ?? null);
    const exact = lower === upper;
    return { value: exact ? lower : null, lower, upper, exact, moves: upper === 0 ? "" : (proof?.moves ?? null) };
  }

  /**
   * A solution with the fewest slides; where that is not proved in time, one with few moves.
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking & {serverSeconds?: number, here?: boolean}} [asking]  here: the server is not asked
   * @returns {Promise<Pushed>}
   */
  async solve(board, goal, asking = {}) {
    this.#solver.mustBeSolvable(board, goal);
    const { budget = PATIENT, here = false } = asking;
    const known = this.known(board, goal);
    if (known.exact && known.moves !== null) return { ...pushed(known.moves, known.lower), nodes: 0, ms: 0, by: "known" };
    const found = await this.#search(board, goal, { ...asking, budget });
    if (found.moves === null && this.#api.online && !here) {
      const answer = await askServer(this.#api, { board, goal, metric: "mtm" }, { serverSeconds: SERVER_SECONDS, ...asking });
      if (answer) this.#prove(board, goal, answer.lowerBound, answer.moves);
      if (answer?.optimal && answer.moves !== null) {
        return { ...pushed(answer.moves, answer.lowerBound), nodes: answer.nodes, ms: answer.ms, by: "server" };
      }
    }
    if (found.moves !== null) return { ...found, ...pushed(found.moves, found.lowerBound), by: "worker" };
    const { onProgress: _, ...quiet } = asking;
    const near = await this.#solver.solve(board, goal, quiet);
    this.#prove(board, goal, found.lowerBound, near.moves);
    // A bound from a neighbour may be below every solution that is known.
    const { moves, lower } = this.known(board, goal);
    return { ...found, ...pushed(moves ?? /** @type {string} */ (near.moves), lower), by: "worker" };
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} asking
   * @returns {Promise<import("./pushes.js").PushesFound>}
   */
  async #search(board, goal, asking) {
    const task = { task: "pushes", board, goal, budget: asking.budget, lower: this.known(board, goal).lower };
    const found = await this.#ask(task, asking);
    this.#prove(board, goal, found.lowerBound, found.moves);
    return found;
  }

  /**
   * @param {Board[]} boards  each one slide from the next
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Distance[]>}
   */
  async distances(boards, goal, asking = {}) {
    if (boards.length > 0) this.#solver.mustBeSolvable(boards[0], goal);
    const known = boards.map((board) => this.known(board, goal));
    const onValue = (/** @type {number} */ index, /** @type {Distance} */ { lower, upper }) => {
      this.#keep(boards[index], goal, { lower, upper, moves: null });
      asking.onValue?.(index, this.known(boards[index], goal));
    };
    await this.#ask({ task: "pushDistances", boards, goal, known, budget: asking.budget }, { ...asking, onValue });
    return boards.map((board) => this.known(board, goal));
  }

  /**
   * All slides that begin a solution with the fewest of them.
   * @param {Board} board  of known distance, not the goal
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<{pushes: string[], proved: boolean}>}  pushes: the moves of each
   */
  best(board, goal, asking = {}) {
    return this.#ask({ task: "bestPushes", board, goal, known: this.known(board, goal).lower, budget: asking.budget }, asking);
  }

  /**
   * Make the tables for boards to this goal before anyone waits for them.
   * @param {Board} goal
   * @returns {Promise<unknown>}
   */
  warm(goal) {
    return this.#ask({ task: "pushes", board: goal, goal, budget: 0 }, {});
  }

  /**
   * A bound, and a solution: it proves something of every board between two of its slides, too.
   * @param {Board} board
   * @param {Board} goal
   * @param {number} lower
   * @param {string | null} moves
   */
  #prove(board, goal, lower, moves) {
    this.#keep(board, goal, { lower, upper: null, moves: null });
    if (moves === null) return;
    const ends = [0, ...pushEnds(moves)];
    ends.forEach((end, made) => {
      const left = { lower: lower - made, upper: ends.length - 1 - made, moves: moves.slice(end) };
      this.#keep(replay(board, moves.slice(0, end)), goal, left);
    });
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {SlideProof} proved
   */
  #keep(board, goal, { lower, upper, moves }) {
    const key = keyOf(board, goal);
    const proof = this.#proofs.get(key) ?? { lower: 0, upper: null, moves: null };
    const fewer = upper !== null && (proof.upper === null || upper < proof.upper);
    const better = fewer || lower > proof.lower;
    proof.lower = Math.max(proof.lower, lower);
    if (fewer || (upper === proof.upper && proof.moves === null)) Object.assign(proof, { upper, moves });
    this.#proofs.delete(key);
    this.#proofs.set(key, proof);
    if (this.#proofs.size > KEPT) this.#proofs.delete(/** @type {string} */ (this.#proofs.keys().next().value));
    if (better) this.#solver.better.forEach((tell) => tell());
  }
}

/**
 * @param {Board} board
 * @param {Board} goal
 */
const keyOf = (board, goal) => `${formatBoard(board)} ${formatBoard(goal)}`;

/**
 * @param {string} moves
 * @param {number} lowerBound
 */
function pushed(moves, lowerBound) {
  const slides = pushEnds(moves).length;
  return { moves, slides, lowerBound, optimal: slides === lowerBound };
}
