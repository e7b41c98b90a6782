// Pictures of a board to save, as SVG and PNG, and the player's own pictures on the tiles.

import { formatBoard, goalName } from "../board.js";
import { sentence } from "./dom.js";
import { download } from "./download.js";
import { goalText } from "./goals.js";
import { listed, listedApart, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

// The light theme of page.css: the file is self-contained, wherever it is opened.
export const PAPER = "#fdfcf9";
export const LINE = "#dcd7cc";
export const INK = "#17202a";
const FILLS = "#a9cde6 #f3b79d #f0e2a4 #f6c3d0 #a8e0dd #98d3b4 #d3dd7f #d2c4ae".split(" ");
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const CELL = 64;
const PAD = 8;
/** Of the line above the picture of a goal. */
const CAPTION = { height: 40, foot: 27, size: 18 };
/** What the longest name of a goal takes. */
const LEAST_WITH_GOAL = 260;
const LARGEST_PICTURE = 1600;
const SVG_TYPE = "image/svg+xml";

/**
 * The marks of the element's eight groups in a square of ten units: never colour alone.
 * @type {readonly string[]}
 */
const MARKS = [
  "M5 0a5 5 0 1 1 0 10a5 5 0 1 1 0-10z",
  "M5 0L10 10H0z",
  "M0 0H10V10H0z",
  "M5 0L10 5L5 10L0 5z",
  "M0 0H10L5 10z",
  "M0 3H10V7H0z",
  "M3 0H7V10H3z",
  "M0 0H10L0 10H10z",
];

/**
 * A board as a self-contained SVG document, its tiles coloured by their goal row.
 * @param {Board} board
 * @param {Board} goal  of the same size
 * @returns {string}
 */
export function boardSvg(board, goal) {
  const { width, height, cells } = board;
  const [wide, high] = [width * CELL + 2 * PAD, height * CELL + 2 * PAD];
  const rows = formatBoard(board).split("/");
  const spoken = listedApart(rows.map((row) => listed(row.replace(/\b0\b/, t`blank`).split(" "))));
  const digits = String(cells.length - 1).length;
  const size = CELL * ([0, 0.46, 0.42, 0.34][digits] ?? 0.27);
  const tiles = Array.from(cells, (tile, cell) => {
    if (!tile) return "";
    const [x, y] = [(cell % width) * CELL + PAD, Math.floor(cell / width) * CELL + PAD];
    const group = Math.floor(goal.cells.indexOf(tile) / width) % FILLS.length;
    return (
      `<g transform="translate(${x} ${y})">` +
      `<rect x="2" y="2" width="${CELL - 4}" height="${CELL - 4}" rx="8" fill="${FILLS[group]}"/>` +
      `<path transform="translate(7 7) scale(0.85)" d="${MARKS[group]}" opacity="0.6"/>` +
      `<text x="${CELL / 2}" y="${round(CELL / 2 + 0.36 * size)}">${tile}</text></g>\n`
    );
  });
  const name = t`Sliding puzzle, ${width}×${height}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" ` +
    `viewBox="0 0 ${wide} ${high}" role="img" aria-label="${name}" fill="${INK}" ` +
    `font-family="${FONT}" font-size="${round(size)}" font-weight="600" text-anchor="middle">\n` +
    `<title>${name}</title><desc>${t`Rows from the top: ${spoken}.`}</desc>\n` +
    `<rect x="0.5" y="0.5" width="${wide - 1}" height="${high - 1}" rx="10" fill="${PAPER}" ` +
    `stroke="${LINE}"/>\n${tiles.join("")}</svg>\n`
  );
}

/**
 * The board as `boardSvg` draws it, with its goal below unless that is the usual one.
 * @param {Board} board
 * @param {Board} goal  of the same size
 * @param {"snake" | "spiral"} [named]  which of the two a goal on two rows is
 * @returns {string}
 */
