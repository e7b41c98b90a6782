// Messages that Python words alike, in the signs of print.
import { t } from "../words/said.js";

/** What is quoted, where no apostrophe can be meant, and the sign between width and height. */
const TYPED = /(?<![\p{L}\p{N}(])(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")(?![\p{L}\p{N}])|(?<=\d)x(?=\d)|(?<= )x(?= )/gu;

/**
 * A message, which a terminal writes with the signs of a keyboard, in those of print: the quotation marks of the
 * page's language, and × between the sides of a board.
 * @param {string} message
 */
export function typeset(message) {
  return message.replace(TYPED, (_, single, double) => {
    const word = single?.replaceAll("\\'", "'") ?? double;
    return word === undefined ? "×" : t`“${word}”`;
  });
}
