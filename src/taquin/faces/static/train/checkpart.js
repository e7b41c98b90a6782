/** A check of the lessons, or those that are back today: one try at each, without help. */
import { build, button, fill } from "../shared/dom.js";
import { movesText } from "../shared/measures.js";
import { Questions } from "../shared/questions.js";
import { newId } from "../game/record.js";
import { CHECKED, checkBoard, lessonName, mostMoves, taskText } from "./lessoncheck.js";
import { LESSON_GOAL, isLearnt } from "./lessons.js";
import { dueOn, localDay, waitWords } from "./repeats.js";
import { afterMissing, afterRepeat } from "./trainlog.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./lessons.js").Lesson} Lesson */

export class CheckPart {
  #at = 0;
  #now = LESSON_GOAL;
  #moves = 0;
  /** Moves that are allowed; 0 until the method has been asked. */
  #most = 0;
  /** @type {"asking" | "open" | "right" | "wrong" | "over"} */
  #state = "asking";
  #right = 0;
  /** @type {Lesson[]} */
  #missed = [];
  #said = "";
  #asking = new Questions();
  #shown = false;

  /**
   * @param {App} app
   * @param {import("../board.js").TaquinBoard} board
   * @param {import("./trainlog.js").LogKeeper} log
   * @param {Lesson[]} lessons  to check
   * @param {(lesson: Lesson | null) => void} onEnd  back to the lessons, or to one of them
   */
  constructor(app, board, log, lessons, onEnd) {
    this.app = app;
    this.board = board;
    this.log = log;
    this.lessons = lessons;
    this.onEnd = onEnd;
    this.heading = build("h2", { tabindex: "-1" });
    this.text = build("p");
    this.words = build("p", { class: "train__words" });
    this.buttons = build("div", { class: "toolbar" });
    this.element = build("section", { class: "panel", "aria-label": "Check" }, this.heading, this.text, this.words, this.buttons);
    this.#open();
  }

  get #lesson() {
    return this.lessons[this.#at];
  }

  #open() {
    this.#now = checkBoard(this.#lesson, newId());
    [this.#moves, this.#most, this.#state] = [0, 0, "asking"];
    if (this.#shown) void this.#ask();
  }

  async #ask() {
    const { signal } = this.#asking;
    const board = this.#now;
    try {
      const steps = await this.app.solver.all(board, LESSON_GOAL, { signal });
      this.#most = mostMoves(board, this.#lesson, steps);
      this.#state = "open";
      this.#show(false);
      if (this.#shown) this.app.say(`${this.heading.textContent}. ${this.text.textContent} ${this.words.textContent}`, { now: true });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  enter() {
    this.#shown = true;
    if (this.#state === "asking") void this.#ask();
    this.#show(false);
  }

  leave() {
    this.#shown = false;
    this.#asking.stop();
  }

  /** @param {import("./trainboard.js").WantedMove} wanted */
  take({ to, moves }) {
    if (this.#state !== "open") return false;
    // After the board has shown the move by itself.
    queueMicrotask(() => {
      this.#now = to;
      this.#moves += moves.length;
      if (isLearnt(this.#lesson, to)) this.#judge(true);
      else if (this.#moves >= this.#most) this.#judge(false);
      this.#show(true);
    });
    return true;
  }

  /** @param {boolean} right */
  #judge(right) {
    const [name, today] = [lessonName(this.#lesson), localDay()];
    const before = this.log.value;
    this.#state = right ? "right" : "wrong";
    if (!right) {
      this.#missed.push(this.#lesson);
      this.log.set(afterMissing(before, name, today));
      this.#said = "It comes back tomorrow.";
    } else {
      this.#right += 1;
      this.#said = "";
      // One that waits for its day is not hurried on by another check.
      if (dueOn(before.repeats, today).includes(name)) {
        const after = afterRepeat(before, name, today);
        this.log.set(after);
        const due = after.repeats[name]?.[1];
        this.#said = due ? `It comes back ${waitWords(due, today)}.` : "It does not come back any more.";
      }
    }
    const whole = this.lessons.length === CHECKED.length;
    if (whole) this.log.set({ ...this.log.value, check: Math.max(this.log.value.check, this.#right) });
    this.app.say(this.#verdict(), { now: true });
  }

  /** Key N: the next task, once this one is over. */
  next() {
    if (this.#state === "over") this.onEnd(null);
    else if (this.#state === "open") this.app.say("Bring the tiles home, or choose “I don’t know”.");
    else if (this.#state !== "asking") {
      if (this.#at + 1 < this.lessons.length) {
        this.#at += 1;
        this.#open();
      } else this.#state = "over";
      this.#show(false);
    }
  }

  retry() {
    this.app.say("A check gives one try.");
  }

  hint() {
    this.app.say("A check gives no help.");
  }

  #giveUp() {
    this.#judge(false);
    this.#show(false);
  }

  #verdict() {
    const moves = movesText(this.#moves);
    if (this.#state === "right") return `Right, in ${moves}. ${this.#said}`.trim();
    const why = this.#moves >= this.#most ? `Not home after ${moves}.` : "Not solved.";
    return `${why} ${this.#said}`;
  }

  /** @param {boolean} animate */
  #show(animate) {
    const state = this.#state;
    const over = state === "over";
    const whole = this.lessons.length === CHECKED.length;
    this.heading.textContent = over ? `${whole ? "Check" : "Repetition"}: ${this.#right} of ${this.lessons.length} right` : `${whole ? "Check" : "Repetition"}, ${this.#at + 1} of ${this.lessons.length}`;
    this.text.textContent = over ? this.#summary() : taskText(this.#lesson);
    const texts = { asking: "Looking for a board …", open: `${movesText(this.#moves)} of at most ${this.#most}.`, over: "" };
    this.words.textContent = state === "right" || state === "wrong" ? this.#verdict() : texts[state];
    this.words.className = `train__words${state === "right" ? " train__words--solved" : state === "wrong" ? " train__words--failed" : ""}`;
    this.#paintButtons();
    if (!this.#shown) return;
    this.board.goal = LESSON_GOAL;
    if (this.board.board !== this.#now) this.board.show(this.#now, { animate });
    this.board.disabled = state !== "open";
  }

  #summary() {
    if (this.#missed.length === 0) return "You have the whole method. Play some boards with it.";
    const titles = this.#missed.map(({ title }) => `“${title}”`);
    return `Tomorrow again: ${titles.join(", ")}.`;
  }

  #paintButtons() {
    const state = this.#state;
    const last = this.#at + 1 === this.lessons.length;
    const had = this.buttons.contains(document.activeElement);
    const lesson = this.#lesson;
    fill(
      this.buttons,
      (state === "right" || state === "wrong") && button({ words: last ? "See the result" : "Next", hint: "N", kind: "primary", onClick: () => this.next() }),
      state === "wrong" && button({ words: "Open the lesson", onClick: () => this.onEnd(lesson) }),
      state === "open" && button({ words: "I don’t know", onClick: () => this.#giveUp() }),
      state === "over" && button({ words: "Back to the lessons", hint: "N", kind: "primary", onClick: () => this.onEnd(null) }),
      state !== "over" && button({ words: "End", kind: "quiet", onClick: () => this.onEnd(null) }),
    );
    if (had) this.buttons.querySelector("button")?.focus();
  }
}
