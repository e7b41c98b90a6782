/** The worker's client: a question is a promise, with what is heard meanwhile. */
import { scriptUrl } from "../server/trusted.js";
import { spoken, t } from "../words/said.js";

/** @typedef {import("./engine.js").Distance} Distance */
/** @typedef {import("./engine.js").FirstMoves} FirstMoves */
/** @typedef {import("./engine.js").SolverProgress} SolverProgress */

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal]
 * @property {number} [budget] milliseconds of search; for `distances`, for each board
 * @property {(progress: SolverProgress) => void} [onProgress]
 * @property {(text: string) => void} [onNotice] what the server's search waits for
 * @property {(index: number, distance: Distance) => void} [onValue]
 * @property {(moves: string) => void} [onBetter] a solution shorter than the ones before
 * @property {(first: FirstMoves) => void} [onFirst] one best move, before the others are known
 */

/** @typedef {{message: object, resolve: (value: any) => void, reject: (error: Error) => void, asking: Asking}} Open */

// Cancelling takes effect at once. A worker that has not stopped by then is replaced and loses its
// tables.
const PATIENCE = 2000;

/** @returns {DOMException} */
function aborted() {
  return new DOMException("Cancelled.", "AbortError");
}

/** One worker, replaced when it does not stop in time. */
export class Thread {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Open>} */
  #open = new Map();
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */
  #leaving = new Map();
  #last = 0;
  /** Answers with the memory that the worker keeps to. @type {((bytes: number) => void)} */
  #limited = () => {};

  /**
   * @param {object} task
   * @param {Asking} asking
   * @returns {Promise<any>}
   */
  ask(task, asking) {
    const { signal } = asking;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const id = ++this.#last;
      const message = { ...task, id };
      this.#open.set(id, { message, resolve, reject, asking });
      signal?.addEventListener("abort", () => this.#cancel(id), { once: true });
      this.#start().postMessage(message);
    });
  }

  /** @returns {Worker} */
  #start() {
    if (this.#worker) return this.#worker;
    const worker = new Worker(scriptUrl("solver/worker.js"), { type: "module", name: spoken() });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#fail(event.message);
    this.#worker = worker;
    // Before that message, it keeps to what it may hold on a phone.
    void import("./budget.js").then(({ join }) => worker.postMessage({ most: join(this) }));
    return worker;
  }

  /**
   * @param {number} most  bytes that the worker may hold from now on
   * @returns {Promise<number>} to how many it keeps: more where it needs them for questions that have begun
   */
  limit(most) {
    return new Promise((resolve) => {
      this.#limited = resolve;
      if (this.#worker) this.#worker.postMessage({ most });
      else resolve(0);
    });
  }

  /** @param {any} data */
  #hear(data) {
    if (data.within) {
      this.#limited(data.within);
      return;
    }
    if (data.wants) {
      const worker = this.#worker;
      const then = (/** @type {any} */ made) => worker?.postMessage(made, made.bits);
      import("./enlarging.js").then(({ enlarge }) => enlarge(data.wants, then));
      return;
    }
    if (data.cancelled) {
      clearTimeout(this.#leaving.get(data.id));
      this.#leaving.delete(data.id);
      return;
    }
    const open = this.#open.get(data.id);
    if (!open) return;
    if (data.progress) open.asking.onProgress?.(data.progress);
    else if (data.first) open.asking.onFirst?.(data.first);
    else if (data.better) open.asking.onBetter?.(data.better);
    else if (data.value) open.asking.onValue?.(data.value.index, data.value.distance);
    else {
      this.#open.delete(data.id);
      if ("error" in data) open.reject(new Error(data.error));
      else open.resolve(data.result);
    }
  }

  /** @param {number} id */
  #cancel(id) {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    open.reject(aborted());
    this.#worker?.postMessage({ cancel: id });
    this.#leaving.set(id, setTimeout(() => this.#replace(), PATIENCE));
  }

  /** Start again; open questions are asked again. */
  #replace() {
    this.close();
    for (const { message } of this.#open.values()) this.#start().postMessage(message);
  }

  /** @param {string} reason */
  #fail(reason) {
    this.close();
    for (const { reject } of this.#open.values()) {
      reject(new Error(t`This page’s solver stopped: ${reason}. Reload the page.`));
    }
    this.#open.clear();
  }

  close() {
    this.#limited(0);
    this.#worker?.terminate();
    this.#worker = null;
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#leaving.clear();
  }
}
