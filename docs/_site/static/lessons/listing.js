/** The pseudo-code beside a search, and which of its lines ran: one by one, or in a whole step. */
import { VERDICTS } from "../taquin/lab/microscope/moments.js";
import { pseudocode } from "../taquin/lab/microscope/pseudocode.js";
import { build } from "../taquin/shared/dom.js";
import { count } from "../taquin/shared/measures.js";
import { CODE } from "./code.js";

/**
 * @typedef {{tag: string, children: number, says: string}} Moment  a line that runs; children: examined by then
 * @typedef {import("../taquin/lab/comparison/knobs.js").CodeTemplate} CodeTemplate
 * @typedef {{options: Record<string, unknown>, pseudocode: CodeTemplate[]}} Declared
 */

/**
 * What happens in one step, line by line.
 * @param {import("./recorder.js").Recording} recording
 * @param {import("./recorder.js").Tree} tree after the step
 * @param {number} step from 1; one more than there are expansions: the goal is taken
 * @returns {Moment[]}
 */
export function moments({ steps, passes, algorithm }, { verdicts }, step) {
  const choose = { tag: "choose", children: 0, says: "A node is chosen." };
  if (step > steps.length) return [choose, { tag: "found", children: 0, says: "It is the goal: the search ends." }];
  const { depth, bound } = steps[step - 1];
  const found = [];
  if (passes && depth === 0 && step > 1) {
    const end = bound === null ? "" : ` The next bound is ${count(bound)}.`;
    found.push({ tag: "fail", children: 0, says: `The pass ended without the goal.${end}` });
  }
  found.push(choose);
  // IDA* looks for the goal among the children.
  if (algorithm !== "idastar") found.push({ tag: "goal", children: 0, says: "It is not the goal." });
  found.push({ tag: "expand", children: 0, says: "It is expanded." });
  verdicts.forEach(({ move, verdict }, at) => {
    found.push({ tag: verdict, children: at + 1, says: `Child ${move}: ${VERDICTS[verdict]}.` });
  });
  return found;
}

const declared = /** @type {Record<string, Declared>} */ (/** @type {unknown} */ (CODE));

/**
 * The listing of a search.
 * @param {import("./parts.js").Choice} search
 * @param {string} name
 */
export function listing({ algorithm, options }, name) {
  const known = declared[algorithm];
  const code = pseudocode(known.pseudocode, { ...known.options, ...options });
  const lines = code.map(({ text, indent }) => build("li", { class: `lesson__line lesson__line--${indent}` }, build("code", { text })));
  return {
    element: build("ol", { class: "lesson__code", "aria-label": `Pseudo-code of ${name}` }, ...lines),
    /** @param {Moment[]} ran the lines that ran, of which the last is the current one */
    light(ran) {
      const current = ran.at(-1)?.tag;
      code.forEach(({ tags }, at) => {
        const now = current !== undefined && tags.includes(current);
        lines[at].classList.toggle("lesson__line--ran", ran.some(({ tag }) => tags.includes(tag)));
        if (now) lines[at].setAttribute("aria-current", "step");
        else lines[at].removeAttribute("aria-current");
      });
    },
  };
}
