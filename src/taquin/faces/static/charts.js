/** The charts of a comparison: curves over time or expansions, bars per contour; each with a table. */
import uPlot from "./uplot/uPlot.esm.js";
import { build, fill } from "./dom.js";
import { canvasBlob, choose, colours, field, plainTable, twin } from "./labparts.js";
import { count, duration, short } from "./measures.js";
import { WorkBars } from "./workbars.js";

/** @typedef {import("./comparison.js").Row} Row */

/**
 * @typedef {object} Kind
 * @property {string} question
 * @property {string} x
 * @property {string} y
 * @property {(row: Row) => {x: number[], y: Array<number | null>} | null} data null: not of this row
 * @property {boolean} [steps] the value holds until the next one
 * @property {boolean} [bars]
 * @property {(x: number) => string} [words] of the x axis
 */

/** Every chart by the question it answers. */
export const KINDS = /** @type {Record<string, Kind>} */ ({
  frontier: {
    question: "Why does a search run out of memory? Frontier over time",
    x: "seconds",
    y: "nodes waiting",
    data: ({ series }) => ({ x: [0, ...series.seconds], y: [1, ...series.frontier] }),
    words: duration,
  },
  reached: {
    question: "What is kept? Reached states over expansions",
    x: "expanded",
    y: "states kept",
    data: ({ series }) => ({ x: [0, ...series.expanded], y: [1, ...series.reached] }),
  },
  expanded: {
    question: "How fast is it? Expansions over time",
    x: "seconds",
    y: "expanded",
    data: ({ series }) => ({ x: [0, ...series.seconds], y: [0, ...series.expanded] }),
    words: duration,
  },
  bound: {
    question: "Is the proof advancing? Proved least cost over expansions",
    x: "expanded",
    y: "proved least cost",
    steps: true,
    data: ({ series }) => ({ x: series.expanded, y: series.bound }),
  },
  contours: {
    question: "Why is iterative deepening slow? Expansions of every contour",
    x: "bound",
    y: "expanded in the contour",
    bars: true,
    data: ({ result }) => {
      const contours = result?.stats?.contours ?? [];
      return contours.length > 0
        ? { x: contours.map(([bound]) => bound), y: contours.map(([, states]) => states) }
        : null;
    },
  },
});

const COLOURS = ["--lab-1", "--lab-2", "--lab-3", "--lab-4", "--lab-5", "--lab-6"];
const DASHES = [[], [7, 4]];

/** One chart at a time, chosen by its question; drawn at most ten times a second. */
export class Charts {
  constructor() {
    this.holder = build("div", { class: "lab-chart", role: "img" });
    this.legend = build("ul", { class: "lab-legend" });
    this.none = build("p", { class: "note", text: "No figures for this chart yet.", hidden: true });
    this.twin = twin("The same as a table", () => this.#table());
    /** @type {Set<number>} */ this.hidden = new Set();
    /** @type {Row[]} */ this.rows = [];
    /** @type {uPlot | null} */ this.plot = null;
    this.kind = "work";
    this.log = false;
    this.bars = new WorkBars();
    this.shape = "";
    this.due = 0;
    const log = build("input", { type: "checkbox" });
    log.addEventListener("change", () => {
      this.log = log.checked;
      this.shape = "";
      this.draw();
    });
    this.scale = build("label", { class: "choice" }, log, "Logarithmic axes");
    const select = choose(
      [["work", "Who did how much? Every search by one figure"], ...questions()],
      this.kind,
      (kind) => this.choose(kind),
    );
    this.element = build(
      "div",
      { class: "lab-stack" },
      field("Chart", select),
      this.bars.element,
      this.scale,
      this.none,
      this.holder,
      this.legend,
      this.twin.element,
    );
    new ResizeObserver(() => this.#resize()).observe(this.holder);
  }

  /** @param {string} kind */
  choose(kind) {
    this.kind = kind;
    this.shape = "";
    this.draw();
  }

  /** @param {Row[]} rows */
  start(rows) {
    this.rows = rows;
    this.hidden.clear();
    this.shape = "";
    this.draw();
  }

  /** News have come: draw soon, together with other news. */
  update() {
    if (this.due) return;
    this.due = window.setTimeout(() => {
      this.due = 0;
      this.draw();
    }, 100);
  }

  /** The theme has changed. */
  recolour() {
    this.shape = "";
    this.draw();
  }

  get #kind() {
    return /** @type {Kind} */ (KINDS[this.kind]);
  }

  /** Bars for every search, or curves for those that have the figures. */
  draw() {
    const bars = this.kind === "work";
    const shown = bars ? [] : this.#shown();
    const empty = shown.length === 0;
    this.bars.element.hidden = !bars || this.rows.length === 0;
    this.none.hidden = bars ? this.rows.length > 0 : !empty;
    this.scale.hidden = bars || empty || Boolean(this.#kind?.bars);
    this.holder.hidden = this.legend.hidden = this.twin.element.hidden = empty;
    if (bars) this.bars.show(this.rows);
    else if (!empty) this.#curves(shown);
  }

  /** Rows that have figures for this chart. */
  #shown() {
    return this.rows.flatMap((row) => {
      const data = this.#kind.data(row);
      return data && data.y.some((value) => value !== null) && row.series.seconds.length > 0
        ? [{ row, data }]
        : [];
    });
  }

  /** @param {Array<{row: Row, data: {x: number[], y: Array<number | null>}}>} shown */
  #curves(shown) {
    const shape = `${this.kind} ${shown.map(({ row }) => row.number).join(" ")}`;
    const log = this.log && !this.#kind.bars;
    const tables = shown.map(({ data }) => {
      const keep = orderly(data.x, log ? Number.MIN_VALUE : -1);
      return /** @type {uPlot.AlignedData} */ ([keep(data.x), keep(data.y)]);
    });
    const data = uPlot.join(tables);
    if (shape !== this.shape || !this.plot) {
      this.shape = shape;
      this.plot?.destroy();
      this.plot = new uPlot(this.#options(shown.map(({ row }) => row)), data, this.holder);
      fill(this.legend, ...shown.map(({ row }, at) => this.#chip(row, at)));
    } else {
      this.plot.setData(data);
    }
    this.holder.setAttribute(
      "aria-label",
      `${this.#kind.question}, of ${shown.length} searches; the table below has the figures.`,
    );
    this.twin.refresh();
  }

  #resize() {
    const width = this.holder.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) {
      this.plot.setSize({ width, height: this.plot.height });
    }
  }

  /**
   * @param {Row[]} rows
   * @returns {uPlot.Options}
   */
  #options(rows) {
    const kind = this.#kind;
    const log = this.log && !kind.bars;
    const palette = colours(this.holder, [...COLOURS, "--ink-soft", "--line"]);
    const axis = {
      stroke: palette["--ink-soft"],
      grid: { stroke: palette["--line"], width: 1 },
      ticks: { stroke: palette["--line"], width: 1 },
      font: "13px system-ui, sans-serif",
      labelFont: "13px system-ui, sans-serif",
    };
    const words = (/** @type {uPlot} */ _, /** @type {number[]} */ values) =>
      values.map((value) => tick(value, kind.words));
    const bars = uPlot.paths.bars?.({ size: [0.8 / Math.max(1, rows.length), 40] });
    const steps = uPlot.paths.stepped?.({ align: 1 });
    return {
      width: Math.max(200, this.holder.clientWidth),
      height: 300,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false, distr: log ? 3 : 1 }, y: { distr: log ? 3 : 1 } },
      axes: [
        { ...axis, label: kind.x, values: words, space: 70 },
        {
          ...axis,
          label: kind.y,
          values: (_, values) => values.map((value) => tick(value)),
          size: 64,
        },
      ],
      series: [
        { label: kind.x },
        ...rows.map((row, at) => ({
          label: row.name,
          show: !this.hidden.has(row.number),
          stroke: palette[COLOURS[at % COLOURS.length] ?? ""],
          dash: DASHES[Math.floor(at / COLOURS.length)] ?? [],
          width: 2,
          spanGaps: true,
          points: { show: false },
          ...(kind.bars ? { fill: palette[COLOURS[at % COLOURS.length] ?? ""] } : {}),
          ...(kind.bars && bars ? { paths: bars } : kind.steps && steps ? { paths: steps } : {}),
        })),
      ],
      hooks: { setCursor: [(plot) => this.#readOut(plot)] },
    };
  }

