/**
 * The games of this session beside the board: the newest first, and the averages they make.
 */
import { isClean } from "../game/record.js";
import { timeText } from "../shared/gamewords.js";
import { resultTime } from "../shared/timewords.js";
import { assistance } from "../shared/outcome.js";
import { build, fill } from "../shared/dom.js";
import { count, lengthText } from "../shared/measures.js";
import { AVERAGES, figure, measurable, presentSession, valuesOf } from "../stats/stats.js";
import { writeFragment } from "../notation/links.js";
import { t } from "../words/said.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../game/record.js").GameRecord} GameRecord */

const SHOWN = 5;
const NAMES = /** @type {Record<string, string>} */ ({ single: t`Best`, ao5: "ao5", ao12: "ao12" });

/**
 * The best game and the newest averages of a session; games with help do not count.
 * @param {GameRecord[]} games  the oldest first
 * @param {boolean} timed  whether by time, otherwise by moves
 * @returns {Array<[string, string]>} names and values; none where there are not enough games
 */
export function standing(games, timed) {
  const measure = timed ? "time" : "moves";
  const values = valuesOf(measurable(games.filter(isClean), measure), measure);
  return AVERAGES.flatMap((average) => {
    if (!(average.name in NAMES)) return [];
    const { current, best } = figure(values, average, measure);
    const value = average.size === 1 ? best : current;
    if (value === null) return [];
    return [/** @type {[string, string]} */ ([NAMES[average.name], timed || value === Infinity ? resultTime(value) : count(value)])];
  });
}

/**
 * @param {HTMLElement} root empty; becomes the panel, hidden while the session has no such game
 * @param {App} app
 */
export function mountSession(root, { game, history, settings }) {
  const figures = build("dl", { class: "session__figures" });
  const list = build("ol", { class: "session__games" });
  root.className = "panel session";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", t`This session`);
  root.hidden = true;
  // Why a better game below is not the best.
  const note = build("p", { class: "note", text: t`Averages and bests count only fresh random and daily boards, without help, pause or undo.` });
  root.append(
    build("div", { class: "session__head" }, build("h2", { text: t`This session` }), build("a", { href: "#/stats", text: t`Statistics` })),
    figures,
    note,
    list,
  );
  /** @type {GameRecord[]} */
  let games = [];
  function paint() {
    const timed = settings.get("timer");
    const shown = presentSession(games, game.record, Date.now());
    root.hidden = shown.length === 0;
    fill(figures, ...standing(shown, timed).map(([name, value]) =>
      build("div", {}, build("dt", { class: "figure__label", text: name }), build("dd", { text: value })),
    ));
    note.hidden = shown.every(isClean);
    fill(list, ...shown.slice(-SHOWN).reverse().map((record) => entry(record, timed)));
  }
  async function read() {
    games = await history.all();
    paint();
  }
  history.addEventListener("change", read);
  game.addEventListener("start", paint);
  settings.addEventListener("change", paint);
  void read();
}

/**
 * @param {GameRecord} record
 * @param {boolean} timed
 */
function entry(record, timed) {
  const time = record.times.at(-1) ?? 0;
  const moves = lengthText(record);
  const help = assistance(record);
  const result = record.status === "solved" ? timed && time > 0 && timeText(time, 3) : t`DNF`;
  return build(
    "li",
    {},
    build(
      "a",
      { class: "session__game", href: writeFragment("review", { id: record.id }), title: t`review` },
      build("span", { text: result || moves }),
      result && build("span", { class: "note", text: moves }),
      help && build("span", { class: "note", text: help }),
    ),
  );
}
