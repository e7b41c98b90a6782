/** The list of the lessons, what is done and what comes back; the way to the check. */
import { build, button, fill } from "../shared/dom.js";
import { CHECKED, lessonName } from "./lessoncheck.js";
import { LESSONS } from "./lessons.js";
import { dueOn, localDay, waitWords } from "./repeats.js";
import { t } from "../words/said.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */

/** @param {number} at  from 0 @param {string} title @returns {string} `1. Two tiles` */
export const numbered = (at, title) => `${at + 1}. ${title}`;

/**
 * @param {import("./trainlog.js").LogKeeper} log
 * @param {{choose: (at: number) => void, test: (lessons: Lesson[]) => void}} act
 * @returns {{element: HTMLElement, show(at: number): void}}  at: the lesson that is on; -1 during a check
 */
export function buildLessonList(log, { choose, test }) {
  const list = build("ol", { class: "train__lessons" });
  const checks = build("div", { class: "train__checks" });
  const row = (/** @type {Lesson} */ { id, title }, /** @type {number} */ i, /** @type {boolean} */ current) => {
    const { lessons, repeats } = log.value;
    const due = repeats[lessonName({ id })]?.[1];
    const badge = due
      ? build("span", { class: "badge badge--warn", text: t`back ${waitWords(due, localDay())}` })
      : lessons.includes(id) && build("span", { class: "badge badge--good", text: t`done` });
    const attributes = { type: "button", class: "train__lesson", "aria-current": current ? "step" : null, on: { click: () => choose(i) } };
    return build("li", {}, build("button", attributes, build("span", { text: numbered(i, title) }), badge));
  };
  const paintChecks = () => {
    const { check, lessons, repeats } = log.value;
    const names = dueOn(repeats, localDay());
    const back = LESSONS.filter((lesson) => names.includes(lessonName(lesson)));
    const one = back.length === 1;
    const due = one ? t`One lesson is back today: show that you still know it.` : t`${back.length} lessons are back today: show that you still know them.`;
    const usual = t`${CHECKED.length} fresh boards, one try each, no help. What you miss comes back after a day, three days and nine.`;
    const ripe = lessons.length === LESSONS.length && back.length === 0 && check < CHECKED.length;
    fill(
      checks,
      build("h3", { text: t`Check` }),
      build("p", { class: "note", text: back.length > 0 ? due : usual }),
      build(
        "div",
        { class: "toolbar" },
        back.length > 0 && button({ words: one ? t`Repeat it` : t`Repeat them`, kind: "primary", onClick: () => test(back) }),
        button({ words: t`Take the check`, kind: ripe ? "primary" : "", onClick: () => test(CHECKED) }),
        check > 0 && build("span", { class: `badge ${check === CHECKED.length ? "badge--good" : ""}`, text: t`best: ${check} of ${CHECKED.length}` }),
      ),
    );
  };
  return {
    element: build("section", { class: "panel", "aria-label": t`Lessons` }, build("h2", { text: t`Ten lessons` }), list, checks),
    show(at) {
      const held = [...list.querySelectorAll("button")].findIndex((one) => one === document.activeElement);
      fill(list, ...LESSONS.map((lesson, i) => row(lesson, i, i === at)));
      if (held >= 0) list.querySelectorAll("button")[held].focus();
      checks.hidden = at < 0;
      paintChecks();
    },
  };
}
