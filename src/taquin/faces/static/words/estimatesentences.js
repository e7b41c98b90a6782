// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** Why an estimate is not defined for a board. */
export const ESTIMATE_SENTENCES = {
  gridOnly: "linear_conflict works only on grids, with or without walls, not on {topology}, where two tiles can pass each other without leaving their line. Use manhattan or walking_distance.",
  only3x3: "sequence_score is defined only for 3x3, not for {size}. Use manhattan or linear_conflict.",
};
