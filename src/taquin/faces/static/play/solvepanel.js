/**
 * Solves the current board: progress during the search, then the answer and controls to watch it.
 * “Already solved” and “Unsolvable” are answers too.
 */
import { judge, sameBoard } from "../board.js";
import { notifyWhile } from "../shared/app.js";
import { build, button, fill, keepFocus, sentence } from "../shared/dom.js";
import { cellOf, wayOf } from "../shared/moves.js";
import { bringUp } from "../shared/sight.js";
import { isJudgedInSlides, isOnItsDay, seedDay } from "../game/record.js";
import { spoiltText } from "../shared/gamewords.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("../solver/solver.js").Solution} Solution */
/** @typedef {import("../solver/slidesolver.js").Pushed} Pushed */
/** @typedef {{at: number, made: string, next: string}} Ahead  how many moves of a solution the board in sight has, which, and the next one in words */
/** @typedef {import("../game/recordshape.js").Unit} Unit  what a solution has the fewest of */
/** @typedef {import("../shared/playback.js").Playback} Playback */
/** @typedef {Awaited<ReturnType<typeof loadShowing>>} Showing */

/** What shows a search and its solution is loaded for the first one. */
async function loadShowing() {
  const loads = Promise.all([
    withWords(() => import("../shared/playback.js")),
    withWords(() => import("./solveparts.js")),
    withWords(() => import("./exits.js")),
    import("../solver/slidecount.js"),
  ]);
  const [{ Playback }, parts, { buildExits }, { pushEnds }] = await loads.catch((error) => {
    console.error(error);
    throw new Error(t`The solver could not be loaded. Reload the page when taquin can be reached again.`);
  });
  return { Playback, buildExits, pushEnds, ...parts };
}

/**
 * What a stopped clock, a pause and a solution in another view leave as it is.
 * @param {import("../game/game.js").Game} game
 */
const momentOf = ({ record: { id, moves, hints } }) => JSON.stringify([id, moves, { ...hints, solution: 0 }]);

/**
 * @param {HTMLElement} root empty; becomes the panel
 * @param {App} app
 * @param {TaquinBoard} element the board solutions are shown on
 * @param {() => void} [begin] called before a search, to stop anything else that moves tiles
 * @param {() => void} [turned] called when a solution shows another board
 * @returns {{solve(): void, shown(): Ahead | null, cancel(): void, hide(): void}}
 */
export function mountSolve(root, app, element, begin = () => {}, turned = () => {}) {
  const panel = new SolvePanel(root, app, element, begin, turned);
  return {
    solve: () => void panel.solve(),
    shown: () => panel.shown,
    cancel: () => panel.cancel(),
    hide: () => panel.hide(),
  };
}

class SolvePanel {
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {Playback | null} */
  #playback = null;
  /** The words about a daily board that has a result, null until they are known. @type {{id: string, text: string | null}} */
  #stays = { id: "", text: "" };
  /** The board that the panel describes. @type {Board | null} */
  #board = null;
  #duration = 0;
  /** The game as it was when the solution was shown. */
  #moment = "";
  /** Whether the figures of a search are unfolded. */
  #open = false;

