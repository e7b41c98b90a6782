/** A streak or a storm: puzzles that get harder, one after another without a pause. */
import { build, button, fill } from "../shared/dom.js";
import { timeText } from "../shared/gamewords.js";
import { movesText, unitOf } from "../shared/measures.js";
import { Questions } from "../shared/questions.js";
import { openStorage } from "../shared/storage.js";
import { newId } from "../game/record.js";
import { drawPuzzle, puzzleName } from "./puzzles.js";
import { PuzzleTry, answerText } from "./puzzletry.js";
import { localDay } from "./repeats.js";
import { PENALTY, Run, rungOf } from "./runs.js";
import { buildSteps, pointAt, showGoal } from "./trainboard.js";
import { afterMissing, afterRun, runOf } from "./trainlog.js";
import { FACE_SENTENCES } from "../words/facesentences.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./runs.js").RunKind} RunKind */
/** @typedef {import("./trainlog.js").LogKeeper} LogKeeper */

const TICK = 100;
const ABOUT = {
  streak: "Puzzles that get harder and harder. The first miss ends the streak; there is no clock.",
  storm: `Three minutes, as many puzzles as you can. The clock starts with your first move; a miss or a skip costs ${PENALTY / 1000} seconds.`,
};
const TITLES = { streak: "Streak", storm: "Storm of three minutes" };

export class RunPart {
  #run;
  /** @type {PuzzleTry | null} */
  #one = null;
  /** Drawn while the one before is answered, so that nobody waits. @type {Promise<PuzzleTry> | null} */
  #ready = null;
  #asking = new Questions();
  #timer = 0;
  #shown = false;
  #said = "";
  /** @type {import("./puzzletry.js").AnswerStep[]} */
  #answer = [];
  /** What the run was about when it began. */
  #name = "";
  #tab = openStorage(() => sessionStorage);

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
    this.clock.hidden = kind !== "storm";
    this.score = build("span", { class: "train__score" });
    this.steps = buildSteps();
    this.verdict = build("p", { class: "train__words" });
    this.words = build("p", { class: "train__words" });
    this.buttons = build("div", { class: "toolbar" });
    this.about = build("p", { class: "note", text: ABOUT[kind] });
    this.results = build("dl", { class: "train__results" });
    // Before a reload: what was solved counts, as a timed attempt that is left is kept.
    addEventListener("pagehide", () => {
      if (this.#end()) this.#tab.setItem(this.#ended, this.#said);
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.#tab.setItem(this.#ended, "");
    });
    this.element = build(
      "div",
      { class: "train__part" },
      build("section", { class: "panel train__run", "aria-label": TITLES[kind] },
        build("h2", { text: TITLES[kind] }),
        build("div", { class: "train__figure" }, this.clock, this.score),
        this.steps.element,
        build("div", { class: "train__said" }, this.verdict, " ", this.words),
        this.buttons,
        // In sight with the board: what they choose is seen on it.
        fields,
        this.about),
      build("section", { class: "panel", "aria-label": "Results" }, build("h2", { text: "Results" }), this.results),
    );
  }

