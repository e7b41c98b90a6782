/** The drawings of the progress: games in order, sessions, and a histogram. */
import { build, draw, fill } from "../shared/dom.js";
import { averagesOf, quantile, readableStep, recordsOf } from "./progress.js";
import { t } from "../words/said.js";

/** @typedef {import("./progress.js").ProgressMeasure} ProgressMeasure */
/** @typedef {import("./progress.js").ProgressValue} ProgressValue */
/** @typedef {{measure: ProgressMeasure, text: (value: number) => string, name: string, tick?: (value: number, step: number) => string, mixed?: boolean}} Axis  tick: of a round value, one of many a step apart; mixed: of several kinds of boards, of which no value is better than another's */
/** @typedef {{x: (place: number) => number, y: (value: number) => number, top: number, parts: SVGElement[]}} ChartFrame */

/** In units of a sixteenth of the page's letters, so that words keep their places where those are larger. */
const HEIGHT = 240;
const EDGE = { left: 62, right: 10, top: 12, bottom: 40 };

/**
 * A figure that redraws itself when its width changes. Its note says below the drawing what the marks are.
 * @param {string} caption
 * @returns {{element: HTMLElement, show(label: string, paint: (width: number) => SVGElement[], note?: string): void}}
 */
export function buildChart(caption) {
  const svg = draw("svg", { class: "chart", role: "img" });
  const note = build("p", { class: "note", hidden: true });
  const element = build("figure", { class: "chart__figure" }, build("figcaption", { text: caption }), svg, note);
  let [width, label] = [600, ""];
  let paint = /** @type {(width: number) => SVGElement[]} */ (() => []);
  const repaint = () => {
    svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    svg.setAttribute("aria-label", label);
    fill(svg, ...paint(width));
  };
  new ResizeObserver(([entry]) => {
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const now = Math.round(entry.contentRect.width / unit);
    if (now === 0 || now === width) return;
    width = now;
    repaint();
  }).observe(element);
  return {
    element,
    show(words, painter, legend = "") {
      [label, paint] = [words, painter];
      note.textContent = legend;
      note.hidden = legend === "";
      repaint();
    },
  };
}

/**
 * Axes of values upwards from 0, and places from left to right.
 * @param {number} width
 * @param {number} top  the greatest value shown
 * @param {number} places
 * @param {Axis} axis
 * @param {string} below  the name of the places
 * @returns {ChartFrame}
 */
