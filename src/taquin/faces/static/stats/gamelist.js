/**
 * The table of kept games, the latest first.
 */
import { firstRows } from "../shared/cards.js";
import { build, button } from "../shared/dom.js";
import { controlOf, tpsOf } from "./stats.js";
import { dateText } from "../shared/gamewords.js";
import { assistance } from "../shared/outcome.js";
import { givenUpText, recordParts, resultTime } from "../shared/timewords.js";
import { kindText } from "./kindwords.js";
import { unitOf } from "../shared/measures.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * @param {GameRecord[]} games the oldest first
 * @param {(game: GameRecord) => void} remove
 * @returns {HTMLElement}
 */
export function gameRows(games, remove) {
  const latest = games.slice().reverse();
  const names = ["Played", "Size", "Time", "Moves", "TPS", "Control", "Remarks"];
  const head = names.map((name, i) =>
    build("th", { scope: "col", class: i > 1 && i < 5 ? "number" : null, text: name }),
  );
  const table = build(
    "table",
    { class: "table games" },
    build("thead", {}, build("tr", {}, ...head, build("td"))),
    build("tbody"),
  );
  return firstRows(table, names.slice(1), latest.map((game) => () => row(game, remove)), { narrow: 5, wide: 8 });
}

/**
 * @param {GameRecord} game
 * @param {(game: GameRecord) => void} remove
 * @returns {HTMLElement}
 */
function row(game, remove) {
  const when = dateText(game.created);
  const number = (/** @type {string} */ text, /** @type {string} */ unit) => build("td", { class: "number", text, "data-unit": unit });
  const time = game.times.at(-1) ?? 0;
  const solved = game.status === "solved";
  const parts = solved && recordParts(game);
  const left = !solved && game.ended !== undefined && build("small", { class: "games__parts", text: givenUpText(game.ended).replace("after ", "after\u00a0") });
  return build(
    "tr",
    {},
    build("th", { scope: "row" }, build("a", { href: `#/review?id=${game.id}`, text: when })),
    build("td", { text: kindText(game) }),
    build("td", { class: "number" }, build("span", { text: solved ? resultTime(time || null) : "DNF" }), parts && partsLine(parts), left),
    number(String(game.moves.length), unitOf(game.moves.length, "move")),
    number(solved && time > 0 ? tpsOf(game).toFixed(2) : "–", "TPS"),
    build("td", { text: controlOf(game) }),
    build("td", {}, assistance(game) ?? build("span", { class: "games__none", text: "none" })),
    build("td", {}, button({ icon: "close", words: `Delete the game of ${when}`, quiet: true, kind: "quiet", onClick: () => remove(game) })),
  );
}

/**
 * The parts of a time, each of which stays in one line.
 * @param {string} parts  as recordParts gives them
 */
function partsLine(parts) {
  const [before, moving] = parts.split(" + ");
  return build("small", { class: "games__parts" }, build("span", { text: before }), " ", build("span", { text: `+ ${moving}` }));
}
