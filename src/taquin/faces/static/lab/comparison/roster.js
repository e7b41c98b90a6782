/** The selected searches: presets, and an editor for every row. */
import { build, button, fill, keepFocus } from "../../shared/dom.js";
import { choiceName, heuristicName } from "./comparison.js";
import { fitsType } from "../boards/boardtypes.js";
import { knobs } from "./knobs.js";
import { choose, field } from "../parts/labparts.js";
import { counted } from "../../shared/measures.js";
import { inSequence, t, translated } from "../../words/said.js";

/** @typedef {import("./comparison.js").Choice} Choice */
/** @typedef {import("./knobs.js").Algorithm} Algorithm */

/** The server's maximum for one comparison. */
export const MOST_ROWS = 12;

/**
 * @param {string} algorithm
 * @param {string | null} [heuristic]
 * @param {Object<string, string | number>} [options]
 * @returns {Choice}
 */
function choice(algorithm, heuristic = null, options = {}) {
  return { algorithm, heuristic, options };
}

/** Named sets of rows, each for a question that courses ask. */
export const PRESETS = /** @type {Record<string, {question: string, rows: () => Choice[]}>} */ ({
  "The classics": {
    question: t`How much does an estimate save, and what does a faster search give up?`,
    rows: () => [
      choice("bfs"),
      choice("ucs"),
      choice("greedy", "manhattan"),
      choice("astar", "manhattan"),
      choice("astar", "linear_conflict"),
      choice("wastar", "manhattan"),
      choice("idastar", "manhattan"),
      choice("bibfs"),
    ],
  },
  "A* with four estimates": {
    question: t`How much does a better estimate save?`,
    rows: () =>
      ["zero", "misplaced", "manhattan", "linear_conflict"].map((h) => choice("astar", h)),
  },
  "Without an estimate": {
    question: t`What do searches without an estimate find, and at what cost?`,
    rows: () => [
      choice("bfs"),
      choice("bibfs"),
      choice("ucs"),
      choice("dfs"),
      choice("dls", null, { depth: 31 }),
      choice("ids"),
    ],
  },
  "Little memory": {
    question: t`What does it cost not to store the states?`,
    rows: () => ["astar", "idastar", "rbfs"].map((name) => choice(name, "manhattan")),
  },
  "Growing weights": {
    question: t`How much speed is gained for how much extra cost?`,
    rows: () => [
      choice("astar", "manhattan"),
      ...[1.5, 2, 3, 5].map((weight) =>
        choice("wastar", "manhattan", weight === 2 ? {} : { weight }),
      ),
      choice("greedy", "manhattan"),
    ],
  },
  "Tie-breaks": {
    question: t`How much depends on the order of equal nodes?`,
    rows: () =>
      ["low_h", "lifo", "fifo", "state"].map((tie) =>
        choice("astar", "manhattan", tie === "low_h" ? {} : { tie_break: tie }),
      ),
  },
});

/** The list of chosen searches. */
export class Roster {
  /**
   * @param {Algorithm[]} algorithms
   * @param {string[]} heuristics
   * @param {() => void} onChange
   * @param {(name: string) => boolean} runs whether an algorithm can be run now
   * @param {import("../../shared/app.js").App["notify"]} notify
   * @param {() => import("../boards/boardtypes.js").BoardType} typeOf  the board, now
   */
  constructor(algorithms, heuristics, onChange, runs, notify, typeOf) {
    this.algorithms = algorithms;
    this.heuristics = heuristics;
    this.onChange = onChange;
    this.runs = runs;
    this.notify = notify;
    this.typeOf = typeOf;
    this.type = typeOf();
    /** Dismisses the offer to bring a search back: another list has no place for it. */
    this.forget = () => {};
    this.list = build("ol", { class: "lab-roster" });
    this.question = build("p", { class: "note" });
    this.preset = choose(
      [
        ...Object.keys(PRESETS).map((name) => /** @type {[string, string]} */ ([name, translated(name)])),
        ["", t`Custom`],
      ],
      "The classics",
      (name) => this.use(name),
    );
    this.add = button({ icon: "new", words: t`Add a search`, onClick: () => this.#add() });
    this.many = build("summary");
    /** The named sets. */
    this.sets = field(t`Set of searches`, this.preset);
    /** Each search; folded where it would push everything else out of sight. */
    this.element = build(
      "details",
      { class: "lab-twin lab-searches", open: matchMedia("(min-width: 48rem)").matches },
      this.many,
      this.list,
      build("div", { class: "toolbar" }, this.add),
    );
    /** @type {Choice[]} */ this.choices = [];
    this.use("The classics");
  }

  /** @param {string} name of a preset; of no preset: the rows stay, without its question */
  use(name) {
    this.question.textContent = this.#about(name);
    if (!PRESETS[name]) return;
    this.forget();
    this.choices = this.#rows(name);
    this.#changed();
  }

  /** A named set has what fits the type of the board, which may be another now. */
  fit() {
    if (this.type === this.typeOf()) return;
    this.type = this.typeOf();
    this.use(this.preset.value);
  }

  /**
   * @param {string} name of a preset
   * @returns {Choice[]} what can be run of it here, on boards of this type
   */
  #rows(name) {
    const rows = PRESETS[name]?.rows() ?? [];
    return rows.filter(
      ({ algorithm, heuristic }) =>
        this.algorithms.some((one) => one.name === algorithm) &&
        (heuristic === null || this.heuristics.includes(heuristic)) &&
        fitsType(heuristic, this.type),
    );
  }

  /**
   * @param {string} name of a preset
   * @returns {string} its question, and what is left out of it
   */
  #about(name) {
    const { question, rows } = PRESETS[name] ?? { question: "", rows: () => [] };
    const out = rows().find(({ heuristic }) => !fitsType(heuristic, this.type))?.heuristic;
    return inSequence(question, out ? t`Left out: ${heuristicName(out)}, which works only on grids.` : "");
  }

