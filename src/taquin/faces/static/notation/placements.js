// Boards that a text gives as positions of tiles: .tile files of UNH, problems in PDDL.
// Its twin: taquin/puzzle/positions.py.

import { NotationError } from "../board.js";
import { isComplete } from "./tilerows.js";
import { t } from "../words/said.js";

/**
 * @typedef {import("../board.js").Size} Size
 * @typedef {import("./single.js").Reading} Reading
 */

const FACT = /\(\s*([a-z_-]+)((?:\s+[a-z0-9_-]+){1,3})\s*\)/g;
const BLANK_FACTS = ["empty", "blank", "hole", "clear", "free"];
const TILE_FACTS = ["at", "at-tile", "at_tile", "tile-at", "tile_at", "on", "in", "located", "loc"];
const TILE = /^(?:tile|t|number|num|n|block|b)?[_-]?(\d{1,4})$/;
const BLANK_TILES = ["blank", "empty", "hole", "b", "e"];
const PDDL = /\(\s*(?:define\s*\(\s*(?:problem|domain)|:init|at|at[_-]tile|tile[_-]at|empty|blank)[\s)]/;

/** @param {string} message @returns {never} */
function fail(message) {
  throw new NotationError(message);
}

/** The board and the goal of such a text; null for any other. @param {string} text
 * @param {Size} [size] @returns {Reading | null} */
export function readPositions(text, size) {
  const starts = /starting positions[^\n:]*:?/i.exec(text);
  if (starts) return ofUnh(text, starts, size);
  const facts = text.toLowerCase();
  return PDDL.test(facts) ? ofPddl(facts.replace(/;[^\n]*/g, ""), size) : null;
}

/** @param {string} text @param {RegExpExecArray} starts @param {Size} [size] */
function ofUnh(text, starts, size) {
  const sides = /^\s*(\d{1,3})\s+(\d{1,3})\s*$/.exec(text.slice(0, starts.index));
  if (!sides) {
    return fail(
      t`starting positions for each tile, but no size above them; expected a line such as 4 4.`,
    );
  }
  const [width, height] = [Number(sides[1]), Number(sides[2])];
  const below = text.slice(starts.index + starts[0].length);
  const goals = /goal positions[^\n:]*:?/i.exec(below);
  const cells = unhCells(below.slice(0, goals?.index), width, height);
  const rest = goals && below.slice(goals.index + goals[0].length);
  const goal = rest === null ? undefined : unhCells(rest, width, height);
  return sized({ width, height, cells, goal }, size);
}

/** @param {string} text @param {number} width @param {number} height */
function unhCells(text, width, height) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (!words.every((word) => /^\d{1,5}$/.test(word))) {
    fail(t`starting and goal positions: expected one whole number per line.`);
  }
  const positions = words.map(Number);
  if (positions.length !== width * height || !isComplete(positions)) {
    fail(
      t`${positions.length} positions on a ${width}x${height} board; expected the cells 0 to ${width * height - 1}, each once: the blank's, then those of tile 1, tile 2, ….`,
    );
  }
  const cells = positions.map(() => 0);
  positions.forEach((cell, tile) => (cells[cell] = tile));
  return cells;
}

/** @param {Reading} reading @param {Size} [size] */
function sized(reading, size) {
  if (size && (size.width !== reading.width || size.height !== reading.height)) {
    fail(
      t`the text gives a ${reading.width}x${reading.height} board, but the size given is ${size.width}x${size.height} (width x height); leave one of them out.`,
    );
  }
  return reading;
}

/** @param {string} text @param {Size} [size] */
function ofPddl(text, size) {
  const at = text.indexOf("(:goal");
  const [init, goal] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 6)];
  const [starts, goals] = [places(init), places(goal)];
  if (!starts.size) {
    fail(t`no tile has a place; expected facts such as (at t1 p_1_1) and (empty p_3_3).`);
  }
  const cells = numbered([...starts.values(), ...goals.values()], size);
  const pairs = [...cells.values()];
  const width = Math.max(...pairs.map(([, column]) => column)) + 1;
  const height = Math.max(...pairs.map(([row]) => row)) + 1;
  const shape = { width, height };
  const wanted = goals.size ? filled(goals, cells, shape, "goal") : undefined;
  return sized({ ...shape, cells: filled(starts, cells, shape, "start"), goal: wanted }, size);
}

