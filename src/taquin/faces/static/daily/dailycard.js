/** The card of one daily board: its picture, its result, and what to do with it. */
import { replay } from "../board.js";
import { build, button, sentence } from "../shared/dom.js";
import { spoiltText } from "../shared/outcome.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { notesOf, outcomeText } from "./dailytext.js";
import { dailyBoard, dailyGoal } from "./days.js";

/** @typedef {import("./dailylog.js").DailyResult} DailyResult */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * @param {{name: import("./days.js").DailyName, result: DailyResult | undefined,
 *   optimum: number | null | undefined, record: GameRecord | null, open: boolean, onPlay: () => void}} card
 *   record: the game of this board that is not finished; open: it was begun
 * @returns {HTMLElement}
 */
export function buildCard({ name, result, optimum, record, open, onPlay }) {
  const { side } = name;
  const size = `${side}×${side}`;
  const words = open ? "Continue" : result ? "Again" : "Play";
  const state = (record && spoiltText(record)) || (open ? "In progress. Your next move starts the clock again." : "Not solved yet");
  const playing = button({ words, kind: result ? "" : "primary", onClick: onPlay });
  playing.setAttribute("aria-label", `${words}: ${size}`);
  return build(
    "section",
    { class: `panel daily__card${result?.counts ? " daily__card--solved" : ""}`, "aria-label": size, "data-side": String(side) },
    buildThumbnail(replay(dailyBoard(name), record?.moves ?? ""), dailyGoal(side), `The ${size} board`),
    build(
      "div",
      { class: "daily__result" },
      build("h3", { text: size }),
      ...(result ? outcome(result, optimum) : [build("p", { class: "note", text: state })]),
    ),
    build(
      "div",
      { class: "toolbar" },
      playing,
      result && build("a", { class: "button", href: `#/review?id=${result.record.id}`, text: "Review", "aria-label": `Review: ${size}` }),
    ),
  );
}

/**
 * @param {DailyResult} result
 * @param {number | null | undefined} optimum
 * @returns {Node[]}
 */
function outcome(result, optimum) {
  const { counts, tries } = result;
  const { perfect, reason, helps } = notesOf(result, optimum);
  const badges = [
    perfect && build("span", { class: "badge badge--good", text: "perfect" }),
    !counts && build("span", { class: "badge", text: "does not count" }),
  ];
  const notes = [reason, ...helps, tries > 1 && `solved ${tries} times`].filter(Boolean).join(", ");
  return [
    build("p", { text: outcomeText(result, optimum) }),
    build("div", { class: "daily__badges" }, ...badges),
    build("p", { class: "note", text: sentence(notes) }),
  ];
}
