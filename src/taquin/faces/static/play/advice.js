/**
 * What a hint says about a position: which tile, which way, why, and how sure that is.
 * Its twin: taquin/teach/advice/advice.py.
 */

import { formatBoard, move, sameBoard } from "../board.js";
import { cellOf, slideTo, wayOf } from "../shared/moves.js";
import { togetherText } from "../shared/together.js";
import { HINT_SENTENCES } from "../words/hintsentences.js";
import { METHOD_SENTENCES } from "../words/methodsentences.js";
import { said, t, translated, uncapitalized } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../solver/solver.js").Solver} Solver */
/** @typedef {import("../solver/engine.js").FirstMoves} FirstMoves */

/**
 * @typedef {object} Advice
 * @property {number[]} focus cells to look at first: the tile to move, or the one to bring home
 * @property {string} task what to do, without the direction
 * @property {string} way the same with the direction
 * @property {number} cell of the tile to move
 * @property {string} letter
 * @property {string} moves what "play it" plays: one move, a whole step of the method, or a slide
 * @property {boolean} [together] whether these moves are one slide
 * @property {string} others letters of equally good moves
 * @property {boolean} counted whether no other move can be equally good
 * @property {number | null} distance moves left, if proved
 * @property {number | null} [slides] slides left, if proved and counted
 * @property {string} sentence  with the best bound that is known as it is read
 * @property {{text: string, good: boolean}} badge
 * @property {Promise<Advice> | null} more the same advice with all equally good moves, once they are known
 */

const BUDGET = 4000;
const SERVER_SECONDS = 3;
/** Milliseconds of the page's own beams, where it has a model. */
const APPROACHING = 400;
/** A larger board that takes at least so many moves is hardly proved within the budget. */
const PROVABLE = 60;
const PROVABLE_CELLS = 16;

/**
 * A best move as soon as one is proved; `more` then adds the equally good moves.
 * @param {Solver} solver
 * @param {Board} board not the goal
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking} asking
 * @returns {Promise<Advice>}
 */
export async function optimalAdvice(solver, board, goal, asking) {
  const hard = board.cells.length > PROVABLE_CELLS && solver.known(board, goal).lower > PROVABLE;
  if (hard || routeFrom(board, goal)?.proofIsFar) return unprovedAdvice(solver, board, goal, asking);
  /** @type {(first: FirstMoves) => void} */
  let onFirst = () => {};
  const early = new Promise((resolve) => { onFirst = resolve; });
  const all = solver.optimalMoves(board, goal, { budget: BUDGET, onFirst, ...asking });
  const best = /** @type {FirstMoves} */ (await Promise.race([early, all]));
  if (best.distance === null) return unprovedAdvice(solver, board, goal, asking);
  const advice = provedAdvice(board, best);
  if (best.proved) return advice;
  const sentence = t`Comparing the other moves…`;
  return { ...advice, sentence, more: all.then((moves) => provedAdvice(board, moves)) };
}

/**
 * @param {Board} board
 * @param {FirstMoves} best with a distance
 * @returns {Advice}
 */
function provedAdvice(board, { letters, distance, proved }) {
  const [letter] = letters;
  const others = letters.slice(1);
  const equal = Array.from(others, (other) => board.cells[cellOf(board, other)]).join(t` or `);
  const sentence = proved ? translated(HINT_SENTENCES.only) : translated(HINT_SENTENCES.open);
  return {
    ...moveOf(board, letter),
    moves: letter,
    others,
    counted: proved,
    distance,
    sentence: equal ? said(HINT_SENTENCES.equal, { tiles: equal }) : sentence,
    badge: { text: translated(HINT_SENTENCES.proved), good: true },
    more: null,
  };
}

/**
 * A solution not proved to be the shortest. Hints follow it as long as the player does, because two
 * searches in a row may find solutions that undo each other. Nor should every hint wait for a
 * proof that fails again: the next attempt comes when `proofAt` moves are left.
 * @typedef {{goal: string, ahead: Map<string, string>, lowerBound: number, length: number,
 *   proofAt: number}} Route
 */

const NEARER = 0.9;

/** @type {Route | null} */
let route = null;

/**
 * @param {Board} board
 * @param {Board} goal
 * @param {string} moves
 * @param {number} lowerBound
 */
function keepRoute(board, goal, moves, lowerBound) {
  const ahead = new Map();
  let here = board;
  for (let at = 0; at < moves.length; at++) {
    ahead.set(formatBoard(here), moves.slice(at));
    here = move(here, moves[at]);
  }
  const proofAt = Math.floor(NEARER * moves.length);
  route = { goal: formatBoard(goal), ahead, lowerBound, length: moves.length, proofAt };
}

/**
 * The rest of the kept solution; null if the board is not on it.
 * @param {Board} board
 * @param {Board} goal
 * @returns {{moves: string, lowerBound: number, optimal: false, proofIsFar: boolean} | null}
 */
function routeFrom(board, goal) {
  const moves = route?.goal === formatBoard(goal) ? route.ahead.get(formatBoard(board)) : undefined;
  if (!route || moves === undefined) return null;
  const lowerBound = Math.max(1, route.lowerBound - (route.length - moves.length));
  return { moves, lowerBound, optimal: false, proofIsFar: moves.length > route.proofAt };
}

