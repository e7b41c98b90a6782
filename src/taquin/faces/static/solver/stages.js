/** What the search thread's tasks consist of: their stages, and the memory that each of them needs. */
import { LARGEST_BITS } from "./bitlayout.js";
import { loadKit } from "./bitkit.js";
import { lowerBound } from "./bounds.js";
import { Engine } from "./engine.js";
import { LARGEST_WHOLE } from "./exact.js";
import { Frame } from "./frame.js";
import { Holdings, bytesOf } from "./holdings.js";
import { fetchModel, modelSide } from "./models.js";
import { LARGEST, largerPartition, tableBytes } from "./tables.js";

/** @typedef {import("./approach.js").Approach} Approach */
/** @typedef {import("./pushes.js").PushEngine} PushEngine */
/** @typedef {import("./frame.js").Position} Position */
/** @typedef {import("./holdings.js").Need} Need */
/** @typedef {{id: number, task: string, board?: Position, boards?: Position[], goal: Position, budget?: number,
 *   lower?: number, known?: any, bits?: ArrayBuffer[]}} Request known: what is proved before, as each task
 *   wants it; bits: larger tables */
/** @typedef {Generator<unknown, unknown, void>} Course */
/** @typedef {(news: {first?: unknown, better?: string, value?: {index: number, distance: unknown}}) => void} Tell before the result */
/**
 * @typedef {object} Stage
 * @property {Need[]} parts
 * @property {(bytes: number[] | null, before: unknown) => Promise<Course>} begin  bytes: of the parts; null if there are
 *   too few for it. before: the result of the stage before
 */

// Milliseconds for the lengths of solutions of all boards of a game.
const NARROWING = 20_000;
// Bytes of a whole table with the queue that fills it, and of what larger tables need besides.
const WHOLE = 2_000_000;
const BESIDES = 4_000_000;

/** What this thread has taken up: on a phone no more than this, with its code and what it holds besides 64 MB. */
export const holdings = new Holdings(60e6);
const engine = new Engine();
engine.onTables = (key, tables) => holdings.settle(key, bytesOf(tables));
/** Answers where there is no memory for tables. */
const tableless = new Engine(undefined, null, 0);
/** Goals that larger tables were asked for. @type {Set<string>} */
const wanted = new Set();
/** @type {Promise<import("./bitkit.js").BitKit> | null} */
let fetching = null;
/** The searches with models, by the side of the boards. @type {Map<number, Promise<Approach>>} */
const approaches = new Map();
/** Loaded with the first question about pushes. @type {PushEngine | null} */
let pushes = null;

/**
 * What a task consists of.
 * @param {Request} request
 * @param {Tell} tell
 * @returns {Promise<Stage[]>}
 */
export async function stagesOf(request, tell) {
  const { task } = request;
  if (task === "human" || task === "nextStep") return [await byMethod(request)];
  if (task === "approach") return [await approaching(request, approached, tell)];
  if (task === "pushes") return [await pushing(request, pushed, tell)];
  if (task === "pushDistances") return [await pushing(request, pushDistances, tell)];
  if (task === "bestPushes") return [await pushing(request, bestPushes, tell)];
  if (task === "enlarge") return [enlarging(request)];
  if (needsKit(request)) await equip();
  if (task === "solve") return [withTables(request, solved, tell)];
  if (task === "firstMoves") return [withTables(request, firstMoves, tell)];
  if (task === "warm") return [withTables(request, ({ goal }, by) => by.warm(goal), tell)];
  if (task === "distances") {
    const proving = withTables(request, distances, tell);
    return modelSide(request.goal) > 0 ? [proving, await approaching(request, narrowed, tell)] : [proving];
  }
  throw new TypeError(
    `unknown worker task ${task}; expected solve, approach, pushes, pushDistances, bestPushes, firstMoves, distances, human, nextStep, warm or enlarge.`,
  );
}

/**
 * @param {Request} request
 * @param {(request: Request, by: Engine, tell: Tell) => Course} steps
 * @param {Tell} tell
 * @returns {Stage}
 */
function withTables(request, steps, tell) {
  const frame = new Frame(request.goal);
  const cells = frame.width * frame.height;
  const begin = async (/** @type {number[] | null} */ bytes) => steps(request, bytes ? engine : tableless, tell);
  return { parts: cells <= LARGEST ? [tablesPart(frame)] : [], begin };
}

