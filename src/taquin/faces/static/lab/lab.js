/** The lab: one board by many searches, live; what the numbers say; one search under the microscope. */
import { questionWords, staleWords } from "./comparison/questionwords.js";
import { dateText } from "../shared/gamewords.js";
import { build, button, fill, keepFocus, sentence } from "../shared/dom.js";
import { Charts } from "./charts/charts.js";
import { Comparison, informedFirst } from "./comparison/comparison.js";
import { hasFigures } from "./comparison/rowfacts.js";
import { ComparisonTable } from "./comparison/comparisontable.js";
import { EstimateView } from "./estimates/estimateview.js";
import { stylesApplied } from "../shared/styles.js";
import { ignoreAgain, seldom, section, unfoldWide } from "./parts/labparts.js";
import { buildExports } from "./comparison/comparisonexports.js";
import { LabMemory } from "./labmemory.js";
import { LabQuestion } from "./labquestion.js";
import { LabSearches } from "./labsearches.js";
import { Microscope } from "./microscope/microscope.js";
import { MOST_ROWS, Roster } from "./comparison/roster.js";
import { Why } from "./estimates/why.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { inSequence, said, t, translated } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

const SEEN = 0.5; // of a phone's window, down to the results
const LEAST = 320; // pixels of the results on a phone: their heading and several searches
const NEAR = 440; // the same in a wider window
const PHONE = 640; // pixels of a window's width
const MARGIN = 12; // pixels above what must stay in sight

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @returns {{show(params: Record<string, any>): void, hide(): void}}
 */
export function mount(root, app) {
  const lab = new Lab(root, app);
  return {
    show: (params) => lab.show(params),
    hide: () => lab.hide(),
  };
}

/**
 * How far a comparison is. Searches take turns, so none is said to run: each row says that for itself.
 * @param {Comparison} comparison
 */
function doneText({ rows }) {
  const done = rows.filter(({ state }) => state === "done").length;
  return said("{done} of {all} {all:search has|searches have} finished.", { done, all: rows.length });
}

/** The parts, and what goes between them. */
class Lab {
  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    /** @type {Comparison | null} */ this.comparison = null;
    /** @type {AbortController | null} */ this.running = null;
    /** @type {Record<string, any>} */ this.params = {};
    /** The outcome of the last run, in words. */ this.said = "";
    /** The same if its server was lost; it stands beside what can be run now. */ this.lost = "";
    this.searches = new LabSearches(app.api);
    this.state = build("p", { class: "note", role: "status" });
    this.alone = build("div", { class: "lab-alone", role: "status", hidden: true });
    this.body = build("div", { class: "lab-body" });
    root.classList.add("lab");
    root.append(
      build("h1", { text: t`Lab` }),
      build("p", {
        class: "lab-lead",
        text: t`Run searches side by side on one board, and step through one to see how it works.`,
      }),
      this.alone,
      this.body,
    );
    this.searches.addEventListener("change", () => this.#serverChanged());
    this.#watchTheme();
    this.#open();
  }

  async #open() {
    this.state.textContent = t`Loading the list of searches…`;
    this.body.replaceChildren(this.state);
    try {
      await stylesApplied("lab/charts/uplot/uPlot.min.css");
      const catalogue = await this.searches.catalogue();
      this.known = JSON.stringify(catalogue);
      this.#tellAlone(this.searches.alone);
      this.counters = /** @type {Record<string, string>} */ (catalogue["counters"]);
      this.#build(catalogue);
      this.#arrive();
    } catch (error) {
      this.state.textContent = t`The lab could not be loaded: ${/** @type {Error} */ (error).message}`;
      this.state.after(this.#again());
    }
  }

