"""Regenerate every transcript: `python -m tests.transcripts`, then review the diff."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from transcripts.sessions import FOLDER, SESSIONS, transcript

for name, lines in SESSIONS.items():
    (FOLDER / f"{name}.txt").write_text(transcript(lines), encoding="utf-8")
    print(f"{name}.txt: {len(lines)} commands")
