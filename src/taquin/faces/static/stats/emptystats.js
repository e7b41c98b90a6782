/** The statistics without games: what they show, on an example, and the ways to games of one's own. */
import { build, button } from "../shared/dom.js";
import { timeText } from "../shared/gamewords.js";
import { buildChart, gamesPainter } from "./progresschart.js";
import { trendText } from "./progresspanel.js";
import { t } from "../words/said.js";

/** Seconds that a regular player takes for 4×4, ten games a session. */
const EXAMPLE = [
  96, 121, 88, 104, 79, 131, 92, 85, 110, 74, 83, 71, 97, 90, 66, 108, 77, 69, 94, 81,
  64, 72, 89, 61, 75, 58, 93, 68, 70, 63, 57, 66, 80, 54, 62, 71, 49, 60, 55, 52,
];
const SESSION = 10;

/**
 * @param {{play: () => void, open: () => void}} ways  to the first game: play it, or open a file
 * @returns {HTMLElement}
 */
export function buildNoGames({ play, open }) {
  return build(
    "div",
    { class: "stats__empty" },
    build(
      "section",
      { class: "panel", "aria-label": t`Your games` },
      build("h2", { text: t`Your games` }),
      build("p", { text: t`No solved games yet. The first one will appear here, with its time, moves and speed. With more games come averages, personal bests and your progress.` }),
      build("div", { class: "toolbar" }, button({ words: t`Play`, kind: "primary", onClick: play })),
      build("p", { class: "note", text: t`Games exported from another browser, as JSON or CSV, can be imported.` }),
      build("div", { class: "toolbar" }, button({ words: t`Import`, onClick: open })),
    ),
    buildExample(),
  );
}

function buildExample() {
  const points = EXAMPLE.map((seconds, i) => ({ value: seconds * 1000, session: Math.floor(i / SESSION) }));
  const chart = buildChart(t`Every game`);
  const axis = { measure: /** @type {const} */ ("time"), name: t`time`, text: (/** @type {number} */ value) => timeText(value, 0) };
  const trend = trendText(points, "time");
  const legend = t`Rings are bests. The line is the average of 12. Dashed lines separate sessions.`;
  chart.show(t`Time of ${points.length} games, one dot each. ${trend}`, gamesPainter(points, axis), legend);
  return build(
    "section",
    { class: "panel", "aria-label": t`Example` },
    build("h2", { text: t`An example: ${points.length} games of 4×4` }),
    build("p", { text: trend }),
    chart.element,
  );
}
