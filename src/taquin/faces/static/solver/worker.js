/**
 * The page's search thread. It receives {id, task, …} and {cancel: id}, and answers with
 * {id, progress}, {id, value}, {id, first} and finally {id, result} or {id, error}. Tasks run in turns
 * of a few milliseconds, so that a cancellation takes effect at once and no hint waits for a review.
 */
import { Engine } from "./engine.js";
import { humanSteps } from "./human.js";

const TURN = 12;
const BETWEEN_REPORTS = 100;

/** @typedef {import("./frame.js").Position} Position */
/** @typedef {{id: number, task: string, board?: Position, boards?: Position[], goal: Position, budget?: number,
 *   lower?: number, known?: any}} Request known: what is proved before, as each task wants it */
/** @typedef {{steps: Generator<unknown, unknown, void>, reported: number}} Job */

const engine = new Engine();
/** @type {Map<number, Job>} */
const jobs = new Map();
const channel = new MessageChannel();
let going = false;

/**
 * The task as a generator to run step by step; its start included, so that an error there is reported.
 * @param {Request} request
 * @returns {Generator<unknown, unknown, void>}
 */
function* run(request) {
  return yield* begin(request);
}

/**
 * @param {Request} request
 * @returns {Generator<unknown, unknown, void>}
 */
function begin(request) {
  const { id, task, goal, budget } = request;
  const board = /** @type {Position} */ (request.board);
  if (task === "solve") return engine.solve(board, goal, budget, request.lower);
  if (task === "firstMoves") {
    const onFirst = (/** @type {unknown} */ first) => postMessage({ id, first });
    return engine.firstMoves(board, goal, { budget, onFirst, known: request.known });
  }
  if (task === "warm") return engine.warm(goal);
  if (task === "human") return humanSolution(board, goal);
  if (task === "nextStep") return nextStep(board, goal);
  if (task === "distances") {
    const onValue = (/** @type {number} */ index, /** @type {unknown} */ distance) =>
      postMessage({ id, value: { index, distance } });
    return engine.distances(request.boards ?? [], goal, { budget, onValue, known: request.known });
  }
  throw new TypeError(
    `unknown worker task ${task}; expected solve, firstMoves, distances, human, nextStep or warm.`,
  );
}

/**
 * @param {Position} board
 * @param {Position} goal
 * @returns {Generator<unknown, import("./human.js").Step[], void>}
 */
function* humanSolution(board, goal) {
  const steps = [];
  for (const step of humanSteps(board, goal)) {
    steps.push(step);
    yield;
  }
  return steps;
}

/**
 * @param {Position} board
 * @param {Position} goal
 * @returns {Generator<unknown, import("./human.js").Step | null, void>}
 */
function* nextStep(board, goal) {
  const { value } = humanSteps(board, goal).next();
  return value ?? null;
}

/** One turn for every job, then a look at the messages. */
function turn() {
  for (const [id, job] of jobs) {
    try {
      runFor(id, job, performance.now() + TURN);
    } catch (error) {
      jobs.delete(id);
      postMessage({ id, error: error instanceof Error ? error.message : String(error) });
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
      postMessage({ id, result: value });
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

channel.port1.onmessage = turn;
onmessage = ({ data }) => {
  if ("cancel" in data) {
    jobs.delete(data.cancel);
    postMessage({ id: data.cancel, cancelled: true });
    return;
  }
  jobs.set(data.id, { steps: run(data), reported: performance.now() });
  if (!going) {
    going = true;
    channel.port2.postMessage(null);
  }
};
