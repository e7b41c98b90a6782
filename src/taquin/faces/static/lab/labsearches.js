/** Who runs the lab's searches: the server, or the page itself where there is none. */
import { sentence } from "../shared/dom.js";
import { compareHere } from "./searches/comparehere.js";
import { boardRefusal, PAGE_ALGORITHMS, PAGE_HEURISTICS } from "./searches/pagereach.js";

/** @typedef {import("../server/api.js").Listening} Listening */
/** @typedef {Pick<import("../server/api.js").Api, "catalogue" | "again" | "compare" | "online" | "present" | "addEventListener">} SearchServer */

const ALONE =
  "This page runs the searches itself on boards of up to 9 cells, with the same counts. " +
  "Larger boards, some algorithms, estimates and recordings need the server.";

/** What a page without a server says; it shows nothing that would need one. */
const UNSERVED = "This page runs the searches itself, on boards of up to 9 cells.";

/** Milliseconds between questions to a server that is away. */
const AGAIN = 5_000;

/** One list of searches, and the comparisons of one lab. Fires `change` when a server goes or comes back. */
export class LabSearches extends EventTarget {
  /** Whether a server is away that may come back; a host of files alone never becomes one. */
  #away = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer = undefined;

  /** @param {SearchServer} server */
  constructor(server) {
    super();
    this.server = server;
    /** Why the page runs the searches, in words; empty while the server does. */ this.alone = "";
    /** The server's newest list of searches. @type {Record<string, any> | null} */ this.list = null;
    server.addEventListener("change", () => {
      if (!server.online) this.#miss({ status: 0, message: "the server does not answer." });
      else if (this.alone) void this.#regain();
    });
  }

  /** @param {boolean} on  whether the lab is shown: then a server that is away is asked again and again */
  watch(on) {
    clearInterval(this.#timer);
    if (on) this.#timer = setInterval(() => this.#away && void this.#regain(), AGAIN);
  }

  async #regain() {
    try {
      const list = await this.server.again();
      if (!this.alone || !this.server.online) return;
      [this.list, this.alone, this.#away] = [list, "", false];
      this.dispatchEvent(new Event("change"));
    } catch (error) {
      this.#miss(error);
    }
  }

  /** @param {unknown} error */
  #miss(error) {
    const before = this.alone;
    this.#away = /** @type {{status?: number}} */ (error).status === 0;
    this.alone = this.server.present ? `${missingWords(error)} ${ALONE}` : UNSERVED;
    if (this.alone !== before) this.dispatchEvent(new Event("change"));
  }

  /** @returns {Promise<Record<string, any>>} the server's list of searches, or the page's own copy */
  async catalogue() {
    [this.alone, this.#away] = ["", false];
    try {
      this.list = await this.server.catalogue();
    } catch (error) {
      const { CATALOGUE } = await import("./searches/catalogue.js");
      this.list = this.server.present ? CATALOGUE : withinReach(CATALOGUE);
      this.#miss(error);
    }
    return this.list;
  }

  /**
   * @param {string} algorithm
   * @returns {boolean} whether it can be run now
   */
  runs(algorithm) {
    return this.alone === "" || PAGE_ALGORITHMS.includes(algorithm);
  }

  /**
   * @param {string} board
   * @returns {string} why no search can be run on it now; empty if one can
   */
  refusal(board) {
    return this.alone && boardRefusal(board, this.server.present);
  }

  /**
   * A comparison by the server; if it is away, by the page itself.
   * @param {any} body as the server's
   * @param {Listening} listening
   * @returns {Promise<any[]>}
   */
  async compare(body, listening) {
    if (this.alone) return compareHere(body, listening);
    try {
      return await this.server.compare(body, listening);
    } catch (error) {
      const { kind } = /** @type {{kind?: string}} */ (error);
      if (kind !== "offline" || boardRefusal(body.board)) throw error;
      listening.onNotice?.("the server does not answer: this page runs the searches itself");
      return compareHere(body, listening);
    }
  }
}

/**
 * The part of a list of searches that the page runs itself.
 * @param {Record<string, any>} list
 * @returns {Record<string, any>}
 */
function withinReach(list) {
  const [algorithms, heuristics] = [PAGE_ALGORITHMS, PAGE_HEURISTICS].map((names, at) =>
    list[at === 0 ? "algorithms" : "heuristics"].filter((/** @type {{name: string}} */ { name }) => names.includes(name)),
  );
  return { ...list, algorithms, heuristics };
}

/**
 * Why there is no list of searches from the server. A host of files alone answers 404, or with a page.
 * @param {unknown} error
 * @returns {string}
 */
function missingWords(error) {
  const { status, message } = /** @type {{status?: number, message: string}} */ (error);
  return status === undefined || status === 404 ? "There is no taquin server here." : sentence(message);
}
