/** Who runs the lab's searches: the server, or the page itself where there is none. */
import { sentence } from "../shared/dom.js";
import { bytes } from "../shared/measures.js";
import { labMost } from "../solver/budget.js";
import { compareHere, estimateHere, recordHere } from "./searches/comparehere.js";
import { boardRefusal, MOST_BYTES, MOST_CELLS_HERE, PAGE_ALGORITHMS, PAGE_HEURISTICS } from "./searches/pagereach.js";
import { inSequence, t, translated } from "../words/said.js";

/** @typedef {import("../server/api.js").Listening} Listening */
/** @typedef {Pick<import("../server/api.js").Api, "catalogue" | "again" | "compare" | "trace" | "explain" | "online" | "present" | "addEventListener">} SearchServer */

const ALONE =
  t`This page runs and records the searches itself on boards of up to ${MOST_CELLS_HERE} cells, with the same counts. Larger boards, some algorithms and estimates need the server.`;

/** What a page without a server says; it shows nothing that would need one. */
const unserved = () =>
  t`This page runs the searches itself, on boards of up to ${MOST_CELLS_HERE} cells. A search that needs more than ${bytes(labMost(MOST_BYTES))} stops there.`;

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
      if (!server.online) this.#miss({ status: 0, message: t`the server does not answer.` });
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
    this.alone = this.server.present ? inSequence(missingWords(error), ALONE) : unserved();
    if (this.alone !== before) this.dispatchEvent(new Event("change"));
  }

  /** @returns {Promise<Record<string, any>>} the server's list of searches, or the page's own copy */
  async catalogue() {
    [this.alone, this.#away] = ["", false];
    try {
      this.list = inWords(await this.server.catalogue());
    } catch (error) {
      this.list = inWords(await pageCatalogue(!this.server.present));
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
  compare(body, listening) {
    return this.#byEither(body, listening, (...asked) => this.server.compare(...asked), compareHere);
  }

  /**
   * A recording by the server; if it is away, by the page itself.
   * @param {any} body as the server's
   * @param {Listening} listening
   * @returns {Promise<import("./microscope/tracesource.js").Remote>}
   */
  record(body, listening) {
    return this.#byEither(body, listening, (...asked) => this.server.trace(...asked), recordHere);
  }

  /**
   * What the estimates see on a board, by the server; if it is away, by the page itself.
   * @param {any} body as the server's
   * @param {Listening} listening
   * @returns {Promise<Record<string, any>>}
   */
  explain(body, listening) {
    return this.#byEither(body, listening, (...asked) => this.server.explain(...asked), estimateHere);
  }

  /**
   * @template T
   * @param {any} body
   * @param {Listening} listening
   * @param {(body: any, listening: Listening) => Promise<T>} there
   * @param {(body: any, listening: Listening) => Promise<T>} here
   * @returns {Promise<T>}
   */
  async #byEither(body, listening, there, here) {
    if (this.alone) {
      const refused = this.refusal(body.board);
      if (refused) throw new Error(refused);
      return here(body, listening);
    }
    try {
      return await there(body, listening);
    } catch (error) {
      const { kind } = /** @type {{kind?: string}} */ (error);
      if (kind !== "offline" || boardRefusal(body.board)) throw error;
      listening.onNotice?.(t`the server does not answer: this page runs the searches itself`);
      return here(body, listening);
    }
  }
}

/**
 * The list of searches in the page's language.
 * @param {Record<string, any>} list
 * @returns {Record<string, any>}
 */
function inWords(list) {
  const algorithms = list["algorithms"].map((/** @type {{label: string, summary: string}} */ one) => ({
    ...one,
    label: translated(one.label),
    summary: translated(one.summary),
  }));
  const counters = Object.entries(list["counters"]).map(([name, text]) => [name, translated(text)]);
  return { ...list, algorithms, counters: Object.fromEntries(counters) };
}

/**
 * The page's own list of searches, with the pseudo-code of those that it runs.
 * @param {boolean} within whether the others are left out
 * @returns {Promise<Record<string, any>>}
 */
async function pageCatalogue(within) {
  const [{ CATALOGUE }, { TEACHINGS }] = await Promise.all([
    import("./searches/catalogue.js"),
    import("./searches/teachings.js"),
  ]);
  const declared = /** @type {Record<string, {pseudocode: object[]}>} */ (TEACHINGS);
  const algorithms = CATALOGUE.algorithms
    .filter(({ name }) => !within || PAGE_ALGORITHMS.includes(name))
    .map((one) => ({ ...one, pseudocode: declared[one.name]?.pseudocode ?? [] }));
  const heuristics = CATALOGUE.heuristics.filter(({ name }) => !within || PAGE_HEURISTICS.includes(name));
  return { ...CATALOGUE, algorithms, heuristics };
}

/**
 * Why there is no list of searches from the server. A host of files alone answers 404, or with a page.
 * @param {unknown} error
 * @returns {string}
 */
function missingWords(error) {
  const { status, message } = /** @type {{status?: number, message: string}} */ (error);
  return status === undefined || status === 404 ? t`There is no taquin server here.` : sentence(message);
}
