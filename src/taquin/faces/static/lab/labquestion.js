/** The lab's question: a board, its goal, the cost of a move, and the limits of a search. */
import { build, fill, sentence } from "../shared/dom.js";
import { formatBoard, parseGoal } from "../board.js";
import { dealtBoard } from "../game/random.js";
import { swapButton } from "../shared/fixes.js";
import { GOAL_WORDS, chooseGoalName } from "../shared/goals.js";
import { chosenGoalName } from "../shared/goalwords.js";
import { choose, field, unique } from "./parts/labparts.js";
import { INSTANCES } from "../notation/instances.js";
import { instanceWords } from "../notation/instancewords.js";
import { namedBoard } from "../notation/named.js";
import { movesText } from "../shared/measures.js";
import { judgeOn } from "./boards/typedboards.js";
import { boardRefusal } from "./searches/pagereach.js";
import { readPaste } from "../notation/paste.js";
import { typeset } from "../shared/typeset.js";
import { allowReselect } from "../shared/reselect.js";
import { listed, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./boards/boardtypes.js").BoardType} BoardType */

/** Boards to begin with: one that has no name, and some that have. */
const EASY = { value: "easy", text: listed([t`An easy 8-puzzle`, movesText(6)]), board: "2 4 3/1 0 6/7 5 8", goal: "last" };
const NAMED = ["famous:notebook", "famous:hardest_3x3", "korf100:79"];
const EXAMPLES = [EASY, ...INSTANCES.filter(([name]) => NAMED.includes(name)).map(([value, board, goal, length]) =>
  ({ value, text: listed([instanceWords(value), movesText(length ?? 0)]), board, goal }))];

const TYPES = /** @type {Array<[string, string]>} */ ([
  ["grid", t`grid`],
  ["torus", t`torus (joined edges)`],
]);

const METRICS = /** @type {Array<[string, string]>} */ ([
  ["stm", t`1 per tile (single-tile metric, stm)`],
  ["mtm", t`1 per push of any length (multi-tile metric, mtm)`],
  ["expense", t`the tile’s number (expense)`],
]);

const TIMES = /** @type {Array<[string, string]>} */ ([
  ["2", t`2 s`],
  ["10", t`10 s`],
  ["30", t`30 s`],
  ["60", t`1 min`],
]);

const SIZES = /** @type {Array<[string, string]>} */ ([
  ["10000", t`10,000 expansions`],
  ["200000", t`200,000 expansions`],
  ["2000000", t`2,000,000 expansions`],
  ["50000000", t`50,000,000 expansions`],
]);

const OWN = "own";
const MOST_ROWS = 6; // of the field for a board, in sight
const MOST_TOGETHER = 22; // letters of a choice that stay in one line

/** The form; `onChange` is called after every change of the question. */
export class LabQuestion {
  /**
   * @param {() => void} onChange
   * @param {() => {board: Board, goal: Board}} inPlay the game's position, which counts as help to its player
   * @param {boolean} served whether a server searches what is too large for the page
   */
  constructor(onChange, inPlay, served) {
    this.examples = EXAMPLES.filter(({ board }) => served || !boardRefusal(board));
    this.onChange = onChange;
    this.inPlay = inPlay;
    /** @type {Board | null} */ this.board = null;
    /** @type {Board | null} */ this.goal = null;
    /** @type {BoardType} */ this.topology = "grid";
    this.metric = "stm";
    this.time = 10;
    this.nodes = 2_000_000;
    this.preview = /** @type {import("../board.js").TaquinBoard} */ (
      document.createElement("taquin-board")
    );
    this.preview.setAttribute("disabled", "");
    this.frame = build("div", { class: "lab-question__board" }, this.preview);
    this.text = build("textarea", { rows: 3, spellcheck: "false", autocomplete: "off" });
    this.text.addEventListener("input", () => void this.#type());
    this.verdict = build("div", {
      class: "lab-verdict",
      role: "status",
      id: unique("lab-verdict"),
    });
    this.goals = choose(Object.entries({ ...GOAL_WORDS, [OWN]: t`custom board` }), "last", () => this.#chooseGoal());
    for (const one of this.goals.options) one.text = sentence(one.text);
    this.goalText = build("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    this.goalText.addEventListener("input", () => this.#read());
    this.goalField = field(t`Goal board`, this.goalText);
    this.goalField.hidden = true;
    this.why = build("p", { class: "note", text: t`Textbooks often have the blank first; in Play it is last.` });
    this.types = choose(TYPES, this.topology, (topology) => {
      this.topology = /** @type {BoardType} */ (topology);
      this.#sumUp();
      this.#read();
    });
    this.joined = build("p", {
      class: "note",
      text: t`On a torus, a tile that leaves at one edge comes back at the opposite one. Sides of two cells are not joined.`,
    });
    this.prices = choose(METRICS, this.metric, (metric) => this.#set({ metric }));
    this.times = choose(TIMES, String(this.time), (time) => this.#set({ time: Number(time) }));
    this.sizes = choose(SIZES, String(this.nodes), (nodes) => this.#set({ nodes: Number(nodes) }));
    this.limits = build("span", { class: "lab-limits__now" });
    /** What few change. */
    this.more = build(
      "details",
      { class: "lab-twin" },
      build("summary", {}, t`Rules and limits `, this.limits),
      build(
        "div",
        { class: "lab-fields lab-rules" },
        field(t`Board type`, this.types),
        this.joined,
        field(t`Cost of a move`, this.prices),
      ),
      build(
        "div",
        { class: "lab-fields" },
        // Two fields that form one sentence.
        field(t`Stop a search after`, this.times),
        field(t`or after`, this.sizes),
      ),
    );
    this.element = this.#frame();
    this.#sumUp();
    this.use("7 0 2/8 5 3/6 1 4", "first");
  }

  /** The current choices as text and numbers; null while the board cannot be read. */
  get fields() {
    const { board, goal, topology, metric, time, nodes } = this;
    if (!board || !goal) return null;
    return { board: formatBoard(board), goal: formatBoard(goal), topology, metric, time, nodes };
  }

  /**
   * Restore earlier choices; a value that is no longer offered changes nothing.
   * @param {import("./labmemory.js").Fields} fields
   */
  restore({ board, goal, topology, metric, time, nodes }) {
    const take = (/** @type {HTMLSelectElement} */ select, /** @type {string} */ value) => {
      if ([...select.options].some((option) => option.value === value)) select.value = value;
      return select.value;
    };
    this.topology = /** @type {BoardType} */ (take(this.types, topology));
    this.metric = take(this.prices, metric);
    this.time = Number(take(this.times, String(time)));
    this.nodes = Number(take(this.sizes, String(nodes)));
    this.#sumUp();
    this.use(board, goal);
  }

  #frame() {
    const examples = choose(
      [
        ["", t`Choose…`],
        ...this.examples.map(({ value, text }) => /** @type {[string, string]} */ ([value, text])),
        ["play", t`Your current game (counts as help)`],
        ["random", t`A random board of this size`],
      ],
      "",
      (name) => {
        const example = EXAMPLES.find(({ value }) => value === name);
        if (example) this.use(example.board, example.goal);
        else if (name === "random") this.#random();
        else if (name === "play") {
          const { board, goal } = this.inPlay();
          this.use(formatBoard(board), formatBoard(goal));
        }
      },
    );
    allowReselect(examples);
    return build(
      "div",
      { class: "lab-question" },
      this.frame,
      build(
        "div",
        { class: "lab-stack" },
        field(t`Board`, this.text, t`Rows of numbers, 0 for the blank, or a name such as korf100:1.`),
      ),
      build(
        "div",
        { class: "lab-fields lab-question__goal" },
        field(t`Goal`, this.goals),
        field(t`Example`, examples),
        this.goalField,
        this.why,
      ),
      this.verdict,
    );
  }

  /** @param {Partial<{metric: string, time: number, nodes: number}>} values */
  #set(values) {
    Object.assign(this, values);
    this.#sumUp();
    this.onChange();
  }

  /** The folded choices, in their own words. */
  #sumUp() {
    const chosen = [...(this.topology === "grid" ? [] : [this.types]), this.prices, this.times, this.sizes].map(({ selectedOptions }) => selectedOptions[0]?.text);
    this.joined.hidden = this.topology === "grid";
    // A number and its unit stay together, and a few words do; more have no room on a phone.
    this.limits.textContent = chosen
      .map((words) => words.replaceAll(words.length > MOST_TOGETHER ? /(?<=\d) /g : " ", "\u00a0"))
      .join(" · ");
  }

  /**
   * @param {string} board
   * @param {string} goal a name or a board
   */
  use(board, goal) {
    this.text.value = board.replaceAll("/", "\n");
    this.#read(goal);
  }

  #random() {
    const { board, goal } = this;
    if (!board || !goal) return;
    this.use(formatBoard(dealtBoard(goal).board), formatBoard(goal));
  }

  /** Replaces a name or a link by its board and goal. */
  async #type() {
    const text = this.text.value;
    try {
      const { board, goal } = (await namedBoard(text)) ?? readPaste(text);
      if (this.text.value !== text) return;
      if (goal) this.use(formatBoard(board), formatBoard(goal));
      else this.#read();
    } catch (error) {
      this.#picture(null);
      this.#refuse(this.text, /** @type {Error} */ (error).message);
    }
  }

  /** @param {string} [goal] in place of the chosen one */
  #read(goal) {
    const custom = goal === undefined && this.goals.value === OWN;
    this.goalField.hidden = this.goals.value !== OWN;
    this.why.hidden = this.goals.value !== "first";
    let board;
    try {
      ({ board } = readPaste(this.text.value));
    } catch (error) {
      this.#picture(null);
      this.#refuse(this.text, /** @type {Error} */ (error).message);
      return;
    }
    this.#picture(board);
    try {
      const chosen = custom ? this.goalText.value : this.goals.value;
      this.goal = parseGoal(goal ?? chosen, board.width, board.height);
      this.#judge(board, this.goal);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.#refuse(custom ? this.goalText : this.text, t`Goal board: ${message}`);
      return;
    }
    this.board = board;
    if (goal !== undefined) this.#showGoal(this.goal);
    this.text.rows = Math.min(MOST_ROWS, Math.max(3, board.height));
    this.#mark(null);
    this.onChange();
  }

  /** @param {Board | null} board  null: the text is not a board, and an earlier one would not be its picture */
  #picture(board) {
    this.frame.classList.toggle("lab-question__board--none", board === null);
    if (!board) return;
    this.preview.show(board, { animate: false });
    this.preview.label = t`Lab board`;
  }

  /**
   * @param {HTMLElement} field
   * @param {string} message why its text is not a board
   */
  #refuse(field, message) {
    this.board = null;
    this.#mark(field);
    fill(this.verdict, build("p", { class: "error", text: sentence(typeset(message)) }));
    this.onChange();
  }

  /** @param {HTMLElement | null} wrong the field whose text cannot be read */
  #mark(wrong) {
    for (const field of [this.text, this.goalText]) {
      if (field === wrong) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  }

  /** A custom goal starts as the previous goal. */
  #chooseGoal() {
    chooseGoalName(this.goals.value);
    if (this.goals.value === OWN && this.goal) this.goalText.value = formatBoard(this.goal);
    this.#read();
  }

  /** @param {Board} goal that came with a board */
  #showGoal(goal) {
    const name = chosenGoalName(goal);
    this.goals.value = name ?? OWN;
    this.goalField.hidden = name !== null;
    this.why.hidden = name !== "first";
    if (name === null) this.goalText.value = formatBoard(goal);
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   */
  #judge(board, goal) {
    const { solvable, reason, swap } = judgeOn(this.topology, board, goal);
    const use = (/** @type {Board} */ swapped) => this.use(formatBoard(swapped), formatBoard(goal));
    const fix = swap && swapButton(board, swap, use);
    this.solvable = solvable;
    const why = solvable
      ? build(
          "details",
          { class: "lab-twin" },
          build("summary", { text: t`Solvable ✓ Why?` }),
          build("p", { class: "note", text: reason }),
        )
      : build("p", { class: "error", text: reason });
    fill(this.verdict, why, fix);
  }

  /**
   * What to ask the server; null while the board cannot be read or solved.
   * @returns {{board: string, goal: string, topology: BoardType, metric: string, time_limit: number, node_limit: number} | null}
   */
  get asked() {
    const { board, goal } = this;
    if (!board || !goal || !this.solvable) return null;
    return {
      board: formatBoard(board),
      goal: formatBoard(goal),
      topology: this.topology,
      metric: this.metric,
      time_limit: this.time,
      node_limit: this.nodes,
    };
  }
}
