/** The view of the daily boards: one day's three boards, the streak, the archive, a text to share. */
import { build, button, fill, keepFocus } from "../shared/dom.js";
import { buildCalendar } from "./calendar.js";
import { buildCard } from "./dailycard.js";
import { resultsByDay, streakOf } from "./dailylog.js";
import { dateText } from "../shared/gamewords.js";
import { SQUARES, SQUARES_TEXT, dayText, daysText, lossesOf, shareLink, shareText, thirdsOf, waitText } from "./dailytext.js";
import { DAILY_SIDES, FIRST_DAY, dailyBoard, dailyGoal, dailySeed, dayAt, daysLater, isDay, startOf } from "./days.js";
import { playDaily } from "./playdaily.js";
import { download } from "../shared/download.js";
import { boardsOf } from "../shared/moves.js";
import { isStill } from "../shared/settings.js";
import { writeFragment } from "../notation/links.js";
import { pageAddress } from "../server/place.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("./dailylog.js").DayResults} DayResults */
/** @typedef {import("./days.js").DailyName} DailyName */

/** How often the wait for the next boards is updated, in milliseconds. */
const LOOK = 20_000;
/** Milliseconds of search for an optimum; a board that takes longer is shown without it. */
const BUDGET = 10_000;
/** The optimum is searched for up to this size: larger boards take minutes. */
const LARGEST_PROVED = 4;

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {import("../shared/app.js").View}
 */
export function mount(root, app) {
  const view = new Daily(root, app);
  return { show: ({ day }) => view.show(day), hide: () => view.hide() };
}

