/** What can be done with a solution that is shown. */
import { build, button } from "../shared/dom.js";
import { canPush } from "../solver/slidecount.js";
import { amount, t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/**
 * @typedef {object} SolutionPanel  the panel of the solution
 * @property {import("../shared/app.js").App} app
 * @property {HTMLElement} element  the board it is shown on
 * @property {() => void} hide  returns the board to the game
 * @property {(unit: "move" | "slide") => Promise<void>} solve
 */

/**
 * @param {SolutionPanel} panel
 * @param {Board} board
 * @param {string} moves
 * @param {"move" | "slide"} other  what a solution can have the fewest of, too
 * @returns {HTMLElement}
 */
export function buildExits(panel, board, moves, other) {
  const { app, element } = panel;
  const leave = () => {
    panel.hide();
    element.scrollIntoView({ block: "nearest" });
  };
  const finish = () => {
    leave();
    // The result says who made them; “Undo” takes them back.
    app.game.move(moves, "s");
    // A solved board has nothing to solve, and no button for it.
    element.focus({ preventScroll: true });
  };
  const copy = async () => {
    await navigator.clipboard.writeText(moves);
    app.notify(t`${amount(moves.length, "move")} copied. Each letter is the direction a tile moves.`);
  };
  return build(
    "div",
    { class: "exits" },
    button({ words: t`Return to the game`, onClick: leave }),
    button({ words: t`Make these moves`, onClick: finish }),
    button({ words: t`Copy moves`, onClick: () => void copy() }),
    canPush(board) && button({ words: other === "move" ? t`Fewest moves` : t`Fewest slides`, onClick: () => void panel.solve(other) }),
  );
}
