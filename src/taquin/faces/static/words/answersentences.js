// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** Answers to questions about the board in play. */
export const ANSWER_SENTENCES = {
  place: "row {row}, column {column}",
  blank: "The blank",
  atHome: "{name} is at home, {place}.",
  away: "{name} is in {place}; its home is {home}.",
  noTile: "“{question}”: expected a tile from 1 to {last}, or “blank”.",
  noLine: "“{question}”: expected a {kind} from 1 to {last}.",
  progress: "{home} of {tiles} tiles {home:is|are} at home after {moves:move}.",
  progressSlides: "{home} of {tiles} tiles {home:is|are} at home after {slides:slide}.",
  left: "“{name}” tells how many moves are left, and counts as a hint.",
  leftSlides: "“{name}” tells how many slides are left, and counts as a hint.",
};
