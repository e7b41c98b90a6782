/** The panel of the progress: a sentence, three charts, the same figures as tables. */
import { parseBoard } from "../board.js";
import { asCards, scrolling } from "../shared/cards.js";
import { build, button, fill, inWindow } from "../shared/dom.js";
import { dateText, timeText } from "../shared/gamewords.js";
import { openStorage } from "../shared/storage.js";
import { readOptima, unknownOptima, writeOptima } from "./optima.js";
import { histogram, isBetter, pointsOf, sessionFigures, trendOf } from "./progress.js";
import { openChoices } from "./kindwords.js";
import { rounded, untimedText } from "./stats.js";
import { binsPainter, buildChart, gamesPainter, hasLine, sessionsApart, sessionsPainter } from "./progresschart.js";
import { counted } from "../shared/measures.js";
import { amount, decimalMark, inSequence, t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("./progress.js").ProgressMeasure} ProgressMeasure */
/** @typedef {import("./progress.js").ProgressPoint} ProgressPoint */

/** Under which a reload finds the measure. */
const MEASURE = "taquin.stats.measure";
/** text: of a value; tick: of one on an axis, with the digits that its step needs. @type {Record<ProgressMeasure, {label: string, name: string, text: (value: number) => string, tick?: (value: number, step: number) => string}>} */
const PROGRESS = {
  time: { label: t`Time`, name: t`time`, text: (value) => timeText(rounded(value, "time"), 3), tick: (value, step) => timeText(value, step % 1000 === 0 ? 0 : step % 100 === 0 ? 1 : 3) },
  over: { label: t`Moves over the optimum`, name: t`moves over the optimum`, text: (value) => String(Number(value.toFixed(1))).replace(".", decimalMark()) },
  tps: { label: t`TPS`, name: "TPS", text: (value) => String(Number(value.toFixed(2))).replace(".", decimalMark()) },
};
/** Boards of up to this many cells are searched at once, and up to the next on request. */
const AT_ONCE = 9;
const ON_REQUEST = 16;
/** Milliseconds of search for one game. */
const PATIENCE_PER_GAME = 15_000;

/** Charts of the chosen games. */
export class ProgressPanel {
  /** @type {GameRecord[]} */
  #games = [];
  /** Those chosen, the solver's too. @type {GameRecord[]} */
  #chosen = [];
  /** Of all games. @type {GameRecord[][]} */
  #all = [];
  /** @type {ProgressMeasure} */
  #measure = "time";
  #storage = openStorage(() => localStorage);
  #tab = openStorage(() => sessionStorage);
  #optima = readOptima(this.#storage);
  /** Games that took too long; tried again after a reload. @type {Set<string>} */
  #given = new Set();
  /** @type {AbortController | null} */
  #search = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const kept = this.#tab.getItem(MEASURE) ?? "";
    if (Object.hasOwn(PROGRESS, kept)) this.#measure = /** @type {ProgressMeasure} */ (kept);
    this.words = build("p");
    this.games = buildChart(t`Every game`);
    this.sessions = buildChart(t`Sessions`);
    this.bins = buildChart(t`How often`);
    this.optimum = build("div", { class: "toolbar" });
    this.note = build("p", { class: "note" });
    this.charts = build("div", { class: "progress__charts" }, this.games.element, this.sessions.element, this.bins.element);
    this.tables = build("div", { class: "progress__tables" });
    const summary = build("summary");
    this.more = build("details", {}, summary, this.tables);
    /** The name of what games take over the optimum. */
    this.over = build("span");
    const choices = Object.entries(PROGRESS).map(([measure, { label }]) => {
      const attributes = { type: "radio", name: "progress", value: measure, checked: measure === this.#measure };
      const change = () => this.#choose(/** @type {ProgressMeasure} */ (measure));
      const words = build("span", { text: label });
      if (measure === "over") this.over = words;
      return build("label", { class: "choice" }, build("input", { ...attributes, on: { change } }), words);
    });
    this.element = build(
      "section",
      { class: "panel progress", "aria-label": t`Progress` },
      build("h2", { text: t`Progress` }),
      build("div", { class: "progress__choice", role: "radiogroup", "aria-label": t`Measure` }, ...choices),
      this.words,
      this.optimum,
      this.charts,
      this.note,
      this.more,
    );
    // On a phone or a tablet the first chart is enough at first.
    inWindow("(min-width: 60rem)", (wide) => {
      summary.textContent = wide ? t`The same in tables` : t`More charts and tables`;
      if (wide) this.charts.append(this.sessions.element, this.bins.element);
      else this.tables.before(this.sessions.element, this.bins.element);
    });
  }

