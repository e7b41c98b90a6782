/**
 * The page's search thread. It receives {id, task, …} and {cancel: id}, and answers with
 * {id, progress}, {id, value}, {id, first} and finally {id, result} or {id, error}. Tasks run in turns
 * of a few milliseconds, so that a cancellation takes effect at once and no hint waits for a review.
 * Its name is the language of its sentences. With {wants: goal} it asks for larger tables of a goal, which {task: "enlarge"} brings.
 */
import { LARGEST_BITS } from "./bitlayout.js";
import { loadKit } from "./bitkit.js";
import { Engine } from "./engine.js";
import { LARGEST_WHOLE } from "./exact.js";
import { Frame } from "./frame.js";
import { humanSteps } from "./human.js";
import { fetchModel, modelSide } from "./models.js";
import { largerPartition } from "./tables.js";
import { learn } from "../languages/languages.js";

const TURN = 12;
const BETWEEN_REPORTS = 100;

/** @typedef {import("./approach.js").Approach} Approach */
/** @typedef {import("./pushes.js").PushEngine} PushEngine */
/** @typedef {import("./frame.js").Position} Position */
/** @typedef {{id: number, task: string, board?: Position, boards?: Position[], goal: Position, budget?: number,
 *   lower?: number, known?: any, bits?: ArrayBuffer[]}} Request known: what is proved before, as each task
 *   wants it; bits: larger tables */
// Milliseconds for the lengths of solutions of all boards of a game.
const NARROWING = 20_000;
/** @typedef {{steps: Generator<unknown, unknown, void>, goal: Position, reported: number}} Job */

const engine = new Engine();
/** @type {Map<number, Job>} */
const jobs = new Map();
/** Tasks that wait for the model or the compiled loops. @type {Set<number>} */
const waiting = new Set();
/** Goals that larger tables were asked for. @type {Set<string>} */
const wanted = new Set();
/** @type {Promise<import("./bitkit.js").BitKit> | null} */
let fetching = null;
/** The model used last; the others are forgotten, because they take up to 20 MB each.
 * @type {{side: number, asked: Promise<Approach>} | null} */
let loading = null;
/** Loaded with the first question about pushes. @type {PushEngine | null} */
let pushes = null;
const channel = new MessageChannel();
let going = false;

/**
 * The task as a generator to run step by step; its start included, so that an error there is reported.
 * @param {Request} request
 * @param {Approach | null} approach  where the task wants one and there is a model
 * @returns {Generator<unknown, unknown, void>}
 */
function* run(request, approach) {
  return yield* begin(request, approach);
}

/**
 * @param {Request} request
 * @param {Approach | null} approach
 * @returns {Generator<unknown, unknown, void>}
 */
function begin(request, approach) {
  const { id, task, goal, budget } = request;
  const board = /** @type {Position} */ (request.board);
  if (task === "solve") return engine.solve(board, goal, budget, request.lower);
  if (task === "approach") return approached(request, approach);
  if (task === "firstMoves") {
    const onFirst = (/** @type {unknown} */ first) => postMessage({ id, first });
    return engine.firstMoves(board, goal, { budget, onFirst, known: request.known });
  }
  if (task === "warm") return engine.warm(goal);
  if (task === "human") return humanSolution(board, goal);
  if (task === "nextStep") return nextStep(board, goal);
  if (task === "distances") return distances(request, approach);
  if (task === "pushes") return /** @type {PushEngine} */ (pushes).solve(board, goal, budget);
  if (task === "enlarge") return engine.enlarge(goal, request.bits ?? []);
  throw new TypeError(
    `unknown worker task ${task}; expected solve, approach, pushes, firstMoves, distances, human, nextStep, warm or enlarge.`,
  );
}

/**
 * A near-optimal solution; no moves where there is no model.
 * @param {Request} request
 * @param {Approach | null} approach
 * @returns {Generator<unknown, import("./approach.js").Approached, void>}
 */
