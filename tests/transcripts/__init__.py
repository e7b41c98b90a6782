"""Golden transcripts of the command; `python -m tests.transcripts` regenerates them."""
