/**
 * The review without a game: what a review shows, on an example that opens with one click, and ways
 * to a game of one's own or from elsewhere.
 */
import { namedGoal, parseBoard } from "../board.js";
import { build, button } from "../shared/dom.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { writeFragment } from "../notation/links.js";
import { readReplay } from "../notation/replaylinks.js";
import { packMoves } from "../notation/packing.js";
import { slidesOf } from "../game/record.js";
import { buildElsewhere } from "./elsewhere.js";
import { EXAMPLE } from "./example.js";
import { ReviewGraph } from "./reviewgraph.js";
import { judgeSlides, stretchesOf } from "./reviewmodel.js";
import { buildSummary, stretchLine } from "./reviewparts.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */

/**
 * @param {App} app
 * @param {boolean} lost  whether a certain game was asked for
 * @returns {HTMLElement[]}
 */
export function buildEmpty(app, lost) {
  const text = lost
    ? t`This game is not in this browser’s history; it may have been deleted.`
    : t`Compare a game with perfect play: how far each board was from the goal, what each move was worth, and where moves were lost.`;
  return [
    build("div", { class: "review__head" }, build("h1", { text: t`Review` })),
    build("p", { class: "review__lead", text }),
    build("div", { class: "review__empty" }, buildExample(), build("div", { class: "review__own" }, buildYours(app), buildElsewhere(app))),
  ];
}

function buildExample() {
  const { start, moves, left } = EXAMPLE;
  const params = { b: start, m: packMoves(moves) };
  const record = readReplay(params);
  const [board, goal] = [parseBoard(start), namedGoal("last", record.width, record.height)];
  const distances = left.map((value) => ({ value, lower: value, upper: value, exact: true }));
  const slides = slidesOf(record);
  const [costliest] = stretchesOf(judgeSlides(slides, distances, []), 1);
  const graph = new ReviewGraph(null);
  graph.show(distances);
  return build(
    "section",
    { class: "panel example", "aria-label": t`Example` },
    build("div", { class: "example__head" },
      build("h2", { text: t`An example: 3×3, solved by rows and columns` }),
      buildThumbnail(board, goal, t`The board of the example`),
      buildSummary(record, { distances, waiting: 0 })),
    graph.element,
    build("div", { class: "example__foot" },
      build("div", {}, build("h3", { text: t`Where most moves were lost` }), stretchLine(costliest)),
      build("a", { class: "button button--primary", href: writeFragment("replay", params), text: t`Open the example` })),
  );
}

/**
 * What is there beside a game that is not finished.
 * @param {App} app
 * @returns {HTMLElement}
 */
export function buildWithout(app) {
  return build("div", { class: "review__empty" }, buildExample(), build("div", { class: "review__own" }, buildElsewhere(app)));
}

/** @param {App} app */
function buildYours(app) {
  return build(
    "section",
    { class: "panel", "aria-label": t`Your games` },
    build("h2", { text: t`Your games` }),
    build("p", { text: t`Solve a board, then choose Review. Statistics lists all your games, each with its review.` }),
    build("div", { class: "toolbar" }, button({ words: t`Play`, onClick: () => app.go("play") })),
  );
}
