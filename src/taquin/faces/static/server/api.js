/**
 * The server as the page sees it; what talks to it is loaded for the first question.
 *
 * @typedef {import("./messages.js").JobQuestion} JobQuestion
 * @typedef {import("./messages.js").Bounds} Bounds
 * @typedef {import("./messages.js").JobSearch} JobSearch
 * @typedef {import("./messages.js").JobRow} JobRow
 * @typedef {import("./messages.js").JobResult} JobResult
 * @typedef {import("./messages.js").JobProgress} JobProgress
 * @typedef {import("./messages.js").Origin} Origin
 * @typedef {import("./messages.js").Listening} Listening
 * @typedef {import("./messages.js").Trace} Trace
 * @typedef {import("./connection.js").Connection} Connection
 */
import { ApiError, offline } from "./apierror.js";
import { learnViews } from "../languages/languages.js";
import { t, withWords } from "../words/said.js";

/** Fires `change` when `online` does. */
export class Api extends EventTarget {
  /** @type {Promise<Connection> | null} */
  #connection = null;

  /** @param {boolean} present  if not, nothing is ever sent */
  constructor(present = true) {
    super();
    this.present = present;
    /** Whether the server answered when it was last asked. */
    this.online = present;
  }

  /** @returns {Promise<Record<string, any>>} everything that can be named; fetched once */
  catalogue() {
    return this.#ask((connection) => connection.catalogue());
  }

  /** @returns {Promise<Record<string, any>>} the list of a server that was away, which may be another now */
  again() {
    return this.#ask((connection) => connection.again());
  }

  /**
   * What `taquin info --format json` prints.
   *
   * @param {JobQuestion} body
   * @param {{signal?: AbortSignal}} [listening]
   * @returns {Promise<Record<string, any>>}
   */
  explain(body, listening) {
    return this.#ask((connection) => connection.explain(body, listening));
  }

  /**
   * @param {JobQuestion & JobSearch & Bounds} body
   * @param {Listening} [listening]
   * @returns {Promise<JobResult>}
   */
  solve(body, listening) {
    return this.#ask((connection) => connection.solve(body, listening));
  }

  /**
   * The same board by several searches.
   *
   * @param {JobQuestion & Bounds & {rows: JobRow[], fresh?: boolean}} body  fresh: without the server's cache
   * @param {Listening} [listening]
   * @returns {Promise<JobResult[]>} in the order of the rows; one that failed has status "error"
   */
  compare(body, listening) {
    return this.#ask((connection) => connection.compare(body, listening));
  }

  /**
   * Every step of one search.
   *
   * @param {JobQuestion & JobSearch & Bounds & {cap?: number}} body
   * @param {Listening} [listening]
   * @returns {Promise<Trace>}
   */
  trace(body, listening) {
    return this.#ask((connection) => connection.trace(body, listening));
  }

  /**
   * @template T
   * @param {(connection: Connection) => Promise<T>} question
   * @returns {Promise<T>}
   */
  async #ask(question) {
    if (!this.present) throw new ApiError(ABSENT, 404);
    this.#connection ??= this.#connect();
    return question(await this.#connection);
  }

  /** @returns {Promise<Connection>} */
  async #connect() {
    try {
      // What a server says stands among the words of the other views.
      const [{ Connection }] = await Promise.all([withWords(() => import("./connection.js")), learnViews()]);
      return new Connection((online) => this.#seen(online));
    } catch (error) {
      console.warn("The server cannot be asked:", error);
      this.#connection = null;
      this.#seen(false);
      throw offline();
    }
  }

  /** @param {boolean} online */
  #seen(online) {
    if (online === this.online) return;
    this.online = online;
    this.dispatchEvent(new Event("change"));
  }
}

const ABSENT = { kind: "absent", message: t`this page has no server.`, hint: "" };

/**
 * @param {boolean} [present]  whether there is a server: the page's head says if not
 * @returns {Api}
 */
export function createApi(present = !document.querySelector("meta[name=taquin-server]")) {
  return new Api(present);
}
