"""ruff, ruff format and mypy --strict are part of the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        # With its cache, in .mypy_cache: what has not changed since is not checked again.
        pytest.param(["mypy"], marks=[pytest.mark.long, pytest.mark.timeout(900)]),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_clean(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
