"""The page's named boards are those of the data files."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "page"))

import make_instances


def test_the_named_boards_are_written_anew_unchanged() -> None:
    found = make_instances.FILE.read_text(encoding="utf-8")
    assert found == make_instances.text(), "run python tests/page/make_instances.py"
