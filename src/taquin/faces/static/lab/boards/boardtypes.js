/**
 * The lab's board types: the plain grid, and the torus, on which opposite edges are joined.
 * Its twin: taquin/puzzle/topology.py.
 */
import { neighbours } from "../../solver/frame.js";

/** @typedef {"grid" | "torus"} BoardType */
/** @typedef {ReturnType<typeof neighbours>} Neighbours */

/**
 * @param {BoardType} type
 * @param {number} side
 * @returns {boolean} whether a line of that many cells is joined at its ends; two cells are neighbours anyhow
 */
export const isJoined = (type, side) => type === "torus" && side > 2;

/** Estimates that hold only where tiles cannot pass each other without leaving their line. */
const GRID_ONLY = ["linear_conflict"];

/**
 * @param {string | null} heuristic  null: a search without one, which fits all board types
 * @param {BoardType} type
 */
export const fitsType = (heuristic, type) => type === "grid" || !GRID_ONLY.includes(heuristic ?? "");

/**
 * As `neighbours`, in the same order.
 * @param {BoardType} type
 * @param {number} width
 * @param {number} height
 * @returns {Neighbours}
 */
export function neighboursOn(type, width, height) {
  if (type === "grid") return neighbours(width, height);
  return Array.from({ length: width * height }, (_, cell) => {
    const [row, column] = [Math.floor(cell / width), cell % width];
    const at = (/** @type {number} */ down, /** @type {number} */ across) => {
      const y = isJoined(type, height) ? (row + down + height) % height : row + down;
      const x = isJoined(type, width) ? (column + across + width) % width : column + across;
      return y >= 0 && y < height && x >= 0 && x < width ? y * width + x : -1;
    };
    return [
      { cell: at(1, 0), letter: "U" },
      { cell: at(-1, 0), letter: "D" },
      { cell: at(0, 1), letter: "L" },
      { cell: at(0, -1), letter: "R" },
    ].filter((one) => one.cell >= 0);
  });
}

/**
 * @param {BoardType} type
 * @param {number} side
 * @param {number} gap how far apart two lines of cells are on the grid
 * @returns {number} the steps between them
 */
export const stepsAlong = (type, side, gap) => (isJoined(type, side) ? Math.min(gap, side - gap) : gap);
