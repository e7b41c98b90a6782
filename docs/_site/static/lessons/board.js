/**
 * `<lesson-board>`: a board to play, and what is known of each position.
 *
 * board, goal   the start and the goal (`last` if there is none)
 * facts         what to show, of: moves, lengths (in the three metrics; not with `exchange`), distance,
 *               estimates, verdict, goals
 * boards        other starts as buttons: `name=board | name=board`
 * exchange      two tiles that a button exchanges: `7 8`
 * palette       as in taquin-board
 */
import {
  GOAL_NAMES, formatBoard, judge, makeBoard, move, namedGoal, parseBoard, sameBoard,
} from "../taquin/board.js";
import { heuristicName } from "../taquin/lab/comparison/comparison.js";
import { estimator } from "../taquin/lab/searches/estimators.js";
import { encodeState } from "../taquin/lab/searches/space.js";
import { build } from "../taquin/shared/dom.js";
import { movesText } from "../taquin/shared/measures.js";
import { ESTIMATES, buildBoard, define, distance, press, question } from "./parts.js";

/** @typedef {import("../taquin/board.js").Board} Board */
/** @typedef {{start: Board, board: Board, goal: Board, moves: string, past: {board: Board, moves: string}[]}} State */

/** @type {Record<string, (state: State) => HTMLElement>} */
const FACTS = {
  moves: ({ board, goal, moves }) => {
    const solved = sameBoard(board, goal) ? " Solved." : "";
    return build("p", { text: `${moves.length === 0 ? "No moves yet" : movesText(moves.length)}${moves ? `: ${moves}` : ""}.${solved}` });
  },
  lengths: ({ start, moves }) => {
    let [at, sum] = [start, 0];
    for (const letter of moves) {
      const next = move(at, letter);
      sum += next.cells[at.cells.indexOf(0)];
      at = next;
    }
    const pushes = moves.match(/(.)\1*/g)?.length ?? 0;
    return build("p", { text: `In stm your moves cost ${moves.length}, in mtm ${pushes}, in expense ${sum}.` });
  },
  distance: ({ board, goal }) => {
    const left = distance(board, goal);
    const text = left === null ? "No sequence of moves leads to the goal." : `${movesText(left)} to the goal, at best.`;
    return build("p", { text });
  },
  verdict: ({ board, goal }) => build("p", { text: judge(board, goal).reason }),
  goals: ({ board }) =>
    build("ul", {}, ...GOAL_NAMES.map((name) => {
      const goal = namedGoal(name, board.width, board.height);
      const { solvable } = judge(board, goal);
      return build("li", { text: `goal ${name}, ${formatBoard(goal)}: ${solvable ? "solvable" : "unsolvable"}` });
    })),
  estimates: ({ board, goal }) => {
    const { hi, lo } = encodeState(board.cells);
    const rows = ESTIMATES.map((name) => /** @type {[string, number | string]} */ ([heuristicName(name), estimator(name, goal, "stm")(hi, lo)]));
    rows.push(["true distance", distance(board, goal) ?? "none"]);
    return build(
      "table",
      {},
      build("thead", {}, build("tr", {}, build("th", { scope: "col", text: "Estimate" }), build("th", { scope: "col", text: "Moves" }))),
      build("tbody", {}, ...rows.map(([words, value]) =>
        build("tr", {}, build("th", { scope: "row", text: words }), build("td", { text: String(value) })))),
    );
  },
};

define("lesson-board", (element) => {
  const { board, goal } = question(element);
  /** @type {State} */
  const state = { start: board, board, goal, moves: "", past: [] };
  const view = buildBoard(state);
  view.palette = element.getAttribute("palette") ?? "rows";
  const shown = (element.getAttribute("facts") ?? "moves").split(" ");
  const facts = build("div", { class: "lesson__facts", role: "status" });
  const undo = press("Undo", () => {
    const before = state.past.pop();
    if (before) place(before.board, before.moves);
  });
  const again = press("Start again", () => begin(state.start));

  /**
   * @param {Board} next
   * @param {string} moves
   */
  function place(next, moves) {
    state.board = next;
    state.moves = moves;
    view.show(next);
    render();
  }
  /** @param {Board} start */
  function begin(start) {
    state.start = start;
    state.past = [];
    place(start, "");
  }
  function render() {
    facts.replaceChildren(...shown.map((name) => FACTS[name](state)));
    undo.disabled = state.past.length === 0;
    again.disabled = sameBoard(state.board, state.start);
  }
  view.addEventListener("taquin-move", (event) => {
    const { detail } = /** @type {CustomEvent<{to: Board, moves: string}>} */ (event);
    state.past.push({ board: state.board, moves: state.moves });
    state.board = detail.to;
    state.moves += detail.moves;
    render();
  });

  const tools = build("div", { class: "lesson__tools" }, undo, again);
  const tiles = element.getAttribute("exchange")?.split(" ").map(Number);
  if (tiles) {
    tools.append(press(`Exchange ${tiles[0]} and ${tiles[1]}`, () => {
      const cells = Array.from(state.board.cells, (tile) =>
        tile === tiles[0] ? tiles[1] : tile === tiles[1] ? tiles[0] : tile);
      state.past.push({ board: state.board, moves: state.moves });
      place(makeBoard(state.board.width, state.board.height, cells), state.moves);
    }));
  }
  for (const one of (element.getAttribute("boards") ?? "").split("|").filter(Boolean)) {
    const [name, text] = one.split("=").map((word) => word.trim());
    tools.append(press(name, () => begin(parseBoard(text))));
  }
  render();
  return [build("div", { class: "lesson__board" }, view), build("div", { class: "lesson__side" }, facts, tools)];
});