function frameOf(width, top, places, { measure, text, tick = text }, below) {
  const [right, bottom] = [width - EDGE.right, HEIGHT - EDGE.bottom];
  const step = readableStep(top, 4, measure);
  // Up to the next line, so that the greatest value stands below the edge.
  const reach = step * (Math.floor(top / step + 1e-9) + 1);
  const x = (/** @type {number} */ place) => EDGE.left + ((place + 0.5) / places) * (right - EDGE.left);
  const y = (/** @type {number} */ value) => bottom - (Math.min(value, reach) / reach) * (bottom - EDGE.top);
  const parts = [];
  for (let value = 0; value <= reach * (1 + 1e-9); value += step) {
    parts.push(draw("line", { class: "chart__grid", x1: EDGE.left, x2: right, y1: y(value), y2: y(value) }));
    parts.push(draw("text", { class: "chart__tick", x: EDGE.left - 6, y: y(value) + 4, "text-anchor": "end" }, tick(value, step)));
  }
  parts.push(draw("text", { class: "chart__tick", x: (EDGE.left + right) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, below));
  return { x, y, top: reach, parts };
}

/** @param {SVGElement[]} parts @param {number} x @param {string} text */
function mark(parts, x, text) {
  const place = { class: "chart__tick", x, y: HEIGHT - EDGE.bottom + 19, "text-anchor": "middle" };
  parts.push(draw("text", place, text));
}

/** Games a session from which on lines between sessions help: with fewer they would be a fence. */
const GAMES_APART = 3;

/**
 * Whether lines separate the sessions.
 * @param {ProgressValue[]} points
 */
export function sessionsApart(points) {
  const sessions = new Set(points.map(({ session }) => session)).size;
  return sessions > 1 && points.length >= GAMES_APART * sessions;
}

/**
 * Whether there are averages enough for a line.
 * @param {ProgressValue[]} points
 */
export function hasLine(points) {
  return averagesOf(points).filter((value) => value !== null).length > 1;
}

/**
 * The most marks below a chart. Readable steps are up to 2.5 times as wide as asked for, and five leave at least two.
 * @param {number} width
 */
const marksIn = (width) => Math.max(5, width / 90);

/** How wide a digit of a tick is. */
const DIGIT = 8.3;

/** Half an arrow and the gap to its words. */
const ARROW = 7;

/**
 * What is off the scale: an arrow at the upper edge, with its value on the side where there is room.
 * @param {SVGElement[]} parts
 * @param {Array<{x: number, text: string, record: boolean}>} all  from left to right
 * @param {number} right  where the chart ends
 */
function pointUp(parts, all, right) {
  let free = EDGE.left;
  all.forEach(({ x, text, record }, i) => {
    parts.push(draw("path", { class: record ? "chart__record" : "chart__dot", d: `M${x} ${EDGE.top - 7}l4 7h-8z` }));
    const [words, room] = [`↑ ${text}`, 2 * ARROW + DIGIT * (text.length + 1)];
    if (x + room <= (i + 1 < all.length ? all[i + 1].x - ARROW : right)) {
      parts.push(draw("text", { class: "chart__tick", x: x + ARROW, y: EDGE.top - 2, "text-anchor": "start" }, words));
      free = x + room;
    } else {
      if (x - room >= free) parts.push(draw("text", { class: "chart__tick", x: x - ARROW, y: EDGE.top - 2, "text-anchor": "end" }, words));
      free = x + ARROW;
    }
  });
}

/**
 * The greatest value that the games are drawn to. Few extreme games stand above it, so that they do
 * not flatten all others.
 * @param {ProgressValue[]} points
 */
const topOf = (points) => {
  const values = points.map(({ value }) => value);
  return Math.min(Math.max(...values), 2.5 * quantile(values, 0.9)) || 1;
};

/**
 * Each game a dot, records ringed, the average of twelve as a line, sessions apart; an arrow where a
 * game is off the scale.
 * @param {ProgressValue[]} points
 * @param {Axis} axis
 * @returns {(width: number) => SVGElement[]}
 */
export function gamesPainter(points, axis) {
  return (width) => {
    const values = points.map(({ value }) => value);
    const { x, y, parts, top: reach } = frameOf(width, topOf(points), points.length, axis, t`games`);
    const every = readableStep(points.length, marksIn(width), "over");
    for (let game = every; game <= points.length; game += every) mark(parts, x(game - 1), String(game));
    const apart = sessionsApart(points);
    points.forEach(({ session }, i) => {
      if (!apart || i === 0 || session === points[i - 1].session) return;
      const between = (x(i - 1) + x(i)) / 2;
      parts.push(draw("line", { class: "chart__session", x1: between, x2: between, y1: EDGE.top, y2: HEIGHT - EDGE.bottom }));
    });
    points.forEach(({ value }, i) => {
      if (value <= reach) parts.push(draw("circle", { class: "chart__dot", cx: x(i), cy: y(value), r: 3 }));
    });
    const line = averagesOf(points).flatMap((value, i) => (value === null ? [] : [`${x(i)} ${y(value)}`]));
    if (hasLine(points)) parts.push(draw("path", { class: "chart__average", d: `M${line.join("L")}` }));
    const records = axis.mixed ? [] : recordsOf(points, axis.measure);
    for (const i of records) {
      if (values[i] <= reach) parts.push(draw("circle", { class: "chart__record", cx: x(i), cy: y(values[i]), r: 5 }));
    }
    const above = points.flatMap(({ value }, i) => (value > reach ? [{ x: x(i), text: axis.text(value), record: records.includes(i) }] : []));
    pointUp(parts, above, width - EDGE.right);
    return parts;
  };
}

/**
 * Each session a bar between its quartiles, with the median across; a ring where its best was better than all before.
 * @param {import("./progress.js").SessionFigures[]} sessions
 * @param {Axis} axis
 * @returns {(width: number) => SVGElement[]}
 */
export function sessionsPainter(sessions, axis) {
  return (width) => {
    const top = Math.max(...sessions.flatMap(({ high, best }) => [high, best])) || 1;
    const { x, y, parts } = frameOf(width, top, sessions.length, axis, "sessions");
    const every = readableStep(sessions.length, marksIn(width), "over");
    for (let session = every; session <= sessions.length; session += every) mark(parts, x(session - 1), String(session));
    const wide = Math.max(3, Math.min(24, (0.6 * (width - EDGE.left - EDGE.right)) / sessions.length));
    sessions.forEach(({ low, high, median }, i) => {
      const left = x(i) - wide / 2;
      const tall = Math.max(2, y(low) - y(high));
      parts.push(draw("rect", { class: "chart__bar", x: left, y: y(high), width: wide, height: tall, rx: 2 }));
      parts.push(draw("line", { class: "chart__median", x1: left - 2, x2: left + wide + 2, y1: y(median), y2: y(median) }));
    });
    for (const i of axis.mixed ? [] : recordsOf(sessions.map(({ best }) => ({ value: best })), axis.measure)) {
      parts.push(draw("circle", { class: "chart__record", cx: x(i), cy: y(sessions[i].best), r: 4 }));
    }
    return parts;
  };
}

/**
 * The values below a histogram: where a bin begins and the last one ends; below the middle of a bin that
 * holds one number of moves, which has no other end.
 * @param {import("./progress.js").Bin[]} bins
 * @param {number} every  bins from one value to the next, as far as they fit
 * @param {ProgressMeasure} measure
 * @returns {Array<{at: number, value: number, step: number}>}  at: place of a bin
 */
export function binMarks(bins, every, measure) {
  const [{ from, to }] = bins;
  const single = measure === "over" && to - from === 1;
  const last = bins.length - (single ? 1 : 0);
  const places = Array.from({ length: Math.floor(last / every) + 1 }, (_, i) => i * every);
  // The end takes the place of one too near to it.
  if (last % every > 0) places.splice(-1, 1, last);
  return places.map((place) => ({
    at: place - (single ? 0 : 0.5),
    value: place < bins.length ? bins[place].from : bins[place - 1].to,
    step: (last % every > 0 ? 1 : every) * (to - from),
  }));
}

/**
 * @param {import("./progress.js").Bin[]} bins
 * @param {Axis} axis
 * @returns {(width: number) => SVGElement[]}
 */
export function binsPainter(bins, { measure, text, name, tick = text }) {
  return (width) => {
    const top = Math.max(...bins.map(({ games }) => games));
    const counts = /** @type {Axis} */ ({ measure: "over", text: String, name: t`games` });
    const { x, y, parts } = frameOf(width, top, bins.length, counts, name);
    const wide = (width - EDGE.left - EDGE.right) / bins.length;
    bins.forEach(({ games }, i) => {
      const [left, high] = [x(i) - wide / 2, y(0) - y(games)];
      if (games > 0) parts.push(draw("rect", { class: "chart__bar", x: left + 1, y: y(games), width: Math.max(1, wide - 2), height: high, rx: 2 }));
    });
    const every = Math.ceil(bins.length / Math.max(2, (width - EDGE.left - EDGE.right) / 90));
    for (const { at, value, step } of binMarks(bins, every, measure)) {
      const words = tick(value, step);
      // The last one may stand at the edge.
      mark(parts, Math.min(x(at), width - (DIGIT / 2) * words.length), words);
    }
    return parts;
  };
}
