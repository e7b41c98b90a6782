"""Files that are damaged at random: no wrong answer, no crash, no hang, no bug in taquin."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# What is rebuilt gives the right answer; what cannot be rebuilt is refused by name.
KINDS = ["table", "automaton", "model", "training"]
DAMAGES = ["flip", "swap_words", "swap_sectors", "swap_pages", "cut", "lengthen"]


def check(kinds: list[str], trials: int, lies: int, folder: Path) -> None:
    """What came of each damage is right: see `damaging`."""
    ran = subprocess.run(
        [sys.executable, HERE / "damaging.py", ",".join(kinds), str(trials), folder],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent), *sys.path])},
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert ran.returncode == 0, f"exit status {ran.returncode}: {ran.stderr[-2000:]}"
    print(ran.stdout)
    for kind, found in json.loads(ran.stdout).items():
        assert list(found) == [*DAMAGES, "lie"]
        for damage, outcomes in found.items():
            assert set(outcomes) <= {"right", "refused"}, f"{kind}, {damage}: {outcomes}"
            assert sum(outcomes.values()) >= (lies if damage == "lie" else trials)


def test_a_few_damages(tmp_path: Path) -> None:
    check(KINDS, 2, 6, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_300_damages_of_each_sort_and_all_lies(kind: str, tmp_path: Path) -> None:
    check([kind], 300, 25, tmp_path)
