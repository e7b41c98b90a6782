/** The tabs of the training, which stay when one of them leads to the timed attempts. */
import { build } from "../shared/dom.js";
import { t } from "../words/said.js";

/** The parts and their addresses. @type {Record<string, {text: string, href: string}>} */
const TABS = {
  moves: { text: t`Puzzles`, href: "#/train?part=moves" },
  mistakes: { text: t`Mistakes`, href: "#/train?part=mistakes" },
  rows: { text: t`Last rows`, href: "#/train?part=rows" },
  lessons: { text: t`Lessons`, href: "#/train?part=lessons" },
  timed: { text: t`Timed`, href: "#/timed?from=train" },
};

/**
 * @param {string} part  that is shown; "": none yet
 * @returns {HTMLElement}
 */
export function buildTrainTabs(part) {
  const links = Object.entries(TABS).map(([name, { text, href }]) => build("a", { href, "data-part": name, text }));
  const tabs = build("nav", { class: "tabs train__tabs", "aria-label": t`Training` }, ...links);
  markTab(tabs, part);
  return tabs;
}

/**
 * @param {HTMLElement} tabs
 * @param {string} part
 */
export function markTab(tabs, part) {
  for (const link of tabs.querySelectorAll("a")) {
    if (link.dataset.part === part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
