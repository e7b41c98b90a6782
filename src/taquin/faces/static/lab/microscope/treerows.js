/** A tree of any size: its rows as stacked bars, its nodes by g and h. */
import { chartPicture } from "../parts/chartpicture.js";
import { build } from "../../shared/dom.js";
import { colours, plainTable, twin } from "../parts/labparts.js";
import { count } from "../../shared/measures.js";
import { amount, t, translated } from "../../words/said.js";

/** @typedef {import("./trace.js").SearchTree} SearchTree */
/** @typedef {{depth: number, expanded: number, waiting: number, pruned: number, dropped: number}} Tally */

const PARTS =
  /** @type {Array<["expanded" | "waiting" | "pruned" | "dropped", string, string]>} */ ([
    ["expanded", translated("expanded", "several nodes"), "--accent"],
    ["waiting", t`in the frontier`, "--good"],
    ["pruned", t`above the bound`, "--bad"],
    ["dropped", translated("discarded", "several nodes"), "--ink-soft"],
  ]);

/**
 * Nodes of the current pass after a step, by depth. O(nodes).
 * @param {SearchTree} tree
 * @param {number} step
 * @param {number} upTo nodes below this number exist
 * @returns {Tally[]}
 */
export function tally(tree, step, upTo) {
  const pass = tree.steps[step]?.pass ?? 0;
  const rows = /** @type {Tally[]} */ ([]);
  for (let node = tree.firstOf[pass] ?? 0; node < upTo; node++) {
    if (tree.pass[node] !== pass) continue;
    const depth = tree.depth[node] ?? 0;
    const row = (rows[depth] ??= { depth, expanded: 0, waiting: 0, pruned: 0, dropped: 0 });
    const state = tree.stateAt(node, step);
    if (state === "chosen") row.expanded += 1;
    else if (state !== "unborn") row[state] += 1;
  }
  return rows.filter(Boolean);
}

/**
 * Expanded nodes of all passes after a step, by g and h.
 * @param {SearchTree} tree
 * @param {number} step
 * @param {(board: string) => number | null} estimate for the nodes of a search without one
 * @returns {number[][]} counts[g][h]
 */
export function byEstimate(tree, step, estimate) {
  const counts = /** @type {number[][]} */ ([]);
  for (let node = 0; node < tree.size; node++) {
    if ((tree.expanded[node] ?? 0) > step) continue;
    const h = tree.h[node] ?? estimate(tree.board[node] ?? "");
    if (h === null) continue;
    const row = (counts[tree.g[node] ?? 0] ??= []);
    row[h] = (row[h] ?? 0) + 1;
  }
  return Array.from(counts, (row) => Array.from(row ?? [], (states) => states ?? 0));
}

/** Stacked bars, one for every depth. */
export class RowsView {
  constructor() {
    this.canvas = build("canvas", { class: "lab-rows", role: "img" });
    this.twin = twin(t`Show the rows as a table`, () => this.#table());
    this.element = build(
      "figure",
      { class: "lab-stack" },
      this.canvas,
      this.#legend(),
      this.twin.element,
    );
    /** @type {Tally[]} */ this.rows = [];
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
  }

  #legend() {
    return build(
      "ul",
      { class: "lab-legend" },
      ...PARTS.map(([part, words]) =>
        build(
          "li",
          {},
          build("span", { class: `lab-swatch lab-swatch--${part}`, "aria-hidden": "true" }),
          words,
        ),
      ),
    );
  }

  /** @param {Tally[]} rows */
  show(rows) {
    this.rows = rows;
    this.canvas.style.blockSize = `${Math.min(480, Math.max(120, rows.length * 24 + 24))}px`;
    const total = rows.reduce((sum, row) => sum + row.expanded, 0);
    this.canvas.setAttribute(
      "aria-label",
      t`${amount(rows.length, "depth")} with ${amount(total, "expanded node")}, as stacked bars; the table below has the numbers.`,
    );
    this.redraw();
    this.twin.refresh();
  }

  redraw() {
    const { canvas, rows } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.scale(ratio, ratio);
    const palette = colours(this.element, [
      "--ink-soft",
      "--surface",
      ...PARTS.map(([, , token]) => token),
    ]);
    const bar = Math.min(24, (height - 24) / Math.max(1, rows.length));
    const most = Math.max(1, ...rows.map(sum));
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    const every = Math.max(1, Math.ceil(16 / bar));
    rows.forEach((row, at) => {
      const y = at * bar;
      if (at % every === 0) {
        context.fillStyle = palette["--ink-soft"] ?? "";
        context.textAlign = "right";
        context.fillText(String(row.depth), 30, y + bar / 2);
      }
      let x = 38;
      for (const [part, , token] of PARTS) {
        const length = (row[part] / most) * (width - 46);
        if (length > 0) fillPart(context, part, palette[token] ?? "", x, y, length, bar - 2);
        x += length;
      }
    });
    context.fillStyle = palette["--ink-soft"] ?? "";
    context.textAlign = "left";
    context.fillText(t`depth ↓   longest bar: ${amount(most, "node")}`, 4, height - 10);
  }

  /**
   * The picture as a file.
   * @param {string} title
   * @param {string[]} lines below it
   * @returns {Promise<Blob>}
   */
  picture(title, lines) {
    const palette = colours(this.element, PARTS.map(([, , token]) => token));
    const marks = PARTS.map(([part, text, token]) => ({
      text,
      sample: (
        /** @type {CanvasRenderingContext2D} */ context,
        /** @type {number} */ x,
        /** @type {number} */ y,
      ) => fillPart(context, part, palette[token] ?? "", x, y - 7, 32, 14),
    }));
    const ratio = this.canvas.width / this.canvas.clientWidth;
    return chartPicture(this.canvas, ratio, { title, lines, marks }, this.element);
  }

  #table() {
    return plainTable(
      t`Nodes by depth, of the current pass`,
      [t`Depth`, ...PARTS.map(([, words]) => words)],
      this.rows.map((row) => [row.depth, ...PARTS.map(([part]) => count(row[part]))]),
    );
  }
}

/**
 * A texture for each state, as well as a colour: full, outlined, striped, dashed.
 * @param {CanvasRenderingContext2D} context
 * @param {string} part
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function fillPart(context, part, colour, x, y, width, height) {
  context.fillStyle = colour;
  context.strokeStyle = colour;
  if (part === "expanded" || height < 5 || width < 4) {
    context.fillRect(x, y, width, Math.max(1, height));
  } else if (part === "pruned") {
    for (let at = 0; at < width; at += 5) {
      context.fillRect(x + at, y, Math.min(2, width - at), height);
    }
  } else {
    context.lineWidth = 2;
    context.setLineDash(part === "dropped" ? [5, 4] : []);
    context.strokeRect(x + 1, y + 1, width - 2, height - 2);
    context.setLineDash([]);
  }
}

/**
 * @param {Tally} row
 * @returns {number}
 */
function sum(row) {
  return row.expanded + row.waiting + row.pruned + row.dropped;
}
