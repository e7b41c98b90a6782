/** One figure of every search as bars: who did how much, with what a limit cut short left open. */
import { build, fill } from "./dom.js";
import { choose, field } from "./labparts.js";
import { COLUMNS, factsOf } from "./rowfacts.js";

/** @typedef {import("./comparison.js").Row} Row */

/** Bars of one figure, chosen by name; every search has a line, also those without the figure. */
export class WorkBars {
  constructor() {
    this.list = build("ul", { class: "lab-bars" });
    this.figure = choose(
      COLUMNS.map(([name, text]) => [name, text]),
      "expanded",
      () => this.#draw(),
    );
    this.scale = choose(
      [
        ["log", "logarithmic"],
        ["linear", "linear"],
      ],
      "log",
      () => this.#draw(),
    );
    this.note = build("p", { class: "note" });
    this.element = build(
      "div",
      { class: "lab-stack" },
      build(
        "div",
        { class: "lab-fields" },
        field("Figure", this.figure),
        field("Scale", this.scale),
      ),
      this.list,
      this.note,
    );
    /** @type {Row[]} */ this.rows = [];
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    this.#draw();
  }

  #draw() {
    const name = COLUMNS.find(([one]) => one === this.figure.value)?.[0] ?? "expanded";
    const figures = this.rows.map((row) => factsOf(row)[name]);
    const most = Math.max(...figures.map(({ value }) => value ?? 0));
    const log = this.scale.value === "log";
    fill(
      this.list,
      ...this.rows.map((row, at) => {
        const figure = figures[at];
        const length = barLength(figure?.value ?? 0, most, log);
        const bar = build("span", {
          class: `lab-bar ${figure?.atLeast ? "lab-bar--open" : ""}`,
          "aria-hidden": "true",
        });
        bar.style.inlineSize = `${(100 * length).toFixed(2)}%`;
        return build(
          "li",
          {},
          build("span", { class: "lab-bars__name", text: row.name }),
          build("span", { class: "lab-bars__track" }, bar),
          build("span", { class: "lab-bars__value", text: figure?.text ?? "–" }),
        );
      }),
    );
    const open = figures.some(({ atLeast }) => atLeast)
      ? " A striped bar was cut short by a limit: the true figure is that or more."
      : "";
    this.note.textContent =
      (log ? "Each step of the same length is the same factor." : "Lengths are in proportion.") +
      open;
  }
}

/**
 * Between 0 and 1; on the logarithmic scale 0 has no length and every other count has some.
 * @param {number} value
 * @param {number} most
 * @param {boolean} log
 * @returns {number}
 */
export function barLength(value, most, log) {
  if (value <= 0 || most <= 0) return 0;
  // Seconds are often below 1: a scale from a thousandth keeps them apart.
  return log ? Math.log1p(value * 1000) / Math.log1p(most * 1000) : value / most;
}
