/**
 * Answers the page's questions about boards: distances, shortest solutions, the next step of the
 * line-by-line method. The worker answers, or the server if the worker cannot or runs out of time.
 * Every promise can be cancelled with an AbortSignal.
 */
import { formatBoard, judge } from "../board.js";
import { scriptUrl } from "../server/trusted.js";
import { Proofs } from "./proofs.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./engine.js").Distance} Distance */
/** @typedef {import("./engine.js").FirstMoves} FirstMoves */
/** @typedef {import("./engine.js").SolverProgress} SolverProgress */
/** @typedef {import("./human.js").Step} Step */

/** @typedef {import("./proofs.js").Solution} Solution */

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal]
 * @property {number} [budget] milliseconds of search; for `distances`, for each board
 * @property {(progress: SolverProgress) => void} [onProgress]
 * @property {(text: string) => void} [onNotice] what the server's search waits for
 * @property {(index: number, distance: Distance) => void} [onValue]
 * @property {(first: FirstMoves) => void} [onFirst] one best move, before the others are known
 */

/** @typedef {Pick<import("../server/api.js").Api, "online" | "solve">} Server the parts of the server that the solver uses */

/** @typedef {{message: object, resolve: (value: any) => void, reject: (error: Error) => void, asking: Asking}} Open */

// Cancelling takes effect at once. A worker that has not stopped by then is replaced and loses its
// tables.
const PATIENCE = 2000;
const SERVER_SECONDS = 60;
// Milliseconds the worker may search before the server is asked: enough for all but the hardest 4x4 boards.
const PATIENT = 8000;

/** Raised for boards that cannot reach the goal: `message` says why. */
export class UnsolvableError extends Error {
  name = "UnsolvableError";
}

/** The worker's client. */
class Thread {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Open>} */
  #open = new Map();
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */
  #leaving = new Map();
  #last = 0;

  /**
   * @param {object} task
   * @param {Asking} asking
   * @returns {Promise<any>}
   */
  ask(task, asking) {
    const { signal } = asking;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const id = ++this.#last;
      const message = { ...task, id };
      this.#open.set(id, { message, resolve, reject, asking });
      signal?.addEventListener("abort", () => this.#cancel(id), { once: true });
      this.#start().postMessage(message);
    });
  }

  /** @returns {Worker} */
  #start() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(scriptUrl("solver/worker.js"), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#fail(event.message);
    this.#worker = worker;
    return worker;
  }

  /** @param {any} data */
  #hear(data) {
    if (data.cancelled) {
      clearTimeout(this.#leaving.get(data.id));
      this.#leaving.delete(data.id);
      return;
    }
    const open = this.#open.get(data.id);
    if (!open) return;
    if (data.progress) open.asking.onProgress?.(data.progress);
    else if (data.first) open.asking.onFirst?.(data.first);
    else if (data.value) open.asking.onValue?.(data.value.index, data.value.distance);
    else {
      this.#open.delete(data.id);
      if ("error" in data) open.reject(new Error(data.error));
      else open.resolve(data.result);
    }
  }

  /** @param {number} id */
  #cancel(id) {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    open.reject(aborted());
    this.#worker?.postMessage({ cancel: id });
    this.#leaving.set(id, setTimeout(() => this.#replace(), PATIENCE));
  }

  /** Start again; open questions are asked again. */
  #replace() {
    this.close();
    for (const { message } of this.#open.values()) this.#start().postMessage(message);
  }

  /** @param {string} reason */
  #fail(reason) {
    this.close();
    for (const { reject } of this.#open.values()) {
      reject(new Error(`This page's solver stopped: ${reason}. Reload the page.`));
    }
    this.#open.clear();
  }

  close() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#leaving.clear();
  }
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

/** @returns {DOMException} */
function aborted() {
  return new DOMException("Cancelled.", "AbortError");
}

/** Answers questions about boards. */
export class Solver {
  #thread = new Thread();
  #api;
  #proofs = new Proofs();

