/** The fields of a timed attempt; only those that its kind uses. */
import { build } from "../shared/dom.js";
import { OFFERED, RELAY } from "./timedchoice.js";

/** @typedef {import("./timedchoice.js").TimedChoice} TimedChoice */

const MODES = { single: "One board", marathon: "Marathon: boards in a row", relay: "Relay: every size", mixed: "Mixed session" };
const NUMBERS = { shown: "Shown", hidden: "Hidden", blind: "Hidden from the first move (blind)" };
const square = (/** @type {number} */ side) => `${side}×${side}`;

/** The fields of each kind, besides those that all have. @type {Record<TimedChoice["mode"], (keyof typeof FIELDS)[]>} */
const OF_MODE = { single: ["side"], marathon: ["side", "count"], relay: ["last"], mixed: ["count"] };

const FIELDS = {
  mode: { label: "Kind", words: (/** @type {string} */ mode) => MODES[/** @type {keyof typeof MODES} */ (mode)] },
  side: { label: "Size", words: square },
  count: { label: "Boards", words: String },
  last: { label: "Relay to", words: (/** @type {number} */ side) => `${square(RELAY.first)} to ${square(side)}` },
  inspection: { label: "Inspection", words: (/** @type {number} */ s) => (s === 0 ? "None" : `${s} s`) },
  numbers: { label: "Numbers", words: (/** @type {string} */ way) => NUMBERS[/** @type {keyof typeof NUMBERS} */ (way)] },
  tile: { label: "Tile size", words: (/** @type {number} */ tile) => (tile === 0 ? "As the window allows" : `${tile} px`) },
};

/**
 * @param {TimedChoice} choice
 * @param {(change: Partial<TimedChoice>) => void} onChange
 * @returns {HTMLElement[]}
 */
export function buildChoices(choice, onChange) {
  const timed = /** @type {(keyof typeof FIELDS)[]} */ (choice.numbers === "blind" ? [] : ["inspection"]);
  const names = /** @type {(keyof typeof FIELDS)[]} */ (["mode", ...OF_MODE[choice.mode], ...timed, "numbers", "tile"]);
  const fields = /** @type {HTMLElement[]} */ (names.map((name) => selectOf(name, choice, onChange)));
  if (choice.mode === "mixed") fields.splice(2, 0, sizesOf(choice, onChange));
  return fields;
}

/**
 * @param {keyof typeof FIELDS} name
 * @param {TimedChoice} choice
 * @param {(change: Partial<TimedChoice>) => void} onChange
 */
function selectOf(name, choice, onChange) {
  const { label, words } = FIELDS[name];
  const id = `timed-${name}`;
  const values = /** @type {(string | number)[]} */ (OFFERED[name]);
  const select = build(
    "select",
    { id },
    ...values.map((value) =>
      build("option", { value, text: words(/** @type {never} */ (value)), selected: value === choice[name] }),
    ),
  );
  select.addEventListener("change", () => {
    onChange({ [name]: values[select.selectedIndex] });
    document.getElementById(id)?.focus();
  });
  return build("div", { class: "field" }, build("label", { for: id, text: label }), select);
}

/**
 * @param {TimedChoice} choice
 * @param {(change: Partial<TimedChoice>) => void} onChange
 */
function sizesOf({ sides }, onChange) {
  const boxes = OFFERED.side.map((side) => {
    const box = build("input", { type: "checkbox", value: side, checked: sides.includes(side) });
    box.addEventListener("change", () => {
      const chosen = boxes.filter((one) => one.checked).map((one) => Number(one.value));
      // A session needs at least one size.
      if (chosen.length === 0) box.checked = true;
      else onChange({ sides: chosen });
    });
    return box;
  });
  return build(
    "fieldset",
    { class: "timed__sizes" },
    build("legend", { text: "Sizes" }),
    ...boxes.map((box) => build("label", { class: "choice" }, box, build("span", { text: square(Number(box.value)) }))),
  );
}
