/** A board to play on; `board` and `moves` are traits of the widget in the kernel. */
import board, { formatBoard, inverse, judge, move, sameBoard } from "../../static/board.js";
import { build, button } from "../../static/shared/dom.js";
import { movesText } from "../../static/shared/measures.js";
import { widgetOf } from "./host.js";

/** @typedef {import("../../static/board.js").TaquinBoard} TaquinBoard */

export default widgetOf(({ model, root, follow, onLeave }) => {
  const place = build("div");
  onLeave(board.render({ model, el: place }));
  const element = /** @type {TaquinBoard} */ (place.firstElementChild);
  const status = build("p", { class: "widget-status", role: "status" });
  const note = build("p", { class: "widget-note", role: "status" });
  const change = (/** @type {string} */ position, /** @type {string} */ moves) => {
    model.set("moves", moves);
    model.set("board", position);
    model.save_changes();
  };
  const hint = button({ icon: "hint", words: "Hint", onClick: () => model.send({ kind: "hint" }) });
  const undo = button({
    icon: "undo",
    words: "Undo",
    onClick: () => {
      const moves = model.get("moves");
      if (moves) change(formatBoard(move(element.board, inverse(moves.slice(-1)))), moves.slice(0, -1));
    },
  });
  const retry = button({ icon: "retry", words: "Start again", onClick: () => change(model.get("start"), "") });
  root.append(
    build(
      "div",
      { class: "widget-board" },
      place,
      build("div", { class: "widget-side" }, status, build("div", { class: "toolbar" }, hint, undo, retry), note),
    ),
  );
  follow(["board", "goal", "moves", "disabled"], () => {
    const moves = model.get("moves");
    status.textContent = `${movesText(moves.length)}${outcome(element)}`;
    // aria-disabled keeps the focus on the button that has just undone the last move.
    for (const tool of [undo, retry]) tool.setAttribute("aria-disabled", String(!moves));
    hint.setAttribute("aria-disabled", String(sameBoard(element.board, element.goal)));
  });
  follow(["hinted"], () => {
    const { cell, arrow } = model.get("hinted") ?? {};
    element.mark(cell === undefined ? null : { cells: [cell], arrow });
  });
  follow(["message"], () => {
    note.textContent = model.get("message");
  });
});

/** @param {TaquinBoard} element */
function outcome({ board: position, goal }) {
  if (sameBoard(position, goal)) return ", solved";
  const { solvable, reason } = judge(position, goal);
  return solvable ? "" : `. ${reason}`;
}
