/** The number of moves or slides left, and what it costs: one hint for each position, however often its number is shown. */
import { isJudgedInSlides } from "../game/record.js";
import { formatBoard } from "../board.js";
import { buildDistanceBar, distanceText } from "../shared/distancebar.js";
import { build } from "../shared/dom.js";
import { openStorage, readStored } from "../shared/storage.js";
import { furtherFrom, nearestOf, runIn } from "./slideruns.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */

/** Milliseconds of search. */
const BUDGET = 4000;
/** What was counted, for after a reload: the newest of all tabs. */
const STORE = "taquin.peeked";
const MOST_KEPT = 100;

export class MovesLeft {
  #store = openStorage(() => localStorage);
  /** The positions whose number was shown, and the games with spoilers on: another look tells nothing new. @type {Set<string>} */
  #known = new Set(this.#kept());
  /** What was measured, by board and goal: it takes seconds on a large board. @type {Set<string>} */
  #measured = new Set();
  /** Of which the number is shown. @type {{board: Board, goal: Board, boards: Board[], slides: import("../solver/slidesolver.js").SlideSolver | null} | null}  boards: that one, and those to which the last slide may go on
    */
  #shown = null;
  /** The timer that will show what has been proved since. */
  #renewing = 0;
  #bar = buildDistanceBar();
  #cost = build("p", { class: "note", text: t`counts as a hint`, hidden: true });

  /**
   * @param {App} app
   * @param {HTMLElement} element  gets the bar and what it costs
   */
  constructor(app, element) {
    this.app = app;
    this.hide();
    element.prepend(this.#bar.element);
    element.append(this.#cost);
    // A solution proves something of all boards on its way.
    app.solver.better.push(() => {
      this.#renewing ||= setTimeout(() => this.#renew());
    });
  }

  hide() {
    this.#shown = null;
    this.#bar.element.hidden = true;
    this.unmark();
  }

  /** Whether the next number costs a hint is not known yet. */
  unmark() {
    this.#cost.hidden = true;
  }

  /**
   * @param {string} what  counts as a hint: a position; or the id of the game, of which all numbers count as one
   * @param {AbortSignal} signal  a number that is not shown costs nothing
   * @returns {Promise<string>}  the number in words, and whether it cost a hint
   */
  async show(what, signal) {
    const { solver, game } = this.app;
    const { board, goal } = game;
    const slides = isJudgedInSlides(game.record) ? await solver.slides() : null;
    const further = slides ? furtherFrom(board, runIn(game.record)).map((way) => way.board) : [];
    const key = [...[board, goal, ...further].map(formatBoard), slides ? "slides" : ""].join(" ");
    if (slides && !this.#measured.has(key)) {
      await slides.solve(board, goal, { signal, budget: BUDGET, here: true });
      if (further.length > 0) await slides.distances(further, goal, { signal, budget: BUDGET });
    } else if (!this.#measured.has(key)) {
      const [{ upper }] = await solver.distances([board], goal, { signal, budget: BUDGET });
      if (upper === null) await solver.offer(board, goal, signal);
    }
    if (signal.aborted) return "";
    this.#measured.add(key);
    this.#shown = { board, goal, slides, boards: [board, ...further] };
    this.#renew();
    this.#bar.element.hidden = false;
    const counted = this.#count(what);
    this.#cost.hidden = !counted || what === game.record.id;
    const text = distanceText(this.#least(this.#shown), slides ? "slide" : "move");
    return this.#cost.hidden ? text : t`${text}; ${t`counts as a hint`}.`;
  }

  /** Show what is known by now: a search may have proved more than was measured. */
  #renew() {
    clearTimeout(this.#renewing);
    this.#renewing = 0;
    if (!this.#shown) return;
    const { goal, slides } = this.#shown;
    this.#bar.show(this.#least(this.#shown), goal, slides ? "slide" : "move");
  }

  /** @param {{boards: Board[], goal: Board, slides: import("../solver/slidesolver.js").SlideSolver | null}} shown */
  #least({ boards, goal, slides }) {
    return nearestOf(boards.map((board) => (slides ?? this.app.solver).known(board, goal)));
  }

  /** @returns {string[]}  what earlier visits and other tabs counted, the oldest first */
  #kept() {
    const read = (/** @type {unknown} */ kept) => (Array.isArray(kept) ? kept.map(String) : []);
    return readStored(this.#store.getItem(STORE), read, "What was counted as a hint cannot be read; it is counted again.") ?? [];
  }

  /**
   * @param {string} what
   * @returns {boolean}  whether it is counted now
   */
  #count(what) {
    const { game } = this.app;
    if (this.#known.has(what) || game.solved) return false;
    this.#known.add(what);
    this.#store.setItem(STORE, JSON.stringify([...this.#kept(), what].slice(-MOST_KEPT)));
    game.hinted("peek");
    return true;
  }
}
