/**
 * What puzzles can be about: corners, the last rows, long detours. Pure.
 * Its twin: taquin/teach/advice/themes.py.
 */
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {"any" | "corners" | "rows" | "detours"} ThemeId */

/** @type {Record<ThemeId, {name: string, text: string}>} */
export const THEMES = {
  any: { name: t`All themes`, text: t`Boards of every kind.` },
  corners: { name: t`Corners`, text: t`A tile turns into its home corner, or has to leave it once more.` },
  rows: { name: t`Last rows`, text: t`Only the last two rows are out of order.` },
  detours: { name: t`Long detours`, text: t`At least two of the three moves take a tile away from home.` },
};

/**
 * @param {{away: number, corner: boolean, board: Board, goal: Board}} puzzle
 * @param {ThemeId} theme
 * @returns {boolean}
 */
export function fitsTheme({ away, corner, board, goal }, theme) {
  if (theme === "corners") return corner;
  if (theme === "detours") return away >= 2;
  const upper = board.width * (board.height - 2);
  return theme === "any" || board.cells.slice(0, upper).every((tile, cell) => tile === goal.cells[cell]);
}

/**
 * Manhattan distance of all tiles.
 * @param {Board} board
 * @param {Board} goal
 * @returns {number}
 */
export function homing({ width, cells }, goal) {
  return cells.reduce((sum, tile, cell) => {
    const home = goal.cells.indexOf(tile);
    const across = Math.abs((home % width) - (cell % width));
    const down = Math.abs(Math.floor(home / width) - Math.floor(cell / width));
    return sum + (tile ? across + down : 0);
  }, 0);
}

/**
 * Whether the tile that moves goes into its home, or out of it, and that is a corner.
 * @param {Board} from
 * @param {Board} to  one move later
 * @param {Board} goal
 * @returns {boolean}
 */
export function isCorner({ width, height, cells }, to, goal) {
  const tile = cells[to.cells.indexOf(0)];
  const home = goal.cells.indexOf(tile);
  const corners = [0, width - 1, width * (height - 1), width * height - 1];
  return corners.includes(home) && (cells[home] === tile || to.cells[home] === tile);
}
