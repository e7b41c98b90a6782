"""One set of answers for both engines, and all tests of the page's modules under Node.js."""

import subprocess
import sys
from pathlib import Path

import pytest

from page_support import ROOT, node

sys.path.insert(0, str(Path(__file__).parent / "page"))

import make_vectors

SUITES = sorted((ROOT / "tests" / "page").glob("*.test.mjs"))


def test_vectors_are_what_python_answers_now() -> None:
    found = make_vectors.VECTORS.read_text(encoding="utf-8")
    assert found == make_vectors.written(), "run python tests/page/make_vectors.py"


@pytest.mark.parametrize("suite", SUITES, ids=lambda path: path.stem)
def test_under_node(suite: Path) -> None:
    done = subprocess.run(
        [node(), "--test", str(suite)], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
