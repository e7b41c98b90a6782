/** Curves on a uPlot canvas, in the colours of the page, with a legend of buttons. */
import { labelled, thousandsFrom } from "./barscale.js";
import { COLOURS } from "../comparison/linenumbers.js";
import { chartPicture } from "../parts/chartpicture.js";
import { build, fill } from "../../shared/dom.js";
import { colours } from "../parts/labparts.js";
import { compact } from "../../shared/measures.js";
import "./language.js";
import uPlot from "./uplot/uPlot.min.js";
import { amount, inSequence, t } from "../../words/said.js";

/** @typedef {import("./chartkinds.js").Kind} Kind */
/** @typedef {import("./chartkinds.js").Curve} Curve */

const LINE_TOKENS = COLOURS.map((name) => `--lab-${name}`);
// Besides its colour every curve has its own dash pattern: not everyone can tell the colours apart.
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [4, 2], [14, 4]];
/** @param {number} width  of a chart, in pixels; a wide one is higher, too */
const heightOf = (width) => Math.max(300, Math.round(width / 4.5));
const BAR_LABEL = 48;
const LARGER = 2; // times, for a picture: sharp on a projector too

/**
 * @typedef {object} Drawn
 * @property {Kind} kind
 * @property {Curve[]} curves
 * @property {boolean} log both axes logarithmic, of bars the upright one
 * @property {uPlot.AlignedData} data
 */

/** One plot; rebuilt when its curves change, otherwise given new data. */
export class Plot {
  constructor() {
    this.holder = build("div", { class: "lab-chart", role: "img" });
    this.legend = build("ul", { class: "lab-legend" });
    /** @type {Set<string>} names of curves switched off */ this.hidden = new Set();
    /** @type {uPlot | null} */ this.plot = null;
    this.shape = "";
    /** @type {Drawn | null} */ this.shown = null;
    new ResizeObserver(() => this.#resize()).observe(this.holder);
  }

  /** Redraw everything next time: the theme has changed. */
  reset() {
    this.shape = "";
  }

  /**
   * @param {Kind} kind
   * @param {Curve[]} curves at least one
   * @param {boolean} log both axes logarithmic, of bars the upright one
   */
  show(kind, curves, log) {
    const tables = curves.map(({ x, y }) => {
      const keep = orderly(x, log && !kind.bars ? Number.MIN_VALUE : -1);
      const shown = log && kind.bars ? y.map((value) => value || null) : y;
      return /** @type {uPlot.AlignedData} */ ([keep(x), keep(shown)]);
    });
    const data = uPlot.join(tables);
    this.shown = { kind, curves, log, data };
    const shape = JSON.stringify([kind.question, log, curves.map(({ name, line, exact }) => [name, line, exact])]);
    if (shape !== this.shape || !this.plot) {
      this.shape = shape;
      this.plot?.destroy();
      const hooks = { setCursor: [(/** @type {uPlot} */ plot) => this.#readOut(plot)] };
      this.plot = new uPlot({ ...this.#options(this.shown), hooks }, data, this.holder);
      fill(this.legend, ...curves.map(({ name, line }, at) => this.#chip(name, at, line ?? at)));
    } else {
      this.plot.setData(data);
    }
    const name = inSequence(kind.question, kind.what);
    this.holder.setAttribute(
      "aria-label",
      t`${name}: ${amount(curves.length, "curve")}; the table below has the figures.`,
    );
  }

  #resize() {
    const width = this.holder.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) {
      this.plot.setSize({ width, height: heightOf(width) });
    }
  }

  /**
   * @param {Drawn} shown
   * @param {number} [scale] of every length
   * @returns {uPlot.Options}
   */
  #options({ kind, curves, log }, scale = 1) {
    const palette = colours(this.holder, [...LINE_TOKENS, "--ink-soft", "--line"]);
    const font = `${13 * scale}px system-ui, sans-serif`;
    const line = { stroke: palette["--line"], width: scale };
    const axis = {
      stroke: palette["--ink-soft"],
      grid: line,
      ticks: { ...line, size: 6 * scale },
      gap: 4 * scale,
      labelSize: 22 * scale,
      font,
      labelFont: font,
    };
    const ticks =
      (/** @type {((x: number) => string) | undefined} */ words) =>
      (/** @type {uPlot} */ _, /** @type {number[]} */ values) =>
        values.map((value) => tick(value, words, Math.max(...values.map(Number))));
    const underBars = (/** @type {uPlot} */ { data, width }) =>
      labelled(data[0], width / (BAR_LABEL * scale));
    const width = Math.max(200, this.holder.clientWidth);
    return {
      width: scale * width,
      height: scale * heightOf(width),
      // The last number of the lower axis stands beyond its end by half.
      padding: [null, 16 * scale, null, null],
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: {
        x: {
          time: false,
          distr: log && !kind.bars ? 3 : 1,
          ...(kind.bars ? { range: roomForBars } : {}),
        },
        y: { distr: log ? 3 : 1 },
      },
      axes: [
        {
          ...axis,
          label: kind.x,
          values: ticks(kind.words),
          space: 70 * scale,
          size: 32 * scale,
          ...(kind.bars ? { splits: underBars } : {}),
        },
        { ...axis, label: kind.y, values: ticks(undefined), space: 30 * scale, size: upTo(64 * scale) },
      ],
      series: [
        { label: kind.x },
        ...curves.map(({ name, line }, at) => ({
          label: name,
          show: !this.hidden.has(name),
          stroke: palette[tokenOf(line ?? at)],
          ...lineStyle(kind, curves, at, palette, scale),
        })),
      ],
    };
  }

  /**
   * A curve in the legend: pressed while it is drawn; the cursor's value is next to it.
   * @param {string} name
   * @param {number} at
   * @param {number} line
   */
  #chip(name, at, line) {
    const chip = build(
      "button",
      {
        type: "button",
        class: "lab-legend__chip",
        "aria-pressed": String(!this.hidden.has(name)),
        on: {
          click: () => {
            const show = this.hidden.has(name);
            if (show) this.hidden.delete(name);
            else this.hidden.add(name);
            chip.setAttribute("aria-pressed", String(show));
            this.plot?.setSeries(at + 1, { show });
          },
        },
      },
      sampleLine(line),
      build("span", { text: name }),
      build("span", { class: "lab-legend__value" }),
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
      element.textContent = value == null ? "" : compact(value);
    });
  }

  /**
   * The picture as a file, with the curves that are switched on in its legend.
   * @param {string[]} lines below its title
   * @returns {Promise<Blob>}
   */
  async picture(lines) {
    const { shown } = this;
    if (!shown || this.holder.hidden) {
      throw new Error(t`This chart has no curves to save: no search has data for it.`);
    }
    const palette = colours(this.holder, LINE_TOKENS);
    const plot = await this.#enlarged(shown);
    const marks = plot.series.slice(1).flatMap(({ label, show }, at) => {
      const sample = lineSample(shown.curves[at]?.line ?? at, palette);
      return show ? [{ text: String(label), sample }] : [];
    });
    const words = { title: inSequence(shown.kind.question, shown.kind.what), lines, marks };
    plot.destroy();
    return chartPicture(plot.ctx.canvas, uPlot.pxRatio * LARGER, words, this.holder);
  }

  /**
   * The same plot off the page, with all lengths enlarged.
   * @param {Drawn} shown
   * @returns {Promise<uPlot>} drawn
   */
  #enlarged(shown) {
    return new Promise((resolve) => {
      const options = { ...this.#options(shown, LARGER), hooks: { draw: [resolve] } };
      new uPlot(options, shown.data, build("div"));
    });
  }
}

/**
 * @param {Kind} kind
 * @param {Curve[]} curves
 * @param {number} at
 * @param {Record<string, string>} palette
 * @param {number} scale
 * @returns {Partial<uPlot.Series>}
 */
function lineStyle(kind, curves, at, palette, scale) {
  const bars =
    kind.bars && curves.length === 1 ? uPlot.paths.bars?.({ size: [0.7, 40 * scale] }) : undefined;
  const line = curves[at]?.line ?? at;
  if (bars) return { paths: bars, fill: palette[tokenOf(line)] ?? "", points: { show: false } };
  const steps = curves[at]?.exact ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    dash: dashOf(line).map((length) => length * scale),
    width: 2 * scale,
    spanGaps: true,
    // A search with few samples has a short line: its samples are marked.
    points: { show: kind.bars === true || (curves[at]?.x.length ?? 0) <= 3 },
    ...(steps ? { paths: steps } : {}),
  };
}

/**
 * @param {number} line
 * @returns {string} the token of its colour
 */
function tokenOf(line) {
  return LINE_TOKENS[line % LINE_TOKENS.length] ?? "";
}

/**
 * Curves of the same colour, from the seventh on, have the dash of another.
 * @param {number} line
 * @returns {number[]}
 */
function dashOf(line) {
  return DASHES[(line + Math.floor(line / COLOURS.length)) % DASHES.length] ?? [];
}

/**
 * @param {number} line the number of a line
 * @returns {SVGSVGElement} as it is drawn, for the legend
 */
function sampleLine(line) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 32 4");
  svg.setAttribute("class", `lab-line lab-line--${COLOURS[line % COLOURS.length]}`);
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", "M0 2H32");
  path.setAttribute("stroke-dasharray", dashOf(line).join(" "));
  svg.append(path);
  return svg;
}

