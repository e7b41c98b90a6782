/** Recordings of searches by the kernel, in the form in which the page's server gives them. */

/** @typedef {import("./host.js").View} View */
/** @typedef {{resolve: (message: any) => void, reject: (error: unknown) => void}} Waiting */

/** The kernel as the microscope's server; each question has an id, as every view hears all answers. */
export class Kernel {
  /**
   * @param {View["model"]} model
   * @param {View["hear"]} hear
   */
  constructor(model, hear) {
    this.model = model;
    this.last = 0;
    this.view = crypto.randomUUID?.() ?? String(Math.random());
    /** @type {Map<string, Waiting>} */ this.waiting = new Map();
    /** @type {Map<string, (message: any) => void>} */ this.listening = new Map();
    hear((message) => this.#answer(message));
  }

  /** @param {any} message */
  #answer(message) {
    if (message.kind === "progress") {
      this.listening.get(message.id)?.(message);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.kind === "failed") waiting?.reject(new Error(message.message));
    else waiting?.resolve(message);
  }

  /**
   * @param {string} kind
   * @param {Record<string, unknown>} fields
   * @param {AbortSignal} [signal]
   * @param {(message: any) => void} [onProgress]
   * @returns {Promise<any>} the answer
   */
  #ask(kind, fields, signal, onProgress) {
    const id = `${this.view}-${(this.last += 1)}`;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (onProgress) this.listening.set(id, onProgress);
      signal?.addEventListener("abort", () => {
        this.waiting.delete(id);
        this.model.send({ kind: "stop", id });
        reject(signal.reason);
      });
      this.model.send({ ...fields, kind, id });
    }).finally(() => this.listening.delete(id));
  }

  /**
   * @param {Record<string, unknown>} body with the number of the search
   * @param {{signal?: AbortSignal, onProgress?: (message: any) => void}} listening
   * @returns {Promise<import("../../static/lab/microscope/tracesource.js").TraceSource["remote"]>}
   */
  async trace({ number, node_limit }, { signal, onProgress }) {
    const asked = { number, node_limit };
    const { total } = await this.#ask("record", asked, signal, onProgress);
    return {
      total,
      lines: async (start, count) => {
        const { text } = await this.#ask("lines", { ...asked, start, count });
        return JSON.parse(text);
      },
    };
  }
}
