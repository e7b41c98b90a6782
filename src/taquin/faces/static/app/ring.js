// Whether the focus shows: after a key that moves it, not after a pointer. A browser decides the same
// for what a person focuses, but each in its own way for what the page focuses: a dialog, the board.

/** Keys that move the focus, or use a control. Those that slide tiles leave the ring as it is. */
const SHOWS = new Set(["Tab", "F2", "Enter", " "]);

/** @param {HTMLElement} root  of the page */
export function followFocus(root) {
  const ring = (/** @type {boolean} */ shown) => {
    if (shown) root.style.removeProperty("--taquin-ring");
    else root.style.setProperty("--taquin-ring", "0");
  };
  // A page that opens with a dialog has focused it by itself.
  ring(false);
  addEventListener("pointerdown", () => ring(false), true);
  addEventListener("keydown", ({ key, target }) => {
    const inside = target instanceof Element && target.closest("dialog, [role='radio'], [role='tab'], input");
    if (SHOWS.has(key) || (inside && key.startsWith("Arrow"))) ring(true);
  }, true);
}
