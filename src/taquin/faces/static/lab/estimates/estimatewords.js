/** What an estimate sees on a board: what each cell adds, and the sum in words. Independent of the page. */
import { parseBoard } from "../../board.js";
import { count } from "../../shared/measures.js";
import { decimal, listed, said, t } from "../../words/said.js";

/**
 * @typedef {object} Explained the parts of `taquin info --format json` that are used here
 * @property {string} board
 * @property {string} goal
 * @property {number[]} manhattan single steps, one value per cell
 * @property {number[]} misplaced tiles
 * @property {number[]} linear_conflicts tiles
 * @property {number | null} distance
 * @property {string} metric
 * @property {Array<Seen>} heuristics
 */

/**
 * @typedef {object} Seen one estimate
 * @property {string} name
 * @property {number | null} value null if it is not defined
 * @property {boolean} admissible
 * @property {boolean} consistent
 * @property {string | null} refused why it has no value
 * @property {Array<{tiles: number[], adds: number}>} patterns
 */

/**
 * @typedef {object} Anatomy
 * @property {Array<{text: string, group: number, strong: boolean}>} cells the text on each tile,
 *   its pattern (0: none), and whether it adds anything
 * @property {string} sum how the value is computed
 * @property {string} verdict the value against the distance
 */

const PATTERNS = "ABCDEFGH";
const CONFLICT = 2;

/** Estimates that are sums over tiles or patterns, so that each tile can show its share. */
const ADDITIVE = new Set(["misplaced", "manhattan", "linear_conflict"]);

/**
 * @param {Seen} seen
 * @returns {boolean} whether its value can be split among the tiles
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
      t`Each letter is a pattern, its number the fewest moves that its tiles alone need. ${parts.join(" + ")} = ${count(sum)}.${inMetric(sum, value, metric)}`
    );
  }
  if (name === "misplaced") {
    const [tiles, makes] = [misplaced.length, inMetric(misplaced.length, value, metric)];
    return said("{tiles} {tiles:tile is|tiles are} out of place.{makes}", { tiles, makes });
  }
  if (name === "manhattan") {
    return t`The steps of each tile to its goal cell, as if it were alone on the board: ${count(steps)} in total.${inMetric(steps, value, metric)}`;
  }
  if (name === "linear_conflict") {
    const sum = steps + CONFLICT * conflicts.length;
    const one = conflicts.length === 1;
    const who = listed(conflicts);
    const extra = one
      ? t`tile ${who} must step out of its line to let others pass: 2 more moves`
      : conflicts.length
        ? t`tiles ${who} must step out of their lines to let others pass: 2 more moves each`
        : t`no tile blocks another in its goal line: no extra moves`;
    return t`Manhattan distance ${count(steps)}; ${extra}. ${count(sum)} in total.${inMetric(sum, value, metric)}`;
  }
  if (name === "zero") return t`It is always 0, so it never overestimates: A* with it is uniform-cost search.`;
  return t`Its value is not a sum over tiles, so it cannot be split among them.`;
}

/**
 * How far an estimate is from the true distance over all boards, in words.
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
    t`All ${count(boards)} boards that can reach this goal, by true distance and by ${name}: the estimate is ${decimal(missed / boards, 1)} too low on average, at most ${count(most)} too low, and exact on ${count(right)} of them.`
  );
}

/**
 * @param {number} sum in single-tile moves
 * @param {number} value
 * @param {string} metric
 * @returns {string} empty if they are equal
 */
function inMetric(sum, value, metric) {
  if (sum === value) return "";
  const names = /** @type {Record<string, string>} */ ({
    mtm: t`if a push of any length costs 1`,
    expense: t`if a move costs the tile’s number`,
  });
  return t` That makes ${count(value)} ${names[metric] ?? t`here`}.`;
}

/**
 * @param {Explained} explained
 * @param {Seen & {value: number}} seen
 * @returns {string}
 */
function verdictWords({ distance }, { value, admissible }) {
    const guarantee = admissible ? t`It never overestimates.` : t`It may overestimate.`;
    if (distance === null) return t`${guarantee} The true distance of this board is unknown.`;
    return t`The true distance is ${count(distance)}; the estimate is ${against(value, distance)}. ${guarantee}`;
}

/**
 * @param {number} value
 * @param {number} distance
 * @returns {string} "14 too low", "2 too high" or "exact"
 */
export function against(value, distance) {
  if (distance === value) return t`exact`;
  return `${count(Math.abs(distance - value))} ${distance > value ? t`too low` : t`too high`}`;
}
