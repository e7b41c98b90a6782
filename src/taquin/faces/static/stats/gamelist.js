/**
 * The table of kept games, the latest first.
 */
import { asCards } from "../shared/cards.js";
import { build, button, keepFocus } from "../shared/dom.js";
import { controlOf, sizeOf, tpsOf } from "./stats.js";
import { assistance, dateText, timeText } from "../shared/gamewords.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

const FIRST = 15;

/**
 * @param {GameRecord[]} games the oldest first
 * @param {(game: GameRecord) => void} remove
 * @returns {HTMLElement}
 */
export function gameRows(games, remove) {
  const latest = games.slice().reverse();
  const body = build("tbody", {}, ...latest.slice(0, FIRST).map((game) => row(game, remove)));
  const names = ["Played", "Size", "Time", "Moves", "TPS", "Control", "Help"];
  const head = names.map((name, i) =>
    build("th", { scope: "col", class: i > 1 && i < 5 ? "number" : null, text: name }),
  );
  const table = build(
    "table",
    { class: "table games" },
    build("thead", {}, build("tr", {}, ...head, build("td"))),
    body,
  );
  asCards(table, names.slice(1));
  if (latest.length <= FIRST) return table;
  const more = button({
    words: `Show all ${latest.length}`,
    onClick: () => {
      body.append(...latest.slice(FIRST).map((game) => row(game, remove)));
      asCards(table, names.slice(1));
      // The button disappears, so the focus moves to the first added row.
      keepFocus(
        () => more.remove(),
        () => body.children[FIRST].querySelector("a"),
      );
    },
  });
  return build("div", {}, table, more);
}

/**
 * @param {GameRecord} game
 * @param {(game: GameRecord) => void} remove
 * @returns {HTMLElement}
 */
function row(game, remove) {
  const when = dateText(game.created);
  const number = (/** @type {string} */ text) => build("td", { class: "number", text });
  const time = game.times.at(-1) ?? 0;
  return build(
    "tr",
    {},
    build("th", { scope: "row" }, build("a", { href: `#/review?id=${game.id}`, text: when })),
    build("td", { text: sizeOf(game).replace("x", "×") }),
    number(game.status === "solved" ? (time > 0 ? timeText(time, 2) : "–") : "DNF"),
    number(String(game.moves.length)),
    number(time > 0 ? tpsOf(game).toFixed(2) : "–"),
    build("td", { text: controlOf(game) }),
    build("td", { text: assistance(game) ?? "none" }),
    build("td", {}, button({ icon: "close", words: `Delete the game of ${when}`, quiet: true, kind: "quiet", onClick: () => remove(game) })),
  );
}
