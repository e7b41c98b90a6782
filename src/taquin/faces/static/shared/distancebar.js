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

/** The same in slides, by the same source. */
const GREATEST_SLIDES = new Map([
  ["2x2", 6], ["3x2", 20], ["4x2", 25], ["3x3", 24], ["5x2", 36], ["4x3", 33], ["6x2", 41],
  ["7x2", 52], ["5x3", 44], ["4x4", 43], ["8x2", 57],
]);

/** @typedef {import("../game/recordshape.js").Unit} Unit */

/**
 * @param {Distance} distance
 * @param {Unit} [unit]
 * @returns {string} `23 moves left`, `40 to 52 moves left`, `at least 40 moves left`
 */
export function distanceText({ value, lower, upper }, unit = "move") {
  if (unit === "slide") {
    if (value !== null) return t`${amount(value, "slide")} left`;
    return upper === null ? t`at least ${amount(lower, "slide")} left` : t`${count(lower)} to ${amount(upper, "slide")} left`;
  }
  if (value !== null) return t`${amount(value, "move")} left`;
  if (upper === null) return t`at least ${amount(lower, "move")} left`;
  return t`${count(lower)} to ${amount(upper, "move")} left`;
}

/**
 * A range for the button of a phone, which has just said of what.
 * @param {Distance} distance
 * @returns {string} `93 to 107 left`; empty where the whole text is short
 */
function shortDistanceText({ value, lower, upper }) {
  return value !== null || upper === null ? "" : t`${count(lower)} to ${count(upper)} left`;
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
 * What the length of the bar stands for.
 * @param {number} scale
 * @param {import("../board.js").Board} goal
 * @returns {string} `The bar: 0 to 80 moves, the most on 4×4`
 */
export function scaleText(scale, { width, height, cells }) {
  // Where the blank belongs decides how far boards can be; the numbers of the tiles do not.
  const corners = [0, width - 1, cells.length - width, cells.length - 1];
  const known = GREATEST.get(sizeKey(width, height)) === scale && corners.includes(cells.indexOf(0));
  return known ? t`The bar: 0 to ${amount(scale, "move")}, the most on ${width}×${height}` : t`The bar: 0 to ${amount(scale, "move")}`;
}

const sizeKey = (/** @type {number} */ width, /** @type {number} */ height) => `${Math.max(width, height)}x${Math.min(width, height)}`;

/**
 * @param {{headed?: boolean}} [place]  headed: a heading says the distance; the bar says what its length stands for
 * @returns {{element: HTMLElement, show(distance: Distance, goal: import("../board.js").Board, unit?: Unit): void}}
 */
export function buildDistanceBar({ headed = false } = {}) {
  const fill = build("div", { class: "distance__fill" });
  const band = build("div", { class: "distance__band" });
  const text = build("span", { class: headed ? "note" : "distance__text" });
  const short = build("span", { class: "distance__short" });
  const track = build("div", { class: "distance__track" }, fill, band);
  const element = build(
    "div",
    { class: "distance", role: "meter", "aria-label": t`Moves left`, "aria-valuemin": "0" },
    track,
    text,
    short,
  );
  let scale = 1;
  return {
    element,
    show(distance, goal, unit = "move") {
      const high = distance.upper ?? distance.lower;
      const greatest = unit === "slide" ? GREATEST_SLIDES : GREATEST;
      scale = greatest.get(sizeKey(goal.width, goal.height)) ?? Math.max(scale, high, 1);
      fill.style.inlineSize = `${(100 * Math.min(distance.lower, scale)) / scale}%`;
      band.style.inlineSize = `${(100 * Math.min(Math.max(high - distance.lower, 0), scale)) / scale}%`;
      text.textContent = headed ? scaleText(scale, goal) : distanceText(distance, unit);
      short.textContent = headed ? "" : shortDistanceText(distance);
      if (headed) element.setAttribute("aria-description", /** @type {string} */ (text.textContent));
      element.setAttribute("aria-valuemax", String(Math.max(scale, high)));
      element.setAttribute("aria-valuenow", String(distance.lower));
      element.setAttribute("aria-label", unit === "slide" ? t`Slides left` : t`Moves left`);
      element.setAttribute("aria-valuetext", distanceText(distance, unit));
    },
  };
}
