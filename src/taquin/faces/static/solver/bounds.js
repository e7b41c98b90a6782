/**
 * Lower bounds for boards of any size: Manhattan distance, and linear conflicts (Hansson, Mayer & Yung
 * 1992). A board is given as its view: for each cell, the home of the tile there. Where moves differ in
 * cost, `weight` says what a step of a tile costs, by the tile's home.
 */

/** @typedef {Pick<import("./frame.js").Position, "width" | "height">} Sides */
/** @typedef {(home: number) => number} Weight */

const STEP = () => 1;

/**
 * Manhattan distance plus linear conflicts.
 * @param {Sides} size
 * @param {ArrayLike<number>} view
 * @param {number} blank home of the blank
 * @param {Weight} [weight]
 * @returns {number} a lower bound on the cost
 */
export function lowerBound(size, view, blank, weight = STEP) {
  return manhattan(size, view, blank, weight) + lineConflicts(size, view, blank, weight);
}

/**
 * @param {Sides} size
 * @param {ArrayLike<number>} view
 * @param {number} blank home of the blank
 * @param {Weight} [weight]
 * @returns {number} the cost of all tiles' steps to their homes, as if no other tile were in the way
 */
export function manhattan({ width }, view, blank, weight = STEP) {
  let total = 0;
  for (let cell = 0; cell < view.length; cell++) {
    const home = view[cell];
    if (home === blank) continue;
    const down = Math.abs(Math.floor(cell / width) - Math.floor(home / width));
    total += weight(home) * (down + Math.abs((cell % width) - (home % width)));
  }
  return total;
}

/**
 * @param {Sides} size
 * @param {ArrayLike<number>} view
 * @param {number} blank home of the blank
 * @param {Weight} weight
 * @returns {number} two steps of every tile that must leave its goal line to let others pass
 */
function lineConflicts({ width, height }, view, blank, weight) {
  let total = 0;
  for (let row = 0; row < height; row++) {
    const homes = [];
    for (let column = 0; column < width; column++) {
      const home = view[row * width + column];
      if (home !== blank && Math.floor(home / width) === row) homes.push(home);
    }
    total += 2 * leaving(homes, weight);
  }
  for (let column = 0; column < width; column++) {
    const homes = [];
    for (let row = 0; row < height; row++) {
      const home = view[row * width + column];
      if (home !== blank && home % width === column) homes.push(home);
    }
    total += 2 * leaving(homes, weight);
  }
  return total;
}

/**
 * Tiles in their goal line can pass each other only if one leaves the line and comes back; those
 * that can stay form an increasing sequence.
 * @param {number[]} homes  of the tiles in their goal line, in their present order
 * @param {Weight} weight
 * @returns {number} the least weight of tiles that leave, so that the others stand in order
 */
function leaving(homes, weight) {
  /** Of the heaviest increasing sequence that ends at each tile. @type {number[]} */
  const heaviest = [];
  let [all, staying] = [0, 0];
  homes.forEach((home, i) => {
    const own = weight(home);
    heaviest[i] = own;
    for (let before = 0; before < i; before++) {
      if (homes[before] < home) heaviest[i] = Math.max(heaviest[i], heaviest[before] + own);
    }
    all += own;
    staying = Math.max(staying, heaviest[i]);
  });
  return all - staying;
}
