// The result of a finished game: time, moves, speed, whether it was clean, and what to do next.

import { build, button, fill, keepFocus } from "../shared/dom.js";
import { isClean, slidesOf } from "../game/record.js";
import { timeText } from "./clock.js";

/** @typedef {import("../app/main.js").App} App */
/** @typedef {import("../game/game.js").GameRecord} GameRecord */

/**
 * One sentence about a solved game.
 * @param {GameRecord} record
 * @param {boolean} timed  whether the player wants to see times
 * @returns {string}
 */
export function resultText(record, timed) {
  const count = record.moves.length;
  const slides = slidesOf(record).length;
  const moves = `${count} ${count === 1 ? "move" : "moves"}`;
  const ways =
    slides < count ? `${moves} in ${slides} ${slides === 1 ? "slide" : "slides"}` : moves;
  const time = record.times.at(-1) ?? 0;
  if (!timed || time === 0) return `${ways}.`;
  return `${timeText(time, 2)} for ${ways}, ${((count * 1000) / time).toFixed(2)} moves per second.`;
}

/**
 * Why a game is not comparable with clean ones, or null.
 * @param {GameRecord} record
 * @returns {string | null}
 */
export function assistance(record) {
  if (isClean(record)) return null;
  const { which, arrow, play, peek, solution } = record.hints;
  const hints = which + arrow + play + peek;
  const parts = [
    record.inputs.includes("s") && "solver",
    solution > 0 && "solution shown",
    hints > 0 && `${hints} ${hints === 1 ? "hint" : "hints"}`,
    record.undos > 0 && `${record.undos} undone`,
    record.paused && "paused",
    (record.seed === null || record.typed) && "chosen board",
    record.again && "played before",
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * The help a game had, or, for a solved game, that it had none.
 * @param {GameRecord} record
 * @returns {HTMLElement | null}
 */
export function helpBadge(record) {
  const help = assistance(record);
  if (help) return build("span", { class: "badge badge--warn", text: help });
  if (record.status !== "solved" || !record.moves) return null;
  return build("span", { class: "badge badge--good", text: "no help" });
}

/**
 * The panel under the board, hidden until the game is solved.
 * @param {App} app
 * @param {{renew: () => void, share: () => void}} actions
 * @returns {HTMLElement}
 */
export function buildResult(app, { renew, share }) {
  const { game, settings } = app;
  const panel = build("section", { class: "panel result", "aria-label": "Result", hidden: true });

  function paint() {
    panel.hidden = !game.solved;
    if (!game.solved) return;
    const { record } = game;
    fill(
      panel,
      build(
        "div",
        { class: "result__head" },
        build("h2", { text: record.moves ? "Solved" : "Already solved" }),
        helpBadge(record),
      ),
      build("p", {
        text: record.moves ? resultText(record, settings.get("timer")) : "This board already is the goal.",
      }),
      build(
        "div",
        { class: "toolbar" },
        button({ words: "Next board", icon: "new", kind: "primary", onClick: renew }),
        record.moves &&
          button({ words: "Review", onClick: () => app.go("review", { id: record.id }) }),
        record.moves && button({ words: "Share", icon: "share", onClick: share }),
      ),
    );
  }

  const repaint = () =>
    keepFocus(paint, () => (panel.hidden ? app.element : panel.querySelector("button")));
  game.addEventListener("change", repaint);
  game.addEventListener("start", repaint);
  paint();
  return panel;
}