/** The place of each tile, 0 for the blank, as "row column" or one number. @param {string} facts */
function places(facts) {
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const [fact, kind, inside] of facts.matchAll(FACT)) {
    const [first, ...rest] = inside.trim().split(/\s+/);
    let [tile, where] = [0, [first, ...rest]];
    if (!BLANK_FACTS.includes(kind)) {
      if (!TILE_FACTS.includes(kind) || !rest.length) continue;
      const number = TILE.exec(first);
      if (!number && !BLANK_TILES.includes(first)) {
        fail(t`${fact}: ${first} is not a tile; expected one such as t1.`);
      }
      [tile, where] = [Number(number?.[1] ?? 0), rest];
    }
    if (found.has(tile)) fail(t`${fact}: ${tile ? t`tile ${tile}` : t`the blank`} has two places.`);
    found.set(tile, place(where));
  }
  return found;
}

/** Row and column of names such as p_1_2 (row first) or x2 y1. @param {string[]} where */
function place(where) {
  const words = where.join(" ").match(/[a-z]+|\d{1,4}/g) ?? [];
  const isNumber = (/** @type {string | undefined} */ word) => /^\d/.test(word ?? "");
  const numbers = words.filter(isNumber).map(Number);
  if (numbers.length < 1 || numbers.length > 2) {
    fail(t`${where.join(" ")} is not a cell; expected one such as p_1_1, x1 y1 or p1.`);
  }
  const letters = words.filter((word, i) => !isNumber(word) && isNumber(words[i + 1]));
  // The row is first in the cell c_1_2 too.
  const across =
    ["x", "c", "col", "column"].includes(letters[0]) && (letters.length > 1 || letters[0] !== "c");
  return (across ? numbers.reverse() : numbers).join(" ");
}

/**
 * The row and column, from 0, of each place.
 * @param {string[]} given @param {Size} [size] @returns {Map<string, [number, number]>}
 */
function numbered(given, size) {
  const all = new Map(given.map((name) => [name, name.split(" ").map(Number)]));
  const two = [...all].filter(([, numbers]) => numbers.length === 2);
  let split = (/** @type {number[]} */ [row, column]) => [row, column];
  if (two.length && two.length < all.size) {
    fail(t`some cells have one number and some two; expected one way.`);
  }
  if (!two.length) {
    const cells = [...all.values()].map(([cell]) => cell);
    const [least, most] = [Math.min(...cells), Math.max(...cells)];
    let [base, from] = [10, 0];
    if (least < 10) {
      // Cells in reading order; p11 to p33 are rows and columns.
      const count = most - least + 1;
      const width = size ? size.width : Math.round(Math.sqrt(count));
      if (width < 2 || count % width || (!size && width * width !== count)) {
        fail(t`${count} cells in reading order are not a square; give the size.`);
      }
      [base, from] = [width, least];
    }
    split = ([cell]) => [Math.floor((cell - from) / base), (cell - from) % base];
  }
  const pairs = [...all].map(([name, numbers]) => /** @type {const} */ ([name, split(numbers)]));
  const [top, left] = [0, 1].map((axis) => Math.min(...pairs.map(([, pair]) => pair[axis])));
  return new Map(pairs.map(([name, pair]) => [name, [pair[0] - top, pair[1] - left]]));
}

/**
 * The tiles in reading order; the only cell without one is the blank's.
 * @param {Map<number, string>} found @param {Map<string, [number, number]>} cells
 * @param {Size} shape @param {string} name
 */
function filled(found, cells, { width, height }, name) {
  const count = width * height;
  const board = Array.from({ length: Math.min(count, 10_000) }, () => 0);
  const taken = new Set();
  for (const [tile, where] of found) {
    const [row, column] = cells.get(where) ?? [0, 0];
    taken.add(row * width + column);
    if (row * width + column < board.length) board[row * width + column] = tile;
  }
  if (board.length !== count || !isComplete(board)) {
    fail(
      name === "goal"
        ? t`the goal gives ${taken.size} of ${count} cells their tiles 1 to ${count - 1}; expected a place for each tile, and one for the blank.`
        : t`the start gives ${taken.size} of ${count} cells their tiles 1 to ${count - 1}; expected a place for each tile, and one for the blank.`,
    );
  }
  return board;
}
