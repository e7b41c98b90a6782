/** What each estimate sees on the lab's board, and what each tile adds; loaded when opened. */
import { parseBoard } from "../../board.js";
import { heuristicName } from "../comparison/comparison.js";
import { build, fill } from "../../shared/dom.js";
import { ESTIMATES, estimate } from "./estimates.js";
import { against, anatomy, isAdditive, truthWords } from "./estimatewords.js";
import { HeatMap } from "../parts/heatmap.js";
import { choose, field, plainTable, scrollingTable } from "../parts/labparts.js";
import { MOST_CELLS, survey } from "./landscape.js";
import { count } from "../../shared/measures.js";
import { t } from "../../words/said.js";

/** @typedef {import("./estimatewords.js").Explained} Explained */
/** @typedef {import("./estimatewords.js").Seen} Seen */
/** @typedef {import("../comparison/questionwords.js").Posed} Posed */

/** A disclosure: closed it costs nothing, open it follows the board. */
export class EstimateView {
  /**
   * @param {(question: Posed, listening: {signal: AbortSignal}) => Promise<Record<string, any>>} explain
   * @param {() => Posed | null} ask the question of the lab
   */
  constructor(explain, ask) {
    this.explain = explain;
    this.ask = ask;
    /** @type {AbortController | null} */ this.asking = null;
    this.chosen = "manhattan";
    /** @type {import("../boards/boardtypes.js").BoardType} of what is explained */ this.topology = "grid";
    this.shown = "";
    this.said = build("p", { class: "lab-said", role: "status" });
    this.holder = build("div", { class: "lab-stack lab-seen" });
    this.element = build(
      "details",
      { class: "lab-twin" },
      build("summary", { text: t`What each estimate sees on this board` }),
      build("div", { class: "lab-stack" }, this.said, this.holder),
    );
    this.element.addEventListener("toggle", () => this.refresh());
  }

  /** Update for the current question, if the disclosure is open. */
  refresh() {
    const question = this.ask();
    if (!this.element.open) return;
    const key = JSON.stringify(question);
    if (key === this.shown) return;
    this.shown = key;
    this.asking?.abort();
    fill(this.holder);
    if (question) void this.#explain(question);
    else this.said.textContent = t`The board above cannot be searched, so there are no estimates.`;
  }

  /** @param {Posed} question */
  async #explain({ board, goal, topology, metric }) {
    const asking = new AbortController();
    this.asking = asking;
    this.said.textContent = t`Computing the estimates…`;
    try {
      const { signal } = asking;
      const found = await this.explain({ board, goal, topology, metric }, { signal });
      if (signal.aborted) return;
      this.said.textContent = "";
      this.topology = topology ?? "grid";
      this.#draw(/** @type {any} */ (found));
    } catch (error) {
      if (asking.signal.aborted) return;
      this.shown = "";
      const { message, hint } = /** @type {{message: string, hint?: string}} */ (error);
      this.said.textContent = t`The estimates could not be computed: ${message} ${hint ?? ""}`;
    }
  }

  /** @param {Explained} explained */
  #draw(explained) {
    const defined = explained.heuristics.filter(({ value }) => value !== null);
    const seen = defined.find(({ name }) => name === this.chosen) ?? defined[0];
    if (!seen) return;
    this.chosen = seen.name;
    const names = defined.map((one) => /** @type {[string, string]} */ ([one.name, words(one)]));
    const choice = choose(names, this.chosen, (name) => {
      this.chosen = name;
      this.#show(explained);
    });
    this.board = build("div", { class: "lab-stack" });
    this.heat = new HeatMap();
    fill(
      this.holder,
      build("div", { class: "lab-fields" }, field(t`Estimate`, choice)),
      this.board,
      this.heat.element,
      overview(explained, defined),
    );
    this.#show(explained);
  }

  /** @param {Explained} explained */
  #show(explained) {
    const seen = explained.heuristics.find(({ name }) => name === this.chosen);
    if (!seen || seen.value === null || !this.board) return;
    const { cells, sum, verdict } = anatomy(explained, /** @type {Seen & {value: number}} */ (seen));
    fill(
      this.board,
      isAdditive(seen) ? drawing(explained, cells, t`What each tile adds: ${words(seen)}`) : null,
      build("p", { class: "lab-sum" }, build("strong", { text: t`${words(seen)}: ${count(seen.value)}.` }), ` ${sum} ${verdict}`),
    );
    void this.#compare(explained, seen.name);
  }

  /**
   * The estimate of every board against its distance, if there are few enough boards to enumerate.
   * @param {Explained} explained
   * @param {string} name
   */
  async #compare(explained, name) {
    const { asking, heat } = this;
    if (!heat) return;
    heat.element.hidden = true;
    const goal = parseBoard(explained.goal);
    const few = goal.cells.length <= MOST_CELLS && explained.metric === "stm";
    const h = few && ESTIMATES.includes(name) ? estimate(name, goal, this.topology) : null;
    if (!h) return;
    // Moves are reversible: a board's distance from the goal is its distance to the goal.
    const { counts } = await survey(goal, goal, h, { type: this.topology });
    if (asking !== this.asking || heat !== this.heat || name !== this.chosen) return;
    heat.element.hidden = false;
    heat.show({ counts, cost: null, caption: truthWords(counts, heuristicName(name)), across: t`h*: true distance` });
  }
}

/**
 * @param {Explained} explained
 * @param {import("./estimatewords.js").Anatomy["cells"]} cells
 * @param {string} caption
 * @returns {HTMLElement}
 */
function drawing({ board }, cells, caption) {
  const { width, height, cells: tiles } = parseBoard(board);
  const rows = Array.from({ length: height }, (_, row) =>
    build(
      "tr",
      {},
      ...Array.from({ length: width }, (_, column) => {
        const cell = row * width + column;
        const part = cells[cell];
        const tile = tiles[cell] ?? 0;
        if (!tile || !part) return build("td", { class: "lab-tile lab-tile--blank", text: t`blank` });
        const classes = `lab-tile${part.strong ? " lab-tile--adds" : ""} lab-tile--${part.group}`;
        return build(
          "td",
          { class: classes },
          build("span", { class: "lab-tile__number", text: String(tile) }),
          " ",
          build("span", { class: "lab-tile__share", text: part.text }),
        );
      }),
    ),
  );
  return scrollingTable(caption, "lab-anatomy", build("tbody", {}, ...rows));
}

/**
 * @param {Explained} explained
 * @param {Seen[]} defined
 * @returns {HTMLElement}
 */
function overview({ distance }, defined) {
  const known = distance !== null;
  const head = [t`Estimate`, t`Value`, ...(known ? [t`Error`] : []), t`Guarantees`];
  const rows = defined.map((one) => [
    words(one),
    count(one.value ?? 0),
    ...(known ? [against(one.value ?? 0, distance)] : []),
    guarantee(one),
  ]);
  const table = plainTable(t`All estimates for this board`, head, rows);
  table.classList.add("lab-estimates");
  return table;
}

/** @param {Seen} seen */
function words({ name }) {
  return heuristicName(name);
}

/** @param {Seen} seen */
function guarantee({ admissible, consistent }) {
  if (!admissible) return t`none: it may overestimate`;
  return consistent ? t`admissible, consistent` : t`admissible`;
}
