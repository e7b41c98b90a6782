/**
 * The table of kept games, the latest first.
 */
import { firstRows } from "../shared/cards.js";
import { build, button } from "../shared/dom.js";
import { controlText } from "./kindwords.js";
import { countIn } from "../game/record.js";
import { counted } from "../shared/measures.js";
import { controlOf, tpsOf } from "./stats.js";
import { dateText } from "../shared/gamewords.js";
import { assistance } from "../shared/outcome.js";
import { givenUpText, recordParts, resultTime } from "../shared/timewords.js";
import { kindText } from "./kindwords.js";
import { decimal, said, t, translated } from "../words/said.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * @param {GameRecord[]} games the oldest first
 * @param {(game: GameRecord) => void} remove
 * @param {{all: boolean, onAll: () => void}} shown  whether all of them are shown at once
 * @returns {HTMLElement}
 */
export function gameRows(games, remove, shown) {
  const latest = games.slice().reverse();
  const names = [t`Played`, t`Size`, t`Time`, t`Moves`, "TPS", t`Control`, t`Remarks`];
  const head = names.map((name, i) =>
    build("th", { scope: "col", class: i > 1 && i < 5 ? "number" : null, text: name }),
  );
  const table = build(
    "table",
    { class: "table games" },
    build("thead", {}, build("tr", {}, ...head, build("td"))),
    build("tbody"),
  );
  return firstRows(table, names.slice(1), latest.map((game) => () => row(game, remove)), { narrow: 5, wide: 8 }, shown);
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
  // An attempt that was given up may leave a board without a move.
  const begun = solved || game.moves !== "";
  const left = !solved && begun && game.ended !== undefined && build("small", { class: "games__parts", text: joinedToNumbers(givenUpText(game.ended)) });
  return build(
    "tr",
    {},
    build("th", { scope: "row" }, build("a", { href: `#/review?id=${game.id}`, text: when })),
    build("td", { text: kindText(game) }),
    build("td", { class: "number" }, build("span", { text: solved ? resultTime(time || null) : t`DNF` }), parts && partsLine(parts), left),
    game.metric && begun
      ? build("td", { class: "number", text: counted(countIn(game), "slide") })
      : number(begun ? String(game.moves.length) : "–", said("{moves:move|moves}", { moves: game.moves.length })),
    number(solved && time > 0 ? decimal(tpsOf(game), 2) : "–", "TPS"),
    build("td", { text: controlText(controlOf(game)) }),
    build("td", {}, assistance(game) ?? build("span", { class: "games__none", text: translated("none", "remarks") })),
    build("td", {}, button({ icon: "close", words: t`Delete the game of ${when}`, quiet: true, kind: "quiet", onClick: () => remove(game) })),
  );
}

/** @param {string} text @returns {string}  in which no number begins a line */
const joinedToNumbers = (text) => text.replace(/ (?=\d)/g, "\u00a0");

/**
 * The parts of a time, each of which stays in one line where there is room.
 * @param {string} parts  as recordParts gives them
 */
function partsLine(parts) {
  const [before, moving] = parts.split(" + ");
  return build("small", { class: "games__parts" }, build("span", { text: joinedToNumbers(before) }), " ", build("span", { text: `+ ${joinedToNumbers(moving)}` }));
}
