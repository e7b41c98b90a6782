/** The controls that move recorded searches in time: step, line, play, scrub, run to an event. */
import { build, button, fill, icon, keepFocus } from "../../shared/dom.js";
import { choose, field, seldom } from "../parts/labparts.js";
import { isFree } from "../../shared/keys.js";
import { count } from "../../shared/measures.js";
import { t, translated } from "../../words/said.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */
/** @typedef {import("./trace.js").TraceStep} TraceStep */

/** Events at which a run stops; each is a test of a step. */
export const EVENTS = /** @type {Record<string, {words: string, is: (step: TraceStep) => boolean}>} */ ({
  duplicate: {
    words: t`a duplicate`,
    is: (step) => step.successors.some(({ verdict }) => verdict === "duplicate"),
  },
  better: {
    words: t`a cheaper path`,
    is: (step) => step.successors.some(({ verdict }) => verdict === "better"),
  },
  pruned: {
    words: t`a child above the bound`,
    is: (step) => step.successors.some(({ verdict }) => verdict === "pruned"),
  },
  news: { words: t`a new bound or contour`, is: (step) => step.news.length > 0 },
  end: { words: t`the end`, is: (step) => step.node < 0 },
});

const SPEEDS = [1, 2, 5, 15, 60];

const startOf = (/** @type {DOMRect[]} */ boxes) => Math.min(...boxes.map(({ top }) => top));
const endOf = (/** @type {DOMRect[]} */ boxes) => Math.max(...boxes.map(({ bottom }) => bottom));

/** The chosen board and what the step says. @param {import("./pane.js").Pane} pane */
const boxesOf = ({ chosen, why }) => [chosen, why].map((one) => one.getBoundingClientRect());

