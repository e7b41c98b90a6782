/** A check of the lessons, or those that are back today: one try at each, without help. */
import { build, button, fill } from "../shared/dom.js";
import { formatBoard, parseBoard } from "../board.js";
import { Questions } from "../shared/questions.js";
import { readStored } from "../shared/storage.js";
import { newId } from "../game/record.js";
import { CHECKED, checkBoard, lessonName, mostMoves, taskText } from "./lessoncheck.js";
import { LESSONS, LESSON_GOAL, isLearnt } from "./lessons.js";
import { dueOn, localDay, waitWords } from "./repeats.js";
import { afterMissing, afterRepeat } from "./trainlog.js";
import { amount, inSequence, listed, spoken, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./lessons.js").Lesson} Lesson */

/** @typedef {"asking" | "open" | "right" | "wrong" | "over"} CheckState */

/**
 * A check as a reload finds it.
 * @typedef {{at: number, board: Board, moves: number, most: number, state: CheckState, right: number, missed: Lesson[], said: string}} KeptCheck
 */

const STATES = ["asking", "open", "right", "wrong", "over"];

/** Under which a reload finds the check. */
const KEPT = "taquin.training.check";

/**
 * @param {import("../shared/storage.js").Store} visit
 * @returns {KeptCheck & {lessons: Lesson[]} | null} the check that a reload has interrupted
 */
export function keptCheck(visit) {
  return readStored(visit.getItem(KEPT), read, "The check of this visit cannot be read; it is ignored.");
}

/** @param {any} kept */
function read({ lessons, missed, board, language, said, ...rest }) {
  const kept = { ...rest, board: parseBoard(board), lessons: named(lessons), missed: named(missed) };
  const counts = [kept.at, kept.moves, kept.most, kept.right].every((one) => Number.isInteger(one) && one >= 0);
  if (!counts || !STATES.includes(kept.state) || !kept.lessons[kept.at]) throw new TypeError("it is no check.");
  // The sentence about the last task is in the language in which it was said.
  return { ...kept, said: language === spoken() ? String(said) : "" };
}

/** @param {string[]} ids */
function named(ids) {
  return LESSONS.filter(({ id }) => ids.includes(id));
}

export class CheckPart {
  #at = 0;
  #now = LESSON_GOAL;
  #moves = 0;
  /** Moves that are allowed; 0 until the method has been asked. */
  #most = 0;
  /** @type {CheckState} */
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
   * @param {import("../shared/storage.js").Store} visit  keeps the check over a reload
   * @param {Lesson[]} lessons  to check
   * @param {{end: (lesson: Lesson | null) => void, judged: () => void}} act  end: back to the lessons, or to one of
   *   them; judged: the log says what comes back
   * @param {KeptCheck} [kept]  to continue
   */
  constructor(app, board, log, visit, lessons, act, kept) {
    this.app = app;
    this.board = board;
    this.log = log;
    this.visit = visit;
    this.lessons = lessons;
    this.onEnd = act.end;
    this.judged = act.judged;
    this.heading = build("h2", { tabindex: "-1" });
    this.text = build("p");
    this.words = build("p", { class: "train__words" });
    this.buttons = build("div", { class: "toolbar" });
    this.element = build("section", { class: "panel", "aria-label": t`Check` }, this.heading, this.text, this.words, this.buttons);
    if (kept) this.#restore(kept);
    else this.#open();
  }

  /** @param {KeptCheck} kept */
  #restore({ at, board, moves, most, state, right, missed, said }) {
    [this.#at, this.#now, this.#moves, this.#most, this.#state] = [at, board, moves, most, state];
    [this.#right, this.#missed, this.#said] = [right, missed, said];
  }

  #keep() {
    const ids = (/** @type {Lesson[]} */ lessons) => lessons.map(({ id }) => id);
    this.visit.setItem(KEPT, JSON.stringify({
      lessons: ids(this.lessons), at: this.#at, board: formatBoard(this.#now), moves: this.#moves, most: this.#most,
      state: this.#state, right: this.#right, missed: ids(this.#missed), said: this.#said, language: spoken(),
    }));
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
      if (this.#shown) this.app.say(t`${this.heading.textContent}. ${this.text.textContent} ${this.words.textContent}`, { now: true });
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

  /** How far it has come, if tries that were used would be lost with it; else "". */
  get going() {
    const judged = this.#state === "right" || this.#state === "wrong";
    const begun = this.#at > 0 || this.#moves > 0 || judged;
    const ended = this.#state === "over" || (judged && this.#at + 1 === this.lessons.length);
    return begun && !ended ? /** @type {string} */ (this.heading.textContent) : "";
  }

  /** Back to the lessons; a reload finds no check. */
  end() {
    this.leave();
    this.visit.setItem(KEPT, "");
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
      this.#said = t`It comes back tomorrow.`;
    } else {
      this.#right += 1;
      this.#said = "";
      // One that waits for its day is not hurried on by another check.
      if (dueOn(before.repeats, today).includes(name)) {
        const after = afterRepeat(before, name, today);
        this.log.set(after);
        const due = after.repeats[name]?.[1];
        this.#said = due ? t`It comes back ${waitWords(due, today)}.` : t`It does not come back any more.`;
      }
    }
    const whole = this.lessons.length === CHECKED.length;
    if (whole) this.log.set({ ...this.log.value, check: Math.max(this.log.value.check, this.#right) });
    this.judged();
    this.app.say(this.#verdict(), { now: true });
  }

  /** Key N: the next task, once this one is over. */
  next() {
    if (this.#state === "over") this.onEnd(null);
    else if (this.#state === "open") this.app.say(t`Bring the tiles home, or choose “I don’t know”.`);
    else if (this.#state !== "asking") {
      if (this.#at + 1 < this.lessons.length) {
        this.#at += 1;
        this.#open();
      } else this.#state = "over";
      this.#show(false);
    }
  }

  retry() {
    this.app.say(t`A check gives one try.`);
  }

  hint() {
    this.app.say(t`A check gives no help.`);
  }

  #giveUp() {
    this.#judge(false);
    this.#show(false);
  }

  #verdict() {
    if (this.#state === "right") return t`Right, in ${amount(this.#moves, "move")}. ${this.#said}`.trim();
    const why = this.#moves >= this.#most ? t`Not home after ${amount(this.#moves, "move")}.` : t`Not solved.`;
    return inSequence(why, this.#said);
  }

  /** @param {boolean} animate */
  #show(animate) {
    const state = this.#state;
    const over = state === "over";
    const whole = this.lessons.length === CHECKED.length;
    this.heading.textContent = over ? t`${whole ? t`Check` : t`Repetition`}: ${this.#right} of ${this.lessons.length} right` : t`${whole ? t`Check` : t`Repetition`}, ${this.#at + 1} of ${this.lessons.length}`;
    this.text.textContent = over ? this.#summary() : taskText(this.#lesson);
    const texts = { asking: t`Looking for a board…`, open: t`${amount(this.#moves, "move")} of at most ${this.#most}.`, over: "" };
    this.words.textContent = state === "right" || state === "wrong" ? this.#verdict() : texts[state];
    this.words.className = `train__words${state === "right" ? " train__words--solved" : state === "wrong" ? " train__words--failed" : ""}`;
    this.#paintButtons();
    this.#keep();
    if (!this.#shown) return;
    this.board.goal = LESSON_GOAL;
    if (this.board.board !== this.#now) this.board.show(this.#now, { animate });
    this.board.disabled = state !== "open";
  }

  #summary() {
    if (this.#missed.length === 0) return t`You have the whole method. Play some boards with it.`;
    const titles = this.#missed.map(({ title }) => t`“${title}”`);
    return t`Tomorrow again: ${listed(titles)}.`;
  }

  #paintButtons() {
    const state = this.#state;
    const last = this.#at + 1 === this.lessons.length;
    const had = this.buttons.contains(document.activeElement);
    const lesson = this.#lesson;
    fill(
      this.buttons,
      (state === "right" || state === "wrong") && button({ words: last ? t`See the result` : t`Next`, hint: "N", kind: "primary", onClick: () => this.next() }),
      state === "wrong" && button({ words: t`Open the lesson`, onClick: () => this.onEnd(lesson) }),
      state === "open" && button({ words: t`I don’t know`, onClick: () => this.#giveUp() }),
      state === "over" && button({ words: t`Back to the lessons`, hint: "N", kind: "primary", onClick: () => this.onEnd(null) }),
      state !== "over" && button({ words: translated("End", "a check"), onClick: () => this.onEnd(null) }),
    );
    if (had) this.buttons.querySelector("button")?.focus();
  }
}
