/**
 * Compares a game with perfect play, step by step: the distances from the last board to the first,
 * then all best first moves, those of the board on view first. Fires `change` after each result.
 */
import { sameBoard } from "../board.js";
import { judgeSlides, tighten } from "./reviewmodel.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../solver/solver.js").Solver} Solver */
/** @typedef {import("../solver/engine.js").Distance} Distance */
/** @typedef {import("./reviewmodel.js").Slide} Slide */
/** @typedef {import("./reviewmodel.js").Unit} Unit */
/** @typedef {import("./reviewmodel.js").Verdict} Verdict */

const BUDGET = 8000;
const BUDGET_OF_MOVES = 4000;
const BETWEEN_CHANGES = 250;

/** What is known of one game so far. */
export class Analysis extends EventTarget {
  #asking = new AbortController();
  /** @type {Distance[]} */
  #raw;
  /** @type {number | null} */
  #wish = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Solver} solver
   * @param {Board[]} boards
   * @param {Board} goal
   * @param {Slide[]} slides
   * @param {boolean} solved
   * @param {Unit} [unit]  in which distances are counted: each board is one from the next
   */
  constructor(solver, boards, goal, slides, solved, unit = "move") {
    super();
    this.solver = solver;
    this.boards = boards;
    this.goal = goal;
    this.slides = slides;
    this.solved = solved;
    this.unit = unit;
    // What is proved before the analysis begins: Manhattan distance, and what was solved in play.
    this.#raw = boards.map((board) => (unit === "move" ? solver.known(board, goal) : { value: null, lower: 0, upper: null, exact: false }));
    if (solved) this.#raw[boards.length - 1] = { value: 0, lower: 0, upper: 0, exact: true };
    /** Letters of all best first moves, by number of the board. @type {Array<string | undefined>} */
    this.best = new Array(boards.length).fill(undefined);
    /** Boards whose distance is not known yet. */
    this.waiting = boards.length;
    /** @type {Distance[]} */
    this.distances = tighten(this.#raw, solved);
    /** @type {Verdict[]} */
    this.verdicts = judgeSlides(slides, this.distances, this.best, unit);
  }

  /** Whether no question is open. */
  get resting() {
    return this.#asking.signal.aborted;
  }

  /** Start or resume the analysis; rejects if it is stopped in the meantime. */
  async run() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const onValue = (/** @type {number} */ index, /** @type {Distance} */ distance) => {
      this.#raw[index] = distance;
      this.waiting = index;
      this.#changed();
    };
    const by = this.unit === "move" ? this.solver : await this.solver.slides();
    await by.distances(this.boards, this.goal, { signal, budget: BUDGET, onValue });
    this.waiting = 0;
    this.#update();
    for (let next = this.#next(); next !== null; next = this.#next()) await this.#findBest(next);
  }

  /** @returns {number | null} the next board to find the best moves of; a requested one comes first */
  #next() {
    const open = (/** @type {number} */ at) =>
      this.best[at] === undefined &&
      this.distances[at].exact &&
      !sameBoard(this.boards[at], this.goal);
    if (this.#wish !== null && open(this.#wish)) return this.#wish;
    const slide = this.slides.find(({ from }) => open(from));
    return slide ? slide.from : null;
  }

  /** @param {number} at */
  async #findBest(at) {
    const asking = { signal: this.#asking.signal, budget: BUDGET_OF_MOVES };
    const [board, goal] = [this.boards[at], this.goal];
    const { letters, proved } =
      this.unit === "move"
        ? await this.solver.optimalMoves(board, goal, asking)
        : await this.solver.slides().then((slides) => slides.best(board, goal, asking)).then((found) => ({ ...found, letters: found.pushes.join(" ") }));
    // An empty text means that they could not all be proved.
    this.best[at] = proved ? letters : "";
    this.#changed();
  }

  /**
   * Look for the best moves of this board before those of others.
   * @param {number} at
   */
  wish(at) {
    this.#wish = at;
  }

  #changed() {
    this.#timer ??= setTimeout(() => this.#update(), BETWEEN_CHANGES);
  }

  #update() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.distances = tighten(this.#raw, this.solved);
    this.verdicts = judgeSlides(this.slides, this.distances, this.best, this.unit);
    this.dispatchEvent(new Event("change"));
  }

  /** Stop asking until the next `run`. */
  rest() {
    this.#asking.abort();
    clearTimeout(this.#timer);
  }
}
