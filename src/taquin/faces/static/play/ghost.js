/** The recorded game that the player races against: its board, small, at the same moment of its own clock. */
import { parseBoard } from "../board.js";
import { build, fill } from "../shared/dom.js";
import { boardsOf } from "../shared/moves.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { movesBy, partsReached, raceText, standText, verdictText } from "../review/race.js";

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
 */
export function showGhost(root, app) {
  const { ghost, game } = app;
  end();
  end = () => {};
  fill(root);
  if (!ghost || ghost.start !== game.record.start || ghost.goal !== game.record.goal) return;
  const race = buildGhost(app, ghost);
  end = race.end;
  root.append(race.element);
}

/**
 * @param {App} app
 * @param {GameRecord} ghost  of the board in play, with its times
 * @returns {{element: HTMLElement, end(): void}}
 */
function buildGhost(app, ghost) {
  const { game } = app;
  const goal = parseBoard(ghost.goal, ghost);
  const boards = boardsOf(parseBoard(ghost.start, ghost), ghost.moves);
  const parts = partsReached(ghost);
  const board = build("div", { class: "ghost__board" });
  const now = build("p", { class: "ghost__now" });
  const stand = build("p", { class: "ghost__stand" });
  const element = build(
    "section",
    { class: "panel ghost", "aria-label": "Race" },
    board,
    build("div", {}, build("h2", { text: "Race" }), build("p", { class: "note", text: `To beat: ${raceText(ghost)}.` }), now, stand),
  );
  let [shown, made, over] = [-1, -1, false];
  const look = () => {
    const at = movesBy(ghost.times, game);
    if (at !== shown) {
      shown = at;
      fill(board, buildThumbnail(boards[at], goal, "The recorded game"));
      now.textContent = `Recorded game: move ${at} of ${ghost.moves.length}`;
    }
    if (game.at === made && game.solved === over) return;
    [made, over] = [game.at, game.solved];
    const stands = () => (game.begun ? standText(partsReached(game.record), parts) : "Your first move begins the race.");
    const words = over ? verdictText(game.record, ghost) : stands();
    if (words && words !== stand.textContent) app.say(words, { after: true });
    stand.textContent = words;
  };
  const timer = setInterval(look, LOOK);
  look();
  return { element, end: () => clearInterval(timer) };
}
