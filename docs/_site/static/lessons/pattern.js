/**
 * `<lesson-pattern>`: a 3x3 board, what two patterns see of it, and the sum of their distances.
 *
 * board, goal   the question
 * partition     the tiles of each pattern: `1,2,3,4|5,6,7,8`
 */
import { estimator } from "../taquin/lab/searches/estimators.js";
import { encodeState } from "../taquin/lab/searches/space.js";
import { build } from "../taquin/shared/dom.js";
import { movesText } from "../taquin/shared/measures.js";
import { buildThumbnail } from "../taquin/shared/thumbnail.js";
import { neighbours } from "../taquin/solver/frame.js";
import { attribute, buildBoard, define, distance, press, question } from "./parts.js";

/** @typedef {import("../taquin/board.js").Board} Board */

/**
 * The distance of every placement of the pattern's tiles and the blank: moves of other tiles are free.
 * @param {Board} goal
 * @param {number[]} tiles
 * @returns {Map<string, number>} by the cells of the blank and of each tile
 */
function table(goal, tiles) {
  const near = neighbours(goal.width, goal.height);
  const start = [0, ...tiles].map((tile) => Array.from(goal.cells).indexOf(tile));
  const found = new Map([[start.join(), 0]]);
  let level = [start];
  for (let cost = 0; level.length; cost++) {
    const dearer = /** @type {number[][]} */ ([]);
    // Free moves stay on the level, so it grows while it is read.
    for (const places of level) {
      if (found.get(places.join()) !== cost) continue;
      for (const { cell } of near[places[0]]) {
        const moved = places.indexOf(cell, 1);
        const after = places.with(0, cell);
        if (moved > 0) after[moved] = places[0];
        const price = cost + Number(moved > 0);
        const key = after.join();
        if ((found.get(key) ?? Infinity) <= price) continue;
        found.set(key, price);
        (moved > 0 ? dearer : level).push(after);
      }
    }
    level = dearer;
  }
  return found;
}

define("lesson-pattern", (element) => {
  const { board, goal } = question(element);
  const patterns = attribute(element, "partition").split("|").map((part) => part.split(",").map(Number));
  const tables = patterns.map((tiles) => table(goal, tiles));
  /** A pattern's distance on a board: its table has every placement. */
  const look = (/** @type {number} */ n, /** @type {number[]} */ cells) => {
    const places = [0, ...(patterns[n] ?? [])].map((tile) => cells.indexOf(tile));
    return /** @type {number} */ (tables[n]?.get(places.join()));
  };
  const view = buildBoard({ board, goal });
  const facts = build("div", { class: "lesson__facts", role: "status" });
  const pictures = build("div", { class: "lesson__patterns" });

  /** @param {Board} at */
  function render(at) {
    const cells = Array.from(at.cells);
    const values = patterns.map((_, n) => look(n, cells));
    pictures.replaceChildren(...patterns.map((tiles, n) => {
      const picture = buildThumbnail(at, goal, `Tiles ${tiles.join(", ")} of the board`);
      cells.forEach((tile, cell) => {
        if (tile && !tiles.includes(tile)) picture.children[cell].className = "thumb__tile thumb__tile--other";
        if (tile && !tiles.includes(tile)) picture.children[cell].textContent = "";
      });
      const name = tiles.join(", ");
      return build("figure", {}, picture, build("figcaption", { text: `${movesText(values[n])} of ${name}` }));
    }));
    const sum = values.reduce((one, other) => one + other);
    const { hi, lo } = encodeState(at.cells);
    facts.replaceChildren(
      build("p", { text: `Patterns: ${values.join(" + ")} = ${sum}.` }),
      build("p", { text: `Manhattan distance: ${estimator("manhattan", goal, "stm")(hi, lo)}.` }),
      build("p", { text: `True distance: ${distance(at, goal)}.` }),
    );
  }
  view.addEventListener("taquin-move", (event) => {
    render(/** @type {CustomEvent<{to: Board}>} */ (event).detail.to);
  });
  const show = (/** @type {Board} */ next) => {
    view.show(next);
    render(next);
  };
  render(board);
  return [
    build("div", { class: "lesson__board" }, view),
    build(
      "div",
      { class: "lesson__side" },
      pictures,
      facts,
      build("div", { class: "lesson__tools" }, press("Start again", () => show(board)), press("Show the goal", () => show(goal))),
    ),
  ];
});