function* approached({ id, board, goal, budget }, approach) {
  if (!approach) return { moves: null, nodes: 0 };
  const onBetter = (/** @type {string} */ better) => postMessage({ id, better });
  return yield* approach.solve(/** @type {Position} */ (board), goal, { budget, onBetter });
}

/**
 * Distances of a game's boards; where they are not proved, narrowed from above.
 * @param {Request} request
 * @param {Approach | null} approach
 * @returns {Generator<unknown, import("./engine.js").Distance[], void>}
 */
function* distances({ id, boards = [], goal, budget, known }, approach) {
  const onValue = (/** @type {number} */ index, /** @type {unknown} */ distance) =>
    postMessage({ id, value: { index, distance } });
  const found = yield* engine.distances(boards, goal, { budget, onValue, known });
  if (approach) {
    yield* approach.narrow(boards, goal, found, { budget: NARROWING, onValue });
  }
  return found;
}

/**
 * The search with the model of a side, loaded once; a page that cannot load it answers without, and asks
 * again.
 * @param {number} side
 * @returns {Promise<Approach | null>}
 */
async function load(side) {
  if (loading?.side !== side) {
    const asked = Promise.all([import("./approach.js"), fetchModel(side)]);
    loading = { side, asked: asked.then(([module, bytes]) => new module.Approach(bytes, side)) };
  }
  const mine = loading;
  try {
    return await mine.asked;
  } catch (error) {
    if (loading === mine) loading = null;
    console.warn(`The model of ${side}x${side} boards could not be loaded:`, error);
    return null;
  }
}

/** The search for the fewest pushes, loaded once. */
async function loadPushes() {
  const module = await import("./pushes.js");
  pushes ??= new module.PushEngine();
}

/** The compiled loops, loaded once; without them the engine takes its other tables, and asks again. */
async function equip() {
  fetching ??= loadKit();
  try {
    engine.kit = await fetching;
  } catch (error) {
    fetching = null;
    console.warn("The compiled loops of the solver could not be loaded:", error);
  }
}

/**
 * Whether a request must wait for the compiled loops.
 * @param {Request} request
 */
function needsKit({ task, goal: { width, height } }) {
  const cells = width * height;
  return !engine.kit && task !== "pushes" && cells > LARGEST_WHOLE && cells <= LARGEST_BITS;
}

/**
 * The side of the model that a request must wait for; 0 for none.
 * @param {Request} request
 */
const neededSide = ({ task, goal }) => (task === "approach" || task === "distances" ? modelSide(goal) : 0);

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
      want(job.goal);
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
 * After the first answer about a goal: ask for its larger tables, if there are any.
 * @param {Position} goal
 */
function want(goal) {
  if (!engine.kit) return;
  const frame = new Frame(goal);
  if (!largerPartition(frame) || wanted.has(frame.key)) return;
  wanted.add(frame.key);
  postMessage({ wants: goal });
}

channel.port1.onmessage = turn;
onmessage = async ({ data }) => {
  if ("cancel" in data) {
    jobs.delete(data.cancel);
    waiting.delete(data.cancel);
    postMessage({ id: data.cancel, cancelled: true });
    return;
  }
  const side = neededSide(data);
  /** @type {Approach | null} */
  let approach = null;
  const pushing = data.task === "pushes" && !pushes;
  // The steps of the row-by-row method are sentences.
  const speaking = data.task === "human" || data.task === "nextStep";
  if (side > 0 || pushing || speaking || needsKit(data)) {
    waiting.add(data.id);
    try {
      if (pushing) await loadPushes();
      if (speaking) await learn(self.name);
      [approach] = await Promise.all([side > 0 ? load(side) : null, needsKit(data) ? equip() : null]);
    } catch (error) {
      if (waiting.delete(data.id)) postMessage({ id: data.id, error: /** @type {Error} */ (error).message });
      return;
    }
    if (!waiting.delete(data.id)) return;
  }
  jobs.set(data.id, { steps: run(data, approach), goal: data.goal, reported: performance.now() });
  if (!going) {
    going = true;
    channel.port2.postMessage(null);
  }
};
