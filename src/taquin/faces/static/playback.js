/**
 * A solution to watch: play, step, scrub, or jump to a move. It shows boards and changes no game.
 */
import { cellOf, wayOf } from "./advice.js";
import { move } from "./board.js";
import { build, button, fill } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */

const SPEEDS = [1, 2, 4, 8, 16, 32];
const USUAL_SPEED = 4;
const ARROWS = /** @type {Record<string, string>} */ ({ U: "↑", D: "↓", L: "←", R: "→" });
/** Moves in the list at a time: thousands of buttons would be slow and of no use. */
const PAGE = 100;

/**
 * @param {Board} start
 * @param {string} moves
 * @returns {Board[]} the start, then the board after each move
 */
export function boardsOf(start, moves) {
  const boards = [start];
  for (const letter of moves) boards.push(move(boards[boards.length - 1], letter));
  return boards;
}

/**
 * @param {Board} board before the move
 * @param {string} letter
 * @returns {string} such as 7↑
 */
export function moveLabel(board, letter) {
  return `${board.cells[cellOf(board, letter)]}${ARROWS[letter]}`;
}

/** Controls for one list of moves. */
export class Playback {
  #at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #page = -1;
  #speed = USUAL_SPEED;

  /**
   * @param {Board} start
   * @param {string} moves not empty
   * @param {(board: Board, at: number, options: {speed: number, jump: boolean}) => void} show
   */
  constructor(start, moves, show) {
    this.moves = moves;
    this.boards = boardsOf(start, moves);
    this.show = show;
    this.toggle = button({ words: "Play", icon: "resume", kind: "primary", onClick: () => this.#toggle() });
    this.back = button({ words: "Back", onClick: () => this.go(this.#at - 1) });
    this.next = button({ words: "Step", onClick: () => this.go(this.#at + 1) });
    this.scrub = build("input", {
      type: "range",
      min: "0",
      max: String(moves.length),
      value: "0",
      "aria-label": "Move",
      on: { input: () => this.go(Number(this.scrub.value)) },
    });
    this.place = build("output", { class: "playback__place" });
    this.list = build("ol", {
      class: "moves",
      "aria-label": "Moves: choose one to go there",
      on: {
        click: (/** @type {MouseEvent} */ event) => this.#choose(event),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event),
      },
    });
    this.element = build(
      "div",
      { class: "playback" },
      build("div", { class: "playback__row" }, this.back, this.toggle, this.next, this.#buildSpeed()),
      build("div", { class: "playback__scrub" }, this.scrub, this.place),
      this.list,
    );
    this.#paint();
  }

  /** @returns {HTMLElement} */
  #buildSpeed() {
    const select = build(
      "select",
      { "aria-label": "Speed", on: { change: () => (this.#speed = Number(select.value)) } },
      ...SPEEDS.map((speed) =>
        build("option", { value: String(speed), selected: speed === USUAL_SPEED, text: `${speed} a second` }),
      ),
    );
    return select;
  }

  /** @returns {number} moves made */
  get at() {
    return this.#at;
  }

  /**
   * @param {number} at
   */
  go(at) {
    const to = Math.max(0, Math.min(this.moves.length, at));
    const jump = Math.abs(to - this.#at) !== 1;
    this.#at = to;
    this.show(this.boards[to], to, { speed: this.#speed, jump });
    if (to === this.moves.length) this.stop();
    this.#paint();
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
      this.#run();
      this.go(this.#at + 1);
    }, 1000 / this.#speed);
  }

  /** Stand still. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#paint();
  }

  #paint() {
    const playing = this.#timer !== undefined;
    /** @type {HTMLElement} */ (this.toggle.lastElementChild).textContent = playing ? "Stop" : "Play";
    this.back.disabled = this.#at === 0;
    this.next.disabled = this.#at === this.moves.length;
    this.scrub.value = String(this.#at);
    this.scrub.setAttribute("aria-valuetext", `${this.#at} of ${this.moves.length}`);
    this.place.textContent = `${this.#at} / ${this.moves.length}`;
    this.#paintList();
  }

  #paintList() {
    const page = Math.floor(Math.max(0, this.#at - 1) / PAGE);
    if (page !== this.#page) this.#fillList(page);
    const focused = this.list.contains(document.activeElement);
    for (const item of this.list.children) {
      const chosen = /** @type {HTMLElement} */ (item.firstElementChild);
      const now = Number(chosen.dataset.at) === Math.max(this.#at, page * PAGE + 1);
      chosen.tabIndex = now ? 0 : -1;
      chosen.toggleAttribute("aria-current", now && this.#at > 0);
      if (now && this.#at > 0) chosen.setAttribute("aria-current", "step");
      if (now && focused) chosen.focus();
    }
  }

  /** @param {number} page */
  #fillList(page) {
    this.#page = page;
    const first = page * PAGE;
    const letters = Array.from(this.moves.slice(first, first + PAGE));
    fill(
      this.list,
      ...letters.map((letter, i) => {
        const at = first + i + 1;
        const board = this.boards[at - 1];
        const tile = board.cells[cellOf(board, letter)];
        const name = `Move ${at}: ${tile} ${wayOf(letter)}`;
        return build(
          "li",
          {},
          build("button", {
            type: "button",
            class: "moves__move",
            "data-at": String(at),
            "aria-label": name,
            text: moveLabel(board, letter),
          }),
        );
      }),
    );
    this.list.setAttribute("start", String(first + 1));
  }

  /** @param {MouseEvent} event */
  #choose(event) {
    const chosen = /** @type {Element} */ (event.target).closest("button");
    if (chosen) this.go(Number(chosen.dataset.at));
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.max(1, this.#at + step));
  }
}
