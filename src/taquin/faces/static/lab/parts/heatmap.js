/** States by g and h as a picture: the stronger the colour, the more; the line g + h = cost divides them. */
import { chartPicture } from "./chartpicture.js";
import { build, fill } from "../../shared/dom.js";
import { colours, plainTable, twin } from "./labparts.js";
import { compact, count } from "../../shared/measures.js";
import { amount, t } from "../../words/said.js";

const TOKENS = ["--accent", "--warn", "--ink-soft", "--ink", "--line", "--surface"];
const SIDES = { below: "--accent", equal: "--warn", above: "--ink-soft" };
const WEAKEST = 0.12; // opacity, of one state
const [LEFT, BOTTOM, TOP, RIGHT] = [44, 40, 12, 12];

/** @typedef {keyof typeof SIDES} Side */

/**
 * @typedef {object} Heat
 * @property {number[][]} counts counts[g][h]
 * @property {number | null} cost of the solution, where the line is drawn
 * @property {string} caption what is counted
 * @property {boolean} [divided] colour the sides of the line differently
 * @property {string} [across] what counts[…] stands for, if it is not g
 */

/** A heat map that keeps its size and theme, with its table. */
export class HeatMap {
  constructor() {
    this.canvas = build("canvas", { class: "lab-heat", role: "img" });
    this.caption = build("figcaption", { class: "note" });
    this.key = build("ul", { class: "lab-legend lab-key" });
    this.twin = twin(t`Show as a table`, () => this.#table());
    this.element = build(
      "figure",
      { class: "lab-stack" },
      this.canvas,
      this.key,
      this.caption,
      this.twin.element,
    );
    /** @type {Heat | null} */ this.heat = null;
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
  }

  /** @param {Heat} heat */
  show(heat) {
    this.heat = heat;
    this.caption.textContent = heat.caption;
    fill(
      this.key,
      ...keyOf(heat).map(({ side, few, many, words, strongest }) => {
        const ramp = build("span", { class: `lab-ramp lab-ramp--${side}`, "aria-hidden": "true" });
        ramp.style.setProperty("--full", `${100 * strongest}%`);
        return build("li", {}, words && build("span", { text: t`${words}:` }), build("span", { text: few }), ramp, build("span", { text: many }));
      }),
    );
    this.canvas.setAttribute("aria-label", t`${heat.caption} The table below has the numbers.`);
    this.redraw();
    this.twin.refresh();
  }

  redraw() {
    const { heat, canvas } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!heat || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.scale(ratio, ratio);
    draw(context, width, height, heat, colours(this.element, TOKENS));
  }

  /**
   * The picture as a file.
   * @param {string} title
   * @param {string[]} lines below it, above the caption
   * @returns {Promise<Blob>}
   */
  async picture(title = t`States by g and h`, lines = []) {
    if (!this.heat || this.element.hidden) {
      throw new Error(
        t`There is no map: it needs a board of at most nine cells and a search with an estimate.`,
      );
    }
    const palette = colours(this.element, TOKENS);
    const marks = keyOf(this.heat).map(({ side, few, many, words, strongest }) => ({
      text: words ? t`${words}: from ${few} to ${many}` : t`from ${few} to ${many}`,
      sample: rampSample(palette[SIDES[side]] ?? "", strongest),
    }));
    const words = { title, lines: [...lines, this.heat.caption], marks };
    const ratio = this.canvas.width / this.canvas.clientWidth;
    return chartPicture(this.canvas, ratio, words, this.element);
  }

  #table() {
    const { counts = [], caption = "", across } = this.heat ?? {};
    const rows = counts.flatMap((row, g) =>
      row.flatMap((states, h) =>
        states > 0 ? [across ? [g, h, count(states)] : [g, h, g + h, count(states)]] : [],
      ),
    );
    const head = across ? [across, "h", t`States`] : ["g", "h", t`f = g + h`, t`States`];
    return plainTable(caption, head, rows);
  }
}

/**
 * The key to the colours: each from its weakest, one state, to its strongest, the most in any cell
 * of its side of the line. All sides share one scale, so that not every side reaches the full colour.
 * @param {Heat} heat
 * @returns {Array<{side: Side, few: string, many: string, words: string, strongest: number}>} strongest: opacity
 */