/**
 * @param {Frame} frame
 * @returns {Need}
 */
function tablesPart(frame) {
  const cells = frame.width * frame.height;
  const bytes = cells <= LARGEST_WHOLE ? WHOLE : tableBytes(frame, engine.kit !== null && cells <= LARGEST_BITS);
  return { name: frame.key, bytes, drop: () => engine.forget(frame.key) };
}

/** @param {Request} request @param {Engine} by */
function solved({ board, goal, budget, lower }, by) {
  return by.solve(/** @type {Position} */ (board), goal, budget, lower);
}

/** @param {Request} request @param {Engine} by @param {Tell} tell */
function firstMoves({ board, goal, budget, known }, by, tell) {
  const onFirst = (/** @type {unknown} */ first) => tell({ first });
  return by.firstMoves(/** @type {Position} */ (board), goal, { budget, onFirst, known });
}

/** @param {Tell} tell */
const onValueTo = (tell) => (/** @type {number} */ index, /** @type {unknown} */ distance) =>
  tell({ value: { index, distance } });

/** @param {Request} request @param {Engine} by @param {Tell} tell */
function distances({ boards = [], goal, budget, known }, by, tell) {
  return by.distances(boards, goal, { budget, onValue: onValueTo(tell), known });
}

/**
 * With the model of the boards' side; without one, no moves, or what the stage before has found.
 * @param {Request} request
 * @param {(request: Request, approach: Approach, given: {memory: number, before: any, tell: Tell}) => Course} steps
 * @param {Tell} tell
 * @returns {Promise<Stage>}
 */
async function approaching(request, steps, tell) {
  const side = modelSide(request.goal);
  const bytes = side > 0 ? await approachNeeds(side) : null;
  if (!bytes) return { parts: [], begin: async (_, before) => without(before) };
  const parts = [
    { name: `model/${side}`, bytes: bytes.model, drop: () => void approaches.delete(side) },
    { name: `beam/${request.id}`, bytes: bytes.least, most: bytes.most },
  ];
  return {
    parts,
    async begin(held, before) {
      const approach = held && (await load(side));
      return approach ? steps(request, approach, { memory: held[1], before, tell }) : without(before);
    },
  };
}

/**
 * @param {unknown} before
 * @returns {Course}
 */
function* without(before) {
  return before ?? { moves: null, nodes: 0 };
}

/**
 * A near-optimal solution.
 * @param {Request} request
 * @param {Approach} approach
 * @param {{memory: number, tell: Tell}} given
 */
function approached({ board, goal, budget }, approach, { memory, tell }) {
  const onBetter = (/** @type {string} */ better) => tell({ better });
  return approach.solve(/** @type {Position} */ (board), goal, { budget, memory, onBetter });
}

/**
 * Distances of a game's boards that are not proved, narrowed from above.
 * @param {Request} request
 * @param {Approach} approach
 * @param {{memory: number, before: import("./engine.js").Distance[], tell: Tell}} given
 * @returns {Generator<unknown, import("./engine.js").Distance[], void>}
 */
function* narrowed({ boards = [], goal }, approach, { memory, before, tell }) {
  yield* approach.narrow(boards, goal, before, { budget: NARROWING, memory, onValue: onValueTo(tell) });
  return before;
}

/**
 * @param {number} side
 * @returns {Promise<{model: number, least: number, most: number} | null>} null where the search cannot be loaded
 */
async function approachNeeds(side) {
  try {
    return (await import("./approach.js")).approachBytes(side);
  } catch (error) {
    console.warn("The search with a model could not be loaded:", error);
    return null;
  }
}

/**
 * The search with the model of a side; a page that cannot load it answers without, and asks again.
 * @param {number} side
 * @returns {Promise<Approach | null>}
 */
async function load(side) {
  const asked = approaches.get(side) ?? Promise.all([import("./approach.js"), fetchModel(side)])
    .then(([module, bytes]) => new module.Approach(bytes, side));
  approaches.set(side, asked);
  try {
    return await asked;
  } catch (error) {
    if (approaches.get(side) === asked) approaches.delete(side);
    console.warn(`The model of ${side}x${side} boards could not be loaded:`, error);
    return null;
  }
}

