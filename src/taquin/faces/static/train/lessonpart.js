/** The ten lessons: a list, a board, a few words, the next step on request, and a check at the end. */
import { replay } from "../board.js";
import { confirmDialog } from "../shared/dialog.js";
import { build, button, fill } from "../shared/dom.js";
import { newId } from "../game/record.js";
import { CheckPart, keptCheck } from "./checkpart.js";
import { CHECKED } from "./lessoncheck.js";
import { buildLessonList, numbered } from "./lessonlist.js";
import { LESSONS, LESSON_GOAL, isLearnt, lastSlide, lessonBoard } from "./lessons.js";
import { nextThing, tapsOf } from "./lessonwords.js";
import { afterLesson } from "./trainlog.js";
import { isStill } from "../shared/settings.js";
import { openStorage } from "../shared/storage.js";
import { bringUp } from "../shared/sight.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../board.js").TaquinBoard} TaquinBoard */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {{taps: import("./lessonwords.js").Tap[], targets: import("./targets.js").Target[]}} Told */

/** Milliseconds between the moves of a step that is made. */
const PAUSE = 350;
/** Under which a reload finds the lesson that was opened. */
const OPENED = "taquin.training.lesson";

/** Learning the row-and-column method. */
export class LessonPart {
  #at = 0;
  #start = LESSON_GOAL;
  #now = LESSON_GOAL;
  /** The boards before the player's moves, for undo. @type {Board[]} */
  #past = [];
  /** Whether a step was made for the player since the start of the board: it does not count then. */
  #helped = false;
  /** Moves of a step that is being made. */
  #coming = 0;
  /** The instruction that is still to be followed: it stays in sight as long as the player does it. @type {Told | null} */
  #told = null;
  #shown = false;
  /** @type {CheckPart | null} */
  #check = null;
  #visit = openStorage(() => sessionStorage);

  /**
   * @param {App} app
   * @param {TaquinBoard} board
   * @param {import("./trainlog.js").LogKeeper} log
   * @param {ReturnType<typeof import("./targets.js").buildTargets>} targets
   */
  constructor(app, board, log, targets) {
    this.app = app;
    this.board = board;
    this.log = log;
    this.targets = targets;
    this.heading = build("h2", { tabindex: "-1" });
    this.text = build("p");
    this.legend = build("p", { class: "note train__legend" });
    this.words = build("p", { class: "train__words" });
    this.buttons = build("div", { class: "toolbar" });
    this.lessons = buildLessonList(log, { choose: (at) => this.#choose(at), test: (lessons) => this.#test(lessons) });
    this.lesson = build("section", { class: "panel", "aria-label": t`Lesson` }, this.heading, this.text, this.legend, this.words, this.buttons);
    this.place = build("div", {}, this.lesson);
    this.element = build("div", { class: "train__part" }, this.place, this.lessons.element);
    const opened = LESSONS.findIndex(({ id }) => id === this.#visit.getItem(OPENED));
    const first = LESSONS.findIndex(({ id }) => !log.value.lessons.includes(id));
    this.#draw(opened >= 0 ? opened : Math.max(0, first));
    const check = keptCheck(this.#visit);
    if (check) this.#goOn(check.lessons, check);
  }

  get #lesson() {
    return LESSONS[this.#at];
  }

  get #done() {
    return isLearnt(this.#lesson, this.#now);
  }

  /**
   * The lesson that the player wants.
   * @param {number} at
   */
  #open(at) {
    this.#draw(at);
    this.#keep();
  }

  /** A reload leads to this lesson, until it is learnt. */
  #keep() {
    this.#visit.setItem(OPENED, this.#lesson.id);
  }

  /** @param {number} at */
  #draw(at) {
    this.#at = at;
    this.#start = lessonBoard(this.#lesson, newId());
    this.#begin();
  }

  #begin() {
    this.#halt();
    this.#now = this.#start;
    this.#past = [];
    this.#helped = false;
    this.#told = null;
    this.words.textContent = "";
    this.#paint();
  }

