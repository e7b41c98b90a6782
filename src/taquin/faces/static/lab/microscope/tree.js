/** The tree of a search on a canvas: layered, drawn incrementally, with boards where they fit. */
import { chartPicture } from "../parts/chartpicture.js";
import { build } from "../../shared/dom.js";
import { colours, flattened } from "../parts/labparts.js";
import { TreeCamera } from "./treecamera.js";
import { layout } from "./treelayout.js";
import { boardHeight, Dots, drawBoard, drawNode, isDot, LEGEND, TOKENS } from "./treemarks.js";
import { t } from "../../words/said.js";

/** Larger trees are shown only as rows and heat map. */
export const MOST_NODES = 20_000;

const BOARD_AT = 40; // pixels a board needs to be read

/** @typedef {import("./trace.js").SearchTree} SearchTree */

/** A canvas below for the tree, one above for what changes with every step. */
export class TreeView {
  /**
   * @param {HTMLElement} host
   * @param {(node: number) => void} onSelect
   */
  constructor(host, onSelect) {
    this.base = build("canvas", { "aria-hidden": "true" });
    this.top = build("canvas", {
      class: "lab-tree__top",
      tabindex: "0",
      role: "application",
      "aria-roledescription": t`search tree`,
      "aria-label": t`Search tree`,
    });
    this.host = host;
    this.onSelect = onSelect;
    host.append(this.base, this.top);
    this.camera = new TreeCamera();
    /** @type {SearchTree | null} */ this.tree = null;
    /** @type {import("./treelayout.js").TreeLayout | null} */ this.places = null;
    this.pass = -1;
    this.laidOut = 0;
    this.step = -1;
    this.upTo = 0;
    this.selected = -1;
    /** @type {Set<number>} */ this.solution = new Set();
    /** @type {Array<() => void>} called when the colours are new */ this.onPalette = [];
    /** @type {Record<string, string>} */ this.palette = {};
    new ResizeObserver(() => (this.ready ? this.redraw() : this.recolour())).observe(host);
  }

  /** Whether the host has been on the page, so that its colours are known. */
  get ready() {
    return Boolean(this.palette["--ink"]);
  }

  /**
   * @param {SearchTree} tree
   * @param {Set<number>} solution nodes on the way found
   */
  setTree(tree, solution) {
    this.tree = tree;
    this.solution = solution;
    this.pass = -1;
    this.selected = -1;
    this.home();
  }

  /** The whole tree in view again. */
  home() {
    this.camera.reset();
    this.redraw();
  }

  /**
   * Show the tree after a step, when only the nodes below `upTo` exist.
   * @param {number} step
   * @param {number} upTo
   */
  show(step, upTo) {
    const tree = this.tree;
    if (!tree) return;
    const before = { step: this.step, upTo: this.upTo };
    this.step = step;
    this.upTo = upTo;
    const grows = step >= before.step && upTo >= before.upTo && !this.#stale();
    if (grows && this.ready) this.#grow(before.step, before.upTo);
    else this.redraw();
    const chosen = tree.steps[step]?.node ?? -1;
    if (chosen >= 0 && this.camera.zoom > 1 && this.ready) this.reveal(chosen);
  }

