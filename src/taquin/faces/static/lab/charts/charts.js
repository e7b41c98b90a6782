/** The charts of a comparison: one at a time, chosen by its question, each with a table. */
import { barsPicture } from "./barspicture.js";
import { cacheNotes, chartNotes, emptyWords, KINDS } from "./chartkinds.js";
import { questionLines } from "../comparison/questionwords.js";
import { hasFigures } from "../comparison/rowfacts.js";
import { build, fill, sentence } from "../../shared/dom.js";
import { choose, field, plainTable, twin } from "../parts/labparts.js";
import { count } from "../../shared/measures.js";
import { Plot } from "./plot.js";
import { WorkBars } from "./workbars.js";
import { decimal, inSequence, t } from "../../words/said.js";

/** @typedef {import("./chartkinds.js").Kind} Kind */
/** @typedef {import("./chartkinds.js").Curve} Curve */

const DRAW_EVERY = 100; // milliseconds
const MOST_LINES = 12; // of the table, a curve
/** By kind: what it answers, then what it draws. @type {Array<[string, string, string]>} */
const QUESTIONS = [
  ["work", t`How much work did each take?`, t`One figure per search`],
  ...Object.entries(KINDS).map(([name, { question, what }]) => /** @type {[string, string, string]} */ ([name, question, what])),
];

/** Bars for every search, or curves for those that have data. */
export class Charts {
  constructor() {
    /** @type {import("../comparison/comparison.js").Comparison | null} */ this.comparison = null;
    this.kind = "work";
    this.log = false;
    this.due = 0;
    this.bars = new WorkBars();
    this.plot = new Plot();
    this.none = build("p", { class: "note" });
    this.notes = build("div", { class: "note" });
    this.twin = twin(t`Show as a table`, () => this.#table());
    const log = build("input", { type: "checkbox" });
    log.addEventListener("change", () => {
      this.log = log.checked;
      this.draw();
    });
    this.axes = build("span");
    this.scale = build("label", { class: "choice" }, log, this.axes);
    const select = choose(
      QUESTIONS.map(([kind, question]) => [kind, question]),
      this.kind,
      (kind) => {
        this.kind = kind;
        this.draw();
      },
    );
    // The list would be cut where a chart is narrow.
    this.about = build("p", { class: "note" });
    this.element = build(
      "div",
      { class: "lab-stack" },
      build("div", {}, field(t`Chart`, select), this.about),
      this.bars.element,
      this.scale,
      this.none,
      this.plot.holder,
      this.plot.legend,
      this.notes,
      this.twin.element,
    );
    this.draw();
  }

  /** @param {import("../comparison/comparison.js").Comparison} comparison */
  start(comparison) {
    this.comparison = comparison;
    this.plot.hidden.clear();
    this.plot.reset();
    this.draw();
  }

  /** There is new data: redraw soon, together with other changes. */
  update() {
    if (this.due) return;
    this.due = window.setTimeout(() => {
      this.due = 0;
      this.draw();
    }, DRAW_EVERY);
  }

  /** The theme has changed. */
  recolour() {
    this.plot.reset();
    this.draw();
  }

  /** Draw the chosen chart from the data so far. */
  draw() {
    const kind = KINDS[this.kind];
    const rows = this.comparison?.rows ?? [];
    const curves = this.#curves();
    const plotted = curves.length > 0;
    this.about.textContent = t`${QUESTIONS.find(([name]) => name === this.kind)?.[2]}.`;
    const drawn = hasFigures(rows);
    this.bars.element.hidden = kind !== undefined || !drawn;
    this.none.hidden = kind ? plotted : drawn;
    this.none.textContent = emptyWords(kind, rows);
    this.scale.hidden = !plotted || kind?.linear === true;
    this.axes.textContent = kind?.bars ? t`Logarithmic expansions` : t`Logarithmic axes`;
    const notes = chartNotes(rows, kind?.sampled ?? false, curves, kind?.lacks);
    fill(this.notes, ...notes.map((text) => build("p", { text })));
    this.notes.hidden = notes.length === 0;
    this.plot.holder.hidden = this.plot.legend.hidden = this.twin.element.hidden = !plotted;
    if (!kind) this.bars.show(rows);
    else if (plotted) {
      this.plot.show(kind, curves, this.log && !kind.linear);
      this.twin.refresh();
    }
  }

  /**
   * The chart that is shown, as a file.
   * @returns {Promise<Blob>}
   */
  async picture() {
    if (!this.comparison) throw new Error(t`There is no chart to save; run a comparison first.`);
    const { question, rows } = this.comparison;
    const kind = KINDS[this.kind];
    const lines = [...questionLines(question), ...chartNotes(rows, kind?.sampled ?? false, this.#curves(), kind?.lacks), ...cacheNotes(rows)];
    return kind ? this.plot.picture(lines) : barsPicture(this.bars, lines);
  }

  /** @returns {Curve[]} */
  #curves() {
    const kind = KINDS[this.kind];
    return kind && this.comparison ? kind.curves(this.comparison) : [];
  }

  #table() {
    const kind = KINDS[this.kind];
    if (!kind) return build("p");
    const rows = this.#curves().flatMap(({ name, x, y }) =>
      sample(x.length, kind.growth ? x.length : MOST_LINES).map((at) => {
        const value = y[at];
        const cells = [name, kind.words?.(x[at] ?? 0) ?? count(x[at] ?? 0), figure(value)];
        return kind.growth ? [...cells, factor(y[at - 1], value)] : cells;
      }),
    );
    const head = [t`Curve`, kind.x, kind.y, ...(kind.growth ? [t`growth factor`] : [])];
    return plainTable(inSequence(kind.question, kind.what), head.map(sentence), rows);
  }
}

/**
 * @param {number | null | undefined} value
 * @returns {string}
 */
function figure(value) {
  return value == null ? "–" : count(value);
}

/**
 * @param {number | null | undefined} before
 * @param {number | null | undefined} value
 * @returns {string}
 */
function factor(before, value) {
  return before && value ? decimal(value / before, 2) : "–";
}

/**
 * @param {number} length
 * @param {number} most
 * @returns {number[]} up to `most` places from first to last
 */
function sample(length, most) {
  if (length <= most) return Array.from({ length }, (_, at) => at);
  return Array.from({ length: most }, (_, at) => Math.round((at * (length - 1)) / (most - 1)));
}
