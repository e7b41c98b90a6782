// Whether the drafted board can be solved, the reason, and the fixes to choose from: beside the button that plays
// it, so that they are always in view.

import { formatBoard, judge } from "../board.js";
import { build, fill } from "../shared/dom.js";
import { buildFixes } from "../shared/fixes.js";
import { t } from "../words/said.js";

/** @typedef {import("./draft.js").SetupParts} SetupParts */

/**
 * @param {SetupParts} parts
 * @param {HTMLButtonElement} play  usable only while the board is solvable
 * @param {HTMLElement} board  stays in view when the reason, which is shown when it is asked for, takes its room
 * @returns {HTMLElement}
 */
export function buildVerdict({ app, get, update, painters }, play, board) {
  const short = build("span");
  const reason = build("p", { id: "setup-why", class: "note", hidden: true, role: "status" });
  const why = build("button", { type: "button", class: "judgement__why", "aria-expanded": "false", "aria-controls": reason.id }, short);
  const unfold = (/** @type {boolean} */ open) => {
    reason.hidden = !open;
    why.setAttribute("aria-expanded", String(open));
    if (open) board.scrollIntoView({ block: "nearest" });
  };
  why.addEventListener("click", () => unfold(why.getAttribute("aria-expanded") === "false"));
  const fixes = build("div");
  const element = build(
    "section",
    { class: "judgement", "aria-label": t`Can it be solved?` },
    why,
    reason,
    fixes,
  );
  let announced = "";
  painters.push(() => {
    const { board: drafted, goal, seed, unread } = get();
    element.hidden = unread !== "";
    if (unread) {
      unfold(false);
      play.disabled = true;
      return;
    }
    const { solvable, reason: text, swap } = judge(drafted, goal);
    // Another verdict has another reason.
    if (play.disabled === solvable) unfold(false);
    play.disabled = !solvable;
    element.classList.toggle("judgement--bad", !solvable);
    short.textContent = solvable ? t`Solvable ✓ Why?` : t`Unsolvable. Why?`;
    reason.textContent = text;
    fill(fixes, swap && buildFixes({ board: drafted, goal }, swap, update));
    const now = `${formatBoard(drafted)} ${formatBoard(goal)}`;
    if (announced && now !== announced) app.say(seed ? t`Scrambled. ${text}` : text);
    announced = now;
  });
  return element;
}
