/** A frontier's size over time, as small as a word. */
import { draw } from "../../shared/dom.js";
import { count, duration } from "../../shared/measures.js";
import { t } from "../../words/said.js";

const [WIDTH, HEIGHT] = [120, 28];

/**
 * @returns {{element: SVGSVGElement, draw: (row: import("./comparison.js").Row) => void}}
 */
export function sparkline() {
  const element = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "lab-spark", role: "img" });
  const line = draw("path", {});
  element.append(line);
  return {
    element,
    draw({ series, samples, peakFrontier, result }) {
      const peak = Math.max(peakFrontier, result?.stats?.peak_frontier ?? 0);
      line.setAttribute("d", samples < 2 ? "" : sparkPath(series.seconds, series.frontier));
      element.setAttribute("aria-label", words(series.seconds, samples, peak, result !== null));
    },
  };
}

/**
 * @param {number[]} seconds
 * @param {number} samples
 * @param {number} peak
 * @param {boolean} ended
 * @returns {string}
 */
function words(seconds, samples, peak, ended) {
  const last = seconds[seconds.length - 1];
  if (last === undefined || samples < 2)
    return ended ? t`No curve: too few samples` : t`No figures yet`;
  return t`Frontier: peak ${count(peak)} within ${duration(last)}`;
}

/**
 * From the origin through every size that was measured, each axis scaled to the drawing.
 * @param {number[]} seconds
 * @param {Array<number | null>} sizes
 * @returns {string} path data
 */
export function sparkPath(seconds, sizes) {
  const known = sizes.flatMap((size, at) => (size === null ? [] : [at]));
  const end = seconds[seconds.length - 1];
  if (end === undefined) return "";
  const top = Math.max(1, ...sizes.map(Number));
  const place = (/** @type {number} */ x, /** @type {number} */ y) =>
    `${(1 + (x * (WIDTH - 2)) / (end || 1)).toFixed(1)} ${(HEIGHT - 2 - (y * (HEIGHT - 4)) / top).toFixed(1)}`;
  // More points than pixels would be wasted.
  const every = Math.ceil(known.length / WIDTH);
  const points = known
    .filter((_, number) => (known.length - 1 - number) % every === 0)
    .map((at) => place(end ? (seconds[at] ?? 0) : 1, sizes[at] ?? 0));
  return `M${place(0, 0)}L${points.join("L")}`;
}
