/** The ten lessons: a list, a board, a few words, and the next step on request. */
import { replay } from "../board.js";
import { build, button, fill } from "../shared/dom.js";
import { newId } from "../game/record.js";
import { LESSONS, LESSON_GOAL, isLearnt, lastSlide, lessonBoard } from "./lessons.js";
import { afterLesson } from "./trainlog.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./lessons.js").Lesson} Lesson */

/** Learning the row-and-column method. */
export class LessonPart {
  #at = 0;
  #start = LESSON_GOAL;
  #now = LESSON_GOAL;

  /**
   * @param {App} app
   * @param {TaquinBoard} board
   * @param {import("./trainlog.js").LogKeeper} log
   */
  constructor(app, board, log) {
    this.app = app;
    this.board = board;
    this.log = log;
    this.heading = build("h2");
    this.text = build("p");
    this.words = build("p", { class: "train__words" });
    this.buttons = build("div", { class: "toolbar" });
    this.list = build("ol", { class: "train__lessons" });
    this.element = build(
      "div",
      { class: "train__part" },
      build("section", { class: "panel", "aria-label": "Lesson" }, this.heading, this.text, this.words, this.buttons),
      build("section", { class: "panel", "aria-label": "Lessons" }, build("h2", { text: "Ten lessons" }), this.list),
    );
    const first = LESSONS.findIndex(({ id }) => !log.value.lessons.includes(id));
    this.#open(Math.max(0, first));
  }

  get #lesson() {
    return LESSONS[this.#at];
  }

  /** @param {number} at */
  #open(at) {
    this.#at = at;
    this.#start = lessonBoard(this.#lesson, newId());
    this.#now = this.#start;
    this.words.textContent = "";
    this.#paint();
  }

  enter() {
    this.#show(false);
  }

  leave() {}

  next() {
    this.#open((this.#at + 1) % LESSONS.length);
    this.#show(false);
    this.app.say(`${this.heading.textContent}. ${this.text.textContent}`, { now: true });
  }

  retry() {
    this.#now = this.#start;
    this.words.textContent = "";
    this.#show(false);
    this.#paint();
  }

  hint() {
    if (!isLearnt(this.#lesson, this.#now)) void this.#step(false);
  }

  /**
   * The next step of the method: in words and marked, or made.
   * @param {boolean} make
   */
  async #step(make) {
    const board = this.#now;
    const step = lastSlide(this.#lesson, board) ?? (await this.app.solver.human(board, LESSON_GOAL));
    if (!step || board !== this.#now) return;
    if (make) this.#move(replay(board, step.moves));
    else this.board.mark({ cells: step.tiles.map((tile) => board.cells.indexOf(tile)) });
    if (!isLearnt(this.#lesson, this.#now)) this.words.textContent = step.sentence;
    this.app.say(/** @type {string} */ (this.words.textContent), { now: true });
  }

  /** @param {boolean} animate */
  #show(animate) {
    this.board.goal = LESSON_GOAL;
    this.board.disabled = false;
    if (this.board.board !== this.#now) this.board.show(this.#now, { animate });
    if (!isLearnt(this.#lesson, this.#now)) {
      const cells = this.#lesson.tiles.map((tile) => this.#now.cells.indexOf(tile));
      this.board.mark({ cells });
    }
  }

  /** @param {import("./trainboard.js").WantedMove} wanted */
  take({ to }) {
    // After the board has shown the move by itself.
    queueMicrotask(() => this.#move(to));
    return true;
  }

  /** @param {import("../board.js").Board} to */
  #move(to) {
    this.#now = to;
    this.#show(true);
    if (!isLearnt(this.#lesson, to)) return;
    this.log.set(afterLesson(this.log.value, this.#lesson.id));
    const last = this.#at === LESSONS.length - 1;
    this.words.textContent = last ? "Done: that was the last lesson." : "Done.";
    this.#paint();
    this.app.say(this.words.textContent, { now: true });
  }

  #paint() {
    const { title, text, id } = this.#lesson;
    const done = isLearnt(this.#lesson, this.#now);
    this.heading.textContent = `${this.#at + 1}. ${title}`;
    this.text.textContent = text;
    this.words.className = `train__words${done ? " train__words--solved" : ""}`;
    const last = this.#at === LESSONS.length - 1;
    const had = this.buttons.contains(document.activeElement);
    fill(
      this.buttons,
      done && last && button({ words: "Play a board", kind: "primary", onClick: () => this.app.go("play") }),
      done && !last && button({ words: "Next lesson", hint: "N", kind: "primary", onClick: () => this.next() }),
      !done && button({ words: "Tell me the next step", hint: "H", onClick: () => void this.#step(false) }),
      !done && button({ words: "Make it", onClick: () => void this.#step(true) }),
      button({ words: "Start over", hint: "T", kind: "quiet", onClick: () => this.retry() }),
    );
    if (had) this.buttons.querySelector("button")?.focus();
    const { lessons } = this.log.value;
    const rows = LESSONS.map((lesson, i) => this.#row(lesson, i, lessons.includes(lesson.id), lesson.id === id));
    const held = this.list.contains(document.activeElement);
    fill(this.list, ...rows);
    if (held) this.list.querySelectorAll("button")[this.#at].focus();
  }

  /**
   * @param {Lesson} lesson
   * @param {number} at
   * @param {boolean} learnt
   * @param {boolean} current
   */
  #row({ title }, at, learnt, current) {
    const choose = () => {
      this.#open(at);
      this.#show(false);
    };
    const attributes = { type: "button", class: "train__lesson", "aria-current": current ? "step" : null, on: { click: choose } };
    return build(
      "li",
      {},
      build("button", attributes, build("span", { text: `${at + 1}. ${title}` }), learnt && build("span", { class: "badge badge--good", text: "done" })),
    );
  }
}