  enter() {
    this.#shown = true;
    this.#paint();
    if (this.#check) {
      this.targets.show(4, []);
      this.#check.enter();
    } else this.#show(false);
  }

  leave() {
    this.#shown = false;
    this.#halt();
    this.#check?.leave();
    this.targets.show(4, []);
  }

  next() {
    if (this.#check) return this.#check.next();
    this.#open((this.#at + 1) % LESSONS.length);
    this.#show(false);
    bringUp(this.board, this.app.settings);
    this.app.say(t`${this.heading.textContent}. ${this.text.textContent} ${this.legend.textContent}`, { now: true });
  }

  retry() {
    if (this.#check) return this.#check.retry();
    this.#begin();
    this.#keep();
    this.#show(false);
    bringUp(this.board, this.app.settings);
  }

  undo() {
    if (this.#check) return this.app.say(t`In a check every move counts.`);
    const before = this.#past.pop();
    if (!before) return this.app.say(translated(FACE_SENTENCES.noUndo));
    this.#halt();
    this.#told = null;
    this.words.textContent = "";
    this.#now = before;
    this.#show(true);
    this.#paint();
  }

  hint() {
    if (this.#check) return this.#check.hint();
    if (!this.#done) void this.#step(false);
  }

  /** @param {number} at */
  #choose(at) {
    if (this.#check) return void this.#leaveFor(LESSONS[at]);
    this.#open(at);
    this.#show(false);
    bringUp(this.board, this.app.settings, this.heading);
  }

  /**
   * A check that is not over gives one try each, and another one begins on other boards.
   * @param {Lesson} lesson  chosen meanwhile
   */
  async #leaveFor(lesson) {
    const check = this.#check;
    const going = check?.going;
    const text = t`${going}. It gives one try each; another check begins on other boards.`;
    const yes = !going || (await confirmDialog({ title: t`End the check?`, text, yes: t`End the check` }));
    if (yes && check === this.#check) this.#tested(lesson);
  }

  /** @param {Lesson[]} lessons */
  #test(lessons) {
    this.#halt();
    this.#goOn(lessons);
    this.enter();
    this.board.focus();
  }

  /**
   * @param {Lesson[]} lessons
   * @param {import("./checkpart.js").KeptCheck} [kept]  of the check before a reload
   */
  #goOn(lessons, kept) {
    const act = {
      end: (/** @type {Lesson | null} */ lesson) => (lesson ? void this.#leaveFor(lesson) : this.#tested(null)),
      judged: () => this.lessons.show(-1),
    };
    this.#check = new CheckPart(this.app, this.board, this.log, this.#visit, lessons, act, kept);
    this.place.replaceChildren(this.#check.element);
  }

  /** @param {Lesson | null} lesson  to look at again */
  #tested(lesson) {
    this.#check?.end();
    this.#check = null;
    this.place.replaceChildren(this.lesson);
    if (lesson) this.#open(LESSONS.indexOf(lesson));
    this.enter();
    this.heading.focus({ preventScroll: true });
    bringUp(this.board, this.app.settings);
  }

  /**
   * The next step of the method: in words and marked, or made.
   * @param {boolean} make
   */
  async #step(make) {
    this.#halt();
    const board = this.#now;
    const last = lastSlide(this.#lesson, board);
    const step = last ?? (await this.app.solver.human(board, LESSON_GOAL));
    if (!step || board !== this.#now || this.#check) return;
    const thing = last ? { ...nextThing(board, last), text: last.sentence } : nextThing(board, step);
    const taps = tapsOf(board, thing.moves);
    if (make) {
      this.#helped = true;
      this.#told = null;
      this.words.textContent = "";
      bringUp(this.board, this.app.settings);
      this.#make(taps.map(({ moves }) => moves));
    } else {
      this.#told = { taps, targets: [...thing.targets, { tile: 0, cell: thing.blank }] };
      this.words.textContent = thing.text;
      this.#show(false);
    }
    this.app.say(thing.text, { now: true });
  }

  /**
   * Taps one after another, so that the eye can follow.
   * @param {string[]} slides
   */
  #make([moves, ...rest]) {
    this.#move(replay(this.#now, moves));
    if (rest.length === 0) return;
    if (isStill(this.app.settings)) this.#make(rest);
    else this.#coming = setTimeout(() => this.#make(rest), PAUSE);
  }

  /** Make no more moves of a step. */
  #halt() {
    clearTimeout(this.#coming);
  }

  /** @param {boolean} animate */
  #show(animate) {
    if (!this.#shown || this.#check) return;
    this.board.goal = LESSON_GOAL;
    this.board.disabled = false;
    if (this.board.board !== this.#now) this.board.show(this.#now, { animate });
    const { cells } = this.#now;
    if (this.#told) {
      const [{ tile, letter }] = this.#told.taps;
      this.board.mark({ cells: [cells.indexOf(tile)], arrow: letter });
      this.targets.show(4, this.#told.targets.filter((target) => cells[target.cell] !== target.tile));
      return;
    }
    const open = this.#done ? [] : this.#lesson.tiles;
    this.board.mark(open.length === 0 ? null : { cells: open.map((tile) => cells.indexOf(tile)) });
    const homes = open.map((tile) => ({ tile, cell: LESSON_GOAL.cells.indexOf(tile) }));
    this.targets.show(4, homes.filter(({ tile, cell }) => cells[cell] !== tile));
  }

  /** @param {import("./trainboard.js").WantedMove} wanted */
  take(wanted) {
    if (this.#check) return this.#check.take(wanted);
    this.#halt();
    // After the board has shown the move by itself.
    queueMicrotask(() => {
      const [now, ...rest] = this.#told?.taps ?? [];
      this.#told = this.#told && now.moves === wanted.moves && rest.length > 0 ? { ...this.#told, taps: rest } : null;
      if (!this.#told) this.words.textContent = "";
      this.#move(wanted.to);
    });
    return true;
  }

  /** @param {Board} to */
  #move(to) {
    const before = this.#done;
    this.#past.push(this.#now);
    this.#now = to;
    this.#show(true);
    if (!this.#done) {
      if (before) this.#paint();
      return;
    }
    if (!this.#helped) {
      this.log.set(afterLesson(this.log.value, this.#lesson.id));
      this.#visit.setItem(OPENED, "");
    }
    this.#paint();
    this.words.textContent = this.#helped ? t`Solved, but with help. Now do it yourself.` : t`Done.`;
    this.app.say(this.words.textContent, { now: true });
  }

  #paint() {
    const { title, text, tiles } = this.#lesson;
    const done = this.#done;
    // The goal is reached: the outcome and the way on take the place of the task.
    this.text.hidden = this.legend.hidden = done;
    this.heading.textContent = numbered(this.#at, title);
    this.text.textContent = text;
    this.legend.textContent = tiles.length === 1 ? t`The dashed cell is the place of this tile.` : t`The dashed cells are the places of these tiles.`;
    this.words.className = `train__words${done && !this.#helped ? " train__words--solved" : ""}`;
    this.#paintButtons(done);
    this.lessons.show(this.#check ? -1 : this.#at);
  }

  /** @param {boolean} done */
  #paintButtons(done) {
    const last = this.#at === LESSONS.length - 1;
    const learnt = done && !this.#helped;
    const had = this.buttons.contains(document.activeElement);
    fill(
      this.buttons,
      learnt && last && button({ words: t`Take the check`, kind: "primary", onClick: () => this.#test(CHECKED) }),
      learnt && !last && button({ words: t`Next lesson`, hint: "N", kind: "primary", onClick: () => this.next() }),
      done && this.#helped && button({ words: t`Do it yourself`, hint: "T", kind: "primary", onClick: () => this.retry() }),
      !done && button({ words: t`Tell me the next step`, hint: "H", onClick: () => void this.#step(false) }),
      !done && button({ words: t`Do it for me`, onClick: () => void this.#step(true) }),
      !(done && this.#helped) && button({ words: t`Start over`, hint: "T", onClick: () => this.retry() }),
    );
    if (had) this.buttons.querySelector("button")?.focus();
  }
}
