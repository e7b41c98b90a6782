// What the solver's panel shows of a search and of its solution; loaded for the first one.

import { build, button } from "../shared/dom.js";
import { amount, counted, t } from "../words/said.js";
import { boundsText, effortText, progressWords } from "./solvewords.js";

/** @typedef {import("../solver/solver.js").Solution} Solution */
/** @typedef {import("../solver/slidesolver.js").Pushed} Pushed */
/** @typedef {import("../solver/engine.js").SolverProgress} SolverProgress */
/** @typedef {import("../game/recordshape.js").Unit} Unit */

/** No line begins or ends with a dot. @param {string} text */
const unbroken = (text) => text.replaceAll(" · ", "\u00a0·\u00a0");

/**
 * A search's progress, live.
 * @param {Unit} unit
 * @param {object} panel
 * @param {() => Solution | null} panel.best  the best solution so far, in moves
 * @param {() => void} panel.cancel
 * @param {() => void} panel.settle  ends the search with that one
 * @param {(title: string, ...parts: Node[]) => HTMLElement} panel.fold  parts for those who unfold them
 * @returns {{parts: HTMLElement[], cancel: HTMLElement, show(progress: SolverProgress): void, notice(text: string): void,
 *   stop(): void}}
 */
export function buildSearch(unit, panel) {
  const state = build("p", { class: "solve__state", text: t`Starting…` });
  const time = build("p", { class: "solve__time" });
  const figures = build("p", { class: "solve__figures" });
  const words = unit === "move" ? t`The bound is proved: no solution has fewer moves.` : t`The bound is proved: no solution has fewer slides.`;
  const folded = panel.fold(t`Figures of the search`, figures, build("p", { class: "note", text: words }));
  folded.hidden = true;
  const began = performance.now();
  let last = /** @type {SolverProgress | null} */ (null);
  /** What the server's search is waiting for, until it reports progress. */
  let notice = "";
  const paint = () => {
    const said = progressWords(last, notice, performance.now() - began, unit);
    state.textContent = unbroken(said.state);
    time.textContent = said.time;
    figures.textContent = unbroken(said.figures);
    folded.hidden = !said.figures;
    const best = unit === "move" ? panel.best() : null;
    enough.hidden = best === null;
    if (best) enough.textContent = t`Show the ${amount(Number(best.cost), "move")}`;
  };
  const timer = setInterval(paint, 100);
  const cancel = button({ words: t`Cancel`, onClick: panel.cancel });
  const enough = button({ words: "", kind: "primary", onClick: panel.settle });
  enough.hidden = true;
  // What comes later stands beside and below the button, which stays where it is.
  const exits = build("div", { class: "toolbar" }, cancel, enough);
  return {
    parts: [build("h2", { text: t`Solving` }), build("div", { class: "solve__now" }, state, time), exits, folded],
    cancel,
    show: (progress) => {
      last = progress;
      notice = "";
    },
    notice: (text) => {
      notice = text;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * A solution in words.
 * @param {Solution | Pushed} solution
 * @returns {{length: string, bounds: string, head: HTMLElement, found: HTMLElement}}
 */
export function solutionParts(solution) {
  const moves = /** @type {string} */ (solution.moves).length;
  const { optimal, lowerBound } = solution;
  const slides = "slides" in solution ? solution.slides : null;
  const length = slides === null ? counted(moves, "move") : counted(slides, "slide");
  const counting = slides === null ? t`Single-tile moves` : t`${amount(moves, "move")}; a slide moves one tile or several along a line`;
  const proved = slides === null ? t`shortest, proved` : t`fewest, proved`;
  const badge = { class: `badge ${optimal ? "badge--good" : "badge--warn"}`, text: optimal ? proved : t`not proved` };
  return {
    length,
    bounds: boundsText(optimal, lowerBound, slides === null ? "move" : "slide"),
    head: build("div", { class: "solve__head" }, build("h2", { text: length }), build("span", badge)),
    found: build("p", { class: "note", text: t`${counting}; ${effortText(solution)}.` }),
  };
}
