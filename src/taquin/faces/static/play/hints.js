/**
 * Hints beside the board, given only on request: which tile, then which way, then the move itself.
 * Four modes: a shortest solution, one of the fewest slides, the way people solve the puzzle, and finding the move
 * yourself. Where the game counts slides, the first two are one.
 */
import { sameBoard } from "../board.js";
import { HELD, withMenu } from "../shared/app.js";
import { build, button, fill, keepFocus } from "../shared/dom.js";
import { isJudgedInSlides, isOnItsDay, isOwn } from "../game/record.js";
import { buildPeek } from "./peek.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { amount, inSequence, t, translated, uncapitalized, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./advice.js").Advice} Advice */

const MODES = /** @type {const} */ ([
  ["optimal", translated("Optimal", "hints"), t`A shortest solution, proved if possible`],
  ["slides", t`Slides`, t`A line that moves together counts as one`],
  ["human", t`Human`, t`By rows and columns, with reasons`],
  ["learn", t`Learn`, t`Find the move yourself; get feedback`],
]);
/** @typedef {typeof MODES[number][0]} Mode */
const KINDS = /** @type {const} */ (["which", "arrow", "play"]);
const STEP_PAUSE = 160;
const SETTLED = 3000;
/**
 * Milliseconds that a hint may take to be proved before another is given meanwhile: longer where the proof comes
 * soon even as the page is just open, and its tables are yet to be made.
 * @param {Board} board
 */
const soon = ({ cells }) => (cells.length <= 9 ? 4000 : cells.length <= 16 ? 1500 : 400);
/** Milliseconds after which the panel says that it is looking. */
const LATE = 200;
/** Whether the panel stands beside the board, where what it says moves nothing. */
const isBeside = () => matchMedia("(min-width: 60rem)").matches;
/** What only a hint needs is loaded for the first one. */
const loadKinds = () => withWords(() => import("./hintkinds.js"));

/**
 * @param {HTMLElement} root empty; becomes the panel
 * @param {App} app
 * @param {TaquinBoard} element the board the marks go on
 * @returns {{hint(): void, peek(on: boolean): void, hide(): void, halt(): void, turned(): void}}  turned: the board in sight is not the game's
 */
export function mountHints(root, app, element) {
  const hints = new Hints(root, app, element);
  return {
    hint: () => void hints.hint(),
    peek: (on) => hints.look.peek(on),
    hide: () => hints.clear(),
    turned: () => hints.look.end(),
    halt: () => {
      hints.halt();
      hints.clear();
    },
  };
}

/**
 * @param {App} app
 * @returns {Promise<string>} what a move made for the player costs a daily board; empty if nothing
 */
async function costText({ game: { record }, history }) {
  if (!isOnItsDay(record) || !isOwn(record)) return "";
  // It is played again: a result that stays cannot be lost.
  if (record.again && (await (await withWords(() => import("../daily/playdaily.js"))).staysText(history, record))) return "";
  return t`With a move made for you, today’s board does not count.`;
}

class Hints {
  /** Levels of the current advice already given: 1 the tile, 2 the direction. */
  #level = 0;
  /** @type {Advice | null} */
  #advice = null;
  /** Whether the learner was asked to find the move. */
  #posed = false;
  /** @type {AbortController | null} */
  #asking = null;
  /** Ends the search for equally good moves, and the check of a move. @type {AbortController | null} */
  #comparing = null;
  /** The next move of a step that is being played. */
  #next = 0;
  /** The timer that will start building tables. */
  #warming = 0;
  /** What playing the move costs a daily board, empty if nothing. */
  #cost = "";
  /** The sentence that is shown. */
  #sentence = "";
  /** Whether the direction was requested before the tile was found. */
  #eager = false;
  /** The board that the panel describes. @type {Board} */
  #board;

