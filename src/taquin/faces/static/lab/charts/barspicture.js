/** The bars of "How much work did each search do?" as a picture: name, bar and figure of each. */
import { apart, barScale } from "./barscale.js";
import { chartPicture } from "../parts/chartpicture.js";
import { build } from "../../shared/dom.js";
import { colours } from "../parts/labparts.js";
import { COLUMNS, factsOf } from "../comparison/rowfacts.js";
import { t } from "../../words/said.js";

const [WIDTH, LINE, BAR, GAP, AXIS] = [900, 28, 16, 12, 30]; // CSS pixels
const RATIO = 2; // pixels to each of them: sharp on a projector too

/** @typedef {{name: string, text: string, length: number, open: boolean}} Bar length: 0 to 1 */

/**
 * @param {import("./workbars.js").WorkBars} bars as they are shown
 * @param {string[]} lines below the title
 * @returns {Promise<Blob>} a PNG
 */
export function barsPicture(bars, lines) {
  const [column, title] = COLUMNS.find(([name]) => name === bars.figure.value) ?? ["expanded", ""];
  const log = bars.scale.value === "log";
  const figures = bars.rows.map((row) => ({ name: row.name, ...factsOf(row)[column] }));
  const scale = barScale(column, figures.map(({ value }) => value ?? 0), log);
  const drawing = draw(barsOf(figures, scale), scale.ticks, colours(bars.element, TOKENS));
  const words = {
    title: t`How much work did each search do? ${title}${log ? t` (logarithmic scale)` : ""}`,
    lines: [...lines, bars.note.textContent ?? ""],
    marks: [],
  };
  return chartPicture(drawing, RATIO, words, bars.element);
}

const TOKENS = ["--accent", "--bg", "--ink", "--ink-soft"];

/**
 * @param {Array<{name: string, text: string, value: number | null, atLeast: boolean}>} figures
 * @param {import("./barscale.js").BarScale} scale
 * @returns {Bar[]}
 */
function barsOf(figures, scale) {
  return figures.map(({ name, text, value, atLeast }) => ({
    name,
    text,
    length: scale.length(value ?? 0),
    open: atLeast,
  }));
}

/**
 * @param {Bar[]} bars
 * @param {import("./barscale.js").BarScale["ticks"]} ticks
 * @param {Record<string, string>} palette
 * @returns {HTMLCanvasElement}
 */
function draw(bars, ticks, palette) {
  const canvas = build("canvas");
  canvas.width = WIDTH * RATIO;
  canvas.height = (bars.length * LINE + AXIS) * RATIO;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.scale(RATIO, RATIO);
  context.font = "14px system-ui, sans-serif";
  context.textBaseline = "middle";
  const widest = (/** @type {string[]} */ texts) =>
    Math.max(...texts.map((text) => context.measureText(text).width));
  const left = Math.min(WIDTH * 0.4, widest(bars.map(({ name }) => name))) + GAP;
  const right = WIDTH - widest(bars.map(({ text }) => text)) - GAP;
  bars.forEach((bar, at) => drawLine(context, bar, at * LINE + LINE / 2, [left, right], palette));
  drawAxis(context, ticks, bars.length * LINE, [left, right], palette);
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./barscale.js").BarScale["ticks"]} ticks
 * @param {number} y
 * @param {[left: number, right: number]} track
 * @param {Record<string, string>} palette
 */
function drawAxis(context, ticks, y, [left, right], palette) {
  context.fillStyle = palette["--ink-soft"] ?? "";
  context.font = "13px system-ui, sans-serif";
  context.fillRect(left, y, right - left, 1);
  const labels = ticks.map(({ at, text }) => {
    const wide = context.measureText(text).width;
    const x = left + at * (right - left);
    context.fillRect(x, y, 1, 6);
    const from = Math.min(x - wide / 2, WIDTH - wide);
    return { text, from, to: from + wide };
  });
  for (const at of apart(labels)) context.fillText(labels[at]?.text ?? "", labels[at]?.from ?? 0, y + 18);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Bar} bar
 * @param {number} middle
 * @param {[left: number, right: number]} track in which the bar lies
 * @param {Record<string, string>} palette
 */
function drawLine(context, { name, text, length, open }, middle, [left, right], palette) {
  const top = middle - BAR / 2;
  context.fillStyle = palette["--ink"] ?? "";
  context.fillText(name, 0, middle, left - GAP);
  context.textAlign = "right";
  context.fillText(text, WIDTH, middle);
  context.textAlign = "left";
  context.fillStyle = palette["--bg"] ?? "";
  context.fillRect(left, top, right - left, BAR);
  context.fillStyle = palette["--accent"] ?? "";
  const long = length * (right - left);
  if (open) stripes(context, left, top, long);
  else context.fillRect(left, top, long, BAR);
}

/**
 * A bar cut short by a limit is striped, as on the page.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} long
 */
function stripes(context, x, y, long) {
  context.save();
  context.beginPath();
  context.rect(x, y, long, BAR);
  context.clip();
  context.beginPath();
  for (let at = x - BAR; at < x + long; at += 14) {
    context.moveTo(at, y + BAR);
    context.lineTo(at + BAR, y);
    context.lineTo(at + BAR + 8, y);
    context.lineTo(at + 8, y + BAR);
  }
  context.fill();
  context.restore();
}