  /**
   * @param {HTMLElement} root
   * @param {App} app
   * @param {TaquinBoard} element
   * @param {() => void} begin
   * @param {() => void} turned
   */
  constructor(root, app, element, begin, turned) {
    this.app = app;
    this.element = element;
    this.begin = begin;
    this.turned = turned;
    this.solveButton = button({ words: t`Solve`, hint: "O", onClick: () => void this.solve() });
    this.body = build("div", { class: "solve__body" });
    root.className = "panel solve";
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", t`Solver`);
    this.warning = build("p", { class: "note" });
    root.append(this.solveButton, this.warning, this.body);
    for (const event of ["start", "change"]) app.game.addEventListener(event, () => this.#warn());
    app.history.addEventListener("change", () => {
      this.#stays.id = "";
      this.#warn();
    });
    this.#warn();
    app.game.addEventListener("change", () => this.#holdBack());
    // The game that a reload brings back may be paused.
    this.#holdBack();
    // Before the game hears of the move.
    const move = (/** @type {Event} */ event) => this.#goOn(/** @type {CustomEvent} */ (event));
    element.addEventListener("taquin-move", move, { capture: true });
    app.game.addEventListener("change", () => {
      const other = this.#board && !sameBoard(app.game.board, this.#board);
      // Any change of the game itself, such as a hint, ends the playback; a clock that stops does not.
      if (other || (this.#playback && this.#moment !== momentOf(app.game))) this.hide();
      else if (this.#playback) element.show(this.#playback.boards[this.#playback.at], { animate: false });
    });
  }

  /** A pause hides the board, and the solution that is shown on it; that waits for its end. */
  #holdBack() {
    const { held } = this.app.game;
    const change = () => {
      this.solveButton.disabled = held;
      this.body.inert = held && this.#playback !== null;
      if (held) this.#playback?.stop();
    };
    keepFocus(change, () => document.querySelector(".veil"));
  }

  /**
   * Ask for the shortest way from the present board.
   * @param {Unit} [unit]  as the game counts, unless said otherwise
   */
  async solve(unit = isJudgedInSlides(this.app.game.record) ? "slide" : "move") {
    const { game, solver } = this.app;
    if (this.#asking) return;
    this.begin();
    this.hide();
    const { board, goal } = game;
    this.#board = board;
    if (game.held) return this.#answer(t`Paused`, translated(FACE_SENTENCES.paused));
    const { solvable, reason, swap } = judge(board, goal);
    if (sameBoard(board, goal)) return this.#answer(t`Already solved`, t`There is nothing left to move.`);
    if (!solvable) return this.#refuse(reason, swap);
    const asking = new AbortController();
    this.#asking = asking;
    const { signal } = asking;
    try {
      const showing = await loadShowing();
      if (signal.aborted) return;
      const watch = this.#wait(showing, unit);
      const asked = { signal, onProgress: watch.show, onNotice: watch.notice };
      const solving = unit === "slide" ? (await solver.slides()).solve(board, goal, asked) : solver.solve(board, goal, asked);
      const solution = await solving.finally(watch.stop);
      if (!signal.aborted) this.#show(board, solution, showing);
    } catch (error) {
      if (!signal.aborted) this.#answer(t`No answer`, /** @type {Error} */ (error).message);
    } finally {
      if (this.#asking === asking) this.#asking = null;
    }
  }

  /** End a running search; the panel says so. */
  cancel() {
    if (!this.#asking) return;
    this.#asking.abort();
    this.#asking = null;
    this.#answer(t`Cancelled`, t`The search was stopped; nothing has changed.`);
  }

  /**
   * End a running search and show the best solution so far.
   * @param {Showing} showing
   */
  #settle(showing) {
    const { solver, game } = this.app;
    const best = solver.best(game.board, game.goal);
    if (!best || !this.#asking) return;
    this.#asking.abort();
    this.#asking = null;
    this.#show(game.board, best, showing);
  }

  /** Clear the panel and return the board to the game. */
  hide() {
    this.#asking?.abort();
    this.#asking = null;
    this.#board = null;
    this.#leavePlayback();
    this.#fill(false, this.solveButton);
  }

  /**
   * @param {boolean} busy whether the Solve button is hidden
   * @param {HTMLElement} next has the focus after what had it and goes
   * @param {...(Node | null | false)} parts
   */
  #fill(busy, next, ...parts) {
    keepFocus(
      () => {
        // An answer stands where the search was.
        if (busy) this.warning.after(this.body);
        else this.solveButton.before(this.body);
        fill(this.body, ...parts);
        this.solveButton.hidden = busy;
        this.#holdBack();
        this.#warn();
      },
      () => next,
    );
  }

  /**
   * Beside the button: what it does to a daily board that still counts, what has happened to it, or that it has
   * a result already.
   */
  #warn() {
    const { record, solved } = this.app.game;
    if (record.id !== this.#stays.id) void this.#lookUp();
    const { text } = this.#stays;
    const spoilt = spoiltText(record);
    const silent = !isOnItsDay(record) || (!spoilt && this.solveButton.hidden);
    this.warning.hidden = solved || text === null || (!text && silent);
    this.warning.textContent = text || spoilt || t`With a solution shown, today’s board does not count.`;
  }

  /** Whether a board of a day that is played again has a result that stays. */
  async #lookUp() {
    const { game: { record }, history } = this.app;
    const again = record.again && seedDay(record) !== null;
    const stays = { id: record.id, text: again ? null : "" };
    this.#stays = stays;
    if (!again) return;
    stays.text = await (await withWords(() => import("../daily/playdaily.js"))).staysText(history, record);
    this.#warn();
  }

  #leavePlayback() {
    if (!this.#playback) return;
    this.#playback.stop();
    this.#playback = null;
    this.element.duration = this.#duration;
    this.app.refresh();
    this.turned();
  }

  /** @returns {Ahead | null} null: the board is the game's */
  get shown() {
    if (!this.#playback) return null;
    const { at, boards, moves } = this.#playback;
    const made = moves.slice(0, at);
    if (at === moves.length) return { at, made, next: "" };
    const tile = boards[at].cells[cellOf(boards[at], moves[at])];
    return { at, made, next: t`Next in the solution that is shown: ${t`tile ${tile} ${wayOf(moves[at])}`}.` };
  }

  /**
   * The player moves while a solution is shown: the game continues from the board shown. The solved
   * board at the end leaves nothing to play; the player's own board comes back.
   * @param {CustomEvent} event
   */
  #goOn(event) {
    const playback = this.#playback;
    if (!playback) return;
    const { app } = this;
    const { game } = app;
    const { at, moves, stops, unit } = playback;
    if (at === moves.length) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.hide();
      app.say(t`Back to your game.`, { now: true });
      return;
    }
    if (at === 0) return this.hide();
    const [{ id }, before] = [game.record, game.at];
    // Any change of the game ends the playback.
    game.move(moves.slice(0, at), "s", event.detail.time);
    const undo = () => {
      if (game.record.id !== id && !game.back(id)) return;
      while (game.at > before && game.undo());
    };
    const slide = stops.indexOf(at) + 1;
    const text = unit === "slide" ? t`You play on from slide ${slide} of the solution.` : t`You play on from move ${at} of the solution.`;
    notifyWhile(app, text, { undo }, () => game.record.id !== id || game.at > before);
  }

  /**
   * The search's progress, live.
   * @param {Showing} showing
   * @param {Unit} unit
   */
  #wait(showing, unit) {
    const { solver, game } = this.app;
    const search = showing.buildSearch(unit, {
      best: () => solver.best(game.board, game.goal),
      cancel: () => this.cancel(),
      settle: () => this.#settle(showing),
      fold: (title, ...parts) => this.#folded(title, ...parts),
    });
    this.#fill(true, search.cancel, ...search.parts);
    this.app.say(t`Solving.`, { now: true });
    return search;
  }

  /**
   * Figures for those who want them; they stay open from one search to the next.
   * @param {string} title
   * @param {...Node} parts
   */
  #folded(title, ...parts) {
    const element = build("details", { class: "solve__more", open: this.#open }, build("summary", { text: title }), ...parts);
    element.addEventListener("toggle", () => {
      this.#open = element.open;
    });
    return element;
  }

  /**
   * @param {string} title
   * @param {string} text
   * @param {...(Node | null | false)} more
   */
  #answer(title, text, ...more) {
    this.#fill(false, this.solveButton, build("h2", { text: title }), build("p", { text }), ...more);
    this.body.scrollIntoView({ block: "nearest" });
    this.app.say(t`${title}. ${text}`, { now: true });
  }

  /**
   * Why the board cannot be solved, and the nearest boards or goals that can.
   * @param {string} reason
   * @param {[number, number] | null} swap
   */
  async #refuse(reason, swap) {
    const { game } = this.app;
    const { board, goal } = game;
    // Few boards need it: it is no part of the first load.
    const { buildFixes } = await withWords(() => import("../shared/fixes.js"));
    if (this.#board !== board) return;
    // The heading says the verdict with which the reason begins.
    const verdict = t`Unsolvable`;
    const why = reason.startsWith(verdict) ? reason.slice(verdict.length).replace(/^[\s:：]+/u, "") : reason;
    this.#answer(
      verdict,
      sentence(why),
      buildFixes({ board, goal }, swap, (change) => game.start({ board, goal, ...change })),
    );
  }

  /**
   * @param {Board} board
   * @param {Solution | Pushed} solution
   * @param {Showing} showing
   */
  #show(board, solution, { Playback, buildExits, pushEnds, solutionParts }) {
    const moves = /** @type {string} */ (solution.moves);
    const slides = "slides" in solution ? solution.slides : null;
    const unit = slides === null ? "move" : "slide";
    const { length, bounds, head, found } = solutionParts(solution);
    this.app.game.hinted("solution");
    this.#moment = momentOf(this.app.game);
    this.#duration = this.element.duration;
    const chosen = () => bringUp(this.element, this.app.settings, this.#playback?.scrub);
    this.#playback = new Playback(board, moves, (shown, _, { speed, jump }) => {
      this.element.duration = Math.min(this.#duration, 700 / speed);
      this.element.show(shown, { animate: !jump });
      this.turned();
    }, { chosen, ...(slides === null ? {} : { stops: pushEnds(moves), unit }) });
    // With the controls: the answer comes before the animation.
    this.#playback.element.prepend(head);
    this.#fill(
      true,
      this.#playback.toggle,
      this.#playback.element,
      buildExits(this, board, moves, slides === null ? "slide" : "move"),
      build("p", { text: bounds }),
      this.#playback.listing,
      this.#folded(t`How it was found`, found),
    );
    // From the top of the page, if the board is whole there.
    if (this.element.getBoundingClientRect().bottom + scrollY <= innerHeight) scrollTo({ top: 0, behavior: "instant" });
    else this.element.scrollIntoView({ block: "nearest" });
    this.app.say(t`${length}. ${bounds}`, { now: true });
  }
}