  /**
   * @param {HTMLElement} root
   * @param {App} app
   * @param {TaquinBoard} element
   */
  constructor(root, app, element) {
    this.app = app;
    this.element = element;
    this.look = buildPeek(app);
    this.#board = app.game.board;
    this.words = build("div", { class: "hints__words" });
    this.modes = button({ words: "", kind: "quiet", onClick: () => {} });
    this.asker = button({ words: t`Hint`, hint: "H", kind: "primary", onClick: () => void this.hint() });
    root.className = "panel hints";
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", t`Hints`);
    root.append(
      build(
        "div",
        { class: "hints__sheet" },
        build("div", { class: "hints__row" }, this.asker, this.#buildModes(), this.look.button, this.#buildClose(), this.look.element),
        this.words,
      ),
    );
    app.game.addEventListener("change", () => this.#follow());
    app.game.addEventListener("change", () => this.#holdBack());
    app.settings.addEventListener("change", () => this.look.follow());
    // No other bound than the moves left beside it.
    app.solver.better.push(() => setTimeout(() => this.#renew()));
    this.look.follow();
    // The game that a reload brings back may be paused.
    this.#holdBack();
    this.#warm();
  }

  /**
   * The kind of hint is chosen in a menu; the button beside it says which it is.
   * @returns {HTMLElement}
   */
  #buildModes() {
    const { game, settings } = this.app;
    const opener = this.modes;
    const paint = () => {
      const mode = this.#mode;
      const [, name] = /** @type {typeof MODES[number]} */ (MODES.find(([one]) => one === mode));
      /** @type {HTMLElement} */ (opener.firstElementChild).textContent = t`Hints: ${name}`;
      opener.setAttribute("aria-label", t`Hints: ${name}`);
      opener.title = t`hints: ${uncapitalized(name)}`;
    };
    opener.classList.add("menu__opener");
    settings.addEventListener("change", paint);
    for (const event of ["start", "change"]) game.addEventListener(event, paint);
    paint();
    return withMenu(opener, t`Kind of hint`, () =>
      MODES.filter(([mode]) => mode !== "slides" || !this.#inSlides).map(([mode, words, note]) => ({
        words,
        note: mode === "optimal" && this.#inSlides ? MODES[1][2] : note,
        checked: this.#mode === mode,
        onPick: () => {
          settings.set("hintMode", mode);
          this.clear();
        },
      })),
    );
  }

  get #inSlides() {
    return isJudgedInSlides(this.app.game.record);
  }

  /** The kind of hint that is given in this game. @returns {Mode} */
  get #mode() {
    const mode = this.app.settings.get("hintMode");
    return mode === "slides" && this.#inSlides ? "optimal" : mode;
  }

