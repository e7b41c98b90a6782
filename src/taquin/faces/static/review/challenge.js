/** A game that dares others to beat it: as a text with the link to a race against it, and as a picture of its start. */
import { parseBoard } from "../board.js";
import { raceFragment } from "../notation/replaylinks.js";
import { isLoopback, pageAddress } from "../server/place.js";
import { copyField } from "../shared/copyfield.js";
import { openDialog } from "../shared/dialog.js";
import { build, button } from "../shared/dom.js";
import { download } from "../shared/download.js";
import { FONT, INK, LINE, PAPER, pngOf, positionSvg, drawnSize } from "../shared/picture.js";
import { dareText, unseenText, raceText } from "./race.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

const [LEAST, HEAD, PAD] = [360, 84, 16];

/**
 * Whether a game may be another player's: one from a link or pasted, which has no date.
 * @param {GameRecord} record
 */
const isOthers = ({ created }) => created === "";

/**
 * The fields of a challenge, for a dialog.
 * @param {App} app
 * @param {GameRecord} record  of a game to race against
 * @returns {HTMLElement[]}
 */
export function challengeFields(app, record) {
  return [dare(app, record), pictures(record)];
}

/**
 * @param {App} app
 * @param {GameRecord} record  of a game to race against
 */
export function openChallenge(app, record) {
  const here = isLoopback(pageAddress());
  openDialog({
    title: t`Challenge a friend`,
    body: [
      build("p", { class: "note", text: t`A friend who opens the link can race this game, with its board beside theirs.` }),
      ...(here ? [build("p", { class: "note share__here", text: t`The link works only on this computer, because no other computer can reach the page. Send a picture instead.` })] : []),
      ...challengeFields(app, record),
    ],
  });
}

/**
 * The challenge as a self-contained SVG document: the starting board, and what there is to beat.
 * @param {GameRecord} record
 * @returns {string}
 */
export function challengeSvg(record) {
  const [start, goal] = [parseBoard(record.start, record), parseBoard(record.goal, record)];
  const { width, height } = start;
  const board = positionSvg(start, goal, record.named);
  const [across, down] = drawnSize(board);
  const wide = Math.max(LEAST, across + 2 * PAD);
  const hidden = unseenText(record);
  const head = hidden ? HEAD + 24 : HEAD;
  const high = head + down + PAD;
  const race = dareText(record);
  const name = isOthers(record) ? t`${race}. Can you beat it?` : t`${race}. Beat me.`;
  const kind = isOthers(record) ? t`${width}×${height} sliding puzzle. Can you beat it?` : t`${width}×${height} sliding puzzle. Beat me.`;
  const line = (/** @type {number} */ foot, /** @type {number} */ size, /** @type {number} */ weight, /** @type {string} */ text) =>
    `<text x="${wide / 2}" y="${foot}" font-size="${size}" font-weight="${weight}">${text}</text>\n`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" ` +
    `role="img" aria-label="${name}" fill="${INK}" font-family="${FONT}" text-anchor="middle">\n<title>${name}</title>\n` +
    `<rect x="0.5" y="0.5" width="${wide - 1}" height="${high - 1}" rx="10" fill="${PAPER}" stroke="${LINE}"/>\n` +
    line(40, 24, 700, raceText(record)) +
    (hidden ? line(66, 14, 400, hidden) : "") +
    line(head - 16, 16, 400, kind) +
    `${board.replace("<svg ", `<svg x="${(wide - across) / 2}" y="${head}" `)}</svg>\n`
  );
}

/**
 * The text, if its link is short enough.
 * @param {App} app
 * @param {GameRecord} record
 */
function dare(app, record) {
  try {
    const href = new URL(raceFragment(record), pageAddress()).href;
    const race = dareText(record);
    const text = isOthers(record) ? t`${race}. Can you beat it? ${href}` : t`${race}. Beat me: ${href}`;
    return copyField(app, "challenge", t`Challenge`, text);
  } catch (error) {
    return build("p", { class: "note", text: t`Challenge: ${/** @type {Error} */ (error).message}` });
  }
}

/** @param {GameRecord} record */
function pictures(record) {
  const save = async (/** @type {"svg" | "png"} */ kind) => {
    const svg = challengeSvg(record);
    const blob = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg);
    download(blob, `taquin-challenge-${record.width}x${record.height}.${kind}`);
  };
  return build(
    "div",
    { class: "field" },
    build("h3", { text: t`Picture of the challenge` }),
    build("p", { class: "note", text: t`The starting board with the time and moves to beat.` }),
    build(
      "div",
      { class: "toolbar" },
      button({ words: t`Challenge as SVG`, onClick: () => save("svg") }),
      button({ words: t`Challenge as PNG`, onClick: () => save("png") }),
    ),
  );
}
