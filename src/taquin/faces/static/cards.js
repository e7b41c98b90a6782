/**
 * Tables that become cards on a phone, a row each: the style sheet's part is under `.cards`.
 */

/**
 * Give every cell the name of its column, and every part its role: a table shown as anything else
 * loses the roles of its own. To be called again when rows were added.
 * @param {HTMLTableElement} table
 * @param {string[]} names  of the columns after the rows' own heads; "" shows none
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