  /** Where the hint covers the controls below the board, it can be put away. */
  #buildClose() {
    const away = () => {
      this.clear();
      this.element.focus({ preventScroll: true });
    };
    const close = button({ words: t`Close the hint`, icon: "close", quiet: true, onClick: away });
    close.classList.add("hints__close");
    return close;
  }

  /**
   * Tables take half a second to build: do it before anyone waits for them, but not while a page
   * opens or sizes are tried in sequence. An earlier request builds them at once.
   */
  #warm() {
    const { game, solver } = this.app;
    const begin = async () => {
      try {
        await (this.#inSlides ? await solver.slides() : solver).warm(game.goal);
      } catch (error) {
        console.warn("No tables were built:", error);
      }
    };
    clearTimeout(this.#warming);
    this.#warming = setTimeout(() => {
      if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: 2000 });
      else begin();
    }, SETTLED);
  }

  /** The board may have changed: forget the advice, judge a learner's move. */
  #follow() {
    const { game } = this.app;
    const before = this.#board;
    if (!sameBoard(game.board, before)) {
      const [posed, advice] = [this.#posed, this.#advice];
      this.#board = game.board;
      this.clear();
      if (game.board.cells.length !== before.cells.length) this.#warm();
      else if (posed && advice && game.moved && !game.solved) void this.#judge(before, advice);
    }
    this.look.follow();
  }

  /** A pause hides the board, of which a hint would tell; one that was given waits for its end. A solved board has none. */
  #holdBack() {
    const { held, solved } = this.app.game;
    const covered = () => {
      for (const one of [this.asker, this.modes, this.look.button]) one.disabled = held || solved;
    };
    keepFocus(covered, () => document.querySelector(".veil"));
  }

  /** Clear all advice and marks. */
  clear() {
    this.#asking?.abort();
    this.#comparing?.abort();
    this.#asking = null;
    this.#advice = null;
    this.#posed = false;
    this.#eager = false;
    this.#level = 0;
    this.element.mark(null);
    this.#show(t`Hint`);
  }

  /**
   * @param {string} next words on the button
   * @param {...(Node | string)} words
   */
  #show(next, ...words) {
    /** @type {HTMLElement} */ (this.asker.firstElementChild).textContent = next;
    keepFocus(
      () => fill(this.words, ...words),
      () => this.asker,
    );
  }

  /**
   * One sentence, shown and spoken.
   * @param {string} next words on the button
   * @param {string} text
   * @param {...Node} more
   */
  #announce(next, text, ...more) {
    this.#show(next, build("p", { text }), ...more);
    this.#say(text);
  }

  /**
   * What comes in during a pause is read after it.
   * @param {string} text
   */
  #say(text) {
    if (!this.app.game.held) this.app.say(text, { now: true });
  }

  /** One level further. */
  async hint() {
    const { app } = this;
    const { game } = app;
    if (game.held) return app.say(HELD);
    if (game.solved) return app.say(translated(FACE_SENTENCES.solved), { now: true });
    if (this.#asking) {
      this.#eager = true;
      return;
    }
    this.halt();
    this.#advice ??= await this.#find();
    if (!this.#advice) return;
    const eager = this.#eager;
    this.#eager = false;
    if (this.#mode === "learn" && !this.#posed) {
      await this.#pose(this.#advice);
      return;
    }
    this.#level += 1;
    // The question has counted as the first step.
    if (this.#level > 1 || !this.#posed) game.hinted(KINDS[this.#level - 1]);
    if (this.#level < KINDS.length) this.#reveal(this.#advice);
    else {
      // The page itself makes this move: a learner gets no praise for it.
      this.#posed = false;
      this.#play(this.#advice);
    }
    if (eager && this.#level === 1) void this.hint();
  }

  /** @returns {Promise<Advice | null>} null when cancelled or impossible */
  async #find() {
    const { solver, game } = this.app;
    const asking = new AbortController();
    this.#comparing?.abort();
    this.#asking = asking;
    const cancel = button({ words: t`Cancel`, kind: "quiet", onClick: () => this.clear() });
    cancel.classList.add("hints__cancel");
    const waiting = build("p", { class: "note", text: t`Looking for a move…` });
    // Below the board it makes its room at once, so that nothing moves later.
    const late = setTimeout(() => this.#show(t`Hint`, waiting, cancel), isBeside() ? LATE : 0);
    try {
      const mode = this.#mode;
      const kinds = await loadKinds();
      const give = kinds.giving(mode, this.#inSlides);
      this.#cost = await costText(this.app);
      if (asking.signal.aborted) return null;
      const run = this.#inSlides ? kinds.runIn(game.record) : "";
      const sure = give(solver, game.board, game.goal, { signal: asking.signal, run });
      const advice = await (mode === "optimal" || mode === "slides" ? this.#soon(sure, asking.signal) : sure);
      this.#comparing = asking;
      if (mode === "learn") return (await advice.more) ?? advice;
      if (asking.signal.aborted) return null;
      // Before the comparison, which may end at once.
      this.#advice = advice;
      void this.#compare(advice, asking.signal);
      return advice;
    } catch (error) {
      if (!asking.signal.aborted) this.#announce(t`Hint`, /** @type {Error} */ (error).message);
      return null;
    } finally {
      clearTimeout(late);
      if (this.#asking === asking) this.#asking = null;
    }
  }

  /**
   * The advice if it comes soon; otherwise a step of the row-and-column method, which it replaces later.
   * @param {Promise<Advice>} sure
   * @param {AbortSignal} signal
   * @returns {Promise<Advice>}
   */
  #soon(sure, signal) {
    const { solver, game } = this.app;
    const { board, goal } = game;
    const meanwhile = async () => {
      await new Promise((resolve) => void setTimeout(resolve, soon(board)));
      const { meanwhileAdvice } = await loadKinds();
      return { ...(await meanwhileAdvice(solver, board, goal, { signal })), more: sure };
    };
    return Promise.race([sure, meanwhile()]);
  }

  /**
   * Put a better answer in the place of the first: a proof, or all the equally good moves.
   * @param {Advice} advice
   * @param {AbortSignal} signal
   */
  async #compare(advice, signal) {
    try {
      const whole = await advice.more;
      if (!whole || this.#advice !== advice) return;
      this.#advice = whole;
      if (this.#level > 0) this.#reveal(whole);
      void this.#compare(whole, signal);
    } catch (error) {
      if (!signal.aborted) this.#announce(t`Hint`, /** @type {Error} */ (error).message);
    }
  }

  /** Show what has been proved since. */
  #renew() {
    if (this.#advice && this.#level > 0 && this.#advice.sentence !== this.#sentence) this.#reveal(this.#advice);
  }

  /**
   * Mark the tile, or the tile and its way.
   * @param {Advice} advice
   */
  #reveal({ focus, task, way: toward, cell, letter, moves, together, sentence, badge }) {
    this.#sentence = sentence;
    const way = this.#level === 2;
    const single = together || moves.length === 1;
    const text = way && single ? toward : task;
    const begin = way && !single ? `${toward} ` : "";
    const cost = way ? this.#cost : "";
    const play = single ? t`Play it` : t`Play ${amount(moves.length, "move")}`;
    this.element.mark(way ? { cells: [cell], arrow: letter } : { cells: focus });
    this.#show(
      way ? play : t`Which way?`,
      build(
        "p",
        { class: "hints__move" },
        build("strong", { text }),
        build("span", { class: `badge ${badge.good ? "badge--good" : ""}`, text: badge.text }),
      ),
      build("p", { text: begin + sentence }),
      ...(cost ? [build("p", { class: "note", text: cost })] : []),
    );
    const told = t`${text} ${badge.text}. ${begin + sentence}`;
    this.#say(inSequence(told, cost));
  }

  /** Stop playing a step. */
  halt() {
    clearTimeout(this.#next);
  }

  /**
   * One move or one slide at once, a step of several moves in sequence.
   * @param {Pick<Advice, "moves" | "together">} step
   */
  #play({ moves, together = false }) {
    const { game } = this.app;
    const now = together ? moves : moves[0];
    if (!game.move(now, "h") || now === moves) return;
    const expected = game.board;
    this.#next = setTimeout(() => {
      if (game.board === expected) this.#play({ moves: moves.slice(1) });
    }, STEP_PAUSE);
  }

  /**
   * Ask the learner.
   * @param {Advice} advice
   */
  async #pose(advice) {
    const { game } = this.app;
    game.hinted("which");
    this.#posed = true;
    const { question } = (await loadKinds()).learning(this.#inSlides);
    if (this.#advice === advice) this.#announce(t`Which tile?`, question(game.board, advice));
  }

  /**
   * Tell learners how good their move was.
   * @param {Board} before
   * @param {Advice} advice what had been asked for
   */
  async #judge(before, advice) {
    const { solver, game } = this.app;
    const { board, goal } = game;
    const judging = new AbortController();
    this.#comparing = judging;
    const waiting = build("p", { class: "note", text: translated(FACE_SENTENCES.checking) });
    const late = setTimeout(() => this.#show(t`Hint`, waiting), LATE);
    judging.signal.addEventListener("abort", () => clearTimeout(late));
    try {
      const { judge } = (await loadKinds()).learning(this.#inSlides);
      const verdict = await judge(solver, before, board, goal, advice, judging.signal);
      if (!verdict || judging.signal.aborted) return;
      if (verdict.right) return this.#announce(t`Hint`, this.#inSlides ? verdict.text : t`${verdict.text} Press Hint for the next move.`);
      const back = () =>
        keepFocus(
          () => void game.undo(),
          () => this.element,
        );
      const again = button({ words: t`Undo it`, icon: "undo", onClick: back });
      this.#announce(t`Hint`, verdict.text, again);
    } catch (error) {
      if (!judging.signal.aborted) this.#announce(t`Hint`, /** @type {Error} */ (error).message);
    } finally {
      clearTimeout(late);
    }
  }
}
