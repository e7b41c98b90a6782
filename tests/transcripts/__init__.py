"""Golden transcripts of the command; `python -m tests.transcripts` writes them anew."""
