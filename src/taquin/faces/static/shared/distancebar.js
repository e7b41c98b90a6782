/**
 * A bar of the moves left: exact, or a band between the proved lower bound and a known upper bound.
 */
import { count } from "./measures.js";
import { build } from "./dom.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("../solver/engine.js").Distance} Distance */

// Greatest distances, the classic goal and both orientations: lightln2/SlidingTilesSolver; OEIS
// A087725 for squares. For other sizes the first distance shown sets the scale.
const GREATEST = new Map([
  ["2x2", 6], ["3x2", 21], ["4x2", 36], ["3x3", 31], ["5x2", 55], ["4x3", 53], ["6x2", 80],
  ["7x2", 108], ["5x3", 84], ["4x4", 80], ["8x2", 140],
]);

/**
 * @param {Distance} distance
 * @returns {string} `23 moves left`, `40 to 52 moves left`, `at least 40 moves left`
 */
export function distanceText({ value, lower, upper }) {
  if (value !== null) return t`${amount(value, "move")} left`;
  if (upper === null) return t`at least ${amount(lower, "move")} left`;
  return t`${count(lower)} to ${amount(upper, "move")} left`;
}

/**
 * The same where a heading says of what.
 * @param {Distance} distance
 * @returns {string} `23`, `40 to 52`, `at least 40`
 */
export function bareDistanceText({ value, lower, upper }) {
  if (value !== null) return count(value);
  return upper === null ? t`at least ${count(lower)}` : t`${count(lower)} to ${count(upper)}`;
}

/**
 * @returns {{element: HTMLElement, show(distance: Distance, size: {width: number, height: number}): void}}
 */
export function buildDistanceBar() {
  const fill = build("div", { class: "distance__fill" });
  const band = build("div", { class: "distance__band" });
  const text = build("span", { class: "distance__text" });
  const track = build("div", { class: "distance__track" }, fill, band);
  const element = build(
    "div",
    { class: "distance", role: "meter", "aria-label": t`Moves left`, "aria-valuemin": "0" },
    track,
    text,
  );
  let scale = 1;
  return {
    element,
    show(distance, { width, height }) {
      const long = `${Math.max(width, height)}x${Math.min(width, height)}`;
      const high = distance.upper ?? distance.lower;
      scale = GREATEST.get(long) ?? Math.max(scale, high, 1);
      fill.style.inlineSize = `${(100 * Math.min(distance.lower, scale)) / scale}%`;
      band.style.inlineSize = `${(100 * Math.min(Math.max(high - distance.lower, 0), scale)) / scale}%`;
      text.textContent = distanceText(distance);
      element.setAttribute("aria-valuemax", String(Math.max(scale, high)));
      element.setAttribute("aria-valuenow", String(distance.lower));
      element.setAttribute("aria-valuetext", distanceText(distance));
    },
  };
}
