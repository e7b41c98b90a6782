/** The question behind a comparison's figures, in words, and whether it is still the current one. */
import { parseBoard } from "../../board.js";
import { goalWords, saidGoalName } from "../../shared/goalwords.js";
import { boardWords } from "../parts/labparts.js";
import { t } from "../../words/said.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */
/** @typedef {import("./comparison.js").Question} Question */
/** @typedef {import("./comparison.js").Choice} Choice */
/** @typedef {Pick<Question, "board" | "goal" | "topology" | "metric">} Posed */

const MOST_CELLS = 25; // a larger board would fill the caption

/** @param {import("../boards/boardtypes.js").BoardType} [type] */
export const boardTypeWords = (type) => (type === "torus" ? t`, on a torus` : "");

const METRICS = /** @type {Record<string, string>} */ ({
  mtm: t`, a push of any length costs 1`,
  expense: t`, a move costs the tile’s number`,
});

/**
 * @param {Posed} question
 * @returns {string} "7 0 2 / 8 5 3 / 6 1 4, goal blank first"
 */
export function questionWords({ board, goal, topology, metric }) {
  const aim = parseBoard(goal);
  const name = saidGoalName(aim);
  const words = name ? goalWords(name) : shortWords(goal);
  return t`${shortWords(board)}, goal ${words}${boardTypeWords(topology) + (METRICS[metric] ?? "")}`;
}

/** @param {string} text */
function shortWords(text) {
  const { width, height } = parseBoard(text);
  if (width * height <= MOST_CELLS) return boardWords(text);
  return t`a ${width} × ${height} board starting with ${text.split("/")[0]}`;
}

/**
 * @param {Comparison} comparison
 * @param {Question | null} asked the current question; null if nothing can be searched
 * @param {Choice[]} choices now
 * @returns {{figures: string, act: string}} what the figures are for, and what to do for others; both empty while
 *   they answer the current question
 */
export function staleWords({ question, rows }, asked, choices) {
  const of = t`These figures are for ${questionWords(question)}`;
  if (!asked) return { figures: t`${of}.`, act: t`This board cannot be searched.` };
  const parts = (/** @type {Posed} */ { board, goal, topology = "grid", metric }) => [board, goal, topology, metric].join();
  const same = parts(asked) === parts(question);
  const changed = [
    ...(same ? [] : [t`board`]),
    ...(isSame(rows.map(({ choice }) => choice), choices) ? [] : [t`searches`]),
  ];
  if (changed.length === 0) return { figures: "", act: "" };
  const act = t`Press Run for the ${changed.join(t` and `)} now selected.`;
  return { figures: same ? t`${of} with the searches listed.` : t`${of}.`, act };
}

/**
 * @param {Choice[]} some
 * @param {Choice[]} others
 */
function isSame(some, others) {
  const text = (/** @type {Choice} */ { algorithm, heuristic, options }) =>
    JSON.stringify([algorithm, heuristic, Object.entries(options).sort()]);
  return some.map(text).join() === others.map(text).join();
}

/**
 * @param {Posed} question
 * @returns {string[]} the lines that every picture of a comparison needs
 */
export function questionLines({ board, goal, topology, metric }) {
  return [t`Board ${boardWords(board) + boardTypeWords(topology)}`, t`Goal ${boardWords(goal)}. Cost in ${metric}.`];
}
