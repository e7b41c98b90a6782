/** Notices at the bottom of the page. Each goes by itself, unless it is hovered, focused or offers something to do. */
import { build, button, keepFocus } from "./dom.js";
import { coversControl, isBetweenTabs, lieFreely, liesFree, makeWay } from "./noticeplace.js";
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
 * @param {{undo?: () => void, gone?: () => void, view?: string, above?: boolean, act?: {words: string, onClick: () => void}}} options
 *   above: where it would cover something, it stands above the view until it is dismissed
 * @returns {() => void} removes the notice
 */
export function showNotice(place, text, { undo, gone, view, above, act }) {
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
  // A button of the game undoes the same.
  const spare = Boolean(undo) && view === "play";
  const first = makeWay(element, spare);
  if (first.area > 0 && above) {
    rise();
    scrollTo(0, 0);
    return leave;
  }
  const wasFree = liesFree(element);
  if (first.needed > 0 && spare) {
    leave();
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
  const isOver = () => {
    if (element.isConnected && content.previousElementSibling !== place) return false;
    sizes.disconnect();
    changes.disconnect();
    removeEventListener("scroll", scrolled);
    removeEventListener("resize", placeAnew);
    return true;
  };
  const placeAnew = () => {
    if (isOver()) return;
    lieFreely(element);
    const { area, narrowed, needed } = makeWay(element, spare);
    // What is asked for meanwhile is read where it stands.
    const pushed = (needed > 0 && first.needed === 0) || (area > 0 && first.area === 0);
    const isSeen = !act && performance.now() - born > SEEN;
    if ((pushed && (undo || isSeen)) || (narrowed && !first.narrowed && isSeen && !undo)) return leave();
    // What is read by scrolling is not pushed away.
    if (area > 0 && above && scrollY === 0) rise();
    watch();
  };
  const settle = () => {
    if (isOver()) return;
    // It keeps its place as long as it covers nothing there.
    if (spare && liesFree(element)) return watch();
    // A hint may push it to another place, but not a search, nor between the tabs, where nobody looks for it.
    if (spare && wasFree && document.querySelector(".solve__state, .playback")) return leave();
    placeAnew();
    if (spare && wasFree && (!liesFree(element) || isBetweenTabs(element))) leave();
  };
  addEventListener("resize", placeAnew);
  // What is scrolled under it can be pressed once the page is at rest; a notice that is just used stays.
  let resting = 0;
  const scrolled = () => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const inWay = coversControl(element) || (spare && !liesFree(element));
      if (!element.isConnected || (inWay && !element.matches(":hover, :focus-within"))) settle();
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
