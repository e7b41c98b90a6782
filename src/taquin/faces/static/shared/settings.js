// The player's settings, stored in this browser. Unknown or broken values fall back to the defaults.

import { DEFAULT_KEYS } from "./keys.js";
import { readStored } from "./storage.js";

/** @typedef {import("./storage.js").Store} Store */

const STORE = "taquin.settings";

/**
 * @typedef {object} Values
 * @property {"system" | "light" | "dark" | "contrast"} theme
 * @property {"system" | "en" | "de" | "es" | "fr" | "zh-Hans"} language  system: the browser's
 * @property {"system" | "reduce"} motion
 * @property {"rows" | "columns" | "fringe" | "solved" | "mono"} palette
 * @property {"window" | "medium" | "small"} size  of the board
 * @property {"click" | "click drag" | "click drag trace"} input
 * @property {"slide" | "explore"} model  what arrow keys do on a focused tile
 * @property {"tile" | "gap"} arrows  what an arrow key moves
 * @property {Record<string, string[]>} keys  action to key names
 * @property {"stm" | "mtm"} metric  what a game counts: single-tile moves or slides
 * @property {boolean} timer  shown
 * @property {"optimal" | "slides" | "human" | "learn"} hintMode
 * @property {boolean} spoilers  whether the distance is always shown
 * @property {boolean} picture  whether the player's own picture is kept
 * @property {boolean} numerals  numbers over the player's own picture
 * @property {boolean} sound  when a board is solved
 * @property {boolean} daily  whether the page opens on today's board until it is solved
 * @property {boolean} welcomed  the tutorial was seen or skipped
 */

/** @type {Values} */
const DEFAULTS = {
  theme: "system",
  language: "system",
  motion: "system",
  palette: "rows",
  size: "window",
  input: "click drag",
  model: "slide",
  arrows: "tile",
  keys: DEFAULT_KEYS,
  metric: "stm",
  timer: true,
  hintMode: "optimal",
  spoilers: false,
  picture: false,
  numerals: true,
  sound: false,
  daily: true,
  welcomed: false,
};

/** @type {Record<string, readonly string[]>} */
const CHOICES = {
  theme: ["system", "light", "dark", "contrast"],
  language: ["system", "en", "de", "es", "fr", "zh-Hans"],
  motion: ["system", "reduce"],
  palette: ["rows", "columns", "fringe", "solved", "mono"],
  size: ["window", "medium", "small"],
  input: ["click", "click drag", "click drag trace"],
  model: ["slide", "explore"],
  arrows: ["tile", "gap"],
  metric: ["stm", "mtm"],
  hintMode: ["optimal", "slides", "human", "learn"],
};

/** Settings with change events: `event.detail` is `{key, value}`. */
export class Settings extends EventTarget {
  /** @type {Values} */
  #values;
  /** @type {Store} */
  #storage;

  /** @param {Store} storage */
  constructor(storage) {
    super();
    this.#storage = storage;
    this.#values = valid(read(storage));
  }

  /**
   * @template {keyof Values} K
   * @param {K} key
   * @returns {Values[K]}
   */
  get(key) {
    return this.#values[key];
  }

  /**
   * Store a choice and notify the page. Throws if the value is not one of the choices.
   * @template {keyof Values} K
   * @param {K} key
   * @param {Values[K]} value
   */
  set(key, value) {
    if (!isValid(key, value)) {
      const known = CHOICES[key]?.join(", ") ?? typeof DEFAULTS[key];
      throw new TypeError(`${key} cannot be ${JSON.stringify(value)}; expected ${known}.`);
    }
    // Choices made in another tab in the meantime stay.
    this.refresh();
    this.#values = { ...this.#values, [key]: value };
    this.#storage.setItem(STORE, JSON.stringify(this.#values));
    this.#notify(key);
  }

  /** Read what is stored now, if it is readable, and notify the page of changes. */
  refresh() {
    const stored = read(this.#storage);
    if (stored === null) return;
    const before = this.#values;
    this.#values = valid(stored);
    for (const key of /** @type {Array<keyof Values>} */ (Object.keys(DEFAULTS))) {
      if (JSON.stringify(before[key]) !== JSON.stringify(this.#values[key])) this.#notify(key);
    }
  }

  /** @param {keyof Values} key */
  #notify(key) {
    this.dispatchEvent(new CustomEvent("change", { detail: { key, value: this.#values[key] } }));
  }
}

/**
 * @param {Store} storage
 * @returns {unknown} null if there is nothing
 */
function read(storage) {
  return readStored(storage.getItem(STORE), (kept) => kept, "The stored settings are not JSON; they are ignored.");
}

/**
 * The valid stored values, and defaults for the rest.
 * @param {any} stored
 * @returns {Values}
 */
function valid(stored) {
  const given = Object(stored);
  // Keys chosen before an action existed stay chosen.
  const named = { ...given, keys: { ...DEFAULT_KEYS, ...Object(given.keys) } };
  const kept = Object.entries(named).filter(([key, value]) => isValid(key, value));
  return { ...DEFAULTS, ...Object.fromEntries(kept) };
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function isValid(key, value) {
  if (!Object.hasOwn(DEFAULTS, key)) return false;
  if (key === "keys") {
    const keys = Object(value);
    return Object.keys(DEFAULT_KEYS).every(
      (action) => Array.isArray(keys[action]) && keys[action].every(isText),
    );
  }
  return CHOICES[key]
    ? CHOICES[key].includes(/** @type {string} */ (value))
    : typeof value === typeof DEFAULTS[/** @type {keyof Values} */ (key)];
}

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/**
 * Whether the settings or the system ask for no motion.
 * @param {Settings} settings
 */
export function isStill(settings) {
  return settings.get("motion") === "reduce" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
