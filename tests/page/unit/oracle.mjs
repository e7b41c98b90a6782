// Breadth-first distances of small boards, with nothing of the page in it: what its tables and
// searches are held against.

/** Of the larger spaces one board in this many is tried, of the smaller ones every board. All where asked: pytest -m slow. */
export const STEP = process.env.TAQUIN_EVERY_BOARD ? 1 : 29;

/** @type {Map<string, Map<string, number>>} those that a test has already asked for */
const known = new Map();

/**
 * @param {number} width
 * @param {number} height
 * @param {number[]} goal
 * @returns {Map<string, number>} every reachable board, its cells joined by commas → moves
 */
export function distancesFrom(width, height, goal) {
  const question = `${width}x${height} ${goal.join()}`;
  if (!known.has(question)) known.set(question, breadthFirst(width, height, goal));
  return known.get(question);
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number[]} goal
 * @returns {Map<string, number>}
 */
function breadthFirst(width, height, goal) {
  const found = new Map([[goal.join(), 0]]);
  let level = [goal];
  for (let moves = 1; level.length > 0; moves++) {
    const next = [];
    for (const cells of level) {
      for (const other of neighboursOf(width, height, cells)) {
        const name = other.join();
        if (found.has(name)) continue;
        found.set(name, moves);
        next.push(other);
      }
    }
    level = next;
  }
  return found;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number[]} cells
 * @returns {number[][]} boards one move away
 */
export function neighboursOf(width, height, cells) {
  const blank = cells.indexOf(0);
  const [row, column] = [Math.floor(blank / width), blank % width];
  const from = [];
  if (row > 0) from.push(blank - width);
  if (row + 1 < height) from.push(blank + width);
  if (column > 0) from.push(blank - 1);
  if (column + 1 < width) from.push(blank + 1);
  return from.map((cell) => {
    const other = cells.slice();
    other[blank] = cells[cell];
    other[cell] = 0;
    return other;
  });
}

/**
 * Run a generator to its end.
 * @template T
 * @param {Generator<unknown, T, void>} steps
 * @returns {T}
 */
export function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
