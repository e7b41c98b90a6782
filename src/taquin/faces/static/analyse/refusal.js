/** What stands in place of the analysis where a link names nothing that can be analysed. */
import { opening } from "../shared/app.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { build, button, sentence } from "../shared/dom.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../setup/draft.js").Drafted} Drafted */

/**
 * @param {App} app
 * @param {string} reason
 * @param {Drafted | undefined} position  of the link, if it can be read
 * @returns {Array<Node | undefined>}  for a panel
 */
export function buildRefusal(app, reason, position) {
  const setUp = opening(async () => {
    const { openSetup } = await import("../setup/setup.js");
    return () => openSetup(app, position);
  });
  return [
    build("h2", { text: t`This link cannot be analysed` }),
    position && buildThumbnail(position.board, position.goal, t`The board of the link`),
    build("p", { text: sentence(reason) }),
    button({ words: position ? t`Set up this board` : t`Set up a board`, kind: "primary", onClick: setUp }),
  ];
}
