/** Which puzzles: the kind of run, the size, the theme. Puzzles, streak and storm share the choice. */
import { build, fill } from "../shared/dom.js";
import { readStored } from "../shared/storage.js";
import { THEMES } from "./themes.js";
import { t, translated } from "../words/said.js";

/** @typedef {import("./themes.js").ThemeId} ThemeId */
/** @typedef {{side: number, theme: ThemeId}} PuzzleWish */

const STORE = "taquin.training.puzzles";
const SIDES = [3, 4];

/** The parts of the training that have it, by their name in the address. */
export const PUZZLE_PARTS = { moves: t`Rated`, streak: t`Streak`, storm: t`Storm` };

export class PuzzleChoice extends EventTarget {
  /** @type {PuzzleWish} */
  value = { side: 3, theme: "any" };

  /** @param {import("../shared/storage.js").Store} store */
  constructor(store) {
    super();
    this.store = store;
    const { side, theme } = readStored(store.getItem(STORE), Object, "The stored choice of puzzles is not JSON; it starts afresh.") ?? {};
    this.value = { side: SIDES.includes(side) ? side : 3, theme: Object.hasOwn(THEMES, String(theme)) ? theme : "any" };
  }

  /** As the log names runs. */
  get name() {
    return `${this.value.side}-${this.value.theme}`;
  }

  /** @param {Partial<PuzzleWish>} change */
  set(change) {
    this.value = { ...this.value, ...change };
    this.store.setItem(STORE, JSON.stringify(this.value));
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * Links to the kinds of runs.
 * @returns {{element: HTMLElement, show(part: string): void}}  out of sight where the part has no puzzles
 */
export function buildModes() {
  const links = Object.entries(PUZZLE_PARTS).map(([part, text]) => build("a", { href: `#/train?part=${part}`, class: "train__mode", "data-part": part, text }));
  const element = build("nav", { class: "train__modes", "aria-label": t`Kind of puzzles` }, ...links);
  return {
    element,
    show(part) {
      element.hidden = !Object.hasOwn(PUZZLE_PARTS, part);
      for (const link of links) {
        if (link.dataset.part === part) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    },
  };
}

/**
 * Fields for the size and the theme.
 * @param {PuzzleChoice} choice
 * @param {keyof typeof PUZZLE_PARTS} part  the one that has these fields
 * @returns {HTMLElement}
 */
export function buildPuzzleChoice(choice, part) {
  const sizes = build("div", { class: "train__sizes", role: "radiogroup", "aria-label": t`Size` });
  const themes = build(
    "select",
    { id: `train-theme-${part}`, on: { change: () => choice.set({ theme: /** @type {ThemeId} */ (themes.value) }) } },
    ...Object.entries(THEMES).map(([value, { name }]) => build("option", { value, text: name })),
  );
  const about = build("p", { class: "note" });
  const paint = () => {
    const { side, theme } = choice.value;
    const held = sizes.contains(document.activeElement);
    fill(sizes, ...SIDES.map((one) => {
      const change = () => choice.set({ side: one });
      const box = build("input", { type: "radio", name: `train-size-${part}`, checked: one === side, on: { change } });
      return build("label", { class: "choice" }, box, build("span", { text: `${one}×${one}` }));
    }));
    if (held) /** @type {HTMLElement} */ (sizes.querySelector(":checked")).focus();
    themes.value = theme;
    about.textContent = THEMES[theme].text;
  };
  choice.addEventListener("change", paint);
  paint();
  return build(
    "div",
    { class: "train__choices" },
    sizes,
    build("div", { class: "train__theme" }, build("label", { class: "visually-hidden", for: themes.id, text: translated("Theme", "of puzzles") }), themes),
    about,
  );
}
