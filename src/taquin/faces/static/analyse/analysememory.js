/** The moves tried in the analysis, stored for this tab so that a reload restores them. */
import { replay } from "../board.js";
import { openStorage, readStored } from "../shared/storage.js";

/** @typedef {import("../shared/storage.js").Store} Store */
/** @typedef {import("./movetree.js").Tried} Tried */

const STORE = "taquin.analysis";

/** Reads and writes; anything damaged or of another board is ignored. */
export class AnalysisMemory {
  /** @param {Store} [store] */
  constructor(store = openStorage(() => sessionStorage)) {
    this.store = store;
  }

  /**
   * @param {string} source  what was opened
   * @param {Tried} tried
   */
  keep(source, tried) {
    this.store.setItem(STORE, JSON.stringify({ source, ...tried }));
  }

  /**
   * @param {string} source  what is opened
   * @param {import("../board.js").Board} start  its board
   * @returns {Tried | null} null: nothing of it is kept
   */
  read(source, start) {
    const read = (/** @type {any} */ kept) => {
      if (kept?.source !== source) return null;
      const { lines, at } = kept;
      if (!Number.isInteger(at)) throw new TypeError("the place is not a number.");
      for (const line of lines) replay(start, line);
      return { lines, at };
    };
    return readStored(this.store.getItem(STORE), read, "The moves tried in the analysis cannot be read; they are ignored.");
  }
}
