/** A streak or a storm: puzzles that get harder, one after another without a pause. */
import { build, button, fill } from "../shared/dom.js";
import { timeText } from "../shared/gamewords.js";
import { Questions } from "../shared/questions.js";
import { openStorage } from "../shared/storage.js";
import { newId } from "../game/record.js";
import { keepStreak, leaveStreak, takeStreak } from "./keptstreak.js";
import { drawPuzzle, puzzleName, streakLevel } from "./puzzles.js";
import { PuzzleTry, answerText } from "./puzzletry.js";
import { localDay } from "./repeats.js";
import { PENALTY, Run, rungOf } from "./runs.js";
import { buildSteps, pointAt, showGoal } from "./trainboard.js";
import { afterMissing, afterRun, runOf } from "./trainlog.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { amount, decimal, said, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./runs.js").RunKind} RunKind */
/** @typedef {import("./trainlog.js").LogKeeper} LogKeeper */

const TICK = 100;
/** So long an answered puzzle is seen: keys pressed ahead would be the answer to the next one. */
const SEEN = 800;
const ABOUT = {
  streak: t`Puzzles that get harder. The first miss ends the streak; there is no clock.`,
  storm: t`Three minutes, as many puzzles as you can. The clock starts with your first move; a miss or a skip costs ${PENALTY / 1000} seconds.`,
};
const TITLES = { streak: t`Streak`, storm: t`Three-minute storm` };

export class RunPart {
  #run;
  /** @type {PuzzleTry | null} */
  #one = null;
  /** Drawn while the one before is answered, so that nobody waits. @type {Promise<PuzzleTry> | null} */
  #ready = null;
  #asking = new Questions();
  /** The difficulty of the last puzzle of a streak. */
  #hard = 0;
  /** Names of the puzzles of the run: none is asked twice. @type {Set<string>} */
  #asked = new Set();
  #timer = 0;
  #shown = false;
  #said = "";
  /** Whether that is good news; null for neither. @type {boolean | null} */
  #good = null;
  /** @type {import("./puzzletry.js").AnswerStep[]} */
  #answer = [];
  /** What the run was about when it began. */
  #name = "";
  /** How the last run ended. */
  #ending = "";
  #tab = openStorage(() => sessionStorage);
  #all = openStorage(() => localStorage);