/** A position in time, shared by all panes. */
export class Transport {
  /**
   * @param {(step: number, moment: number) => Promise<void>} onMove
   * @param {() => Stepper[]} panes
   * @param {HTMLElement} exports  stand beside the other controls that are seldom used
   */
  constructor(onMove, panes, exports) {
    this.onMove = onMove;
    this.panes = panes;
    this.step = 0;
    this.moment = -1;
    this.speed = 5;
    this.timer = 0;
    this.slider = build("input", { type: "range", min: 0, max: 0, step: 1, value: 0 });
    this.slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.slider.value), -1);
    });
    this.where = build("span", { class: "lab-where" });
    this.play = button({
      icon: "resume",
      words: translated("Play", "a recording"),
      kind: "primary",
      hint: t`Space`,
      onClick: () => this.#toggle(),
    });
    this.event = choose(
      Object.entries(EVENTS).map(([name, { words }]) => [name, words]),
      "duplicate",
      () => {},
    );
    /** The buttons before Play, and those after it. @type {HTMLButtonElement[][]} */
    this.ways = [];
    this.steps = build("div", { class: "toolbar lab-steps" });
    this.scrub = build("div", { class: "lab-scrub" });
    this.element = this.#frame(exports);
  }

  /** @param {HTMLElement} exports */
  #frame(exports) {
    const tool = (/** @type {string} */ words, /** @type {() => void} */ move, /** @type {string} */ hint = "") =>
      button({ words, hint, onClick: () => this.#walk(move) });
    // Left out on a phone, where the slider does the same.
    const edge = (/** @type {HTMLButtonElement} */ made) => {
      made.classList.add("lab-steps__edge");
      return made;
    };
    const speeds = SPEEDS.map((speed) => /** @type {[string, string]} */ ([String(speed), t`${speed} per second`]));
    const speed = choose(speeds, "5", (chosen) => {
      this.speed = Number(chosen);
      if (this.timer) this.#run();
    });
    const more = seldom(
      t`Speed, events, files`,
      build(
        "div",
        { class: "lab-seldom__row" },
        build(
          "div",
          { class: "lab-fields" },
          field(t`Speed`, speed),
          field(t`Go to`, this.event),
          build(
            "div",
            { class: "toolbar lab-run" },
            tool(t`Previous`, () => this.#seek(-1)),
            tool(translated("Next", "an event"), () => this.#seek(1)),
          ),
        ),
        exports,
      ),
    );
    const earlier = [
      edge(tool(t`Start`, () => this.go(0, -1), translated("Home", "a key"))),
      tool(t`− Step`, () => this.go(this.step - 1, -1), "←"),
      tool(t`− Line`, () => this.#line(-1)),
    ];
    const later = [
      tool(t`+ Line`, () => this.#line(1)),
      tool(t`+ Step`, () => this.go(this.step + 1, -1), "→"),
      edge(tool(t`End`, () => this.go(this.last, -1), translated("End", "a key"))),
    ];
    this.ways = [earlier, later];
    this.steps.append(...earlier, this.play, ...later);
    this.scrub.append(this.where, field(t`Step`, this.slider));
    const about = { class: "lab-transport", role: "group", "aria-label": t`Move through the search` };
    return build("div", about, this.steps, this.scrub, more);
  }

  /**
   * Go elsewhere, and bring what is shown there into sight.
   * @param {() => void} move
   */
  #walk(move) {
    this.pause();
    const watched = this.#watched();
    move();
    if (!watched) this.follow();
  }

  /**
   * Obey a key, as a review does: arrows step, Home and End jump, Space plays and stops.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const goes = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.go(this.step - 1, -1),
      ArrowRight: () => this.go(this.step + 1, -1),
      Home: () => this.go(0, -1),
      End: () => this.go(this.last, -1),
    });
    const plays = event.key === " ";
    if (this.element.hidden || !(plays || Object.hasOwn(goes, event.key)) || !isFree(event)) return;
    event.preventDefault();
    if (!plays) this.#walk(/** @type {() => void} */ (goes[event.key]));
    else if (!event.repeat) this.#toggle();
  }

  #toggle() {
    if (this.timer) this.pause();
    else this.#run();
  }

  /** Where the bar of buttons and slider ends, now and once it stays at the upper edge. */
  #bar() {
    const whole = this.element.getBoundingClientRect();
    if (whole.height > 0) {
      // Its shadow is as wide as the room above it.
      const edge = parseFloat(getComputedStyle(this.element).insetBlockStart);
      return { end: whole.bottom, stuck: whole.height + 2 * edge };
    }
    // In a narrow window the frame around them has no box.
    const boxes = [this.steps, this.scrub].map((one) => one.getBoundingClientRect());
    return { end: endOf(boxes), stuck: endOf(boxes) - startOf(boxes) };
  }

  /**
   * What is watched with the board out of sight above it: the tree or the lists, of which more is seen.
   * @returns {HTMLElement | null}
   */
  #watched() {
    const pane = this.panes()[0]?.pane;
    if (!pane) return null;
    const { end } = this.#bar();
    if (endOf(boxesOf(pane)) > end) return null;
    const seen = (/** @type {HTMLElement} */ part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return Math.min(bottom, innerHeight) - Math.max(top, end);
    };
    const part = seen(pane.held) > seen(pane.picture) ? pane.held : pane.picture;
    return seen(part) > 0 ? part : null;
  }

  /**
   * The line of the pseudo-code in sight, with the board and what the step says, or at least these two.
   * @param {boolean} [named]  with the heading above them, where there is room for all; on a phone it has no box
   */
  follow(named = false) {
    const pane = this.panes()[0]?.pane;
    if (!pane) return;
    const { stuck } = this.#bar();
    const now = boxesOf(pane);
    const line = pane.lines.filter((one) => one.hasAttribute("aria-current")).at(-1);
    const both = [...now, ...(line ? [line.getBoundingClientRect()] : [])];
    const title = pane.element.querySelector("h3")?.getBoundingClientRect();
    const all = named && title && title.height > 1 ? [[title, ...both]] : [];
    const whole = [...all, both, now].find((boxes) => endOf(boxes) - startOf(boxes) <= innerHeight - stuck) ?? now;
    const [above, below] = [stuck - startOf(whole), endOf(whole) - innerHeight];
    if (below > 0) scrollBy({ top: Math.min(below, -above), behavior: "instant" });
    else if (above > 0) scrollBy({ top: -above, behavior: "instant" });
  }

  /** The last step of the longest search. */
  get last() {
    return Math.max(0, ...this.panes().map(({ length }) => length - 1));
  }

  /** Start at the first step of new panes. */
  start() {
    this.pause();
    this.slider.max = String(this.last);
    return this.go(0, -1);
  }

  /**
   * @param {number} step
   * @param {number} moment -1: the step as a whole
   */
  go(step, moment) {
    this.step = Math.max(0, Math.min(this.last, step));
    this.moment = moment;
    this.slider.value = String(this.step);
    const text =
      this.step === this.last ? t`end` : t`step ${count(this.step + 1)} of ${count(this.last)}`;
    this.slider.setAttribute("aria-valuetext", text);
    this.where.textContent = text;
    const watched = this.#watched();
    const before = watched?.getBoundingClientRect().top ?? 0;
    const shown = this.onMove(this.step, moment);
    keepFocus(() => this.#atEnds(), () => this.slider);
    // What stands above it has become higher or lower.
    if (watched) scrollBy({ top: watched.getBoundingClientRect().top - before, behavior: "instant" });
    return shown;
  }

  /** At the start and at the end, the buttons that would lead beyond are disabled. */
  #atEnds() {
    const { most, at } = this.#moment();
    const [first, last] = [this.step === 0, this.step === this.last];
    const [[start, stepBack, lineBack], [line, step, end]] = this.ways;
    start.disabled = first && at === most;
    stepBack.disabled = first;
    lineBack.disabled = first && at === 0;
    line.disabled = last && at === most;
    step.disabled = last;
    end.disabled = last && at === most;
  }

  /** Which moment of its step the first pane shows, of how many; a step as a whole is its last. */
  #moment() {
    const most = Math.max(0, (this.panes()[0]?.moments().length ?? 0) - 1);
    return { most, at: this.moment < 0 ? most : Math.min(this.moment, most) };
  }

  /**
   * One moment forward or back in the first pane; at the edges, into the next or previous step.
   * @param {number} way
   */
  #line(way) {
    const { most, at } = this.#moment();
    const to = at + way;
    if (to > most) this.go(this.step + 1, this.step < this.last ? 0 : -1);
    else if (to < 0) this.go(this.step - 1, -1);
    else this.go(this.step, to);
  }

  /** @param {number} way */
  #seek(way) {
    const is = EVENTS[this.event.value]?.is;
    if (!is) return;
    for (let step = this.step + way; step >= 0 && step <= this.last; step += way) {
      const found = this.panes().some(({ tree }) => {
        const there = tree.steps[step];
        return there !== undefined && is(there);
      });
      if (found) {
        this.go(step, -1);
        return;
      }
    }
    this.where.textContent = t`no such step ${way < 0 ? t`before` : t`after`} this one`;
  }

  #run() {
    window.clearInterval(this.timer);
    if (this.step >= this.last) this.go(0, -1);
    this.#name("pause", t`Pause`);
    this.timer = window.setInterval(() => {
      if (this.step >= this.last) this.pause();
      else this.go(this.step + 1, -1);
    }, 1000 / this.speed);
  }

  pause() {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.#name("resume", translated("Play", "a recording"));
  }

  /** @param {"pause" | "resume"} mark @param {string} words */
  #name(mark, words) {
    if (this.play.textContent !== words) fill(this.play, icon(mark), build("span", { text: words }));
  }
}
