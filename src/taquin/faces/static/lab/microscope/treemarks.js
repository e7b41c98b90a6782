/** How one node of a tree looks: a shape for its state as well as a colour. */
import { t } from "../../words/said.js";

/** Custom properties the marks use. */
export const TOKENS = [
  "--accent",
  "--bad",
  "--edge",
  "--good",
  "--ink",
  "--ink-soft",
  "--raised",
  "--surface",
  "--warn",
];

/** @typedef {"chosen" | "expanded" | "dropped" | "pruned" | "waiting"} State */

/** What the shapes mean, for the legend: drawn with the same marks. */
export const LEGEND = /** @type {Array<[State, string]>} */ ([
  ["chosen", t`chosen now`],
  ["expanded", t`expanded`],
  ["waiting", t`in the frontier`],
  ["pruned", t`above the bound`],
  ["dropped", t`discarded: a cheaper path was found`],
]);

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Record<string, string>} palette
 * @param {number} x
 * @param {number} y
 * @param {number} room pixels from node to node
 * @param {State} state
 */
export function drawNode(context, palette, x, y, room, state) {
  const radius = radiusFor(room);
  const colour = palette[TOKEN_OF[state]] ?? "";
  if (isDot(room)) {
    context.fillStyle = colour;
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    return;
  }
  context.beginPath();
  if (state === "pruned" || state === "dropped") {
    context.strokeStyle = colour;
    context.lineWidth = 1.25;
    context.moveTo(x - radius, y - radius);
    context.lineTo(x + radius, y + radius);
    if (state === "pruned") {
      context.moveTo(x + radius, y - radius);
      context.lineTo(x - radius, y + radius);
    }
    context.stroke();
    return;
  }
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = state === "waiting" ? (palette["--surface"] ?? "") : colour;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
}

/**
 * @param {number} room
 * @returns {number}
 */
function radiusFor(room) {
  return Math.max(0.8, Math.min(6, room * 0.36));
}

/**
 * Whether nodes are so close together that they are drawn as squares of one colour.
 * @param {number} room pixels from node to node
 * @returns {boolean}
 */
export function isDot(room) {
  return radiusFor(room) < 2;
}

/** Many dots at once: one colour is set for all of a state. */
export class Dots {
  constructor() {
    /** @type {Map<State | "unborn", number[]>} x and y in turn */ this.places = new Map();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {State | "unborn"} state
   */
  add(x, y, state) {
    const list = this.places.get(state);
    if (list) list.push(x, y);
    else this.places.set(state, [x, y]);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Record<string, string>} palette
   * @param {number} room
   */
  draw(context, palette, room) {
    const radius = radiusFor(room);
    for (const [state, list] of this.places) {
      if (state === "unborn") continue;
      context.fillStyle = palette[TOKEN_OF[state]] ?? "";
      for (let at = 0; at < list.length; at += 2) {
        const [x, y] = [list[at] ?? 0, list[at + 1] ?? 0];
        context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
      }
    }
  }
}

const TOKEN_OF = /** @type {Record<State, string>} */ ({
  chosen: "--warn",
  expanded: "--accent",
  waiting: "--good",
  pruned: "--bad",
  dropped: "--ink-soft",
});

/**
 * @param {string} board as in "1 2 3/4 5 6/7 8 0"
 * @param {number} size pixels of its longer side
 * @returns {number}
 */
export function boardHeight(board, size) {
  const rows = board.split("/");
  return (size * rows.length) / Math.max(rows.length, rows[0]?.split(" ").length ?? 1);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Record<string, string>} palette
 * @param {string} board as in "1 2 3/4 5 6/7 8 0"
 * @param {number} x
 * @param {number} y
 * @param {number} size pixels
 * @param {State} state
 */
export function drawBoard(context, palette, board, x, y, size, state) {
  const rows = board.split("/").map((row) => row.split(" "));
  const across = rows[0]?.length ?? 1;
  const cell = size / Math.max(across, rows.length);
  const [left, top] = [x - (cell * across) / 2, y - (cell * rows.length) / 2];
  context.fillStyle = palette["--raised"] ?? "";
  context.fillRect(left, top, cell * across, cell * rows.length);
  if (state === "expanded") {
    context.globalAlpha = 0.16;
    context.fillStyle = palette["--accent"] ?? "";
    context.fillRect(left, top, cell * across, cell * rows.length);
    context.globalAlpha = 1;
  }
  context.strokeStyle = palette[TOKEN_OF[state]] ?? "";
  context.lineWidth = state === "waiting" ? 1.25 : 2.5;
  context.setLineDash(state === "pruned" || state === "dropped" ? [3, 3] : []);
  context.strokeRect(left, top, cell * across, cell * rows.length);
  context.setLineDash([]);
  context.fillStyle = palette["--ink"] ?? "";
  context.font = `${Math.round(cell * 0.62)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  rows.forEach((row, down) =>
    row.forEach((tile, at) => {
      if (tile !== "0")
        context.fillText(tile, left + (at + 0.5) * cell, top + (down + 0.53) * cell);
    }),
  );
}
