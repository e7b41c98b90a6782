/** The view of the daily boards: one day's three boards, the streak, the archive, a text to share. */
import { copyYourself } from "../shared/copyfield.js";
import { build, button, fill, inWindow, keepFocus, sentence } from "../shared/dom.js";
import { buildCalendar } from "./calendar.js";
import { buildCard } from "./dailycard.js";
import { gaveWay, resultsByDay, streakOf } from "./dailylog.js";
import { dateText } from "../shared/gamewords.js";
import { SQUARES, SQUARES_TEXT, dayText, daysText, lossesOf, shareLink, shareText, thirdsOf, waitText } from "./dailytext.js";
import { DAILY_SIDES, FIRST_DAY, dailyBoard, dailyGoal, dailySeed, dayAt, daysLater, isDay, startOf } from "./days.js";
import { playDaily } from "./playdaily.js";
import { download } from "../shared/download.js";
import { boardsOf } from "../shared/moves.js";
import { bringUp } from "../shared/sight.js";
import { writeFragment } from "../notation/links.js";
import { pageAddress } from "../server/place.js";
import { t } from "../words/said.js";

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
  /** The games in the history. @type {import("../game/record.js").GameRecord[]} */
  #finished = [];

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.#app = app;
    this.wait = build("p", { class: "note" });
    this.heading = build("h2", { tabindex: "-1" });
    this.badge = build("span", { class: "badge", text: t`archive, does not count`, hidden: true });
    this.cards = build("div", { class: "daily__cards" });
    this.streak = build("dl", { class: "daily__streak" });
    this.calendar = buildCalendar((day) => this.#pick(day));
    this.sharing = build("section", { class: "panel", "aria-label": t`Share`, hidden: true });
    this.shared = build("div", { class: "daily__text", role: "group", tabindex: "0", "aria-label": t`Text to share` });
    this.copying = button({ words: t`Copy`, onClick: () => void this.#copy() });
    const sending = button({ words: t`Share`, icon: "share", kind: "primary", onClick: () => void this.#send() });
    sending.hidden = !("share" in navigator);
    const saving = button({ words: t`Save picture`, onClick: () => void this.#savePicture() });
    this.squares = build("p", { class: "note", text: SQUARES_TEXT, hidden: true });
    this.sharing.append(
      build("h2", { text: t`Share` }),
      this.shared,
      this.squares,
      build("div", { class: "toolbar" }, this.copying, saving, sending),
    );
    const main = build("div", { class: "daily__main" }, build("div", { class: "daily__day" }, this.heading, this.badge), this.cards, this.sharing);
    const side = build(
      "aside",
      { class: "daily__side", "aria-label": t`Streak and archive` },
      build("section", { class: "panel", "aria-label": t`Streak` }, build("h2", { text: t`Streak` }), this.streak),
      build(
        "section",
        { class: "panel daily__archive", "aria-label": t`Archive` },
        build("h2", { text: t`Archive` }),
        build("p", { class: "note", text: t`Boards of earlier days do not count for the streak or the statistics.` }),
        this.calendar.element,
      ),
    );
    const rules = build("p", { class: "note", text: RULES });
    // Below the cards where the calendar stands beside them: a month of six weeks is as high as the window.
    inWindow("(min-width: 66rem)", (wide) => (wide ? main : side).append(rules));
    root.append(
      build("header", { class: "daily__head" }, build("h1", { text: t`Daily` }), this.wait),
      main,
      side,
    );
    app.history.addEventListener("change", () => void this.#read());
    app.game.addEventListener("start", () => this.#paint());
  }

  /** @param {string} [day]  from a link; the day of today otherwise */
  show(day) {
    this.#today = dayAt(Date.now());
    if (day && (!isDay(day) || day > this.#today)) {
      throw new Error(t`no daily boards on “${day}”; the archive goes from ${FIRST_DAY} to ${this.#today} (UTC).`);
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
    if (picked) bringUp(this.heading, this.#app.settings, this.heading);
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
      this.#app.say(t`New daily boards.`);
    }
    const next = startOf(daysLater(today, 1));
    const clock = dateText(next, { timeStyle: "short" });
    const local = new Date(next).getTimezoneOffset() === 0 ? "" : t`, ${clock} for you`;
    this.wait.textContent =
      t`Three boards a day, the same for everyone. The next ones come in ${waitText(next - now)}, at midnight UTC${local}.`;
  }

  async #read() {
    const games = await this.#app.history.all();
    this.#results = resultsByDay(games);
    this.#finished = games;
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
    this.heading.textContent = day === today ? t`Today, ${dayText(day)}` : sentence(dayText(day));
    this.badge.hidden = day === today;
    const held = document.activeElement?.closest("[data-side]")?.getAttribute("data-side");
    keepFocus(
      () => fill(this.cards, ...DAILY_SIDES.map((side) => this.#card({ day, side }))),
      () => this.cards.querySelector(`[data-side="${held}"] button`),
    );
    const { current, longest, days, boards } = streakOf(this.#results, today);
    fill(
      this.streak,
      figure(daysText(current), t`in a row`),
      figure(daysText(longest), t`longest`),
      figure(String(days), days === 1 ? t`day that counts` : t`days that count`),
      figure(String(boards), boards === 1 ? t`board that counts` : t`boards that count`),
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
    this.copying.textContent = t`Copy`;
  }

  /** @param {DailyName} name */
  #card(name) {
    const seed = dailySeed(name);
    const { game } = this.#app;
    // Another tab may have finished a game.
    const isOpen = (/** @type {import("../game/record.js").GameRecord} */ one) =>
      one.seed === seed && !this.#finished.some(({ id }) => id === one.id);
    const here = !game.solved && isOpen(game.record);
    const left = here ? game : game.leftLast((one) => isOpen(one) && !gaveWay(one, this.#finished));
    const record = left?.record ?? null;
    const result = this.#results.get(name.day)?.get(name.side);
    // A solved board that was only looked at again is not in progress.
    const begun = record !== null && (!result || record.moves !== "" || record.undos > 0);
    return buildCard({
      name,
      result,
      optimum: this.#optima.get(seed),
      record,
      held: left?.held ?? false,
      open: here ? game.begun : begun,
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
      this.copying.textContent = t`Copied`;
      this.#app.say(t`Copied.`, { now: true });
    } catch {
      getSelection()?.selectAllChildren(this.shared);
      this.copying.textContent = copyYourself();
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
  const square = (/** @type {string} */ part) => build("span", { class: `daily__square daily__square--${SQUARES.indexOf(part)}`, text: part });
  // Those of a game stay in one line.
  return text.split(/([🟩🟨🟧🟥]+)/u).map((part, i) => (i % 2 === 0 ? part : build("span", { class: "daily__squares" }, ...Array.from(part, square))));
}

const RULES =
  t`A board counts if you begin it on its day and make every move yourself. Hints that only point are allowed, and are shown with the result. Results come from the games in the statistics: export those to keep your streak.`;

/**
 * @param {string} value
 * @param {string} label
 */
function figure(value, label) {
  const [name, shown] = [build("dt", { class: "figure__label", text: label }), build("dd", { class: "figure__value", text: value })];
  return build("div", {}, name, shown);
}
