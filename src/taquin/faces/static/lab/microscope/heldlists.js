/**
 * The contents of a search at one moment, as tables: its frontier and its reached states. A line of
 * a trace shows them when its node was chosen; the children decided since then are added here, at
 * the same lines of pseudo-code that are highlighted.
 */
import { build } from "../../shared/dom.js";
import { plainTable } from "../parts/labparts.js";
import { count } from "../../shared/measures.js";

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
  if (holds.endsWith("newest first")) return { size, holds, nodes: [...shown(newest), ...nodes] };
  const last = children.length === 1 ? "the one just added is last" : `the ${children.length} just added are last`;
  return {
    size,
    holds: what.size === 0 ? "just added" : `${holds}; ${last}`,
    nodes: [...nodes, ...shown(children)],
  };
}

/**
 * How many and what, in full words where the trace abbreviates.
 * @param {Held} what
 * @param {boolean} [over] the search has ended: no node is chosen any more
 * @returns {string}
 */
export function heldWords({ size, holds = "" }, over = false) {
  const nodes = `${count(size)} ${size === 1 ? "node" : "nodes"}`;
  const path = `the path ${over ? "it was on" : "to the chosen node"} (${nodes}, last first)`;
  if (holds.startsWith("the path") && holds.endsWith("n/a: no frontier")) {
    return `this search has none; it stores only ${path}`;
  }
  if (holds.startsWith("the path")) return `${path}; of their siblings only the f is stored`;
  if (holds.startsWith("n/a: ")) return holds.slice("n/a: ".length);
  return `${count(size)} (${holds})`;
}

/**
 * @param {string} title
 * @param {Held | undefined} what
 * @param {boolean} [over] the search has ended
 * @returns {Node[]}
 */
export function held(title, what, over = false) {
  if (!what) return [];
  if (what.forwards && what.backwards) {
    return [
      ...held(`${title}, forwards`, what.forwards),
      ...held(`${title}, backwards`, what.backwards),
    ];
  }
  const caption = `${title}: ${heldWords(what, over)}`;
  if (what.nodes) {
    if (what.nodes.length === 0) return [build("p", { class: "note", text: caption })];
    return [
      plainTable(
        caption,
        ["Board", "g", "h", "f"],
        what.nodes.map(({ board, g, h, f }) => [
          board.replaceAll("/", " / "),
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
      ["Board"],
      boards.map((board) => [board.replaceAll("/", " / ")]),
    ),
  ];
}
