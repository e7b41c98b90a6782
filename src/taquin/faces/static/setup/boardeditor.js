// A board whose cells can be swapped: drag one onto another, or choose two in sequence.

import { build, fill } from "../shared/dom.js";
import { exchange } from "../shared/fixes.js";
import { t } from "../words/said.js";

/** @typedef {import("../board.js").Board} Board */

/** Sides beyond which the cells are no longer shrunk to fit. */
const LARGE = 10;

/**
 * @param {{onChange: (board: Board) => void, say: (text: string) => void}} options
 * @returns {{element: HTMLElement, show(board: Board): void}}
 */
export function buildEditor({ onChange, say }) {
  const element = build("div", {
    class: "editor",
    role: "group",
    "aria-label": t`Swap cells: choose one, then another`,
  });
  /** @type {Board} */
  let board;
  /** @type {number | null} */
  let chosen = null;

  const buttons = () => /** @type {HTMLButtonElement[]} */ ([...element.children]);
  const nameOf = (/** @type {number} */ cell) => String(board.cells[cell] || t`the blank`);

  /** @param {number} cell */
  function choose(cell) {
    if (chosen === null || chosen === cell) {
      chosen = chosen === cell ? null : cell;
      buttons().forEach((button, i) => button.setAttribute("aria-pressed", String(i === chosen)));
      if (chosen !== null) say(t`${nameOf(cell)} selected; choose the cell to swap it with.`);
      return;
    }
    swap(chosen, cell);
  }

  /**
   * @param {number} a
   * @param {number} b
   */
  function swap(a, b) {
    chosen = null;
    onChange(exchange(board, a, b));
    buttons()[b].focus();
  }

  element.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell >= 0) choose(cell);
  });
  element.addEventListener("pointerdown", (event) => {
    const from = cellOf(event.target);
    if (from < 0) return;
    const drop = (/** @type {PointerEvent} */ up) => {
      const to = cellOf(document.elementFromPoint(up.clientX, up.clientY));
      if (to >= 0 && to !== from) swap(from, to);
    };
    addEventListener("pointerup", drop, { once: true });
    addEventListener("pointercancel", () => removeEventListener("pointerup", drop), { once: true });
  });
  element.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: -board.width, ArrowDown: board.width, ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const next = step && buttons()[cellOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  element.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    buttons().forEach((button, i) => {
      button.tabIndex = i === cell ? 0 : -1;
    });
  });

  /** @param {EventTarget | null} target */
  function cellOf(target) {
    const button = target instanceof Element ? target.closest("button") : null;
    return button ? buttons().indexOf(button) : -1;
  }

  return {
    element,
    show(next) {
      board = next;
      chosen = null;
      const { width } = next;
      element.style.setProperty("--columns", String(width));
      element.style.setProperty("--rows", String(next.height));
      element.classList.toggle("editor--large", Math.max(width, next.height) > LARGE);
      const cells = Array.from(next.cells, (tile, cell) =>
        build("button", {
          type: "button",
          tabindex: cell === 0 ? "0" : "-1",
          class: tile === 0 ? "editor__cell editor__cell--blank" : "editor__cell",
          "aria-pressed": "false",
          "aria-label": t`${tile || t`blank`}, row ${Math.floor(cell / width) + 1} column ${(cell % width) + 1}`,
          text: tile === 0 ? "" : String(tile),
        }),
      );
      fill(element, ...cells);
    },
  };
}
