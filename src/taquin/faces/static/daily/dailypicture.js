/** The picture of a day to share: each game in thirds, without a move, a tile or a distance. */
import { PAPER, LINE, INK, FONT, pngOf } from "../shared/picture.js";
import { listedApart } from "../words/said.js";

const [WIDE, ROW, TOP, PAD] = [480, 56, 64, 24];
const [BAR, GAP, BARS] = [22, 6, 84];
/** By what a third lost: heights as well as colours. */
const HEIGHTS = [8, 18, 30, 42];
const FILLS = ["#4f9d6b", "#d9b400", "#d9772f", "#b3352b"];

/**
 * @param {string} text  as `shareText` writes it
 * @param {Array<number[] | undefined>} losses  of each board, as `lossesOf` says it
 * @returns {string} a self-contained SVG document
 */
export function dailySvg(text, losses) {
  const [head, ...lines] = text.replace(/ (?:🟩|🟨|🟧|🟥)+/gu, "").split("\n");
  const boards = lines.splice(0, losses.length);
  const high = TOP + ROW * boards.length + (lines.length > 0 ? 24 * lines.length + 8 : 0) + PAD / 2;
  const rows = boards.map((line, at) => {
    const foot = TOP + ROW * at + 46;
    const [, size, rest] = /^(\S+) (.*)$/.exec(line) ?? [];
    const bars = (losses[at] ?? []).map((loss, third) => bar(PAD + 52 + third * (BAR + GAP), foot, loss));
    return (
      words(PAD, foot - 4, size, 18, 700) +
      bars.join("") +
      words(PAD + 52 + BARS + 16, foot - 4, rest, 15, 400)
    );
  });
  const after = lines.map((line, at) => words(PAD, TOP + ROW * boards.length + 24 * (at + 1), line, 14, 400));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${high}" viewBox="0 0 ${WIDE} ${high}" ` +
    `role="img" aria-label="${escaped(head)}" fill="${INK}" font-family="${FONT}">\n<title>${escaped(head)}</title>` +
    `<desc>${escaped(listedApart([...boards, ...lines]))}</desc>\n` +
    `<rect x="0.5" y="0.5" width="${WIDE - 1}" height="${high - 1}" rx="10" fill="${PAPER}" stroke="${LINE}"/>\n` +
    `${words(PAD, 40, head, 20, 700)}${rows.join("")}${after.join("")}</svg>\n`
  );
}

/**
 * @param {string} text
 * @param {Array<number[] | undefined>} losses
 * @returns {Promise<Blob>} the picture as PNG
 */
export function dailyPng(text, losses) {
  return pngOf(dailySvg(text, losses));
}

/**
 * @param {number} left
 * @param {number} foot
 * @param {number} loss
 */
function bar(left, foot, loss) {
  const high = HEIGHTS[loss];
  return `<rect x="${left}" y="${foot - high}" width="${BAR}" height="${high}" rx="3" fill="${FILLS[loss]}"/>\n`;
}

/**
 * @param {number} left
 * @param {number} foot
 * @param {string} text
 * @param {number} size
 * @param {number} weight
 */
function words(left, foot, text, size, weight) {
  return `<text x="${left}" y="${foot}" font-size="${size}" font-weight="${weight}">${escaped(text)}</text>\n`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
