"""The passes of a beam search: each a beam, wider than the one before."""
