/**
 * Finished games, kept in this browser and nowhere else. Events: `change`.
 */
import { checkRecord, readRecords, toCsv, toJson } from "./records.js";
import { inOrder } from "./stats.js";

/** @typedef {import("./game.js").GameRecord} GameRecord */

const NAME = "taquin";
const STORE = "games";

/** Games by id. */
export class History extends EventTarget {
  #database;
  #channel = new BroadcastChannel("taquin-history");

  /** @param {IDBDatabase} database */
  constructor(database) {
    super();
    this.#database = database;
    this.#channel.onmessage = () => this.dispatchEvent(new Event("change"));
  }

  /**
   * Keep a game; one with the same id is replaced.
   * @param {GameRecord} record
   */
  async add(record) {
    await this.#write((games) => games.put(checkRecord(record)));
  }

  /** @returns {Promise<GameRecord[]>} the oldest first */
  async all() {
    const games = this.#database.transaction(STORE).objectStore(STORE);
    return inOrder(await settled(games.getAll()));
  }

  /**
   * @param {string} id
   * @returns {Promise<GameRecord | undefined>}
   */
  get(id) {
    return settled(this.#database.transaction(STORE).objectStore(STORE).get(id));
  }

  /** @param {string[]} ids */
  async remove(ids) {
    await this.#write((games) => {
      for (const id of ids) games.delete(id);
    });
  }

  /**
   * @param {"json" | "csv"} format
   * @param {GameRecord[]} [records] all of them unless said otherwise
   * @returns {Promise<string>}
   */
  async export(format, records) {
    const games = records ?? (await this.all());
    return format === "csv" ? toCsv(games) : toJson(games);
  }

  /**
   * Add the games of an exported text. Those already here stay as they are.
   * @param {string} text
   * @returns {Promise<{added: number, known: number, faults: string[]}>}
   */
  async import(text) {
    const { records, faults } = readRecords(text);
    const known = new Set((await this.all()).map((record) => record.id));
    const fresh = new Map(records.filter(({ id }) => !known.has(id)).map((one) => [one.id, one]));
    if (fresh.size > 0) {
      await this.#write((games) => {
        for (const record of fresh.values()) games.put(record);
      });
    }
    return { added: fresh.size, known: records.length - fresh.size, faults };
  }

  /** @param {(games: IDBObjectStore) => void} change */
  async #write(change) {
    const transaction = this.#database.transaction(STORE, "readwrite");
    change(transaction.objectStore(STORE));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser gave it up."));
    });
    this.dispatchEvent(new Event("change"));
    this.#channel.postMessage(null);
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<History>} */
export async function createHistory() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
  return new History(await settled(request));
}
