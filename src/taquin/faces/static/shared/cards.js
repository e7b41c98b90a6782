/**
 * Tables that scroll, and tables that become cards on a phone, one per row; their styles are under
 * `.scroll` and `.cards`.
 */
import { build, button, keepFocus } from "./dom.js";
import { t } from "../words/said.js";

/**
 * @param {string} name  of what it holds
 * @param {HTMLElement} content
 * @returns {HTMLElement} a region that shows at its edges that the content continues, and scrolls
 */
export function scrolling(name, content) {
  return build("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, content);
}

/**
 * Give every cell its column's name and every part its ARIA role: a table with another `display`
 * loses its own roles. Call this again after adding rows.
 * @param {HTMLTableElement} table
 * @param {string[]} names  of the columns after the row headers; "" shows none
 * @returns {HTMLTableElement}
 */
export function asCards(table, names) {
  table.classList.add("cards");
  table.setAttribute("role", "table");
  for (const part of table.querySelectorAll("thead, tbody")) part.setAttribute("role", "rowgroup");
  for (const row of table.rows) {
    row.setAttribute("role", "row");
    for (const cell of row.cells) cell.setAttribute("role", roleOf(cell));
  }
  for (const body of table.tBodies) {
    for (const { cells } of body.rows) names.forEach((name, i) => (cells[i + 1].dataset.name = name));
  }
  return table;
}

/** @param {HTMLTableCellElement} cell */
function roleOf({ scope, localName }) {
  if (localName === "td") return "cell";
  return scope.startsWith("col") ? "columnheader" : "rowheader";
}

/**
 * A table that becomes cards and begins with a few of its rows, fewer where each takes several lines;
 * a button shows the others.
 * @param {HTMLTableElement} table  with an empty body
 * @param {string[]} names  of the columns, as `asCards` takes them
 * @param {Array<() => HTMLElement>} rows
 * @param {{narrow: number, wide: number}} most
 * @param {{all: boolean, onAll: () => void}} [shown]  all: the button was pressed in an earlier table of these
 * @returns {HTMLElement}
 */
export function firstRows(table, names, rows, most, { all, onAll } = { all: false, onAll() {} }) {
  const first = all ? rows.length : most[matchMedia("(max-width: 40rem)").matches ? "narrow" : "wide"];
  const [body] = table.tBodies;
  body.append(...rows.slice(0, first).map((make) => make()));
  asCards(table, names);
  if (rows.length <= first) return table;
  const more = button({
    words: t`Show all ${rows.length}`,
    onClick: () => {
      onAll();
      body.append(...rows.slice(first).map((make) => make()));
      asCards(table, names);
      // The button disappears, so the focus moves to the first added row.
      keepFocus(
        () => more.remove(),
        () => body.children[first].querySelector("a"),
      );
    },
  });
  return build("div", {}, table, more);
}
