/** Where the search stands within one step, and the line of its code that runs. */

/**
 * @typedef {object} Moment one position of the highlight within a step
 * @property {string} tag
 * @property {number} successors how many are decided by then
 * @property {string} says
 */

/**
 * The moments of a step, in order. The last shows the step complete.
 * @param {import("./trace.js").Step} step
 * @param {import("./pseudocode.js").CodeLine[]} code
 * @param {{status?: string} | null} end the trace's last line, at the last step
 * @returns {Moment[]}
 */
export function moments(step, code, end) {
  if (step.node < 0) return [wholeStep(step, end)];
  const has = (/** @type {string} */ tag) => code.some(({ tags }) => tags.includes(tag));
  const found = [{ tag: "choose", successors: 0, says: step.why }];
  if (has("goal") && has("found")) {
    found.push({ tag: "goal", successors: 0, says: "It is not the goal." });
  }
  found.push({
    tag: "expand",
    successors: 0,
    says: `It is expanded: ${step.successors.length} ${step.successors.length === 1 ? "child is" : "children are"} looked at.`,
  });
  step.successors.forEach((successor, at) => {
    found.push({
      tag: successor.verdict,
      successors: at + 1,
      says: `${successor.move}: ${VERDICTS[successor.verdict]}.`,
    });
  });
  return found;
}

/** What a verdict means, in a word or two. */
export const VERDICTS = /** @type {Record<string, string>} */ ({
  new: "new, kept",
  better: "a better way to a known board, kept",
  duplicate: "known already, dropped",
  pruned: "above the bound, dropped for now",
});

/**
 * A step as a whole, seen when it is over: why its node was chosen, and what became of the children.
 * @param {import("./trace.js").Step} step
 * @param {{status?: string} | null} end the trace's last line
 * @returns {Moment}
 */
export function wholeStep(step, end) {
  const { successors } = step;
  if (step.node < 0) {
    const tag = end?.status === "solved" ? "found" : end?.status === "limit" ? "stopped" : "fail";
    return { tag, successors: 0, says: step.why };
  }
  const parts = Object.keys(VERDICTS).flatMap((verdict) => {
    const number = successors.filter((one) => one.verdict === verdict).length;
    return number > 0 ? [`${number} ${verdict}`] : [];
  });
  const children = parts.length > 0 ? ` Children: ${parts.join(", ")}.` : " It has no children.";
  return { tag: "choose", successors: successors.length, says: step.why + children };
}
