/**
 * Plays back moves: play, step, scrub, or jump to a move. It shows boards and changes no game.
 */
import { isFree } from "./keys.js";
import { arrowOf } from "./arrows.js";
import { boardsOf, wayOf } from "./moves.js";
import { count } from "./measures.js";
import { build, button, fill, icon, keepFocus } from "./dom.js";
import { listed, t, translated } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {{kind: string, text: string, title: string}} MoveMark */

/**
 * @typedef {object} PlaybackOptions
 * @property {number[]} [stops] numbers of moves after which to stop when stepping, the last one
 *   all; every move unless said otherwise
 * @property {number[]} [times] milliseconds of each move, to play as it was played
 * @property {"move" | "slide"} [unit] what the slider counts, and playing makes one after another; moves
 *   unless said otherwise
 * @property {Board[]} [boards] the start and the board after each move, on other board types than the grid
 * @property {() => void} [chosen] called when an entry of the list was chosen
 */

const SPEEDS = [1, 2, 4, 8, 16, 32];
const USUAL_SPEED = 4;
/** Entries in the list at a time, at most: thousands of buttons would be slow and useless. */
const MOST = 125;

/**
 * @param {number} entries
 * @returns {number} how many of them are on a page: as few pages as there can be, and no last one of a few entries
 */
export function pageOf(entries) {
  return Math.ceil(entries / Math.ceil(Math.max(1, entries) / MOST));
}

/** Controls for one list of moves. */
export class Playback {
  #at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #page = -1;
  /** Moves per second; 0 plays with the game's own times. */
  #speed = USUAL_SPEED;
  /** @type {Array<MoveMark | undefined>} */
  #marks = [];

