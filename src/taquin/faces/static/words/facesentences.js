// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** What a terminal, a notebook and the page say of a game or a comparison that goes on. */
export const FACE_SENTENCES = {
  paused: "The game is paused.",
  solved: "This board is solved.",
  noUndo: "Nothing to undo.",
  noRedo: "Nothing to redo.",
  checking: "Checking your move…",
  drawing: "Looking for a puzzle…",
  noSkip: "In a streak no puzzle can be skipped.",
  starts: "The clock starts with your first move.",
  noHints: "There are no hints in a timed attempt.",
  running: "The searches are running.",
  stopped: "Stopped. Unfinished searches have no result.",
};
