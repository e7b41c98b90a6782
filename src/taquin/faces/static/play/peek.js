/**
 * The moves left, shown while a key or button is held, or all the time if the player wants spoilers.
 */
import { formatBoard } from "../board.js";
import { build, button } from "../shared/dom.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../solver/engine.js").Distance} Distance */

const BUDGET = 4000;
/** What the button does, and what it costs. */
const PEEK = t`Shows the moves left while you hold it; counts as a hint`;

/**
 * @param {App} app
 * @returns {{button: HTMLButtonElement, element: HTMLElement, peek(on: boolean): void, follow(): void}}
 *   element: the bar and its text; follow: update from the game
 */
export function buildPeek(app) {
  const peek = new Peek(app);
  return {
    button: peek.button,
    element: peek.element,
    peek: (on) => peek.hold(on),
    follow: () => peek.follow(),
  };
}

class Peek {
  #held = false;
  /** Board the bar shows or is about to show. */
  #shown = "";
  /** The game for which a peek was counted while spoilers are on. */
  #counted = "";
  /** Whether this visit has said that a peek is a hint. */
  #told = false;
  /** @type {AbortController | null} */
  #asking = null;
  /** Loaded with the first distance. @type {ReturnType<Peek["loadBar"]> | null} */
  #loading = null;
  /** @type {HTMLElement | null} */
  #bar = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.note = build("p", { class: "note", text: t`Measuring…`, hidden: true });
    this.element = build("div", { class: "peek", hidden: true }, this.note);
    this.button = button({ words: translated("Moves left", "a button"), onClick: () => {} });
    this.button.title = PEEK;
    const on = (/** @type {boolean} */ held) => () => this.hold(held);
    this.button.addEventListener("pointerdown", on(true));
    for (const type of ["pointerup", "pointercancel", "pointerleave", "blur", "keyup"]) {
      this.button.addEventListener(type, on(false));
    }
    this.button.addEventListener("keydown", ({ key }) => {
      if (key === " " || key === "Enter") this.hold(true);
    });
    // A long press on a touch screen would open a menu instead.
    this.button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {boolean} on */
  hold(on) {
    if (on === this.#held || (on && this.app.game.held)) return;
    this.#held = on;
    this.button.setAttribute("aria-pressed", String(on));
    if (on) {
      this.app.game.hinted("peek");
      this.#tell();
    }
    this.follow();
  }

  /** What it costs is said once, where a short press shows no number either. */
  #tell() {
    if (this.#told) return;
    this.#told = true;
    this.app.notify(t`${PEEK}.`, { view: "play" });
  }

  follow() {
    const { game, settings } = this.app;
    const open = !game.held && (this.#held || settings.get("spoilers"));
    this.element.hidden = !open;
    this.element.classList.toggle("peek--held", !settings.get("spoilers"));
    if (!open) {
      this.#asking?.abort();
      this.#shown = "";
      return;
    }
    const position = `${formatBoard(game.board)} ${formatBoard(game.goal)}`;
    if (position === this.#shown) return;
    this.#shown = position;
    if (!this.#held) this.#countOnce();
    this.#measure();
  }

  /** With spoilers on, the whole game counts as one peek. */
  #countOnce() {
    const { game } = this.app;
    if (this.#counted === game.record.id || game.solved) return;
    this.#counted = game.record.id;
    game.hinted("peek");
  }

  async #measure() {
    const { solver, game } = this.app;
    const { board, goal } = game;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const late = setTimeout(() => this.#wait(t`Measuring…`), 150);
    try {
      const options = { signal: asking.signal, budget: BUDGET };
      this.#loading ??= this.loadBar();
      const [[distance], { bar, distanceText }] = await Promise.all([solver.distances([board], goal, options), this.#loading]);
      bar.show(distance, goal);
      bar.element.hidden = false;
      this.note.hidden = true;
      if (this.#held) this.app.say(distanceText(distance), { now: true });
    } catch (error) {
      if (!asking.signal.aborted) this.#wait(/** @type {Error} */ (error).message);
    } finally {
      clearTimeout(late);
    }
  }

  /** The bar and how it is read. */
  async loadBar() {
    const { buildDistanceBar, distanceText } = await withWords(() => import("../shared/distancebar.js"));
    const bar = buildDistanceBar();
    this.#bar = bar.element;
    this.element.prepend(this.#bar);
    return { bar, distanceText };
  }

  /** @param {string} text */
  #wait(text) {
    if (this.#bar) this.#bar.hidden = true;
    this.note.textContent = text;
    this.note.hidden = false;
  }
}