export function keyOf({ counts, cost, divided }) {
  const most = Math.max(1, ...counts.flat());
  const of = (/** @type {Side} */ side, words = "") => {
    const cells = counts.flatMap((row, g) => row.filter((_, h) => !words || sideOf(g + h, cost) === side));
    const here = Math.max(1, ...cells);
    return { side, few: "1", many: t`${amount(here, "state")} a cell`, words, strongest: opacity(here, most) };
  };
  if (!divided || cost === null) return [of("below")];
  return [
    of("below", t`g + h below ${count(cost)}`),
    of("equal", t`g + h = ${count(cost)}`),
    of("above", t`g + h above ${count(cost)}`),
  ];
}

/**
 * The side of the line on which a cell lies.
 * @param {number} f  g + h
 * @param {number | null} cost  null: there is no line
 * @returns {Side}
 */
function sideOf(f, cost) {
  if (cost === null || f < cost) return "below";
  return f === cost ? "equal" : "above";
}

/**
 * How strong the colour of a cell is.
 * @param {number} states  in the cell, at least 1
 * @param {number} most  in any cell
 * @returns {number}
 */
function opacity(states, most) {
  return WEAKEST + (1 - WEAKEST) * (Math.log1p(states) / Math.log1p(most));
}

/**
 * A colour from its weakest to its strongest.
 * @param {string} colour
 * @param {number} strongest  opacity
 * @returns {import("./chartpicture.js").LegendEntry["sample"]}
 */
function rampSample(colour, strongest) {
  return (context, x, y) => {
    context.save();
    context.fillStyle = colour;
    for (let at = 0; at < 32; at++) {
      context.globalAlpha = WEAKEST + ((strongest - WEAKEST) * at) / 31;
      context.fillRect(x + at, y - 7, 1, 14);
    }
    context.restore();
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {number} height
 * @param {Heat} heat
 * @param {Record<string, string>} palette
 */
function draw(context, width, height, { counts, cost, divided, across: title }, palette) {
  const [across, down] = [counts.length, Math.max(1, ...counts.map((row) => row.length))];
  const [cell, line] = [(width - LEFT - RIGHT) / across, (height - TOP - BOTTOM) / down];
  const x = (/** @type {number} */ g) => LEFT + g * cell;
  const y = (/** @type {number} */ h) => height - BOTTOM - h * line;
  const most = Math.max(1, ...counts.flat());
  counts.forEach((row, g) =>
    row.forEach((states, h) => {
      if (!states) return;
      context.fillStyle = palette[SIDES[divided ? sideOf(g + h, cost) : "below"]] ?? "";
      context.globalAlpha = opacity(states, most);
      context.fillRect(x(g), y(h) - line, Math.max(1, cell - 1), Math.max(1, line - 1));
    }),
  );
  context.globalAlpha = 1;
  axes(context, { x, y, across, down, width, height, title: title ?? t`g: cost from the start` }, palette);
  if (cost !== null) diagonal(context, cost, x, y, palette);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{x: (g: number) => number, y: (h: number) => number, across: number, down: number, width: number, height: number, title: string}} frame
 * @param {Record<string, string>} palette
 */
function axes(context, { x, y, across, down, width, height, title }, palette) {
  context.fillStyle = palette["--ink-soft"] ?? "";
  context.font = "13px system-ui, sans-serif";
  context.textAlign = "center";
  const every = across > 40 ? 10 : across > 14 ? 5 : 2;
  for (let g = 0; g < across; g += every)
    context.fillText(compact(g), (x(g) + x(g + 1)) / 2, height - BOTTOM + 16);
  context.fillText(title, (LEFT + width - RIGHT) / 2, height - 6);
  context.textAlign = "right";
  const step = down > 40 ? 10 : down > 14 ? 5 : 2;
  for (let h = 0; h < down; h += step)
    context.fillText(compact(h), LEFT - 6, (y(h) + y(h + 1)) / 2 + 4);
  context.save();
  context.translate(13, (TOP + height - BOTTOM) / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(t`h: estimate`, 0, 0);
  context.restore();
}

/**
 * Just above the cells where g + h is the cost: states beyond it are never needed.
 * @param {CanvasRenderingContext2D} context
 * @param {number} cost
 * @param {(g: number) => number} x
 * @param {(h: number) => number} y
 * @param {Record<string, string>} palette
 */
function diagonal(context, cost, x, y, palette) {
  context.save();
  context.beginPath();
  context.rect(x(0), TOP - 2, context.canvas.width, y(0) - TOP + 2);
  context.clip();
  context.strokeStyle = palette["--ink"] ?? "";
  context.lineWidth = 2;
  context.beginPath();
  for (let g = 0; g <= cost + 1; g++) {
    context.lineTo(x(g), y(cost + 1 - g));
    context.lineTo(x(g + 1), y(cost + 1 - g));
  }
  context.stroke();
  context.restore();
}
