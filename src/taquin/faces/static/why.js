/** "Why did A* expand fewer?": two rows, sentences from their numbers, and the map of all states. */
import { build, fill } from "./dom.js";
import { parseBoard } from "./board.js";
import { estimate, ESTIMATES } from "./estimates.js";
import { HeatMap } from "./heatmap.js";
import { explain, MOST_CELLS, shares, survey } from "./landscape.js";
import { choose, field } from "./labparts.js";
import { count } from "./measures.js";
import { heuristicName } from "./comparison.js";
import { isSolved, remarks, whyFewer } from "./sentences.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */
/** @typedef {import("./comparison.js").Row} Row */

/** The section with words and picture. */
export class Why {
  constructor() {
    this.overall = build("ul", { class: "lab-sentences" });
    this.pair = build("ul", { class: "lab-sentences" });
    this.one = choose([], "", () => this.#compare());
    this.other = choose([], "", () => this.#compare());
    this.heat = new HeatMap();
    this.heat.element.hidden = true;
    this.none = build("p", {
      class: "note",
      text: "Run the searches, and the answer is written here from their numbers.",
    });
    this.body = build(
      "div",
      { class: "lab-stack", hidden: true },
      this.overall,
      build("div", { class: "lab-fields" }, field("Compare", this.one), field("with", this.other)),
      this.pair,
      this.heat.element,
    );
    this.element = build("div", { class: "lab-stack" }, this.none, this.body);
    /** @type {Comparison | null} */ this.comparison = null;
    /** @type {AbortController | null} */ this.work = null;
    /** @type {Map<string, Promise<import("./landscape.js").Survey>>} */ this.surveys = new Map();
  }

  /** @param {Comparison} comparison */
  start(comparison) {
    this.comparison = comparison;
    this.surveys.clear();
    this.work?.abort();
    this.body.hidden = true;
    this.none.hidden = false;
    this.heat.element.hidden = true;
  }

  /** A row has ended. */
  update() {
    const { comparison } = this;
    if (!comparison) return;
    const said = remarks(comparison.rows);
    fill(this.overall, ...said.map((text) => build("li", { text })));
    if (!comparison.done) return;
    this.none.hidden = true;
    this.body.hidden = false;
    const rows = comparison.rows;
    const [one, other] = mostTelling(rows);
    for (const [select, chosen] of /** @type {Array<[HTMLSelectElement, number]>} */ ([
      [this.one, one],
      [this.other, other],
    ])) {
      fill(
        select,
        ...rows.map(({ name, number }) =>
          build("option", { value: number, text: name, selected: number === chosen }),
        ),
      );
    }
    this.#compare();
  }

  async #compare() {
    const { comparison } = this;
    const one = comparison?.rows[Number(this.one.value)];
    const other = comparison?.rows[Number(this.other.value)];
    this.work?.abort();
    this.heat.element.hidden = true;
    if (!comparison || !one || !other) return;
    if (one === other) {
      fill(this.pair, build("li", { text: "Choose two different searches." }));
      return;
    }
    fill(this.pair, ...whyFewer(one, other).map((text) => build("li", { text })));
    const work = new AbortController();
    this.work = work;
    const more = await this.#picture(comparison, one, other);
    if (!work.signal.aborted) this.pair.append(...more.map((text) => build("li", { text })));
  }

  /**
   * The map of all states, where the board is small enough to count them.
   * @param {Comparison} comparison
   * @param {Row} one
   * @param {Row} other
   * @returns {Promise<string[]>} what it adds to the words
   */
  async #picture({ question }, one, other) {
    const informed = [one, other].find((row) => ESTIMATES.includes(row.choice.heuristic ?? ""));
    const goal = parseBoard(question.goal);
    const name = informed?.choice.heuristic;
    const work = this.work;
    if (!informed || !name || question.metric !== "stm" || goal.cells.length > MOST_CELLS)
      return [];
    const h = estimate(name, goal);
    if (!h) return [];
    const found = this.surveys.get(name) ?? survey(parseBoard(question.board), goal, h);
    this.surveys.set(name, found);
    const map = await found;
    if (map.distance < 0 || work !== this.work || work?.signal.aborted) return [];
    const parts = shares(map);
    this.heat.element.hidden = false;
    this.heat.show({
      counts: map.counts,
      cost: map.distance,
      divided: true,
      caption:
        `All ${count(map.states)} states by distance from the start (g) and estimate by ${heuristicName(name)} (h); the darker, the more. ` +
        `Below the line g + h < ${map.distance} lie ${count(parts.must)} states, on it ${count(parts.may + 1)} with the goal, above it ${count(parts.never)}.`,
    });
    const blind = informed === one ? other : one;
    return comparable(informed, blind, map.distance)
      ? explain(parts, map.distance, informed, blind)
      : [];
  }
}

/**
 * Whether the survey speaks of these two rows: plain A* with a consistent estimate, and a blind
 * search of least cost, both with duplicates found and goals tested as the survey supposes.
 * @param {Row} informed
 * @param {Row} blind
 * @param {number} distance
 * @returns {boolean}
 */
function comparable(informed, blind, distance) {
  const plain = (/** @type {Row} */ row) =>
    isSolved(row) &&
    row.result.cost === distance &&
    (row.choice.options["duplicates"] ?? "global") === "global" &&
    (row.choice.options["goal_test"] ?? "expansion") === "expansion";
  return (
    informed.choice.algorithm === "astar" &&
    ["bfs", "ucs"].includes(blind.choice.algorithm) &&
    plain(informed) &&
    plain(blind)
  );
}

/**
 * The two rows to begin with: A* with the least work against breadth-first, if both are there.
 * @param {Row[]} rows
 * @returns {[number, number]}
 */
function mostTelling(rows) {
  const astar = rows.find((row) => row.choice.algorithm === "astar" && isSolved(row)) ?? rows[0];
  const blind = rows.find((row) => row !== astar && ["bfs", "ucs"].includes(row.choice.algorithm));
  const other = blind ?? rows.find((row) => row !== astar) ?? astar;
  return [astar?.number ?? 0, other?.number ?? 0];
}
