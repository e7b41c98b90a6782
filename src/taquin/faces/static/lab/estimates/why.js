/** "Why did A* expand fewer?": two rows, sentences from their numbers, and the map of all states. */
import { build, fill } from "../../shared/dom.js";
import { parseBoard } from "../../board.js";
import { questionLines } from "../comparison/questionwords.js";
import { estimate, ESTIMATES } from "./estimates.js";
import { HeatMap } from "../parts/heatmap.js";
import { blindAccount, informedAccount, mapWords, MOST_CELLS, shares, survey } from "./landscape.js";
import { choose, field, seldom, unfoldWide } from "../parts/labparts.js";
import { heuristicName } from "../comparison/comparison.js";
import { isSolved, remarks, whyFewer } from "../comparison/sentences.js";
import { listed, t } from "../../words/said.js";

/** @typedef {import("../comparison/comparison.js").Comparison} Comparison */
/** @typedef {import("../comparison/comparison.js").Row} Row */

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
      text: t`The answer appears here, derived from the numbers, once the last search has ended.`,
    });
    this.fields = build(
      "div",
      { class: "lab-fields" },
      field(t`Compare`, this.one),
      field(t`with`, this.other),
    );
    this.body = build(
      "div",
      { class: "lab-told", hidden: true },
      build("div", { class: "lab-stack" }, this.overall, seldom(t`Two searches compared`, build("div", { class: "lab-stack" }, this.fields, this.pair))),
      seldom(t`The map of all states`, this.heat.element),
    );
    unfoldWide(() => [this.body]);
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
    // Without results there are no two searches to compare.
    this.fields.hidden = this.pair.hidden = rows.every(({ result }) => result === null);
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
      fill(this.pair, build("li", { text: t`Choose two different searches.` }));
      return;
    }
    fill(this.pair, ...whyFewer(one, other).map((text) => build("li", { text })));
    const work = new AbortController();
    this.work = work;
    const more = await this.#picture(comparison, one, other);
    if (!work.signal.aborted) this.pair.append(...more.map((text) => build("li", { text })));
  }

  /**
   * The map of all states, if the board is small enough to count them.
   * @param {Comparison} comparison
   * @param {Row} one
   * @param {Row} other
   * @returns {Promise<string[]>} sentences to add
   */
  async #picture({ question }, one, other) {
    const { work } = this;
    const goal = parseBoard(question.goal);
    const mapped = [one, other].filter(({ choice }) => estimate(choice.heuristic ?? "", goal, question.topology) !== null);
    if (mapped.length === 0 || question.metric !== "stm" || goal.cells.length > MOST_CELLS)
      return [];
    const maps = new Map();
    for (const row of mapped)
      maps.set(row, await this.#survey(question, row.choice.heuristic ?? ""));
    const [first] = mapped;
    const map = maps.get(first);
    if (work?.signal.aborted || !first || map.distance < 0) return [];
    this.#show(map, heuristicName(first.choice.heuristic ?? ""));
    return [one, other].flatMap((row) => {
      const { distance } = map;
      if (!isPlain(row, distance)) return [];
      const blind = ["bfs", "ucs"].includes(row.choice.algorithm);
      const informed = maps.get(row);
      const said = blind
        ? blindAccount(shares(map), distance, row)
        : informed && row.choice.algorithm === "astar"
          ? informedAccount(shares(informed), distance, row)
          : null;
      return said === null ? [] : [said];
    });
  }

  /**
   * @param {import("../comparison/comparison.js").Question} question
   * @param {string} name of an estimate
   */
  #survey(question, name) {
    const goal = parseBoard(question.goal);
    const type = question.topology;
    const h = estimate(name, goal, type);
    if (!h) throw new RangeError(t`no estimate named ${name}; known: ${listed(ESTIMATES)}.`);
    const found = this.surveys.get(name) ?? survey(parseBoard(question.board), goal, h, { type });
    this.surveys.set(name, found);
    return found;
  }

  /**
   * The map as a file.
   * @returns {Promise<Blob>}
   */
  picture() {
    const lines = this.comparison ? questionLines(this.comparison.question) : [];
    return this.heat.picture(t`The map of all states`, lines);
  }

  /**
   * @param {import("./landscape.js").Survey} map
   * @param {string} name
   */
  #show(map, name) {
    this.heat.element.hidden = false;
    this.heat.show({
      counts: map.counts,
      cost: map.distance,
      divided: true,
      caption: mapWords(map, name),
    });
  }
}

/**
 * Whether the survey applies to a row: a cheapest solution, duplicates detected on generation and the
 * goal tested on expansion.
 * @param {Row} row
 * @param {number} distance
 * @returns {boolean}
 */
function isPlain(row, distance) {
  const { duplicates = "global", goal_test: goalTest = "expansion" } = row.choice.options;
  return (
    isSolved(row) &&
    row.result.cost === distance &&
    duplicates === "global" &&
    goalTest === "expansion"
  );
}

/**
 * The two rows to start with: A* against breadth-first, if both are present; rows that solved the
 * board are preferred to rows that were stopped.
 * @param {Row[]} rows
 * @returns {[number, number]}
 */
export function mostTelling(rows) {
  const solved = rows.filter(isSolved);
  const one = solved.find(({ choice }) => choice.algorithm === "astar") ?? solved[0] ?? rows[0];
  const isBlind = (/** @type {Row} */ { choice }) => ["bfs", "ucs"].includes(choice.algorithm);
  const [others, all] = [solved, rows].map((list) => list.filter((row) => row !== one));
  const other = others?.find(isBlind) ?? others?.[0] ?? all?.find(isBlind) ?? all?.[0] ?? one;
  return [one?.number ?? 0, other?.number ?? 0];
}
