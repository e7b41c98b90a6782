/** The moves tried in the analysis, stored for this tab so that a reload restores them. */
import { replay } from "../board.js";
import { openStorage } from "../shared/storage.js";

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
    try {
      const kept = JSON.parse(this.store.getItem(STORE) ?? "null");
      const { lines, at } = kept;
      if (kept.source !== source || !Number.isInteger(at)) return null;
      for (const line of lines) replay(start, line);
      return { lines, at };
    } catch {
      return null;
    }
  }
}
