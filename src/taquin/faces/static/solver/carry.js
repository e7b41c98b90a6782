/**
 * Short searches of the row-and-column method: move the blank, move one tile, turn two tiles into
 * a corner. All take the board as a list of tiles and change it as they move.
 * Its twin: taquin/teach/advice/carry.py.
 */

/** @typedef {{width: number, height: number, cells: number[], locked: Uint8Array}} Work */

/**
 * Cells beside a cell that are not locked.
 * @param {Work} work
 * @param {number} cell
 * @returns {number[]}
 */
export function open(work, cell) {
  const { width, cells, locked } = work;
  const column = cell % width;
  const near = [];
  if (cell + width < cells.length && !locked[cell + width]) near.push(cell + width);
  if (cell >= width && !locked[cell - width]) near.push(cell - width);
  if (column + 1 < width && !locked[cell + 1]) near.push(cell + 1);
  if (column > 0 && !locked[cell - 1]) near.push(cell - 1);
  return near;
}

/**
 * Move the blank along a path.
 * @param {Work} work
 * @param {number[]} path cells it enters
 * @returns {string} the moves of the tiles
 */
export function walk(work, path) {
  const { width, cells } = work;
  let blank = cells.indexOf(0);
  let moves = "";
  for (const cell of path) {
    const gap = cell - blank;
    moves += gap === width ? "U" : gap === -width ? "D" : gap === 1 ? "L" : "R";
    cells[blank] = cells[cell];
    cells[cell] = 0;
    blank = cell;
  }
  return moves;
}

/**
 * Breadth first over numbered states.
 * @param {number} start
 * @param {(state: number) => boolean} isGoal
 * @param {(state: number) => Iterable<number>} next
 * @returns {number[] | null} the states after the start, up to the goal
 */
export function shortest(start, isGoal, next) {
  if (isGoal(start)) return [];
  /** @type {Map<number, number>} */
  const from = new Map([[start, start]]);
  const queue = [start];
  for (const state of queue) {
    for (const other of next(state)) {
      if (from.has(other)) continue;
      from.set(other, state);
      if (isGoal(other)) return trail((at) => /** @type {number} */ (from.get(at)), start, other);
      queue.push(other);
    }
  }
  return null;
}

/**
 * @param {(state: number) => number} from the state before one
 * @param {number} start
 * @param {number} end
 * @returns {number[]}
 */
function trail(from, start, end) {
  const path = [];
  for (let state = end; state !== start; state = from(state)) path.push(state);
  return path.reverse();
}

/**
 * Bring a tile to a cell by the fewest moves that leave locked cells alone.
 * @param {Work} work
 * @param {number} tile
 * @param {number} target
 * @returns {string | null} null if locked cells block the way
 */
export function carry(work, tile, target) {
  const count = work.cells.length;
  const start = work.cells.indexOf(tile) * count + work.cells.indexOf(0);
  const path = nearest(work, start, target);
  return path && walk(work, path.map((state) => state % count));
}

/**
 * A* over (cell of the tile, cell of the blank), numbered tile * cells + blank.
 * @param {Work} work
 * @param {number} start
 * @param {number} target
 * @returns {number[] | null}
 */
function nearest(work, start, target) {
  const count = work.cells.length;
  // At most 160,000 states, on the largest board of the page.
  const [from, costs, expanded] = [0, 1, 2].map(() => new Int32Array(count * count));
  const apart = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.abs(Math.floor(a / work.width) - Math.floor(b / work.width)) +
    Math.abs((a % work.width) - (b % work.width));
  // The blank must come next to the tile, then needs three or more moves for each further step.
  const left = (/** @type {number} */ state) => {
    const tile = Math.floor(state / count);
    const steps = apart(tile, target);
    return steps ? apart(tile, state % count) + 3 * (steps - 1) : 0;
  };
  // Costs are one higher: 0 stands for none.
  costs[start] = 1;
  /** @type {number[][]} */
  const buckets = [];
  (buckets[left(start)] ??= []).push(start);
  for (let f = 0; f < buckets.length; f++) {
    for (const state of buckets[f] ?? []) {
      const tile = Math.floor(state / count);
      const cost = costs[state];
      if (expanded[state] === cost) continue;
      expanded[state] = cost;
      if (tile === target) return trail((at) => from[at], start, state);
      for (const cell of open(work, state % count)) {
        const other = (cell === tile ? state % count : tile) * count + cell;
        if (costs[other] && cost + 1 >= costs[other]) continue;
        costs[other] = cost + 1;
        from[other] = state;
        // The estimate can fall by more than a move costs; f never does.
        (buckets[Math.max(f, cost + left(other))] ??= []).push(other);
      }
    }
  }
  return null;
}

/**
 * Turn two tiles into their places within a window of cells.
 * @param {Work} work
 * @param {number[]} window cells, all open
 * @param {Array<{tile: number, target: number}>} pair
 * @returns {string | null} null unless both lie in the window and the blank gets in past them
 */
export function turnIn(work, window, pair) {
  const places = pair.map(({ tile }) => work.cells.indexOf(tile));
  if (!places.every((place) => window.includes(place))) return null;
  const entry = shortest(
    work.cells.indexOf(0),
    (cell) => window.includes(cell),
    (cell) => open(work, cell).filter((next) => !places.includes(next)),
  );
  if (!entry) return null;
  const count = work.cells.length;
  const blank = entry.at(-1) ?? work.cells.indexOf(0);
  const number = (/** @type {number[]} */ [one, two, hole]) => (one * count + two) * count + hole;
  const parts = (/** @type {number} */ state) => [
    Math.floor(state / count / count),
    Math.floor(state / count) % count,
    state % count,
  ];
  const path = shortest(
    number([...places, blank]),
    (state) => parts(state).every((cell, i) => i === 2 || cell === pair[i].target),
    (state) => {
      const [one, two, hole] = parts(state);
      return open(work, hole)
        .filter((cell) => window.includes(cell))
        .map((cell) => number([one === cell ? hole : one, two === cell ? hole : two, cell]));
    },
  );
  return path && walk(work, [...entry, ...path.map((state) => state % count)]);
}

/**
 * Solve four cells in a square.
 * @param {Work} work
 * @param {number[]} square its cells, row by row
 * @param {ArrayLike<number>} goal
 * @returns {string | null} null where the board is not solvable
 */
export function lastFour(work, square, goal) {
  const ring = [square[0], square[1], square[3], square[2]];
  for (const turns of shortestFirst(ring.length * 3)) {
    const path = [];
    const cells = work.cells.slice();
    let at = ring.indexOf(cells.indexOf(0));
    for (let i = 0; i < Math.abs(turns); i++) {
      const next = (at + Math.sign(turns) + ring.length) % ring.length;
      cells[ring[at]] = cells[ring[next]];
      cells[ring[next]] = 0;
      path.push(ring[next]);
      at = next;
    }
    if (square.every((cell) => cells[cell] === goal[cell])) return walk(work, path);
  }
  return null;
}

/**
 * 0, 1, -1, 2, -2 … : turns of the blank around a square, which comes back to its start after 12.
 * @param {number} all
 * @returns {number[]}
 */
function shortestFirst(all) {
  return Array.from({ length: all }, (_, i) => (i % 2 ? (i + 1) / 2 : -i / 2));
}
