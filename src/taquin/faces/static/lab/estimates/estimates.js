/** Heuristics the page can compute itself, for pictures over all states; each admissible. */

/** @typedef {{width: number, height: number, cells: ArrayLike<number>}} Position */
/** @typedef {(cells: ArrayLike<number>) => number} Estimate */

/** The names `estimate` knows. */
export const ESTIMATES = ["zero", "misplaced", "manhattan", "linear_conflict"];

/**
 * The estimate of a name for a goal, in single-tile moves; null for a name not in ESTIMATES.
 * @param {string} name
 * @param {Position} goal
 * @returns {Estimate | null}
 */
export function estimate(name, goal) {
  if (name === "zero") return () => 0;
  if (name === "misplaced") return misplaced(goal);
  if (name === "manhattan") return manhattan(goal);
  if (name === "linear_conflict") {
    const [steps, conflicts] = [manhattan(goal), lineConflicts(goal)];
    return (cells) => steps(cells) + conflicts(cells);
  }
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
 * @returns {number[]} tile → its cell in the goal
 */
function homes(goal) {
  const found = /** @type {number[]} */ ([]);
  for (let cell = 0; cell < goal.cells.length; cell++) found[goal.cells[cell] ?? 0] = cell;
  return found;
}

/**
 * @param {Position} goal
 * @returns {Estimate}
 */
function manhattan(goal) {
  const { width } = goal;
  const size = goal.cells.length;
  const home = homes(goal);
  const steps = new Uint8Array(size * size);
  for (let tile = 1; tile < size; tile++) {
    const to = home[tile] ?? 0;
    for (let cell = 0; cell < size; cell++) {
      steps[tile * size + cell] =
        Math.abs((cell % width) - (to % width)) +
        Math.abs(Math.floor(cell / width) - Math.floor(to / width));
    }
  }
  return (cells) => {
    let sum = 0;
    for (let cell = 0; cell < size; cell++) sum += steps[(cells[cell] ?? 0) * size + cell] ?? 0;
    return sum;
  };
}

/**
 * 2 for every tile that must step out of its goal line to let others pass (Hansson, Mayer & Yung
 * 1992): the tiles outside the longest increasing subsequence.
 * @param {Position} goal
 * @returns {Estimate}
 */
function lineConflicts(goal) {
  const { width, height } = goal;
  const home = homes(goal);
  const lines =
    /** @type {Array<{cells: number[], of: (cell: number) => number, at: number}>} */ ([]);
  for (let row = 0; row < height; row++) {
    const cells = Array.from({ length: width }, (_, column) => row * width + column);
    lines.push({ cells, of: (cell) => Math.floor(cell / width), at: row });
  }
  for (let column = 0; column < width; column++) {
    const cells = Array.from({ length: height }, (_, row) => row * width + column);
    lines.push({ cells, of: (cell) => cell % width, at: column });
  }
  return (cells) => {
    let sum = 0;
    for (const line of lines) {
      const order = /** @type {number[]} */ ([]);
      for (const cell of line.cells) {
        const tile = cells[cell] ?? 0;
        const to = home[tile] ?? 0;
        if (tile !== 0 && line.of(to) === line.at) order.push(to);
      }
      sum += 2 * (order.length - longestRise(order));
    }
    return sum;
  };
}

/**
 * @param {number[]} values all different
 * @returns {number} the length of the longest increasing subsequence
 */
function longestRise(values) {
  const best = /** @type {number[]} */ ([]);
  values.forEach((value, at) => {
    let length = 1;
    for (let before = 0; before < at; before++) {
      if ((values[before] ?? 0) < value) length = Math.max(length, (best[before] ?? 0) + 1);
    }
    best.push(length);
  });
  return Math.max(0, ...best);
}
