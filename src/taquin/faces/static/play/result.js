// The result of a finished game: time, moves, speed, whether it was clean, and what to do next.

import { build, button, fill, keepFocus } from "../shared/dom.js";
import { seedDay } from "../game/record.js";
import { helpBadge, resultText } from "../shared/gamewords.js";

/** @typedef {import("../shared/app.js").App} App */

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
        seedDay(record) && button({ words: "Daily", onClick: () => app.go("daily") }),
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
