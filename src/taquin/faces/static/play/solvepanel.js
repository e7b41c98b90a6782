/**
 * Solves the current board: progress during the search, then the answer and controls to watch it.
 * “Already solved” and “Unsolvable” are answers too.
 */
import { counted, movesText } from "../shared/measures.js";
import { judge, sameBoard } from "../board.js";
import { notifyWhile } from "../shared/app.js";
import { build, button, fill, keepFocus, sentence } from "../shared/dom.js";
import { isOnItsDay, seedDay } from "../game/record.js";
import { canPush, pushEnds } from "../solver/solver.js";
import { spoiltText } from "../shared/gamewords.js";
import { FACE_SENTENCES } from "../words/facesentences.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("../solver/solver.js").Solution} Solution */
/** @typedef {import("../solver/solver.js").Pushed} Pushed */
/** @typedef {"move" | "slide"} Unit  what a solution has the fewest of */
/** @typedef {import("../shared/playback.js").Playback} Playback */
/** @typedef {Awaited<ReturnType<typeof loadShowing>>} Showing */

/** What shows a search and its solution is loaded for the first one. */
async function loadShowing() {
  const loads = Promise.all([import("../shared/playback.js"), import("./solvewords.js")]);
  const [{ Playback }, words] = await loads.catch((error) => {
    console.error(error);
    throw new Error("The solver could not be loaded. Reload the page when taquin can be reached again.");
  });
  return { Playback, ...words };
}

/**
 * What a stopped clock and a pause leave as it is.
 * @param {import("../game/game.js").Game} game
 */
const momentOf = ({ record: { id, moves, hints } }) => JSON.stringify([id, moves, hints]);

/**
 * @param {HTMLElement} root empty; becomes the panel
 * @param {App} app
 * @param {TaquinBoard} element the board solutions are shown on
 * @param {() => void} [begin] called before a search, to stop anything else that moves tiles
 * @returns {{solve(): void, cancel(): void, hide(): void}}
 */
