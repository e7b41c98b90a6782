"""Writes the vectors of the rules that stand in Python and in the page.

    python tests/vectors/make.py

One file for each rule: what was given, and what the Python package answers. `docs/architecture.md`
lists the rules. `test_vectors.py` says when a file is out of date, and the tests of the page
(tests/page/unit) hold its modules to them.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from make_advice import ADVICE
from make_boards import BOARDS
from make_games import GAMES
from make_pushes import PUSHES

__all__ = ["FOLDER", "RULES", "written"]

FOLDER = Path(__file__).parent
RULES: dict[str, Callable[[], dict[str, Any]]] = {**BOARDS, **GAMES, **ADVICE, **PUSHES}


def written(rule: str) -> str:
    """The text of a rule's file: one case a line."""
    parts = []
    for name, cases in RULES[rule]().items():
        lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
        parts.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    for rule in RULES:
        (FOLDER / f"{rule}.json").write_text(written(rule), encoding="utf-8")
