// A search in words: what it has proved so far, its figures, and the effort it took. Pure.

import { count, counted, duration, movesText, percent } from "../shared/measures.js";
import { sentence } from "../shared/dom.js";

/** @typedef {import("../solver/solver.js").Solution} Solution */
/** @typedef {import("../solver/engine.js").SolverProgress} SolverProgress */

const SOURCES = {
  table: "looked up in a table of all boards",
  worker: "searched in this browser",
  server: "searched on the server",
  method: "row by row, as people do",
  beam: "searched in this browser, by a beam search with a learned heuristic",
  known: "the rest of a solution found before",
};

/**
 * The time and effort of a search, in words.
 * @param {Pick<Solution, "by" | "nodes" | "ms">} solution
 * @returns {string}
 */
export function effortText({ by, nodes, ms }) {
  if (by === "known") return SOURCES[by];
  const time = ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
  const effort = nodes > 0 ? `${count(nodes)} nodes in ${time}` : time;
  const before = by === "method" && nodes > 0;
  return before ? `${SOURCES[by]}, after a search without a solution: ${effort}` : `${SOURCES[by]}: ${effort}`;
}

/**
 * What is proved of a solution.
 * @param {boolean} optimal
 * @param {number} lower
 * @param {"move" | "slide"} unit  what it should have the fewest of
 * @returns {string}
 */
export function boundsText(optimal, lower, unit) {
  if (unit === "move") return optimal ? "No shorter solution exists." : `Not proved to be shortest: at least ${movesText(lower)} are needed.`;
  return optimal ? "No solution has fewer slides." : `Fewer slides may be enough, but at least ${count(lower)} are needed.`;
}

/**
 * A running search: `state` for everybody; `figures` for those who unfold them, "" before there are any.
 * @param {SolverProgress | null} progress  the newest, null before the first
 * @param {string} notice  what the server's search waits for
 * @param {number} ms  since it began
 * @param {"move" | "slide"} [unit]  of the bound
 * @returns {{state: string, figures: string}}
 */
export function progressWords(progress, notice, ms, unit = "move") {
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  if (!progress) return { state: `Starting … ${seconds}`, figures: "" };
  const { phase, bound, depth, nodes, best, share = null, left = null } = progress;
  if (phase === "tables") return { state: `Building pattern tables … ${seconds}`, figures: "" };
  const waits = [phase === "server" && "on the server", notice].filter(Boolean).join(": ");
  // Before the first progress the bound is 0, which is not worth showing.
  const least = bound ? `at least ${counted(bound, unit)}` : "";
  const found = best ? `${movesText(best)} found` : "";
  const told = [waits, found, least].filter(Boolean);
  const state = told.length > 0 ? sentence([...told, seconds].join(" · ")) : `Searching … ${seconds}`;
  // The server's search has no depth to tell when it takes over.
  const deep = depth > 0 ? [`depth ${depth}`] : [];
  const part = share === null ? [] : [`${percent(share, 1)}% of it searched`];
  const rest = share === null || left === null ? [] : [`about ${duration(left)} left`];
  const figures = [`bound ${bound}`, ...deep, ...part, ...rest, `${count(nodes)} nodes`].join(" · ");
  return { state, figures: bound ? figures : "" };
}
