/** Who runs the lab's searches: the server, or the page itself where there is none. */
import { sentence } from "../shared/dom.js";
import { compareHere } from "./searches/comparehere.js";
import { boardRefusal, PAGE_ALGORITHMS } from "./searches/pagereach.js";

/** @typedef {import("../server/api.js").Listening} Listening */
/** @typedef {Pick<import("../server/api.js").Api, "catalogue" | "compare">} SearchServer */

const ALONE =
  "This page runs the searches itself on boards of up to 9 cells, with the same counts. " +
  "Larger boards, some algorithms, estimates and recordings need the server.";

/** One list of searches, and the comparisons of one lab. */
export class LabSearches {
  /** @param {SearchServer} server */
  constructor(server) {
    this.server = server;
    /** Why the page runs the searches, in words; empty while the server does. */ this.alone = "";
  }

  /** @returns {Promise<Record<string, any>>} the server's list of searches, or the page's own copy */
  async catalogue() {
    this.alone = "";
    try {
      return await this.server.catalogue();
    } catch (error) {
      const { CATALOGUE } = await import("./searches/catalogue.js");
      this.alone = `${missingWords(error)} ${ALONE}`;
      return CATALOGUE;
    }
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
    return this.alone && boardRefusal(board);
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
 * Why there is no list of searches from the server. A host of files alone answers 404, or with a page.
 * @param {unknown} error
 * @returns {string}
 */
function missingWords(error) {
  const { status, message } = /** @type {{status?: number, message: string}} */ (error);
  return status === undefined || status === 404 ? "There is no taquin server here." : sentence(message);
}
