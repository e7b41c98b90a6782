/** The tree of a search on a canvas: layered, only what is new is drawn, boards where they fit. */
import { build } from "./dom.js";
import { colours } from "./labparts.js";
import { layout } from "./treelayout.js";
import { drawNode, drawBoard, TOKENS } from "./treemarks.js";

/** More nodes than this are shown as rows and heat map. */
export const MOST_NODES = 20_000;

const MARGIN = 14;
const BOARD_AT = 46; // pixels a node needs before its board is drawn in it

/** @typedef {import("./trace.js").SearchTree} SearchTree */

/** A canvas below for the tree, one above for what changes with every step. */
export class TreeView {
  /**
   * @param {HTMLElement} host
   * @param {(node: number) => void} onSelect
   */
  constructor(host, onSelect) {
    this.base = build("canvas", { class: "lab-tree__base", "aria-hidden": "true" });
    this.top = build("canvas", {
      class: "lab-tree__top",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "search tree",
      "aria-label": "Search tree",
    });
    this.host = host;
    this.onSelect = onSelect;
    host.append(this.base, this.top);
    /** @type {SearchTree | null} */ this.tree = null;
    /** @type {import("./treelayout.js").Layout | null} */ this.places = null;
    this.pass = -1;
    this.laidOut = 0;
    this.step = -1;
    this.upTo = 0;
    this.selected = -1;
    this.scale = 1;
    this.rowHeight = 20;
    this.panX = 0;
    this.panY = 0;
    this.zoom = 1;
    /** @type {Set<number>} */ this.solution = new Set();
    /** @type {Array<() => void>} called when the colours are new */ this.onPalette = [];
    this.palette = /** @type {Record<string, string>} */ ({});
    this.#listen();
    new ResizeObserver(() => (this.palette["--ink"] ? this.redraw() : this.recolour())).observe(host);
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
    this.zoom = 1;
    this.panX = 0;
    this.panY = 0;
    this.redraw();
  }

  /**
   * Show the tree as it was after a step, of whose nodes only those below `upTo` exist yet.
   * @param {number} step
   * @param {number} upTo
   */
  show(step, upTo) {
    const tree = this.tree;
    if (!tree) return;
    const pass = tree.steps[step]?.pass ?? 0;
    const grows =
      pass === this.pass && tree.size === this.laidOut && step >= this.step && upTo >= this.upTo;
    const from = { step: this.step, upTo: this.upTo };
    this.step = step;
    this.upTo = upTo;
    if (grows && this.places) this.#grow(from.step, from.upTo);
    else this.redraw();
  }

