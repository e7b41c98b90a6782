/**
 * Answers to questions about the board in play. Its twin: taquin/game/words.py.
 */
import { judge } from "../board.js";
import { countIn, isJudgedInSlides, unitOf } from "../game/record.js";
import { ANSWER_SENTENCES } from "../words/answersentences.js";
import { listed, said, t, translated } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/** Each question by the word of the page's language, which is understood beside the English one. @type {Record<string, string>} */
const WORDS = {
  where: translated("where", "a question"),
  row: translated("row", "a question"),
  column: translated("column", "a question"),
  progress: translated("progress", "a question"),
  left: translated("left", "a question"),
  why: translated("why", "a question"),
  help: translated("help", "a question"),
  hint: translated("hint", "a question"),
};

/** What “How many moves are left?” begins with. */
const HOW = translated("how", "a question");

/** @param {string} text @returns {string}  as it may be typed: without accents and marks, in lower case */
const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}|\p{P}/gu, "").toLowerCase();

/**
 * A question, to be typed likewise.
 * @param {string} [name]
 * @param {number | null} [number]  of the tile or line; null: it takes none
 */
export const example = (name = "where", number = 7) => (number === null ? WORDS[name] : t`${WORDS[name]} ${number}`);

/** @param {string[]} names  of the questions that are answered */
export const invitation = (names) => t`You can ask: ${listed(names.map((name) => WORDS[name]))}.`;

/**
 * @param {string} name
 * @param {string[]} names  of the questions that are answered
 */
export const unknown = (name, names) => t`“${name}” is not a known question. ${invitation(names)}`;

/**
 * @param {string} text  as it was typed
 * @returns {{asked: string, argument: string}}  asked: the first word, "help" if there is none
 */
export function splitQuestion(text) {
  const [, asked, argument] = /^\s*([^\s\d]*)\s*(.*?)\s*$/.exec(text) ?? ["", "", ""];
  return { asked: asked || "help", argument };
}

// “How do I win?” asks for no number, unlike “how many are left?”. As in the terminal's session.py.
const NUMBER = /^$|^(many|far|long|much)/i;

/**
 * @param {string} asked
 * @param {string[]} names  of the questions that are answered
 * @param {string} [argument]  what follows
 * @returns {string | undefined}
 */
export function nameOf(asked, names, argument = "") {
  const typed = plain(asked);
  if (typed === "how") return NUMBER.test(argument) ? "left" : undefined;
  if (typed === plain(HOW)) return "left";
  return names.find((name) => [name, plain(WORDS[name])].includes(typed));
}

/**
 * Where a tile is: `7 is in row 2, column 3; its home is row 3, column 1.`
 * @param {Board} board
 * @param {Board} goal
 * @param {string} argument
 * @param {string} [word]  of the question, as it is asked
 * @returns {string}
 */
export function whereText(board, goal, argument, word = "where") {
  const blank = /^(0|blank|gap)$/i.test(argument) || argument.toLowerCase() === t`blank`.toLowerCase();
  const tile = blank ? 0 : Number(argument);
  const last = board.cells.length - 1;
  if (!argument || !Number.isInteger(tile) || tile < 0 || tile > last) {
    return said(ANSWER_SENTENCES.noTile, { question: `${word} ${argument}`.trimEnd(), last });
  }
  const name = tile === 0 ? translated(ANSWER_SENTENCES.blank) : tile;
  const [now, home] = [board.cells.indexOf(tile), goal.cells.indexOf(tile)];
  const place = placeText(board, now);
  if (now === home) return said(ANSWER_SENTENCES.atHome, { name, place });
  return said(ANSWER_SENTENCES.away, { name, place, home: placeText(board, home) });
}

/**
 * The numbers of a row or column, the blank by its name.
 * @param {Board} board
 * @param {"row" | "column"} kind
 * @param {string} argument
 * @param {string} [word]  of the question, as it is asked
 * @returns {string}
 */
export function lineText(board, kind, argument, word = kind) {
  const last = kind === "row" ? board.height : board.width;
  const number = Number(argument);
  if (!Number.isInteger(number) || number < 1 || number > last) {
    return said(ANSWER_SENTENCES.noLine, { question: `${word} ${argument}`.trimEnd(), kind: word, last });
  }
  const { width, cells } = board;
  const line = [...cells].filter((_, cell) =>
    kind === "row" ? Math.floor(cell / width) === number - 1 : cell % width === number - 1,
  );
  return t`${kind === "row" ? t`Row` : t`Column`} ${number}: ${listed(line.map((n) => n || t`blank`))}.`;
}

/**
 * How far the game has come, without revealing the distance.
 * @param {Board} board
 * @param {Board} goal
 * @param {number} made
 * @param {"move" | "slide"} [unit]  what is counted
 * @returns {string}
 */
export function progressText(board, goal, made, unit = "move") {
  const home = board.cells.filter((tile, cell) => tile > 0 && tile === goal.cells[cell]).length;
  const tiles = board.cells.length - 1;
  return unit === "move" ? said(ANSWER_SENTENCES.progress, { home, tiles, moves: made }) : said(ANSWER_SENTENCES.progressSlides, { home, tiles, slides: made });
}

/**
 * @param {Board} board
 * @param {number} cell
 */
function placeText({ width }, cell) {
  return said(ANSWER_SENTENCES.place, { row: Math.floor(cell / width) + 1, column: (cell % width) + 1 });
}

/**
 * @param {{board: Board, goal: Board, record: import("../game/record.js").GameRecord}} game
 * @param {"where" | "row" | "column" | "progress" | "left" | "why"} name
 * @param {string} argument
 * @returns {string}
 */
export function answerTo({ board, goal, record }, name, argument) {
  const word = WORDS[name];
  if (name === "where") return whereText(board, goal, argument, word);
  if (name === "progress") return progressText(board, goal, countIn(record), unitOf(record));
  if (name === "left") return isJudgedInSlides(record) ? said(ANSWER_SENTENCES.leftSlides, { name: t`Slides left` }) : said(ANSWER_SENTENCES.left, { name: translated("Moves left", "a button") });
  return name === "why" ? judge(board, goal).reason : lineText(board, name, argument, word);
}
