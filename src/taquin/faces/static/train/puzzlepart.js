/** Find the best moves: on boards about as hard as the player is strong, or on own mistakes. */
import { build, button, fill } from "../shared/dom.js";
import { wayOf } from "../shared/moves.js";
import { Questions } from "../shared/questions.js";
import { gradeText } from "./puzzles.js";
import { PuzzleTry, answerText } from "./puzzletry.js";
import { buildRating } from "./ratingline.js";
import { buildSteps, pointAt, showGoal } from "./trainboard.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { amount, inSequence, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./puzzletry.js").AnswerStep} AnswerStep */
/** @typedef {import("./trainboard.js").WantedMove} WantedMove */
/** @typedef {import("./trainlog.js").LogKeeper} LogKeeper */
/** @typedef {{one: PuzzleTry, key: string, settled: boolean, change: string, later: string, answer: AnswerStep[]}} OpenPuzzle  settled: its first answer is kept */

/** Puzzles of best moves, one after another. */
export class PuzzlePart {
  /** The puzzle of each key; null: there is none. @type {Map<string, OpenPuzzle | null>} */
  #open = new Map();
  #asking = new Questions();
  /** What became of the puzzle before. */
  #before = "";

  /**
   * @param {App} app
   * @param {TaquinBoard} board
   * @param {LogKeeper} log
   * @param {{title: string, source: import("./puzzlesources.js").PuzzleSource, choice?: HTMLElement}} about
   */
  constructor(app, board, log, { title, source, choice }) {
    this.app = app;
    this.board = board;
    this.log = log;
    this.source = source;
    this.task = build("h2", { tabindex: "-1", text: title });
    this.words = build("p", { class: "train__words" });
    this.aside = build("p", { class: "note" });
    this.steps = buildSteps();
    this.buttons = build("div", { class: "toolbar" });
    this.rating = buildRating();
    const rating = build("section", { class: "panel", "aria-label": t`Rating` }, build("h2", { text: t`Your rating` }), this.rating.element);
    this.element = build(
      "div",
      { class: "train__part" },
      build("section", { class: "panel", "aria-label": t`Puzzle` }, this.task, this.steps.element, this.words, this.buttons, this.aside),
    );
    if (choice) this.element.append(choice);
    if (source.counts) this.element.append(rating);
  }

