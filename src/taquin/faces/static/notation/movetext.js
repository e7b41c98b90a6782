// Moves as people write them: letters, words or arrows, with counts, numbers or marks between.
// Its twin: taquin/puzzle/movetext.py.

import { NotationError } from "../board.js";
import { short } from "./quoting.js";
import { strip } from "./tilerows.js";
import { amount, t } from "../words/said.js";

const COUNT = "(?:\\(?[ \\t]*(?:in[ \\t]+)?(\\d{1,7})[ \\t]+moves?[ \\t]*\\)?)";
const LABEL = new RegExp(
  "^\\s*(?:(?:moves|solution|path|path_to_goal|actions)" +
    `[ \\t]*(?:${COUNT}|\\((\\d{1,7})\\))?|${COUNT})\\s*[:=]`,
  "i",
);
const REMARK = new RegExp(`[ \\t,;]*${COUNT}[ \\t]*\\.?\\s*$`, "i");
const INDEX =
  /(\d{1,7})[.):][ \t]*(?=(?:tile[ \t]*)?(?:\d{1,5}[ \t]*)?[udlr^v<>↑↓←→⬆⬇⬅➡])/gi;
const TOKEN =
  /(?<word>up|down|left|right|[udlr])|(?<arrow>[↑↓←→⬆⬇⬅➡^vV<>]\ufe0f?)|(?<count>\d+)|(?<mark>-+>|=+>|-(?=[ \t]*[udlrUDLR]))|[\s,;[\]()'"]+|(?<wrong>[^])/gi;
// A tile and where it slides, as in 7D, tile 7 left, (7, 'down') or 7 slides to the right.
const PAIR =
  /[\s,;[\]()'"]*(?:(?:move|slide|push)[ \t]+)?(?<tile>(?:the[ \t]+)?tile[ \t]*)?(?<number>\d{1,5})[ \t'"]*(?:[:,=][ \t'"]*)?(?:(?:moves?|slides?|goes)[ \t]+)?(?:to[ \t]+the[ \t]+)?(?<way>(?:up|down|left|right|[udlr])(?![A-Za-z])|[↑↓←→⬆⬇⬅➡^v<>]\ufe0f?)/iy;
const ARROWS = "↑⬆^↓⬇v←⬅<→➡>";
const POINTS = /north|east|south|west|[nesw]/gi;
const LONGEST = 1_000_000;

/** @typedef {{kind: string, text: string, start: number, end: number}} Token */

/** @param {string} message @returns {never} */
function fail(message) {
  throw new NotationError(message);
}

/** The letter of a word or an arrow. @param {string} text */
function letterOf(text) {
  const arrow = ARROWS.indexOf(text[0].toLowerCase());
  return arrow < 0 ? text[0].toUpperCase() : "UDLR"[Math.floor(arrow / 3)];
}

/** The numbers of a list of tiles; null for any other text. @param {string} text */
export function tilesIn(text) {
  const words = wordsOf(text);
  return words.every((word) => /^\d{1,200}$/.test(word)) ? words.map(Number) : null;
}

/** The words of a list of tiles. @param {string} text */
export function wordsOf(text) {
  const inner = strip(marked(text)[0], " \t\r\n,;[]()'\"");
  if (/^\d+(?:[-–]\d+)+$/.test(inner)) return inner.split(/[-–]/);
  if (/[->→]/.test(inner)) return inner.split(/\s*(?:-+>|=+>|→)\s*/);
  return inner.split(/[\s,;[\]()'"]+/);
}

/**
 * The pairs of a text that gives each move as a number and a direction; null for any other text.
 * @param {string} text
 */
export function pairsIn(text) {
  const given = compass(withoutNumbers(marked(text)[0])).replace(/[ \t\r\n,;.\])'"]+$/, "");
  /** @type {number[]} */
  const numbers = [];
  let [ways, onlyTiles] = ["", false];
  for (PAIR.lastIndex = 0; PAIR.lastIndex < given.length; ) {
    const pair = PAIR.exec(given)?.groups;
    if (!pair) return null;
    numbers.push(Number(pair.number));
    ways += letterOf(pair.way);
    onlyTiles ||= pair.tile !== undefined;
  }
  return numbers.length ? { numbers, ways, onlyTiles } : null;
}

/** The text without a label and a remark, and the number of moves that these give.
 * @param {string} text @returns {[string, number | null]} */
function marked(text) {
  const label = LABEL.exec(text);
  const tail = text.slice(-60);
  const remark = REMARK.exec(tail);
  const said = [...(label ?? []).slice(1), ...(remark ?? []).slice(1)].find(Boolean);
  const cut = remark ? text.length - tail.length + remark.index : text.length;
  const rest = text.slice(label?.[0].length ?? 0, cut) + " ".repeat(text.length - cut);
  return [" ".repeat(label?.[0].length ?? 0) + rest, said ? Number(said) : null];
}

/** U, D, L, R for the points of the compass, if all words are these. @param {string} text */
function compass(text) {
  const words = text.match(/[A-Za-z]+/g) ?? [];
  const own = words.every((word) => /^[udlr]+$/i.test(word));
  if (own || !words.every((word) => /^(?:north|east|south|west|[nesw])+$/i.test(word))) return text;
  return text.replace(POINTS, (point) => "URDL"["NESW".indexOf(point[0].toUpperCase())]);
}

/**
 * One letter per move. Numbers name the tiles that slide, which slides.js reads with a board.
 * @param {string} text
 * @returns {string}
 */
export function readMoveLetters(text) {
  const [inner, said] = marked(text);
  const pairs = pairsIn(text);
  if (tilesIn(text) || (pairs && (pairs.onlyTiles || /\d[^\w]/.test(inner)))) {
    fail(
      t`numbers name tiles, and only a board knows how they move, as in board.apply('5 8'). Otherwise write U, D, L or R, as in UR2D.`,
    );
  }
  const given = compass(withoutNumbers(inner));
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
        t`${short(kind === "wrong" ? whole : first)} at position ${at} is not a move; expected U, D, L or R, each with an optional repeat count after it, as in UR2D.`,
      );
    } else if (kind && kind !== "mark") {
      tokens.push({ kind, text: match[0], start, end });
    }
  }
  const read = repeated(tokens, Math.max(LONGEST, text.length));
  const written = tokens.filter(({ kind }) => kind !== "count").length;
  if (said !== null && said !== read.length && said !== written) {
    fail(t`the text says ${amount(said, "move")}, but gives ${read.length}: ${read.slice(0, 40)}.`);
  }
  return read;
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
    t`${short(arrow)} at position ${[...text.slice(0, start)].length + 1} is an arrow among letters; expected only letters, as in UR2D, or only arrows.`,
  );
}

/** The letters, each as often as its count says. @param {Token[]} tokens @param {number} longest */
function repeated(tokens, longest) {
  const [before, after] = sides(tokens);
  if (before && after) {
    fail(
      t`counts stand before a move, as in ${before}, and after another, as in ${after}; write all of them after, as in UR2D, or all before.`,
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
      letter = letterOf(text);
    }
    length += times;
    if (length > longest) {
      fail(
        t`more than ${String(longest).replace(/\B(?=(\d{3})+$)/g, ",")} moves; expected a shorter list.`,
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
        t`'${token.text.slice(0, 24)}' at position ${token.start + 1} could count the move before or after it; expected a count right after its letter, as in UR2D.`,
      );
    }
    if (leads && !follows) before ||= token.text + next.text;
    if (follows && !leads) after ||= last.text + token.text;
  });
  return [before, after];
}
