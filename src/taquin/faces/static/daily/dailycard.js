/** The card of one daily board: its picture, its result, and what to do with it. */
import { replay } from "../board.js";
import { build, button, sentence } from "../shared/dom.js";
import { spoiltText } from "../shared/gamewords.js";
import { buildThumbnail } from "../shared/thumbnail.js";
import { notesOf, outcomeText } from "./dailytext.js";
import { dailyBoard, dailyGoal } from "./days.js";
import { listed, t } from "../words/said.js";

/** @typedef {import("./dailylog.js").DailyResult} DailyResult */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

/**
 * @param {{name: import("./days.js").DailyName, result: DailyResult | undefined,
 *   optimum: number | null | undefined, record: GameRecord | null, held: boolean, open: boolean,
 *   onPlay: () => void}} card
 *   record: the game of this board that is not finished; held: it is paused; open: it was begun
 * @returns {HTMLElement}
 */
export function buildCard({ name, result, optimum, record, held, open, onPlay }) {
  const { side } = name;
  const size = `${side}×${side}`;
  const words = open ? t`Continue` : result ? t`Again` : t`Play`;
  const state = (record && spoiltText(record)) || (held ? t`Paused; its board is hidden until you resume.` : open ? t`In progress. Your next move starts the clock again.` : t`Not solved yet`);
  const playing = button({ words, kind: result ? "" : "primary", onClick: onPlay });
  playing.setAttribute("aria-label", t`${words}: ${size}`);
  const moves = held ? "" : (record?.moves ?? "");
  const picture = buildThumbnail(replay(dailyBoard(name), moves), dailyGoal(side), t`The ${size} board`);
  // What looks like a board is tapped; one that is solved is not begun again by a slip.
  if (!result) {
    picture.classList.add("daily__picture");
    picture.addEventListener("click", onPlay);
  }
  return build(
    "section",
    { class: `panel daily__card${result?.counts ? " daily__card--solved" : ""}`, "aria-label": size, "data-side": String(side) },
    picture,
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
      result && build("a", { class: "button", href: `#/review?id=${result.record.id}`, text: t`Review`, "aria-label": t`Review: ${size}` }),
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
    perfect && build("span", { class: "badge badge--good", text: t`perfect` }),
    !counts && build("span", { class: "badge", text: t`does not count` }),
  ];
  const notes = listed([reason, ...helps, tries > 1 ? t`solved ${tries} times` : ""].filter(Boolean));
  return [
    build("p", { text: outcomeText(result, optimum) }),
    build("div", { class: "daily__badges" }, ...badges),
    build("p", { class: "note", text: sentence(notes) }),
  ];
}
