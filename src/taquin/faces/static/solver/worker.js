/**
 * The page's search thread. It receives {id, task, …} and {cancel: id}, and answers with
 * {id, progress}, {id, value}, {id, first} and finally {id, result} or {id, error}. Tasks run in turns
 * of a few milliseconds, so that a cancellation takes effect at once and no hint waits for a review.
 * Its name is the language of its sentences. With {wants: goal} it asks for larger tables of a goal, which {task: "enlarge"} brings.
 * {most} says how many bytes it may hold, and {within} answers with how many it keeps to.
 */
import { holdings, stagesOf, wantsLarger } from "./stages.js";
// All that the first answer waits for: each module found by another one would cost one more way to the host.
import "./bitkernel.js";
import "./bitkit.js";
import "./bitlayout.js";
import "./bitmemory.js";
import "./bitsearch.js";
import "./bittables.js";
import "./bounds.js";
import "./engine.js";
import "./exact.js";
import "./frame.js";
import "./holdings.js";
import "./ida.js";
import "./models.js";
import "./patterns.js";
import "./sets.js";
import "./tables.js";

const TURN = 12;
const BETWEEN_REPORTS = 100;
// Milliseconds of a question before larger tables are asked for; most have their answer by then.
const LONG = 250;

/** @typedef {import("./stages.js").Request} Request */
/** @typedef {import("./stages.js").Course} Course */
/** @typedef {{steps: Course, reported: number, resolve: (result: unknown) => void, reject: (error: unknown) => void}} Job */

/** @type {Map<number, Job>} */
const jobs = new Map();
/** Of tasks that have not ended. @type {Map<number, AbortController>} */
const stops = new Map();
const channel = new MessageChannel();
let going = false;

/** One turn for every job, then a look at the messages. */
function turn() {
  for (const [id, job] of jobs) {
    try {
      runFor(id, job, performance.now() + TURN);
    } catch (error) {
      jobs.delete(id);
      job.reject(error);
    }
  }
  going = jobs.size > 0;
  if (going) channel.port2.postMessage(null);
}

/**
 * @param {number} id
 * @param {Job} job
 * @param {number} until
 */
function runFor(id, job, until) {
  for (;;) {
    const { done, value } = job.steps.next();
    if (done) {
      jobs.delete(id);
      job.resolve(value);
      return;
    }
    const now = performance.now();
    if (value && now - job.reported >= BETWEEN_REPORTS) {
      job.reported = now;
      postMessage({ id, progress: value });
    }
    if (now >= until) return;
  }
}

/**
 * The result of all steps.
 * @param {number} id
 * @param {Course} steps
 * @param {AbortSignal} signal
 * @returns {Promise<unknown>}
 */
function running(id, steps, signal) {
  return new Promise((resolve, reject) => {
    jobs.set(id, { steps, reported: performance.now(), resolve, reject });
    signal.addEventListener("abort", () => {
      jobs.delete(id);
      reject(signal.reason);
    });
    if (going) return;
    going = true;
    channel.port2.postMessage(null);
  });
}

/**
 * One stage after another, each with its memory.
 * @param {Request} request
 * @param {AbortSignal} signal
 */
async function answer(request, signal) {
  const stages = await stagesOf(request, (news) => postMessage({ id: request.id, ...news }));
  let result = /** @type {unknown} */ (undefined);
  for (const { parts, begin } of stages) {
    signal.throwIfAborted();
    const hold = await holdings.take(parts, signal);
    try {
      const steps = await begin(hold?.bytes ?? null, result);
      signal.throwIfAborted();
      result = await running(request.id, steps, signal);
    } finally {
      hold?.end();
    }
  }
  return result;
}

/** @param {import("./frame.js").Position} goal */
function askForLarger(goal) {
  if (wantsLarger(goal)) postMessage({ wants: goal });
}

channel.port1.onmessage = turn;
onmessage = async ({ data }) => {
  if ("most" in data) {
    postMessage({ within: holdings.limit(data.most) });
    return;
  }
  if ("cancel" in data) {
    stops.get(data.cancel)?.abort();
    postMessage({ id: data.cancel, cancelled: true });
    return;
  }
  const { id } = data;
  const stop = new AbortController();
  stops.set(id, stop);
  const long = setTimeout(askForLarger, LONG, data.goal);
  try {
    const result = await answer(data, stop.signal);
    postMessage({ id, result });
    askForLarger(data.goal);
  } catch (error) {
    if (!stop.signal.aborted) postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  } finally {
    clearTimeout(long);
    stops.delete(id);
  }
};
