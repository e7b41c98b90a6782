// Texts with several boards: where each begins, and the word before it.
// Its twin: taquin/puzzle/several.py.

import { NotationError } from "../board.js";
import { bare, partsOf, roleOf } from "./declared.js";
import { objectSize, objectValues } from "./objects.js";
import { readPositions } from "./placements.js";
import { readSingle } from "./single.js";
import { complete, fits, isHeader, split } from "./splitting.js";
import { isComplete } from "./tilerows.js";
import { t } from "../words/said.js";

/**
 * @typedef {import("../board.js").Size} Size
 * @typedef {import("./single.js").Reading} Reading
 * @typedef {import("./declared.js").Line} Line
 * @typedef {import("./declared.js").Part} Part
 * @typedef {import("./splitting.js").BoardAt} BoardAt
 * @typedef {BoardAt & {label: string}} Piece  a board in a text: the line where it begins, from 1,
 *   and the words before it
 */

/** A text as one board; its cells may be any numbers. @param {string} text @param {Size} [size] */
export function readWhole(text, size) {
  const positions = readPositions(text, size);
  if (positions) return positions;
  const inside = objectValues(text);
  if (!inside) return readParts(partsOf(text), size);
  const own = sized(text, size);
  const found = ofObject(text, own);
  if (found.length === 1) return found[0].reading;
  const listed = inside.filter((value) => /^[[(]/.test(value.text));
  if (!found.length && listed.length === 1) return readParts(partsOf(listed[0].text), own);
  throw new NotationError(
    t`an object with ${found.length} boards; expected one, as in {"board": [[1, 2], [3, 0]]}.`,
  );
}

/** @param {Part[]} parts @param {Size} [size] */
function readParts(parts, size) {
  if (parts.filter((part) => roleOf(part.label)).length > 1) {
    throw new NotationError(t`a start and a goal; expected one board.`);
  }
  return readSingle(texts(parts.flatMap((part) => bare(part.lines))), size);
}

/** @param {Line[]} lines */
const texts = (lines) => lines.map(({ text }) => text);

/**
 * The boards in a text, in order; none if the text is neither one board nor several.
 * @param {string} text @param {Size} [size] @returns {Piece[]}
 */
export function piecesOf(text, size) {
  const positions = readPositions(text, size);
  if (!positions && objectValues(text)) return ofObject(text, sized(text, size));
  const parts = partsOf(text);
  try {
    const reading = readWhole(text, size);
    if (isComplete(reading.cells)) {
      const [part] = parts;
      return [{ line: part ? firstLine(part) : 1, label: part?.label ?? "", reading }];
    }
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
  }
  let header = "";
  /** @type {Piece[]} */
  const found = [];
  parts.forEach((part, i) => {
    const content = texts(part.lines).filter(Boolean);
    if (i + 1 < parts.length && !roleOf(part.label) && isHeader(content)) {
      header = content[0];
      return;
    }
    const boards = split(bare(part.lines), size);
    if (!boards.length && parts.length > 1) {
      throw new NotationError(
        t`line ${firstLine(part)}: the text below '${part.label}' is not a board.`,
      );
    }
    found.push(...boards.map((board) => ({ label: part.label, ...board })));
  });
  return !header || fits(header, found) ? found : [];
}

/** @param {Part} part */
const firstLine = (part) => part.lines.find(({ text }) => text)?.number ?? 1;

/** @param {string} text @param {Size} [size] @returns {Piece[]} */
function ofObject(text, size) {
  return (objectValues(text) ?? []).flatMap(({ key, start, text: inner }) => {
    const reading = complete(texts(bare([{ number: 1, text: inner }])), size);
    if (!reading && roleOf(key)) {
      throw new NotationError(roleOf(key) === "goal"
        ? t`the goal is not a board; expected every tile once, and a 0.`
        : t`the start is not a board; expected every tile once, and a 0.`);
    }
    return reading ? [{ line: text.slice(0, start).split("\n").length, label: key, reading }] : [];
  });
}

/** The size that is given, or else that of an object. @param {string} text @param {Size} [size] */
function sized(text, size) {
  const own = objectSize(text);
  if (own && size && (own.width !== size.width || own.height !== size.height)) {
    throw new NotationError(
      t`the object gives the size ${own.width}x${own.height}, but the size given is ${size.width}x${size.height} (width x height); leave one of them out.`,
    );
  }
  return size ?? own ?? undefined;
}
