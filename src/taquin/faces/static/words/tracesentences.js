// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** How a recorded search ended and what is proved; how much its recording holds. */
export const TRACE_SENTENCES = {
  optimal: "Solved at cost {cost}, which is proved optimal.",
  solved: "Solved at cost {cost}; {proved}.",
  noGoal: "Every reachable state was examined, and none is a goal.",
  incomplete: "The search ended without a solution and without a proof that there is none.",
  limit: "Stopped by the limit on {limit}; {proved}.",
  limitBest: "Stopped by the limit on {limit}; the best solution so far costs {cost}; {proved}.",
  interrupt: "Stopped by an interrupt; {proved}.",
  interruptBest: "Stopped by an interrupt; the best solution so far costs {cost}; {proved}.",
  bound: "the optimal cost is proved to be at least {bound}",
  noBound: "no lower bound on the optimal cost was proved",
  cut: "The trace reached its limit of {most} bytes: it lists {listed:,} of {all:,} expansions.",
  many: "at least {number:,}",
};
