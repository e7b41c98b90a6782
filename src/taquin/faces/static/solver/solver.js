/**
 * Answers the page's questions about boards. The worker answers, or the server if it cannot or runs out of time.
 * Every promise can be cancelled with an AbortSignal.
 */
import { judge } from "../board.js";
import { Proofs } from "./proofs.js";
import { withWords } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./engine.js").Distance} Distance */
/** @typedef {import("./engine.js").FirstMoves} FirstMoves */
/** @typedef {import("./engine.js").SolverProgress} SolverProgress */
/** @typedef {import("./human.js").Step} Step */
/** @typedef {import("./thread.js").Asking} Asking */
/** @typedef {import("./proofs.js").Solution} Solution */

/** @typedef {import("./served.js").Server} Server */

const SERVER_SECONDS = 60;
// Milliseconds of the worker's search before the server is asked.
const PATIENT = 1500;
// Without a server.
const ALONE = 8000;
// Of larger boards only near ones can be proved.
const PROVABLE_CELLS = 16;
const LARGE_SERVER_SECONDS = 10;
const APPROACHING = 1500;
const APPROACHING_ALONE = 5000;
const OFFER = 700;

/** Raised for boards that cannot reach the goal: `message` says why. */
export class UnsolvableError extends Error {
  name = "UnsolvableError";
}

/**
 * The rest of a solution that was proved before.
 * @param {string} moves
 * @returns {Solution}
 */
function shortest(moves) {
  const cost = moves.length;
  return { moves, cost, optimal: true, lowerBound: cost, nodes: 0, ms: 0, by: "known" };
}

export class Solver {
  /** Loaded with the first question. @type {Promise<import("./thread.js").Thread> | null} */
  #thread = null;
  #api;
  /** Called when more is known of a board. @type {Array<() => void>} */
  better = [];
  #proofs = new Proofs(() => this.better.forEach((tell) => tell()));
  /** @type {import("./slidesolver.js").SlideSolver | null} */
  #slides = null;

  /** @param {Server} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @returns {Distance}
   */
  known(board, goal) {
    return this.#proofs.known(board, goal);
  }

  /**
   * A shortest solution where one can be proved in time, else the best known one.
   * Rejects with UnsolvableError where there is none.
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking & {serverSeconds?: number}} [asking]
   * @returns {Promise<Solution>}
   */
  async solve(board, goal, asking = {}) {
    this.mustBeSolvable(board, goal);
    const large = board.cells.length > PROVABLE_CELLS;
    const { budget = large ? PATIENT : ALONE } = asking;
    const patience = this.#api.online ? Math.min(budget, PATIENT) : budget;
    const known = this.#proofs.known(board, goal);
    if (known.exact && known.moves !== null) return known.solution ?? shortest(known.moves);
    const prove = (/** @type {number} */ lower) => this.#proofs.add(board, goal, { lower }).lower;
    /** Nodes of searches that have ended, and those shown. */
    let [before, shown] = [0, 0];
    const onProgress = (/** @type {SolverProgress} */ progress) => {
      const { phase, bound, nodes } = progress;
      const further = {
        bound: prove(bound),
        nodes: (shown = Math.max(shown, before + nodes)),
        best: this.#proofs.known(board, goal).upper,
      };
      asking.onProgress?.(phase === "tables" ? progress : { ...progress, ...further });
    };
    const relayed = { ...asking, onProgress };
    // One narrow beam takes some hundredths of a second.
    if (large && (await this.approach(board, goal, { ...asking, budget: 0 }))?.optimal) {
      return /** @type {Solution} */ (this.best(board, goal));
    }
    const search = async (/** @type {number} */ time) => {
      const task = { task: "solve", board, goal, budget: time, lower: prove(0) };
      const found = await this.#question(task, relayed);
      if (found.optimal) return this.#keep(board, goal, found);
      prove(found.lowerBound);
      before += found.nodes;
      return found;
    };
    const { signal } = asking;
    const offer = setTimeout(() => {
      this.offer(board, goal, signal).catch((error) => {
        if (!signal?.aborted) throw error;
      });
    }, OFFER);
    let found = await search(patience).finally(() => clearTimeout(offer));
    if (found.optimal) return found;
    await this.offer(board, goal, signal);
    if (large) {
      const time = this.#api.online ? APPROACHING : APPROACHING_ALONE;
      const near = await this.approach(board, goal, { ...relayed, budget: time });
      if (near?.optimal) return near;
      before = shown;
    }
    const seconds = large ? LARGE_SERVER_SECONDS : SERVER_SECONDS;
    const served = await this.#ask(board, goal, { serverSeconds: seconds, ...relayed });
    if (served?.optimal) return this.#keep(board, goal, served);
    before = shown;
    if (!served && budget > patience) found = await search(budget);
    if (found.optimal) return found;
    const lowerBound = prove(served?.lowerBound ?? 0);
    if (served) this.#keep(board, goal, { ...served, lowerBound });
    const best = /** @type {Solution} */ (this.best(board, goal));
    return best.by === "method" ? { ...best, nodes: found.nodes, ms: found.ms } : best;
  }

