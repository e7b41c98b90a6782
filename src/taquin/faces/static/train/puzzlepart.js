/** Find the best moves: on boards about as hard as the player is strong, or on own mistakes. */
import { namedGoal } from "../board.js";
import { build, button, fill } from "../shared/dom.js";
import { movesText } from "../shared/measures.js";
import { wayOf } from "../shared/moves.js";
import { newId } from "../game/record.js";
import { LENGTH, drawPuzzle, gradeText, ownPuzzles } from "./puzzles.js";
import { buildRating } from "./ratingline.js";
import { afterMending, afterPuzzle } from "./trainlog.js";
import { pointAt } from "./trainboard.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./trainboard.js").WantedMove} WantedMove */
/** @typedef {import("./trainlog.js").LogKeeper} LogKeeper */

const BUDGET = 4000;

/** Puzzles of best moves. */
export class PuzzlePart {
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** Moves of the puzzle already found. */
  #found = 0;
  /** @type {import("../board.js").Board | null} */
  #at = null;
  #left = 0;
  /** Whether the answer still changes the rating. */
  #rated = true;
  #state = /** @type {"loading" | "open" | "judging" | "failed" | "solved" | "none"} */ ("loading");
  #asking = new AbortController();
  /** One pass over the player's games. @type {AsyncGenerator<Puzzle, void, void> | null} */
  #own = null;
  #passing = new AbortController();

  /**
   * @param {App} app
   * @param {TaquinBoard} board
   * @param {LogKeeper} log
   * @param {boolean} own  mistakes of the player's own games
   */
  constructor(app, board, log, own) {
    this.app = app;
    this.board = board;
    this.log = log;
    this.own = own;
    this.side = 3;
    this.task = build("h2", { tabindex: "-1" });
    this.words = build("p", { class: "train__words" });
    this.grade = build("p", { class: "note" });
    this.steps = build("div", { class: "train__steps", "aria-hidden": "true" });
    this.buttons = build("div", { class: "toolbar" });
    this.rating = buildRating();
    this.element = build(
      "div",
      { class: "train__part" },
      build("section", { class: "panel", "aria-label": "Puzzle" }, this.task, this.steps, this.words, this.buttons, this.grade),
      build("section", { class: "panel", "aria-label": "Rating" }, build("h2", { text: "Your rating" }), this.rating.element),
    );
    if (!own) this.element.prepend(this.#sizes());
  }

  #sizes() {
    const choices = [3, 4].map((side) => {
      const change = () => {
        this.side = side;
        this.next();
      };
      const box = build("input", { type: "radio", name: "train-size", checked: side === this.side, on: { change } });
      return build("label", { class: "choice" }, box, build("span", { text: `${side}×${side}` }));
    });
    return build("div", { class: "train__sizes", role: "radiogroup", "aria-label": "Size" }, ...choices);
  }

