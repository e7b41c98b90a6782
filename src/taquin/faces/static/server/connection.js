/**
 * The talk with the server: questions, jobs, and one event stream for all of them.
 *
 * @typedef {import("./messages.js").JobQuestion} JobQuestion
 * @typedef {import("./messages.js").Bounds} Bounds
 * @typedef {import("./messages.js").JobSearch} JobSearch
 * @typedef {import("./messages.js").JobRow} JobRow
 * @typedef {import("./messages.js").JobResult} JobResult
 * @typedef {import("./messages.js").Listening} Listening
 * @typedef {import("./messages.js").Trace} Trace
 */
import { ApiError, offline } from "./apierror.js";
import { heard } from "../words/heard.js";
import { t } from "../words/said.js";

const HERE = new URL("../", import.meta.url);
const IDLE = 30_000;
const RETRY = 1_000;
/** Milliseconds without the stream after which the server has ended this tab's jobs, if it still runs. */
const LOST = 8_000;
/** Milliseconds in which a server that stops still answers. */
const FAREWELL = 4_000;
const EARLY = 200;

/** @returns {string} a name for this tab that nobody else has */
function clientName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A job that the server has accepted and not yet ended.
 *
 * @typedef {object} Pending
 * @property {Listening} listening
 * @property {(result: any) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** One tab's talk with its server. */
export class Connection {
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** @type {Map<string, MessageEvent<string>[]>} */
  #early = new Map();
  /** @type {EventSource | null} */
  #stream = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #idle = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #losing = undefined;
  /** Until when answers are the last ones of a server that stops. */
  #farewell = 0;
  /** @type {Promise<Record<string, any>> | null} */
  #catalogue = null;

  /** Hears whether the server answers. @type {(online: boolean) => void} */
  #told;

  /** @param {(online: boolean) => void} told */
  constructor(told) {
    this.client = clientName();
    this.#told = told;
  }

  /** @returns {Promise<Record<string, any>>} everything that can be named; fetched once */
  catalogue() {
    this.#catalogue ??= this.#ask("GET", "api/catalogue").catch((error) => {
      this.#catalogue = null;
      throw error;
    });
    return this.#catalogue;
  }

  /** @returns {Promise<Record<string, any>>} the list of a server that was away, which may be another now */
  again() {
    this.#catalogue = null;
    return this.catalogue();
  }

  /**
   * What `taquin info --format json` prints.
   *
   * @param {JobQuestion} body
   * @param {{signal?: AbortSignal}} [listening]
   * @returns {Promise<Record<string, any>>}
   */
  explain(body, { signal } = {}) {
    return this.#ask("POST", "api/explain", body, signal);
  }

  /**
   * @param {JobQuestion & JobSearch & Bounds} body
   * @param {Listening} [listening]
   * @returns {Promise<JobResult>}
   */
  async solve(body, listening = {}) {
    let id = "";
    const result = await this.#job({ ...body, kind: "solve" }, listening, (name) => (id = name));
    return this.#whole(id, result);
  }

  /**
   * The same board by several searches.
   *
   * @param {JobQuestion & Bounds & {rows: JobRow[]}} body
   * @param {Listening} [listening]
   * @returns {Promise<JobResult[]>} in the order of the rows; one that failed has status "error"
   */
  compare(body, listening = {}) {
    return this.#job({ ...body, kind: "compare" }, listening);
  }

  /**
   * Every step of one search.
   *
   * @param {JobQuestion & JobSearch & Bounds & {cap?: number}} body
   * @param {Listening} [listening]
   * @returns {Promise<Trace>}
   */
  async trace(body, listening = {}) {
    let id = "";
    const result = await this.#job({ ...body, kind: "trace" }, listening, (name) => (id = name));
    const path = `api/jobs/${id}/trace`;
    return {
      total: result.trace_lines,
      result,
      lines: async (start, count) => {
        const lines = [];
        while (lines.length < count) {
          const query = `start=${start + lines.length}&count=${Math.min(2000, count - lines.length)}`;
          const page = await this.#ask("GET", `${path}?${query}`);
          lines.push(...page.lines);
          if (page.lines.length === 0 || start + lines.length >= page.total) break;
        }
        return lines;
      },
    };
  }

  /**
   * A result with all its moves: the server's answer omits those of a very long solution.
   *
   * @param {string} id
   * @param {JobResult} result
   * @returns {Promise<JobResult>}
   */
  async #whole(id, result) {
    if (!result.omitted?.moves) return result;
    let { moves } = result;
    for (let total = Infinity; moves.length < total; ) {
      const page = await this.#ask("GET", `api/jobs/${id}/moves?start=${moves.length}`);
      moves += page.moves;
      total = page.total;
    }
    return { ...result, moves, omitted: { ...result.omitted, moves: 0 } };
  }

  /** Close the stream; the server cancels this tab's jobs within seconds. */
  close() {
    clearTimeout(this.#idle);
    clearTimeout(this.#losing);
    this.#losing = undefined;
    this.#stream?.close();
    this.#stream = null;
  }

  /**
   * @param {Record<string, any>} body
   * @param {Listening} listening
   * @param {(id: string) => void} [accepted]
   * @returns {Promise<any>}
   */
  async #job(body, listening, accepted) {
    listening.signal?.throwIfAborted();
    this.#listen();
    const posted = { ...body, client: this.client };
    const { id, state } = await this.#ask("POST", "api/jobs", posted);
    accepted?.(id);
    // Each tab runs one job at a time, and all tabs together no more than the server has cores.
    if (state === "waiting") listening.onNotice?.(t`waiting for another search to finish`);
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#end(id)?.reject(listening.signal?.reason);
        // For this page the job is gone, whatever the server answers.
        this.#ask("DELETE", `api/jobs/${id}`).catch(() => undefined);
      };
      this.#pending.set(id, { listening, resolve, reject });
      if (listening.signal?.aborted) {
        cancel();
        return;
      }
      listening.signal?.addEventListener("abort", () => this.#pending.has(id) && cancel(), {
        once: true,
      });
      for (const event of this.#early.get(id) ?? []) this.#heard(event);
      this.#early.delete(id);
    });
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async #ask(method, path, body, signal) {
    let answer;
    try {
      answer = await fetch(new URL(path, HERE), {
        method,
        signal: signal ?? null,
        credentials: "same-origin",
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#seen(false);
      throw offline();
    }
    this.#seen(true);
    if (answer.ok) return answer.status === 204 ? null : answer.json();
    const after = Number(answer.headers.get("retry-after")) || null;
    const payload = await answer.json().catch(() => null);
    const problem = (payload?.error && toldHere(payload.error)) ?? {
      kind: "server",
      message: t`the server answered ${answer.status}.`,
      hint: t`Try again.`,
    };
    throw new ApiError(problem, answer.status, after);
  }

  /** @param {boolean} online */
  #seen(online) {
    if (!online || performance.now() >= this.#farewell) this.#told(online);
  }

  /** Open the stream if it is not open. */
  #listen() {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    if (this.#stream !== null) return;
    const stream = new EventSource(new URL(`api/events?client=${this.client}`, HERE));
    for (const name of ["progress", "notice", "row", "done", "failed", "cancelled"]) {
      stream.addEventListener(name, (event) => this.#heard(event));
    }
    stream.addEventListener("open", () => this.#afterGap());
    stream.addEventListener("error", () => {
      if (this.#stream === stream) this.#losing ??= setTimeout(() => this.#lose(AWAY), LOST);
      if (stream.readyState !== EventSource.CLOSED || this.#stream !== stream) return;
      this.#stream = null;
      setTimeout(() => this.#pending.size > 0 && this.#listen(), RETRY);
    });
    this.#stream = stream;
  }

  /** After a reconnection, ask for what ended or was lost in the meantime. */
  async #afterGap() {
    clearTimeout(this.#losing);
    this.#losing = undefined;
    this.#seen(true);
    for (const id of [...this.#pending.keys()]) {
      try {
        const job = await this.#ask("GET", `api/jobs/${id}`);
        if (job.state === "done") this.#resolve(id, job);
        else if (job.state === "failed") this.#end(id)?.reject(new ApiError(toldHere(job.error)));
      } catch (error) {
        if (!(error instanceof ApiError)) this.#end(id)?.reject(error);
        else if (error.status === 404) this.#end(id)?.reject(new ApiError(RESTARTED));
      }
    }
  }

  /**
   * The server has gone, and all jobs with it.
   * @param {{kind: string, message: string, hint: string}} why
   */
  #lose(why) {
    this.close();
    this.#seen(false);
    for (const id of [...this.#pending.keys()]) this.#end(id)?.reject(new ApiError(why));
  }

  /**
   * A job that ended before the stream was open: report its rows now, which may be before the stream does.
   * @param {string} id
   * @param {{result: any, cached: boolean[], samples: import("./messages.js").JobProgress[][]}} job
   */
  #resolve(id, { result, cached, samples }) {
    const pending = this.#end(id);
    if (Array.isArray(result)) {
      result.forEach((one, row) =>
        pending?.listening.onRow?.(row, one, { cached: cached[row] ?? false, samples: samples[row] ?? [] }),
      );
    }
    pending?.resolve(result);
  }

  /** @param {MessageEvent<string>} event */
  #heard(event) {
    const data = JSON.parse(event.data);
    const pending = this.#pending.get(data.job);
    if (pending === undefined) {
      // An event can arrive before the response to the request.
      const waiting = this.#early.get(data.job) ?? [];
      this.#early.set(data.job, [...waiting, event]);
      if (this.#early.size > EARLY) this.#early.delete(this.#early.keys().next().value ?? "");
      return;
    }
    const { listening } = pending;
    if (event.type === "progress") listening.onProgress?.(data);
    else if (event.type === "notice") listening.onNotice?.(heard(data.text));
    else if (event.type === "row") listening.onRow?.(data.row, data.result, data);
    else if (event.type === "done") this.#end(data.job)?.resolve(data.result);
    else if (event.type === "failed") this.#end(data.job)?.reject(new ApiError(toldHere(data.error)));
    else {
      if (data.by === "shutdown") {
        this.#farewell = performance.now() + FAREWELL;
        this.#lose(STOPPED);
      } else this.#end(data.job)?.reject(new ApiError(cancelled(data.by)));
    }
  }

  /**
   * @param {string} id
   * @returns {Pending | undefined} the job, which is pending no longer
   */
  #end(id) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.close(), IDLE);
    }
    return pending;
  }
}

/**
 * A problem in the page's language.
 * @param {{kind: string, message: string, hint?: string}} problem  as the server says it
 */
const toldHere = ({ kind, message, hint = "" }) => ({ kind, message: heard(message), hint: heard(hint) });

/** Jobs that end with their server are lost, not cancelled: nobody asked for that. */
const STOPPED = { kind: "lost", message: t`the server was stopped.`, hint: t`Start it and run this again.` };
const AWAY = { ...STOPPED, message: t`the server no longer answers.` };
const RESTARTED = { ...STOPPED, message: t`the server was restarted.`, hint: t`Run this again.` };

/**
 * @param {string} by
 * @returns {{kind: string, message: string, hint: string}}
 */
function cancelled(by) {
  const busy = t`the server is busy, and others with fewer searches go first.`;
  return {
    kind: "cancelled",
    message: by === "queue" ? busy : t`the job was cancelled.`,
    hint: t`Run it again.`,
  };
}
