/** The parts of one pane of the microscope, empty. */
import { build, button } from "../../shared/dom.js";
import { HeatMap } from "../parts/heatmap.js";
import { choose, colours, field, seldom } from "../parts/labparts.js";
import { count } from "../../shared/measures.js";
import { MOST_NODES, TreeView } from "./tree.js";
import { listenToTree, zoomBy } from "./treeinput.js";
import { drawNode, LEGEND, TOKENS } from "./treemarks.js";
import { RowsView } from "./treerows.js";
import { inSequence, t } from "../../words/said.js";

/**
 * @typedef {ReturnType<typeof buildPane>} Pane
 */

/**
 * @param {string} name of the search
 * @param {string | null} colour of its algorithm
 * @param {import("./pseudocode.js").CodeLine[]} code
 * @param {() => void} onView another picture was chosen
 * @param {(node: number) => void} onPick a node of the tree was picked, -1 for none
 */
export function buildPane(name, colour, code, onView, onPick) {
  const board = /** @type {import("../../board.js").TaquinBoard} */ (
    document.createElement("taquin-board")
  );
  board.setAttribute("disabled", "");
  const facts = build("p", { class: "lab-facts" });
  const why = build("p", { class: "lab-why" });
  const news = build("ul", { class: "lab-news" });
  const lines = code.map(({ text, indent }) =>
    build("li", { class: `lab-code__line lab-code__line--${indent}` }, build("code", { text })),
  );
  const when = build("p", { class: "note lab-when" });
  const successors = build("div", { class: "lab-stack" });
  const [frontier, reached] = [build("div"), build("div")];
  const held = build("div", { class: "lab-pane__held" }, frontier, reached);
  const picked = build("p", { class: "note" });
  const host = build("div", { class: "lab-tree" });
  const trees = new TreeView(host, onPick);
  listenToTree(trees);
  const [rows, heat] = [new RowsView(), new HeatMap()];
  const view = choose(
    [
      ["tree", t`Tree`],
      ["rows", t`Rows: nodes by depth`],
      ["heat", t`Heat map: expanded by g and h`],
    ],
    "tree",
    onView,
  );
  const instead = build("p", {
    class: "note",
    text: t`A tree of more than ${count(MOST_NODES)} nodes is too large to draw; its rows are shown instead.`,
  });
  const treePart = build("div", { class: "lab-stack" }, host, treeTools(host, trees), picked);
  const mark = colour === null ? "" : `lab-mark lab-mark--${colour}`;
  // On a phone, where the heading is out of sight, beside the board that stays in sight.
  const title = build("p", { class: `lab-chosen__name ${mark}`, "aria-hidden": "true", text: name });
  const chosen = build("div", { class: "lab-chosen" }, title, build("div", { class: "lab-chosen__board" }, board), facts);
  const now = build("div", { class: "lab-pane__now" }, chosen, build("div", { class: "lab-stack" }, why, news));
  const picture = build(
    "div",
    { class: "lab-pane__picture" },
    field(t`Picture`, view),
    instead,
    treePart,
    rows.element,
    heat.element,
  );
  const element = build(
    "article",
    { class: "lab-pane", "aria-label": name },
    build("h3", { class: mark, text: name }),
    now,
    build(
      "div",
      { class: "lab-pane__code" },
      build("div", {}, codeList(name, lines), when),
      seldom(t`Children examined`, successors),
    ),
    seldom(t`Tree, rows and heat map`, picture),
    seldom(t`Frontier and reached states`, held),
  );
  return {
    element,
    chosen,
    board,
    facts,
    why,
    news,
    lines,
    when,
    successors,
    frontier,
    reached,
    held,
    picked,
    instead,
    picture,
    trees,
    treePart,
    rows,
    heat,
    view,
  };
}

/**
 * @param {string} name
 * @param {HTMLElement[]} lines
 * @returns {HTMLElement}
 */
function codeList(name, lines) {
  return lines.length === 0
    ? build("p", { class: "note", text: t`There is no pseudo-code for this algorithm.` })
    : build("ol", { class: "lab-code", "aria-label": t`Pseudo-code of ${name}` }, ...lines);
}

/**
 * @param {HTMLElement} host
 * @param {TreeView} trees
 * @returns {HTMLElement}
 */
function treeTools(host, trees) {
  const marks = LEGEND.map(([state, words]) => {
    const canvas = build("canvas", { width: 16, height: 16, "aria-hidden": "true" });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    trees.onPalette.push(() => {
      context.clearRect(0, 0, 16, 16);
      drawNode(context, colours(host, TOKENS), 8, 8, 15, state);
    });
    return build("li", {}, canvas, words);
  });
  const tool = (/** @type {string} */ words, /** @type {() => void} */ onClick) =>
    button({ words, onClick });
  return build(
    "div",
    { class: "lab-stack" },
    build("ul", { class: "lab-legend" }, ...marks),
    build(
      "div",
      { class: "toolbar" },
      tool(t`Zoom in`, () => zoomBy(trees, 1.6)),
      tool(t`Zoom out`, () => zoomBy(trees, 1 / 1.6)),
      tool(t`Whole tree`, () => trees.home()),
      build("span", {
        class: "note",
        text: inSequence(
          t`In the tree: arrow keys move, + and − zoom, 0 shows everything.`,
          t`Elsewhere: ← and → step, Home and End go to the ends, Space plays and stops.`,
        ),
      }),
    ),
  );
}