  /**
   * @param {App} app
   * @param {TaquinBoard} board
   * @param {LogKeeper} log
   * @param {RunKind} kind
   * @param {import("./puzzlechoice.js").PuzzleChoice} choice
   * @param {HTMLElement} fields  for the choice
   */
  constructor(app, board, log, kind, choice, fields) {
    this.app = app;
    this.board = board;
    this.log = log;
    this.kind = kind;
    this.choice = choice;
    this.fields = fields;
    this.#run = new Run(kind);
    this.clock = build("span", { class: "train__time", role: "timer" });
    this.score = build("span", { class: "train__score" });
    this.steps = buildSteps();
    this.level = build("span", { class: "note" });
    this.verdict = build("p", { class: "train__words" });
    this.words = build("p", { class: "train__words" });
    this.buttons = build("div", { class: "toolbar" });
    this.about = build("p", { class: "note", text: ABOUT[kind] });
    this.results = build("dl", { class: "train__results" });
    this.said = build("div", { class: "train__said" }, this.verdict, " ", this.words);
    // Before a reload: a streak goes on; a storm, whose clock cannot wait, ends and counts, as a timed attempt does.
    addEventListener("pagehide", () => {
      if (kind === "streak") leaveStreak(this.#tab, this.#all);
      else if (this.#end()) this.#tab.setItem(this.#ended, this.#said);
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      this.#tab.setItem(this.#ended, "");
      if (kind === "streak") takeStreak(this.#tab, this.#all);
    });
    this.element = build(
      "div",
      { class: "train__part" },
      build("section", { class: "panel train__run", "aria-label": TITLES[kind] },
        build("h2", { text: TITLES[kind] }),
        build("div", { class: "train__figure" }, this.clock, this.score),
        build("div", { class: "train__ask" }, this.steps.element, this.level),
        this.said,
        this.buttons,
        // In sight with the board: what they choose is seen on it.
        fields,
        this.about),
      build("section", { class: "panel", "aria-label": t`Results` }, build("h2", { text: t`Results` }), this.results),
    );
  }

  enter() {
    this.#shown = true;
    this.app.covered = () => (this.#run.ticking ? t`The clock of the storm goes on.` : "");
    if (this.#name === "") this.#goOn();
    // Another size or theme begins another run; one that has begun is kept.
    if (this.#name !== this.choice.name) {
      this.#end();
      this.#begin();
      const said = this.#tab.getItem(this.#ended);
      if (said) this.#said = t`You left the page. ${said}`;
      this.#tab.setItem(this.#ended, "");
    } else if ((!this.#one || this.#one.over) && !this.#run.over) void this.#deal();
    this.#show();
    this.#watch();
    this.board.scrollIntoView({ block: "nearest" });
  }

  /** A storm goes on: its clock does not wait. */
  leave() {
    this.#shown = false;
    this.app.covered = () => "";
    this.#asking.stop();
    this.#ready = null;
    this.#run.goOn(performance.now());
    this.#watch();
  }

  /** The streak that a reload has interrupted. */
  #goOn() {
    const kept = this.kind === "streak" ? takeStreak(this.#tab, this.#all) : null;
    if (!kept) return;
    this.#name = kept.name;
    this.#run.moved(0);
    this.#run.solved = kept.solved;
    this.#hard = kept.hard;
    this.#asked = new Set(kept.asked);
    if (!kept.puzzle) return;
    this.#one = new PuzzleTry(this.app.solver, kept.puzzle.one);
    this.#one.goOnFrom(kept.puzzle.at, kept.puzzle.found);
  }

  #keep() {
    const [run, one] = [this.#run, this.#one];
    const open = one && !one.over ? { one: one.puzzle, at: one.at, found: one.found } : null;
    keepStreak(this.#tab, run.begun && !run.over ? { name: this.#name, solved: run.solved, hard: this.#hard, asked: [...this.#asked], puzzle: open } : null);
  }

  #begin() {
    this.#asking.stop();
    [this.#run, this.#one, this.#ready, this.#said, this.#good, this.#answer] = [new Run(this.kind), null, null, "", null, []];
    this.#name = this.choice.name;
    this.#hard = 0;
    this.#asked = new Set();
    if (this.#shown) showGoal(this.board, this.choice.value.side);
    void this.#deal();
  }

  /** @param {number} solved */
  async #draw(solved) {
    const { signal } = this.#asking;
    // A storm is about speed.
    const least = this.kind === "streak" ? streakLevel(this.#hard, this.choice.value.side) : 0;
    const wanted = { rating: rungOf(this.kind, solved), least, ...this.choice.value, seed: newId(), asked: this.#asked, signal };
    return new PuzzleTry(this.app.solver, await drawPuzzle(this.app.solver, wanted));
  }

  /**
   * The answered puzzle for a moment, carried to its end where that is one move away. Its keys and clicks do nothing.
   * @param {PuzzleTry} one
   * @param {AbortSignal} signal
   */
  async #see(one, signal) {
    await pause(SEEN / 2);
    if (!signal.aborted && this.#shown && one.state === "solved" && one.left === 1) this.board.show(one.puzzle.goal);
    await pause(SEEN / 2);
  }

  /**
   * The next puzzle, and the one after it in advance.
   * @param {PuzzleTry | null} [answered]  that is seen first
   */
  async #deal(answered = null) {
    const run = this.#run;
    const { signal } = this.#asking;
    run.hold(performance.now());
    if (answered) await this.#see(answered, signal);
    if (signal.aborted || run !== this.#run || run.over) return;
    this.#one = null;
    this.#show();
    try {
      const one = await (this.#ready ?? this.#draw(run.solved));
      if (signal.aborted || run !== this.#run || run.over) return;
      this.#one = one;
      this.#hard = one.puzzle.difficulty;
      this.#asked.add(puzzleName(one.puzzle));
      run.goOn(performance.now());
      this.#ready = this.#draw(run.solved + 1);
      // It is awaited later, and an error is reported then.
      this.#ready.catch(() => {});
      this.#show();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {import("./trainboard.js").WantedMove} wanted */
  take({ to, moves }) {
    if (this.#one?.state !== "open") return false;
    if (!this.#run.over) this.#run.moved(performance.now());
    this.#watch();
    void this.#judge(this.#one, to, moves);
    return true;
  }

  /**
   * @param {PuzzleTry} one
   * @param {import("../board.js").Board} to
   * @param {string} moves
   */
  async #judge(one, to, moves) {
    const { signal } = this.#asking;
    [this.#said, this.#good] = ["", null];
    this.#answer = [];
    try {
      await one.judge(to, moves, signal);
      if (one !== this.#one) return;
      if (this.#run.over) {
        this.#said = one.state === "failed" ? t`Not the best either.` : one.state === "solved" ? t`Right, these are best.` : t`Right.`;
        this.#good = one.state === "failed" ? null : true;
      } else if (one.over) this.#answered(one.state === "solved");
      this.#show();
      if (this.#said) this.app.say(this.#said, { now: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {boolean} right */
  #answered(right) {
    const [run, one] = [this.#run, /** @type {PuzzleTry} */ (this.#one)];
    run.answered(right, performance.now());
    this.#goesOn(one, right, right ? t`Right.` : t`Missed: ${PENALTY / 1000} s less.`);
  }

  /** Leave out the puzzle of a storm: it comes back as one that was missed does. */
  #skip() {
    this.#run.skip(performance.now());
    this.#goesOn(/** @type {PuzzleTry} */ (this.#one), null, t`Skipped: ${PENALTY / 1000} s less.`);
  }

  /**
   * @param {PuzzleTry} one  that is over
   * @param {boolean | null} right  null: left out
   * @param {string} words
   */
  #goesOn(one, right, words) {
    if (!right) this.log.set(afterMissing(this.log.value, puzzleName(one.puzzle), localDay()));
    if (this.#run.over) return this.#finish();
    [this.#said, this.#good] = [words, right];
    void this.#deal(right === null ? null : one);
  }

  #finish() {
    const { solved } = this.#run;
    const { best } = runOf(this.log.value, this.#runName);
    // A streak has one miss.
    const { missed, skipped } = this.kind === "storm" ? this.#run : { missed: 0, skipped: 0 };
    this.log.set(afterRun(this.log.value, this.#runName, { solved, missed, skipped }));
    const better = solved > best ? t` Your best.` : "";
    const cost = this.kind === "streak" && this.#one?.state === "failed" ? t` That move costs ${amount(this.#one.lost, "move")} more than needed.` : "";
    const late = this.kind === "storm" && this.#run.left(performance.now()) === 0;
    this.#ending = this.#said = `${late ? t`Time is up: ${solved} solved.` : this.kind === "streak" ? t`The streak ends: ${solved} solved.` : t`The storm ends: ${solved} solved.`}${better}${cost}`;
    // Only a miss is bad news, unless the run was the best; the time of every storm runs out.
    this.#good = cost && !better ? false : null;
    if (this.kind === "storm") this.#one = null;
    if (this.#shown) {
      if (this.kind === "storm") showGoal(this.board, this.choice.value.side);
      this.app.say(this.#said, { now: true });
    }
    this.#show();
    this.#watch();
  }

  /**
   * End a run that has begun; what was solved counts.
   * @returns {boolean}  whether there was one
   */
  #end() {
    if (!this.#run.begun || this.#run.over) return false;
    this.#run.stop();
    this.#finish();
    return true;
  }

  /** Under which the page keeps what it said of a run that a reload ended. */
  get #ended() {
    return `taquin.training.${this.kind}.ended`;
  }

  get #runName() {
    return `${this.kind}-${this.#name}`;
  }

  /** Another run, or in a storm another puzzle. */
  next() {
    if (this.#run.over) this.#begin();
    else if (this.#one?.state !== "open") return;
    else if (this.kind === "storm" && this.#run.begun) this.#skip();
    else this.app.say(this.kind === "storm" ? translated(FACE_SENTENCES.starts) : translated(FACE_SENTENCES.noSkip));
    this.#show();
  }

  /** No key ends a run: it would be pressed by mistake. */
  retry() {
    if (!this.#run.over) this.app.say(this.kind === "streak" ? t`A streak cannot be restarted; its button ends it.` : t`A storm cannot be restarted; its button ends it.`);
  }

  /** The answer, once a streak is over. */
  hint() {
    if (this.#run.over && this.#one) void this.#reveal(this.#one);
    else if (!this.#run.over) this.app.say(this.kind === "streak" ? t`A streak has no hints.` : t`A storm has no hints.`);
  }

  /** @param {PuzzleTry} one */
  async #reveal(one) {
    const { signal } = this.#asking;
    try {
      this.#answer = await one.answer(signal);
      one.goOn();
      [this.#said, this.#good] = [t`${this.#ending} ${answerText(this.#answer)}`, null];
      this.#show();
      this.app.say(this.#said, { now: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #watch() {
    clearInterval(this.#timer);
    this.#timer = this.#run.ticking ? setInterval(() => this.#tick(), TICK) : 0;
  }

  #tick() {
    this.#run.tick(performance.now());
    if (this.#run.over) this.#finish();
    else this.#paintClock();
  }

  #paintClock() {
    const left = this.#run.left(performance.now());
    this.clock.textContent = timeText(1000 * Math.ceil(left / 1000), 0);
    this.clock.classList.toggle("train__time--late", left < 20_000);
  }

  #show() {
    const [run, one] = [this.#run, this.#one];
    this.#paintClock();
    // What was solved is the result: the clock of a storm that is over would be the largest text.
    this.clock.hidden = this.kind !== "storm" || run.over;
    const missed = this.kind === "storm" && run.missed > 0 ? t`, ${run.missed} missed` : "";
    const skipped = run.skipped > 0 ? t`, ${run.skipped} skipped` : "";
    this.score.textContent = t`${run.solved} solved${missed + skipped}`;
    this.level.textContent = one ? this.#level(one.puzzle) : "";
    // What a run before this one came to.
    this.said.classList.toggle("train__said--apart", !run.begun);
    this.verdict.textContent = this.#said;
    const kind = this.#good === null ? "" : this.#good ? "train__words--solved" : "train__words--failed";
    this.verdict.className = `train__words train__verdict ${kind}`;
    this.words.textContent = run.over || one?.over ? "" : one ? this.#question(one) : translated(FACE_SENTENCES.drawing);
    this.about.hidden = run.begun;
    this.fields.inert = run.begun && !run.over;
    this.steps.show(one);
    const had = this.buttons.contains(document.activeElement);
    fill(
      this.buttons,
      run.over && button({ words: this.kind === "streak" ? t`New streak` : t`New storm`, hint: "N", kind: "primary", onClick: () => this.next() }),
      run.over && one && this.#answer.length === 0 && one.state !== "solved" && button({ words: t`Answer`, hint: "H", onClick: () => this.hint() }),
      !run.over && this.kind === "storm" && run.begun && button({ words: t`Skip`, hint: t`N, costs ${PENALTY / 1000} seconds`, onClick: () => this.next() }),
      !run.over && run.begun && button({ words: this.kind === "streak" ? t`End the streak` : t`End the storm`, onClick: () => this.#end() }),
    );
    if (had) (this.buttons.querySelector("button") ?? this.board).focus();
    this.#paintResults();
    if (this.kind === "streak") this.#keep();
    if (!this.#shown || !one) return;
    this.board.goal = one.puzzle.goal;
    if (one.state !== "judging") this.board.show(one.at, { animate: false });
    this.board.disabled = one.state !== "open";
    if (this.#answer.length > 0) pointAt(this.board, this.#answer[0].letters[0]);
  }

  /** @param {PuzzleTry} one */
  #question({ found, puzzle: { distance, length } }) {
    if (found > 0) return t`Right. ${length - found} more to find.`;
    // A harder puzzle may be nearer to the goal, which would look like a step back.
    if (this.kind === "streak") return t`Find ${length} best moves.`;
    return t`The goal is ${amount(distance, "move")} away: find ${length} best moves.`;
  }

  /** How hard a puzzle is; in a streak this never falls. @param {import("./puzzles.js").Puzzle} puzzle */
  #level({ difficulty, board }) {
    const level = streakLevel(difficulty, board.width);
    return this.kind === "streak" && level < difficulty ? t`difficulty ${level} or more` : t`difficulty ${difficulty}`;
  }

  #paintResults() {
    const { best, played, last, missed = 0, skipped = 0 } = runOf(this.log.value, this.#runName);
    const figure = (/** @type {string} */ label, /** @type {string} */ value) =>
      build("div", {}, build("dt", { class: "figure__label", text: label }), build("dd", { class: "figure__value", text: value }));
    fill(this.results,
      figure(translated("best", "a run"), played ? String(best) : "–"),
      figure(t`last`, played ? String(last.at(-1)) : "–"),
      figure(t`mean of ${last.length || 10}`, played ? decimal(last.reduce((sum, one) => sum + one, 0) / last.length, 1) : "–"),
      figure(said(this.kind === "streak" ? "{played:streak|streaks}" : "{played:storm|storms}", { played }), String(played)),
      this.kind === "storm" && figure(t`missed in all`, String(missed)),
      this.kind === "storm" && figure(t`skipped in all`, String(skipped)));
  }
}

/** @param {number} time  in milliseconds */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