/**
 * @param {number} line the number of a line
 * @param {Record<string, string>} palette
 * @returns {import("../parts/chartpicture.js").LegendEntry["sample"]} the same on a canvas
 */
function lineSample(line, palette) {
  return (context, x, y) => {
    context.save();
    context.strokeStyle = palette[tokenOf(line)] ?? "";
    context.lineWidth = 3;
    context.setLineDash(dashOf(line));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 32, y);
    context.stroke();
    context.restore();
  };
}

/**
 * As wide as the numbers of an upright axis: a phone has no room to spare.
 * @param {number} most
 * @returns {uPlot.Axis.Size}
 */
function upTo(most) {
  return ({ axes, ctx }, values, at) => {
    const { font, gap = 0, ticks } = axes[at] ?? {};
    if (!values?.length) return most;
    ctx.save();
    ctx.font = String(Array.isArray(font) ? font[0] : font);
    const widest = Math.max(...values.map((text) => ctx.measureText(text).width)) / uPlot.pxRatio;
    ctx.restore();
    return Math.min(most, Math.ceil(widest + gap + (ticks?.size ?? 0)));
  };
}

/**
 * Half a bar more on either side, so that none is cut off.
 * @param {uPlot} _
 * @param {number} least
 * @param {number} most
 * @returns {[number, number]}
 */
function roomForBars(_, least, most) {
  return [least - 1, most + 1];
}

/**
 * uPlot needs increasing x: of several values at one x the last is kept.
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
 * @param {number | null} value null: a tick that a logarithmic axis leaves blank
 * @param {((value: number) => string) | undefined} words
 * @param {number} largest  of the axis: one unit for all
 * @returns {string}
 */
function tick(value, words, largest) {
  if (value === null) return "";
  return words && value > 0 ? words(value) : compact(value, { thousands: thousandsFrom(largest) });
}
