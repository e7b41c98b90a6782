// Moves as people write them: letters, words or arrows, with counts, numbers or marks between.

import { NotationError, legalMoves, move, short } from "../board.js";
import { strip } from "./tilerows.js";

/** @typedef {import("../board.js").Board} Board */

const LABEL = /^\s*(?:moves|solution|path|path_to_goal|actions)\s*[:=]/i;
const INDEX = /(\d{1,7})[.):][ \t]*(?=[udlrUDLR^v<>↑↓←→⬆⬇⬅➡])/g;
const TOKEN =
  /(?<word>up|down|left|right|[udlr])|(?<arrow>[↑↓←→⬆⬇⬅➡^vV<>]\ufe0f?)|(?<count>\d+)|(?<mark>-+>|=+>|-(?=[ \t]*[udlrUDLR]))|[\s,;[\]()'"]+|(?<wrong>[^])/gi;
const ARROWS = "↑⬆^↓⬇v←⬅<→➡>";
const LONGEST = 1_000_000;

/** @typedef {{kind: string, text: string, start: number, end: number}} Token */

/** @param {string} message @returns {never} */
function fail(message) {
  throw new NotationError(message);
}

/** The numbers of a list of tiles; null for any other text. @param {string} text */
function tilesIn(text) {
  const words = strip(text, " \t\r\n,;[]()'\"").split(/[\s,;[\]()'"]+/);
  return words.every((word) => /^\d{1,5}$/.test(word)) ? words.map(Number) : null;
}

/**
 * One letter per move. Numbers name the tiles that slide, and need the board.
 * @param {string} text @param {Board} [board]
 * @returns {string}
 */
export function readMoveText(text, board) {
  const tiles = tilesIn(text);
  if (tiles && board) return lettersOf(tiles, board);
  if (tiles) {
    fail(
      "numbers name tiles, and only a board knows how they move, as in " +
        "board.apply('5 8'). Otherwise write U, D, L or R, as in UR2D.",
    );
  }
  const label = LABEL.exec(text)?.[0].length ?? 0;
  const given = withoutNumbers(" ".repeat(label) + text.slice(label));
  const lettered = /[udlr]/i.test(given);
  /** @type {Token[]} */
  const tokens = [];
  for (const match of given.matchAll(TOKEN)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found) ?? [""];
    const [start, end] = [match.index, match.index + match[0].length];
    if (kind === "arrow" && lettered) {
      checkMark(match[0], given, start, tokens.length > 0);
    } else if (kind === "wrong" || (kind === "mark" && !lettered)) {
      const [first] = match[0];
      const at = [...given.slice(0, start)].length + 1;
      const whole = String.fromCodePoint(given.codePointAt(start) ?? 0);
      fail(
        `${short(kind === "wrong" ? whole : first)} at position ${at} is not a move; expected U, ` +
          "D, L or R, each with an optional repeat count after it, as in UR2D.",
      );
    } else if (kind && kind !== "mark") {
      tokens.push({ kind, text: match[0], start, end });
    }
  }
  return repeated(tokens, Math.max(LONGEST, text.length));
}

/** The directions in which tiles slide. @param {number[]} tiles @param {Board} board */
function lettersOf(tiles, board) {
  let [now, moves] = [board, ""];
  for (const tile of tiles) {
    const letter = [...legalMoves(now)].find(
      (each) => now.cells[move(now, each).cells.indexOf(0)] === tile,
    );
    if (!letter) fail(`move ${moves.length + 1} (tile ${tile}): it is not next to the blank.`);
    moves += letter;
    now = move(now, /** @type {string} */ (letter));
  }
  return moves;
}

/** The text without the numbers of a list, as in 1. U 2. L. @param {string} text */
function withoutNumbers(text) {
  const numbers = Array.from(text.matchAll(INDEX), (match) => Number(match[1]));
  if (!numbers.length || numbers.some((number, i) => number !== i + 1)) return text;
  return text.replace(INDEX, (found) => " ".repeat(found.length));
}

/**
 * Refuses an arrow among letters unless it points from one move to the next.
 * @param {string} arrow @param {string} text @param {number} start @param {boolean} moved
 */
function checkMark(arrow, text, start, moved) {
  const end = start + arrow.length;
  const next = text.slice(end, end + 40).replace(/^[ \t\r\n'",;]+/, "")[0] ?? "";
  if ("→➡>".includes(arrow[0]) && moved && /^[udlr1-9]$/i.test(next)) return;
  fail(
    `${short(arrow)} at position ${[...text.slice(0, start)].length + 1} is an arrow among ` +
      "letters; expected only letters, as in UR2D, or only arrows.",
  );
}

/** The letters, each as often as its count says. @param {Token[]} tokens @param {number} longest */
function repeated(tokens, longest) {
  const [before, after] = sides(tokens);
  if (before && after) {
    fail(
      `counts stand before a move, as in ${before}, and after another, as in ${after}; write all ` +
        "of them after, as in UR2D, or all before.",
    );
  }
  /** @type {string[]} */
  const letters = [];
  let [length, times] = [0, 1];
  for (const { kind, text } of tokens) {
    let letter;
    if (kind === "count") {
      times = text.length <= 7 ? Number(text) : longest + 1;
      if (before) continue;
      letter = letters.pop() ?? "";
      length--;
    } else {
      const arrow = ARROWS.indexOf(text[0].toLowerCase());
      letter = arrow < 0 ? text[0].toUpperCase() : "UDLR"[Math.floor(arrow / 3)];
    }
    length += times;
    if (length > longest) {
      fail(
        `more than ${String(longest).replace(/\B(?=(\d{3})+$)/g, ",")} moves; expected a shorter list.`,
      );
    }
    letters.push(letter.repeat(times));
    times = 1;
  }
  return letters.join("");
}

/** A count that stands only before its move, and one only after it. @param {Token[]} tokens */
function sides(tokens) {
  let [before, after] = ["", ""];
  tokens.forEach((token, at) => {
    if (token.kind !== "count") return;
    const [last, next] = [tokens[at - 1], tokens[at + 1]];
    const follows = last && last.end === token.start && last.kind !== "count";
    const leads = next?.start === token.end;
    if (!follows && !leads) {
      fail(
        `'${token.text.slice(0, 24)}' at position ${token.start + 1} could count the move before or ` +
          "after it; expected a count right after its letter, as in UR2D.",
      );
    }
    if (leads && !follows) before ||= token.text + next.text;
    if (follows && !leads) after ||= last.text + token.text;
  });
  return [before, after];
}
