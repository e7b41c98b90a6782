/**
 * What a hint says to a player who counts slides: the first of a solution with as few of them as possible.
 * Its twin: taquin/teach/advice/slides.py.
 */
import { formatBoard, move, replay, sameBoard } from "../board.js";
import { slideTo, wayOf } from "../shared/moves.js";
import { togetherText } from "../shared/together.js";
import { canPush, pushEnds } from "../solver/slidecount.js";
import { HINT_SENTENCES } from "../words/hintsentences.js";
import { said, translated } from "../words/said.js";
import { SLIDE_SENTENCES } from "../words/slidesentences.js";
import { optimalAdvice } from "./advice.js";
import { furtherFrom, nearestOf } from "./slideruns.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("./advice.js").Advice} Advice */

/** Milliseconds for a proof; then the fewest moves, which are few slides, too. */
const BUDGET = 4000;
const SERVER_SECONDS = 10;

/**
 * The rest of the last solution from each of its boards: the next hint follows it without a search.
 * @type {{goal: string, ahead: Map<string, string>, slides: number, lowerBound: number} | null}
 */
let kept = null;

/**
 * @param {import("../solver/solver.js").Solver} solver
 * @param {Board} board not the goal
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking & {run?: string}} asking  run: the player's last slide, which may go on
 * @returns {Promise<Advice>}
 */
export async function slideAdvice(solver, board, goal, { run = "", ...asking }) {
  if (!canPush(board)) return countedInMoves(await optimalAdvice(solver, board, goal, asking));
  const { moves, lowerBound } = restFrom(board, goal) ?? (await searched(solver, board, goal, asking));
  const ends = pushEnds(moves);
  const further = await goingOn(solver, board, goal, { run, left: ends.length, lowerBound, ...asking });
  const slide = further?.moves ?? moves.slice(0, ends[0]);
  const after = replay(board, slide);
  const { cell, tiles } = /** @type {{cell: number, tiles: number[]}} */ (
    slideTo(board, (reached) => sameBoard(reached, after))
  );
  const length = further ? further.left : ends.length;
  const lower = further ? further.lower : lowerBound;
  const proved = length === lower;
  const bound = proved ? translated(SLIDE_SENTENCES.noFewer) : said(SLIDE_SENTENCES.fewer, { lower: Math.max(1, lower) });
  const begins = said(SLIDE_SENTENCES.begins, { slides: length, bound });
  const free = length > 0 ? said(SLIDE_SENTENCES.free, { left: length, bound }) : translated(HINT_SENTENCES.solves);
  return {
    ...wordsOf(board.cells[cell], tiles, slide[0]),
    focus: [cell],
    cell,
    letter: slide[0],
    moves: slide,
    together: true,
    others: "",
    counted: false,
    distance: null,
    slides: proved && !further ? length : null,
    sentence: further ? free : begins,
    badge: { text: translated(proved ? HINT_SENTENCES.proved : HINT_SENTENCES.notProved), good: proved },
    more: null,
  };
}

/**
 * @param {import("../solver/solver.js").Solver} solver
 * @param {Board} board
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking & {run: string, left: number, lowerBound: number}} asking  left, lowerBound:
 *   slides, if another one begins
 * @returns {Promise<{moves: string, left: number, lower: number} | null>}  null: nothing is gained by going on
 */
async function goingOn(solver, board, goal, { run, left, lowerBound, ...asking }) {
  const ways = furtherFrom(board, run);
  if (ways.length === 0) return null;
  const found = await (await solver.slides()).distances(ways.map((way) => way.board), goal, { budget: BUDGET, ...asking });
  const { lower, upper } = nearestOf([...found, { value: null, lower: lowerBound, upper: left, exact: false }]);
  const at = found.findIndex((one) => one.upper === upper);
  return at < 0 || upper === null || upper === left ? null : { moves: ways[at].moves, left: upper, lower };
}

/**
 * Few moves are few slides, too.
 * @param {Advice} advice
 * @returns {Advice}
 */
function countedInMoves(advice) {
  const sentence = said(SLIDE_SENTENCES.large, { hint: advice.sentence });
  return { ...advice, sentence, more: advice.more && advice.more.then(countedInMoves) };
}

/**
 * @param {number} tile  to press
 * @param {number[]} tiles  those that move
 * @param {string} letter
 */
function wordsOf(tile, tiles, letter) {
  const way = wayOf(letter);
  if (tiles.length === 1) return { task: said(HINT_SENTENCES.move, { tile }), way: said(HINT_SENTENCES.moveWay, { tile, way }) };
  const slide = togetherText(tiles);
  return { task: said(HINT_SENTENCES.push, { tile, slide }), way: said(SLIDE_SENTENCES.way, { tile, way, slide }) };
}

/**
 * @param {Board} board
 * @param {Board} goal
 * @returns {{moves: string, lowerBound: number} | null}  null: the board is not on the kept solution
 */
function restFrom(board, goal) {
  const moves = kept?.goal === formatBoard(goal) ? kept.ahead.get(formatBoard(board)) : undefined;
  if (!kept || moves === undefined) return null;
  const made = kept.slides - pushEnds(moves).length;
  return { moves, lowerBound: Math.max(1, kept.lowerBound - made) };
}

/**
 * @param {import("../solver/solver.js").Solver} solver
 * @param {Board} board
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking} asking
 * @returns {Promise<{moves: string, lowerBound: number}>}
 */
async function searched(solver, board, goal, asking) {
  const { moves, slides, lowerBound } = await (await solver.slides()).solve(board, goal, { budget: BUDGET, serverSeconds: SERVER_SECONDS, ...asking });
  const ahead = new Map();
  let here = board;
  for (const [at, letter] of Array.from(moves).entries()) {
    // In the middle of a slide another one may be better.
    if (at === 0 || moves[at - 1] !== letter) ahead.set(formatBoard(here), moves.slice(at));
    here = move(here, letter);
  }
  kept = { goal: formatBoard(goal), ahead, slides, lowerBound };
  return { moves, lowerBound };
}
