// The browser's storage, or, where it is refused or full, the memory of this visit.

/** @typedef {{getItem(key: string): string | null, setItem(key: string, value: string): void}} Store */

/**
 * @param {() => Store} open  may throw, as reading `localStorage` does where it is refused
 * @returns {Store}
 */
export function openStorage(open) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  /** @type {Store | null} */
  let store = null;
  try {
    store = open();
  } catch (error) {
    warn(error);
  }
  return {
    getItem(key) {
      try {
        return memory.get(key) ?? store?.getItem(key) ?? null;
      } catch (error) {
        warn(error);
        return null;
      }
    },
    setItem(key, value) {
      try {
        store?.setItem(key, value);
        memory.delete(key);
        if (!store) memory.set(key, value);
      } catch (error) {
        memory.set(key, value);
        warn(error);
      }
    },
  };
}

/** @param {unknown} error */
function warn(error) {
  console.warn("This browser keeps nothing for the page; it will be forgotten when closed.", error);
}
