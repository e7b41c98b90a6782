/**
 * Puzzles of best moves: drawn at random, graded by distance and by how narrow the best path is, or
 * taken from the player's own games.
 */
import { inverse, legalMoves, move, namedGoal, parseBoard } from "../board.js";
import { generator } from "../game/random.js";
import { boardsOf } from "../shared/moves.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("../solver/solver.js").Solver} Solver */

/**
 * Best moves are wanted, `length` of them in a row. `chance`: that of guessing them. `mistake` names
 * the own move that was not best, `played`.
 * @typedef {object} Puzzle
 * @property {Board} board
 * @property {Board} goal
 * @property {number} length
 * @property {number} distance
 * @property {number} chance
 * @property {number} difficulty
 * @property {string} [mistake]
 * @property {string} [played]
 */

/** Moves to find. */
export const LENGTH = 3;
/** Above this chance of guessing, a puzzle asks nothing. */
const WIDEST = 0.34;
/** Milliseconds of search for the best moves of a board. */
const BUDGET = 4000;
const CANDIDATES = 6;
/** A candidate this near to the rating is taken at once. */
const NEAR = 80;

/**
 * Each move to go adds 17, each halving of the chance 110, each move that takes its tile away from
 * home 60.
 * @param {{distance: number, chance: number, away: number}} puzzle
 * @returns {number} on the scale of ratings
 */
export function difficultyOf({ distance, chance, away }) {
  return Math.round(700 + 17 * distance - 110 * Math.log2(chance) + 60 * away);
}

/**
 * How long a random walk makes puzzles of about that difficulty.
 * @param {number} rating
 * @param {number} side
 * @returns {number} moves
 */
export function walkFor(rating, side) {
  const [least, most] = side === 3 ? [6, 60] : [8, 44];
  return Math.round(Math.min(most, Math.max(least, (rating - 1000) / 11)));
}

/**
 * A walk from the goal that never turns back at once.
 * @param {Board} goal
 * @param {number} steps
 * @param {(bound: number) => number} below
 * @returns {Board}
 */
export function walked(goal, steps, below) {
  let [board, last] = [goal, ""];
  for (let step = 0; step < steps; step++) {
    const ways = [...legalMoves(board)].filter((letter) => letter !== inverse(last));
    last = ways[below(ways.length)];
    board = move(board, last);
  }
  return board;
}

/**
 * Follows one shortest path for the length of the puzzle.
 * @param {Solver} solver
 * @param {Board} start
 * @param {Board} goal
 * @param {number} length
 * @param {AbortSignal} signal
 * @returns {Promise<Puzzle | null>} null where it is too short, too wide or not proved in time
 */
export async function graded(solver, start, goal, length, signal) {
  let [board, chance, away, whole, last] = [start, 1, 0, 0, ""];
  for (let step = 0; step < length; step++) {
    const { letters, distance, proved } = await solver.optimalMoves(board, goal, { signal, budget: BUDGET });
    if (!proved || distance === null || distance < length - step + 1) return null;
    if (step === 0) whole = distance;
    // Nobody guesses the move that takes the last one back.
    const ways = [...legalMoves(board)].filter((letter) => letter !== inverse(last));
    chance *= letters.length / ways.length;
    last = letters[0];
    const next = move(board, last);
    if (homing(next, goal) > homing(board, goal)) away++;
    board = next;
  }
  if (chance > WIDEST && length > 1) return null;
  const difficulty = difficultyOf({ distance: whole, chance, away });
  return { board: start, goal, length, distance: whole, chance, difficulty };
}

/**
 * Manhattan distance of all tiles.
 * @param {Board} board
 * @param {Board} goal
 */
function homing({ width, cells }, goal) {
  return cells.reduce((sum, tile, cell) => {
    const home = goal.cells.indexOf(tile);
    const across = Math.abs((home % width) - (cell % width));
    const down = Math.abs(Math.floor(home / width) - Math.floor(cell / width));
    return sum + (tile ? across + down : 0);
  }, 0);
}

/**
 * A puzzle about as hard as the player is strong.
 * @param {Solver} solver
 * @param {{rating: number, side: number, seed: string, signal: AbortSignal}} wanted
 * @returns {Promise<Puzzle>}
 */
export async function drawPuzzle(solver, { rating, side, seed, signal }) {
  const below = generator(seed);
  const goal = namedGoal("last", side, side);
  const away = (/** @type {Puzzle} */ puzzle) => Math.abs(puzzle.difficulty - rating);
  let best = /** @type {Puzzle | null} */ (null);
  // Most walks give a puzzle; a few are too wide.
  for (let tried = 0; tried < CANDIDATES || !best; tried++) {
    const about = walkFor(rating, side);
    const start = walked(goal, about - 2 + below(5), below);
    const puzzle = await graded(solver, start, goal, LENGTH, signal);
    if (puzzle && (!best || away(puzzle) < away(best))) best = puzzle;
    if (best && away(best) < NEAR) break;
  }
  return /** @type {Puzzle} */ (best);
}

/**
 * The moves of a game that led away from the goal, where that is proved.
 * @param {GameRecord} record
 * @param {Array<{value: number | null}>} distances  after 0, 1, … moves
 * @returns {Array<{at: number, mistake: string, played: string}>}
 */
export function mistakesOf(record, distances) {
  return Array.from(record.moves, (played, at) => ({ at, mistake: `${record.id}:${at}`, played })).filter(({ at }) => {
    const [before, after] = [distances[at].value, distances[at + 1].value];
    return before !== null && after !== null && after > before && before > 1;
  });
}

/**
 * The latest own mistakes that were not put right yet, as puzzles of one move.
 * @param {Solver} solver
 * @param {GameRecord[]} games  the oldest first
 * @param {{mended: string[], signal: AbortSignal}} options
 * @returns {AsyncGenerator<Puzzle, void, void>} the latest game first
 */
export async function* ownPuzzles(solver, games, { mended, signal }) {
  const known = new Set(mended);
  const own = games.filter(({ status, inputs, width, height }) => status === "solved" && !/[hs]/.test(inputs) && width * height <= 16);
  for (const record of own.reverse()) {
    const goal = parseBoard(record.goal, record);
    const boards = boardsOf(parseBoard(record.start, record), record.moves);
    const distances = await solver.distances(boards, goal, { signal, budget: BUDGET / 4 });
    for (const { at, mistake, played } of mistakesOf(record, distances)) {
      if (known.has(mistake)) continue;
      const puzzle = await graded(solver, boards[at], goal, 1, signal);
      if (puzzle) yield { ...puzzle, mistake, played };
    }
  }
}

/** @param {Puzzle} puzzle @returns {string} what makes it this hard */
export function gradeText({ distance, chance, difficulty }) {
  const odds = Math.round(1 / chance);
  return `Graded ${difficulty}: ${distance} moves from the goal, found by guessing once in ${odds}.`;
}
