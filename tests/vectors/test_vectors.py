"""The vectors of each rule are what the Python package answers; the page is held to them."""

import make
import pytest


@pytest.mark.parametrize("rule", make.RULES)
def test_the_vectors_are_what_python_answers_now(rule: str) -> None:
    found = (make.FOLDER / f"{rule}.json").read_text(encoding="utf-8")
    assert found == make.written(rule), "run python tests/vectors/make.py"
