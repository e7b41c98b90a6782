// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** What hints, questions, their verdicts and reviews say where slides count. */
export const SLIDE_SENTENCES = {
  begins: "It begins a solution of {slides:slide}. {bound}",
  noFewer: "No solution has fewer slides.",
  fewer: "Fewer slides may be enough, but at least {lower:,} {lower:is|are} needed.",
  large: "{hint} Above 16 cells, hints count moves.",
  way: "Move tile {tile} {way}: {slide}",
  one: "One of the {legal} possible slides is best. Make it on the board.",
  several: "{best} of the {legal} possible slides are best. Make one on the board.",
  atLeastOne: "At least one of the {legal} possible slides is best. Make one on the board.",
  atLeast: "At least {best} of the {legal} possible slides are best. Make one on the board.",
  right: "Yes, that is a best slide.",
  free: "Going on with your slide costs none: {left:slide} {left:is|are} left after it. {bound}",
  goesOn: "It begins a best slide, which goes on for {tiles:tile}.",
  open: "It is not proved whether this is a best slide.",
  costs: "Not the best: it costs {lost:slide} more than needed.",
  costsAtLeast: "Not the best: it costs at least {lost:slide} more than needed.",
  worse: "{loss:slide} worse than the best",
  reviewed: "This game counted slides. Above 16 cells, reviews count moves.",
};
