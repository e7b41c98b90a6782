// The page's messages: one polite live region for screen readers, notices with undo for everyone.

import { build, button, keepFocus } from "./dom.js";

/** Quiet time before a message is spoken, so that fast play announces only where it ended. */
const IDLE = 600;
const NOTICE_STAYS = 9000;

/**
 * Writes to the live region. When messages arrive faster than a person can listen, the last wins;
 * one that follows another (`after`) is added to it.
 * @param {HTMLElement} region
 * @returns {{say(text: string, options?: {now?: boolean, after?: boolean}): void, flush(): void}}
 */
export function createAnnouncer(region) {
  let waiting = "";
  let timer = 0;
  let heard = 0;

  function flush() {
    clearTimeout(timer);
    timer = 0;
    if (!waiting) return;
    // Screen readers repeat the same words only if the text differs.
    region.textContent = waiting === region.textContent ? `${waiting}\u00a0` : waiting;
    waiting = "";
  }

  /** One timer for a burst of messages: it is set again until they stop. */
  function settle() {
    const left = heard + IDLE - performance.now();
    if (left <= 0) flush();
    else timer = setTimeout(settle, left);
  }

  return {
    say(text, { now = false, after = false } = {}) {
      waiting = after && waiting ? `${waiting} ${text}` : text;
      heard = performance.now();
      if (now) flush();
      else timer ||= setTimeout(settle, IDLE);
    },
    flush,
  };
}

/**
 * Notices at the bottom of the page; each disappears by itself unless it is hovered or focused.
 * @param {HTMLElement} place
 * @param {(text: string, options?: {now?: boolean}) => void} say
 * @returns {(text: string, options?: {undo?: () => void, gone?: () => void}) => () => void} which returns a function that
 *   removes the notice
 */
export function createNotifier(place, say) {
  return function notify(text, { undo, gone } = {}) {
    let timer = 0;
    /** What had the focus before the notice. @type {EventTarget | null} */
    let before = null;
    const leave = () => {
      clearTimeout(timer);
      gone?.();
      keepFocus(
        () => element.remove(),
        () => (before instanceof HTMLElement ? before : null),
      );
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, NOTICE_STAYS);
    };
    const stay = () => clearTimeout(timer);
    const enter = (/** @type {FocusEvent} */ { relatedTarget }) => {
      stay();
      if (!element.contains(/** @type {Node | null} */ (relatedTarget))) before = relatedTarget;
    };
    const element = build(
      "div",
      {
        class: "notice",
        on: { pointerenter: stay, pointerleave: wait, focusin: enter, focusout: wait },
      },
      build("p", { text }),
      undo &&
        button({
          words: "Undo",
          kind: "quiet",
          onClick: () => {
            leave();
            undo();
          },
        }),
      button({ icon: "close", words: "Dismiss", quiet: true, kind: "quiet", onClick: leave }),
    );
    place.replaceChildren(element);
    say(text, { now: true });
    wait();
    return leave;
  };
}
