/** One figure of every search as bars; bars cut short by a limit are left open. */
import { apart, barScale } from "./barscale.js";
import { build, fill } from "../../shared/dom.js";
import { choose, field } from "../parts/labparts.js";
import { COLUMNS, factsOf } from "../comparison/rowfacts.js";
import { t } from "../../words/said.js";

/** @typedef {import("../comparison/comparison.js").Row} Row */

/** Pixels by which a label may stand beyond the bars: less than the section has around them. */
const BEYOND = 12;

/** Bars of one figure, chosen by name; every search has a line, even without the figure. */
export class WorkBars {
  constructor() {
    this.list = build("ul", { class: "lab-bars" });
    this.figure = choose(
      COLUMNS.map(([name, text]) => [name, text]),
      "expanded",
      () => this.#draw(),
    );
    this.ticks = build("span", { class: "lab-bars__ticks" });
    this.axis = build("div", { class: "lab-bars__axis", "aria-hidden": "true" }, this.ticks);
    this.scale = choose(
      [
        ["log", t`Logarithmic`],
        ["linear", t`Linear`],
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
        field(t`Figure`, this.figure),
        field(t`Scale`, this.scale),
      ),
      build("div", { class: "lab-bars__place" }, this.list, this.axis),
      this.note,
    );
    /** @type {Row[]} */ this.rows = [];
    new ResizeObserver(() => this.#thin()).observe(this.ticks);
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.rows = rows;
    this.#draw();
  }

  #draw() {
    const name = COLUMNS.find(([one]) => one === this.figure.value)?.[0] ?? "expanded";
    const figures = this.rows.map((row) => factsOf(row)[name]);
    const log = this.scale.value === "log";
    const values = figures.map(({ value }) => value ?? 0);
    const scale = barScale(name, values, log);
    fill(
      this.list,
      ...this.rows.map((row, at) => {
        const figure = figures[at];
        const value = values[at] ?? 0;
        const length = scale.length(value);
        const bar = build("span", {
          class: `lab-bar ${figure?.atLeast ? "lab-bar--open" : ""} ${value > 0 ? "lab-bar--some" : ""}`,
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
    fill(this.ticks, ...scale.ticks.map(tick));
    this.#thin();
    const open = figures.some(({ atLeast }) => atLeast)
      ? t` A striped bar was cut short by a limit or by Stop: the true figure is at least that.`
      : "";
    this.note.textContent =
      (log
        ? t`Logarithmic scale: equal lengths are equal factors. Bars start at ${scale.ticks[0]?.text}.`
        : t`Linear scale: lengths are proportional.`) +
      open;
  }

  /** Labels stand centred below their ticks, within the section; those that do not fit are left out, but for their ticks. */
  #thin() {
    const labels = /** @type {HTMLElement[]} */ ([...this.ticks.querySelectorAll(".lab-bars__label")]);
    for (const label of labels) {
      label.classList.remove("lab-bars__label--out");
      label.style.transform = "";
    }
    const { left: begin, right: end } = this.ticks.getBoundingClientRect();
    const centred = labels.map((label) => label.getBoundingClientRect());
    labels.forEach((label, at) => {
      const { left, right } = centred[at];
      const shift = Math.max(0, begin - BEYOND - left) - Math.max(0, right - end - BEYOND);
      if (shift) label.style.transform = `translateX(calc(-50% + ${shift}px))`;
    });
    const boxes = labels.map((label) => label.getBoundingClientRect());
    const kept = new Set(apart(boxes.map(({ left, right }) => ({ from: left, to: right }))));
    labels.forEach((label, at) => label.classList.toggle("lab-bars__label--out", !kept.has(at)));
  }
}

/**
 * A label under the bars.
 * @param {{at: number, text: string}} given
 * @returns {HTMLElement}
 */
function tick({ at, text }) {
  const label = build("span", { class: "lab-bars__label", text });
  const mark = build("span", { class: "lab-bars__tick" }, label);
  mark.style.insetInlineStart = `${(100 * at).toFixed(2)}%`;
  return mark;
}
