/** The recorded game that the player races against: its board, small, at the same moment of its own clock. */
import { parseBoard } from "../board.js";
import { build, button, fill } from "../shared/dom.js";
import { boardsOf } from "../shared/moves.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { dareText, movesBy, partsReached, standText } from "../review/race.js";
import { inSequence, t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** Milliseconds from one reading of the clock to the next. */
const LOOK = 200;

/** Ends the race on view. */
let end = () => {};

/**
 * Shows the race while its board is played.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {HTMLElement | null} apart  gets the way to the recorded game's review, if that is no part of the panel
 */
export function showGhost(root, app, apart) {
  const { ghost } = app.game;
  end();
  end = () => {};
  fill(root);
  if (!ghost) return;
  const race = buildGhost(app, ghost);
  end = () => {
    race.end();
    if (apart) fill(apart);
  };
  root.append(race.element);
  (apart ?? race.element).append(race.review);
}

/**
 * @param {App} app
 * @param {GameRecord} ghost  of the board in play, with its times
 * @returns {{element: HTMLElement, review: HTMLElement, end(): void}}  review: the way to that of the recorded game
 */
function buildGhost(app, ghost) {
  const { game } = app;
  const goal = parseBoard(ghost.goal, ghost);
  const boards = boardsOf(parseBoard(ghost.start, ghost), ghost.moves);
  const parts = partsReached(ghost);
  const review = button({ words: t`Review the recorded game`, onClick: () => app.go("review", { record: ghost }) });
  const board = build("div", { class: "ghost__board" });
  const now = build("p", { class: "ghost__now" });
  const stand = build("p", { class: "ghost__stand" });
  const inSlides = app.settings.get("metric") === "mtm";
  const element = build(
    "section",
    { class: "panel ghost", "aria-label": t`Race` },
    board,
    build(
      "div",
      {},
      build("h2", { text: t`Race` }),
      build("p", { class: "note", text: inSequence(t`To beat: ${dareText(ghost)}.`, inSlides ? t`Races count single tiles.` : "") }),
      now,
      stand,
    ),
  );
  let [shown, made, over, lost] = [-1, -1, false, false];
  const look = () => {
    const at = movesBy(ghost.times, game);
    if (at !== shown) {
      shown = at;
      fill(board, buildThumbnail(boards[at], goal, t`The recorded game`));
      now.textContent = t`Recorded game: move ${at} of ${ghost.moves.length}`;
    }
    // From then on the player cannot win; the parts still say by how much.
    const behind = at === ghost.moves.length && !game.solved;
    if (game.at === made && game.solved === over && behind === lost) return;
    const wasBehind = lost;
    [made, over, lost] = [game.at, game.solved, behind];
    // It gives away the moves: nothing to recommend before the end.
    review.classList.toggle("button--quiet", !over);
    // Who has won is said in the result.
    const stands = game.begun ? standText(partsReached(game.record), parts, over) : t`Your first move begins the race.`;
    const words = behind ? inSequence(t`The recorded game has won; yours goes on.`, stands) : stands;
    if (words && words !== stand.textContent) app.say(behind && wasBehind ? stands : words, { after: true });
    stand.textContent = words;
  };
  const timer = setInterval(look, LOOK);
  look();
  return { element, review, end: () => clearInterval(timer) };
}
