/**
 * The contents of a search at one moment, as tables: its frontier and its reached states. A line of
 * a trace shows them when its node was chosen; the children decided since then are added here, at
 * the same lines of pseudo-code that are highlighted.
 */
import { build } from "../../shared/dom.js";
import { boardWords, plainTable } from "../parts/labparts.js";
import { count, counted } from "../../shared/measures.js";
import { listedApart, t, translated } from "../../words/said.js";

/** @typedef {import("./trace.js").Held} Held */
/** @typedef {import("./trace.js").Successor} Successor */

/**
 * The children added to a list so far.
 * @param {"frontier" | "reached"} list
 * @param {Successor[]} decided children, in order
 * @param {import("./pseudocode.js").CodeLine[]} code
 * @returns {Successor[]}
 */
export function added(list, decided, code) {
  const name = list === "frontier" ? /frontier|layer/ : /reached/;
  const adds = code.some(
    ({ text, tags }) =>
      tags.includes("new") && text.startsWith("add child to ") && name.test(text),
  );
  // A cheaper path to a known state enters the frontier again, but the state was reached before.
  const verdicts = list === "frontier" ? ["new", "better"] : ["new"];
  return adds ? decided.filter(({ verdict }) => verdicts.includes(verdict)) : [];
}

/**
 * @param {Held} what when the node was chosen
 * @param {Successor[]} children added since
 * @param {string} [side] forwards or backwards, where the search has two
 * @returns {Held}
 */
export function withAdded(what, children, side) {
  if (children.length === 0) return what;
  if (what.forwards && what.backwards) {
    const one = side === "backwards" ? "backwards" : "forwards";
    const both = { ...what, [one]: withAdded(/** @type {Held} */ (what[one]), children) };
    return { ...both, size: what.size + children.length };
  }
  const size = what.size + children.length;
  const newest = [...children].reverse();
  if (what.boards) {
    const boards = [...newest.map(({ board }) => board), ...what.boards];
    return { size, holds: "reached states, newest first", boards };
  }
  const [holds, nodes] = [what.holds ?? "", what.nodes ?? []];
  const shown = (/** @type {Successor[]} */ list) => list.map((one) => ({ depth: -1, ...one }));
  if (holds.includes("newest first")) return { size, holds, nodes: [...shown(newest), ...nodes] };
  return {
    size,
    holds: what.size === 0 ? t`just added` : t`${holds}; ${whereAdded(what, children.length)}`,
    nodes: [...nodes, ...shown(children)],
  };
}

/**
 * Where children stand that are listed after the nodes of a queue. A priority queue will take them in
 * the order of their priority, which the list does not know.
 * @param {Held} what
 * @param {number} number of children
 * @returns {string}
 */
function whereAdded({ size, holds = "", nodes = [] }, number) {
  if (!holds.includes("oldest first")) {
    return number === 1 ? t`the one just added is listed last, whatever its turn` : t`the ${number} just added are listed last, whatever their turn`;
  }
  if (nodes.length < size) {
    const first = nodes.length;
    return number === 1 ? t`the first ${first}, then the one just added, at the end` : t`the first ${first}, then the ${number} just added, at the end`;
  }
  return number === 1 ? t`the one just added is last` : t`the ${number} just added are last`;
}

/**
 * What a list is, where that is not an order of nodes: in full words where the trace abbreviates.
 * @param {Held} what
 * @param {string} [last] the board expanded last, once the search has ended: none is chosen any more
 * @returns {string} empty: it is an order of nodes
 */
export function heldWords({ size, holds = "", nodes: [end] = [] }, last) {
  const nodes = counted(size, "node");
  const was = end === undefined || end.board === last ? t`it was on` : t`it had returned to`;
  const path = t`the path ${last === undefined ? t`to the chosen node` : was} (${nodes}, last first)`;
  if (holds.startsWith("the path") && holds.endsWith("n/a: no frontier")) {
    return t`this search has none; it stores only ${path}`;
  }
  if (holds.startsWith("the path")) return t`${path}; of their siblings only the f is stored`;
  if (holds.startsWith("n/a: ")) return translated(holds.slice("n/a: ".length));
  return "";
}

/**
 * What a list holds, above it.
 * @param {string} title
 * @param {Held} what
 * @param {string} [last] the board expanded last, once the search has ended
 * @returns {string} `Frontier (4), next first`
 */
export function heldCaption(title, what, last) {
  const words = heldWords(what, last);
  if (words) return t`${title}: ${words}`;
  const order = (what.holds ?? "").replace(/^(nodes|reached states), /, "").replace("next to be expanded first", "next first");
  return t`${title} (${count(what.size)}), ${listedApart(order.split("; ").map((part) => translated(part)))}`;
}

/**
 * @param {string} title
 * @param {Held | undefined} what
 * @param {string} [last] the board expanded last, once the search has ended
 * @returns {Node[]}
 */
export function held(title, what, last) {
  if (!what) return [];
  if (what.forwards && what.backwards) {
    return [
      ...held(t`${title}, forwards`, what.forwards),
      ...held(t`${title}, backwards`, what.backwards),
    ];
  }
  const caption = heldCaption(title, what, last);
  if (what.nodes) {
    if (what.nodes.length === 0) return [build("p", { class: "note", text: caption })];
    return [
      plainTable(
        caption,
        [t`Board`, "g", "h", "f"],
        what.nodes.map(({ board, g, h, f }) => [
          boardWords(board),
          g,
          h ?? "–",
          f ?? "–",
        ]),
      ),
    ];
  }
  const boards = what.boards ?? [];
  if (boards.length === 0) return [build("p", { class: "note", text: caption })];
  return [
    plainTable(
      caption,
      [t`Board`],
      boards.map((board) => [boardWords(board)]),
    ),
  ];
}
