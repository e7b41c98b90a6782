/** The pseudo-code beside a search, and which of its lines ran: one by one, or in a whole step. */
import { VERDICTS } from "../taquin/lab/microscope/moments.js";
import { pseudocode } from "../taquin/lab/microscope/pseudocode.js";
import { build } from "../taquin/shared/dom.js";
import { count } from "../taquin/shared/measures.js";
import { CODE } from "./code.js";
import { treeAfter } from "./recorder.js";

/**
 * A line that runs. count: of the steps that have begun by then; examined: how many children of a step, from 0,
 * have been examined, where not all have; tested: of the lines before it, those whose condition was false.
 * @typedef {{tag: string, says: string, count: number, examined: Map<number, number>, tested?: string[]}} Moment
 * @typedef {import("./recorder.js").Recording} Recording
 * @typedef {import("./recorder.js").Verdict} Verdict
 * @typedef {import("../taquin/lab/comparison/knobs.js").CodeTemplate} CodeTemplate
 * @typedef {{options: Record<string, unknown>, pseudocode: CodeTemplate[]}} Declared
 */

/**
 * What happens in one step, line by line.
 * @param {Recording} recording
 * @param {number} step from 1; one more than there are expansions: the goal is taken
 * @returns {Moment[]}
 */
export function moments(recording, step) {
  return recording.algorithm === "idastar" ? recursive(recording, step) : queued(recording, step);
}

/**
 * A search that takes nodes from its frontier.
 * @param {Recording} recording
 * @param {number} step
 * @returns {Moment[]}
 */
function queued(recording, step) {
  const { steps, algorithm } = recording;
  /** @returns {Moment} */
  const at = (/** @type {string} */ tag, /** @type {string} */ says, children = 0, tested = /** @type {string[]} */ ([])) => ({ tag, says, tested, count: step, examined: new Map([[step - 1, children]]) });
  const choose = at("choose", "A node is chosen.");
  const before = algorithm === "ids" ? limited(recording, step) : [];
  if (step > steps.length) return [...before, choose, at("found", "It is the goal: the search ends.", 0, ["stale"])];
  const found = [choose, at("goal", "It is not the goal.", 0, ["stale"]), at("expand", "It is expanded.", 0, ["limit"])];
  verdictsOf(recording, step - 1).forEach((verdict, index) =>
    found.push(at(verdict.verdict, childSays(verdict), index + 1, verdict.verdict === "duplicate" ? [] : ["duplicate"])));
  return [...before, ...found];
}

/**
 * What iterative deepening does before a step: it takes nodes at the depth limit, and may begin the next pass.
 * @param {Recording} recording
 * @param {number} step
 * @returns {Moment[]}
 */
function limited({ steps, cut }, step) {
  const next = steps[step - 1];
  const over = next?.depth === 0;
  const limit = over ? (next.bound ?? 1) - 1 : (next ?? steps[step - 2])?.bound ?? 0;
  const about = { count: step - 1, examined: new Map() };
  const says = `A node is chosen. It is not the goal, and at the depth limit, ${count(limit)}: it is not expanded.`;
  const found = Array.from({ length: next?.cut ?? cut }, () => ({ ...about, tag: "limit", says, tested: ["choose", "goal"] }));
  const ended = `The pass with the limit ${count(limit)} ended without the goal, and something was cut off: the next limit is ${count(limit + 1)}.`;
  return over ? [...found, { ...about, tag: "fail", says: ended, tested: [] }] : found;
}

/**
 * A search that calls itself for a child before it looks at the next one: what is left of the nodes that it returns
 * from comes first.
 * @param {Recording} recording
 * @param {number} step
 * @returns {Moment[]}
 */
function recursive(recording, step) {
  const { steps, goal, moves } = recording;
  const before = step - 1;
  const next = before < steps.length ? steps[before] : { state: goal, depth: moves?.length ?? 0, bound: null };
  const path = pathTo(recording, before - 1);
  const seen = new Map(path.map((index, depth) => [index, depth + 1 < path.length ? place(recording, index, steps[path[depth + 1]].state) : 0]));
  const found = /** @type {Moment[]} */ ([]);
  const look = (/** @type {number} */ depth, /** @type {number} */ end) => {
    const verdicts = verdictsOf(recording, path[depth]);
    for (let child = seen.get(path[depth]) ?? 0; child < Math.min(end, verdicts.length); child++) {
      const { move, verdict } = verdicts[child];
      const isGoal = verdict === "new" && before === steps.length && depth + 1 === next.depth && child + 1 === end;
      seen.set(path[depth], child + 1);
      const back = depth + 1 < path.length ? `Back at g = ${depth}. ` : "";
      const says = isGoal ? `Child ${move}: it is the goal.` : verdict === "new" ? `Child ${move}: within the bound and not the goal, so it is searched now.` : childSays({ move, verdict });
      const tested = isGoal ? ["pruned"] : verdict === "new" ? ["pruned", "goal"] : [];
      found.push({ tag: isGoal ? "goal" : verdict, says: back + says, count: before, examined: new Map(seen), tested });
    }
  };
  for (let depth = path.length - 1; depth >= next.depth; depth--) look(depth, Infinity);
  if (next.depth > 0) look(next.depth - 1, place(recording, path[next.depth - 1], next.state));
  else if (before > 0) found.push({ tag: "fail", says: `The pass ended without the goal. The next bound is ${count(next.bound ?? 0)}.`, count: before, examined: new Map(seen) });
  if (before === steps.length) return [...found, { tag: "found", says: "The search ends.", count: step, examined: new Map(seen) }];
  const here = new Map(next.depth > 0 ? seen : []).set(before, 0);
  found.push({ tag: "choose", says: "It is searched.", count: step, examined: here });
  found.push({ tag: "expand", says: "It is expanded.", count: step, examined: here });
  return found;
}

/**
 * The steps on the path to one, that one included; none for the step before the first.
 * @param {Recording} recording
 * @param {number} index
 */
function pathTo({ steps }, index) {
  const path = /** @type {number[]} */ ([]);
  for (let at = index, depth = Infinity; at >= 0 && depth > 0; at--) {
    if (steps[at].depth >= depth) continue;
    depth = steps[at].depth;
    path.unshift(at);
  }
  return path;
}

/**
 * How many children of a step have been examined when the search has come to one of them.
 * @param {Recording} recording
 * @param {number} index
 * @param {number} state
 */
function place(recording, index, state) {
  const move = recording.steps[index].next.find((child) => child.state === state)?.move;
  return verdictsOf(recording, index).findIndex((one) => one.move === move) + 1;
}

/**
 * @param {Recording} recording
 * @param {number} index of a step, from 0
 * @returns {Verdict[]}
 */
function verdictsOf(recording, index) {
  return treeAfter(recording, index + 1).verdicts;
}

/** @param {Verdict} verdict */
function childSays({ move, verdict }) {
  return `Child ${move}: ${VERDICTS[verdict]}.`;
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
        lines[at].classList.toggle("lesson__line--ran", ran.some(({ tag, tested = [] }) => [tag, ...tested].some((one) => tags.includes(one))));
        if (now) lines[at].setAttribute("aria-current", "step");
        else lines[at].removeAttribute("aria-current");
      });
    },
  };
}
