// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** The names of timed attempts, under which results are stored, and when their clock starts. */
export const ATTEMPT_SENTENCES = {
  marathon: "marathon of {count} {size}",
  relay: "relay {first} to {last}",
  mixed: "session of {count} from {sizes}",
  hidden: "{what}, numbers hidden",
  blind: "{what}, blind",
  uncovers: "The clock starts when you uncover the board.",
  inspects: "The clock starts after {seconds} s of inspection, or with your first move.",
};
