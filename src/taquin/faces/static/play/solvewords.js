// A search in words: what it has proved so far, its figures, and the effort it took. Pure.

import { duration, percent } from "../shared/measures.js";
import { sentence } from "../shared/dom.js";
import { amount, decimal, said, t, translated } from "../words/said.js";
import { SLIDE_SENTENCES } from "../words/slidesentences.js";

/** @typedef {import("../solver/solver.js").Solution} Solution */
/** @typedef {import("../solver/engine.js").SolverProgress} SolverProgress */

const SOURCES = {
  table: t`looked up in a table of all boards`,
  worker: t`searched in this browser`,
  server: t`searched on the server`,
  method: t`by rows and columns, as people do`,
  beam: t`searched in this browser, by a beam search with a learned heuristic`,
  known: t`the rest of a solution found before`,
};

/**
 * The time and effort of a search, in words.
 * @param {Pick<Solution, "by" | "nodes" | "ms">} solution
 * @returns {string}
 */
export function effortText({ by, nodes, ms }) {
  if (by === "known") return SOURCES[by];
  const time = ms < 1000 ? t`${Math.max(1, Math.round(ms))} ms` : t`${decimal(ms / 1000, 1)} s`;
  const effort = nodes > 0 ? t`${amount(nodes, "node")} in ${time}` : time;
  const before = by === "method" && nodes > 0;
  return before ? t`${SOURCES[by]}, after a search without a solution: ${effort}` : t`${SOURCES[by]}: ${effort}`;
}

/**
 * What is proved of a solution.
 * @param {boolean} optimal
 * @param {number} lower
 * @param {"move" | "slide"} unit  what it should have the fewest of
 * @returns {string}
 */
export function boundsText(optimal, lower, unit) {
  if (unit === "move") return optimal ? t`No shorter solution exists.` : t`Not proved to be the shortest: at least ${amount(lower, "move")} are needed.`;
  return optimal ? translated(SLIDE_SENTENCES.noFewer) : said(SLIDE_SENTENCES.fewer, { lower });
}

/**
 * A running search: `state` and `time` for everybody; `figures` for those who unfold them, "" before there are any.
 * @param {SolverProgress | null} progress  the newest, null before the first
 * @param {string} notice  what the server's search waits for
 * @param {number} ms  since it began
 * @param {"move" | "slide"} [unit]  of the bound
 * @returns {{state: string, time: string, figures: string}}
 */
export function progressWords(progress, notice, ms, unit = "move") {
  const time = t`${decimal(ms / 1000, 1)} s`;
  if (!progress) return { state: t`Starting…`, time, figures: "" };
  const { phase, bound, depth, nodes, best, share = null, left = null } = progress;
  if (phase === "tables") return { state: t`Preparing the search…`, time, figures: "" };
  const waits = phase !== "server" ? notice : notice ? t`on the server: ${notice}` : t`on the server`;
  // Before the first progress the bound is 0, which is not worth showing.
  const atLeast = unit === "move" ? t`at least ${amount(bound, "move")}` : t`at least ${amount(bound, "slide")}`;
  const least = bound ? atLeast : "";
  const found = best ? t`${amount(best, "move")} found` : "";
  const told = [waits, found, least].filter(Boolean);
  const state = told.length > 0 ? sentence(told.join(" · ")) : t`Searching…`;
  // The server's search has no depth to tell when it takes over.
  const deep = depth > 0 ? [t`depth ${depth}`] : [];
  const part = share === null ? [] : [t`${percent(share, 1)}% of it searched`];
  const rest = share === null || left === null ? [] : [t`about ${duration(left)} left`];
  const figures = [t`bound ${bound}`, ...deep, ...part, ...rest, t`${amount(nodes, "node")}`].join(" · ");
  return { state, time, figures: bound ? figures : "" };
}
