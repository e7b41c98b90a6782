/**
 * What a search holds at a moment, as tables: its frontier and its reached states. A line of a trace
 * shows them as its node was taken; the children decided since then are added here, by the same
 * lines of code that are highlighted.
 */
import { build } from "./dom.js";
import { plainTable } from "./labparts.js";
import { count } from "./measures.js";

/** @typedef {import("./trace.js").Held} Held */
/** @typedef {import("./trace.js").Successor} Successor */

/**
 * The children that a list has got by now.
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
  // A better way to a known state waits anew, but its state was reached before.
  const verdicts = list === "frontier" ? ["new", "better"] : ["new"];
  return adds ? decided.filter(({ verdict }) => verdicts.includes(verdict)) : [];
}

/**
 * @param {Held} what as the node was taken
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
    return { size, holds: "states kept, newest first", boards };
  }
  const [holds, nodes] = [what.holds ?? "", what.nodes ?? []];
  const shown = (/** @type {Successor[]} */ list) => list.map((one) => ({ depth: -1, ...one }));
  if (holds.endsWith("newest first")) return { size, holds, nodes: [...shown(newest), ...nodes] };
  const last = children.length === 1 ? "the one" : `the ${children.length}`;
  return {
    size,
    holds: what.size === 0 ? "just added" : `${holds}; ${last} just added at the end`,
    nodes: [...nodes, ...shown(children)],
  };
}

/**
 * How many and what, where the words of the trace are too short for a heading said in full.
 * @param {Held} what
 * @param {boolean} [over] the search has ended: no node is chosen any more
 * @returns {string}
 */
export function heldWords({ size, holds = "" }, over = false) {
  const nodes = `${count(size)} ${size === 1 ? "node" : "nodes"}`;
  const path = `the path ${over ? "it was on" : "to the chosen node"} (${nodes}, the last one first)`;
  if (holds.startsWith("the path") && holds.endsWith("n/a: nothing waits")) {
    return `nothing waits in this search; it keeps only ${path}`;
  }
  if (holds.startsWith("the path")) return `${path}; their siblings keep only an f`;
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
