/**
 * The moves left, shown from a press until the board changes; or all the time if the player wants spoilers.
 */
import { formatBoard } from "../board.js";
import { build, button } from "../shared/dom.js";
import { openStorage, readStored } from "../shared/storage.js";
import { t, translated, withWords } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../solver/engine.js").Distance} Distance */

const BUDGET = 4000;
/** What was counted, for after a reload: the newest of all tabs. */
const STORE = "taquin.peeked";
const MOST_KEPT = 100;
/** What shows the number is loaded for the first one. */
const loadBar = () => withWords(() => import("../shared/distancebar.js"));

/**
 * @param {App} app
 * @returns {{button: HTMLButtonElement, element: HTMLElement, peek(on: boolean): void, end(): void, follow(): void}}
 *   element: the bar and its text; end: something else is asked for; follow: update from the game
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
  /** Whether the number was asked for and nothing has happened since. */
  #reading = false;
  /** Whether the press that a click ends has been answered. */
  #pressed = false;
  /** Position the bar shows or is about to show. */
  #shown = "";
  #store = openStorage(() => localStorage);
  /** The positions whose number was shown, and the games with spoilers on: another look tells nothing new. @type {Set<string>} */
  #known = new Set(this.#kept());
  /** What was measured, by board and goal: it takes seconds on a large board. @type {Map<string, Distance>} */
  #found = new Map();
  /** Whether the number that is shown was counted as a hint, and not known before. */
  #costs = false;
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {ReturnType<typeof import("../shared/distancebar.js").buildDistanceBar> | null} */
    this.bar = null;
    this.note = build("p", { class: "note", text: t`Measuring…`, hidden: true });
    this.cost = build("p", { class: "note", text: t`counts as a hint`, hidden: true });
    this.element = build("div", { class: "peek", hidden: true }, this.note, this.cost);
    this.button = button({ words: translated("Moves left", "a button"), onClick: () => this.#click() });
    this.button.classList.add("peek__asker");
    this.button.title = t`Shows the moves left; counts as a hint`;
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

  /** Something else is asked for. */
  end() {
    if (!this.#reading) return;
    this.#reading = false;
    this.follow();
  }

  follow() {
    const { game, settings } = this.app;
    const always = settings.get("spoilers");
    const position = `${game.record.id} ${formatBoard(game.board)} ${formatBoard(game.goal)}`;
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
      if (this.bar) this.bar.element.hidden = true;
      this.cost.hidden = true;
      return;
    }
    if (position === this.#shown) return;
    this.#shown = position;
    this.#costs = false;
    this.cost.hidden = true;
    void this.#measure(always ? game.record.id : position);
  }

  /** @returns {string[]}  what earlier visits and other tabs counted, the oldest first */
  #kept() {
    const read = (/** @type {unknown} */ kept) => (Array.isArray(kept) ? kept.map(String) : []);
    return readStored(this.#store.getItem(STORE), read, "What was counted as a hint cannot be read; it is counted again.") ?? [];
  }

  /**
   * One hint for each position, however often its number is shown; with spoilers on, the whole game counts as one.
   * @param {string} what  the position, or the game
   */
  #count(what) {
    const { game } = this.app;
    if (this.#known.has(what) || game.solved) return;
    this.#known.add(what);
    this.#store.setItem(STORE, JSON.stringify([...this.#kept(), what].slice(-MOST_KEPT)));
    this.#costs = what !== game.record.id;
    game.hinted("peek");
  }

  /** @param {string} what  counts as a hint once there is a figure */
  async #measure(what) {
    const { solver, game } = this.app;
    const { board, goal } = game;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const key = `${formatBoard(board)} ${formatBoard(goal)}`;
    const before = this.#found.get(key);
    const late = before ? 0 : setTimeout(() => this.#wait(t`Measuring…`), 150);
    try {
      const options = { signal: asking.signal, budget: BUDGET };
      const { buildDistanceBar, distanceText } = await loadBar();
      const [distance] = before ? [before] : await solver.distances([board], goal, options);
      if (asking.signal.aborted) return;
      this.#found.set(key, distance);
      if (!this.bar) {
        this.bar = buildDistanceBar();
        this.element.prepend(this.bar.element);
      }
      this.bar.show(distance, goal);
      this.bar.element.hidden = false;
      this.note.hidden = true;
      this.#count(what);
      if (!this.#held && !this.#reading) return;
      this.cost.hidden = !this.#costs;
      const text = distanceText(distance);
      this.app.say(this.#costs ? t`${text}; ${t`counts as a hint`}.` : text, { now: true });
    } catch (error) {
      if (!asking.signal.aborted) this.#wait(/** @type {Error} */ (error).message);
    } finally {
      clearTimeout(late);
    }
  }

  /** @param {string} text */
  #wait(text) {
    if (this.bar) this.bar.element.hidden = true;
    this.note.textContent = text;
    this.note.hidden = false;
  }
}
