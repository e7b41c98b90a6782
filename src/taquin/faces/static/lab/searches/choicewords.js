/**
 * Why a search chose a node: the facts of that moment, in the words of its declaration.
 * Its twin: taquin/teach/trace/choice.py.
 */
import { count, said } from "../../words/said.js";
import { TRACE_SENTENCES } from "../../words/tracesentences.js";

/** @typedef {import("./nodes.js").Nodes} Nodes */
/** @typedef {import("./views.js").Waiting} Waiting */
/** @typedef {Record<string, string | number | null>} ChoiceFacts */

/**
 * What a search declares of its recordings: see taquin.search.teaching.
 * @typedef {object} Teaching
 * @property {Record<string, string>} why
 * @property {string | null} priority
 * @property {string | null} tie_break
 * @property {string | null} frontier
 * @property {boolean} informed
 * @property {Record<string, any>} options their defaults
 *
 * @typedef {object} Watched a running search
 * @property {string} algorithm
 * @property {Teaching} teaching
 * @property {Record<string, any>} settings all its options
 * @property {Waiting} frontier
 * @property {number} iteration how many nodes have been chosen
 * @property {number | null} bound of the current pass
 */

/** The names of the two ends. */
export const SIDES = ["forwards", "backwards"];

const MOST_TIES = 10_000; // counted at most: a line must not take a pass over the frontier

/**
 * @param {Watched} search
 * @param {Nodes} nodes
 * @param {number} node
 * @param {number | undefined} side
 * @returns {{why: string, priority: number | null}} one sentence, and the value that decided, if any
 */
export function whyChosen(search, nodes, node, side) {
  const { teaching } = search;
  const facts = factsOf(search, nodes, node, side);
  const decided = teaching.priority === null ? null : Number(facts[teaching.priority]);
  for (const name of casesOf(search, nodes, node, facts, decided)) {
    if (!Object.hasOwn(teaching.why, name)) continue;
    const words = Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, shortest(value ?? "n/a")]));
    return { why: said(teaching.why[name], words), priority: decided };
  }
  throw new Error(`${search.algorithm}: no words for the choice of a node.`);
}

/**
 * @param {string | number} value
 * @returns {string} a word; or a number as people write it, 12 rather than 12.000000000001
 */
function shortest(value) {
  return typeof value === "number" && Number.isFinite(value) ? String(Number(value.toPrecision(12))) : String(value);
}

/**
 * What a text can name: the options, and the facts.
 * @param {Watched} search
 * @param {Nodes} nodes
 * @param {number} node
 * @param {number | undefined} side
 * @returns {ChoiceFacts}
 */
function factsOf({ algorithm, settings, frontier, bound }, nodes, node, side) {
  const [g, h] = [nodes.g[node], nodes.h[node]];
  const depth = nodes.depth[node];
  /** @type {ChoiceFacts} */
  const facts = {
    ...settings,
    algorithm,
    g,
    h,
    f: g + h,
    depth,
    frontier: frontier.size() + 1,
    bound,
    limit: bound ?? settings["depth"] ?? null,
    double_g: 2 * g + 1,
    mm: Math.max(g + h, 2 * g + 1),
    value: g + h,
  };
  if (typeof settings["weight"] === "number") {
    const weighted = settings["weight"] * h;
    Object.assign(facts, { weighted_h: weighted, weighted_f: g + weighted });
  }
  if (frontier.sides) {
    const [forwards, backwards] = frontier.sides.map((one) => one.size());
    Object.assign(facts, { side: SIDES[side ?? 0], forwards, backwards });
  } else if (frontier.backed && frontier.size() > 0) Object.assign(facts, frontier.backed());
  return facts;
}

/**
 * The cases that apply, the most specific one first.
 * @param {Watched} search
 * @param {Nodes} nodes
 * @param {number} node
 * @param {ChoiceFacts} facts
 * @param {number | null} decided
 * @returns {Generator<string>}
 */
function* casesOf(search, nodes, node, facts, decided) {
  const { frontier, iteration } = search;
  if (nodes.parent[node] < 0) {
    if (iteration > 1) yield "restart";
    yield "start";
  }
  if (frontier.size() === 0) yield "only";
  else if (frontier.backed) {
    const last = facts["alternative"] === Infinity;
    if (Number(facts["value"]) > Number(facts["f"])) {
      // A value that the search below a node has backed up exceeds that of the node above.
      const raised = Number(facts["value"]) > Number(facts["above"]) ? "raised" : "inherited";
      if (last) yield `${raised}_last`;
      yield raised;
    } else if (last) yield "last";
  } else if (decided !== null && frontier.ties) yield* tiesBroken(search, nodes, node, facts);
  yield "any";
}

/**
 * Which rule decided between nodes of equal priority; adds to the facts how many there are.
 * @param {Watched} search
 * @param {Nodes} nodes
 * @param {number} node
 * @param {ChoiceFacts} facts
 * @returns {Generator<string>}
 */
function* tiesBroken({ frontier, settings, teaching }, nodes, node, facts) {
  const queue = /** @type {import("./views.js").Ties} */ (frontier.ties);
  const f = queue.f(node);
  const ties = 1 + queue.same(f, MOST_TIES);
  if (ties === 1) {
    yield "best";
    return;
  }
  Object.assign(facts, { ties: manyWords(ties), every: ties === 2 ? "both" : "all" });
  const rule = settings["tie_break"] ?? teaching.tie_break;
  if (rule === "fifo") yield "oldest";
  else if (rule === "state") {
    const same = 1 + queue.sameBoard(f, node, MOST_TIES);
    facts["same"] = manyWords(same);
    yield same === 1 ? "first_board" : "first_board_oldest";
  } else if (rule === "low_h") {
    const same = 1 + queue.sameH(f, node, MOST_TIES);
    facts["same"] = manyWords(same);
    if (same === 1) yield "smallest_h";
    else yield same === ties && ties <= MOST_TIES ? "equal_h" : "smallest_h_newest";
  }
}

/** @param {number} many */
const manyWords = (many) => (many > MOST_TIES ? said(TRACE_SENTENCES.many, { number: MOST_TIES }) : count(many));
