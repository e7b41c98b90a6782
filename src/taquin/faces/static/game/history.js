/**
 * Finished games, stored only in this browser. Events: `change`; `unread`, with the reason as its
 * detail, if the games cannot be read; `unkept`, with a game that lasts only as long as this tab.
 */
import { inMilliseconds, inOrder } from "./record.js";
import { checkRecord } from "./records.js";
import { t, withWords } from "../words/said.js";

/** @typedef {import("./record.js").GameRecord} GameRecord */

const NAME = "taquin";
const STORE = "games";
// Milliseconds the page waits for the database before it continues without one.
const PATIENCE = 3000;
// The same for reading and writing; a few thousand games take less than one second.
const ANSWER = 10_000;

/**
 * Where games are stored: a database, or memory if the browser stores nothing.
 * @typedef {{put(records: GameRecord[]): Promise<void>, remove(ids: string[]): Promise<void>, all(): Promise<GameRecord[]>}} Shelf
 */

/** Games by id. */
export class History extends EventTarget {
  #shelf;
  #patience;
  #channel = openChannel();
  /** Games that the shelf refused, by id: they last as long as this tab. @type {Map<string, GameRecord>} */
  #refused = new Map();

  /**
   * @param {Shelf} shelf
   * @param {boolean} lasting whether the games survive the tab
   * @param {number} [patience] milliseconds that the shelf has for each answer
   */
  constructor(shelf, lasting, patience = ANSWER) {
    super();
    this.#shelf = shelf;
    this.#patience = patience;
    this.lasting = lasting;
    // Another tab has changed it.
    if (this.#channel) this.#channel.onmessage = () => this.dispatchEvent(new Event("change"));
  }

  /**
   * Keep a game; one with the same id is replaced.
   * @param {GameRecord} record
   */
  async add(record) {
    const game = checkRecord(record);
    const refused = this.#refused.set(game.id, game);
    const games = [...refused.values()];
    try {
      await inTime(this.#shelf.put(games), this.#patience);
      games.forEach(({ id }) => refused.delete(id));
    } catch (error) {
      console.warn("A game is not kept beyond this tab:", error);
    }
    this.#changed();
    if (!this.lasting || refused.has(game.id)) this.dispatchEvent(new CustomEvent("unkept", { detail: game }));
  }

  /** How many games this browser had no room for. */
  get refused() {
    return this.#refused.size;
  }

  /** @returns {Promise<GameRecord[]>} the oldest first */
  async all() {
    return inOrder([...new Map([...(await this.#read()).map(byId), ...this.#refused]).values()]);
  }

  /**
   * @param {string} id
   * @returns {Promise<GameRecord | undefined>}
   */
  async get(id) {
    return this.#refused.get(id) ?? (await this.#read()).find((record) => record.id === id);
  }

  /** @param {string[]} ids */
  async remove(ids) {
    ids.forEach((id) => this.#refused.delete(id));
    await inTime(this.#shelf.remove(ids), this.#patience);
    this.#changed();
  }

  /**
   * @param {"json" | "csv"} format
   * @returns {Promise<string>} every game
   */
  async export(format) {
    const [games, { toCsv, toJson }] = await Promise.all([this.all(), withWords(() => import("./recordfiles.js"))]);
    return format === "csv" ? toCsv(games) : toJson(games);
  }

  /**
   * Add the games of an exported text. Those already here stay as they are.
   * @param {string} text
   * @returns {Promise<{added: number, known: number, differing: number, faults: string[]}>}
   */
  async import(text) {
    const { readFresh } = await withWords(() => import("./recordfiles.js"));
    const { fresh, ...counts } = readFresh(text, await this.all());
    if (fresh.length > 0) {
      await inTime(this.#shelf.put(fresh), this.#patience);
      this.dispatchEvent(new CustomEvent("import", { detail: fresh }));
      this.#changed();
    }
    return counts;
  }

  /** Some browsers leave a request to their database without any answer. */
  async #read() {
    try {
      return (await inTime(this.#shelf.all(), this.#patience)).map(inMilliseconds);
    } catch (error) {
      this.dispatchEvent(new CustomEvent("unread", { detail: /** @type {Error} */ (error).message }));
      throw error;
    }
  }

  /** Stop listening to other tabs. */
  close() {
    this.#channel?.close();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
    this.#channel?.postMessage(null);
  }
}

/**
 * @param {GameRecord} game
 * @returns {[string, GameRecord]}
 */
const byId = (game) => [game.id, game];

/** @returns {BroadcastChannel | null}  null if the browser has none: tabs then reread on request */
function openChannel() {
  try {
    return new BroadcastChannel("taquin-history");
  } catch (error) {
    console.warn("Tabs cannot tell each other about new games:", error);
    return null;
  }
}

/**
 * @param {IDBDatabase} database
 * @returns {Shelf}
 */
function databaseShelf(database) {
  const write = (/** @type {(games: IDBObjectStore) => void} */ change) => {
    const transaction = database.transaction(STORE, "readwrite");
    change(transaction.objectStore(STORE));
    return /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error(t`the browser aborted the transaction.`));
      })
    );
  };
  return {
    put: (records) => write((games) => records.forEach((record) => games.put(record))),
    remove: (ids) => write((games) => ids.forEach((id) => games.delete(id))),
    all: () => settled(database.transaction(STORE).objectStore(STORE).getAll()),
  };
}

/** @returns {Shelf} */
export function memoryShelf() {
  /** @type {Map<string, GameRecord>} */
  const games = new Map();
  return {
    put: async (records) => records.forEach((record) => games.set(record.id, record)),
    remove: async (ids) => ids.forEach((id) => games.delete(id)),
    all: async () => structuredClone([...games.values()]),
  };
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>} its result
 */
export function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {Promise<T>} answer
 * @param {number} patience  milliseconds
 * @returns {Promise<T>}
 */
async function inTime(answer, patience) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    const tell = () => reject(new Error(t`the browser’s database does not answer. Reload the page.`));
    timer = /** @type {any} */ (setTimeout(tell, patience));
  });
  try {
    return /** @type {T} */ (await Promise.race([answer, late]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The history of this browser. Some browsers refuse a database in private windows: the games then
 * last as long as the tab, and `lasting` says so.
 * @returns {Promise<History>}
 */
export async function createHistory() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    return new History(databaseShelf(await inTime(settled(request), PATIENCE)), true);
  } catch (error) {
    console.warn("Games are not kept beyond this tab:", error);
    return new History(memoryShelf(), false);
  }
}