  enter() {
    this.#shown = true;
    this.app.covered = () => (this.#run.ticking ? "The clock of the storm goes on." : "");
    // Another size or theme begins another run; one that has begun is kept.
    if (this.#name !== this.choice.name) {
      this.#end();
      this.#begin();
      const said = this.#tab.getItem(this.#ended);
      if (said) this.#said = `You left the page. ${said}`;
      this.#tab.setItem(this.#ended, "");
    } else if (!this.#one && !this.#run.over) void this.#deal();
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
    this.#watch();
  }

  #begin() {
    this.#asking.stop();
    [this.#run, this.#one, this.#ready, this.#said, this.#answer] = [new Run(this.kind), null, null, "", []];
    this.#name = this.choice.name;
    if (this.#shown) showGoal(this.board, this.choice.value.side);
    void this.#deal();
  }

  /** @param {number} solved */
  async #draw(solved) {
    const { signal } = this.#asking;
    const wanted = { rating: rungOf(this.kind, solved), ...this.choice.value, seed: newId(), signal };
    return new PuzzleTry(this.app.solver, await drawPuzzle(this.app.solver, wanted));
  }

  /** The next puzzle, and the one after it in advance. */
  async #deal() {
    const run = this.#run;
    const { signal } = this.#asking;
    this.#one = null;
    this.#show();
    try {
      const one = await (this.#ready ?? this.#draw(run.solved));
      if (signal.aborted || run !== this.#run || run.over) return;
      this.#one = one;
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
    this.#said = "";
    this.#answer = [];
    try {
      await one.judge(to, moves, signal);
      if (one !== this.#one) return;
      if (this.#run.over) this.#said = one.state === "failed" ? "Not the best either." : one.state === "solved" ? "Right, these are best." : "Right.";
      else if (one.over) this.#answered(one.state === "solved");
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
    if (!right) this.log.set(afterMissing(this.log.value, puzzleName(one.puzzle), localDay()));
    if (run.over) return this.#finish();
    this.#said = right ? "Right." : `Missed: ${PENALTY / 1000} s less.`;
    void this.#deal();
  }

  #finish() {
    const { solved } = this.#run;
    const { best } = runOf(this.log.value, this.#runName);
    this.log.set(afterRun(this.log.value, this.#runName, solved));
    const better = solved > best ? " Your best." : "";
    const cost = this.kind === "streak" && this.#one?.state === "failed" ? ` That move costs ${movesText(this.#one.lost)} more than needed.` : "";
    const late = this.kind === "storm" && this.#run.left(performance.now()) === 0;
    this.#said = `${late ? "Time is up" : `The ${this.kind} ends`}: ${solved} solved.${better}${cost}`;
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
    else if (this.kind === "storm" && this.#run.begun) this.#answered(false);
    else this.app.say(this.kind === "storm" ? FACE_SENTENCES.starts : FACE_SENTENCES.noSkip);
    this.#show();
  }

  /** No key ends a run: it would be pressed by mistake. */
  retry() {
    if (!this.#run.over) this.app.say(`A ${this.kind} cannot be restarted; its button ends it.`);
  }

  /** The answer, once a streak is over. */
  hint() {
    if (this.#run.over && this.#one) void this.#reveal(this.#one);
    else if (!this.#run.over) this.app.say(`A ${this.kind} has no hints.`);
  }

  /** @param {PuzzleTry} one */
  async #reveal(one) {
    const { signal } = this.#asking;
    try {
      this.#answer = await one.answer(signal);
      one.goOn();
      this.#said = answerText(this.#answer);
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
    const missed = this.kind === "storm" && run.missed > 0 ? `, ${run.missed} missed` : "";
    this.score.textContent = `${run.solved} solved${missed}`;
    this.verdict.textContent = this.#said;
    const kind = this.#said.startsWith("Right") ? "train__words--solved" : /^(Missed|Time is up|The streak ends)/.test(this.#said) ? "train__words--failed" : "";
    this.verdict.className = `train__words train__verdict ${kind}`;
    this.words.textContent = run.over ? "" : one ? this.#question(one) : FACE_SENTENCES.drawing;
    this.about.hidden = run.begun;
    this.fields.inert = run.begun && !run.over;
    this.steps.show(one);
    const had = this.buttons.contains(document.activeElement);
    fill(
      this.buttons,
      run.over && button({ words: `New ${this.kind}`, hint: "N", kind: "primary", onClick: () => this.next() }),
      run.over && one && this.#answer.length === 0 && one.state !== "solved" && button({ words: "Answer", hint: "H", kind: "quiet", onClick: () => this.hint() }),
      !run.over && this.kind === "storm" && run.begun && button({ words: "Skip", hint: `N, costs ${PENALTY / 1000} seconds`, onClick: () => this.next() }),
      !run.over && run.begun && button({ words: `End the ${this.kind}`, kind: "quiet", onClick: () => this.#end() }),
    );
    if (had) (this.buttons.querySelector("button") ?? this.board).focus();
    this.#paintResults();
    if (!this.#shown || !one) return;
    this.board.goal = one.puzzle.goal;
    if (one.state !== "judging") this.board.show(one.at, { animate: false });
    this.board.disabled = one.state !== "open";
    if (this.#answer.length > 0) pointAt(this.board, this.#answer[0].letters[0]);
  }

  /** @param {PuzzleTry} one */
  #question({ found, puzzle: { distance, length } }) {
    return found > 0 ? `Right. ${length - found} more to find.` : `The goal is ${movesText(distance)} away: find ${length} best moves.`;
  }

  #paintResults() {
    const { best, played, last } = runOf(this.log.value, this.#runName);
    const figure = (/** @type {string} */ label, /** @type {string} */ value) =>
      build("div", {}, build("dt", { class: "figure__label", text: label }), build("dd", { class: "figure__value", text: value }));
    fill(this.results,
      figure("best", played ? String(best) : "–"),
      figure("last", played ? String(last.at(-1)) : "–"),
      figure(`mean of ${last.length || 10}`, played ? (last.reduce((sum, one) => sum + one, 0) / last.length).toFixed(1) : "–"),
      figure(unitOf(played, this.kind), String(played)));
  }
}
