// The page's messages: one polite live region for screen readers, notices with undo for everyone.

import { inSequence, withWords } from "../words/said.js";

/** Quiet time before a message is spoken, so that fast play announces only where it ended. */
const IDLE = 600;

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
      waiting = after && waiting ? inSequence(waiting, text) : text;
      heard = performance.now();
      if (now) flush();
      else timer ||= setTimeout(settle, IDLE);
    },
    flush,
  };
}

/**
 * Notices, whose module loads with the first of them; only the newest is shown.
 * @param {HTMLElement} place
 * @param {(text: string, options?: {now?: boolean}) => void} say
 * @returns {{notify: import("./app.js").Notify, enter(view: string): void}}  enter: a view is shown now
 */
export function createNotifier(place, say) {
  let leave = () => {};
  /** The view that the notice is for; "" for all. */
  let own = "";
  return {
    notify(text, options = {}) {
      say(text, { now: true });
      leave();
      let here = true;
      // One that never came into sight is gone as well.
      let remove = () => options.gone?.();
      const drop = () => {
        here = false;
        remove();
      };
      [leave, own] = [drop, options.view ?? ""];
      const show = async () => {
        const { showNotice } = await withWords(() => import("./notices.js"));
        if (here) remove = showNotice(place, text, options);
      };
      show().catch((error) => console.warn("No notice:", error));
      return drop;
    },
    enter(view) {
      if (own && own !== view) leave();
    },
  };
}
