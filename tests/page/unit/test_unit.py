"""The page's rules that need no document, under Node.js; texts are read as Python reads them."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from notation_texts import READ, REFUSED
from page_support import ROOT, node
from taquin.ground.errors import NotationError
from taquin.puzzle.board import Board

STRAY = [*" \t\n/\\|;,.-_x0123456789[](){}'\"#=*+:é×│─ED", "null", "END OF FILE"]
UNIT = Path(__file__).parent
SUITES = sorted(UNIT.rglob("*.test.mjs"))


@pytest.mark.long
@pytest.mark.parametrize("suite", SUITES, ids=lambda path: path.relative_to(UNIT).as_posix())
def test_under_node(suite: Path) -> None:
    done = subprocess.run(
        [node(), str(suite)],
        cwd=ROOT, capture_output=True, text=True, timeout=600,
        env=os.environ | {"PYTHON": sys.executable},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), "a suite without a test"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suite", "said"),
    [
        ("solver/human", "every 3x3 board"),
        ("solver/ida", "every board of 3x3"),
        ("solver/exact", "first moves of every 3x3 board"),
        ("solver/bits", "for every place of the blank"),
        ("solver/pushes", "every board of 3x3"),
        ("lab/searches/searches", "row by row"),
    ],
)
def test_whole_spaces_under_node(suite: str, said: str) -> None:
    done = subprocess.run(
        [node(), str(UNIT / f"{suite}.test.mjs")],
        cwd=ROOT, capture_output=True, text=True, env=os.environ | {"TAQUIN_EVERY_BOARD": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout


def mutated(rng: random.Random) -> str:
    """A text people paste, or one that is refused, with a few characters wrong."""
    text = list(rng.choice([t for t, *_ in [*READ, *REFUSED] if len(t) < 200]))
    for _ in range(rng.choice([1, 1, 2, 3, 5])):
        place = rng.randrange(len(text) + 1)
        text[place : place + rng.randrange(2)] = rng.choice(["", *STRAY])
    return "".join(text)


def test_mistyped_texts_are_read_alike() -> None:
    rng = random.Random(4)
    texts = [mutated(rng) for _ in range(4000)]
    done = subprocess.run(
        [node(), str(UNIT / "read.mjs")],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    boards = 0
    for text, found in zip(texts, json.loads(done.stdout), strict=True):
        try:
            expected = {"board": Board.parse(text).text}
            boards += 1
        except NotationError as error:
            expected = {"error": f"NotationError: {error}"}
        assert found["rich"] == expected, text
        # The element's own reader knows fewer notations, and reads none otherwise.
        plain = found["plain"]
        assert plain == expected or plain.get("error", "").startswith("NotationError: "), text
    assert boards > 100
