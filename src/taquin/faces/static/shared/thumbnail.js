/** Small pictures of boards; their styles are under `.thumb`. */
import { formatBoard } from "../board.js";
import { build } from "./dom.js";
import { listedApart, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

const GROUPS = 8;

/**
 * A board to look at, its tiles coloured by their row in the goal.
 * @param {Board} board
 * @param {Board} goal
 * @param {string} name  what it shows; its rows are added
 * @returns {HTMLElement}
 */
export function buildThumbnail(board, goal, name) {
  const tiles = Array.from(board.cells, (tile) => {
    const row = Math.floor(goal.cells.indexOf(tile) / goal.width);
    const attributes = { class: `thumb__tile thumb__tile--${(row % GROUPS) + 1}`, text: String(tile) };
    return build("span", tile ? attributes : {});
  });
  const rows = formatBoard(board).replace(/\b0\b/, t`blank`).split("/");
  const picture = build("div", { class: "thumb", role: "img", "aria-label": t`${name}: ${listedApart(rows)}` }, ...tiles);
  picture.style.setProperty("--columns", String(board.width));
  return picture;
}
