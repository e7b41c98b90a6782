/**
 * What can be chosen for a timed attempt: which boards, how long to look, what is hidden. No document.
 * Its twin: taquin/game/attempt.py.
 */
import { generator } from "../game/random.js";
import { ATTEMPT_SENTENCES } from "../words/attemptsentences.js";
import { FACE_SENTENCES } from "../words/facesentences.js";
import { filledIn, listed, said, t, translated } from "../words/said.js";
import { LARGEST_SIDE } from "../game/record.js";

/** A relay begins with this side, and usually ends with that one. */
export const RELAY = { first: 2, last: 10 };

/** @typedef {{width: number, height: number}} BoardSize */

/**
 * What a player chooses.
 * @typedef {object} TimedChoice
 * @property {"single" | "marathon" | "relay" | "mixed"} mode
 * @property {"square" | "rectangle"} shape  of the boards of a single attempt or a marathon
 * @property {number} side  of a square one
 * @property {number} width  of a rectangular one
 * @property {number} height
 * @property {number} count  of boards in a marathon or a mixed session
 * @property {number} last  side of a relay's last board
 * @property {number[]} sides  from which a mixed session draws
 * @property {number} inspection  seconds to look before the clock starts by itself; 0: until the first move
 * @property {"shown" | "hidden" | "blind"} numbers  blind: tiles lose number and colour with the first move
 * @property {number} tile  its side in pixels; 0: as the window allows
 */

/** @type {TimedChoice} */
export const USUAL = {
  mode: "single",
  shape: "square",
  side: 4,
  width: 5,
  height: 4,
  count: 5,
  last: RELAY.last,
  sides: [3, 4, 5],
  inspection: 0,
  numbers: "shown",
  tile: 0,
};

/** All sides of boards. */
const SIDES = Array.from({ length: LARGEST_SIDE - 1 }, (_, i) => i + 2);

/** The offered values, in the order of the fields. */
export const OFFERED = {
  mode: ["single", "marathon", "relay", "mixed"],
  shape: ["square", "rectangle"],
  side: SIDES,
  width: SIDES,
  height: SIDES,
  count: [3, 5, 10, 12, 25, 42, 100],
  last: SIDES.slice(1),
  inspection: [0, 5, 10, 15, 30],
  numbers: ["shown", "hidden", "blind"],
  tile: [0, 32, 40, 48, 64, 80, 96, 120],
};

/**
 * @param {unknown} stored
 * @returns {TimedChoice}  what is valid of it, the usual for the rest
 */
export function readChoice(stored) {
  const given = /** @type {Record<string, any>} */ (Object(stored));
  const kept = Object.entries(OFFERED).filter(([name, values]) => values.includes(/** @type {never} */ (given[name])));
  const sides = Array.isArray(given["sides"]) ? given["sides"].filter((side) => OFFERED.side.includes(side)) : [];
  return {
    ...USUAL,
    ...Object.fromEntries(kept.map(([name]) => [name, given[name]])),
    sides: sides.length > 0 ? [...new Set(sides)].sort((one, other) => one - other) : USUAL.sides,
  };
}

/**
 * @param {TimedChoice} choice
 * @returns {BoardSize}  of the boards of a single attempt or a marathon
 */
function chosenSize({ shape, side, width, height }) {
  return shape === "square" ? squareOf(side) : { width, height };
}

/** @param {number} side @returns {BoardSize} */
const squareOf = (side) => ({ width: side, height: side });

/**
 * @param {BoardSize} size
 * @returns {string}
 */
export function sizeText({ width, height }) {
  return `${width}×${height}`;
}

/**
 * The size of each board, in order.
 * @param {TimedChoice} choice
 * @param {string} seed  of the order of a mixed session
 * @returns {BoardSize[]}
 */
