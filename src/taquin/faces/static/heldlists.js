/** What a search holds at a moment, as tables: its frontier and its reached states. */
import { build } from "./dom.js";
import { plainTable } from "./labparts.js";
import { count } from "./measures.js";

/** @typedef {import("./trace.js").Held} Held */

/**
 * @param {string} title
 * @param {Held | undefined} what
 * @returns {Node[]}
 */
export function held(title, what) {
  if (!what) return [];
  if (what.forwards && what.backwards) {
    return [
      ...held(`${title}, forwards`, what.forwards),
      ...held(`${title}, backwards`, what.backwards),
    ];
  }
  const caption = `${title}: ${count(what.size)} (${what.holds ?? ""})`;
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
