/**
 * The moves left, shown from a press until the board changes; or all the time if the player wants spoilers.
 */
import { isJudgedInSlides } from "../game/record.js";
import { formatBoard } from "../board.js";
import { build, button } from "../shared/dom.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/**
 * @param {App} app
 * @returns {{button: HTMLButtonElement, element: HTMLElement, peek(on: boolean): void, end(): void, follow(): void}}
 *   element: the bar and its text; end: another board is in sight; follow: update from the game
 */
export function buildPeek(app) {
  const peek = new Peek(app);
  return {
    button: peek.button,
    element: peek.element,
    peek: (on) => peek.hold(on),
    end: () => peek.end(),
    follow: () => peek.follow(),
  };
}

class Peek {
  #held = false;
  /** Whether the number was asked for and the board is still the same. */
  #reading = false;
  /** Whether the press that a click ends has been answered. */
  #pressed = false;
  /** Position the bar shows or is about to show. */
  #shown = "";
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** What shows the number is loaded for the first one. @type {import("./movesleft.js").MovesLeft | null} */
    this.figure = null;
    this.note = build("p", { class: "note", text: t`Measuring…`, hidden: true });
    this.element = build("div", { class: "peek", hidden: true }, this.note);
    this.button = button({ words: translated("Moves left", "a button"), onClick: () => this.#click() });
    this.button.classList.add("peek__asker");
    const on = (/** @type {boolean} */ held) => () => {
      if (held) this.#pressed = true;
      this.hold(held);
    };
    this.button.addEventListener("pointerdown", on(true));
    for (const type of ["pointerup", "pointercancel", "pointerleave", "blur", "keyup"]) {
      this.button.addEventListener(type, on(false));
    }
    for (const type of ["pointercancel", "blur"]) {
      this.button.addEventListener(type, () => {
        this.#pressed = false;
      });
    }
    this.button.addEventListener("keydown", ({ key, repeat }) => {
      if ((key === " " || key === "Enter") && !repeat) on(true)();
    });
    addEventListener("hashchange", () => {
      this.hold(false);
      this.end();
    });
    // A long press on a touch screen would open a menu instead.
    this.button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {boolean} on */
  hold(on) {
    if (on === this.#held || (on && this.app.game.held)) return;
    this.#held = on;
    this.button.setAttribute("aria-pressed", String(on));
    if (on) this.#reading = true;
    this.follow();
  }

  /** A click without a press, as a screen reader makes it. */
  #click() {
    if (!this.#pressed) {
      this.hold(true);
      this.hold(false);
    }
    this.#pressed = this.#held;
  }

  /** Another board is in sight. */
  end() {
    if (!this.#reading) return;
    this.#reading = false;
    this.follow();
  }

  follow() {
    const { game, settings } = this.app;
    const always = settings.get("spoilers");
    const inSlides = isJudgedInSlides(game.record);
    /** @type {HTMLElement} */ (this.button.firstElementChild).textContent = inSlides ? t`Slides left` : translated("Moves left", "a button");
    this.button.title = inSlides ? t`Shows the slides left; counts as a hint` : t`Shows the moves left; counts as a hint`;
    const position = `${game.record.id} ${formatBoard(game.board)} ${formatBoard(game.goal)} ${inSlides}`;
    // A number that was looked at is not that of another board.
    if (game.held || (!this.#held && this.#shown && position !== this.#shown)) this.#reading = false;
    const asked = this.#held || this.#reading;
    const open = !game.held && (asked || always);
    this.element.hidden = !open;
    this.element.classList.toggle("peek--held", !always);
    if (!open) {
      this.#asking?.abort();
      this.#shown = "";
      // No number of another board, until there is one.
      this.figure?.hide();
      return;
    }
    if (position === this.#shown) return;
    this.#shown = position;
    this.figure?.unmark();
    void this.#measure(always ? game.record.id : position);
  }

  /** @param {string} what  counts as a hint once there is a figure */
  async #measure(what) {
    const { app } = this;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const late = setTimeout(() => this.#wait(t`Measuring…`), 150);
    try {
      const { MovesLeft } = await withWords(() => import("./movesleft.js"));
      this.figure ??= new MovesLeft(app, this.element);
      const text = await this.figure.show(what, asking.signal);
      if (asking.signal.aborted) return;
      this.note.hidden = true;
      if (this.#held || this.#reading) app.say(text, { now: true });
    } catch (error) {
      if (!asking.signal.aborted) this.#wait(/** @type {Error} */ (error).message);
    } finally {
      clearTimeout(late);
    }
  }

  /** @param {string} text */
  #wait(text) {
    this.figure?.hide();
    this.note.textContent = text;
    this.note.hidden = false;
  }
}
