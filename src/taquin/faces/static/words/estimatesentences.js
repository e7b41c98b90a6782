// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** Why an estimate is not defined for a board. */
export const ESTIMATE_SENTENCES = {
  only3x3: "sequence_score is defined only for 3x3, not for {size}. Use manhattan or linear_conflict.",
};
