// The browser's storage, or memory for this visit if storage is refused or full.

/** @typedef {{getItem(key: string): string | null, setItem(key: string, value: string): void}} Store */

/** Whether a browser's storage has taken everything so far. */
let taken = true;

/** @returns {boolean} whether all that was given to any store is stored */
export function storesAll() {
  return taken;
}

/**
 * @param {() => Store} open  may throw, as reading `localStorage` does if it is refused
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

/**
 * What a store has, read; null where it has nothing, or where that cannot be read: then the console says why.
 * @template T
 * @param {string | null} text  as JSON
 * @param {(kept: any) => T} read  throws where that is damaged
 * @param {string} warning
 * @returns {T | null}
 */
export function readStored(text, read, warning) {
  if (!text) return null;
  try {
    return read(JSON.parse(text));
  } catch (error) {
    console.warn(warning, error);
    return null;
  }
}

/** @param {unknown} error */
function warn(error) {
  taken = false;
  console.warn("This browser stores nothing for the page; everything is lost when it is closed.", error);
}
