/** Layered layout of a tree: a row per depth, no crossings, children as close below their parent as their order allows. */

/**
 * @typedef {object} TreeLayout
 * @property {Float32Array} x by node, in units of one node's width; 0 is the middle
 * @property {number[][]} rows node numbers from left to right, by depth
 * @property {number} width the extent in x
 * @property {number} left the smallest x
 */

/**
 * Lay out one pass of a tree, the nodes below `limit`. O(nodes).
 * @param {import("./trace.js").SearchTree} tree
 * @param {number} pass
 * @param {number} [limit]
 * @returns {TreeLayout}
 */
export function layout(tree, pass, limit = tree.size) {
  const rows = inOrder(tree, pass, limit);
  const x = new Float32Array(limit);
  const wanted = new Float64Array(limit);
  rows.forEach((row) => row.forEach((node, at) => (wanted[node] = at - (row.length - 1) / 2)));
  // Up: parents above the middle of their children. Down: children below their parent.
  for (const row of [...rows].reverse()) {
    for (const node of row) wanted[node] = above(tree, x, node, limit) ?? value(wanted, node);
    place(row, wanted, x);
  }
  for (const row of rows.slice(1)) {
    below(tree, row, wanted, x);
    place(row, wanted, x);
  }
  let [left, right] = [0, 0];
  for (const row of rows) {
    left = Math.min(left, x[row[0] ?? 0] ?? 0);
    right = Math.max(right, x[row[row.length - 1] ?? 0] ?? 0);
  }
  return { x, rows, left, width: right - left };
}

/**
 * @param {{[at: number]: number}} column
 * @param {number} at
 * @returns {number}
 */
function value(column, at) {
  return /** @type {number} */ (column[at]);
}

/**
 * Every row in the order of its parents, roots and siblings in the order in which they came.
 * @param {import("./trace.js").SearchTree} tree
 * @param {number} pass
 * @param {number} limit
 * @returns {number[][]}
 */
function inOrder(tree, pass, limit) {
  let row = [];
  for (let node = tree.firstOf[pass] ?? 0; node < limit; node++) {
    if (tree.pass[node] === pass && tree.parent[node] === -1) row.push(node);
  }
  const rows = [];
  while (row.length > 0) {
    rows.push(row);
    row = row.flatMap((node) => tree.children[node] ?? []).filter((node) => node < limit);
  }
  return rows;
}

/**
 * @param {import("./trace.js").SearchTree} tree
 * @param {Float32Array} x
 * @param {number} node
 * @param {number} limit
 * @returns {number | null} the middle of its children
 */
function above(tree, x, node, limit) {
  const children = tree.children[node] ?? [];
  const [first, last] = [children[0], children.findLast((child) => child < limit)];
  return first === undefined || last === undefined ? null : (value(x, first) + value(x, last)) / 2;
}

/**
 * Set the wanted place of every node of a row: below its parent, with siblings spread around it.
 * @param {import("./trace.js").SearchTree} tree
 * @param {number[]} row
 * @param {Float64Array} wanted
 * @param {Float32Array} x
 */
function below(tree, row, wanted, x) {
  for (let start = 0; start < row.length;) {
    const parent = tree.parent[row[start] ?? 0] ?? -1;
    let end = start;
    while (end < row.length && tree.parent[row[end] ?? 0] === parent) end += 1;
    for (let at = start; at < end; at++) {
      const spread = at - start - (end - start - 1) / 2;
      wanted[row[at] ?? 0] = value(x, parent) + spread;
    }
    start = end;
  }
}

/**
 * The places nearest to the wanted ones, by least squares, with a distance of at least 1 between
 * neighbours: pool adjacent violators (Ayer et al. 1955) on wanted place minus rank.
 * @param {number[]} row
 * @param {Float64Array} wanted
 * @param {Float32Array} x receives the places
 */
function place(row, wanted, x) {
  /** @type {Array<{sum: number, count: number}>} */
  const blocks = [];
  row.forEach((node, rank) => {
    let block = { sum: value(wanted, node) - rank, count: 1 };
    let before = blocks[blocks.length - 1];
    while (before && before.sum / before.count >= block.sum / block.count) {
      block = { sum: before.sum + block.sum, count: before.count + block.count };
      blocks.pop();
      before = blocks[blocks.length - 1];
    }
    blocks.push(block);
  });
  let rank = 0;
  for (const { sum, count } of blocks) {
    for (let at = 0; at < count; at++, rank++) x[row[rank] ?? 0] = sum / count + rank;
  }
}
