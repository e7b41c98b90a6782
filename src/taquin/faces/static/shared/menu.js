// The list of actions or choices that a button opens; in the top layer, so that nothing cuts it off.

import { build, fill } from "./dom.js";

/**
 * One entry. `checked` makes it a choice among others, `note` explains it, `key` is its shortcut.
 * @typedef {{words: string, note?: string, key?: string, checked?: boolean, disabled?: boolean,
 *   onPick: () => void}} MenuItem
 */

/** Pixels between the button and its menu, and between the menu and the window's edge. */
const GAP = 4;

/**
 * Make a button's menu, closed, and place it behind the button, which opens and closes it from now on.
 * @param {HTMLButtonElement} opener
 * @param {string} name  of the menu
 * @param {() => MenuItem[]} items  asked each time it opens
 * @returns {HTMLElement}
 */
export function addMenu(opener, name, items) {
  const menu = build("div", { class: "menu__list", role: "menu", popover: "auto", "aria-label": name });
  opener.popoverTargetElement = menu;
  const close = () => menu.hidePopover();
  const moved = (/** @type {Event} */ { target }) => {
    if (target !== menu) close();
  };
  menu.addEventListener("beforetoggle", (event) => {
    const opens = /** @type {ToggleEvent} */ (event).newState === "open";
    if (opens) fill(menu, ...items().map((item) => entry(item, close)));
    opener.setAttribute("aria-expanded", String(opens));
  });
  menu.addEventListener("toggle", (event) => {
    const opens = /** @type {ToggleEvent} */ (event).newState === "open";
    // It stays where it was opened: what moves under it would leave it behind.
    const change = opens ? addEventListener : removeEventListener;
    for (const type of ["scroll", "resize"]) change(type, moved, true);
    if (!opens) return;
    place(menu, opener);
    const entries = entriesOf(menu);
    (entries.find((one) => one.getAttribute("aria-checked") === "true") ?? entries[0])?.focus();
  });
  menu.addEventListener("keydown", (event) => walk(event, menu));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) close();
  });
  opener.after(menu);
  return menu;
}

/**
 * @param {MenuItem} item
 * @param {() => void} close
 */
function entry({ words, note, key, checked, disabled = false, onPick }, close) {
  const pick = () => {
    close();
    onPick();
  };
  return build(
    "button",
    {
      type: "button",
      class: "menu__entry",
      role: checked === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": checked === undefined ? null : String(checked),
      tabindex: "-1",
      disabled,
      on: { click: pick },
    },
    build("span", { class: "menu__words", text: words }),
    key && build("kbd", { "aria-hidden": "true", text: key }),
    note && build("small", { class: "menu__note", text: note }),
  );
}

/** @param {HTMLElement} menu */
const entriesOf = (menu) =>
  /** @type {HTMLElement[]} */ ([...menu.querySelectorAll(".menu__entry:not(:disabled)")]);

/**
 * Arrows, Home and End go from entry to entry; Tab leaves.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} menu
 */
function walk(event, menu) {
  const entries = entriesOf(menu);
  const at = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Tab") menu.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  entries.at(to % entries.length)?.focus();
}

/**
 * Below the button, or above it where there is more room; over it where neither has enough, within the window.
 * @param {HTMLElement} menu
 * @param {HTMLElement} opener
 */
function place(menu, opener) {
  const at = opener.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = innerHeight - at.bottom >= height + 2 * GAP || at.top < height + 2 * GAP;
  // Without the gutter of a scrollbar, which the client width includes where the page does not scroll.
  const room = document.documentElement.getBoundingClientRect().right;
  const beside = at.left + width + GAP <= room ? at.left : at.right - width;
  // Of a panel, it ends where the panel does.
  const end = opener.closest(".panel")?.getBoundingClientRect().right ?? room;
  const left = Math.max(GAP, Math.min(beside, end - width));
  const top = Math.max(GAP, Math.min(below ? at.bottom + GAP : at.top - height - GAP, innerHeight - height - GAP));
  menu.style.setProperty("inset", `${top}px auto auto ${left}px`);
}