class Daily {
  #app;
  #today = dayAt(Date.now());
  #day = this.#today;
  /** @type {Map<string, DayResults>} */
  #results = new Map();
  /** Moves of a shortest solution by seed; null: not proved in time. @type {Map<string, number | null>} */
  #optima = new Map();
  /** What each third of a game lost, by its id. @type {Map<string, number[]>} */
  #losses = new Map();
  #timer = 0;
  /** Whether the day was chosen in the calendar. */
  #picked = false;
  #searching = new AbortController();
  /** What is shared of the day shown. */
  #text = "";
  /** The games in the history. @type {Set<string>} */
  #finished = new Set();

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.#app = app;
    this.wait = build("p", { class: "note" });
    this.heading = build("h2", { tabindex: "-1" });
    this.badge = build("span", { class: "badge", text: "archive, does not count", hidden: true });
    this.cards = build("div", { class: "daily__cards" });
    this.streak = build("dl", { class: "daily__streak" });
    this.calendar = buildCalendar((day) => this.#pick(day));
    this.sharing = build("section", { class: "panel", "aria-label": "Share", hidden: true });
    this.shared = build("div", { class: "daily__text", role: "group", tabindex: "0", "aria-label": "Text to share" });
    this.copying = button({ words: "Copy", onClick: () => void this.#copy() });
    const sending = button({ words: "Share", icon: "share", kind: "primary", onClick: () => void this.#send() });
    sending.hidden = !("share" in navigator);
    const saving = button({ words: "Save picture", onClick: () => void this.#savePicture() });
    this.squares = build("p", { class: "note", text: SQUARES_TEXT, hidden: true });
    this.sharing.append(
      build("h2", { text: "Share" }),
      this.shared,
      this.squares,
      build("div", { class: "toolbar" }, this.copying, saving, sending),
    );
    root.append(
      build("header", { class: "daily__head" }, build("h1", { text: "Daily" }), this.wait),
      build(
        "div",
        { class: "daily__main" },
        build("div", { class: "daily__day" }, this.heading, this.badge),
        this.cards,
        this.sharing,
      ),
      build(
        "aside",
        { class: "daily__side", "aria-label": "Streak and archive" },
        build("section", { class: "panel", "aria-label": "Streak" }, build("h2", { text: "Streak" }), this.streak),
        build(
          "section",
          { class: "panel daily__archive", "aria-label": "Archive" },
          build("h2", { text: "Archive" }),
          build("p", { class: "note", text: "Boards of earlier days do not count for the streak or the statistics." }),
          this.calendar.element,
        ),
        build("p", { class: "note", text: RULES }),
      ),
    );
    app.history.addEventListener("change", () => void this.#read());
    app.game.addEventListener("start", () => this.#paint());
  }

  /** @param {string} [day]  from a link; the day of today otherwise */
  show(day) {
    this.#today = dayAt(Date.now());
    if (day && (!isDay(day) || day > this.#today)) {
      throw new Error(`no daily boards on “${day}”; the archive goes from ${FIRST_DAY} to ${this.#today} (UTC).`);
    }
    this.#day = day ?? this.#today;
    this.calendar.turnTo(this.#day);
    this.#timer ||= setInterval(() => this.#tick(), LOOK);
    this.#tick();
    void this.#read().then(() => this.#bring());
  }

  /** The boards of a day chosen in the calendar come into sight, where they are above the window. */
  #bring() {
    const picked = this.#picked;
    this.#picked = false;
    if (!picked || this.heading.getBoundingClientRect().top >= 0) return;
    this.heading.focus({ preventScroll: true });
    this.heading.scrollIntoView({ behavior: isStill(this.#app.settings) ? "instant" : "smooth" });
  }

  hide() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#searching.abort();
  }

  /** The wait for the next boards; at their time, the next boards. */
  #tick() {
    const now = Date.now();
    const today = dayAt(now);
    if (today !== this.#today) {
      if (this.#day === this.#today) this.#day = today;
      this.#today = today;
      this.#paint();
      this.#app.say("New daily boards.");
    }
    const next = startOf(daysLater(today, 1));
    const clock = dateText(next, { timeStyle: "short" });
    const local = new Date(next).getTimezoneOffset() === 0 ? "" : `, ${clock} for you`;
    this.wait.textContent =
      "Three boards a day, the same for everyone. " +
      `The next ones come in ${waitText(next - now)}, at midnight UTC${local}.`;
  }

  async #read() {
    const games = await this.#app.history.all();
    this.#results = resultsByDay(games);
    this.#finished = new Set(games.map(({ id }) => id));
    this.#paint();
    void this.#prove();
  }

  /** @param {string} day */
  #pick(day) {
    this.#picked = true;
    this.#app.go("daily", day === this.#today ? {} : { day });
  }

  #paint() {
    const [day, today] = [this.#day, this.#today];
    const results = this.#results.get(day);
    this.heading.textContent = `${day === today ? "Today, " : ""}${dayText(day)}`;
    this.badge.hidden = day === today;
    const held = document.activeElement?.closest("[data-side]")?.getAttribute("data-side");
    keepFocus(
      () => fill(this.cards, ...DAILY_SIDES.map((side) => this.#card({ day, side }))),
      () => this.cards.querySelector(`[data-side="${held}"] button`),
    );
    const { current, longest, days, boards } = streakOf(this.#results, today);
    fill(
      this.streak,
      figure(daysText(current), "in a row"),
      figure(daysText(longest), "longest"),
      figure(String(days), days === 1 ? "day played" : "days played"),
      figure(String(boards), boards === 1 ? "board solved" : "boards solved"),
    );
    this.calendar.show({ today, chosen: day, results: this.#results });
    const optima = new Map(DAILY_SIDES.map((side) => [side, this.#optima.get(dailySeed({ day, side })) ?? null]));
    const streak = day === today ? current : 0;
    const link = shareLink(pageAddress(), writeFragment("daily", { day }));
    const losses = this.#lossesBySide();
    this.#text = shareText({ day, results, optima, losses, streak, link });
    fill(this.shared, ...squared(this.#text));
    this.squares.hidden = [...losses.values()].every(({ length }) => length === 0);
    this.sharing.hidden = !results;
    this.copying.textContent = "Copy";
  }

  /** @param {DailyName} name */
  #card(name) {
    const seed = dailySeed(name);
    const { game } = this.#app;
    // Another tab may have finished a game.
    const isOpen = (/** @type {import("../game/record.js").GameRecord} */ one) =>
      one.seed === seed && !this.#finished.has(one.id);
    const here = !game.solved && isOpen(game.record);
    const record = here ? game.record : game.leftLast(isOpen);
    const result = this.#results.get(name.day)?.get(name.side);
    // A solved board that was only looked at again is not in progress.
    const left = record !== null && (!result || record.moves !== "" || record.undos > 0);
    return buildCard({
      name,
      result,
      optimum: this.#optima.get(seed),
      record,
      open: here ? game.begun : left,
      onPlay: () => void playDaily(this.#app, name),
    });
  }

  /** What each third of the games of the day shown lost, where that is proved. */
  #lossesBySide() {
    /** @type {Map<number, number[]>} */
    const found = new Map();
    for (const [side, { record }] of this.#results.get(this.#day) ?? []) {
      const losses = this.#losses.get(record.id);
      if (losses) found.set(side, losses);
    }
    return found;
  }

  /** Find the optimum of each solved board shown, and where its game lost moves, where that can be found soon. */
  async #prove() {
    this.#searching.abort();
    this.#searching = new AbortController();
    const { signal } = this.#searching;
    for (const side of DAILY_SIDES.filter((one) => one <= LARGEST_PROVED)) {
      const name = { day: this.#day, side };
      const seed = dailySeed(name);
      const record = this.#results.get(name.day)?.get(side)?.record;
      if (!record || (this.#optima.has(seed) && this.#losses.has(record.id))) continue;
      try {
        const { solver } = this.#app;
        const moves = record.moves.length;
        const passed = boardsOf(dailyBoard(name), record.moves);
        const thirds = thirdsOf(moves).slice(0, -1).map((at) => passed[at]);
        const found = await solver.distances(thirds, dailyGoal(side), { signal, budget: BUDGET });
        const values = found.map(({ value }) => value);
        this.#optima.set(seed, values[0]);
        // The solver's own moves say nothing of the player.
        const own = !record.inputs.includes("s") && values.every((value) => value !== null);
        this.#losses.set(record.id, own ? lossesOf(moves, /** @type {number[]} */ (values)) : []);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      this.#paint();
    }
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#text);
      this.copying.textContent = "Copied";
      this.#app.say("Copied.", { now: true });
    } catch {
      // Refused, or no clipboard on plain HTTP: the text is selected for Ctrl+C instead.
      getSelection()?.selectAllChildren(this.shared);
      this.copying.textContent = "Press Ctrl+C";
    }
  }

  async #picture() {
    const { dailyPng } = await import("./dailypicture.js");
    const losses = this.#lossesBySide();
    return dailyPng(this.#text, DAILY_SIDES.map((side) => losses.get(side)));
  }

  async #savePicture() {
    download(await this.#picture(), `taquin-daily-${this.#day}.png`);
  }

  async #send() {
    const text = this.#text;
    try {
      const files = [new File([await this.#picture()], `taquin-daily-${this.#day}.png`, { type: "image/png" })];
      await navigator.share(navigator.canShare?.({ files, text }) ? { files, text } : { text });
    } catch (error) {
      // The player closed the system's dialog.
      if (/** @type {Error} */ (error).name !== "AbortError") await this.#copy();
    }
  }
}

/**
 * The text with its squares drawn: few systems have them in all their fonts. What is copied are the characters.
 * @param {string} text
 * @returns {Array<Node | string>}
 */
function squared(text) {
  return text.split(/([🟩🟨🟧🟥])/u).map((part) => {
    const loss = SQUARES.indexOf(part);
    return loss < 0 ? part : build("span", { class: `daily__square daily__square--${loss}`, text: part });
  });
}

const RULES =
  "A board counts if you begin it on its day and make every move yourself. Hints that only point " +
  "are allowed, and are shown with the result. Results come from the games in the statistics: " +
  "export those to keep your streak.";

/**
 * @param {string} value
 * @param {string} label
 */
function figure(value, label) {
  const [name, shown] = [build("dt", { class: "figure__label", text: label }), build("dd", { class: "figure__value", text: value })];
  return build("div", {}, name, shown);
}