export function mountSolve(root, app, element, begin = () => {}) {
  const panel = new SolvePanel(root, app, element, begin);
  return {
    solve: () => void panel.solve(),
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
   */
  constructor(root, app, element, begin) {
    this.app = app;
    this.element = element;
    this.begin = begin;
    this.solveButton = button({ words: "Solve", hint: "O", onClick: () => void this.solve() });
    this.body = build("div", { class: "solve__body" });
    root.className = "panel solve";
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", "Solver");
    this.warning = build("p", { class: "note" });
    root.append(this.solveButton, this.warning, this.body);
    for (const event of ["start", "change"]) app.game.addEventListener(event, () => this.#warn());
    app.history.addEventListener("change", () => {
      this.#stays.id = "";
      this.#warn();
    });
    this.#warn();
    app.game.addEventListener("change", () => this.#holdBack());
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
   * @param {Unit} [unit]
   */
  async solve(unit = "move") {
    const { game, solver } = this.app;
    if (this.#asking) return;
    this.begin();
    this.hide();
    const { board, goal } = game;
    this.#board = board;
    if (game.held) return this.#answer("Paused", FACE_SENTENCES.paused);
    const { solvable, reason, swap } = judge(board, goal);
    if (sameBoard(board, goal)) return this.#answer("Already solved", "There is nothing left to move.");
    if (!solvable) return this.#refuse(reason, swap);
    const asking = new AbortController();
    this.#asking = asking;
    const { signal } = asking;
    try {
      const showing = await loadShowing();
      if (signal.aborted) return;
      const watch = this.#wait(showing, unit);
      const asked = { signal, onProgress: watch.show, onNotice: watch.notice };
      const solving = unit === "slide" ? solver.pushes(board, goal, asked) : solver.solve(board, goal, asked);
      const solution = await solving.finally(watch.stop);
      if (!signal.aborted) this.#show(board, solution, showing);
    } catch (error) {
      if (!signal.aborted) this.#answer("No answer", /** @type {Error} */ (error).message);
    } finally {
      if (this.#asking === asking) this.#asking = null;
    }
  }

  /** End a running search; the panel says so. */
  cancel() {
    if (!this.#asking) return;
    this.#asking.abort();
    this.#asking = null;
    this.#answer("Cancelled", "The search was stopped; nothing has changed.");
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
    this.warning.textContent = text || spoilt || "With a solution shown, today’s board does not count.";
  }

  /** Whether a board of a day that is played again has a result that stays. */
  async #lookUp() {
    const { game: { record }, history } = this.app;
    const again = record.again && seedDay(record) !== null;
    const stays = { id: record.id, text: again ? null : "" };
    this.#stays = stays;
    if (!again) return;
    stays.text = await (await import("../daily/playdaily.js")).staysText(history, record);
    this.#warn();
  }

  #leavePlayback() {
    if (!this.#playback) return;
    this.#playback.stop();
    this.#playback = null;
    this.element.duration = this.#duration;
    this.app.refresh();
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
    const { at, moves } = playback;
    if (at === moves.length) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.hide();
      app.say("Back to your game.", { now: true });
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
    const text = `You play on from move ${at} of the solution.`;
    notifyWhile(app, text, undo, () => game.record.id !== id || game.at > before);
  }

  /**
   * The search's progress, live.
   * @param {Showing} showing
   * @param {Unit} unit
   * @returns {{show(progress: import("../solver/engine.js").SolverProgress): void, notice(text: string): void,
   *   stop(): void}}
   */
  #wait(showing, unit) {
    const state = build("p", { class: "solve__state", text: "Starting …" });
    const figures = build("p", { class: "solve__figures" });
    const words = `The bound is proved: no solution has fewer ${unit}s.`;
    const folded = this.#folded("Figures of the search", figures, build("p", { class: "note", text: words }));
    folded.hidden = true;
    const began = performance.now();
    let last = /** @type {import("../solver/engine.js").SolverProgress | null} */ (null);
    /** What the server's search is waiting for, until it reports progress. */
    let notice = "";
    const paint = () => {
      const said = showing.progressWords(last, notice, performance.now() - began, unit);
      state.textContent = said.state;
      figures.textContent = said.figures;
      folded.hidden = !said.figures;
      const { app: { solver, game } } = this;
      const best = unit === "move" ? solver.best(game.board, game.goal) : null;
      enough.hidden = best === null;
      if (best) enough.textContent = `Show the ${movesText(Number(best.cost))}`;
    };
    const timer = setInterval(paint, 100);
    const cancel = button({ words: "Cancel", onClick: () => this.cancel() });
    const enough = button({ words: "", kind: "primary", onClick: () => this.#settle(showing) });
    enough.hidden = true;
    // What comes later stands beside and below the button, which stays where it is.
    const exits = build("div", { class: "toolbar" }, cancel, enough);
    this.#fill(true, cancel, build("h2", { text: "Solving" }), state, exits, folded);
    this.app.say("Solving.", { now: true });
    return {
      show: (progress) => {
        last = progress;
        notice = "";
      },
      notice: (text) => { notice = text; },
      stop: () => clearInterval(timer),
    };
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
    this.app.say(`${title}. ${text}`, { now: true });
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
    const { buildFixes } = await import("../shared/fixes.js");
    if (this.#board !== board) return;
    const [, why] = /** @type {string[]} */ (/^Unsolvable: (.*)$/.exec(reason) ?? [reason, reason]);
    this.#answer(
      "Unsolvable",
      sentence(why),
      buildFixes({ board, goal }, swap, (change) => game.start({ board, goal, ...change })),
    );
  }

  /**
   * @param {Board} board
   * @param {Solution | Pushed} solution
   * @param {Showing} showing
   */
  #show(board, solution, { Playback, boundsText, effortText }) {
    const moves = /** @type {string} */ (solution.moves);
    const { optimal, lowerBound } = solution;
    const slides = "slides" in solution ? solution.slides : null;
    const length = slides === null ? movesText(moves.length) : counted(slides, "slide");
    this.app.game.hinted("solution");
    this.#moment = momentOf(this.app.game);
    this.#duration = this.element.duration;
    this.#playback = new Playback(board, moves, (shown, _, { speed, jump }) => {
      this.element.duration = Math.min(this.#duration, 700 / speed);
      this.element.show(shown, { animate: !jump });
    }, slides === null ? {} : { stops: pushEnds(moves) });
    const bounds = boundsText(optimal, lowerBound, slides === null ? "move" : "slide");
    const counting = slides === null ? "Single-tile moves" : `${movesText(moves.length)}; a slide moves one tile or several along a line`;
    // With the controls: the answer comes before the animation.
    this.#playback.element.prepend(
      build(
        "div",
        { class: "solve__head" },
        build("h2", { text: length }),
        build("span", {
          class: `badge ${optimal ? "badge--good" : "badge--warn"}`,
          text: optimal ? `${slides === null ? "shortest" : "fewest"}, proved` : "not proved",
        }),
      ),
    );
    this.#fill(
      true,
      this.#playback.toggle,
      this.#playback.element,
      this.#buildExits(board, moves, slides === null ? "slide" : "move"),
      build("p", { text: bounds }),
      this.#playback.listing,
      this.#folded("How it was found", build("p", { class: "note", text: `${counting}; ${effortText(solution)}.` })),
    );
    // From the top of the page, if the board is whole there.
    if (this.element.getBoundingClientRect().bottom + scrollY <= innerHeight) scrollTo({ top: 0, behavior: "instant" });
    else this.element.scrollIntoView({ block: "nearest" });
    this.app.say(`${length}. ${bounds}`, { now: true });
  }

  /**
   * @param {Board} board
   * @param {string} moves
   * @param {Unit} other  what a solution can have the fewest of, too
   * @returns {HTMLElement}
   */
  #buildExits(board, moves, other) {
    const { app } = this;
    const { game } = app;
    const leave = () => {
      this.hide();
      this.element.scrollIntoView({ block: "nearest" });
    };
    const finish = () => {
      leave();
      // The result says who made them; “Undo” takes them back.
      game.move(moves, "s");
      // A solved board has nothing to solve, and no button for it.
      this.element.focus({ preventScroll: true });
    };
    const copy = async () => {
      await navigator.clipboard.writeText(moves);
      app.notify(`${movesText(moves.length)} copied. Each letter is the direction a tile moves.`);
    };
    return build(
      "div",
      { class: "exits" },
      button({ words: "Return to the game", onClick: leave }),
      button({ words: "Make these moves", onClick: finish }),
      button({ words: "Copy moves", onClick: () => void copy() }),
      canPush(board) && button({ words: `Fewest ${other}s`, onClick: () => void this.solve(other) }),
    );
  }
}