export function sizesOf(choice, seed) {
  const { mode, count, last, sides } = choice;
  if (mode === "marathon") return new Array(count).fill(chosenSize(choice));
  if (mode === "relay") {
    return Array.from({ length: last - RELAY.first + 1 }, (_, i) => squareOf(RELAY.first + i));
  }
  if (mode !== "mixed") return [chosenSize(choice)];
  // Every size as often as the others, but for what remains, in a random order.
  const below = generator(seed);
  const drawn = Array.from({ length: count }, (_, i) => sides[i % sides.length]);
  for (let end = drawn.length - 1; end > 0; end--) {
    const other = below(end + 1);
    [drawn[end], drawn[other]] = [drawn[other], drawn[end]];
  }
  return drawn.map(squareOf);
}

/**
 * Whether one clock runs through all boards, as in a marathon and a relay.
 * @param {TimedChoice} choice
 */
export function isContinuous({ mode }) {
  return mode === "marathon" || mode === "relay";
}

/**
 * What results have in common that can be compared with each other; they are stored under it.
 * @param {TimedChoice} choice
 * @returns {string}  in English, whatever the page speaks
 */
export function comparableName(choice) {
  const marathon = filledIn(ATTEMPT_SENTENCES.marathon, { count: choice.count, size: sizeText(chosenSize(choice)) });
  return attemptName(choice, filledIn, (sizes) => sizes.join(", "), marathon);
}

/**
 * What the player calls such attempts.
 * @param {TimedChoice} choice
 * @returns {string}
 */
export function attemptText(choice) {
  // Two numbers that follow each other, as in the name in storage, read like one.
  const marathon = t`marathon: ${choice.count} boards of ${sizeText(chosenSize(choice))}`;
  return attemptName(choice, said, listed, marathon);
}

/**
 * @param {TimedChoice} choice
 * @param {(sentence: string, values: Record<string, string | number>) => string} say
 * @param {(sizes: string[]) => string} list
 * @param {string} marathon  what it is called
 */
function attemptName(choice, say, list, marathon) {
  const { mode, count, last, sides, numbers } = choice;
  const what = {
    single: sizeText(chosenSize(choice)),
    marathon,
    relay: say(ATTEMPT_SENTENCES.relay, { first: sizeText(squareOf(RELAY.first)), last: sizeText(squareOf(last)) }),
    mixed: say(ATTEMPT_SENTENCES.mixed, { count, sizes: list(sides.map((side) => sizeText(squareOf(side)))) }),
  }[mode];
  return numbers === "shown" ? what : say(ATTEMPT_SENTENCES[numbers], { what });
}

/**
 * @param {TimedChoice} choice
 * @returns {string}  when the clock of a covered board will start
 */
export function startText({ numbers, inspection }) {
  if (numbers === "blind") return translated(ATTEMPT_SENTENCES.uncovers);
  return inspection > 0 ? said(ATTEMPT_SENTENCES.inspects, { seconds: inspection }) : translated(FACE_SENTENCES.starts);
}

/** @typedef {{x: number, y: number}} Point */

/**
 * What two fingers did on the covered board.
 * @param {[Point, Point]} from
 * @param {[Point, Point]} to
 * @returns {"tap" | "larger" | "smaller"}
 */
export function twoFingers(from, to) {
  const apart = (/** @type {[Point, Point]} */ [one, other]) => Math.hypot(one.x - other.x, one.y - other.y);
  const grown = apart(to) - apart(from);
  if (Math.abs(grown) < 24) return "tap";
  return grown > 0 ? "larger" : "smaller";
}

/**
 * @param {number} tile
 * @param {1 | -1} step
 * @returns {number}  the next larger or smaller tile; as the window allows beyond the largest
 */
export function otherTile(tile, step) {
  const sizes = [...OFFERED.tile.slice(1), 0];
  return sizes[Math.min(sizes.length - 1, Math.max(0, sizes.indexOf(tile) + step))];
}

/**
 * @param {TimedChoice["numbers"]} numbers
 * @returns {TimedChoice["numbers"]}  the next of the ways to show them
 */
export function otherNumbers(numbers) {
  const all = /** @type {TimedChoice["numbers"][]} */ (OFFERED.numbers);
  return all[(all.indexOf(numbers) + 1) % all.length];
}
