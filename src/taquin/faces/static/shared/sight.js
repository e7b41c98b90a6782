/** What is chosen in a list and shown above it comes into sight. */
import { isStill } from "./settings.js";

/** Where the page is going up to. @type {HTMLElement | null} */
let going = null;

/**
 * If a choice changes what is above the window, as on a phone, the page goes up to it, and the focus with it.
 * @param {HTMLElement} shown  whose top is to be seen
 * @param {import("./settings.js").Settings} settings
 * @param {{focus(options: FocusOptions): void}} [next]  gets the focus; it stays unless said otherwise
 */
export function bringUp(shown, settings, next) {
  if (shown.getBoundingClientRect().top >= 0) return;
  next?.focus({ preventScroll: true });
  going = shown;
  addEventListener(
    "scrollend",
    () => {
      // What was shown later is still on its way.
      if (going === shown) going = null;
    },
    { once: true },
  );
  shown.scrollIntoView({ behavior: isStill(settings) ? "instant" : "smooth" });
}

/**
 * What changes above something shown does not move it in the window. Browsers do that, but not just after a
 * script scrolled the page.
 * @param {HTMLElement} shown
 * @param {() => void} change
 */
export function keepInPlace(shown, change) {
  const before = shown.getBoundingClientRect().top;
  change();
  const moved = shown.getBoundingClientRect().top - before;
  if (moved === 0 || scrollY === 0) return;
  if (going === shown) shown.scrollIntoView();
  else scrollBy({ top: moved, behavior: "instant" });
}
