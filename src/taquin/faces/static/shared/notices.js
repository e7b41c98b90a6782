/** Notices at the bottom of the page. Each goes by itself, unless it is hovered, focused or offers something to do. */
import { build, button, keepFocus } from "./dom.js";

/** Milliseconds; what can be undone by key too goes sooner. */
const STAYS = { words: 9000, undo: 5000 };
/** Pixels between a notice and the window's edge, and between the places that are tried. */
const [EDGE, STEP] = [2, 6];
/** What a notice must not cover. */
const CONTROLS = "button, a[href]:not(.wordmark), input, select, textarea, summary, taquin-board";
/** Not at the end of the page, but over it. */
const APART = "notice--apart";

/**
 * @param {HTMLElement} place
 * @param {string} text
 * @param {{undo?: () => void, gone?: () => void, act?: {words: string, onClick: () => void}}} options
 * @returns {() => void} removes the notice
 */
export function showNotice(place, text, { undo, gone, act }) {
  let timer = 0;
  /** What had the focus before the notice. @type {EventTarget | null} */
  let before = null;
  const leave = () => {
    clearTimeout(timer);
    if (!element.isConnected) return;
    gone?.();
    keepFocus(
      () => element.remove(),
      () => (before instanceof HTMLElement ? before : null),
    );
  };
  const wait = () => {
    clearTimeout(timer);
    if (!act) timer = setTimeout(leave, STAYS[undo ? "undo" : "words"]);
  };
  const stay = () => clearTimeout(timer);
  const enter = (/** @type {FocusEvent} */ { relatedTarget }) => {
    stay();
    if (!element.contains(/** @type {Node | null} */ (relatedTarget))) before = relatedTarget;
  };
  const back = () => {
    leave();
    undo?.();
  };
  const element = build(
    "div",
    { class: "notice", on: { pointerenter: stay, pointerleave: wait, focusin: enter, focusout: wait } },
    build("p", { text }),
    undo && button({ words: "Undo", kind: "quiet", onClick: back }),
    act && button({ ...act, kind: "quiet" }),
    button({ icon: "close", words: "Dismiss", quiet: true, kind: "quiet", onClick: leave }),
  );
  place.replaceChildren(element);
  makeWay(element);
  // What it must not cover moves as the view grows or shrinks, too.
  const content = /** @type {HTMLElement} */ (document.querySelector("main"));
  const settle = () => {
    if (!element.isConnected) {
      sizes.disconnect();
      return removeEventListener("resize", settle);
    }
    element.classList.remove(APART);
    element.style.removeProperty("inset");
    makeWay(element);
  };
  addEventListener("resize", settle);
  const sizes = new ResizeObserver(settle);
  sizes.observe(content);
  wait();
  return leave;
}

/**
 * Move a notice to where it covers nothing to press: as low as possible, where the style sheet
 * has it, at the left, or at the right of the content, otherwise of the window. Where there is no
 * room at all, it covers as little as possible.
 * @param {HTMLElement} notice
 */
function makeWay(notice) {
  // Without the animation that brings it in.
  notice.style.setProperty("animation", "none");
  const { left, top, width, height } = notice.getBoundingClientRect();
  notice.style.removeProperty("animation");
  const taken = [...document.querySelectorAll(CONTROLS)]
    .filter((one) => !notice.contains(one) && one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  /** @param {number} x @param {number} y */
  const covered = (x, y) => {
    const sides = (/** @type {DOMRect} */ one) => [
      Math.min(one.right, x + width) - Math.max(one.left, x),
      Math.min(one.bottom, y + height) - Math.max(one.top, y),
    ];
    return taken.map(sides).reduce((sum, [wide, high]) => sum + (wide > 0 && high > 0 ? wide * high : 0), 0);
  };
  let best = { x: left, y: top, area: covered(left, top) };
  const foot = document.documentElement.clientHeight;
  // The root's own width includes the strip kept for a scroll bar, where nothing is painted.
  const room = document.body.clientWidth;
  const content = /** @type {HTMLElement} */ (document.querySelector("main"));
  const { left: from, right: to } = content.getBoundingClientRect();
  const padding = Number.parseFloat(getComputedStyle(content).paddingInlineStart);
  const masthead = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
  for (const places of [[left, from + padding, to - padding - width], [EDGE, room - width - EDGE]]) {
    for (let y = foot - height - EDGE; best.area > 0 && y >= Math.max(masthead, EDGE); y -= STEP) {
      for (const x of places) {
        const area = covered(x, y);
        // Above the middle, where people look at the board, only if it covers nothing at all.
        if (area < best.area && (area === 0 || y >= foot / 2)) best = { x, y, area };
      }
    }
  }
  const moved = best.y !== top || best.x !== left;
  notice.classList.add(APART);
  // What it covers now or at the end of a page that scrolls is free once that page is longer.
  const longer = best.area > 0 || document.documentElement.scrollHeight > foot;
  if (!moved && longer) notice.classList.remove(APART);
  else notice.style.setProperty("inset", `${best.y}px auto auto ${best.x}px`);
}
