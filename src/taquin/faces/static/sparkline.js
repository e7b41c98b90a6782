/** A frontier's size over time, as small as a word. */
import { count, duration } from "./measures.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [120, 28];

/**
 * @returns {{element: SVGSVGElement, draw: (row: import("./comparison.js").Row) => void}}
 */
export function sparkline() {
  const element = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  element.setAttribute("class", "lab-spark");
  element.setAttribute("role", "img");
  element.append(line);
  return {
    element,
    draw({ series, peakFrontier, result }) {
      const peak = Math.max(peakFrontier, result?.stats?.peak_frontier ?? 0);
      line.setAttribute("d", sparkPath(series.seconds, series.frontier));
      element.setAttribute("aria-label", words(series.seconds, peak));
    },
  };
}

/**
 * @param {number[]} seconds
 * @param {number} peak
 * @returns {string}
 */
function words(seconds, peak) {
  const last = seconds[seconds.length - 1];
  if (last === undefined) return "No figures yet";
  return `Frontier: ${count(peak)} at most, within ${duration(last)}`;
}

/**
 * From the origin through every point, each axis scaled to the drawing. A search too quick to be
 * looked at while it ran has one point, and its line is straight.
 * @param {number[]} seconds
 * @param {number[]} sizes
 * @returns {string} path data
 */
export function sparkPath(seconds, sizes) {
  const end = seconds[seconds.length - 1];
  if (end === undefined) return "";
  const top = Math.max(1, ...sizes);
  const place = (/** @type {number} */ x, /** @type {number} */ y) =>
    `${(1 + (x * (WIDTH - 2)) / (end || 1)).toFixed(1)} ${(HEIGHT - 2 - (y * (HEIGHT - 4)) / top).toFixed(1)}`;
  // More points than pixels would only cost time.
  const every = Math.ceil(seconds.length / WIDTH);
  const points = seconds
    .map((x, at) => place(end ? x : 1, sizes[at] ?? 0))
    .filter((_, at) => (seconds.length - 1 - at) % every === 0);
  return `M${place(0, 0)}L${points.join("L")}`;
}
