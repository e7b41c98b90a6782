// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** The result of a game, and why it cannot be compared. */
export const GAME_SENTENCES = {
  result: "{time} for {ways}, {pace} moves per second.",
  inSlides: "{moves:move} in {slides:slide}",
  ofMoves: "{slides:slide} of {moves:move}",
  solution: "solution shown",
  solutionEarlier: "solution shown in an earlier try",
  hints: "{hints:hint}",
  hintsEarlier: "{hints:hint} in an earlier try",
  hintsPartly: "{hints:hint} ({earlier} in an earlier try)",
  undone: "{undos:undo}",
  chosen: "chosen board",
  archive: "archive board",
  again: "played before",
  shown: "Does not count today: a solution was shown.",
  made: "Does not count today: a move was made for you.",
};
