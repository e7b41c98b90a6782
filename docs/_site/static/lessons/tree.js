/** Draws the tree of a small search: a circle for each node, one row for each depth. */
import { draw } from "../taquin/shared/dom.js";

export const MOST_DRAWN = 120;
const SPOT = 13; // the radius around a node that shows it
const [WIDE, HIGH, PAD] = [26, 40, 16];
const RADIUS = 10;

/** @typedef {import("./recorder.js").TreeNode} TreeNode */

/**
 * Leaves take the next place; a parent stands above the middle of its children.
 * @param {TreeNode} root
 */
function layOut(root) {
  let leaves = 0;
  let deepest = 0;
  /** @type {Map<TreeNode, {x: number, y: number}>} */
  const at = new Map();
  /** @returns {number} its place across */
  const place = (/** @type {TreeNode} */ node) => {
    deepest = Math.max(deepest, node.g);
    const places = node.children.map(place);
    const [first, last] = [places[0], places.at(-1)];
    const x = first === undefined || last === undefined ? leaves++ : (first + last) / 2;
    at.set(node, { x, y: node.g });
    return x;
  };
  place(root);
  return { at, leaves, deepest };
}

/**
 * @param {import("./recorder.js").Tree} tree
 * @param {string} name for screen readers
 * @param {TreeNode | null} [shown] the node whose board is shown
 */
export function drawTree({ root, current, solution, all }, name, shown = null) {
  const { at, leaves, deepest } = layOut(root);
  const [width, height] = [(leaves - 1) * WIDE + 2 * PAD, deepest * HIGH + 2 * PAD];
  const svg = draw("svg", { class: "tree", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": name });
  const lines = draw("g", {});
  const nodes = draw("g", {});
  svg.append(lines, nodes);
  for (const [node, { x, y }] of at) {
    const [cx, cy] = [x * WIDE + PAD, y * HIGH + PAD];
    const up = node.parent && at.get(node.parent);
    if (up) {
      const kind = solution.has(node) ? "tree__line tree__line--path" : "tree__line";
      lines.append(draw("line", { class: kind, x1: up.x * WIDE + PAD, y1: up.y * HIGH + PAD, x2: cx, y2: cy }));
    }
    const kinds = ["tree__node", node.order === null ? (node.cut ? "tree__node--cut" : "tree__node--waiting") : "tree__node--expanded"];
    if (solution.has(node)) kinds.push("tree__node--path");
    if (node === current) kinds.push("tree__node--current");
    if (node === shown) kinds.push("tree__node--shown");
    nodes.append(draw("circle", { class: kinds.join(" "), cx, cy, r: node.order === null ? RADIUS * 0.6 : RADIUS }));
    if (node.order !== null) {
      nodes.append(draw("text", { class: "tree__order", x: cx, y: cy + 3.5, "text-anchor": "middle" }, String(node.order)));
    }
    nodes.append(draw("circle", { class: "tree__spot", cx, cy, r: SPOT, "data-node": all.indexOf(node) }));
  }
  return svg;
}
