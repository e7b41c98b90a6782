// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** The question for a learner, and the verdict on the answer. */
export const LEARN_SENTENCES = {
  unsure: "A good move is known, but it may not be the best. Make your move on the board.",
  every: "Every move is a best move here. Make one.",
  one: "One of the {legal} possible moves is best. Make it on the board.",
  two: "Two of the {legal} possible moves are best. Make one on the board.",
  three: "Three of the {legal} possible moves are best. Make one on the board.",
  atLeastOne: "At least one of the {legal} possible moves is best. Make one on the board.",
  atLeastTwo: "At least two of the {legal} possible moves are best. Make one on the board.",
  best: "Yes, that is a best move.",
  allBest: "Yes, all {length:move} of this slide are best moves.",
  suggested: "Yes, that is also the suggested move.",
  notSuggested: "This is not the suggested move; it is not proved whether it is worse.",
  suggestedFirst: "It starts with the suggested move; it is not proved whether the rest is equally good.",
  bestFirst: "It starts with a best move; it is not proved whether the rest is equally good.",
  open: "It is not proved whether this is a best move.",
  away: "Not the best: it leads away from the goal and costs two extra moves.",
  notAll: "Not the best: not every move of this slide belongs to a shortest solution.",
};