  /** @param {Server} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * What is proved of a board by now; asks nothing.
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
    this.#mustBeSolvable(board, goal);
    const { budget = PATIENT } = asking;
    const known = this.#proofs.known(board, goal);
    if (known.exact && known.moves !== null) return known.solution ?? shortest(known.moves);
    const prove = (/** @type {number} */ lower) => this.#proofs.add(board, goal, { lower }).lower;
    /** Nodes of the search in the browser, which the server's continue. */
    let before = 0;
    const onProgress = (/** @type {SolverProgress} */ progress) => {
      const { phase, bound, nodes } = progress;
      const further = { bound: prove(bound), nodes: phase === "server" ? before + nodes : nodes };
      asking.onProgress?.(phase === "tables" ? progress : { ...progress, ...further });
    };
    const relayed = { ...asking, onProgress };
    const task = { task: "solve", board, goal, budget, lower: known.lower };
    const found = await this.#thread.ask(task, relayed);
    if (found.optimal) return this.#keep(board, goal, found);
    prove(found.lowerBound);
    before = found.nodes;
    const served = await this.#ask(board, goal, relayed);
    if (served?.optimal) return this.#keep(board, goal, served);
    const lowerBound = prove(served?.lowerBound ?? 0);
    const steps = await this.all(board, goal, asking);
    const moves = steps.map((step) => step.moves).join("");
    if (served && served.moves !== null && served.moves.length <= moves.length) {
      return this.#keep(board, goal, { ...served, lowerBound });
    }
    return this.#keep(board, goal, { ...found, moves, cost: moves.length, lowerBound, by: "method" });
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
   * @param {Asking & {serverSeconds?: number}} asking
   * @returns {Promise<Solution | null>} null where the server cannot be asked, or has no answer
   */
  async #ask(board, goal, { signal, onProgress, onNotice, serverSeconds = SERVER_SECONDS }) {
    if (!this.#api.online) return null;
    onProgress?.({ phase: "server", bound: 0, depth: 0, nodes: 0 });
    const body = {
      board: formatBoard(board),
      goal: formatBoard(goal),
      size: `${board.width}x${board.height}`,
      time_limit: serverSeconds,
    };
    try {
      const result = await this.#api.solve(body, {
        signal,
        onNotice,
        onProgress: ({ bound, depth, expanded }) =>
          onProgress?.({ phase: "server", bound, depth, nodes: expanded }),
      });
      const { moves, cost, optimal, stats, seconds } = result;
      const ms = 1000 * Object.values(seconds).reduce((sum, part) => sum + Number(part), 0);
      const lowerBound = result.lower_bound ?? 0;
      return { moves, cost, optimal, lowerBound, nodes: stats.expanded, ms, by: "server" };
    } catch (error) {
      if (signal?.aborted) throw aborted();
      // The page answers without the server: its answer is correct, only weaker.
      console.warn("The server could not be asked:", error);
      return null;
    }
  }

  /**
   * The distances of the boards of a game, each one move from the next.
   * @param {Board[]} boards
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Distance[]>}
   */
  async distances(boards, goal, asking = {}) {
    if (boards.length > 0) this.#mustBeSolvable(boards[0], goal);
    const known = boards.map((board) => this.known(board, goal));
    const onValue = (/** @type {number} */ index, /** @type {Distance} */ distance) => {
      const best = this.#proofs.add(boards[index], goal, distance);
      asking.onValue?.(index, best);
    };
    const task = { task: "distances", boards, goal, known, budget: asking.budget };
    await this.#thread.ask(task, { ...asking, onValue });
    return boards.map((board) => this.known(board, goal));
  }

  /**
   * All first moves of shortest solutions.
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<FirstMoves>}
   */
  async optimalMoves(board, goal, asking = {}) {
    this.#mustBeSolvable(board, goal);
    const { value, lower, moves } = this.#proofs.known(board, goal);
    const known = { value, lower, letter: moves?.[0] ?? "" };
    const task = { task: "firstMoves", board, goal, known, budget: asking.budget };
    const found = await this.#thread.ask(task, asking);
    if (found.distance !== null) {
      this.#proofs.add(board, goal, { lower: found.distance, upper: found.distance });
    }
    return found;
  }

  /**
   * The next step of the row-and-column method, null on the goal.
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Step | null>}
   */
  async human(board, goal, asking = {}) {
    this.#mustBeSolvable(board, goal);
    return this.#thread.ask({ task: "nextStep", board, goal }, asking);
  }

  /**
   * All its steps.
   * @param {Board} board
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<Step[]>}
   */
  async all(board, goal, asking = {}) {
    this.#mustBeSolvable(board, goal);
    return this.#thread.ask({ task: "human", board, goal }, asking);
  }

  /**
   * Build the tables a goal needs before anybody waits for them.
   * @param {Board} goal
   * @param {Asking} [asking]
   * @returns {Promise<boolean>} whether there are any for this size
   */
  warm(goal, asking = {}) {
    return this.#thread.ask({ task: "warm", goal }, asking);
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   */
  #mustBeSolvable(board, goal) {
    const { solvable, reason } = judge(board, goal);
    if (!solvable) throw new UnsolvableError(reason);
  }

  /** End the worker; the next question starts another. */
  close() {
    this.#thread.close();
  }
}

/**
 * @param {Server} api
 * @returns {Solver}
 */
export function createSolver(api) {
  return new Solver(api);
}