  /** A server has gone, or is back. */
  #serverChanged() {
    if (!this.roster) return;
    const { alone, list } = this.searches;
    if (!alone) this.lost &&= t`Unfinished searches are lost. Run this again.`;
    this.#tellAlone(alone || t`The server answers again: all searches, estimates and recordings work.`);
    if (!alone && !this.running && JSON.stringify(list) !== this.known) this.#open();
    else this.roster.refresh();
    this.#tell();
  }

  /** @param {string} words  what works now; empty if everything does */
  #tellAlone(words) {
    this.alone.hidden = words === "";
    fill(this.alone, build("p", { text: words }), this.searches.alone && this.app.api.present && this.#again());
  }

  #again() {
    return button({ icon: "retry", words: t`Try again`, onClick: () => this.#open() });
  }

  /** @param {Record<string, any>} catalogue */
  #build(catalogue) {
    // The parts that are built report their own first choices, which are not the player's.
    this.memory = undefined;
    this.question = new LabQuestion(
      () => {
        this.roster?.fit();
        this.#ready();
      },
      () => {
        const { game } = this.app;
        game.hinted("solution");
        return game;
      },
      this.app.api.present,
    );
    this.roster = new Roster(
      catalogue["algorithms"],
      catalogue["heuristics"]
        .filter((/** @type {any} */ one) => !one.takes_argument)
        .map((/** @type {any} */ one) => one.name),
      () => this.#ready(),
      (name) => this.searches.runs(name),
      this.app.notify,
      () => this.question?.topology ?? "grid",
    );
    this.estimates = new EstimateView(
      (question, listening) => this.searches.explain(question, listening),
      () => this.#question(),
    );
    this.table = new ComparisonTable(this.counters ?? {}, (event) => this.#run(event, true));
    this.why = new Why();
    this.charts = new Charts();
    this.microscope = new Microscope(
      this.app,
      (body, listening = {}) => this.searches.record(body, listening),
      () => this.#question(),
      () => this.roster?.choices ?? [],
      catalogue["algorithms"],
    );
    this.run = button({
      icon: "resume",
      words: t`Run`,
      kind: "primary",
      onClick: (event) => this.#run(event),
    });
    this.stop = button({ icon: "close", words: t`Stop`, onClick: () => this.running?.abort() });
    this.stop.hidden = true;
    this.stop.classList.add("lab-stop");
    this.state.textContent = "";
    const files = buildExports(this.app, {
      comparison: () => this.comparison,
      counters: this.counters ?? {},
      chart: () => this.charts?.picture(),
      map: () => this.why?.picture(),
    });
    this.exports = seldom(t`Save as files`, files);
    this.stale = build("p", { class: "lab-stale", hidden: true });
    this.results = build(
      "div",
      { class: "lab-results", hidden: true },
      section(t`Results`, this.stale, this.table.element, this.table.glossary, this.exports),
      section(t`Charts`, this.charts.element),
      section(t`What the results show`, this.why.element),
    );
    const results = this.results;
    unfoldWide(() => [results]);
    this.body.append(
      build(
        "div",
        { class: "lab-start" },
        section(t`Board and goal`, this.question.element),
        section(
          t`Searches`,
          build("div", { class: "lab-start__run" }, this.roster.sets, this.run, this.stop),
          this.roster.question,
          this.state,
          this.roster.element,
        ),
        build(
          "div",
          { class: "panel lab-section lab-more" },
          this.question.more,
          this.estimates.element,
        ),
      ),
      this.results,
    );
    this.body.append(section(t`Microscope`, this.microscope.element));
    this.#remember();
  }

  /** Restore what was chosen in this tab, and save it from now on. */
  #remember() {
    const { question, roster } = this;
    if (!question || !roster) return;
    const memory = new LabMemory();
    const fields = memory.fields;
    const choices = memory.choices(roster.algorithms, roster.heuristics, MOST_ROWS);
    if (fields) question.restore(fields);
    if (choices) roster.restore(choices);
    this.memory = memory;
    this.#restoreResults();
    this.#ready();
  }

  /** Show again what was run in this tab, or say that it is gone; the recordings are. */
  #restoreResults() {
    const { memory, microscope, roster } = this;
    if (!memory || !microscope || !roster) return;
    microscope.opened = (what) => memory.keepRecording(what);
    const recorded = memory.recording(roster.algorithms, roster.heuristics);
    if (recorded) microscope.lose(recorded);
    memory.keepRecording(null);
    const kept = memory.results;
    if (!kept) return;
    const { question, at, rows } = kept;
    if (rows) {
      this.#showComparison(Comparison.ended(question, rows, roster.algorithms));
      this.why?.update();
      this.said = t`These results are from ${dateText(at)}.`;
    } else {
      this.said = t`The results for ${questionWords(question)}, are gone: run the searches again.`;
      memory.forgetResults();
    }
  }

  /** @param {Comparison} comparison */
  #showComparison(comparison) {
    this.comparison = comparison;
    if (this.results) this.results.hidden = false;
    this.table?.start(comparison);
    this.why?.start(comparison);
    this.charts?.start(comparison);
    this.#offerFiles();
  }

  #watchTheme() {
    const recolour = () => {
      // The page's own listener applies the theme first.
      requestAnimationFrame(() => {
        this.charts?.recolour();
        this.why?.heat.redraw();
        this.estimates?.heat?.redraw();
        this.microscope?.recolour();
      });
    };
    this.app.settings.addEventListener("change", recolour);
    for (const query of [
      "(prefers-color-scheme: dark)",
      "(forced-colors: active)",
      "(prefers-contrast: more)",
    ]) {
      matchMedia(query).addEventListener("change", recolour);
    }
  }

  #question() {
    const asked = this.question?.asked;
    if (!asked) return null;
    const { board, goal, topology, metric } = asked;
    return { board, goal, topology, metric };
  }

  #ready() {
    if (!this.run || !this.question || !this.roster) return;
    const { asked } = this.question;
    this.refused = asked ? this.searches.refusal(asked.board) : "";
    const able = asked !== null && !this.refused && this.roster.choices.length > 0;
    this.run.disabled = !able || this.running !== null;
    this.memory?.keep(this.question.fields, this.roster.choices);
    this.microscope?.refresh();
    this.estimates?.refresh();
    this.#tell();
  }

  /** The outcome of the last run, or a note that its figures do not answer the current question. */
  #tell() {
    const { comparison, question, roster, stale } = this;
    if (!stale || !question || !roster) return;
    const { figures, act } = comparison ? staleWords(comparison, question.asked, roster.choices) : { figures: "", act: "" };
    stale.textContent = figures;
    stale.hidden = figures === "";
    // Other searches would not be measured again.
    if (this.table) this.table.again.disabled = this.running !== null || figures !== "" || this.run?.disabled === true;
    const now = this.refused || act || (this.lost ? "" : this.said);
    const text = this.running ? this.said : inSequence(this.lost, now);
    if (this.state.textContent !== text) this.state.textContent = text;
  }

  /**
   * @param {MouseEvent} event
   * @param {boolean} [fresh]  without the server's cache
   */
  async #run(event, fresh = false) {
    const asked = this.question?.asked;
    const choices = structuredClone(this.roster?.choices ?? []);
    if (!asked || choices.length === 0) return;
    this.#tellAlone(this.searches.alone);
    const comparison = new Comparison(asked, choices, this.roster?.algorithms);
    this.running = new AbortController();
    this.lost = "";
    this.memory?.keepResults(asked, null);
    this.#showComparison(comparison);
    this.#say(doneText(comparison));
    // Its place is measured, and it moves there before it gets the focus.
    if (this.stop) this.stop.hidden = false;
    this.#reveal(event);
    this.#busy(true);
    comparison.addEventListener("change", (event) =>
      this.#news(comparison, /** @type {CustomEvent<number>} */ (event).detail),
    );
    const order = informedFirst(choices);
    const placeOf = (/** @type {number} */ row) => order[row] ?? row;
    /** What the searches are waiting for, until one reports progress. */
    let notice = "";
    try {
      const results = await this.searches.compare(
        { ...asked, ...(fresh ? { fresh } : {}), rows: order.map((at) => /** @type {any} */ (choices[at])) },
        {
          signal: this.running.signal,
          onProgress: (event) => {
            if (notice && this.said === notice) this.#say(doneText(comparison));
            const news = /** @type {import("./comparison/comparison.js").Progress} */ (event);
            comparison.progress({ ...news, row: placeOf(news.row) });
          },
          onRow: (row, result, origin) =>
            comparison.finish(
              placeOf(row),
              /** @type {import("./comparison/comparison.js").Result} */ (result),
              /** @type {any} */ (origin),
            ),
          onNotice: (text) => {
            notice = t`${sentence(text)}.`;
            this.#say(notice);
          },
        },
      );
      results.forEach((result, row) =>
        comparison.finish(placeOf(row), /** @type {import("./comparison/comparison.js").Result} */ (result)),
      );
      this.#say(t`All searches have finished.`);
    } catch (error) {
      const { kind, message, hint } = /** @type {{kind?: string, message: string, hint?: string}} */ (error);
      const stopped = this.running?.signal.aborted ?? false;
      const lost = !stopped && kind === "lost";
      comparison.abandon(lost);
      const what = lost ? t`Unfinished searches are lost` : t`The comparison failed`;
      const words = stopped ? translated(FACE_SENTENCES.stopped) : t`${what}: ${message} ${hint ?? ""}`;
      this.lost = lost ? words : "";
      this.#say(words);
    } finally {
      this.running = null;
      this.memory?.keepResults(asked, comparison.rows);
      this.#busy(false);
    }
  }

  /**
   * The figures are what Run asks for: in a wide window nothing moves if they are near, otherwise their heading comes to
   * its upper edge, so that no part of what is above is cut, nor below the pointer. On a phone the first rows come into
   * sight, as far as Stop stays there. What is too far from the figures for that is Stop, which goes with them.
   * @param {MouseEvent} event
   */
  #reveal(event) {
    if (!this.results || !this.stop) return;
    const [results, stop] = [this.results, this.stop].map((one) => one.getBoundingClientRect().top);
    const phone = innerWidth < PHONE;
    const both = phone ? Math.min(results - innerHeight * SEEN, stop - MARGIN) : 0;
    const apart = stop < 0 || innerHeight - (results - Math.max(0, both)) < (phone ? LEAST : NEAR);
    const wanted = apart ? results - MARGIN : both;
    // It may stand where Run stood.
    ignoreAgain(this.stop, event);
    if (apart) this.#placeStop(this.results.querySelector("h2"));
    if (wanted <= 0) return;
    scrollBy(0, wanted);
    if (this.roster) ignoreAgain(this.roster.list, event);
  }

  /** @param {Element | null} before  what it follows */
  #placeStop(before) {
    const { stop } = this;
    if (!stop || !before) return;
    before.after(stop);
  }

  /** @param {string} text */
  #say(text) {
    this.said = text;
    this.#tell();
  }

  /**
   * @param {Comparison} comparison
   * @param {number} number
   */
  #news(comparison, number) {
    const row = comparison.rows[number];
    if (comparison !== this.comparison || !row) return;
    this.table?.update(row);
    this.charts?.update();
    if (row.state !== "done") return;
    this.why?.update();
    // All of them: what became of them is said once their results are complete.
    this.#say(comparison.rows.some(({ state }) => state !== "done") ? doneText(comparison) : "");
  }

  /** @param {boolean} busy */
  #busy(busy) {
    const { run, stop, exports } = this;
    if (!run || !stop || !exports) return;
    const swap = () => {
      stop.hidden = !busy;
      if (!busy) run.after(stop);
      this.#offerFiles();
      this.#ready();
    };
    keepFocus(swap, () => (busy ? stop : run));
  }

  /** Files are saved once all searches have ended, if there is a figure to save. */
  #offerFiles() {
    if (this.exports) this.exports.hidden = this.running !== null || !hasFigures(this.comparison?.rows ?? []);
  }

  /** Use the board from the link or the game, once: what is typed since then stays. */
  #arrive() {
    const { board, goal } = this.params;
    this.params = {};
    if (typeof board === "string")
      this.question?.use(board, typeof goal === "string" ? goal : "last");
  }

  /** @param {Record<string, any>} params board and goal as text, from the link */
  show(params) {
    this.params = params;
    this.searches.watch(true);
    if (this.question) this.#arrive();
  }

  hide() {
    this.searches.watch(false);
    this.microscope?.hide();
  }
}
