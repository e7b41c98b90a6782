"""The exact output of the command; `python -m tests.transcripts` regenerates it."""

import pytest

from transcripts.sessions import FOLDER, SESSIONS, transcript


@pytest.mark.parametrize("name", sorted(SESSIONS))
def test_transcript(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(SESSIONS[name]) == golden, "review, then run: python -m tests.transcripts"
