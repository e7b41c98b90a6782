/**
 * What a hint says about a position: which tile, which way, why, and how sure that is.
 */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./brain.js").Brain} Brain */

/**
 * @typedef {object} Advice
 * @property {number[]} focus cells to look at first: the tile to move, or the one to bring home
 * @property {string} task what to do, before the way is told
 * @property {number} cell of the tile to move
 * @property {number} tile
 * @property {string} letter
 * @property {string} moves what "play it" plays: one move, or a whole step of the method
 * @property {string} others letters that are as good
 * @property {number | null} distance moves left, if proved
 * @property {string} sentence
 * @property {{text: string, good: boolean}} badge
 */

const BUDGET = 4000;
const SERVER_SECONDS = 6;
const WAYS = /** @type {Record<string, string>} */ ({ U: "up", D: "down", L: "left", R: "right" });

/**
 * @param {string} letter
 * @returns {string}
 */
export function wayOf(letter) {
  return WAYS[letter];
}

/**
 * @param {Board} board
 * @param {string} letter
 * @returns {number} cell of the tile that moves that way into the blank
 */
export function cellOf(board, letter) {
  const blank = board.cells.indexOf(0);
  const gaps = /** @type {Record<string, number>} */ ({ U: board.width, D: -board.width, L: 1, R: -1 });
  return blank + gaps[letter];
}

/**
 * @param {number} count
 * @returns {string}
 */
export function movesText(count) {
  return `${count} ${count === 1 ? "move" : "moves"}`;
}

/**
 * @param {Brain} brain
 * @param {Board} board not the goal
 * @param {Board} goal
 * @param {import("./brain.js").Asking} asking
 * @returns {Promise<Advice>}
 */
export async function optimalAdvice(brain, board, goal, asking) {
  const best = await brain.optimalMoves(board, goal, { budget: BUDGET, ...asking });
  if (best.distance !== null) {
    const tile = (/** @type {string} */ letter) => board.cells[cellOf(board, letter)];
    const [letter] = best.letters;
    const others = best.letters.slice(1);
    const equal = Array.from(others, tile).join(" or ");
    return {
      ...moveOf(board, letter),
      moves: letter,
      others,
      distance: best.distance,
      sentence: equal ? `Moving ${equal} is just as good.` : "It is the only best move.",
      badge: { text: "proved", good: true },
    };
  }
  const found = await brain.solve(board, goal, { budget: 0, serverSeconds: SERVER_SECONDS, ...asking });
  if (found.by === "method") return methodAdvice(brain, board, goal, asking, found.lowerBound);
  const moves = /** @type {string} */ (found.moves);
  const sentence = found.optimal
    ? "It begins a shortest solution; others may begin one too."
    : `It begins a solution of ${movesText(moves.length)}; at least ${found.lowerBound} are needed.`;
  return {
    ...moveOf(board, moves[0]),
    moves: moves[0],
    others: "",
    distance: found.optimal ? moves.length : null,
    sentence,
    badge: { text: found.optimal ? "proved" : "not proved", good: found.optimal },
  };
}

/**
 * @param {Brain} brain
 * @param {Board} board not the goal
 * @param {Board} goal
 * @param {import("./brain.js").Asking} asking
 * @param {number} [lowerBound] said where it stands in for an optimal hint
 * @returns {Promise<Advice>}
 */
export async function methodAdvice(brain, board, goal, asking, lowerBound) {
  const step = /** @type {import("./human.js").Step} */ (await brain.human(board, goal, asking));
  const instead =
    lowerBound === undefined
      ? ""
      : ` No shortest way was proved in time (at least ${movesText(lowerBound)}); ` +
        "this is the method line by line.";
  return {
    ...moveOf(board, step.moves[0]),
    focus: step.tiles.map((tile) => board.cells.indexOf(tile)),
    task: step.sentence,
    moves: step.moves,
    others: "",
    distance: null,
    sentence: `${step.stage}, in ${movesText(step.moves.length)}.${instead}`,
    badge: { text: lowerBound === undefined ? "line by line" : "not proved", good: false },
  };
}

/**
 * @param {Board} board
 * @param {string} letter
 * @returns {{focus: number[], task: string, cell: number, tile: number, letter: string}}
 */
function moveOf(board, letter) {
  const cell = cellOf(board, letter);
  const tile = board.cells[cell];
  return { focus: [cell], task: `Move ${tile}.`, cell, tile, letter };
}
