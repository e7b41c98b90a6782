/** Which question a comparison's figures belong to, in words, and whether it is still the one asked. */
import { goalName, parseBoard } from "./board.js";

/** @typedef {import("./comparison.js").Comparison} Comparison */
/** @typedef {import("./comparison.js").Question} Question */
/** @typedef {import("./comparison.js").Choice} Choice */

const MOST_CELLS = 25; // a larger board would fill the caption

const METRICS = /** @type {Record<string, string>} */ ({
  mtm: ", a line pushed at once costs 1",
  expense: ", a move costs the tile's number",
});

/**
 * @param {Pick<Question, "board" | "goal" | "metric">} question
 * @returns {string} "7 0 2 / 8 5 3 / 6 1 4, goal blank first"
 */
export function questionWords({ board, goal, metric }) {
  const name = goalName(parseBoard(goal));
  const words = { first: "blank first", last: "blank last" }[String(name)] ?? name ?? boardWords(goal);
  return `${boardWords(board)}, goal ${words}${METRICS[metric] ?? ""}`;
}

/** @param {string} text */
function boardWords(text) {
  const { width, height } = parseBoard(text);
  if (width * height <= MOST_CELLS) return text.replaceAll("/", " / ");
  return `a ${width} × ${height} board that begins ${text.split("/")[0]}`;
}

/**
 * @param {Comparison} comparison
 * @param {Question | null} asked now; null: nothing that can be searched
 * @param {Choice[]} choices now
 * @returns {string} nothing while the figures are those of what is asked
 */
export function staleWords({ question, rows }, asked, choices) {
  const of = `These figures are of ${questionWords(question)}`;
  if (!asked) return `${of}; the board above has none.`;
  const same = [asked.board, asked.goal, asked.metric].every(
    (part, at) => part === [question.board, question.goal, question.metric][at],
  );
  const changed = [
    ...(same ? [] : ["board"]),
    ...(isSame(rows.map(({ choice }) => choice), choices) ? [] : ["searches"]),
  ];
  if (changed.length === 0) return "";
  if (same) return `${of}, by the searches they name; press Run for the searches above.`;
  return `${of}; press Run for the ${changed.join(" and ")} above.`;
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