  /**
   * @param {Row} row
   * @param {number} at
   */
  #chip(row, at) {
    const value = build("span", { class: "lab-legend__value" });
    const chip = build(
      "button",
      {
        type: "button",
        class: "lab-legend__chip",
        "aria-pressed": String(!this.hidden.has(row.number)),
        on: {
          click: () => {
            const show = this.hidden.has(row.number);
            if (show) this.hidden.delete(row.number);
            else this.hidden.add(row.number);
            chip.setAttribute("aria-pressed", String(show));
            this.plot?.setSeries(at + 1, { show });
          },
        },
      },
      build("span", {
        class: `lab-line lab-line--${(at % COLOURS.length) + 1} ${at >= COLOURS.length ? "lab-line--dashed" : ""}`,
        "aria-hidden": "true",
      }),
      build("span", { text: row.name }),
      value,
    );
    return build("li", {}, chip);
  }

  /** @param {uPlot} plot */
  #readOut(plot) {
    const at = plot.cursor.idx;
    this.legend.querySelectorAll(".lab-legend__value").forEach((element, number) => {
      const column = plot.data[number + 1];
      let place = at ?? -1;
      while (column && place >= 0 && column[place] == null) place -= 1;
      const value = at == null ? null : column?.[place];
      element.textContent = value == null ? "" : short(value);
    });
  }

  #table() {
    const kind = this.#kind;
    const rows = this.#shown().flatMap(({ row, data }) =>
      sample(data.x.length, 12).map((at) => [
        row.name,
        kind.words ? kind.words(data.x[at] ?? 0) : count(data.x[at] ?? 0),
        data.y[at] == null ? "–" : count(data.y[at] ?? 0),
      ]),
    );
    return plainTable(kind.question, ["Search", kind.x, kind.y], rows);
  }

  /**
   * The picture as a file.
   * @returns {Promise<Blob>}
   */
  async picture() {
    const drawn = this.plot?.ctx.canvas;
    if (!drawn) throw new Error("There is no chart yet; run a comparison first.");
    return canvasBlob([drawn], colours(this.holder, ["--surface"])["--surface"] ?? "white");
  }
}

/**
 * uPlot wants rising x: of several values at one x the last is kept.
 * @param {number[]} x
 * @param {number} least smaller ones are left out
 * @returns {<T>(column: T[]) => T[]}
 */
function orderly(x, least) {
  const kept = x.map(
    (value, at) => value >= least && (at === x.length - 1 || value < (x[at + 1] ?? value)),
  );
  return (column) => column.filter((_, at) => kept[at]);
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

/**
 * @param {number | null} value null: a tick that a logarithmic axis leaves blank
 * @param {(value: number) => string} [words]
 * @returns {string}
 */
function tick(value, words) {
  if (value === null) return "";
  return words && value > 0 ? words(value) : short(value);
}

/** @returns {Array<[string, string]>} */
function questions() {
  return Object.entries(KINDS).map(([name, { question }]) => [name, question]);
}
