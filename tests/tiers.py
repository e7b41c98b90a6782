"""The tiers of the tests: which run by default, and how much those of a room may take.

`tiers.toml` names what is left to the thorough tier (`pytest -m thorough`); all else that no marker
takes out is quick. A new test is quick until it is entered there.
"""

import tomllib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

FOLDER = Path(__file__).parent
FILE = FOLDER / "tiers.toml"
# Markers of tests that run for minutes by design, each by its own command.
EXHAUSTIVE = ("slow", "hours", "engines", "notebook")
# By file and function: how many of its cases stay quick, spread over all, or which do, as patterns
# of what pytest writes in brackets. The function "*" stands for those that are not named.
Kept = int | list[str]

_read = tomllib.loads(FILE.read_text(encoding="utf-8"))
BUDGETS: dict[str, float] = _read["seconds"]
LEAST: dict[str, int] = _read["least"]
KEPT: dict[str, dict[str, Kept]] = _read["kept"]


@cache
def file_of(path: Path) -> str:
    """A test's file, below tests/."""
    return path.relative_to(FOLDER).as_posix()


def room_of(file: str) -> str:
    """The room whose budget a test's time counts for: of the page's tests, the folder below."""
    parts = file.split("/")
    deep = 2 if parts[0] in ("page", "faces") and len(parts) > 2 else 1
    return "/".join(parts[:deep]) if len(parts) > 1 else "tests"


class Tiers(NamedTuple):
    """What was collected: how many tests of both tiers, those of the thorough one, dead entries."""

    both: int
    thorough: list[str]
    dead: list[str]


COLLECTED = pytest.StashKey[Tiers]()


def leave_to_thorough(items: Iterable[pytest.Item]) -> Tiers:
    """Mark what is left to the thorough tier."""
    cases: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        if not any(item.get_closest_marker(name) for name in EXHAUSTIVE):
            name = item.originalname if isinstance(item, pytest.Function) else item.name
            cases.setdefault((file_of(item.path), name), []).append(item)
    moved = []
    for (file, name), of_one in cases.items():
        names = KEPT.get(file, {})
        kept = names.get(name, names.get("*"))
        if kept is not None:
            quick = {of_one[i].name for i in _spread(kept, of_one)}
            for item in of_one:
                if item.name not in quick:
                    item.add_marker(pytest.mark.thorough)
                    moved.append(item.nodeid)
    files = {file for file, _ in cases}
    dead = [
        f"{file}::{name}"
        for file, names in KEPT.items()
        for name in names
        if ((file, name) not in cases if name != "*" else file not in files)
    ]
    return Tiers(sum(map(len, cases.values())), moved, dead)


def _spread(kept: Kept, cases: list[pytest.Item]) -> list[int]:
    if isinstance(kept, int):
        return [i * len(cases) // kept for i in range(min(kept, len(cases)))]
    words = [case.name.partition("[")[2][:-1] for case in cases]
    return [i for i, word in enumerate(words) if any(fnmatchcase(word, each) for each in kept)]


def exceeded(seconds: Mapping[str, float]) -> list[str]:
    """A line for each room whose quick tests took more than it may.

    seconds: of processor time, by node ID, of tests that ran.
    """
    rooms: dict[str, list[str]] = {}
    for node in seconds:
        rooms.setdefault(room_of(node.partition("::")[0].removeprefix("tests/")), []).append(node)
    lines = []
    for room, nodes in rooms.items():
        took, budget = sum(map(seconds.__getitem__, nodes)), BUDGETS.get(room, 0.0)
        if took > budget:
            longest = sorted(nodes, key=seconds.__getitem__, reverse=True)[:3]
            names = ", ".join(f"{n.rpartition('::')[2]} {seconds[n]:.1f} s" for n in longest)
            lines.append(f"{room}: {took:.0f} s of {budget:g} s; the longest: {names}")
    return lines
