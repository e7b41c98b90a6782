// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** What a hint says; the last two are how sure it is. */
export const HINT_SENTENCES = {
  move: "Move tile {tile}.",
  moveWay: "Move tile {tile} {way}.",
  start: "Start by moving tile {tile} {way}.",
  push: "Move tile {tile}: {slide}",
  home: "it slides home.",
  together: "{others} and {last} slide together.",
  solves: "That solves the board.",
  only: "It is the only best move.",
  equal: "Moving {tiles} is just as good.",
  open: "It is not proved whether other moves are equally good.",
  unproved: "It is the first move of a solution of {length:move}; at least {lower:move} {lower:is|are} needed.",
  step: "{part}; this step takes {length:move}.",
  part: "Part of {line}",
  instead: "No shortest solution was proved in time (at least {lower:move}); this step follows the row-and-column method.",
  sought: "A shortest solution is still being sought…",
  proved: "proved",
  notProved: "not proved",
};