/** Without memory for tables, only that a push moves at most all other tiles of a line. */
const TABLELESS_PUSHES = {
  /** @param {Position} board @param {Position} goal */
  *solve(board, goal) {
    const frame = new Frame(goal);
    const moves = lowerBound(frame, frame.view(board), frame.blank);
    return { moves: null, lowerBound: Math.ceil(moves / (frame.width - 1)), nodes: 0, ms: 0 };
  },
  /**
   * @param {Position[]} boards @param {Position} goal
   * @returns {Generator<import("./engine.js").SolverProgress, import("./engine.js").Distance[], void>}
   */
  *distances(boards, goal) {
    const found = [];
    for (const board of boards) {
      const { lowerBound: lower } = yield* this.solve(board, goal);
      found.push({ value: null, lower, upper: null, exact: false });
    }
    return found;
  },
  *best() {
    return { pushes: [], proved: false };
  },
};

/**
 * @param {Request} request
 * @param {(request: Request, by: Pick<PushEngine, "solve" | "distances" | "best">, tell: Tell) => Course} steps
 * @param {Tell} tell
 * @returns {Promise<Stage>}
 */
async function pushing(request, steps, tell) {
  const [{ PushEngine }, { pushBytes }] = await Promise.all([import("./pushes.js"), import("./pushtables.js")]);
  pushes ??= new PushEngine();
  const engine = pushes;
  engine.onTables = (key, tables) => holdings.settle(`pushes/${key}`, bytesOf(tables));
  const frame = new Frame(request.goal);
  return {
    parts: [{ name: `pushes/${frame.key}`, bytes: pushBytes(frame), drop: () => engine.forget(frame.key) }],
    begin: async (bytes) => steps(request, bytes ? engine : TABLELESS_PUSHES, tell),
  };
}

/** @param {Request} request @param {Pick<PushEngine, "solve">} by */
function pushed({ board, goal, budget, lower }, by) {
  return by.solve(/** @type {Position} */ (board), goal, { budget, lower });
}

/** @param {Request} request @param {Pick<PushEngine, "distances">} by @param {Tell} tell */
function pushDistances({ boards = [], goal, budget, known }, by, tell) {
  return by.distances(boards, goal, { budget, onValue: onValueTo(tell), known });
}

/** @param {Request} request @param {Pick<PushEngine, "best">} by */
function bestPushes({ board, goal, budget, known }, by) {
  return by.best(/** @type {Position} */ (board), goal, known, budget);
}

/**
 * @param {Request} request
 * @returns {Stage}
 */
function enlarging({ goal, bits = [] }) {
  const frame = new Frame(goal);
  // The tables and their copy, until the smaller ones give way.
  const bytes = 2 * bytesOf(bits) + BESIDES;
  return {
    parts: [tablesPart(frame), { name: `larger/${frame.key}`, bytes, most: bytes }],
    begin: async (held) => (held ? engine : tableless).enlarge(goal, bits),
  };
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
function needsKit({ goal: { width, height } }) {
  const cells = width * height;
  return !engine.kit && cells > LARGEST_WHOLE && cells <= LARGEST_BITS;
}

/**
 * The row-and-column method, all of its steps or the next one.
 * @param {Request} request
 * @returns {Promise<Stage>}
 */
async function byMethod({ task, board, goal }) {
  const [{ humanSteps }, { learn, learnLater }] = await Promise.all([
    import("./human.js"),
    import("../languages/languages.js"),
  ]);
  // The steps are sentences.
  await learn(self.name);
  await learnLater();
  const steps = humanSteps(/** @type {Position} */ (board), goal);
  return { parts: [], begin: async () => (task === "human" ? allOf(steps) : firstOf(steps)) };
}

/** @param {Iterable<import("./human.js").Step>} steps @returns {Generator<unknown, import("./human.js").Step[], void>} */
function* allOf(steps) {
  const all = [];
  for (const step of steps) {
    all.push(step);
    yield;
  }
  return all;
}

/** @param {Iterator<import("./human.js").Step>} steps @returns {Generator<unknown, import("./human.js").Step | null, void>} */
function* firstOf(steps) {
  return steps.next().value ?? null;
}

/**
 * Whether to ask for the larger tables of a goal, once, after its first answer or while that takes long.
 * @param {Position} goal
 * @returns {boolean}
 */
export function wantsLarger(goal) {
  if (!engine.kit) return false;
  const frame = new Frame(goal);
  if (!largerPartition(frame) || wanted.has(frame.key)) return false;
  wanted.add(frame.key);
  return true;
}
