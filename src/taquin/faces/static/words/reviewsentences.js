// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** What a review says of a slide, and of a stretch of moves. */
export const REVIEW_SENTENCES = {
  open: "not proved",
  best: "best",
  worse: "{loss:move} worse than the best",
  blunder: "a blunder, {loss:move} worse than the best",
  oneMove: "move {end}",
  moves: "moves {first} to {end}",
};