  /** Everything again: after a change of size, theme, view or direction. */
  redraw() {
    const { tree } = this;
    const box = this.host.getBoundingClientRect();
    if (!tree || box.width === 0 || !this.palette["--ink"]) return;
    const pass = tree.steps[this.step]?.pass ?? 0;
    if (pass !== this.pass || tree.size !== this.laidOut || !this.places) {
      this.places = layout(tree, pass);
      this.pass = pass;
      this.laidOut = tree.size;
    }
    const ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.base, this.top]) {
      canvas.width = Math.round(box.width * ratio);
      canvas.height = Math.round(box.height * ratio);
    }
    this.#fit(box);
    const context = this.#context(this.base);
    this.#edges(context, 0, this.upTo);
    this.#nodes(context, 0, this.upTo);
    this.#overlay();
  }

  /** The theme has changed, or the host has just come to the page. */
  recolour() {
    this.palette = colours(this.host, TOKENS);
    for (const tell of this.onPalette) tell();
    this.redraw();
  }

  /** @param {DOMRect} box */
  #fit(box) {
    const places = /** @type {import("./treelayout.js").Layout} */ (this.places);
    const across = Math.min(64, (box.width - 2 * MARGIN) / (places.width + 1));
    const down = Math.min(72, (box.height - 2 * MARGIN) / Math.max(1, places.rows.length));
    this.scale = across * this.zoom;
    this.rowHeight = Math.max(down * this.zoom, 1);
    this.originX = box.width / 2 - (places.left + places.width / 2) * this.scale + this.panX;
    this.originY = MARGIN + this.rowHeight / 2 + this.panY;
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
    return (this.originX ?? 0) + (this.places?.x[node] ?? 0) * this.scale;
  }

  /**
   * @param {number} node
   * @returns {number}
   */
  y(node) {
    return (this.originY ?? 0) + (this.tree?.depth[node] ?? 0) * this.rowHeight;
  }

  /** Pixels a node may take. */
  get room() {
    return Math.min(this.scale, this.rowHeight);
  }

  /**
   * @param {number} fromStep
   * @param {number} fromNode
   */
  #grow(fromStep, fromNode) {
    const tree = /** @type {SearchTree} */ (this.tree);
    const context = this.#context(this.base);
    this.#edges(context, fromNode, this.upTo);
    const changed = new Set();
    for (let step = Math.max(0, fromStep); step <= this.step; step++) {
      const node = tree.steps[step]?.node ?? -1;
      if (node >= 0) changed.add(node);
    }
    for (const node of changed) this.#node(context, node);
    this.#nodes(context, fromNode, this.upTo);
    this.#overlay();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   * @param {number} to
   */
  #edges(context, from, to) {
    const tree = /** @type {SearchTree} */ (this.tree);
    context.strokeStyle = this.palette["--line"] ?? "";
    context.lineWidth = this.room > 6 ? 1.25 : 0.6;
    context.beginPath();
    for (let node = from; node < to; node++) {
      const parent = tree.parent[node] ?? -1;
      if (parent < 0 || tree.pass[node] !== this.pass) continue;
      context.moveTo(this.x(parent), this.y(parent));
      context.lineTo(this.x(node), this.y(node));
    }
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   * @param {number} to
   */
  #nodes(context, from, to) {
    const tree = /** @type {SearchTree} */ (this.tree);
    for (let node = from; node < to; node++) {
      if (tree.pass[node] === this.pass) this.#node(context, node);
    }
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
    if (this.room >= BOARD_AT) {
      const size = Math.min(this.room * 0.86, 72);
      drawBoard(context, this.palette, tree.board[node] ?? "", x, y, size, state);
    } else {
      drawNode(context, this.palette, x, y, this.room, state);
    }
  }

  /** What changes with every step: the way to the chosen node, the solution, the selection. */
  #overlay() {
    const tree = /** @type {SearchTree} */ (this.tree);
    const context = this.#context(this.top);
    context.clearRect(0, 0, this.top.width, this.top.height);
    const chosen = tree.steps[this.step]?.node ?? -1;
    const ended = tree.steps[this.step]?.node === -1;
    if (ended) {
      const way = [...this.solution].filter((node) => tree.pass[node] === this.pass);
      this.#way(context, way, this.palette["--good"] ?? "", 3);
    } else {
      this.#way(context, tree.path(chosen), this.palette["--warn"] ?? "", 2);
    }
    if (this.selected >= 0 && tree.pass[this.selected] === this.pass) {
      this.#ring(context, this.selected, this.palette["--ink"] ?? "", 2);
    }
    if (chosen >= 0) this.#ring(context, chosen, this.palette["--warn"] ?? "", 3);
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
      context.moveTo(this.x(parent), this.y(parent));
      context.lineTo(this.x(node), this.y(node));
    }
    context.stroke();
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
    if (this.room >= BOARD_AT) {
      const size = Math.min(this.room * 0.86, 72) + 5;
      context.rect(x - size / 2, y - size / 2, size, size);
    } else {
      context.arc(x, y, Math.max(5, this.room * 0.42 + 2), 0, 2 * Math.PI);
    }
    context.stroke();
  }

  /**
   * @param {number} node -1 for none
   */
  select(node) {
    this.selected = node;
    if (this.places) this.#overlay();
    this.onSelect(node);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {number} the nearest node shown there, -1 for none
   */
  #at(x, y) {
    const row = Math.round((y - (this.originY ?? 0)) / this.rowHeight);
    let [best, near] = [-1, Math.max(12, this.room / 2)];
    for (const node of this.places?.rows[row] ?? []) {
      const far = Math.abs(this.x(node) - x);
      if (node < this.upTo && far < near) [best, near] = [node, far];
    }
    return best;
  }

  /**
   * @param {number} factor
   * @param {number} [x] stays where it is, as does y
   * @param {number} [y]
   */
  zoomBy(factor, x = this.host.clientWidth / 2, y = this.host.clientHeight / 2) {
    const zoom = Math.min(400, Math.max(1, this.zoom * factor));
    const [oldX, oldY] = [(x - (this.originX ?? 0)) / this.scale, (y - (this.originY ?? 0)) / this.rowHeight];
    this.zoom = zoom;
    this.#fit(this.host.getBoundingClientRect());
    this.panX += x - ((this.originX ?? 0) + oldX * this.scale);
    this.panY += y - ((this.originY ?? 0) + oldY * this.rowHeight);
    if (zoom === 1) [this.panX, this.panY] = [0, 0];
    this.redraw();
  }

  #listen() {
    const canvas = this.top;
    /** @type {{x: number, y: number, moved: boolean} | null} */
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!drag || this.zoom === 1) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      this.panX += dx;
      this.panY += dy;
      drag = { x: event.clientX, y: event.clientY, moved: true };
      this.redraw();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (drag && !drag.moved) {
        const box = canvas.getBoundingClientRect();
        this.select(this.#at(event.clientX - box.left, event.clientY - box.top));
      }
      drag = null;
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && document.activeElement !== canvas) return;
        event.preventDefault();
        const box = canvas.getBoundingClientRect();
        this.zoomBy(event.deltaY < 0 ? 1.25 : 0.8, event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const tree = this.tree;
    if (!tree || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = this.selected >= 0 ? this.selected : Math.max(0, tree.steps[this.step]?.node ?? 0);
    const zooms = /** @type {Record<string, number>} */ ({ "+": 1.5, "=": 1.5, "-": 1 / 1.5 });
    if (event.key in zooms) this.zoomBy(zooms[event.key] ?? 1, this.x(from), this.y(from));
    else if (event.key === "0") this.home();
    else {
      const to = this.neighbour(from, event.key);
      if (to === null) return;
      this.select(to);
      this.#reveal(to);
    }
    event.preventDefault();
  }

  /**
   * The node an arrow leads to: parent, first child, neighbours in the row.
   * @param {number} node
   * @param {string} key
   * @returns {number | null} null: no arrow
   */
  neighbour(node, key) {
    const tree = /** @type {SearchTree} */ (this.tree);
    const row = (this.places?.rows[tree.depth[node] ?? 0] ?? []).filter((one) => one < this.upTo);
    const at = row.indexOf(node);
    const to = /** @type {Record<string, number | undefined>} */ ({
      ArrowUp: tree.parent[node],
      ArrowDown: tree.children[node]?.find((child) => child < this.upTo),
      ArrowLeft: row[at - 1],
      ArrowRight: row[at + 1],
    });
    if (!(key in to)) return null;
    const found = to[key];
    return found === undefined || found < 0 ? node : found;
  }

  /** @param {number} node */
  #reveal(node) {
    const [x, y] = [this.x(node), this.y(node)];
    const { clientWidth: width, clientHeight: height } = this.host;
    if (x >= 0 && x <= width && y >= 0 && y <= height) return;
    this.panX += width / 2 - x;
    this.panY += height / 2 - y;
    this.redraw();
  }

  /**
   * The picture as a file.
   * @returns {Promise<Blob>}
   */
  async picture() {
    const canvas = build("canvas");
    [canvas.width, canvas.height] = [this.base.width, this.base.height];
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = this.palette["--surface"] ?? "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.base, 0, 0);
    context.drawImage(this.top, 0, 0);
    return new Promise((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error("The browser made no picture of the tree.")),
      ),
    );
  }
}