  /**
   * @param {GameRecord[]} games  of the player among those chosen, in order of play
   * @param {GameRecord[]} chosen
   * @param {GameRecord[][]} sessions  of all games
   */
  show(games, chosen, sessions) {
    [this.#games, this.#chosen, this.#all] = [games, chosen, sessions];
    this.#paint();
    void this.#find(AT_ONCE);
  }

  /** Stop searching. */
  hide() {
    this.#search?.abort();
  }

  /** @param {ProgressMeasure} measure */
  #choose(measure) {
    this.#measure = measure;
    this.#tab.setItem(MEASURE, measure);
    this.#paint();
    void this.#find(AT_ONCE);
  }

  #paint() {
    const measure = this.#measure;
    const kind = kindIn(measure, this.#games);
    this.over.textContent = kindIn("over", this.#games).label;
    const points = pointsOf(this.#games, measure, this.#optima, this.#all);
    const values = points.map(({ value }) => value);
    const sessions = sessionFigures(points, measure, this.#chosen, this.#all);
    const bins = histogram(values, measure);
    // Fewer than the games chosen may have: some have no time.
    const open = openChoices(points.map(({ game }) => game));
    const axis = { measure, ...kind, mixed: open !== "" };
    // A trend over several sizes would tell which were played last.
    this.words.textContent = open
      ? t`Several kinds of boards are mixed. Still to choose above: ${open}.`
      : trendText(points, measure, kind);
    this.#paintOptimum();
    this.charts.hidden = points.length < 2;
    const untimed = measure === "over" ? "" : untimedText(this.#games);
    this.note.hidden = untimed === "";
    // Sessions of one game each would show the games again.
    const several = sessions.length > 1 && sessions.length < points.length;
    this.sessions.element.hidden = !several;
    this.note.textContent = untimed;
    if (points.length >= 2) {
      const of = t`${points.length} games`;
      const legend = [!axis.mixed && t`Rings are bests.`, hasLine(points) && t`The line is the average of 12.`, sessionsApart(points) && t`Dashed lines separate sessions.`];
      this.games.show(t`${axis.label} of ${of}, one dot each. ${this.words.textContent}`, gamesPainter(points, axis), inSequence(...legend));
      this.sessions.show(
        axis.mixed ? t`${axis.label} in ${sessions.length} sessions: median and quartiles.` : t`${axis.label} in ${sessions.length} sessions: median, quartiles and best.`,
        sessionsPainter(sessions, axis),
        axis.mixed
          ? t`The bar of a session goes from the first to the third quartile, with the median across.`
          : t`The bar of a session goes from the first to the third quartile, with the median across; a ring is a new best.`,
      );
      this.bins.show(t`Histogram of ${axis.name}: ${of} in ${bins.length} bins.`, binsPainter(bins, axis));
    }
    fill(
      this.tables,
      table(t`Sessions`, [t`Begun`, t`Games`, t`Best`, t`Median`, t`Quartiles`], sessions.map(({ begun, games, solved, best, low, median, high }) => [
        dateText(begun), solved === games ? String(games) : t`${games}, ${solved} solved`, kind.text(best), kind.text(median), `${kind.text(low)} – ${kind.text(high)}`,
      ])),
      table(t`Histogram of ${axis.name}`, [kind.label, t`Games`], bins.filter(({ games }) => games > 0).map((bin) => [
        binText(bin, axis), counted(bin.games, "game"),
      ])),
    );
    this.more.hidden = points.length < 2;
  }

  /** What is known of the optima, and how to know more. */
  #paintOptimum() {
    this.optimum.hidden = this.#measure !== "over";
    if (this.optimum.hidden) return;
    const open = this.#open(ON_REQUEST).length;
    const large = this.#games.filter(({ width, height }) => width * height > ON_REQUEST).length;
    const late = this.#games.filter(({ id }) => this.#given.has(id)).length;
    const running = this.#search !== null;
    const texts = [
      running && t`Searching: ${open} to go.`,
      large > 0 && t`Not searched on boards larger than 4×4 (${large}).`,
      late > 0 && t`Not proved in time (${late}).`,
    ].filter(Boolean);
    const words = running ? t`Stop` : t`Find the optimum of ${amount(open, "game")}`;
    const act = () => (this.#search ? this.#search.abort() : void this.#find(ON_REQUEST));
    const had = this.optimum.contains(document.activeElement);
    const asking = button({ words, onClick: act });
    fill(this.optimum, (open > 0 || running) && asking, texts.length > 0 && build("span", { class: "note", text: inSequence(...texts) }));
    if (had && asking.isConnected) asking.focus();
  }

  /** @param {number} cells */
  #open(cells) {
    return unknownOptima(this.#games, this.#optima, cells).filter(({ id }) => !this.#given.has(id));
  }

  /**
   * Find the optima of the games shown, in sequence.
   * @param {number} cells  of boards of at most so many
   */
  async #find(cells) {
    if (this.#measure !== "over" || this.#search || this.#open(cells).length === 0) return;
    const search = new AbortController();
    this.#search = search;
    const { signal } = search;
    this.#paintOptimum();
    try {
      for (let [game] = this.#open(cells); game && !signal.aborted; [game] = this.#open(cells)) {
        const goal = parseBoard(game.goal, game);
        const asking = { signal, budget: PATIENCE_PER_GAME };
        const { solver } = this.app;
        const [{ value }] = await (game.metric ? await solver.slides() : solver).distances([parseBoard(game.start, game)], goal, asking);
        if (value === null) this.#given.add(game.id);
        else this.#optima.set(game.id, value);
        if (this.#optima.size % 20 === 0) this.#paint();
        else this.#paintOptimum();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#search = null;
      writeOptima(this.#storage, this.#optima, await this.app.history.all());
      this.#paint();
    }
  }
}

/**
 * A measure of games in words: over the optimum are moves, or slides where these count.
 * @param {ProgressMeasure} measure
 * @param {GameRecord[]} games
 */
function kindIn(measure, games) {
  const kind = PROGRESS[measure];
  const slides = games.filter(({ metric }) => metric).length;
  if (measure !== "over" || slides === 0) return kind;
  return slides === games.length
    ? { ...kind, label: t`Slides over the optimum`, name: t`slides over the optimum` }
    : { ...kind, label: t`Over the optimum`, name: t`moves or slides over the optimum` };
}

/**
 * @param {import("./progress.js").ProgressValue[]} points
 * @param {ProgressMeasure} measure
 * @param {{text: (value: number) => string, name: string}} [kind]  the measure in words
 * @returns {string}
 */
export function trendText(points, measure, { text, name } = PROGRESS[measure]) {
  const trend = trendOf(points);
  if (!trend) return points.length < 2 ? measure === "over" ? t`Charts appear after two games.` : t`Charts appear after two games with a time.` : "";
  const { games, before, now } = trend;
  const change = text(Math.abs(now - before));
  const figures = t`Median ${name} of the last ${games} games: ${text(now)}`;
  if (change === text(0)) return t`${figures}, the same as of the ${games} before.`;
  return isBetter(measure, now, before)
    ? t`${figures}, better by ${change} than that of the ${games} before.`
    : t`${figures}, worse by ${change} than that of the ${games} before.`;
}

/**
 * @param {import("./progress.js").Bin} bin
 * @param {import("./progresschart.js").Axis} axis
 * @returns {string} its values, `0:01–0:02`; of whole moves the first and the last
 */
function binText({ from, to }, { measure, text, tick = text }) {
  const last = measure === "over" ? to - 1 : to;
  return last === from ? text(from) : `${tick(from, to - from)}–${tick(last, to - from)}`;
}

/**
 * @param {string} title
 * @param {string[]} names
 * @param {string[][]} rows
 */
function table(title, names, rows) {
  const head = names.map((name, i) => build("th", { scope: "col", class: i > 0 ? "number" : null, text: name }));
  const body = rows.map(([first, ...rest]) =>
    build("tr", {}, build("th", { scope: "row", text: first }), ...rest.map((text) => build("td", { class: "number", text }))),
  );
  const content = build("table", { class: "table" }, build("caption", { text: title }), build("thead", {}, build("tr", {}, ...head)), build("tbody", {}, ...body));
  // Two columns fit every window.
  return scrolling(t`${title}, table`, names.length > 2 ? asCards(content, names.slice(1)) : content);
}