  /**
   * Restore earlier searches; if they match a named set, its name is shown.
   * @param {Choice[]} choices
   */
  restore(choices) {
    const same = Object.keys(PRESETS).find(
      (name) => JSON.stringify(this.#rows(name)) === JSON.stringify(choices),
    );
    this.choices = choices;
    this.preset.value = same ?? "";
    this.question.textContent = this.#about(same ?? "");
    this.#changed();
  }

  /** Which algorithms can be run has changed. */
  refresh() {
    const at = [...this.list.children].findIndex((one) => one.contains(document.activeElement));
    const open = [...this.list.querySelectorAll("details")].map((one) => one.open);
    keepFocus(
      () => this.#changed(),
      () => this.list.children[at]?.querySelector("summary") ?? null,
    );
    this.list.querySelectorAll("details").forEach((one, row) => (one.open = open[row] ?? false));
  }

  #add() {
    this.forget();
    this.choices.push(choice("astar", "manhattan"));
    this.#detach();
    this.#changed();
    this.list.querySelector("li:last-child details")?.setAttribute("open", "");
  }

  /** The rows no longer match a named set. */
  #detach() {
    this.preset.value = "";
    this.question.textContent = "";
  }

  #changed() {
    fill(this.list, ...this.choices.map((one, at) => this.#item(one, at)));
    this.add.disabled = this.choices.length >= MOST_ROWS;
    const many = this.choices.length;
    this.many.textContent = t`${counted(many, "search", "searches")}: options, ties, order`;
    this.onChange();
  }

  /** @param {Choice} one */
  #name(one) {
    return choiceName(one, this.algorithms);
  }

  /**
   * @param {Choice} one
   * @param {number} at
   */
  #item(one, at) {
    const summary = build("summary", { text: this.#name(one) });
    const fields = build("div", { class: "lab-knobs" });
    const remove = button({
      icon: "close",
      words: t`Remove ${this.#name(one)}`,
      quiet: true,
      kind: "quiet",
      onClick: () => this.#remove(one, at),
    });
    const details = build("details", {}, summary, fields);
    const news = () => {
      this.#detach();
      summary.textContent = this.#name(one);
      remove.setAttribute("aria-label", t`Remove ${this.#name(one)}`);
      this.onChange();
    };
    const draw = () => fill(fields, ...this.#fields(one, draw, news));
    details.addEventListener("toggle", () => details.open && draw());
    return build("li", {}, details, remove);
  }

  /**
   * @param {Choice} one
   * @param {number} at
   */
  #remove(one, at) {
    const before = this.choices;
    this.choices = before.filter((other) => other !== one);
    this.#detach();
    this.#changed();
    const next = this.list.children[Math.min(at, this.choices.length - 1)];
    (next?.querySelector("summary") ?? this.add).focus();
    this.forget = this.notify(t`${this.#name(one)} was removed.`, { view: "lab", undo: () => this.restore(before) });
  }

  /**
   * @param {Choice} one
   * @param {() => void} draw
   * @param {() => void} news
   */
  #fields(one, draw, news) {
    const spec = this.algorithms.find((algorithm) => algorithm.name === one.algorithm);
    const algorithm = choose(
      this.algorithms.map(({ name, label }) => [name, this.runs(name) ? label : t`${label} (needs the server)`]),
      one.algorithm,
      (name) => {
        one.algorithm = name;
        one.options = {};
        const informed = this.algorithms.find((other) => other.name === name)?.heuristic;
        one.heuristic = informed ? (one.heuristic ?? "manhattan") : null;
        news();
        draw();
      },
    );
    const heuristic = spec?.heuristic
      ? choose(
          this.heuristics.map((name) => [name, heuristicName(name)]),
          one.heuristic ?? "manhattan",
          (name) => {
            one.heuristic = name;
            news();
          },
        )
      : null;
    return [
      build("p", { class: "note", text: spec?.summary ?? "" }),
      field(t`Algorithm`, algorithm),
      heuristic ? field(t`Heuristic`, heuristic) : null,
      ...(spec ? knobs(spec, one.options, news) : []),
    ];
  }
}