  /** The puzzle that is on. */
  get #now() {
    return this.#open.get(this.source.key());
  }

  enter() {
    // Those without a puzzle look again: there may be new games, or it is another day.
    if (this.#now) this.#show();
    else {
      // Not the board of another training.
      const side = Number.parseInt(this.source.key(), 10) || 3;
      showGoal(this.board, side);
      void this.#load();
    }
  }

  leave() {
    this.#asking.stop();
  }

  /** The next puzzle. One that is skipped may count as missed. */
  next() {
    const now = this.#now;
    if (now?.one.state === "judging") return;
    this.#before = "";
    if (now && !now.settled) {
      if (this.source.counts) this.#before = t`Skipped, which counts as not solved. ${inSequence(...this.source.settle(now.one.puzzle, false, now.key))}`;
      else this.source.skip(now.one.puzzle, now.key);
    }
    void this.#load();
  }

  async #load() {
    const key = this.source.key();
    const signal = this.#asking.renewed();
    this.#open.delete(key);
    this.#show();
    try {
      const puzzle = await this.source.draw(signal);
      if (signal.aborted) return;
      this.#open.set(key, puzzle && { one: new PuzzleTry(this.app.solver, puzzle), key, settled: false, change: "", later: "", answer: [] });
      this.#show();
      this.app.say(t`${this.task.textContent}. ${this.words.textContent}`);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {WantedMove} wanted */
  take({ to, moves }) {
    if (this.#now?.one.state !== "open") return false;
    void this.#judge(this.#now, to, moves);
    return true;
  }

  /**
   * @param {OpenPuzzle} now
   * @param {import("../board.js").Board} to
   * @param {string} moves
   */
  async #judge(now, to, moves) {
    const { signal } = this.#asking;
    this.#before = "";
    now.answer = [];
    try {
      await now.one.judge(to, moves, signal);
      if (now.one.over) this.#settle(now, now.one.state === "solved");
      this.#show();
      this.app.say(/** @type {string} */ (this.words.textContent), { now: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /**
   * The first answer counts, and no other.
   * @param {OpenPuzzle} now
   * @param {boolean} solved
   */
  #settle(now, solved) {
    [now.change, now.later] = now.settled ? ["", ""] : this.source.settle(now.one.puzzle, solved, now.key);
    now.settled = true;
  }

  /** Once more; the first answer has counted. */
  retry() {
    const now = this.#now;
    if (!now || now.one.state === "judging" || (now.one.state === "open" && now.one.found === 0)) return;
    now.answer = [];
    now.one.restart();
    this.#show();
  }

  /** The answer; it counts as a failure. */
  hint() {
    const now = this.#now;
    if (now && (now.one.state === "open" || now.one.state === "failed")) void this.#reveal(now);
  }

  /** @param {OpenPuzzle} now */
  async #reveal(now) {
    const { signal } = this.#asking;
    this.#before = "";
    // What a wrong move has cost was said with it, and would read as a second loss.
    this.#settle(now, false);
    try {
      now.answer = await now.one.answer(signal);
      now.one.goOn();
      this.#show();
      this.app.say(/** @type {string} */ (this.words.textContent), { now: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** The board, the words and the buttons. */
  #show() {
    const now = this.#now;
    // While a puzzle is sought the one before stays.
    if (now) {
      this.board.goal = now.one.puzzle.goal;
      if (now.one.state !== "judging") this.board.show(now.one.at, { animate: false });
    } else if (now === null) showGoal(this.board, 3);
    this.board.disabled = now?.one.state !== "open";
    if (now && now.answer.length > 0) pointAt(this.board, now.answer[0].letters[0]);
    this.element.classList.toggle("train__part--none", now === null);
    this.words.textContent = this.#text(now);
    this.words.className = `train__words train__words--${now?.one.state ?? "none"}`;
    this.aside.textContent = this.#before || this.#note(now);
    this.steps.show(now?.one ?? null);
    this.#paintButtons(now);
    this.rating.show(this.log.value);
  }

  /** @param {OpenPuzzle | null | undefined} now */
  #note(now) {
    if (!now) return "";
    if (now.one.over) return inSequence(now.later, gradeText(now.one.puzzle));
    if (now.answer.length > 0) return now.later;
    return !now.settled && this.source.counts ? t`Skip and Answer count as not solved.` : "";
  }

  /** @param {OpenPuzzle | null | undefined} now */
  #text(now) {
    if (now === undefined) return translated(FACE_SENTENCES.drawing);
    if (now === null) return this.source.none();
    const { one, change, answer } = now;
    if (answer.length > 0) return inSequence(answerText(answer), change);
    if (one.state === "failed") return inSequence(t`Not the best: this costs ${amount(one.lost, "extra move")}.`, change);
    if (one.state === "solved") return inSequence(one.puzzle.length === 1 ? t`Right, that is best.` : t`Right, these are best.`, change);
    return this.#question(one);
  }

  /** @param {PuzzleTry} one */
  #question({ found, puzzle: { played, distance, length } }) {
    if (found > 0) return t`Right. ${length - found} more to find.`;
    if (played) return t`In your game a tile moved ${wayOf(played)} here, which cost two moves. What is better?`;
    return t`The goal is ${amount(distance, "move")} away. Find ${length} moves that each lead nearer to it.`;
  }

  /** @param {OpenPuzzle | null | undefined} now */
  #paintButtons(now) {
    const state = now?.one.state;
    const fresh = now !== undefined && now !== null && !now.settled;
    const skips = fresh && this.source.counts;
    const had = this.buttons.contains(document.activeElement);
    const next = button({ words: skips ? t`Skip` : t`Next`, hint: skips ? t`N, counts as not solved` : "N", kind: fresh ? "" : "primary", onClick: () => this.next() });
    next.disabled = now === undefined;
    fill(
      this.buttons,
      now !== null && next,
      state === "failed" && button({ words: t`Try again`, hint: "T", onClick: () => this.retry() }),
      (state === "open" || state === "failed") && now?.answer.length === 0 && button({ words: t`Answer`, hint: fresh && this.source.counts ? t`H, counts as not solved` : "H", onClick: () => this.hint() }),
      now === null && button({ words: t`Play`, kind: "primary", onClick: () => this.app.go("play") }),
    );
    if (had) this.buttons.querySelector("button")?.focus();
  }
}
