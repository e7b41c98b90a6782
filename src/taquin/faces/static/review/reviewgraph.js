/**
 * The graph of a game: moves left after every move, a band where they are not proved, the line of
 * perfect play, and the moves that lost ground. A table holds the same data.
 */
import { build, draw, fill } from "../shared/dom.js";
import { amount, inSequence, t } from "../words/said.js";

/** @typedef {import("../solver/engine.js").Distance} Distance */

const HEIGHT = 260;
const EDGE = { left: 54, right: 12, top: 14, bottom: 40 };
// Finer steps than this cannot be seen.
const MOST_POINTS = 1000;

/**
 * Round steps so that at most `most` of them reach a length.
 * @param {number} length
 * @param {number} most
 * @returns {number}
 */
export function tickStep(length, most) {
  const least = Math.max(1, length / most);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least) ?? least;
}

/** The drawing; `element` fills the width it is given. */
export class ReviewGraph {
  #width = 600;
  /** @type {Distance[]} */
  #distances = [];
  #at = 0;

  /**
   * @param {((at: number) => void) | null} pick called with the number of a move pointed at; null: a picture only
   * @param {import("./reviewmodel.js").Unit} [unit]  what is counted
   */
  constructor(pick, unit = "move") {
    this.inSlides = unit === "slide";
    this.svg = /** @type {SVGSVGElement} */ (draw("svg", { class: "graph", role: "img", height: HEIGHT }));
    this.legend = build("p", { class: "note graph__legend" });
    this.element = build("figure", { class: "graph__figure" }, this.svg, this.legend);
    this.cursor = draw("g", { class: "graph__cursor" });
    this.still = pick === null;
    if (pick) this.#follow(pick);
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width === 0 || width === this.#width) return;
      this.#width = width;
      this.#draw();
    }).observe(this.element);
  }

  /** @param {(at: number) => void} pick */
  #follow(pick) {
    const point = (/** @type {PointerEvent} */ event) => {
      if (event.type === "pointermove" && !(event.buttons & 1)) return;
      const x = event.clientX - this.svg.getBoundingClientRect().left;
      pick(Math.max(0, Math.min(this.#last, Math.round(this.#moveAt(x)))));
    };
    this.svg.addEventListener("pointerdown", point);
    this.svg.addEventListener("pointermove", point);
    this.svg.classList.add("graph--followed");
  }

  get #last() {
    return Math.max(1, this.#distances.length - 1);
  }

  get #top() {
    return Math.max(4, ...this.#distances.map(({ upper, lower }) => upper ?? lower));
  }

  /** @param {Distance[]} distances after 0, 1, … moves */
  show(distances) {
    this.#distances = distances;
    this.#draw();
  }

  /** @param {number} at moves made */
  point(at) {
    this.#at = at;
    this.#drawCursor();
  }

  /** @param {number} move @returns {number} */
  #x(move) {
    return EDGE.left + (move / this.#last) * (this.#width - EDGE.left - EDGE.right);
  }

  /** @param {number} x @returns {number} */
  #moveAt(x) {
    return ((x - EDGE.left) / (this.#width - EDGE.left - EDGE.right)) * this.#last;
  }

  /** @param {number} left moves left @returns {number} */
  #y(left) {
    return HEIGHT - EDGE.bottom - (left / this.#top) * (HEIGHT - EDGE.top - EDGE.bottom);
  }

  #draw() {
    const { svg } = this;
    svg.setAttribute("width", String(this.#width));
    svg.setAttribute("viewBox", `0 0 ${this.#width} ${HEIGHT}`);
    if (this.#distances.length === 0) {
      fill(svg);
      return;
    }
    fill(svg, ...this.#axes(), ...this.#band(), ...this.#perfect(), ...this.#lines(), this.cursor);
    svg.setAttribute("aria-label", this.#summary());
    this.legend.textContent = this.#words();
    this.#drawCursor();
  }

  #axes() {
    const found = [];
    const [right, bottom] = [this.#width - EDGE.right, HEIGHT - EDGE.bottom];
    const up = tickStep(this.#top, 4);
    for (let left = 0; left <= this.#top; left += up) {
      const y = this.#y(left);
      found.push(draw("line", { class: "graph__grid", x1: EDGE.left, x2: right, y1: y, y2: y }));
      found.push(draw("text", { class: "graph__tick", x: EDGE.left - 8, y: y + 4, "text-anchor": "end" }, String(left)));
    }
    const along = tickStep(this.#last, Math.max(2, Math.floor(this.#width / 90)));
    for (let move = 0; move <= this.#last; move += along) {
      const place = { class: "graph__tick", x: this.#x(move), y: bottom + 17, "text-anchor": "middle" };
      found.push(draw("text", place, String(move)));
    }
    const middle = (EDGE.left + right) / 2;
    found.push(draw("text", { class: "graph__name", x: middle, y: HEIGHT - 4, "text-anchor": "middle" }, this.inSlides ? t`slides made` : t`moves made`));
    const turned = `translate(12 ${(EDGE.top + bottom) / 2}) rotate(-90)`;
    found.push(draw("text", { class: "graph__name", transform: turned, "text-anchor": "middle" }, this.inSlides ? t`slides left` : t`moves left`));
    return found;
  }

  /** Numbers of moves to draw: all of them, or evenly thinned. */
  #points() {
    const step = Math.ceil(this.#distances.length / MOST_POINTS);
    const points = this.#distances.map((_, i) => i).filter((i) => i % step === 0);
    if (points.at(-1) !== this.#distances.length - 1) points.push(this.#distances.length - 1);
    return points;
  }

  #band() {
    const points = this.#points();
    if (points.every((i) => this.#distances[i].exact)) return [];
    const top = this.#top;
    const high = points.map((i) => `${this.#x(i)},${this.#y(this.#distances[i].upper ?? top)}`);
    const low = points.map((i) => `${this.#x(i)},${this.#y(this.#distances[i].lower)}`);
    return [draw("polygon", { class: "graph__band", points: [...high, ...low.reverse()].join(" ") })];
  }

  #perfect() {
    const [start] = this.#distances;
    if (start.value === null) return [];
    const [from, to] = [this.#x(0), this.#x(Math.min(start.value, this.#last))];
    const end = this.#y(Math.max(0, start.value - this.#last));
    return [draw("line", { class: "graph__perfect", x1: from, y1: this.#y(start.value), x2: to, y2: end })];
  }

  /** The curve, and over it the parts where the goal got farther away. */
  #lines() {
    const points = this.#points();
    const [all, rising] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
    points.forEach((move, i) => {
      const { value } = this.#distances[move];
      const before = i > 0 ? this.#distances[points[i - 1]].value : null;
      if (value === null) return;
      const here = `${this.#x(move).toFixed(1)} ${this.#y(value).toFixed(1)}`;
      all.push(`${before === null ? "M" : "L"}${here}`);
      if (before === null || value <= before) return;
      rising.push(`M${this.#x(points[i - 1]).toFixed(1)} ${this.#y(before).toFixed(1)}L${here}`);
    });
    return [
      draw("path", { class: "graph__line", d: all.join("") || "M0 0" }),
      draw("path", { class: "graph__rise", d: rising.join("") || "M0 0" }),
    ];
  }

  #drawCursor() {
    const distance = this.#distances[this.#at];
    if (!distance || this.still) return;
    const x = this.#x(this.#at);
    fill(
      this.cursor,
      draw("line", { x1: x, x2: x, y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
      draw("circle", { cx: x, cy: this.#y(distance.value ?? distance.lower), r: 5 }),
    );
  }

  #summary() {
    const [start] = this.#distances;
    const count = this.#distances.length - 1;
    const left = start.value ?? t`${start.lower} to ${start.upper ?? t`an unknown number`}`;
    const text = this.inSlides ? t`Slides left after each of ${amount(count, "slide")}, starting at ${left}.` : t`Moves left after each of ${amount(count, "move")}, starting at ${left}.`;
    return this.still ? text : t`${text} The table below has every value.`;
  }

  #words() {
    const proved = this.#distances.every(({ exact }) => exact);
    const parts = [this.inSlides ? t`Solid: slides left after each slide.` : t`Solid: moves left after each move.`];
    const [{ value: first }] = this.#distances;
    // The line of a perfect game covers it.
    const apart = first !== null && this.#distances.some(({ value }, i) => value !== first - i);
    if (apart) parts.push(t`Dashed: perfect play.`);
    const risen = this.#distances.some(
      ({ value }, i) => i > 0 && value !== null && value > (this.#distances[i - 1].value ?? Infinity),
    );
    if (risen) parts.push(this.inSlides ? t`Red: each rise cost two extra slides.` : t`Red: each rise cost two extra moves.`);
    const level = this.inSlides && this.#distances.some(({ value }, i) => i > 0 && value !== null && value === this.#distances[i - 1].value);
    if (level) parts.push(t`Each level step cost one extra slide.`);
    if (!proved) parts.push(t`Shaded: not proved; the value lies in this band.`);
    return inSequence(...parts);
  }
}
