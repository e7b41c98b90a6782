/** The rating, with its way so far as a line. */
import { build, draw, fill } from "../shared/dom.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("./trainlog.js").TrainLog} TrainLog */

const [WIDTH, HEIGHT] = [240, 56];
/** Of the last dot, and what is left free around the line for it and its edge. */
const [DOT, ROOM] = [4, 7];

/** @returns {{element: HTMLElement, show(log: TrainLog): void}} */
export function buildRating() {
  const value = build("span", { class: "train__rating" });
  const words = build("p", { class: "note" });
  const line = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "train__line", "aria-hidden": "true" });
  const element = build("div", {}, build("div", { class: "train__figure" }, value, line), words);
  return {
    element,
    show({ rating, played, solved, inRow, ratings }) {
      value.textContent = String(rating);
      words.textContent =
        played === 0
          ? t`It starts at 1200. Puzzles follow it: each is about as hard as you are strong.`
          : inRow > 1
            ? t`${solved} of ${amount(played, "puzzle")} solved, ${inRow} in a row.`
            : t`${solved} of ${amount(played, "puzzle")} solved.`;
      const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
      const x = (/** @type {number} */ i) => ROOM + (i / Math.max(1, ratings.length - 1)) * (WIDTH - 2 * ROOM);
      const y = (/** @type {number} */ one) => HEIGHT - ROOM - ((one - low) / Math.max(1, high - low)) * (HEIGHT - 2 * ROOM);
      const points = ratings.map((one, i) => `${x(i)} ${y(one)}`);
      const last = ratings.length - 1;
      fill(
        line,
        points.length > 1 && draw("path", { d: `M${points.join("L")}` }),
        points.length > 1 && draw("circle", { cx: x(last), cy: y(ratings[last]), r: DOT }),
      );
    },
  };
}
