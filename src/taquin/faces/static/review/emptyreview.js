/**
 * The review without a game: what a review shows, on an example that opens with one click, and ways
 * to bring a game from elsewhere.
 */
import { namedGoal, parseBoard } from "../board.js";
import { build, button, sentence } from "../shared/dom.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { readReplay, writeFragment } from "../notation/links.js";
import { packMoves } from "../notation/packing.js";
import { inOrder, slidesOf } from "../game/record.js";
import { fileInput, importWords } from "../game/importing.js";
import { readRecords } from "../game/records.js";
import { EXAMPLE } from "./example.js";
import { ReviewGraph } from "./reviewgraph.js";
import { judgeSlides, stretchesOf } from "./reviewmodel.js";
import { buildSummary, stretchLine } from "./reviewparts.js";

/** @typedef {import("../shared/app.js").App} App */

/**
 * @param {App} app
 * @param {boolean} lost  whether a certain game was asked for
 * @returns {HTMLElement[]}
 */
export function buildEmpty(app, lost) {
  const text = lost
    ? "This game is not in this browser's history; it may have been deleted."
    : "Compare a game with perfect play: how far each board was from the goal, what each move was worth, and where moves were lost.";
  return [
    build("div", { class: "review__head" }, build("h1", { text: "Review" })),
    build("p", { class: "review__lead", text }),
    build("div", { class: "review__empty" }, buildExample(), build("div", { class: "review__own" }, buildYours(app), buildGiven(app))),
  ];
}

function buildExample() {
  const { start, moves, left } = EXAMPLE;
  const params = { b: start, m: packMoves(moves) };
  const record = readReplay(params);
  const [board, goal] = [parseBoard(start), namedGoal("last", record.width, record.height)];
  const distances = left.map((value) => ({ value, lower: value, upper: value, exact: true }));
  const slides = slidesOf(record);
  const [costliest] = stretchesOf(judgeSlides(slides, distances, []), 1);
  const graph = new ReviewGraph(null);
  graph.show(distances);
  return build(
    "section",
    { class: "panel example", "aria-label": "Example" },
    build("div", { class: "example__head" },
      build("h2", { text: "An example: 3×3, solved row by row" }),
      buildThumbnail(board, goal, "The board of the example"),
      buildSummary(record, { distances, waiting: 0 }, slides.length)),
    graph.element,
    build("div", { class: "example__foot" },
      build("div", {}, build("h3", { text: "Where most moves were lost" }), stretchLine(costliest)),
      build("a", { class: "button button--primary", href: writeFragment("replay", params), text: "Open the example" })),
  );
}

/** @param {App} app */
function buildYours(app) {
  return build(
    "section",
    { class: "panel", "aria-label": "Your games" },
    build("h2", { text: "Your games" }),
    build("p", { text: "Solve a board, then choose Review. Every solved game is also in the statistics, with its review." }),
    build("div", { class: "toolbar" }, button({ words: "Play", onClick: () => app.go("play") })),
  );
}

/** @param {App} app */
function buildGiven(app) {
  const text = build("textarea", {
    id: "review-given",
    rows: "3",
    spellcheck: "false",
    autocapitalize: "none",
    "aria-describedby": "review-given-help review-given-error",
  });
  const error = build("p", { class: "error", id: "review-given-error", role: "alert" });
  const tell = (/** @type {string} */ words) => {
    error.textContent = words;
    text.setAttribute("aria-invalid", String(words !== ""));
  };
  const open = async (/** @type {string | Promise<string>} */ chosen) => {
    try {
      const given = await chosen;
      const { isExported, replayOf } = await import("./givengame.js");
      if (isExported(given)) await importGames(app, given);
      else location.hash = replayOf(given);
      tell("");
      text.value = "";
    } catch (problem) {
      tell(sentence(/** @type {Error} */ (problem).message));
    }
  };
  const kinds = { accept: ".json,.csv,.txt,application/json,text/csv,text/plain", label: "File with games", megabytes: 50 };
  const file = fileInput(kinds, open);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.value.trim()) void open(text.value);
    else {
      tell("Paste a game first.");
      text.focus();
    }
  };
  const help = "A replay link, exported games, or a board with its moves (U, D, L, R) on the line below.";
  return build(
    "form",
    { class: "panel", "aria-label": "A game from elsewhere", novalidate: true, on: { submit } },
    build("h2", { text: "A game from elsewhere" }),
    build("div", { class: "field" },
      build("label", { for: text.id, text: "Paste it here" }),
      text,
      build("small", { id: "review-given-help", text: help })),
    error,
    build("div", { class: "toolbar" },
      build("button", { class: "button", type: "submit", text: "Review it" }),
      button({ words: "Choose a file", kind: "quiet", onClick: () => file.click() }),
      file),
  );
}

/**
 * Add exported games to the history, and open the latest.
 * @param {App} app
 * @param {string} text
 */
async function importGames({ history, go, notify }, text) {
  const { records, faults } = readRecords(text);
  const latest = inOrder(records.filter(({ moves }) => moves !== "")).at(-1);
  if (!latest) throw new Error(faults[0] ?? "these games have no moves.");
  notify(importWords(await history.import(text)));
  go("review", { id: latest.id });
}