export function positionSvg(board, goal, named) {
  const drawn = boardSvg(board, goal);
  if (goalName(goal) === "last") return drawn;
  const [across, down] = drawnSize(drawn);
  const [wide, high] = [Math.max(LEAST_WITH_GOAL, across + 2 * PAD), PAD + down + CAPTION.height + down / 2 + PAD];
  const [, first, name, rows] = /<svg ([^>]*)>\n<title>(.*?)<\/title><desc>(.*?)<\/desc>/.exec(drawn) ?? [];
  const heading = sentence(goalText(goal, named));
  const outside = first.replace(/width="\d+" height="\d+" viewBox="[^"]*"/, `width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}"`);
  const placed = (/** @type {string} */ svg, /** @type {number} */ y, /** @type {number} */ scale) =>
    svg.replace(/ width="\d+" height="\d+"/, ` x="${(wide - across * scale) / 2}" y="${y}" width="${across * scale}" height="${down * scale}"`);
  return (
    `<svg ${outside}>\n<title>${name}</title><desc>${rows} ${heading}.</desc>\n` +
    `<rect x="0.5" y="0.5" width="${wide - 1}" height="${high - 1}" rx="10" fill="${PAPER}" stroke="${LINE}"/>\n` +
    placed(drawn, PAD, 1) +
    `<text x="${wide / 2}" y="${PAD + down + CAPTION.foot}" font-size="${CAPTION.size}">${heading}</text>\n` +
    `${placed(boardSvg(goal, goal), PAD + down + CAPTION.height, 1 / 2)}</svg>\n`
  );
}

/**
 * @param {string} svg  as `boardSvg` and `positionSvg` draw it
 * @returns {number[]} width and height
 */
export const drawnSize = (svg) => [.../ width="(\d+)" height="(\d+)"/.exec(svg) ?? []].slice(1).map(Number);

/**
 * @param {string} svg  a document with a size of its own
 * @returns {Promise<Blob>} the same picture as PNG, drawn twice as large
 */
export async function pngOf(svg) {
  const image = await decoded(new Blob([svg], { type: SVG_TYPE }));
  const { naturalWidth: width, naturalHeight: height } = image;
  return drawn(image, [0, 0, width, height], 2 * width, 2 * height);
}

/**
 * Saves the board's picture as a file.
 * @param {Board} board
 * @param {Board} goal
 * @param {"svg" | "png"} kind
 * @param {"snake" | "spiral"} [named]  which of the two a goal on two rows is
 * @returns {Promise<void>}
 */
export async function saveBoard(board, goal, kind, named) {
  const svg = positionSvg(board, goal, named);
  const blob = kind === "svg" ? new Blob([svg], { type: SVG_TYPE }) : await pngOf(svg);
  download(blob, `taquin-${board.width}x${board.height}.${kind}`);
}

/**
 * The player's own picture for the element's `image`: its middle, cut to the board's proportions
 * and made no larger than a screen. It is read and drawn here and never sent anywhere.
 * @param {Blob} file  any picture the browser can show; rejects what it cannot
 * @param {{width: number, height: number}} board
 * @returns {Promise<string>} a blob: URL, for the caller to revoke
 */
export async function fitPicture(file, { width, height }) {
  const image = await decoded(file);
  // An SVG without a size of its own has none; it is drawn at the size of the board.
  const [across, down] = [image.naturalWidth || width * 200, image.naturalHeight || height * 200];
  const side = Math.min(across / width, down / height);
  const [wide, high] = [side * width, side * height];
  const scale = Math.min(1, LARGEST_PICTURE / Math.max(wide, high));
  const part = [(across - wide) / 2, (down - high) / 2, wide, high];
  return URL.createObjectURL(await drawn(image, part, wide * scale, high * scale));
}

/** @param {Blob} blob */
async function decoded(blob) {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return image;
}

/**
 * Part of an image (left, top, width, height) as a PNG of that size.
 * @param {HTMLImageElement} image
 * @param {number[]} part
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob>}
 */
function drawn(image, [left, top, wide, high], width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(image, left, top, wide, high, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error(t`no memory for a picture of ${canvas.width}x${canvas.height} pixels`));
    }),
  );
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;
