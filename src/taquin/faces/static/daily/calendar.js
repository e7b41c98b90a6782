/** The archive's calendar: a month of days, each with a mark for every size. */
import { build, button, fill, keepFocus, sentence } from "../shared/dom.js";
import { marksOf } from "./dailylog.js";
import { dayText } from "./dailytext.js";
import { DAILY_SIDES, FIRST_DAY, daysLater, startOf } from "./days.js";
import { listed, t, translated } from "../words/said.js";

/** @typedef {import("./dailylog.js").DayResults} DayResults */
/** @typedef {{today: string, chosen: string, results: Map<string, DayResults>}} CalendarState */

const MARKS = { counted: translated("solved", "a board"), later: t`solved, does not count`, open: translated("open", "a daily board") };

/**
 * The days of a month in weeks from Monday to Sunday; null where another month begins.
 * @param {string} month  `2026-11`
 * @returns {Array<Array<string | null>>}
 */
export function weeksOf(month) {
  const first = `${month}-01`;
  const before = (new Date(startOf(first)).getUTCDay() + 6) % 7;
  /** @type {Array<string | null>} */
  const days = Array(before).fill(null);
  for (let day = first; day.startsWith(month); day = daysLater(day, 1)) days.push(day);
  while (days.length % 7) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/**
 * @param {string} month
 * @param {number} by  1 or -1
 * @returns {string} the month after or before
 */
export function monthBeside(month, by) {
  const beside = by > 0 ? daysLater(`${month}-28`, 4) : daysLater(`${month}-01`, -1);
  return beside.slice(0, 7);
}

/**
 * @param {(day: string) => void} pick  a day was chosen
 * @returns {{element: HTMLElement, turnTo(day: string): void, show(state: CalendarState): void}}
 */
export function buildCalendar(pick) {
  let month = "";
  /** @type {CalendarState} */
  let state = { today: FIRST_DAY, chosen: FIRST_DAY, results: new Map() };
  const name = build("h3", { "aria-live": "polite" });
  const body = build("tbody");
  const turn = (/** @type {number} */ by) => {
    month = monthBeside(month, by);
    paint();
  };
  const before = button({ words: "‹", onClick: () => turn(-1) });
  const after = button({ words: "›", onClick: () => turn(1) });
  before.setAttribute("aria-label", t`Month before`);
  after.setAttribute("aria-label", t`Month after`);
  const weekdays = weeksOf("2026-06")[0].map((day) =>
    build("th", { scope: "col", abbr: dayText(String(day), { weekday: "long" }), text: dayText(String(day), { weekday: "narrow" }) }),
  );
  const table = build("table", { class: "calendar" }, build("thead", {}, build("tr", {}, ...weekdays)), body);

  function paint() {
    const { today, chosen, results } = state;
    name.textContent = sentence(dayText(`${month}-01`, { month: "long", year: "numeric" }));
    table.setAttribute("aria-label", t`Days of ${name.textContent}`);
    const disable = () => {
      before.disabled = month <= FIRST_DAY.slice(0, 7);
      after.disabled = month >= today.slice(0, 7);
    };
    keepFocus(disable, () => (before.disabled ? after : before));
    const held = document.activeElement?.getAttribute("data-day");
    const rows = weeksOf(month).map((week) =>
      build("tr", {}, ...week.map((day) => build("td", {}, day && cell(day, today, chosen, results.get(day))))),
    );
    keepFocus(
      () => fill(body, ...rows),
      () => body.querySelector(`[data-day="${held}"]`),
    );
  }

  /**
   * @param {string} day
   * @param {string} today
   * @param {string} chosen
   * @param {DayResults | undefined} results
   */
  function cell(day, today, chosen, results) {
    const number = String(Number(day.slice(8)));
    if (day > today || day < FIRST_DAY) return build("span", { class: "calendar__day", text: number });
    const marks = marksOf(results);
    const words = marks.map((mark, i) => `${DAILY_SIDES[i]}×${DAILY_SIDES[i]} ${MARKS[mark]}`);
    const shown = results ? marks : [];
    const dots = shown.map((mark) => build("span", { class: `calendar__mark calendar__mark--${mark}` }));
    return build(
      "button",
      {
        type: "button",
        class: "calendar__day",
        "data-day": day,
        "aria-label": t`${dayText(day, { dateStyle: "long" })}: ${listed(words)}`,
        "aria-current": day === today ? "date" : null,
        "aria-pressed": String(day === chosen),
        on: { click: () => pick(day) },
      },
      build("span", { text: number }),
      build("span", { class: "calendar__marks" }, ...dots),
    );
  }

  return {
    element: build(
      "div",
      {},
      build("div", { class: "calendar__head" }, before, name, after),
      table,
    ),
    turnTo(day) {
      month = day.slice(0, 7);
    },
    show(next) {
      state = next;
      paint();
    },
  };
}