/**
 * The advice to give when the worker ran out of time.
 * @param {Solver} solver
 * @param {Board} board
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking} asking
 * @returns {Promise<Advice>}
 */
async function unprovedAdvice(solver, board, goal, asking) {
  const kept = routeFrom(board, goal);
  if (route && kept && !kept.proofIsFar) route.proofAt = Math.floor(NEARER * kept.moves.length);
  const found = kept ?? (await searched(solver, board, goal, asking));
  if (found.moves === null) return methodAdvice(solver, board, goal, asking, found.lowerBound);
  const { moves } = found;
  const unproved = () => said(HINT_SENTENCES.unproved, { length: moves.length, lower: Math.max(found.lowerBound, solver.known(board, goal).lower) });
  return {
    ...moveOf(board, moves[0]),
    moves: moves[0],
    others: "",
    counted: false,
    distance: found.optimal ? moves.length : null,
    get sentence() {
      return found.optimal ? translated(HINT_SENTENCES.open) : unproved();
    },
    badge: { text: found.optimal ? translated(HINT_SENTENCES.proved) : translated(HINT_SENTENCES.notProved), good: found.optimal },
    more: null,
  };
}

/**
 * A solution from the page's beams or the server, kept for the next hints; moves is null if it found none in time.
 * @param {Solver} solver
 * @param {Board} board
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking} asking
 * @returns {Promise<{moves: string | null, lowerBound: number, optimal: boolean}>}
 */
async function searched(solver, board, goal, asking) {
  const options = { budget: 0, serverSeconds: SERVER_SECONDS, ...asking };
  const near = await solver.approach(board, goal, { ...asking, budget: APPROACHING });
  const { by, moves, lowerBound, optimal } = near ?? (await solver.solve(board, goal, options));
  if (by === "method" || moves === null) return { moves: null, lowerBound, optimal: false };
  if (!optimal) keepRoute(board, goal, moves, lowerBound);
  return { moves, lowerBound, optimal };
}

/**
 * @param {Solver} solver
 * @param {Board} board not the goal
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking} asking
 * @param {number} [lowerBound] given when this replaces an optimal hint
 * @returns {Promise<Advice>}
 */
export async function methodAdvice(solver, board, goal, asking, lowerBound) {
  const last = slideTo(board, (reached) => sameBoard(reached, goal));
  if (last) return slideAdvice(board, last);
  const step = /** @type {import("../solver/human.js").Step} */ (await solver.human(board, goal, asking));
  const instead = () => (lowerBound === undefined ? "" : ` ${said(HINT_SENTENCES.instead, { lower: Math.max(lowerBound, solver.known(board, goal).lower) })}`);
  return {
    ...moveOf(board, step.moves[0], step.moves.length),
    focus: step.tiles.map((tile) => board.cells.indexOf(tile)),
    task: step.sentence,
    moves: step.moves,
    others: "",
    counted: false,
    distance: null,
    get sentence() {
      return `${stepText(step)}${instead()}`;
    },
    badge: { text: lowerBound === undefined ? step.way : translated(HINT_SENTENCES.notProved), good: false },
    more: null,
  };
}

/**
 * A step of the method until a shortest solution is found.
 * @param {Solver} solver
 * @param {Board} board not the goal
 * @param {Board} goal
 * @param {import("../solver/solver.js").Asking} asking
 * @returns {Promise<Advice>}
 */
export async function meanwhileAdvice(solver, board, goal, asking) {
  const step = await methodAdvice(solver, board, goal, asking);
  return { ...step, sentence: `${step.sentence} ${translated(HINT_SENTENCES.sought)}` };
}

/**
 * The slide that solves the board; the method, which knows single tiles, would go another way.
 * @param {Board} board
 * @param {{cell: number, moves: string, tiles: number[]}} slide
 * @returns {Advice}
 */
function slideAdvice(board, { cell, moves, tiles }) {
  return {
    ...moveOf(board, moves[0], moves.length),
    focus: [cell],
    task: said(HINT_SENTENCES.push, { tile: board.cells[cell], slide: togetherText(tiles) }),
    moves,
    others: "",
    counted: false,
    distance: moves.length,
    sentence: translated(HINT_SENTENCES.solves),
    badge: { text: translated(HINT_SENTENCES.proved), good: true },
    more: null,
  };
}

/**
 * The line a step belongs to, and the moves of this step alone: a line takes several steps.
 * @param {import("../solver/human.js").Step} step
 * @returns {string}
 */
function stepText({ stage, moves }) {
  const part = stage === translated(METHOD_SENTENCES.last) ? stage : said(HINT_SENTENCES.part, { line: uncapitalized(stage) });
  return said(HINT_SENTENCES.step, { part, length: moves.length });
}

/**
 * @param {Board} board
 * @param {string} letter
 * @param {number} [moves]  of which it is the first
 * @returns {{focus: number[], task: string, way: string, cell: number, letter: string}}
 */
function moveOf(board, letter, moves = 1) {
  const cell = cellOf(board, letter);
  const tile = board.cells[cell];
  const start = moves === 1 ? translated(HINT_SENTENCES.moveWay) : translated(HINT_SENTENCES.start);
  return { focus: [cell], task: said(HINT_SENTENCES.move, { tile }), way: said(start, { tile, way: wayOf(letter) }), cell, letter };
}
