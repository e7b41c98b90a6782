// Written by tests/page/make_sentences.py from taquin/ground/sentences.py.

/** The names of timed attempts; results are stored under them. */
export const ATTEMPT_SENTENCES = {
  marathon: "marathon of {count} {size}",
  relay: "relay {first} to {last}",
  mixed: "session of {count} from {sizes}",
  hidden: "{what}, numbers hidden",
  blind: "{what}, blind",
};
