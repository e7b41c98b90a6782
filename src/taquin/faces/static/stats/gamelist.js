/**
 * The table of kept games, the latest first.
 */
import { asCards } from "../shared/cards.js";
import { build, button, keepFocus } from "../shared/dom.js";
import { controlOf, tpsOf } from "./stats.js";
import { assistance, dateText } from "../shared/gamewords.js";
import { recordParts, resultTime } from "../shared/timewords.js";
import { kindText } from "./kindwords.js";

/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/** How many are listed at first: fewer where each takes several lines. */
const FIRST = { narrow: 6, wide: 15 };

/**
 * @param {GameRecord[]} games the oldest first
 * @param {(game: GameRecord) => void} remove
 * @returns {HTMLElement}
 */
export function gameRows(games, remove) {
  const latest = games.slice().reverse();
  const first = FIRST[matchMedia("(max-width: 40rem)").matches ? "narrow" : "wide"];
  const body = build("tbody", {}, ...latest.slice(0, first).map((game) => row(game, remove)));
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
  if (latest.length <= first) return table;
  const more = button({
    words: `Show all ${latest.length}`,
    onClick: () => {
      body.append(...latest.slice(first).map((game) => row(game, remove)));
      asCards(table, names.slice(1));
      // The button disappears, so the focus moves to the first added row.
      keepFocus(
        () => more.remove(),
        () => body.children[first].querySelector("a"),
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
  const solved = game.status === "solved";
  const parts = solved && recordParts(game);
  return build(
    "tr",
    {},
    build("th", { scope: "row" }, build("a", { href: `#/review?id=${game.id}`, text: when })),
    build("td", { text: kindText(game) }),
    build("td", { class: "number" }, build("span", { text: solved ? resultTime(time || null) : "DNF" }), parts && build("small", { class: "games__parts", text: parts })),
    number(String(game.moves.length)),
    number(solved && time > 0 ? tpsOf(game).toFixed(2) : "–"),
    build("td", { text: controlOf(game) }),
    build("td", {}, assistance(game) ?? build("span", { class: "games__none", text: "none" })),
    build("td", {}, button({ icon: "close", words: `Delete the game of ${when}`, quiet: true, kind: "quiet", onClick: () => remove(game) })),
  );
}
