// A puzzle in a text: mixed by legal moves, so that it can always be solved.
import { legalMoves, move, sameBoard } from "../taquin-board.js";

const MIXED = 40;
const article = document.querySelector("#blog");
const board = article.querySelector("taquin-board");
const status = article.querySelector("output");
let moves = 0;

function mix() {
  let mixed = board.goal;
  let last = "";
  for (let i = 0; i < MIXED; i++) {
    const back = { U: "D", D: "U", L: "R", R: "L" }[last];
    const choices = [...legalMoves(mixed)].filter((letter) => letter !== back);
    last = choices[Math.floor(Math.random() * choices.length)];
    mixed = move(mixed, last);
  }
  return sameBoard(mixed, board.goal) ? mix() : mixed;
}

function start() {
  moves = 0;
  board.board = mix();
  status.textContent = "";
}

board.addEventListener("taquin-move", ({ detail }) => {
  moves += detail.moves.length;
  const solved = sameBoard(detail.to, board.goal);
  status.textContent = `${moves} ${moves === 1 ? "move" : "moves"}${solved ? ", solved" : ""}`;
});
article.querySelector("button").addEventListener("click", start);
start();
