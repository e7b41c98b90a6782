/** The bars of "who did how much" as a picture: name, bar and figure of every search. */
import { barScale } from "./barscale.js";
import { chartPicture } from "./chartpicture.js";
import { build } from "./dom.js";
import { colours } from "./labparts.js";
import { COLUMNS, factsOf } from "./rowfacts.js";

const [WIDTH, LINE, BAR, GAP] = [900, 28, 16, 12]; // CSS pixels
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
  const drawing = draw(barsOf(bars.rows, column, log), colours(bars.element, TOKENS));
  const words = {
    title: `Who did how much? ${title}${log ? " (logarithmic scale)" : ""}`,
    lines: [...lines, bars.note.textContent ?? ""],
    marks: [],
  };
  return chartPicture(drawing, RATIO, words, bars.element);
}

const TOKENS = ["--accent", "--bg", "--ink"];

/**
 * @param {import("./comparison.js").Row[]} rows
 * @param {(typeof COLUMNS)[number][0]} column
 * @param {boolean} log
 * @returns {Bar[]}
 */
function barsOf(rows, column, log) {
  const figures = rows.map((row) => ({ name: row.name, ...factsOf(row)[column] }));
  const scale = barScale(column, figures.map(({ value }) => value ?? 0), log);
  return figures.map(({ name, text, value, atLeast }) => ({
    name,
    text,
    length: scale.length(value ?? 0),
    open: atLeast,
  }));
}

/**
 * @param {Bar[]} bars
 * @param {Record<string, string>} palette
 * @returns {HTMLCanvasElement}
 */
function draw(bars, palette) {
  const canvas = build("canvas");
  canvas.width = WIDTH * RATIO;
  canvas.height = bars.length * LINE * RATIO;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.scale(RATIO, RATIO);
  context.font = "14px system-ui, sans-serif";
  context.textBaseline = "middle";
  const widest = (/** @type {string[]} */ texts) =>
    Math.max(...texts.map((text) => context.measureText(text).width));
  const left = Math.min(WIDTH * 0.4, widest(bars.map(({ name }) => name))) + GAP;
  const right = WIDTH - widest(bars.map(({ text }) => text)) - GAP;
  bars.forEach((bar, at) => drawLine(context, bar, at * LINE + LINE / 2, [left, right], palette));
  return canvas;
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
 * A bar cut short by a limit, as on the page: striped.
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
