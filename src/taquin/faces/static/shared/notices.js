/** Notices at the bottom of the page. Each goes by itself, unless it is hovered, focused or offers something to do. */
import { build, button, keepFocus } from "./dom.js";

/** Milliseconds; what can be undone by key too goes sooner. */
const STAYS = { words: 9000, undo: 5000 };
/** Pixels between a notice and the window's edge, the page's own margin, and between the places that are tried. */
const [EDGE, STEP] = [16, 6];
/** Pixels of a control's edge that are covered if need be: its words are farther in. */
const MARGIN = 8;
/** What a notice must not cover. */
const CONTROLS = "button, a[href]:not(.wordmark), input, select, textarea, summary, taquin-board";
/** How much more than other controls weigh the words that are on none, and the button for what comes next. */
const [WORDS, NEXT] = [2, 10];
/** Not at the end of the page, but over it. */
const APART = "notice--apart";

/**
 * @param {HTMLElement} place
 * @param {string} text
 * @param {{undo?: () => void, gone?: () => void, above?: boolean, act?: {words: string, onClick: () => void}}} options
 *   above: where it would cover something, it stands above the view until it is dismissed
 * @returns {() => void} removes the notice
 */
export function showNotice(place, text, { undo, gone, above, act }) {
  const content = /** @type {HTMLElement} */ (document.querySelector("main"));
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
    if (content.previousElementSibling === place) content.after(place);
  };
  const wait = () => {
    clearTimeout(timer);
    if (!act && content.previousElementSibling !== place) timer = setTimeout(leave, STAYS[undo ? "undo" : "words"]);
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
  const lie = () => {
    element.classList.remove(APART);
    element.style.removeProperty("inset");
  };
  const rise = () => {
    lie();
    stay();
    content.before(place);
  };
  if (makeWay(element) > 0 && above) {
    rise();
    scrollTo(0, 0);
    return leave;
  }
  // What it must not cover also moves as a part of the view grows or shrinks, be the view itself as high as before.
  /** @type {WeakSet<Element>} */
  const watched = new WeakSet();
  const watch = () => {
    for (const one of [content, ...content.querySelectorAll(":has(> *)")]) {
      if (watched.has(one)) continue;
      watched.add(one);
      sizes.observe(one);
    }
  };
  const settle = () => {
    if (!element.isConnected || content.previousElementSibling === place) {
      sizes.disconnect();
      changes.disconnect();
      return removeEventListener("resize", settle);
    }
    lie();
    // What is read by scrolling is not pushed away.
    if (makeWay(element) > 0 && above && scrollY === 0) rise();
    watch();
  };
  addEventListener("resize", settle);
  const sizes = new ResizeObserver(settle);
  // New words may stand where there was room for them.
  const changes = new MutationObserver((records) => {
    if (records.some(({ addedNodes }) => [...addedNodes].some((one) => one instanceof Element))) settle();
  });
  changes.observe(content, { childList: true, subtree: true });
  watch();
  wait();
  return leave;
}

/**
 * The places on the screen of the words of the view that are on no control.
 * @returns {DOMRect[]}
 */
function wordsPlaces() {
  const content = /** @type {HTMLElement} */ (document.querySelector("main"));
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const places = [];
  const range = document.createRange();
  while (texts.nextNode()) {
    const holder = /** @type {HTMLElement} */ (texts.currentNode.parentElement);
    if (holder.closest(CONTROLS) || !holder.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(texts.currentNode);
    places.push(...range.getClientRects());
  }
  return places;
}

/**
 * Move a notice to where it covers neither words nor what can be pressed: as low as possible, where the style
 * sheet has it, at the left, or at the right of the content, otherwise of the window. Where there is no room at
 * all, it covers as little as possible.
 * @param {HTMLElement} notice
 * @returns {number} how much it covers
 */
function makeWay(notice) {
  // Without the animation that brings it in.
  notice.style.setProperty("animation", "none");
  const { left, top, width, height } = notice.getBoundingClientRect();
  notice.style.removeProperty("animation");
  const foot = document.documentElement.clientHeight;
  // The root's own width includes the strip kept for a scroll bar, where nothing is painted.
  const room = document.body.clientWidth;
  const content = /** @type {HTMLElement} */ (document.querySelector("main"));
  const { left: from, right: to } = content.getBoundingClientRect();
  const padding = Number.parseFloat(getComputedStyle(content).paddingInlineStart);
  const columns = [[left, from + padding, to - padding - width], [EDGE, room - width - EDGE]];
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((one) => !notice.contains(one) && one.checkVisibility())
    .map((one) => ({ place: one.getBoundingClientRect(), edge: 1, weight: one.matches(".button--primary") ? NEXT : 1 }));
  // The words of a page of several windows are read by scrolling, and at its end the notice is below them.
  const long = document.documentElement.scrollHeight > 2 * foot;
  const words = long ? [] : wordsPlaces().map((place) => ({ place, edge: 0, weight: WORDS }));
  const taken = [...controls, ...words].filter(({ place }) => place.bottom > 0 && place.top < foot);
  /** @param {number} x @param {number} y @param {number} margin */
  const covered = (x, y, margin) => {
    let sum = 0;
    for (const { place, edge, weight } of taken) {
      const wide = Math.min(place.right, x + width) - Math.max(place.left, x) - edge * margin;
      const high = Math.min(place.bottom, y + height) - Math.max(place.top, y) - edge * margin;
      if (wide > 0 && high > 0) sum += wide * high * weight;
    }
    return sum;
  };
  const head = Math.max(document.querySelector("header")?.getBoundingClientRect().bottom ?? 0, EDGE);
  const lowest = foot - height - EDGE;
  const steps = Array.from({ length: Math.max(0, Math.ceil((lowest - head) / STEP)) }, (_, i) => lowest - i * STEP);
  const best = { x: left, y: top, area: Infinity };
  for (const [xs, margin] of columns.flatMap((xs) => [0, MARGIN].map((margin) => /** @type {const} */ ([xs, margin])))) {
    if (best.area === 0) break;
    Object.assign(best, { x: left, y: top, area: covered(left, top, margin) });
    // A gap that is just as high as the notice lies between two steps.
    const gaps = taken.map(({ place, edge }) => place.bottom - edge * margin);
    const heights = [...steps, ...gaps].filter((y) => y >= head && y <= lowest).sort((a, b) => b - a);
    for (const [x, y] of heights.flatMap((y) => xs.map((x) => [x, y]))) {
      if (best.area === 0) break;
      const area = covered(x, y, margin);
      // Above the middle, where people look at the board, only if it covers nothing at all.
      if (area < best.area && (area === 0 || y >= foot / 2)) Object.assign(best, { x, y, area });
    }
  }
  const moved = best.y !== top || best.x !== left;
  notice.classList.add(APART);
  // What it covers now or at the end of a page that scrolls is free once that page is longer.
  const longer = best.area > 0 || document.documentElement.scrollHeight > foot;
  if (!moved && longer) notice.classList.remove(APART);
  else notice.style.setProperty("inset", `${best.y}px auto auto ${best.x}px`);
  return best.area;
}