  /**
   * @param {Board} start
   * @param {string} moves
   * @param {(board: Board, at: number, options: {speed: number, jump: boolean}) => void} show
   * @param {PlaybackOptions} [options]
   */
  constructor(start, moves, show, { stops, times, unit = "move", boards, chosen = () => {} } = {}) {
    this.moves = moves;
    this.boards = boards ?? boardsOf(start, moves);
    this.stops = stops ?? Array.from(moves, (_, i) => i + 1);
    this.times = times?.at(-1) ? times : null;
    this.unit = unit;
    this.chosen = chosen;
    /** Numbers of moves at the places of the slider. */
    this.places = unit === "slide" ? [0, ...this.stops] : Array.from(this.boards.keys());
    this.show = show;
    this.toggle = button({ words: translated("Play", "a recording"), icon: "resume", kind: "primary", onClick: () => this.#toggle() });
    this.back = button({ words: translated("Back", "a move"), onClick: () => this.step(-1) });
    this.next = button({ words: translated("Step", "a move"), onClick: () => this.step(1) });
    this.scrub = build("input", {
      type: "range",
      min: "0",
      max: String(this.places.length - 1),
      value: "0",
      "aria-label": unit === "slide" ? t`Slide` : translated("Move", "its number"),
      on: { input: () => this.go(this.places[Number(this.scrub.value)]) },
    });
    this.place = build("output", { class: "playback__place" });
    // One of the moves is chosen, as in a group of radio buttons: arrows go from one to the next.
    this.list = build("ol", {
      class: "moves",
      role: "radiogroup",
      "aria-label": unit === "slide" ? t`Slides` : translated("Moves", "a list"),
      on: {
        click: (/** @type {MouseEvent} */ event) => this.#choose(event),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event),
      },
    });
    this.range = build("span", { class: "note" });
    this.earlier = button({ words: t`Earlier`, kind: "quiet", onClick: () => this.#leaf(-1) });
    this.later = button({ words: t`Later`, kind: "quiet", onClick: () => this.#leaf(1) });
    this.pager = build("div", { class: "pager" }, this.earlier, this.range, this.later);
    /** The list and the buttons to its other pages. */
    this.listing = build("div", { class: "listing" }, this.list, this.pager);
    this.element = build(
      "div",
      { class: "playback" },
      build("div", { class: "playback__row" }, this.back, this.toggle, this.next, this.#buildSpeed()),
      build("div", { class: "playback__scrub" }, this.scrub, this.place),
    );
    this.#paint();
  }

  /** @returns {HTMLElement} */
  #buildSpeed() {
    const choices = SPEEDS.map((speed) => ({ value: speed, text: `${speed}/s` }));
    if (this.times) choices.unshift({ value: 0, text: t`As played` });
    const select = build(
      "select",
      { "aria-label": t`Speed`, on: { change: () => (this.#speed = Number(select.value)) } },
      ...choices.map(({ value, text }) =>
        build("option", { value: String(value), selected: value === USUAL_SPEED, text }),
      ),
    );
    return select;
  }

  /** @returns {number} moves made */
  get at() {
    return this.#at;
  }

  /** @returns {number} the place of the slider */
  get #place() {
    return this.places.findLastIndex((place) => place <= this.#at);
  }

  /** @param {number} at a number of moves */
  go(at) {
    const to = Math.max(0, Math.min(this.moves.length, at));
    const before = this.#place;
    this.#at = to;
    const jump = Math.abs(this.#place - before) !== 1;
    this.show(this.boards[to], to, { speed: this.#speed || USUAL_SPEED, jump });
    if (to === this.moves.length) this.stop();
    this.#paint();
  }

  /** @param {number} by 1 to the next stop, -1 to the one before */
  step(by) {
    const here = this.stops.findIndex((stop) => stop >= this.#at);
    if (by > 0) this.go(this.stops.find((stop) => stop > this.#at) ?? this.moves.length);
    else this.go((here > 0 ? this.stops[here - 1] : 0) || 0);
  }

  /**
   * Obey a key, wherever the focus is: arrows step, Home and End jump, Space plays and stops.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.go(0),
      End: () => this.go(this.moves.length),
      " ": () => event.repeat || this.#toggle(),
    });
    if (!Object.hasOwn(acts, event.key) || !isFree(event)) return;
    event.preventDefault();
    acts[event.key]();
  }

  #toggle() {
    if (this.#timer !== undefined) {
      this.stop();
      return;
    }
    if (this.#at === this.moves.length) this.go(0);
    this.#run();
    this.#paint();
  }

  #run() {
    this.#timer = setTimeout(() => {
      // Nobody sees it while another view is shown.
      if (!this.element.isConnected) return this.stop();
      this.go(this.places[this.#place + 1]);
      if (this.#timer !== undefined) this.#run();
    }, this.#pause());
  }

  /** @returns {number} milliseconds before the next move */
  #pause() {
    if (this.#speed || !this.times) return 1000 / (this.#speed || USUAL_SPEED);
    return this.times[this.#at] - (this.times[this.#at - 1] ?? 0);
  }

  /** Stop playing. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#paint();
  }

  /**
   * Mark the entries of the list, in the order of the stops.
   * @param {Array<MoveMark | undefined>} marks
   */
  mark(marks) {
    this.#marks = marks;
    this.#page = -1;
    this.#paintList();
  }

  #paint() {
    const playing = this.#timer !== undefined;
    const words = playing ? t`Stop` : translated("Play", "a recording");
    if (this.toggle.textContent !== words) {
      fill(this.toggle, icon(playing ? "stop" : "resume"), build("span", { text: words }));
    }
    const atEnds = () => {
      this.back.disabled = this.#at === 0;
      this.next.disabled = this.#at === this.moves.length;
    };
    // Not to the other button: pressing Enter again would go back.
    keepFocus(atEnds, () => this.scrub);
    const place = this.#place;
    this.scrub.value = String(place);
    const [at, all] = [place, this.places.length - 1].map(count);
    this.scrub.setAttribute("aria-valuetext", t`${at} of ${all}`);
    this.place.textContent = `${at} / ${all}`;
    this.#paintList();
  }

  /** @param {number} by to the next page of the list, or the one before */
  #leaf(by) {
    this.#fillList(this.#page + by);
    this.#paintEntries(false);
  }

  /** Entries on a page. */
  get #most() {
    return pageOf(this.stops.length);
  }

  get #now() {
    return Math.max(0, this.stops.findIndex((stop) => stop >= this.#at));
  }

  #paintList() {
    const page = Math.floor(this.#now / this.#most);
    const focused = this.list.matches(":focus-within");
    if (page !== this.#page) this.#fillList(page);
    this.#paintEntries(focused);
  }

  /** @param {boolean} focused  whether the focus was in the list, and stays there */
  #paintEntries(focused) {
    const now = this.#now;
    const page = this.#page;
    const away = Math.floor(now / this.#most) !== page;
    Array.from(this.list.children).forEach((item, i) => {
      const entry = /** @type {HTMLElement} */ (item.firstElementChild);
      const here = page * this.#most + i === now;
      entry.tabIndex = here || (away && i === 0) ? 0 : -1;
      entry.setAttribute("aria-checked", String(here && this.#at > 0));
      if (here && focused) entry.focus();
      if (here) this.#bring(entry);
    });
  }

  /**
   * In a list that scrolls, the present move is in sight; the page stays where it is.
   * @param {HTMLElement} entry
   */
  #bring(entry) {
    const { list } = this;
    if (list.scrollHeight <= list.clientHeight) return;
    const [row, all] = [entry, list].map((one) => one.getBoundingClientRect());
    list.scrollTop += row.top - all.top - (all.height - row.height) / 2;
  }

  /** @param {number} page */
  #fillList(page) {
    this.#page = page;
    const first = page * this.#most;
    const stops = this.stops.slice(first, first + this.#most);
    this.list.setAttribute("start", String(first + 1));
    this.pager.hidden = this.stops.length <= this.#most;
    const atEnds = () => {
      this.earlier.disabled = page === 0;
      this.later.disabled = first + this.#most >= this.stops.length;
    };
    keepFocus(atEnds, () => (this.later.disabled ? this.earlier : this.later));
    const numbers = [first + 1, first + stops.length, this.stops.length];
    const [from, to, all] = numbers.map(count);
    this.range.textContent = t`${from}–${to} of ${all}`;
    fill(this.list, ...stops.map((stop, i) => this.#buildEntry(first + i, stop)));
  }

  /**
   * @param {number} index
   * @param {number} stop
   * @returns {HTMLElement}
   */
  #buildEntry(index, stop) {
    const from = index > 0 ? this.stops[index - 1] : 0;
    const tiles = Array.from(this.moves.slice(from, stop), (_, i) => {
      const after = this.boards[from + i + 1];
      return after.cells[this.boards[from + i].cells.indexOf(0)];
    });
    const letter = this.moves[stop - 1];
    const mark = this.#marks[index];
    const few = tiles.length > 2 ? `${tiles[0]}…${tiles[tiles.length - 1]}` : tiles.join(" ");
    const shown = `${few} ${arrowOf(letter)}`;
    // A name begins with the visible text, for people who use voice control.
    const seen = mark ? `${shown} ${mark.text}` : shown;
    const made = `${listed(tiles)} ${wayOf(letter)}`;
    const name = this.unit === "slide" ? t`${seen}: slide ${index + 1}, ${made}` : t`${seen}: move ${stop}, ${made}`;
    return build(
      "li",
      { role: "none" },
      build(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": "false",
          class: `moves__move ${mark ? `moves__move--${mark.kind}` : ""}`.trim(),
          "data-at": String(stop),
          "aria-label": mark ? t`${name}, ${mark.title}` : name,
          title: mark ? mark.title : null,
        },
        build("span", { text: shown }),
        mark && " ",
        mark && build("span", { class: "moves__mark", text: mark.text }),
      ),
    );
  }

  /** @param {MouseEvent} event */
  #choose(event) {
    const chosen = /** @type {Element} */ (event.target).closest("button");
    if (!chosen) return;
    this.go(Number(chosen.dataset.at));
    this.chosen();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const ways = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });
    const by = ways[event.key];
    if (!by || (by < 0 && this.#at <= this.stops[0])) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }
}
