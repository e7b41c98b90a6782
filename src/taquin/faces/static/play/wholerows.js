/** Below a result, no row of buttons is cut by the end of the window: it is whole in it, or begins below it. */

/**
 * @param {HTMLElement} panel  of the result, which grows as more is known
 */
export function keepRowsWhole(panel) {
  const place = () => {
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".play__main > .controls > .controls__row")]);
    for (const row of rows) row.style.removeProperty("margin-block-start");
    // Beside the board it moves no button.
    if (!panel.checkVisibility() || !panel.parentElement?.matches(".play__main")) return;
    const foot = document.documentElement.clientHeight;
    for (const row of rows) {
      const { top, bottom } = row.getBoundingClientRect();
      const from = top + scrollY;
      if (from < foot && bottom + scrollY > foot) row.style.marginBlockStart = `${foot - from}px`;
    }
  };
  new ResizeObserver(place).observe(panel);
  addEventListener("resize", place);
}
