// The share dialog: links, text for other programs, pictures.

import { parseBoard } from "../board.js";
import { seedDay } from "../game/record.js";
import { copyField } from "../shared/copyfield.js";
import { openDialog } from "../shared/dialog.js";
import { build, button, sentence } from "../shared/dom.js";
import { isLoopback, pageAddress } from "../server/place.js";
import { positionFragment, positionText, writeFragment } from "../notation/links.js";
import { contractMoves, replayFragment } from "../notation/replaylinks.js";
import { challengeFields } from "../review/challenge.js";
import { isRaceable, unracedText } from "../review/race.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/** @param {string} others  what else can be sent */
const hereOnly = (others) => t`These links work only on this computer, because no other computer can reach the page. Send ${others} instead.`;

/** @param {App} app */
export function openShare(app) {
  const { game } = app;
  const { record } = game;
  const start = parseBoard(record.start, game.goal);
  const played = record.moves.length > 0;
  const over = played && game.solved;
  const day = seedDay(record);
  // The board of a finished game is the goal, which says nothing.
  const [board, name] = over ? [start, t`starting board`] : [game.board, t`board`];
  openDialog({
    title: t`Share`,
    app,
    body: [
      isLoopback(pageAddress()) && build("p", { class: "note share__here", text: hereOnly(played ? t`the text, a picture or the file` : t`the text or a picture`) }),
      day && link(app, "daily", t`Link to the boards of this day`, () => writeFragment("daily", { day })),
      // The board of a day is begun from the day's link, so that it counts.
      !over && (played || !day) &&
        link(app, "position", played ? t`Link to this position` : t`Link to this board`, () =>
          positionFragment(board, game.goal),
        ),
      played &&
        link(app, "replay", t`Link to the replay, with every move`, () => replayFragment(record)),
      ...(over && isRaceable(record) ? challengeFields(app, record) : []),
      unracedText(record) && build("p", { class: "note", text: unracedText(record) }),
      played &&
        link(app, "start", t`Link to the starting board`, () =>
          positionFragment(start, game.goal),
        ),
      copyField(app, "board", t`${sentence(name)} as text`, positionText(board, game.goal)),
      played && copyField(app, "moves", t`Moves (Slidysim notation)`, contractMoves(record.moves)),
      pictures(board, game.goal, name, record.named),
      played && file(record),
    ].filter((node) => typeof node === "object" && node !== null),
  });
}

/**
 * @param {App} app
 * @param {string} name
 * @param {string} label
 * @param {() => string} fragment
 */
function link(app, name, label, fragment) {
  try {
    return copyField(app, name, label, new URL(fragment(), pageAddress()).href);
  } catch (error) {
    return build("p", { class: "note", text: t`${label}: ${/** @type {Error} */ (error).message}` });
  }
}

/**
 * @param {import("../board.js").Board} board
 * @param {import("../board.js").Board} goal
 * @param {string} name  of the board
 * @param {"snake" | "spiral"} [named]  the goal
 */
function pictures(board, goal, name, named) {
  const save = async (/** @type {"svg" | "png"} */ kind) => {
    const { saveBoard } = await import("../shared/picture.js");
    await saveBoard(board, goal, kind, named);
  };
  return build(
    "div",
    { class: "field" },
    build("h3", { text: sentence(t`Picture of the ${name}`) }),
    build(
      "div",
      { class: "toolbar" },
      button({ words: t`Save SVG`, onClick: () => save("svg") }),
      button({ words: t`Save PNG`, onClick: () => save("png") }),
    ),
  );
}

/** @param {import("../game/record.js").GameRecord} record */
function file(record) {
  const save = async () => {
    const [{ toJson }, { download }] = await Promise.all([import("../game/recordfiles.js"), import("../shared/download.js")]);
    const { width, height } = record;
    download(new Blob([toJson([record])], { type: "application/json" }), `taquin-game-${width}x${height}.json`);
  };
  return build(
    "div",
    { class: "field" },
    build("h3", { text: t`The game as a file` }),
    build("p", { class: "note", text: t`Statistics imports it, with every move and its time.` }),
    build("div", { class: "toolbar" }, button({ words: t`Save JSON`, onClick: save })),
  );
}
