// Moves on a board: letters, or the tiles that slide, with or without their directions.
// Its twin: taquin/puzzle/slides.py.

import { NotationError, formatBoard, legalMoves, move } from "../board.js";
import { pairsIn, readMoveLetters, tilesIn, wordsOf } from "./movetext.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

const WORDS = { U: t`up`, D: t`down`, L: t`left`, R: t`right` };
const MOST_DIGITS = 10; // cells; on more, 12 could be one tile or two
const LONGEST = 1_000_000;

/** @param {string} message @returns {never} */
function fail(message) {
  throw new NotationError(message);
}

/**
 * One letter per move. A number before a letter may be a tile or a count, as in 3R: the board
 * decides.
 * @param {string} text @param {Board} [board]  needed for tiles
 * @returns {string}
 */
export function readMoveText(text, board) {
  const tiles = board && tilesIn(text);
  if (board && tiles) {
    const { letters, problem } = slid(digitsOf(text, tiles, board), "", board);
    return problem ? fail(problem) : letters;
  }
  const pairs = board && pairsIn(text);
  return board && pairs ? ofPairs(text, pairs, board) : readMoveLetters(text);
}

/** The tiles; one for each digit if they can be meant so only.
 * @param {string} text @param {number[]} tiles @param {Board} board */
function digitsOf(text, tiles, board) {
  const count = board.cells.length;
  const words = wordsOf(text);
  if (count <= MOST_DIGITS && words.every((word) => word.length > 1)) {
    return [...words.join("")].map(Number);
  }
  if (tiles.length === 1 && tiles[0] >= count) {
    fail(
      t`${tiles[0]} is not a tile of a ${board.width}x${board.height} board; expected tiles from 1 to ${count - 1} with spaces between, or letters, as in UR2D.`,
    );
  }
  return tiles;
}

/** Tiles with directions, or counts with directions: what the board allows.
 * @param {string} text @param {NonNullable<ReturnType<typeof pairsIn>>} pairs
 * @param {Board} board */
function ofPairs(text, { numbers, ways, onlyTiles }, board) {
  const { letters, problem } = slid(numbers, ways, board);
  if (onlyTiles && problem) fail(problem);
  if (onlyTiles) return letters;
  if (numbers.reduce((sum, number) => sum + number, 0) > LONGEST) {
    return problem ? fail(t`more than 1,000,000 moves; expected a shorter list.`) : letters;
  }
  const counted = numbers.map((number, i) => ways[i].repeat(number)).join("");
  const made = madeOf(counted, board);
  const fits = made === counted.length && made > 0;
  if (!problem && fits && letters !== counted) {
    const repeated = counted.replace(/(.)\1+/g, (run) => run[0] + run.length);
    fail(
      t`${text.trim().slice(0, 60)} has two readings on ${formatBoard(board)}: tiles that slide, which is ${letters.slice(0, 40)}, or counts of moves, which is ${repeated.slice(0, 40)}; write the one that is meant.`,
    );
  }
  if (!problem) return letters;
  if (fits || !numbers.every((number) => number > 0 && number < board.cells.length)) {
    return counted;
  }
  return fail(t`${problem} Read as counts of moves, move ${made + 1} is not legal either.`);
}

/** How many of these moves can be made. @param {string} letters @param {Board} board */
function madeOf(letters, board) {
  let now = board;
  for (let i = 0; i < letters.length; i++) {
    if (!legalMoves(now).includes(letters[i])) return i;
    now = move(now, letters[i]);
  }
  return letters.length;
}

/** The letters of tiles that slide one after another, or why one cannot.
 * @param {number[]} tiles @param {string} ways @param {Board} board */
function slid(tiles, ways, board) {
  let [now, letters] = [board, ""];
  for (const [i, tile] of tiles.entries()) {
    const free = new Map(
      [...legalMoves(now)].map((each) => [now.cells[move(now, each).cells.indexOf(0)], each]),
    );
    const letter = free.get(tile);
    const way = ways[i];
    if (!letter || (way && way !== letter)) {
      const told = t`move ${i + 1} (tile ${tile}${way ? `, ${way}` : ""})`;
      const can = [...free.keys()].sort((a, b) => a - b).join(", ");
      const problem =
        t`${told}: ${whyNot(tile, way, free, board)} on ${formatBoard(now)}; tiles that can slide: ${can}.`;
      return { letters, problem };
    }
    letters += letter;
    now = move(now, letter);
  }
  return { letters, problem: "" };
}

/** @param {number} tile @param {string | undefined} way @param {Map<number, string>} free
 * @param {Board} board */
function whyNot(tile, way, free, board) {
  if (tile <= 0 || tile >= board.cells.length) return t`there is no tile ${tile}`;
  const reason = t`it is not next to the blank`;
  if (!way) return reason;
  const word = WORDS[/** @type {"U" | "D" | "L" | "R"} */ (way)];
  return t`it cannot move ${word}${free.has(tile) ? "" : t`, as ${reason}`}`;
}
