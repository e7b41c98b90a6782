// A question about boards, judged by the parity of their tiles.
import { judge, makeBoard, sameBoard } from "../taquin-board.js";

const article = document.querySelector("#quiz");
const board = article.querySelector("taquin-board");
const status = article.querySelector("output");
const answers = [...article.querySelectorAll("[name=yes], [name=no]")];

function answer(yes) {
  const { solvable, reason } = judge(board.board, board.goal);
  status.textContent = `${yes === solvable ? "Right." : "No."} ${reason}`;
  for (const button of answers) button.disabled = true;
}

function another() {
  const cells = [...board.board.cells];
  for (let i = cells.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  const mixed = makeBoard(3, 3, cells);
  if (sameBoard(mixed, board.goal)) return another();
  board.board = mixed;
  status.textContent = "";
  for (const button of answers) button.disabled = false;
}

for (const button of answers) button.addEventListener("click", () => answer(button.name === "yes"));
article.querySelector("[name=next]").addEventListener("click", another);