  /**
   * The number of nodes to lay out: the next power of two, so that a growing tree keeps its layout
   * until it has doubled, and a small one is drawn large.
   */
  #wanted() {
    const tree = /** @type {SearchTree} */ (this.tree);
    const pass = tree.steps[this.step]?.pass ?? 0;
    const first = tree.firstOf[pass] ?? 0;
    const nodes = Math.max(16, this.upTo - first);
    return { pass, limit: Math.min(tree.size, first + 2 ** Math.ceil(Math.log2(nodes))) };
  }

  /** Whether the layout is for another tree than the one to show. */
  #stale() {
    const { pass, limit } = this.#wanted();
    return !this.places || pass !== this.pass || limit !== this.laidOut;
  }

  /** Everything again: after a change of size, theme, view or direction. */
  redraw() {
    const { tree, host } = this;
    const { clientWidth: width, clientHeight: height } = host;
    if (!tree || width === 0 || !this.ready) return;
    if (this.#stale()) {
      const { pass, limit } = this.#wanted();
      this.places = layout(tree, pass, limit);
      this.pass = pass;
      this.laidOut = limit;
    }
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.base, this.top]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    this.fit();
    const context = this.#context(this.base);
    this.#edges(context, 0);
    this.#nodes(context, 0);
    this.#overlay();
  }

  /** The theme has changed, or the host has just come to the page. */
  recolour() {
    this.palette = colours(this.host, TOKENS);
    for (const redraw of this.onPalette) redraw();
    this.redraw();
  }

  /** Set the camera to the places and the size of the host. */
  fit() {
    if (this.places) this.camera.fit(this.places, this.host.clientWidth, this.host.clientHeight);
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @returns {CanvasRenderingContext2D}
   */
  #context(canvas) {
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }

  /**
   * @param {number} node
   * @returns {number}
   */
  x(node) {
    return this.camera.originX + (this.places?.x[node] ?? 0) * this.camera.scale;
  }

  /**
   * @param {number} node
   * @returns {number}
   */
  y(node) {
    return this.camera.originY + (this.tree?.depth[node] ?? 0) * this.camera.rowHeight;
  }

  /** Pixels a node may take. */
  get room() {
    return Math.min(this.camera.scale, this.camera.rowHeight);
  }

  /**
   * @param {number} fromStep
   * @param {number} fromNode
   */
  #grow(fromStep, fromNode) {
    const tree = /** @type {SearchTree} */ (this.tree);
    const context = this.#context(this.base);
    this.#edges(context, fromNode);
    for (let step = Math.max(0, fromStep); step <= this.step; step++) {
      const node = tree.steps[step]?.node ?? -1;
      if (node >= 0) this.#node(context, node);
    }
    this.#nodes(context, fromNode);
    this.#overlay();
  }

  /**
   * Bring a node into view, if it is not.
   * @param {number} node
   */
  reveal(node) {
    const [x, y] = [this.x(node), this.y(node)];
    const { clientWidth: width, clientHeight: height } = this.host;
    if (x >= 0 && x <= width && y >= 0 && y <= height) return;
    this.camera.panX += width / 2 - x;
    this.camera.panY += height / 2 - y;
    this.redraw();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from the first node whose edge is drawn
   */
  #edges(context, from) {
    const tree = /** @type {SearchTree} */ (this.tree);
    context.strokeStyle = this.palette["--edge"] ?? "";
    context.globalAlpha = this.room > 6 ? 0.8 : 0.35;
    context.lineWidth = this.room > 6 ? 1.25 : 0.6;
    context.beginPath();
    for (let node = from; node < this.upTo; node++) {
      const parent = tree.parent[node] ?? -1;
      if (parent < 0 || tree.pass[node] !== this.pass) continue;
      this.#edge(context, parent, node);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   */
  #nodes(context, from) {
    const tree = /** @type {SearchTree} */ (this.tree);
    const dots = isDot(this.room) ? new Dots() : null;
    for (let node = from; node < this.upTo; node++) {
      if (tree.pass[node] !== this.pass) continue;
      if (dots) dots.add(this.x(node), this.y(node), tree.stateAt(node, this.step));
      else this.#node(context, node);
    }
    dots?.draw(context, this.palette, this.room);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} node
   */
  #node(context, node) {
    const tree = /** @type {SearchTree} */ (this.tree);
    const state = tree.stateAt(node, this.step);
    if (state === "unborn") return;
    const [x, y] = [this.x(node), this.y(node)];
    if (this.#boardSize >= BOARD_AT) {
      drawBoard(context, this.palette, tree.board[node] ?? "", x, y, this.#boardSize, state);
    } else {
      drawNode(context, this.palette, x, y, this.room, state);
    }
  }

  get #boardSize() {
    return Math.min(this.camera.scale * 0.86, this.camera.rowHeight * 0.68);
  }

  /** What changes with every step: the path to the chosen node, the solution, the selection. */
  #overlay() {
    const tree = /** @type {SearchTree} */ (this.tree);
    const context = this.#context(this.top);
    context.clearRect(0, 0, this.top.width, this.top.height);
    const chosen = tree.steps[this.step]?.node ?? -1;
    if (chosen < 0) {
      const way = [...this.solution].filter((node) => tree.pass[node] === this.pass);
      this.#way(context, way, this.palette["--good"] ?? "", 3);
    } else {
      this.#way(context, tree.path(chosen), this.palette["--warn"] ?? "", 2);
      this.#ring(context, chosen, this.palette["--warn"] ?? "", 3);
    }
    if (this.selected >= 0 && tree.pass[this.selected] === this.pass) {
      this.#ring(context, this.selected, this.palette["--ink"] ?? "", 2);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number[]} nodes
   * @param {string} colour
   * @param {number} width
   */
  #way(context, nodes, colour, width) {
    const tree = /** @type {SearchTree} */ (this.tree);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const node of nodes) {
      const parent = tree.parent[node] ?? -1;
      if (parent < 0 || node >= this.upTo) continue;
      this.#edge(context, parent, node);
    }
    context.stroke();
  }

  /**
   * From board to board, or from mark to mark: a highlighted path covers its edges.
   * @param {CanvasRenderingContext2D} context
   * @param {number} parent
   * @param {number} node
   */
  #edge(context, parent, node) {
    const shown = this.#boardSize >= BOARD_AT;
    const half = shown ? boardHeight(this.tree?.board[node] ?? "", this.#boardSize) / 2 : 0;
    context.moveTo(this.x(parent), this.y(parent) + half);
    context.lineTo(this.x(node), this.y(node) - half);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} node
   * @param {string} colour
   * @param {number} width
   */
  #ring(context, node, colour, width) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    const [x, y] = [this.x(node), this.y(node)];
    context.beginPath();
    if (this.#boardSize >= BOARD_AT) {
      const size = this.#boardSize + 4;
      context.rect(x - size / 2, y - size / 2, size, size);
    } else {
      context.arc(x, y, Math.max(5, this.room * 0.42 + 2), 0, 2 * Math.PI);
    }
    context.stroke();
  }

  /** @param {number} node -1 for none */
  select(node) {
    this.selected = node;
    if (this.places && this.ready) this.#overlay();
    this.onSelect(node);
  }

  /**
   * The picture as a file.
   * @param {string} title
   * @param {string[]} lines below it
   * @returns {Promise<Blob>}
   */
  picture(title, lines) {
    const marks = LEGEND.map(([state, text]) => ({
      text,
      sample: (
        /** @type {CanvasRenderingContext2D} */ context,
        /** @type {number} */ x,
        /** @type {number} */ y,
      ) => drawNode(context, this.palette, x + 22, y, 15, state),
    }));
    const drawing = flattened([this.base, this.top]);
    const ratio = drawing.width / this.host.clientWidth;
    return chartPicture(drawing, ratio, { title, lines, marks }, this.host);
  }
}
