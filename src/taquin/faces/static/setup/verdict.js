// Whether the drafted board can be solved, why, and the fixes to choose from.

import { GOAL_NAMES, formatBoard, judge, namedGoal } from "../board.js";
import { exchange } from "./boardeditor.js";
import { build, button, fill } from "../shared/dom.js";

/** @typedef {import("./setup.js").Parts} Parts */

/**
 * @param {Parts} parts
 * @param {HTMLButtonElement} play  usable only while the board is solvable
 * @returns {HTMLElement}
 */
export function buildVerdict({ app, get, update, painters }, play) {
  const element = build("section", { class: "panel judgement", "aria-label": "Can it be solved?" });
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
    fill(
      element,
      build("p", { text: reason }),
      swap && build("div", { class: "toolbar" }, ...fixes(swap)),
    );
    const now = `${formatBoard(board)} ${formatBoard(goal)}`;
    if (announced && now !== announced) app.say(seed ? `Scrambled. ${reason}` : reason);
    announced = now;
  });

  /** @param {[number, number]} swap */
  function fixes([a, b]) {
    const { board, goal } = get();
    const cellOf = (/** @type {number} */ tile) => board.cells.indexOf(tile);
    const others = GOAL_NAMES.map((name) => ({
      name,
      goal: namedGoal(name, goal.width, goal.height),
    }));
    const reachable = others.filter((other) => judge(board, other.goal).solvable);
    return [
      button({
        words: `Swap ${a} and ${b}`,
        kind: "primary",
        onClick: () => update({ board: exchange(board, cellOf(a), cellOf(b)) }),
      }),
      ...reachable.map(({ name, goal: other }) =>
        button({ words: `Goal: ${WORDS[name]}`, onClick: () => update({ goal: other }) }),
      ),
    ];
  }

  return element;
}

const WORDS = { last: "blank last", first: "blank first", snake: "snake", spiral: "spiral" };
