/** A drawing as a self-contained picture, say for a slide: title, question, drawing and legend. */
import { build } from "../../shared/dom.js";
import { blobOf, colours } from "./labparts.js";

const FONT = "system-ui, sans-serif";
const EDGE = 16; // CSS pixels around all
const SAMPLE = 40; // CSS pixels of a colour in the legend, the gap to its name included
const MOST_LINES = 4; // of one text: the text of a very large board would dwarf the drawing

/** @typedef {CanvasRenderingContext2D} Context */

/**
 * @typedef {object} LegendEntry an entry of the legend
 * @property {string} text
 * @property {(context: Context, x: number, y: number) => void} sample drawn 32 pixels wide around y
 *
 * @typedef {object} Words
 * @property {string} title
 * @property {string[]} lines below the title
 * @property {LegendEntry[]} marks
 */

/**
 * @param {HTMLCanvasElement} drawing
 * @param {number} ratio pixels of the drawing to a CSS pixel
 * @param {Words} words
 * @param {HTMLElement} host whose colours are taken
 * @returns {Promise<Blob>} a PNG
 */
export function chartPicture(drawing, ratio, words, host) {
  const palette = colours(host, ["--surface", "--ink", "--ink-soft"]);
  const canvas = build("canvas");
  const context = /** @type {Context} */ (canvas.getContext("2d"));
  const [width, height] = [drawing.width / ratio, drawing.height / ratio];
  const head = headOf(context, words, width);
  const legend = flow(context, words.marks, width);
  const top = EDGE + head.reduce((sum, { size }) => sum + lineHeight(size), 0) + 8;
  canvas.width = Math.round((width + 2 * EDGE) * ratio);
  canvas.height = Math.round((top + height + 8 + legend.height + EDGE) * ratio);
  context.fillStyle = palette["--surface"] ?? "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  context.textBaseline = "middle";
  writeHead(context, head, width, palette);
  context.drawImage(drawing, EDGE, top, width, height);
  for (const { mark, x, y } of legend.places) {
    const middle = top + height + 8 + y;
    mark.sample(context, EDGE + x, middle);
    write(context, mark.text, EDGE + x + SAMPLE, middle, width - SAMPLE, palette["--ink"]);
  }
  return blobOf(canvas);
}

/**
 * Several pictures side by side in one, like two searches stepped together on the page.
 * @param {Blob[]} pictures
 * @param {HTMLElement} host whose colours are taken
 * @returns {Promise<Blob>} a PNG
 */
export async function besides(pictures, host) {
  const images = await Promise.all(pictures.map((picture) => createImageBitmap(picture)));
  const canvas = build("canvas");
  const context = /** @type {Context} */ (canvas.getContext("2d"));
  canvas.width = images.reduce((sum, { width }) => sum + width, 0);
  canvas.height = Math.max(...images.map(({ height }) => height));
  context.fillStyle = colours(host, ["--surface"])["--surface"] ?? "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  let x = 0;
  for (const image of images) {
    context.drawImage(image, x, 0);
    x += image.width;
  }
  return blobOf(canvas);
}

/**
 * @param {Context} context
 * @param {Words} words
 * @param {number} width
 * @returns {Array<{text: string, size: number, token: string}>}
 */
function headOf(context, { title, lines }, width) {
  const set = (
    /** @type {string} */ text,
    /** @type {number} */ size,
    /** @type {string} */ token,
  ) => {
    context.font = font(size);
    return wrapped(context, text, width).map((line) => ({ text: line, size, token }));
  };
  return [...set(title, 20, "--ink"), ...lines.flatMap((line) => set(line, 14, "--ink-soft"))];
}

/**
 * @param {Context} context
 * @param {ReturnType<typeof headOf>} head
 * @param {number} width
 * @param {Record<string, string>} palette
 */
function writeHead(context, head, width, palette) {
  let y = EDGE;
  for (const { text, size, token } of head) {
    context.font = font(size);
    write(context, text, EDGE, y + lineHeight(size) / 2, width, palette[token]);
    y += lineHeight(size);
  }
  context.font = font(14);
}

/**
 * The entries of the legend, as many to a line as fit.
 * @param {Context} context
 * @param {LegendEntry[]} marks
 * @param {number} width
 * @returns {{places: Array<{mark: LegendEntry, x: number, y: number}>, height: number}} y: the middle
 */
function flow(context, marks, width) {
  context.font = font(14);
  const line = lineHeight(14);
  let [x, row] = [0, 0];
  const places = marks.map((mark) => {
    const wide = SAMPLE + context.measureText(mark.text).width + 20;
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    const place = { mark, x, y: row * line + line / 2 };
    x += wide;
    return place;
  });
  return { places, height: marks.length > 0 ? (row + 1) * line : 0 };
}

/**
 * @param {Context} context with the font set
 * @param {string} text
 * @param {number} width
 * @returns {string[]} lines; text that does not fit ends in an ellipsis
 */
function wrapped(context, text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else if (lines.length < MOST_LINES) lines.push(word);
    else return [...lines.slice(0, -1), `${lines.at(-1)} …`];
  }
  return lines.filter((line) => line !== "");
}

/**
 * @param {Context} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} width longer text is condensed to this width
 * @param {string | undefined} colour
 */
function write(context, text, x, y, width, colour) {
  context.fillStyle = colour ?? "";
  context.fillText(text, x, y, width);
}

/** @param {number} size */
const font = (size) => `${size}px ${FONT}`;

/** @param {number} size */
const lineHeight = (size) => Math.round(size * 1.5);