  /**
   * The row-and-column method's solution, for a board of which none is known.
   * @param {Board} board
   * @param {Board} goal
   * @param {AbortSignal} [signal]
   */
  async offer(board, goal, signal) {
    if (this.best(board, goal)) return;
    const began = performance.now();
    const steps = await this.all(board, goal, { signal });
    if (this.best(board, goal)) return;
    const moves = steps.map((step) => step.moves).join("");
    const { lower } = this.#proofs.known(board, goal);
    const [cost, ms] = [moves.length, performance.now() - began];
    this.#keep(board, goal, { moves, cost, optimal: cost === lower, lowerBound: lower, nodes: 0, ms, by: "method" });
  }

  /**
   * A near-optimal solution from the page's own beams; null where there is no model for such boards.
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Solution | null>}
   */
  async approach(board, goal, asking = {}) {
    this.mustBeSolvable(board, goal);
    const known = this.best(board, goal);
    if (known?.optimal) return known;
    const began = performance.now();
    let nodes = 0;
    const onProgress = (/** @type {SolverProgress} */ progress) => {
      nodes = progress.nodes;
      asking.onProgress?.(progress);
    };
    const onBetter = (/** @type {string} */ moves) => {
      const { lower } = this.#proofs.known(board, goal);
      const [cost, ms] = [moves.length, performance.now() - began];
      const optimal = cost === lower;
      this.#keep(board, goal, { moves, cost, optimal, lowerBound: lower, nodes, ms, by: "beam" });
      asking.onBetter?.(moves);
    };
    const task = { task: "approach", board, goal, budget: asking.budget };
    const { moves } = await this.#question(task, { ...asking, onProgress, onBetter });
    return moves === null ? null : this.best(board, goal);
  }

  /**
   * What answers in slides, of boards that `canPush`; loaded for the first question.
   * @returns {Promise<import("./slidesolver.js").SlideSolver>}
   */
  async slides() {
    const ask = (/** @type {object} */ task, /** @type {Asking} */ asking) => this.#question(task, asking);
    const { SlideSolver } = await withWords(() => import("./slidesolver.js"));
    this.#slides ??= new SlideSolver(this, this.#api, ask);
    return this.#slides;
  }

  /**
   * The shortest solution known, with the best bound proved by now.
   * @param {Board} board
   * @param {Board} goal
   * @returns {Solution | null}
   */
  best(board, goal) {
    const { moves, lower, exact, solution } = this.#proofs.known(board, goal);
    if (moves === null) return null;
    const cost = moves.length;
    return { nodes: 0, ms: 0, by: "known", ...solution, moves, cost, optimal: exact, lowerBound: lower };
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {Solution} solution
   * @returns {Solution}
   */
  #keep(board, goal, solution) {
    this.#proofs.solved(board, goal, solution);
    return solution;
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking & {serverSeconds: number}} asking
   * @returns {Promise<Solution | null>} null where the server cannot be asked, or has no answer
   */
  async #ask(board, goal, asking) {
    if (!this.#api.online) return null;
    const { askServer } = await import("./served.js");
    return askServer(this.#api, { board, goal }, asking);
  }

  /**
   * @param {Board[]} boards
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Distance[]>}
   */
  async distances(boards, goal, asking = {}) {
    if (boards.length > 0) this.mustBeSolvable(boards[0], goal);
    const known = boards.map((board) => this.known(board, goal));
    const onValue = (/** @type {number} */ index, /** @type {Distance} */ distance) => {
      const best = this.#proofs.add(boards[index], goal, distance);
      asking.onValue?.(index, best);
    };
    const task = { task: "distances", boards, goal, known, budget: asking.budget };
    await this.#question(task, { ...asking, onValue });
    return boards.map((board) => this.known(board, goal));
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<FirstMoves>}
   */
  async optimalMoves(board, goal, asking = {}) {
    this.mustBeSolvable(board, goal);
    const { value, lower, moves } = this.#proofs.known(board, goal);
    const known = { value, lower, letter: moves?.[0] ?? "" };
    const task = { task: "firstMoves", board, goal, known, budget: asking.budget };
    const found = await this.#question(task, asking);
    if (found.distance !== null) {
      this.#proofs.add(board, goal, { lower: found.distance, upper: found.distance });
    }
    return found;
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Step | null>}
   */
  async human(board, goal, asking = {}) {
    this.mustBeSolvable(board, goal);
    return this.#question({ task: "nextStep", board, goal }, asking);
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Step[]>}
   */
  async all(board, goal, asking = {}) {
    this.mustBeSolvable(board, goal);
    return this.#question({ task: "human", board, goal }, asking);
  }

  /**
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<boolean>} whether there are any for this size
   */
  warm(goal, asking = {}) {
    return this.#question({ task: "warm", goal }, asking);
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   */
  mustBeSolvable(board, goal) {
    const { solvable, reason } = judge(board, goal);
    if (!solvable) throw new UnsolvableError(reason);
  }

  /**
   * @param {object} task
   * @param {Asking} asking
   * @returns {Promise<any>}
   */
  async #question(task, asking) {
    this.#thread ??= withWords(() => import("./thread.js")).then(({ Thread }) => new Thread());
    try {
      return (await this.#thread).ask(task, asking);
    } catch (error) {
      this.#thread = null;
      throw error;
    }
  }

  /** End the worker; the next question starts another. */
  close() {
    void this.#thread?.then((thread) => thread.close());
  }
}

/**
 * @param {Server} api
 * @returns {Solver}
 */
export function createSolver(api) {
  return new Solver(api);
}
