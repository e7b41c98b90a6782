/**
 * Heuristics the page can compute itself, for pictures over all states; each admissible.
 * Its twin: taquin/heuristics/linear_conflict.py.
 */
import { lowerBound, manhattan } from "../../solver/bounds.js";
import { distances } from "../searches/tiletables.js";

/** @typedef {import("../../solver/frame.js").Position} Position */
/** @typedef {import("../boards/boardtypes.js").BoardType} BoardType */
/** @typedef {(cells: ArrayLike<number>) => number} Estimate */

/** The names `estimate` knows. */
export const ESTIMATES = ["zero", "misplaced", "manhattan", "linear_conflict"];

/**
 * The estimate of a name for a goal, in single-tile moves; null for a name not in ESTIMATES, or not defined there.
 * @param {string} name
 * @param {Position} goal
 * @param {BoardType} [type]
 * @returns {Estimate | null}
 */
export function estimate(name, goal, type = "grid") {
  if (name === "zero") return () => 0;
  if (name === "misplaced") return misplaced(goal);
  if (type === "torus") return name === "manhattan" ? aroundEdges(goal) : null;
  if (name === "manhattan") return ofHomes(goal, manhattan);
  if (name === "linear_conflict") return ofHomes(goal, lowerBound);
  return null;
}

/**
 * @param {Position} goal
 * @returns {Estimate}
 */
function misplaced(goal) {
  return (cells) => {
    let found = 0;
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] !== 0 && cells[cell] !== goal.cells[cell]) found += 1;
    }
    return found;
  };
}

/**
 * @param {Position} goal
 * @returns {Estimate} Manhattan distance on a torus
 */
function aroundEdges(goal) {
  const distance = distances(goal, "stm", "torus");
  return (cells) => distance(/** @type {Uint8Array} */ (cells), 0);
}

/**
 * An estimate of the tiles' homes alone.
 * @param {Position} goal
 * @param {typeof lowerBound} bound
 * @returns {Estimate}
 */
function ofHomes(goal, bound) {
  const homes = new Uint16Array(goal.cells.length);
  for (let cell = 0; cell < homes.length; cell++) homes[goal.cells[cell] ?? 0] = cell;
  const view = new Uint16Array(homes.length);
  return (cells) => {
    for (let cell = 0; cell < view.length; cell++) view[cell] = homes[cells[cell] ?? 0] ?? 0;
    return bound(goal, view, homes[0] ?? 0);
  };
}
