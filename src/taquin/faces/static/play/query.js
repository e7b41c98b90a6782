// The field for questions in words: `where 7`, `row 2`, `progress`, `why`, `hint`.

import { judge } from "../board.js";
import { build } from "../shared/dom.js";

/** @typedef {import("../shared/app.js").App} App */
/** @typedef {import("../board.js").Board} Board */
/** @typedef {(argument: string) => string | Promise<string>} Answer */

/**
 * Where a tile is: `7 is in row 2, column 3; its home is row 3, column 1.`
 * @param {Board} board
 * @param {Board} goal
 * @param {string} argument
 * @returns {string}
 */
export function whereText(board, goal, argument) {
  const blank = /^(0|blank|gap)$/i.test(argument);
  const tile = blank ? 0 : Number(argument);
  const last = board.cells.length - 1;
  if (!argument || !Number.isInteger(tile) || tile < 0 || tile > last) {
    return `“where ${argument}”: expected a tile from 1 to ${last}, or “blank”.`;
  }
  const name = tile === 0 ? "The blank" : String(tile);
  const [now, home] = [board.cells.indexOf(tile), goal.cells.indexOf(tile)];
  if (now === home) return `${name} is at home, ${placeText(board, now)}.`;
  return `${name} is in ${placeText(board, now)}; its home is ${placeText(board, home)}.`;
}

/**
 * The numbers of a row or column, the blank by its name.
 * @param {Board} board
 * @param {"row" | "column"} kind
 * @param {string} argument
 * @returns {string}
 */
export function lineText(board, kind, argument) {
  const count = kind === "row" ? board.height : board.width;
  const number = Number(argument);
  if (!Number.isInteger(number) || number < 1 || number > count) {
    return `“${kind} ${argument}”: expected a ${kind} from 1 to ${count}.`;
  }
  const { width, cells } = board;
  const line = [...cells].filter((_, cell) =>
    kind === "row" ? Math.floor(cell / width) === number - 1 : cell % width === number - 1,
  );
  return `${kind === "row" ? "Row" : "Column"} ${number}: ${line.map((n) => n || "blank").join(", ")}.`;
}

/**
 * How far the game has come, without revealing the distance.
 * @param {Board} board
 * @param {Board} goal
 * @param {number} moves
 * @returns {string}
 */
export function progressText(board, goal, moves) {
  const home = board.cells.filter((tile, cell) => tile > 0 && tile === goal.cells[cell]).length;
  const tiles = board.cells.length - 1;
  return `${home} of ${tiles} tiles are at home after ${moves} ${moves === 1 ? "move" : "moves"}.`;
}

/**
 * @param {Board} board
 * @param {number} cell
 */
function placeText({ width }, cell) {
  return `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
}

/**
 * The field itself. `ask` opens it and puts the cursor there.
 * @param {App} app
 * @returns {{element: HTMLElement, ask(): void, add(name: string, answer: Answer): void}}
 */
export function buildQuery(app) {
  const { game } = app;
  /** @type {Map<string, Answer>} */
  const answers = new Map([
    ["where", (/** @type {string} */ argument) => whereText(game.board, game.goal, argument)],
    ["row", (/** @type {string} */ argument) => lineText(game.board, "row", argument)],
    ["column", (/** @type {string} */ argument) => lineText(game.board, "column", argument)],
    ["progress", () => progressText(game.board, game.goal, game.at)],
    ["why", () => judge(game.board, game.goal).reason],
  ]);
  const known = () => [...answers.keys()].join(", ");
  answers.set("help", () => `You can ask: ${known()}.`);

  const output = build("p", { class: "query__answer" });
  const input = build("input", {
    id: "query",
    type: "text",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    placeholder: "where 7",
  });
  const form = build(
    "form",
    { class: "panel query", hidden: true },
    build(
      "div",
      { class: "field" },
      build("label", { for: "query", text: "Ask about the board" }),
      input,
    ),
    output,
  );

  /**
   * @param {string} name
   * @param {string} argument
   */
  function replyTo(name, argument) {
    const reply = answers.get(name);
    if (!reply) return `“${name}” is not a known question. You can ask: ${known()}.`;
    // Answers would reveal what the pause hides.
    return game.held && name !== "help" ? "The game is paused." : reply(argument);
  }

  async function answer() {
    const [, name, argument] = /^\s*(\S*)\s*(.*?)\s*$/.exec(input.value) ?? ["", "", ""];
    const text = await replyTo(name.toLowerCase() || "help", argument);
    output.textContent = text;
    if (text) app.say(text, { now: true });
    input.select();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    form.hidden = true;
    app.element?.focus();
  });
  return {
    element: form,
    ask() {
      form.hidden = false;
      output.textContent = `You can ask: ${known()}.`;
      input.focus();
      input.select();
    },
    add: (name, reply) => answers.set(name, reply),
  };
}
