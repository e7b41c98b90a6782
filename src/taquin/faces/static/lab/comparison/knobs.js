/** The options of an algorithm as controls; only values other than the defaults are kept. */
import { build } from "../../shared/dom.js";
import { choose, field } from "../parts/labparts.js";
import { t } from "../../words/said.js";

/**
 * @typedef {object} Option
 * @property {"choice" | "int" | "float" | "order"} type
 * @property {string | number | null} default
 * @property {string[]} [choices] empty or missing: any value of the type
 * @property {number | null} [least] of a number; 1 where it is missing
 *
 * @typedef {object} CodeTemplate a line of pseudo-code as an algorithm declares it
 * @property {string} text leading spaces, four per level, are the indent; {option} is its value
 * @property {string[]} marks the moments of a step at which the line is highlighted: choose, goal,
 *   expand, the verdicts new, better, duplicate, pruned, and found, fail at the end
 * @property {Record<string, string[]>} when shown only if each option has one of these values
 *
 * @typedef {object} Algorithm
 * @property {string} name
 * @property {string} summary
 * @property {string} label its name for people
 * @property {boolean} heuristic whether it wants one
 * @property {string | null} defining the option that is named even with its default value
 * @property {string | null} colour of its line in charts
 * @property {boolean} discards whether nodes not chosen at a depth are dropped at the next
 * @property {CodeTemplate[]} pseudocode
 * @property {Record<string, Option>} options
 */

const TITLES = /** @type {Record<string, string>} */ ({
  order: t`Successor order`,
  tie_break: t`Tie-break`,
  duplicates: t`Duplicates`,
  goal_test: t`Goal test`,
  depth: t`Depth limit`,
  weight: t`Weight`,
  step: t`Step of the weight`,
  width: t`Beam width`,
  cost: t`Largest cost`,
  lookahead: t`Lookahead`,
});

const HELP = /** @type {Record<string, string>} */ ({
  order: t`directions in which the tile moves: up, down, left, right`,
  depth: t`moves; empty: none`,
  cost: t`of a solution worth finding; empty: any`,
  lookahead: t`boards expanded before each walk`,
});

const CHOICES = /** @type {Record<string, string>} */ ({
  lifo: t`newest first`,
  fifo: t`oldest first`,
  state: t`smallest board number`,
  low_h: t`smallest h`,
  global: t`checked when generated`,
  closed: t`checked when expanded`,
  blind: t`checked, ignoring depth`,
  path: t`checked along the path`,
  parent: t`never undo the last move`,
  none: t`not checked`,
  expansion: t`when expanded`,
  generation: t`when generated`,
});

/**
 * @param {string} name of an option
 * @returns {string} its display name
 */
export function optionTitle(name) {
  return TITLES[name] ?? name.replaceAll("_", " ");
}

/**
 * @param {string} value of an option
 * @returns {string} its display text
 */
export function optionWords(value) {
  return CHOICES[value] ?? value;
}

/** All 24 orders of the four directions. */
export const ORDERS = permutations("UDLR");

/**
 * @param {string} letters
 * @returns {string[]}
 */
function permutations(letters) {
  if (letters.length < 2) return [letters];
  return [...letters].flatMap((first) =>
    permutations(letters.replace(first, "")).map((rest) => first + rest),
  );
}

/**
 * @param {string} name
 * @param {Option | undefined} option
 * @param {unknown} value
 * @returns {boolean} whether the option may have it
 */
export function validOption(name, option, value) {
  if (!option) return false;
  if (option.type === "order" || name === "order") return ORDERS.includes(/** @type {string} */ (value));
  if (option.choices && option.choices.length > 0) {
    return option.choices.includes(/** @type {string} */ (value));
  }
  if (typeof value !== "number" || value < (option.least ?? 1)) return false;
  return option.type === "float" ? Number.isFinite(value) : Number.isSafeInteger(value);
}

/**
 * @param {Algorithm} algorithm
 * @param {Object<string, string | number>} chosen changed in place
 * @param {() => void} onChange
 * @returns {HTMLElement[]} a field for every option
 */
export function knobs(algorithm, chosen, onChange) {
  return Object.entries(algorithm.options).map(([name, option]) => {
    const keep = (/** @type {string | number} */ value) => {
      if (String(value) === String(option.default ?? "")) delete chosen[name];
      else chosen[name] = value;
      onChange();
    };
    return field(optionTitle(name), control(name, option, chosen[name] ?? option.default, keep), HELP[name]);
  });
}

/**
 * @param {string} name
 * @param {Option} option
 * @param {string | number | null} value
 * @param {(value: string | number) => void} keep
 * @returns {HTMLElement}
 */
function control(name, option, value, keep) {
  if (option.type === "order" || name === "order") {
    return choose(
      ORDERS.map((order) => [order, order]),
      String(value ?? "UDLR"),
      keep,
    );
  }
  if (option.choices && option.choices.length > 0) {
    return choose(
      option.choices.map((choice) => [choice, optionWords(choice)]),
      String(value),
      keep,
    );
  }
  const input = build("input", {
    type: "number",
    value: value ?? "",
    min: option.least ?? 1,
    step: option.type === "float" ? "0.1" : "1",
  });
  input.addEventListener("change", () => {
    if (!input.checkValidity()) input.reportValidity();
    else keep(input.value === "" ? (option.default ?? "") : Number(input.value));
  });
  return input;
}
