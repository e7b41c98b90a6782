/** Outlines over the board: the cells where tiles belong, and where the blank has to go. */
import { build, fill } from "../shared/dom.js";

/** @typedef {{cell: number, tile: number}} Target  tile 0: the blank */

/**
 * @returns {{element: HTMLElement, show(width: number, targets: Target[]): void}}  for the eye; words say it too
 */
export function buildTargets() {
  const element = build("div", { class: "train__targets", "aria-hidden": "true" });
  return {
    element,
    show(width, targets) {
      element.style.setProperty("--columns", String(width));
      const marks = targets.map(({ cell, tile }) => {
        const mark = build("span", { class: tile ? "train__target" : "train__target train__target--blank" }, tile > 0 && build("b", { text: String(tile) }));
        mark.style.gridArea = `${Math.floor(cell / width) + 1} / ${(cell % width) + 1}`;
        return mark;
      });
      fill(element, ...marks);
    },
  };
}
