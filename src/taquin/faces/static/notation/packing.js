// Moves in links: 2 bits each, as base64url.

import { NotationError } from "../board.js";
import { t } from "../words/said.js";

const LETTERS = "UDLR";
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Moves as base64url, three per character (U D L R are 0 to 3). The first two bits say how many
 * of the last character's moves are padding; no moves give the empty text.
 * @param {string} moves @returns {string}
 */
export function packMoves(moves) {
  const padding = (2 * moves.length + 2) % 3;
  const digits = [padding, ...Array.from(moves, (m) => LETTERS.indexOf(m)), 0, 0];
  let text = "";
  for (let i = 0; moves && i + 2 < digits.length; i += 3) {
    text += BASE64[digits[i] * 16 + digits[i + 1] * 4 + digits[i + 2]];
  }
  return text;
}

/**
 * The moves that `packMoves` wrote; NotationError for any other text.
 * @param {string} text @returns {string}
 */
export function unpackMoves(text) {
  const values = Array.from(text, (character) => BASE64.indexOf(character));
  const digits = values.flatMap((value) => [value >> 4, (value >> 2) & 3, value & 3]);
  const letters = digits.map((digit) => LETTERS[digit]);
  const moves = letters.slice(1, digits.length - digits[0]).join("");
  if (packMoves(moves) === text) return moves;
  throw new NotationError(
    t`the moves in the link, ${text.slice(0, 24)}, cannot be read; the link was truncated or changed. Ask for it again.`,
  );
}
