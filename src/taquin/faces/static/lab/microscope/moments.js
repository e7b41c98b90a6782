/** The moments within one step of a search, and the line of pseudo-code that runs at each. */
import { boardWords } from "../parts/labparts.js";
import { heard } from "../../words/heard.js";
import { inSequence, listed, said, t } from "../../words/said.js";

/** @typedef {import("./trace.js").TraceStep} TraceStep */

/**
 * @typedef {object} Moment one position of the highlight within a step
 * @property {string} tag
 * @property {number} successors how many have a verdict by then
 * @property {string} says
 */

/**
 * The moments of a step, in order. The last shows the step complete.
 * @param {TraceStep} step
 * @param {import("./pseudocode.js").CodeLine[]} code
 * @param {{status?: string} | null} end the trace's last line, at the last step
 * @returns {Moment[]}
 */
export function moments(step, code, end) {
  if (step.node < 0) return [wholeStep(step, end)];
  const has = (/** @type {string} */ tag) => code.some(({ tags }) => tags.includes(tag));
  const found = [{ tag: "choose", successors: 0, says: heard(step.why) }];
  if (has("goal") && has("found")) {
    found.push({ tag: "goal", successors: 0, says: t`It is not the goal.` });
  }
  found.push({ tag: "expand", successors: 0, says: t`It is expanded: ${expectation(step)}.` });
  step.successors.forEach((successor, at) => {
    const verdict = t`${successor.move}: ${VERDICTS[successor.verdict]}.`;
    found.push({
      tag: successor.verdict,
      successors: at + 1,
      says: successor.back ? t`${backAt(successor.back)}, ${verdict}` : verdict,
    });
  });
  return found;
}

/** @param {TraceStep} step */
function expectation(step) {
  const now = step.successors.filter(({ back }) => !back).length;
  const later = step.later > 0 ? t`, ${step.later} of them when the search returns here` : "";
  return said("{children} {children:child|children} to examine{later}", { children: now + step.later, later });
}

/**
 * @param {{board: string, g: number}} node
 * @returns {string} "Back at 1 2 3 / 4 0 5 (g 2)"
 */
export function backAt({ board, g }) {
  return t`Back at ${boardWords(board)} (g ${g})`;
}

/**
 * Children grouped by parent: first those of the chosen node, which may be none, then those of each
 * node that the search has returned to.
 * @param {TraceStep["successors"]} children
 * @returns {Array<TraceStep["successors"]>}
 */
export function families(children) {
  const parents = new Set(children.flatMap(({ back, parent }) => (back ? [parent] : [])));
  return [
    children.filter(({ back }) => !back),
    ...[...parents].map((parent) => children.filter((one) => one.back && one.parent === parent)),
  ];
}

/** How many children have a verdict. @type {Record<string, (number: number) => string>} */
const VERDICT_COUNTS = {
  new: (number) => t`${number} new`,
  better: (number) => t`${number} better`,
  duplicate: (number) => t`${number} duplicate`,
  pruned: (number) => t`${number} pruned`,
};

/** What a verdict means, in a word or two. */
export const VERDICTS = /** @type {Record<string, string>} */ ({
  new: t`new, kept`,
  better: t`a cheaper path to a known board, kept`,
  duplicate: t`already known, discarded`,
  pruned: t`above the bound, discarded for now`,
});

/**
 * A step as a whole, seen at its last line: why its node was chosen, and the verdicts on its children.
 * @param {TraceStep} step
 * @param {{status?: string} | null} end the trace's last line
 * @returns {Moment}
 */
export function wholeStep(step, end) {
  const { successors } = step;
  if (step.node < 0) {
    const tag = end?.status === "solved" ? "found" : end?.status === "limit" ? "stopped" : "fail";
    return { tag, successors: 0, says: heard(step.why) };
  }
  const [direct = [], ...others] = families(successors);
  const parts = [...verdictsOf(direct), ...(step.later > 0 ? [t`${step.later} later`] : [])];
  const children = parts.length > 0 ? t`Children: ${listed(parts)}.` : t`It has no children.`;
  const back = others.map(
    (family) => t`${backAt(family[0]?.back ?? { board: "", g: 0 })}: ${listed(verdictsOf(family))}.`,
  );
  return {
    tag: successors.at(-1)?.verdict ?? "expand",
    successors: successors.length,
    says: inSequence(heard(step.why), children, ...back),
  };
}

/**
 * @param {TraceStep["successors"]} children
 * @returns {string[]} "2 new", "1 pruned"
 */
function verdictsOf(children) {
  return Object.entries(VERDICT_COUNTS).flatMap(([verdict, words]) => {
    const number = children.filter((one) => one.verdict === verdict).length;
    return number > 0 ? [words(number)] : [];
  });
}
