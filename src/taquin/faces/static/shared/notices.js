/** Notices at the bottom of the page. Each goes by itself, unless it is hovered, focused or offers something to do. */
import { build, button, keepFocus } from "./dom.js";
import { coversControl, lieFreely, makeWay } from "./noticeplace.js";
import { t, translated } from "../words/said.js";

/** Milliseconds; what can be undone by key too goes sooner. */
const STAYS = { words: 9000, undo: 5000 };
/** Milliseconds after which words without an offer have been seen. */
const SEEN = 2000;
/** Milliseconds without scrolling after which a page has come to rest. */
const AT_REST = 120;

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
    undo && button({ icon: "undo", words: translated("Undo", "a notice"), kind: "quiet", onClick: back }),
    act && button({ ...act, kind: "quiet" }),
    button({ icon: "close", words: t`Dismiss`, quiet: true, kind: "quiet", onClick: leave }),
  );
  place.replaceChildren(element);
  const rise = () => {
    lieFreely(element);
    stay();
    content.before(place);
  };
  const born = performance.now();
  const first = makeWay(element);
  if (first.area > 0 && above) {
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
      removeEventListener("scroll", scrolled);
      return removeEventListener("resize", settle);
    }
    lieFreely(element);
    const { area, narrowed, needed } = makeWay(element);
    // What is asked for meanwhile is read where it stands, and a button of the game undoes the same.
    const pushed = (needed > 0 && first.needed === 0) || (area > 0 && first.area === 0);
    const isSeen = !act && performance.now() - born > SEEN;
    if ((pushed && (undo || isSeen)) || (narrowed && !first.narrowed && isSeen && !undo)) return leave();
    // What is read by scrolling is not pushed away.
    if (area > 0 && above && scrollY === 0) rise();
    watch();
  };
  addEventListener("resize", settle);
  // What is scrolled under it can be pressed once the page is at rest; a notice that is just used stays.
  let resting = 0;
  const scrolled = () => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (!element.isConnected || (coversControl(element) && !element.matches(":hover, :focus-within"))) settle();
    }, AT_REST);
  };
  addEventListener("scroll", scrolled, { passive: true });
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
