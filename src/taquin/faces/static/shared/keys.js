// The page's keyboard: what each key does, and when keys are left to the browser.
import { t } from "../words/said.js";

/**
 * Action to key names as `KeyboardEvent.key` gives them; `Ctrl+` stands for Control or Command.
 * @type {Record<string, string[]>}
 */
export const DEFAULT_KEYS = {
  up: ["ArrowUp", "w"],
  down: ["ArrowDown", "s"],
  left: ["ArrowLeft", "a"],
  right: ["ArrowRight", "d"],
  undo: ["u", "Ctrl+z"],
  redo: ["r", "Ctrl+y", "Ctrl+Shift+z"],
  new: ["n"],
  retry: ["t"],
  pause: ["p"],
  hint: ["h"],
  peek: ["v"],
  solve: ["o"],
  query: ["/"],
  say: ["q"],
  timed: ["m"],
  numbers: ["b"],
  larger: ["+", "="],
  smaller: ["-"],
  setup: ["e"],
  share: ["c"],
  help: ["?"],
};

/**
 * What each action does, for the help and the settings.
 * @type {Record<string, string>}
 */
export const ACTIONS = {
  up: t`move up`,
  down: t`move down`,
  left: t`move left`,
  right: t`move right`,
  undo: t`undo`,
  redo: t`redo`,
  new: t`new game`,
  retry: t`retry this board`,
  pause: t`pause or resume`,
  hint: t`hint`,
  peek: t`hold: the moves left, as a hint`,
  solve: t`solve`,
  query: t`ask about the board`,
  say: t`speak the last message now`,
  timed: t`timed`,
  numbers: t`timed: show or hide numbers`,
  larger: t`timed: larger tiles`,
  smaller: t`timed: smaller tiles`,
  setup: t`set up a board`,
  share: t`share`,
  help: t`help`,
};

/** Actions that move a tile. The letter is the tile's direction. */
const ARROWS = { up: "U", down: "D", left: "L", right: "R" };
const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

/**
 * The name of the key that was pressed, with Ctrl+ and Shift+ where they matter.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} event
 * @returns {string | null}  null for keys that belong to the browser or the system
 */
export function keyName(event) {
  const { key } = event;
  if (event.altKey || ["Control", "Shift", "Meta", "Alt", "Dead", "Unidentified"].includes(key)) {
    return null;
  }
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.shiftKey ? "Shift+" : ""}${name}`;
  return event.shiftKey && key.length > 1 ? `Shift+${name}` : name;
}

/**
 * The action bound to a key, or null.
 * @param {Record<string, string[]>} keys
 * @param {string} name
 * @returns {string | null}
 */
export function actionOf(keys, name) {
  return Object.keys(keys).find((action) => keys[action].includes(name)) ?? null;
}

/**
 * The tile's direction for a move action, or null for another action.
 * @param {string} action
 * @param {"tile" | "gap"} arrows  what the arrow moves
 * @returns {string | null}
 */
export function letterOf(action, arrows) {
  const letter = /** @type {keyof typeof OPPOSITE | undefined} */ (
    /** @type {Record<string, string>} */ (ARROWS)[action]
  );
  if (!letter) return null;
  return arrows === "tile" ? letter : OPPOSITE[letter];
}

/**
 * A key's name for display.
 * @param {string} name
 * @returns {string}
 */
export function keyLabel(name) {
  const words = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": t`Space` };
  const key = name.replace(/^Ctrl\+/, "").replace(/^Shift\+/, "");
  const label = /** @type {Record<string, string>} */ (words)[key];
  const shown = label ?? (key.length === 1 ? key.toUpperCase() : key);
  const held = name.slice(0, name.length - key.length);
  return held.replace("Ctrl", t`Ctrl`).replace("Shift", t`Shift`) + shown;
}

/** Listens to the page's keys and calls the handlers registered for their actions. */
export class Keys {
  /** @type {Map<string, Set<(event: KeyboardEvent) => void>>} */
  #handlers = new Map();
  /** @type {() => Record<string, string[]>} */
  #keys;
  /** The key that is held to peek, by its place on the keyboard: modifiers may change its name. */
  #held = "";

  /**
   * @param {Document} page
   * @param {() => Record<string, string[]>} keys  the bindings in force
   */
  constructor(page, keys) {
    this.#keys = keys;
    // Capture phase: the page's bindings come before those of a focused tile.
    page.addEventListener("keydown", (event) => this.#press(event), true);
    page.addEventListener("keyup", (event) => this.#release(event), true);
  }

  /**
   * Call `handler` for an action. Key up is passed on for `peek` alone, wherever the focus is by then.
   * @param {string} action
   * @param {(event: KeyboardEvent) => void} handler
   * @returns {() => void}  stop listening
   */
  on(action, handler) {
    const handlers = this.#handlers.get(action) ?? new Set();
    this.#handlers.set(action, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const name = keyName(event);
    const action = name && actionOf(this.#keys(), name);
    if (!name || !action) return;
    if (event.repeat && !REPEATED.has(action)) return;
    if (isTyping(event) || (isInControl(event) && name in NAVIGATION)) return;
    if (action === "peek") this.#held = event.code || name;
    for (const handler of this.#handlers.get(action) ?? []) handler(event);
  }

  /** @param {KeyboardEvent} event */
  #release(event) {
    if (!this.#held || this.#held !== (event.code || keyName(event))) return;
    this.#held = "";
    for (const handler of this.#handlers.get("peek") ?? []) handler(event);
  }
}

/** Actions that repeat while their key is held; a held N deals one board, not thirty per second. */
const REPEATED = new Set(["up", "down", "left", "right", "undo", "redo"]);

/** Keys that a focused control of the browser uses itself. */
const NAVIGATION = {
  ArrowUp: 1,
  ArrowDown: 1,
  ArrowLeft: 1,
  ArrowRight: 1,
  Enter: 1,
  " ": 1,
  Home: 1,
  End: 1,
};

/**
 * Whether the key goes to a field, a menu or a dialog, where shortcuts are off.
 * @param {KeyboardEvent} event
 */
function isTyping(event) {
  const target = /** @type {Element | undefined} */ (event.composedPath()[0]);
  if (!(target instanceof Element)) return false;
  // One that was just closed is removed a moment later.
  if (Array.from(dialogs).some((dialog) => dialog.open)) return true;
  const field = target.closest("input, textarea, select, [contenteditable='true'], [role='menu']");
  return Boolean(field && !(field instanceof HTMLInputElement && NOT_TEXT.has(field.type)));
}

/** A live collection, so that a key press need not search the page. */
const dialogs = globalThis.document?.getElementsByTagName("dialog") ?? [];

const NOT_TEXT = new Set(["checkbox", "radio", "range", "button", "submit", "reset"]);

/**
 * Whether a key press is free for the view: no field, dialog or control uses the key itself.
 * @param {KeyboardEvent} event
 */
export function isFree(event) {
  const target = event.composedPath()[0];
  const pressed = event.key === " " || event.key === "Enter";
  return !(
    event.defaultPrevented ||
    event.ctrlKey || event.altKey || event.metaKey ||
    isTyping(event) ||
    isInControl(event) ||
    (pressed && target instanceof Element && target.closest("button, a[href], summary"))
  );
}

/**
 * Whether the focus is in a control that uses the arrow keys itself.
 * @param {KeyboardEvent} event
 */
function isInControl(event) {
  const target = event.composedPath()[0];
  return (
    target instanceof Element &&
    target.closest("input, [role='slider'], [role='tab'], [role='radio'], [role='application']") !==
      null
  );
}
