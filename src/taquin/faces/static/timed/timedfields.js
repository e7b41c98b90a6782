/** The fields of a timed attempt; only those that its kind uses. */
import { build } from "../shared/dom.js";
import { OFFERED, RELAY, sizeText } from "./timedchoice.js";
import { t } from "../words/said.js";

/** @typedef {import("./timedchoice.js").TimedChoice} TimedChoice */
/**
 * @typedef {(change: Partial<TimedChoice>, focus: string) => void} OnChoice  focus: the id of the field
 *   where it stays; "" after a choice from an open list, which ends there
 */

const MODES = { single: t`One board`, marathon: t`Marathon: boards in a row`, relay: t`Relay: every size`, mixed: t`Mixed session` };
/** @type {Record<import("./timedchoice.js").TimedChoice["numbers"], string>} */
export const NUMBERS = { shown: t`Shown`, hidden: t`Hidden, colours stay`, blind: t`Blind, hidden once you move` };
const square = (/** @type {number} */ side) => sizeText({ width: side, height: side });

/** The value of the field of squares that stands for all other shapes. */
const RECTANGLE = 0;

/**
 * @typedef {object} Field
 * @property {string} label
 * @property {(value: never) => string} words
 * @property {readonly (string | number)[]} [values]  if not those offered under its name
 * @property {(choice: TimedChoice) => string | number} [of]  its value, if not that of its name
 * @property {(value: never) => Partial<TimedChoice>} [change]
 */

/** @type {Record<string, Field>} */
const FIELDS = {
  mode: { label: t`Kind`, words: (/** @type {keyof typeof MODES} */ mode) => MODES[mode] },
  side: {
    label: t`Size`,
    values: [...OFFERED.side, RECTANGLE],
    words: (/** @type {number} */ side) => (side === RECTANGLE ? t`Rectangle` : square(side)),
    of: ({ shape, side }) => (shape === "square" ? side : RECTANGLE),
    change: (/** @type {number} */ side) => (side === RECTANGLE ? { shape: "rectangle" } : { shape: "square", side }),
  },
  width: { label: t`Width`, words: String },
  height: { label: t`Height`, words: String },
  count: { label: t`Boards`, words: String },
  last: { label: t`Relay to`, words: (/** @type {number} */ side) => t`${square(RELAY.first)} to ${square(side)}` },
  inspection: { label: t`Inspection`, words: (/** @type {number} */ s) => (s === 0 ? t`None` : t`${s} s`) },
  numbers: { label: t`Numbers`, words: (/** @type {keyof typeof NUMBERS} */ way) => NUMBERS[way] },
  tile: { label: t`Tile size`, words: (/** @type {number} */ tile) => (tile === 0 ? t`As the window allows` : t`${tile} px`) },
};

/** Keys that open a list or choose from an open one; all others step through a closed one. */
const OPENING = new Set(["Enter", " ", "F4", "Tab", "Escape"]);

/**
 * @param {TimedChoice} choice
 * @param {OnChoice} onChange
 * @returns {HTMLElement[]}
 */
export function buildChoices(choice, onChange) {
  const field = (/** @type {string} */ name) => selectOf(name, choice, onChange);
  const size = [field("side")];
  if (choice.shape === "rectangle") size.push(build("div", { class: "timed__sides" }, field("width"), field("height")));
  const own = {
    single: size,
    marathon: [...size, field("count")],
    relay: [],
    mixed: [field("count")],
  }[choice.mode];
  const looking = choice.numbers === "blind" ? [] : [field("inspection")];
  // Half a row is too narrow for a relay from one size to another.
  const sizes = { single: [], marathon: [], relay: [field("last")], mixed: [sizesField(choice, onChange)] }[choice.mode];
  const pairs = [...own, ...looking];
  // Two in a row; one that is left over has the row alone.
  if (pairs.length % 2 === 1) pairs[pairs.length - 1].classList.add("timed__whole");
  const [mode, numbers, tile] = ["mode", "numbers", "tile"].map(field);
  for (const one of [mode, ...sizes, numbers, tile]) one.classList.add("timed__whole");
  return [mode, ...sizes, ...pairs, numbers, tile];
}

/**
 * @param {string} name
 * @param {TimedChoice} choice
 * @param {OnChoice} onChange
 */
function selectOf(name, choice, onChange) {
  const { label, words, values = OFFERED[/** @type {keyof typeof OFFERED} */ (name)], of, change } = FIELDS[name];
  const id = `timed-${name}`;
  const chosen = of ? of(choice) : choice[/** @type {keyof TimedChoice} */ (name)];
  const select = build(
    "select",
    { id },
    ...values.map((value) => build("option", { value, text: words(/** @type {never} */ (value)), selected: value === chosen })),
  );
  let stepping = false;
  select.addEventListener("keydown", ({ key, altKey }) => {
    stepping = !altKey && !OPENING.has(key);
  });
  select.addEventListener("pointerdown", () => {
    stepping = false;
  });
  select.addEventListener("change", () => {
    const value = /** @type {never} */ (values[select.selectedIndex]);
    onChange(change ? change(value) : { [name]: value }, stepping ? id : "");
  });
  return build("div", { class: "field" }, build("label", { for: id, text: label }), select);
}

/**
 * @param {TimedChoice} choice
 * @param {OnChoice} onChange
 */
function sizesField({ sides }, onChange) {
  const boxes = OFFERED.side.map((side) => {
    const box = build("input", { type: "checkbox", id: `timed-sides-${side}`, value: side, checked: sides.includes(side) });
    box.addEventListener("change", () => {
      const chosen = boxes.filter((one) => one.checked).map((one) => Number(one.value));
      // A session needs at least one size.
      if (chosen.length === 0) box.checked = true;
      else onChange({ sides: chosen }, box.id);
    });
    return box;
  });
  return build(
    "fieldset",
    { class: "timed__sizes" },
    build("legend", { text: t`Sizes` }),
    ...boxes.map((box) => build("label", { class: "choice" }, box, build("span", { text: square(Number(box.value)) }))),
  );
}
