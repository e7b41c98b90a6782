/**
 * Lower bounds for boards of any size: Manhattan distance, and linear conflicts (Hansson, Mayer & Yung
 * 1992). A board is given as its view: for each cell, the home of the tile there.
 */

/** @typedef {Pick<import("./frame.js").Position, "width" | "height">} Sides */

/**
 * Manhattan distance plus linear conflicts.
 * @param {Sides} size
 * @param {ArrayLike<number>} view
 * @param {number} blank home of the blank
 * @returns {number} a lower bound on the moves
 */
export function lowerBound(size, view, blank) {
  return manhattan(size, view, blank) + lineConflicts(size, view, blank);
}

/**
 * @param {Sides} size
 * @param {ArrayLike<number>} view
 * @param {number} blank home of the blank
 * @returns {number} the steps of all tiles to their homes, as if no other tile were in the way
 */
export function manhattan({ width }, view, blank) {
  let total = 0;
  for (let cell = 0; cell < view.length; cell++) {
    const home = view[cell];
    if (home === blank) continue;
    total += Math.abs(Math.floor(cell / width) - Math.floor(home / width));
    total += Math.abs((cell % width) - (home % width));
  }
  return total;
}

/**
 * @param {Sides} size
 * @param {ArrayLike<number>} view
 * @param {number} blank home of the blank
 * @returns {number} 2 for every tile that must leave its goal line to let others pass
 */
function lineConflicts({ width, height }, view, blank) {
  let total = 0;
  for (let row = 0; row < height; row++) {
    const homes = [];
    for (let column = 0; column < width; column++) {
      const home = view[row * width + column];
      if (home !== blank && Math.floor(home / width) === row) homes.push(home);
    }
    total += 2 * (homes.length - longestRise(homes));
  }
  for (let column = 0; column < width; column++) {
    const homes = [];
    for (let row = 0; row < height; row++) {
      const home = view[row * width + column];
      if (home !== blank && home % width === column) homes.push(home);
    }
    total += 2 * (homes.length - longestRise(homes));
  }
  return total;
}

/**
 * Tiles in their goal line can pass each other only if one leaves the line and comes back; those
 * that can stay form an increasing sequence.
 * @param {number[]} homes
 * @returns {number} length of the longest increasing subsequence
 */
function longestRise(homes) {
  /** @type {number[]} */
  const tails = [];
  for (const home of homes) {
    const at = tails.findIndex((tail) => tail > home);
    tails[at === -1 ? tails.length : at] = home;
  }
  return tails.length;
}
