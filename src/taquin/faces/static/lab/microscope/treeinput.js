/** Input on a tree: select, drag, zoom; arrow keys move from node to node. */

/** @typedef {import("./tree.js").TreeView} TreeView */

const ZOOM_KEYS = /** @type {Record<string, number>} */ ({ "+": 1.5, "=": 1.5, "-": 1 / 1.5 });

/** @param {TreeView} view */
export function listenToTree(view) {
  const canvas = view.top;
  /** @type {{x: number, y: number, moved: boolean} | null} */
  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag || view.camera.zoom === 1) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    view.camera.panX += dx;
    view.camera.panY += dy;
    drag = { x: event.clientX, y: event.clientY, moved: true };
    view.redraw();
  });
  canvas.addEventListener("pointerup", (event) => {
    const box = canvas.getBoundingClientRect();
    if (drag && !drag.moved)
      view.select(nodeAt(view, event.clientX - box.left, event.clientY - box.top));
    drag = null;
  });
  canvas.addEventListener("pointercancel", () => (drag = null));
  canvas.addEventListener("wheel", (event) => wheel(view, event), { passive: false });
  canvas.addEventListener("keydown", (event) => key(view, event));
}

/**
 * The wheel scrolls the page, unless the tree has the focus or Ctrl is held.
 * @param {TreeView} view
 * @param {WheelEvent} event
 */
function wheel(view, event) {
  if (!event.ctrlKey && !view.top.matches(":focus")) return;
  event.preventDefault();
  const box = view.top.getBoundingClientRect();
  zoomBy(view, event.deltaY < 0 ? 1.25 : 0.8, event.clientX - box.left, event.clientY - box.top);
}

/**
 * @param {TreeView} view
 * @param {number} factor
 * @param {number} [x] stays where it is, as does y; the middle by default
 * @param {number} [y]
 */
export function zoomBy(
  view,
  factor,
  x = view.host.clientWidth / 2,
  y = view.host.clientHeight / 2,
) {
  view.camera.zoomAt(factor, x, y, () => view.fit());
  view.redraw();
}

/**
 * @param {TreeView} view
 * @param {number} x
 * @param {number} y
 * @returns {number} the nearest node shown there, -1 for none
 */
function nodeAt(view, x, y) {
  const row = Math.round((y - view.camera.originY) / view.camera.rowHeight);
  let [best, near] = [-1, Math.max(12, view.room / 2)];
  for (const node of view.places?.rows[row] ?? []) {
    const far = Math.abs(view.x(node) - x);
    if (node < view.upTo && far < near) [best, near] = [node, far];
  }
  return best;
}

/**
 * @param {TreeView} view
 * @param {KeyboardEvent} event
 */
function key(view, event) {
  const { tree } = view;
  if (!tree || event.ctrlKey || event.metaKey || event.altKey) return;
  const from = view.selected >= 0 ? view.selected : Math.max(0, tree.steps[view.step]?.node ?? 0);
  const factor = ZOOM_KEYS[event.key];
  if (factor) zoomBy(view, factor, view.x(from), view.y(from));
  else if (event.key === "0") view.home();
  else {
    const to = neighbour(view, from, event.key);
    if (to === null) return;
    view.select(to);
    view.reveal(to);
  }
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The node a key leads to: parent, first child, neighbours in the row, its ends.
 * @param {TreeView} view
 * @param {number} node
 * @param {string} name of the key
 * @returns {number | null} null: another key
 */
function neighbour({ tree, places, upTo }, node, name) {
  if (!tree) return null;
  const row = (places?.rows[tree.depth[node] ?? 0] ?? []).filter((one) => one < upTo);
  const at = row.indexOf(node);
  const to = /** @type {Record<string, number | undefined>} */ ({
    ArrowUp: tree.parent[node],
    ArrowDown: tree.children[node]?.find((child) => child < upTo),
    ArrowLeft: row[at - 1],
    ArrowRight: row[at + 1],
    Home: row[0],
    End: row.at(-1),
  });
  if (!(name in to)) return null;
  const found = to[name];
  return found === undefined || found < 0 ? node : found;
}
