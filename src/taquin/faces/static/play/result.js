// The result of a finished game: how near to perfect, what it improved, and what to do next.

import { parseBoard } from "../board.js";
import { build, button, fill, keepFocus } from "../shared/dom.js";
import { seedDay } from "../game/record.js";
import { helpBadge, resultText } from "../shared/gamewords.js";
import { keyLabel } from "../shared/keys.js";
import { movesText } from "../shared/measures.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** Cells of the largest board whose shortest solution is looked for at once. */
const LARGEST = 16;
const BUDGET = 20_000;
const MEASURES = { time: "time", moves: "fewest moves", tps: "moves per second" };
const AVERAGES = /** @type {Record<string, string>} */ ({
  single: "Personal best",
  ao5: "Best average of 5",
  ao12: "Best average of 12",
});

/**
 * How a solved game compares with a shortest solution.
 * @param {number} moves
 * @param {number} least
 * @returns {string}
 */
export function comparedText(moves, least) {
  if (moves === least) return "Perfect: no solution is shorter.";
  return `${movesText(moves - least)} over the optimum of ${least}.`;
}

/**
 * Whether a shortest solution is looked for at once: on small boards, for the player's own moves.
 * @param {GameRecord} record
 */
function comparable({ width, height, moves, inputs }) {
  return moves !== "" && !inputs.includes("s") && width * height <= LARGEST;
}

/**
 * The panel of the result, hidden until the game is solved.
 * @param {App} app
 * @param {{renew: () => void, share: () => void}} actions
 * @returns {HTMLElement}
 */
export function buildResult(app, { renew, share }) {
  const { game, settings } = app;
  const panel = build("section", { class: "panel result", "aria-label": "Result", hidden: true });
  const title = build("h2");
  const compared = build("p", { class: "result__compared" });
  const bests = build("ul", { class: "result__bests" });
  /** The game that the panel shows. */
  let shown = "";
  let asking = new AbortController();

  function paint() {
    panel.hidden = !game.solved;
    const { record } = game;
    const now = game.solved ? record.id : "";
    if (now === shown) return;
    shown = now;
    asking.abort();
    if (!game.solved) return;
    asking = new AbortController();
    title.textContent = record.moves ? "Solved" : "Already solved";
    panel.classList.remove("result--perfect");
    compared.textContent = comparable(record) ? "Comparing with a shortest solution …" : "";
    fill(bests);
    fill(
      panel,
      build("div", { class: "result__head" }, title, helpBadge(record)),
      compared,
      build("p", {
        text: record.moves ? resultText(record, settings.get("timer")) : "This board already is the goal.",
      }),
      bests,
      build(
        "div",
        { class: "toolbar" },
        next(),
        record.moves &&
          button({ words: "Review", onClick: () => app.go("review", { id: record.id }) }),
        seedDay(record) && button({ words: "Daily", onClick: () => app.go("daily") }),
        record.moves && button({ words: "Share", icon: "share", onClick: share }),
      ),
    );
    if (record.moves) void judge(structuredClone(record), asking.signal);
  }

  function next() {
    const [key] = settings.get("keys").new ?? [];
    return button({
      words: "Next board",
      hint: key && keyLabel(key),
      icon: "new",
      kind: "primary",
      onClick: renew,
    });
  }

  /**
   * @param {GameRecord} record
   * @param {AbortSignal} signal
   */
  async function judge(record, signal) {
    try {
      await Promise.all([compare(record, signal), announceBests(record, signal)]);
    } catch (error) {
      if (!signal.aborted) console.warn("The result could not be compared:", error);
    }
  }

  /**
   * @param {GameRecord} record
   * @param {AbortSignal} signal
   */
  async function compare(record, signal) {
    if (!comparable(record)) return;
    const { moves } = record;
    const goal = parseBoard(record.goal, record);
    const start = parseBoard(record.start, record);
    const [{ value }] = await app.solver.distances([start], goal, { signal, budget: BUDGET });
    if (signal.aborted) return;
    compared.textContent = value === null ? "" : comparedText(moves.length, value);
    panel.classList.toggle("result--perfect", moves.length === value);
    if (value !== null) app.say(compared.textContent, { after: true });
  }

  /**
   * @param {GameRecord} record
   * @param {AbortSignal} signal
   */
  async function announceBests(record, signal) {
    const [{ newBests }, games] = await Promise.all([import("../stats/stats.js"), app.history.all()]);
    if (signal.aborted) return;
    const improved = newBests(games, record)
      .filter(({ measure }) => measure === "moves" || settings.get("timer"))
      .map(({ measure, average }) => `${AVERAGES[average]}: ${MEASURES[measure]}`);
    fill(bests, ...improved.map((text) => build("li", { text })));
    if (improved.length > 0) app.say(`${improved.join(". ")}.`, { after: true });
  }

  const repaint = () =>
    keepFocus(paint, () => (panel.hidden ? app.element : panel.querySelector("button")));
  game.addEventListener("change", repaint);
  game.addEventListener("start", repaint);
  paint();
  return panel;
}
