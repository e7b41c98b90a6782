// A solution, step by step: the board is shown, not played.
import { replay } from "../taquin-board.js";

const SOLUTION = "LUUL";
const article = document.querySelector("#lesson");
const board = article.querySelector("taquin-board");
const back = article.querySelector("[name=back]");
const next = article.querySelector("[name=next]");
const status = article.querySelector("output");
const start = board.board;
let step = 0;

function distance({ width, cells }, goal) {
  let sum = 0;
  for (const [cell, tile] of cells.entries()) {
    const home = goal.cells.indexOf(tile);
    const rows = Math.abs(Math.floor(cell / width) - Math.floor(home / width));
    if (tile) sum += rows + Math.abs((cell % width) - (home % width));
  }
  return sum;
}

function show() {
  const shown = replay(start, SOLUTION.slice(0, step));
  board.board = shown;
  const following = SOLUTION[step];
  if (following) {
    const after = replay(shown, following);
    const cell = after.cells.indexOf(0);
    board.mark({ cells: [cell], arrow: following });
  }
  back.disabled = step === 0;
  next.disabled = !following;
  const left = distance(shown, board.goal);
  status.textContent = following
    ? `Manhattan distance: ${left}. The marked tile moves next.`
    : `Manhattan distance: ${left}. Solved in ${step} moves; no solution is shorter.`;
}

back.addEventListener("click", () => { step -= 1; show(); });
next.addEventListener("click", () => { step += 1; show(); });
show();
