"""The command's output, word for word; `python -m tests.transcripts` writes it anew."""

import pytest

from transcripts.sessions import FOLDER, SESSIONS, transcript


@pytest.mark.parametrize("name", sorted(SESSIONS))
def test_transcript(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(SESSIONS[name]) == golden, "review, then run: python -m tests.transcripts"
