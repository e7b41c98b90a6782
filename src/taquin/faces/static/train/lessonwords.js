/** The next thing to do of a step of the method: which tiles to tap, and what that is for. Pure. */
import { move, replay } from "../board.js";
import { wayOf } from "../shared/moves.js";
import { inSequence, listed, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */
/** @typedef {{moves: string, sentence: string, tiles: number[]}} MethodStep  tiles: those it is about */
/** @typedef {{tile: number, tiles: number[], letter: string, moves: string}} Tap  tile: the one to tap; tiles: all that move */

/**
 * What to do next, and how. `moves`: up to the first that moves one of the step's tiles. `blank`: the
 * cell where the blank has to be before. `targets`: where the tiles of the step go.
 * @typedef {{moves: string, text: string, blank: number, targets: Array<{tile: number, cell: number}>}} NextThing
 */

/**
 * One tap a straight line: it moves every tile up to the blank.
 * @param {Board} board
 * @param {string} moves
 * @returns {Tap[]}
 */
export function tapsOf(board, moves) {
  return (moves.match(/(.)\1*/g) ?? []).map((line) => {
    const tiles = Array.from(line, (letter) => {
      const next = move(board, letter);
      const tile = board.cells[next.cells.indexOf(0)];
      board = next;
      return tile;
    });
    return { tile: tiles[tiles.length - 1], tiles, letter: line[0], moves: line };
  });
}

/**
 * @param {Board} board
 * @param {MethodStep} step
 * @returns {NextThing}
 */
export function nextThing(board, step) {
  const taps = tapsOf(board, step.moves);
  const at = taps.findIndex(({ tiles }) => tiles.some((tile) => step.tiles.includes(tile)));
  const [walk, push] = [taps.slice(0, at), taps[at]];
  const before = replay(board, walk.map(({ moves }) => moves).join(""));
  const after = replay(board, step.moves);
  const pushed = /** @type {number} */ (push.tiles.find((tile) => step.tiles.includes(tile)));
  const targets = step.tiles.map((tile) => ({ tile, cell: after.cells.indexOf(tile) }));
  const taken = at + 1 < taps.length ? ` ${afterwardsText(taps.length - at - 1)}` : "";
  const text = [step.sentence, ...(step.tiles.length === 1 ? [wayText(board, after, pushed)] : []), walkText(walk, before, pushed), pushText(push, pushed, walk.length > 0) + taken];
  return {
    moves: [...walk, push].map(({ moves }) => moves).join(""),
    text: inSequence(...text),
    blank: before.cells.indexOf(0),
    targets,
  };
}

/** @param {number} taps */
function afterwardsText(taps) {
  return taps === 1 ? t`One more tap after that for this step.` : t`${taps} more taps after that for this step.`;
}

/**
 * @param {Board} from
 * @param {Board} to
 * @param {number} tile
 */
function wayText({ width, cells }, to, tile) {
  const [a, b] = [cells.indexOf(tile), to.cells.indexOf(tile)];
  const [down, right] = [Math.floor(b / width) - Math.floor(a / width), (b % width) - (a % width)];
  const parts = [down && (down > 0 ? t`${down} down` : t`${-down} up`), right && (right > 0 ? t`${right} to the right` : t`${-right} to the left`)];
  const way = parts.filter(Boolean).join(t` and `);
  return way && t`Tile ${tile} has to go ${way}.`;
}

/**
 * @param {Tap[]} walk
 * @param {Board} before  the push
 * @param {number} tile
 */
function walkText(walk, before, tile) {
  if (walk.length === 0) return "";
  return t`First the blank has to be ${besideText(before, tile)}, where the dotted ring is: tap ${listText(walk.map((tap) => tap.tile))}.`;
}

/** @param {Board} board @param {number} tile @returns {string} where the blank is */
function besideText({ width, cells }, tile) {
  const [blank, at] = [cells.indexOf(0), cells.indexOf(tile)];
  if (blank % width === at % width) return blank < at ? t`above ${tile}` : t`under ${tile}`;
  return blank < at ? t`to the left of ${tile}` : t`to the right of ${tile}`;
}

/** @param {Tap} push @param {number} tile @param {boolean} then */
function pushText({ tile: tapped, letter }, tile, then) {
  const what = tapped === tile ? t`it moves ${wayOf(letter)}` : t`${tile} moves ${wayOf(letter)} with it`;
  return then ? t`Then tap ${tapped}: ${what}.` : t`Tap ${tapped}: ${what}.`;
}

/** @param {number[]} tiles @returns {string} "6", "6, then 2", "6, 2, then 9" */
function listText(tiles) {
  return tiles.length === 1 ? String(tiles[0]) : t`${listed(tiles.slice(0, -1))}, then ${tiles.at(-1)}`;
}