  enter() {
    this.#paint();
    if (this.#puzzle && this.#state !== "loading" && !this.own) this.#show();
    else this.next();
  }

  leave() {
    this.#asking.abort();
    this.#passing.abort();
    this.#own = null;
    if (this.#state === "judging") this.#state = "loading";
  }

  next() {
    void this.#load();
  }

  async #load() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#state = "loading";
    this.#paint();
    if (!this.#puzzle) this.#showNone();
    try {
      const puzzle = await this.#draw(signal);
      if (signal.aborted) return;
      this.#puzzle = puzzle;
      this.#rated = true;
      if (puzzle) this.#restart();
      else {
        this.#state = "none";
        this.#showNone();
      }
      this.#paint();
      this.app.say(`${this.task.textContent} ${this.words.textContent}`);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {AbortSignal} signal */
  async #draw(signal) {
    const { solver, history } = this.app;
    const { rating, mended } = this.log.value;
    if (!this.own) return drawPuzzle(solver, { rating, side: this.side, seed: newId(), signal });
    if (!this.#own) {
      this.#passing = new AbortController();
      this.#own = ownPuzzles(solver, await history.all(), { mended, signal: this.#passing.signal });
    }
    const { value } = await this.#own.next();
    return value ?? null;
  }

  #restart() {
    const puzzle = /** @type {Puzzle} */ (this.#puzzle);
    [this.#at, this.#found, this.#left, this.#state] = [puzzle.board, 0, puzzle.distance, "open"];
    this.#show();
  }

  /** The goal, not the board of another training. */
  #showNone() {
    const goal = namedGoal("last", this.side, this.side);
    this.board.goal = goal;
    this.board.show(goal, { animate: false });
    this.board.disabled = true;
  }

  #show() {
    const { goal } = /** @type {Puzzle} */ (this.#puzzle);
    this.board.goal = goal;
    if (this.#at) this.board.show(this.#at, { animate: false });
    this.board.disabled = this.#state !== "open";
  }

  /** @param {WantedMove} wanted */
  take({ to, moves }) {
    if (this.#state !== "open") return false;
    void this.#judge(to, moves);
    return true;
  }

  /**
   * A slide is right if all its moves lead nearer to the goal.
   * @param {import("../board.js").Board} to
   * @param {string} moves
   */
  async #judge(to, moves) {
    const puzzle = /** @type {Puzzle} */ (this.#puzzle);
    const { signal } = this.#asking;
    this.#state = "judging";
    try {
      const [{ value, lower }] = await this.app.solver.distances([to], puzzle.goal, { signal, budget: BUDGET });
      const left = this.#left - moves.length;
      if ((value ?? lower) > left) this.#fail((value ?? lower) - left);
      else {
        [this.#at, this.#left] = [to, left];
        this.#found += moves.length;
        if (this.#found >= puzzle.length || left === 0) this.#solve();
        else this.#state = "open";
      }
      this.#show();
      this.#paint();
      this.app.say(/** @type {string} */ (this.words.textContent), { now: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #solve() {
    const { mistake } = /** @type {Puzzle} */ (this.#puzzle);
    // Found, not shown.
    if (mistake && this.#rated) this.log.set(afterMending(this.log.value, mistake));
    this.#state = "solved";
    this.#record(true);
  }

  /** @param {number} lost  moves */
  #fail(lost) {
    this.lost = lost;
    this.#state = "failed";
    this.#record(false);
  }

  /** @param {boolean} solved */
  #record(solved) {
    const before = this.log.value.rating;
    if (this.#rated) this.log.set(afterPuzzle(this.log.value, /** @type {Puzzle} */ (this.#puzzle).difficulty, solved));
    this.change = this.#rated ? this.log.value.rating - before : null;
    this.#rated = false;
  }

  /** Once more, unrated. */
  retry() {
    if (!this.#puzzle || this.#state === "loading" || this.#state === "judging") return;
    this.#rated = this.#rated && this.#state === "open";
    this.#restart();
    this.#paint();
  }

  /** The answer; it counts as a failure. */
  hint() {
    if (this.#state === "open" || this.#state === "failed") void this.#reveal();
  }

  async #reveal() {
    const puzzle = /** @type {Puzzle} */ (this.#puzzle);
    const { signal } = this.#asking;
    if (this.#state === "open" && this.#rated) this.#record(false);
    try {
      const at = /** @type {import("../board.js").Board} */ (this.#at);
      const { letters } = await this.app.solver.optimalMoves(at, puzzle.goal, { signal, budget: BUDGET });
      if (this.#state === "failed") this.#state = "open";
      this.#show();
      this.#paint();
      pointAt(this.board, letters[0]);
      const ways = [...letters].map(wayOf).join(" or ");
      this.words.textContent = `Best: a tile moves ${ways}. Make the move.`;
      this.app.say(/** @type {string} */ (this.words.textContent), { now: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #paint() {
    const [puzzle, state] = [this.#puzzle, this.#state];
    const texts = {
      loading: "Looking for a puzzle …",
      none: "Your games on 3×3 and 4×4 have no mistakes that you have not put right. Play some more.",
      open: puzzle ? this.#question(puzzle) : "",
      judging: "",
      failed: `Not the best: this costs ${movesText(this.lost ?? 2)} more than needed.${this.#changeText()}`,
      solved: `Right, ${puzzle?.length === 1 ? "that is" : "these are"} best.${this.#changeText()}`,
    };
    this.task.textContent = this.own ? "Put your own mistakes right" : `Find ${LENGTH} best moves in a row`;
    this.words.textContent = texts[state];
    this.words.className = `train__words train__words--${state}`;
    this.grade.textContent = puzzle && (state === "solved" || state === "failed") ? gradeText(puzzle) : "";
    const done = Array.from({ length: puzzle?.length ?? 0 }, (_, i) => build("span", { class: i < this.#found ? "is-found" : null }));
    fill(this.steps, ...done);
    this.#paintButtons();
    this.rating.show(this.log.value);
  }

  /** @param {Puzzle} puzzle */
  #question({ played, distance, length }) {
    if (this.#found > 0) return `Right. ${movesText(length - this.#found)} more.`;
    if (played) return `In your game a tile moved ${wayOf(played)} here, which cost two moves. What is better?`;
    return `The goal is ${movesText(distance)} away. Each move must lead nearer to it.`;
  }

  #changeText() {
    if (this.change == null) return "";
    return ` Rating ${this.change < 0 ? "−" : "+"}${Math.abs(this.change)}.`;
  }

  #paintButtons() {
    const state = this.#state;
    const over = state === "failed" || state === "solved";
    const had = this.buttons.contains(document.activeElement);
    const next = button({ words: "Next", hint: "N", kind: over ? "primary" : "", onClick: () => this.next() });
    next.disabled = state === "loading";
    fill(
      this.buttons,
      state !== "none" && next,
      state === "failed" && button({ words: "Try again", hint: "T", onClick: () => this.retry() }),
      (state === "open" || state === "failed") && button({ words: "Show the answer", hint: "H", kind: "quiet", onClick: () => this.hint() }),
      state === "none" && button({ words: "Play", kind: "primary", onClick: () => this.app.go("play") }),
    );
    if (had) this.buttons.querySelector("button")?.focus();
  }
}
