"""docs/security.md: its figures are those of the code, and what it says of headers is sent."""

import builtins
import re
from dataclasses import fields
from typing import Any, NoReturn

import pytest

from limits_tables import PAGE, documented, page_with_tables
from taquin.faces.web.http.policy import HEADERS
from taquin.faces.web.process.limits import ServerLimits, public_limits
from taquin.faces.web.process.question import JobRequest, Search, read_question
from taquin.ground.errors import TaquinError

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_figures_are_those_of_the_code() -> None:
    assert page_with_tables(TEXT) == TEXT, "review, then run: python -m tests.limits_tables"


def test_every_limit_is_in_a_table() -> None:
    assert documented() == {field.name for field in fields(ServerLimits)}


def test_every_header_is_named() -> None:
    named = set(re.findall(r"^- `([a-z-]+)`:", TEXT, re.MULTILINE))
    assert named == set(HEADERS)


# A path is read as a board, a partition or a name, which it is not.
REFUSED = r"is not a (tile|board|partition)|expected two cell numbers|no \w+ named '\./"


@pytest.mark.parametrize(
    "asked",
    [
        {"board": "@/etc/hostname"},
        {"board": "/etc/hostname"},
        {"board": "-"},
        {"goal": "@/etc/hostname"},
        {"topology": "./cylinder.py"},
        {"topology": "walls:@/etc/hostname"},
        {"searches": (Search("./level_by_level.py"),)},
        {"searches": (Search("astar", "./lines_out.py"),)},
        {"searches": (Search("astar", "pdb:../../etc/hostname"),)},
    ],
    ids=str,
)
def test_no_question_opens_a_file(asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*given: object, **_: object) -> NoReturn:
        raise AssertionError(f"opened {given}")

    monkeypatch.setattr(builtins, "open", opened)
    with pytest.raises(TaquinError, match=REFUSED):
        read_question(
            JobRequest(**{"kind": "solve", "board": "1 2 3/4 5 6/7 0 8", **asked}), public_limits()
        )
