/** A game as it is judged: its boards and slides, numbered by what counts. Its twin: taquin/game/steps.py. */
import { slidesOf } from "../game/record.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */
/** @typedef {import("../game/record.js").Slide} Slide */
/** @typedef {import("../game/recordshape.js").Unit} Unit */

/**
 * @param {GameRecord} record
 * @param {Board[]} every  board of the game, the first and that after each move
 * @param {Unit} unit
 * @returns {{boards: Board[], slides: Array<Slide & {moves: string}>, places: number[]}}  boards: those after which something is counted, and
 *   slides from one of them to another; places: their numbers of moves
 */
export function stepsOf(record, every, unit) {
  const slides = slidesOf(record).map((slide) => ({ ...slide, moves: record.moves.slice(slide.from, slide.to) }));
  if (unit === "move") return { boards: every, slides, places: [...every.keys()] };
  const places = [0, ...slides.map(({ to }) => to)];
  return { boards: places.map((at) => every[at]), slides: slides.map((slide, i) => ({ ...slide, from: i, to: i + 1 })), places };
}
