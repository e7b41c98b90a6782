/**
 * Puzzles of best moves: drawn at random, graded by distance and by how narrow the best path is, or
 * taken from the player's own games.
 * Its twin: taquin/teach/advice/puzzles.py.
 */
import { formatBoard, inverse, legalMoves, makeBoard, move, namedGoal, parseBoard } from "../board.js";
import { generator } from "../game/random.js";
import { boardsOf, cellOf } from "../shared/moves.js";
import { fitsTheme, homing, isCorner } from "./themes.js";
import { amount, t } from "../words/said.js";

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
 * @property {number} away  moves of a best path that take their tile away from home
 * @property {boolean} corner  whether one of them moves a tile into its home corner, or out of it
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
/** A theme may have few boards: after so many tries, one that was asked before is asked again. */
const PATIENCE = 60;
/** Up to here a streak gets harder, by side: beyond it boards are few, and the same ones would come again. @type {Record<number, number>} */
const HARD = { 3: 1400, 4: 1500 };
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
 * @param {number} [first]  cells before it stay as they are
 * @returns {Board}
 */
export function walked(goal, steps, below, first = 0) {
  let [board, last] = [goal, ""];
  for (let step = 0; step < steps; step++) {
    const ways = [...legalMoves(board)].filter((letter) => letter !== inverse(last) && cellOf(board, letter) >= first);
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
  let [board, chance, away, corner, whole, last] = [start, 1, 0, false, 0, ""];
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
    corner ||= isCorner(board, next, goal);
    board = next;
  }
  if (chance > WIDEST && length > 1) return null;
  const difficulty = difficultyOf({ distance: whole, chance, away });
  return { board: start, goal, length, distance: whole, chance, difficulty, away, corner };
}

/** Which of the puzzles that are drawn is taken: the one nearest to the rating, and none that is easier than the least. */
export class PuzzlePick {
  /** @type {Puzzle | null} */
  #best = null;
  tried = 0;

  /**
   * @param {number} rating
   * @param {number} least  a difficulty
   */
  constructor(rating, least) {
    this.least = least;
    this.wanted = Math.max(rating, least);
  }

  /** @param {Puzzle | null} puzzle  null: a board that makes none, or is about something else */
  offer(puzzle) {
    this.tried++;
    if (!puzzle || puzzle.difficulty < this.least) return;
    if (!this.#best || this.#off(puzzle) < this.#off(this.#best)) this.#best = puzzle;
  }

  /** The best puzzle, once it is near enough or enough have been tried. */
  get taken() {
    if (!this.#best) return null;
    return this.tried >= CANDIDATES || this.#off(this.#best) < NEAR ? this.#best : null;
  }

  /** Whether a board that was asked before may be asked again: no other one is found. */
  get repeats() {
    return this.tried >= PATIENCE;
  }

  /** @param {Puzzle} puzzle */
  #off({ difficulty }) {
    return Math.abs(difficulty - this.wanted);
  }
}

/**
 * How hard, at least, the puzzles are that follow one of that difficulty in a streak.
 * @param {number} difficulty
 * @param {number} side
 * @returns {number}
 */
export function streakLevel(difficulty, side) {
  return Math.min(difficulty, HARD[side]);
}

/**
 * A puzzle about as hard as the player is strong; `least`: a difficulty, at most `streakLevel`; no easier one is taken.
 * `asked`: names of puzzles that are not asked again.
 * @param {Solver} solver
 * @param {{rating: number, least?: number, side: number, theme?: import("./themes.js").ThemeId, seed: string, asked?: Iterable<string>, signal: AbortSignal}} wanted
 * @returns {Promise<Puzzle>}
 */
export async function drawPuzzle(solver, { rating, least = 0, side, theme = "any", seed, asked = [], signal }) {
  const below = generator(seed);
  const goal = namedGoal("last", side, side);
  const pick = new PuzzlePick(rating, least);
  const before = new Set(asked);
  for (;;) {
    // Few boards near the goal are about a theme: the walk grows until one is found.
    const about = walkFor(rating, side) + Math.floor(pick.tried / CANDIDATES);
    const start = walked(goal, about - 2 + below(5), below, theme === "rows" ? side * (side - 2) : 0);
    const again = before.has(puzzleName({ board: start })) && !pick.repeats;
    const puzzle = again ? null : await graded(solver, start, goal, LENGTH, signal);
    pick.offer(puzzle && fitsTheme(puzzle, theme) ? puzzle : null);
    if (pick.taken) return pick.taken;
  }
}

/**
 * The name under which a puzzle is kept: its board, in characters that a log may have.
 * @param {Pick<Puzzle, "board">} puzzle
 * @returns {string}
 */
export function puzzleName({ board }) {
  return `puzzle:${formatBoard(board).replaceAll(/[ /]/g, "-")}`;
}

/**
 * The puzzle of such a name; null for any other name.
 * @param {Solver} solver
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<Puzzle | null>}
 */
export async function namedPuzzle(solver, name, signal) {
  const cells = /^puzzle:([\d-]+)$/.exec(name)?.[1].split("-").map(Number);
  const side = Math.sqrt(cells?.length ?? 0);
  if (!cells || ![3, 4].includes(side)) return null;
  try {
    return await graded(solver, makeBoard(side, side, cells), namedGoal("last", side, side), LENGTH, signal);
  } catch (error) {
    // A log that was imported may name anything.
    if (signal.aborted) throw error;
    return null;
  }
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

/**
 * The mistake of that name in one of these games.
 * @param {Solver} solver
 * @param {GameRecord[]} games
 * @param {string} mistake
 * @param {AbortSignal} signal
 * @returns {Promise<Puzzle | null>} null where the game is there no more
 */
export async function namedMistake(solver, games, mistake, signal) {
  const [id, text] = mistake.split(":");
  const record = games.find((game) => game.id === id);
  const at = Number(text);
  if (!record || !(at < record.moves.length)) return null;
  const boards = boardsOf(parseBoard(record.start, record), record.moves.slice(0, at));
  const puzzle = await graded(solver, boards[at], parseBoard(record.goal, record), 1, signal);
  return puzzle && { ...puzzle, mistake, played: record.moves[at] };
}

/** @param {Puzzle} puzzle @returns {string} what makes it this hard */
export function gradeText({ distance, chance, difficulty, away }) {
  const odds = Math.round(1 / chance);
  const detours = away === 1 ? t` One of the moves leads a tile away from home.` : t` ${away} of the moves lead a tile away from home.`;
  const detour = away > 0 ? detours : "";
  return t`Graded ${difficulty}: ${amount(distance, "move")} from the goal; a guess finds it 1 time in ${odds}.${detour}`;
}
