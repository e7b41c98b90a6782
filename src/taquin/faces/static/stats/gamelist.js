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
  const names = [t`Played`, t`Size`, t`Time`, lengthHead(games), "TPS", t`Control`, t`Remarks`];
  const head = names.map((name, i) =>
    build("th", { scope: "col", class: i > 1 && i < 5 ? "number" : null, text: name }),
  );
  const table = build(
    "table",
    { class: "table games" },
    build("thead", {}, build("tr", {}, ...head, build("td"))),
    build("tbody"),
  );
  return firstRows(table, names.slice(1), latest.map((game) => () => row(game, remove, games)), { narrow: 5, wide: 8 }, shown);
}

/**
 * The head of a column of lengths: what the games count, of which one unit is named with each number.
 * @param {GameRecord[]} games
 */
export const lengthHead = (games) => (games.every(({ metric }) => metric) ? t`Slides` : t`Moves`);

/**
 * How long a game is, below that head.
 * @param {GameRecord} game
 * @param {GameRecord[]} games  of the column
 * @returns {string}
 */
export function lengthBelow(game, games) {
  const length = countIn(game);
  return game.metric && !games.every(({ metric }) => metric) ? counted(length, "slide").replace(" ", "\u00a0") : String(length);
}

/**
 * @param {GameRecord} game
 * @param {(game: GameRecord) => void} remove
 * @param {GameRecord[]} games  of the table
 * @returns {HTMLElement}
 */
function row(game, remove, games) {
  const when = dateText(game.created);
  const number = (/** @type {string} */ text, /** @type {string | null} */ unit) => build("td", { class: "number", text, "data-unit": unit });
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
    number(begun ? lengthBelow(game, games) : "–", lengthUnit(game, games)),
    number(solved && time > 0 ? decimal(tpsOf(game), 2) : "–", "TPS"),
    build("td", { text: controlText(controlOf(game)) }),
    build("td", {}, assistance(game) ?? build("span", { class: "games__none", text: translated("none", "remarks") })),
    build("td", {}, button({ icon: "close", words: t`Delete the game of ${when}`, quiet: true, kind: "quiet", onClick: () => remove(game) })),
  );
}

/**
 * The unit after the number where the table is cards; nothing where the number has one.
 * @param {GameRecord} game
 * @param {GameRecord[]} games
 */
function lengthUnit(game, games) {
  if (!game.metric) return said("{moves:move|moves}", { moves: game.moves.length });
  return games.every(({ metric }) => metric) ? said("{slides:slide|slides}", { slides: countIn(game) }) : null;
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
