/** What the settings do with keys: sets to choose from, and a key bound to another action. */
import { DEFAULT_KEYS } from "../shared/keys.js";

const HJKL = {
  up: ["ArrowUp", "k"],
  down: ["ArrowDown", "j"],
  left: ["ArrowLeft", "h"],
  right: ["ArrowRight", "l"],
  hint: ["i"],
};

/**
 * Sets of keys to choose from. H is the hint unless it moves left.
 * @type {Record<string, Record<string, string[]>>}
 */
export const KEY_SETS = {
  "Arrows and WASD": DEFAULT_KEYS,
  "Arrows and HJKL": { ...DEFAULT_KEYS, ...HJKL },
  "All keys": {
    ...DEFAULT_KEYS,
    up: ["ArrowUp", "w", "k"],
    down: ["ArrowDown", "s", "j"],
    left: ["ArrowLeft", "a", "h"],
    right: ["ArrowRight", "d", "l"],
    hint: ["i"],
  },
};

/**
 * Bind a key to an action, taking it away from every other.
 * @param {Record<string, string[]>} keys
 * @param {string} action
 * @param {string} name
 * @returns {Record<string, string[]>}
 */
export function rebind(keys, action, name) {
  return Object.fromEntries(
    Object.entries(keys).map(([other, names]) => {
      const kept = names.filter((each) => each !== name);
      return [other, other === action ? [...kept, name] : kept];
    }),
  );
}
