// Whether the drafted board can be solved, why, and the fixes to choose from: beside the button that
// plays it, so that they are always in view.

import { formatBoard, judge } from "../board.js";
import { build, fill } from "../shared/dom.js";
import { buildFixes } from "../shared/fixes.js";

/** @typedef {import("./draft.js").SetupParts} SetupParts */

/**
 * @param {SetupParts} parts
 * @param {HTMLButtonElement} play  usable only while the board is solvable
 * @returns {HTMLElement}
 */
export function buildVerdict({ app, get, update, painters }, play) {
  const short = build("span");
  const full = build("p", { class: "note" });
  const why = build("details", {}, build("summary", {}, short), full);
  const fixes = build("div");
  const element = build(
    "section",
    { class: "judgement", "aria-label": "Can it be solved?" },
    why,
    fixes,
  );
  let announced = "";
  painters.push(() => {
    const { board, goal, seed, unread } = get();
    element.hidden = unread !== "";
    if (unread) {
      play.disabled = true;
      return;
    }
    const { solvable, reason, swap } = judge(board, goal);
    play.disabled = !solvable;
    element.classList.toggle("judgement--bad", !solvable);
    short.textContent = solvable ? "Solvable ✓ Why?" : "Unsolvable. Why?";
    full.textContent = reason;
    fill(fixes, swap && buildFixes({ board, goal }, swap, update));
    const now = `${formatBoard(board)} ${formatBoard(goal)}`;
    if (announced && now !== announced) app.say(seed ? `Scrambled. ${reason}` : reason);
    announced = now;
  });

  return element;
}
