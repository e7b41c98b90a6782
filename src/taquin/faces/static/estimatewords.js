/** What an estimate sees on a board: what each cell adds, and the sum in words. Nothing of the page. */
import { parseBoard } from "./board.js";
import { count } from "./measures.js";

/**
 * @typedef {object} Explained what `taquin info --format json` says, as far as it is used here
 * @property {string} board
 * @property {string} goal
 * @property {number[]} manhattan single steps, a cell
 * @property {number[]} misplaced tiles
 * @property {number[]} linear_conflicts tiles
 * @property {number | null} distance
 * @property {string} metric
 * @property {Array<Seen>} heuristics
 */

/**
 * @typedef {object} Seen one estimate
 * @property {string} name
 * @property {number | null} value null where it is not defined
 * @property {boolean} admissible
 * @property {boolean} consistent
 * @property {string | null} refused why it has no value
 * @property {Array<{tiles: number[], adds: number}>} patterns
 */

/**
 * @typedef {object} Anatomy
 * @property {Array<{text: string, group: number, strong: boolean}>} cells what stands on each tile,
 *   the pattern it belongs to (0: none), and whether it adds anything
 * @property {string} sum how the value comes about
 * @property {string} verdict the value against the distance
 */

const PATTERNS = "ABCDEFGH";
const CONFLICT = 2;

/** Estimates that are sums over tiles or patterns, so that shares can stand on the board. */
const ADDITIVE = new Set(["misplaced", "manhattan", "linear_conflict"]);

/**
 * @param {Seen} seen
 * @returns {boolean} whether its value can be shared out over the board
 */
export function isAdditive({ name, patterns }) {
  return ADDITIVE.has(name) || patterns.length > 0;
}

/**
 * @param {Explained} explained
 * @param {Seen & {value: number}} seen
 * @returns {Anatomy}
 */
export function anatomy(explained, seen) {
  const { cells } = parseBoard(explained.board);
  return {
    cells: Array.from(cells, (tile, cell) => share(explained, seen, tile, cell)),
    sum: sumWords(explained, seen),
    verdict: verdictWords(explained, seen),
  };
}

/**
 * @param {Explained} explained
 * @param {Seen} seen
 * @param {number} tile
 * @param {number} cell
 */
function share({ manhattan, misplaced, linear_conflicts: conflicts }, { name, patterns }, tile, cell) {
  const nothing = { text: "", group: 0, strong: false };
  if (tile === 0) return nothing;
  if (patterns.length > 0) {
    const at = patterns.findIndex(({ tiles }) => tiles.includes(tile));
    return at < 0 ? nothing : { text: PATTERNS[at] ?? "", group: at + 1, strong: true };
  }
  if (name === "misplaced") {
    const adds = misplaced.includes(tile) ? 1 : 0;
    return { text: `+${adds}`, group: 0, strong: adds > 0 };
  }
  if (!ADDITIVE.has(name)) return nothing;
  const steps = manhattan[cell] ?? 0;
  const conflict = name === "linear_conflict" && conflicts.includes(tile) ? CONFLICT : 0;
  const text = conflict ? `+${steps} +${conflict}` : `+${steps}`;
  return { text, group: 0, strong: steps + conflict > 0 };
}

/**
 * @param {Explained} explained
 * @param {Seen & {value: number}} seen
 * @returns {string}
 */
function sumWords({ manhattan, misplaced, linear_conflicts: conflicts, metric }, seen) {
  const { name, value, patterns } = seen;
  const steps = manhattan.reduce((sum, one) => sum + one, 0);
  if (patterns.length > 0) {
    const parts = patterns.map(({ adds }, at) => `${PATTERNS[at]} ${count(adds)}`);
    const sum = patterns.reduce((all, { adds }) => all + adds, 0);
    return (
      `Each letter is a pattern: what its tiles alone need at least. ${parts.join(" + ")} = ${count(sum)}.` +
      inMetric(sum, value, metric)
    );
  }
  if (name === "misplaced") {
    const tiles = misplaced.length === 1 ? "tile is" : "tiles are";
    return `${misplaced.length} ${tiles} not at home.${inMetric(misplaced.length, value, metric)}`;
  }
  if (name === "manhattan") {
    return `Steps of each tile to its home, as if it were alone on the board: ${count(steps)} in all.${inMetric(steps, value, metric)}`;
  }
  if (name === "linear_conflict") {
    const sum = steps + CONFLICT * conflicts.length;
    const who = conflicts.length === 1 ? `tile ${conflicts[0]} has` : `tiles ${conflicts.join(", ")} have`;
    const extra = conflicts.length
      ? `${who} to leave the goal line, so that others can pass: 2 more ${conflicts.length === 1 ? "moves" : "moves each"}`
      : "no tile stands in another's way on its goal line: nothing more";
    return `Manhattan distance ${count(steps)}; ${extra}. ${count(sum)} in all.${inMetric(sum, value, metric)}`;
  }
  if (name === "zero") return "It knows nothing, and so is never wrong: A* with it is uniform-cost search.";
  return "Its value is not a sum over tiles, so that no part of it belongs to one of them.";
}

/**
 * How far an estimate is from the truth on all boards, in words.
 * @param {number[][]} counts counts[d][h]: boards at distance d with estimate h
 * @param {string} name
 * @returns {string}
 */
export function truthWords(counts, name) {
  let [boards, missed, right, most] = [0, 0, 0, 0];
  counts.forEach((row, distance) =>
    row.forEach((some, h) => {
      if (!some) return;
      boards += some;
      missed += some * (distance - h);
      right += distance === h ? some : 0;
      most = Math.max(most, distance - h);
    }),
  );
  return (
    `All ${count(boards)} boards with a way to this goal, by their true distance and by ${name}: ` +
    `it is ${(missed / boards).toFixed(1)} below on average, ${count(most)} at most, ` +
    `and right on ${count(right)} of them.`
  );
}

/**
 * @param {number} sum in single-tile moves
 * @param {number} value
 * @param {string} metric
 * @returns {string} nothing where they are the same
 */
function inMetric(sum, value, metric) {
  if (sum === value) return "";
  const names = /** @type {Record<string, string>} */ ({
    mtm: "where a line pushed at once costs 1",
    expense: "where a move costs the tile's number",
  });
  return ` That makes ${count(value)} ${names[metric] ?? "here"}.`;
}

/**
 * @param {Explained} explained
 * @param {Seen & {value: number}} seen
 * @returns {string}
 */
function verdictWords({ distance }, { value, admissible }) {
  const promise = admissible
    ? "It never says more than the true distance."
    : "It may say more than the true distance.";
  if (distance === null) return `${promise} The true distance is not known here.`;
  const here = distance === value ? " here" : "";
  return `The true distance is ${count(distance)}: it is ${against(value, distance)}${here}. ${promise}`;
}

/**
 * @param {number} value
 * @param {number} distance
 * @returns {string} "14 below", "2 above" or "right"
 */
export function against(value, distance) {
  if (distance === value) return "right";
  return `${count(Math.abs(distance - value))} ${distance > value ? "below" : "above"}`;
}
