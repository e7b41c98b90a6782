/** What the widgets of the lessons share: reading their attributes, distances, buttons, words. */
import { formatBoard, parseBoard, parseGoal } from "../taquin/board.js";
import { choiceName } from "../taquin/lab/comparison/comparison.js";
import { CATALOGUE } from "../taquin/lab/searches/catalogue.js";
import { build } from "../taquin/shared/dom.js";
import { ExactTable } from "../taquin/solver/exact.js";
import { Frame } from "../taquin/solver/frame.js";

/** @typedef {import("../taquin/board.js").Board} Board */
/** @typedef {import("../taquin/board.js").TaquinBoard} TaquinBoard */
/** @typedef {{algorithm: string, heuristic: string | null, options: Record<string, number>}} Choice */

/** The estimates that tables of a lesson show. */
export const ESTIMATES = ["misplaced", "manhattan", "linear_conflict", "walking_distance"];

/**
 * An attribute that the widget needs.
 * @param {HTMLElement} element
 * @param {string} name
 */
export function attribute(element, name) {
  const value = element.getAttribute(name);
  if (value === null) throw new Error(`<${element.localName}> has no attribute "${name}".`);
  return value;
}

/**
 * A board to play on.
 * @param {{board: Board, goal: Board}} question
 */
export function buildBoard({ board, goal }) {
  const view = /** @type {TaquinBoard} */ (document.createElement("taquin-board"));
  view.label = "Board";
  view.goal = goal;
  view.board = board;
  return view;
}

/**
 * @param {HTMLElement} element with the attributes `board` and `goal` (`last` if there is none)
 * @returns {{board: Board, goal: Board}}
 */
export function question(element) {
  const board = parseBoard(attribute(element, "board"));
  const goal = parseGoal(element.getAttribute("goal") ?? "last", board.width, board.height);
  return { board, goal };
}

/**
 * "astar:manhattan;weight=2" → what a search of the page is asked for.
 * @param {string} word
 * @returns {Choice}
 */
export function choice(word) {
  const [search, ...given] = word.split(";");
  const [algorithm, heuristic = null] = search.split(":");
  const options = Object.fromEntries(
    given.map((option) => {
      const [name, value] = option.split("=");
      return [name, Number(value)];
    }),
  );
  return { algorithm, heuristic, options };
}

/**
 * The name of a search as people read it, the same as the lab's and the command's.
 * @param {Choice} choice
 */
export function searchName(choice) {
  return choiceName(choice, /** @type {import("../taquin/lab/comparison/knobs.js").Algorithm[]} */ (/** @type {unknown} */ (CATALOGUE.algorithms)));
}

/**
 * The commands that run searches on a board: one for all that have no options, and one for each other.
 * @param {string} board
 * @param {Choice[]} searches
 * @returns {string[]}
 */
export function commands(board, searches) {
  const named = (/** @type {Choice} */ { algorithm, heuristic }) => `-a ${algorithm}${heuristic ? `:${heuristic}` : ""}`;
  const plain = searches.filter(({ options }) => Object.keys(options).length === 0);
  const others = searches.filter((search) => !plain.includes(search));
  return [
    ...(plain.length > 0 ? [`taquin compare "${board}" ${plain.map(named).join(" ")}`] : []),
    ...others.map((search) => `taquin solve "${board}" ${named(search)} ${Object.entries(search.options).map(([name, value]) => `-o ${name}=${value}`).join(" ")}`),
  ];
}

/**
 * A button with words.
 * @param {string} words
 * @param {() => void} onClick
 */
export function press(words, onClick) {
  return build("button", { type: "button", class: "lesson__button", text: words, on: { click: onClick } });
}

/** @type {Map<string, {frame: Frame, table: ExactTable}>} */
const tables = new Map();

/**
 * Moves from a board of at most nine cells to the goal; null if none lead there. The first call
 * for a goal fills a table in about a tenth of a second.
 * @param {Board} board
 * @param {Board} goal
 */
export function distance(board, goal) {
  const key = formatBoard(goal);
  let known = tables.get(key);
  if (!known) {
    const frame = new Frame(goal);
    known = { frame, table: new ExactTable(frame) };
    for (const pause of known.table.build()) void pause;
    tables.set(key, known);
  }
  return known.table.distance(known.frame.view(board));
}

/**
 * Registers an element whose content `make` builds once it is on the page.
 * @param {string} name
 * @param {(element: HTMLElement) => Node[]} make
 */
export function define(name, make) {
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        if (this.dataset["built"]) return;
        this.dataset["built"] = "yes";
        this.classList.add("lesson");
        this.replaceChildren(...make(this));
      }
    },
  );
}
