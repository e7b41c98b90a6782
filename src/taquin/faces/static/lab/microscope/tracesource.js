/** A recorded search, of the server or of the page: lines are loaded by the page, and a few pages are cached. */
import { amount, t } from "../../words/said.js";

/** @typedef {import("./trace.js").TraceLine} TraceLine */
/** @typedef {{total: number, lines: (start: number, count: number) => Promise<Record<string, any>[]>}} Remote */

const PAGE = 500;
const KEPT = 8;

/** Lines of one trace. */
export class TraceSource {
  /** @param {Remote} remote */
  constructor(remote) {
    this.remote = remote;
    /** @type {Map<number, Promise<TraceLine[]>>} newest use last */
    this.pages = new Map();
  }

  get total() {
    return this.remote.total;
  }

  /**
   * @param {number} number
   * @returns {Promise<TraceLine[]>}
   */
  page(number) {
    let page = this.pages.get(number);
    if (page) this.pages.delete(number);
    else {
      page = this.remote.lines(number * PAGE, PAGE).then((lines) => /** @type {TraceLine[]} */ (lines));
      // A failed request can be retried.
      page.catch(() => this.pages.delete(number));
    }
    this.pages.set(number, page);
    const [oldest] = this.pages.keys();
    if (this.pages.size > KEPT && oldest !== undefined) this.pages.delete(oldest);
    return page;
  }

  /**
   * @param {number} number
   * @returns {Promise<TraceLine>}
   */
  async line(number) {
    const page = await this.page(Math.floor(number / PAGE));
    const line = page[number % PAGE];
    if (!line)
      throw new RangeError(t`The trace has ${amount(this.total, "line")}; line ${number} was asked for.`);
    return line;
  }

  /**
   * The whole trace, a JSON object a line, as `taquin solve --trace` writes it, its header with the
   * search's full name: a file may hold several traces.
   * @param {string} search
   * @returns {Promise<string[]>}
   */
  async text(search) {
    const found = /** @type {string[]} */ ([]);
    await this.read((line) =>
      found.push(`${JSON.stringify(line.kind === "header" ? { ...line, search } : line)}\n`),
    );
    return found;
  }

  /**
   * Read every line once, in order.
   * @param {(line: TraceLine) => void} each
   * @param {(read: number) => void} [onPage]
   * @param {AbortSignal} [signal]
   */
  async read(each, onPage, signal) {
    for (let page = 0; page * PAGE < this.total; page++) {
      const lines = await this.page(page);
      signal?.throwIfAborted();
      lines.forEach(each);
      onPage?.(Math.min(this.total, (page + 1) * PAGE));
    }
  }
}
