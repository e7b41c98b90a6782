"""The tiers of the tests: which run by default, and how much those of a room may take.

`tiers.toml` names what is left to the thorough tier (`pytest -m thorough`), and what that leaves to
the exhaustive one (`pytest -m slow`); all else that no marker takes out is quick. A new test is
quick until it is entered there.
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
EXHAUSTIVE = {"slow", "hours", "engines", "notebook"}
# By file and function: how many of its cases a tier keeps, spread over all, or which, as patterns
# of what pytest writes in brackets. The function "*" stands for those that are not named.
Kept = int | list[str]
Entries = Mapping[str, Mapping[str, Kept]]

_read = tomllib.loads(FILE.read_text(encoding="utf-8"))
# By tier, and by room.
BUDGETS: dict[str, dict[str, float]] = {
    "quick": _read["seconds"],
    "thorough": _read["thorough-seconds"],
}
LEAST: dict[str, int] = _read["least"]
QUICK: Entries = _read["kept"]
THOROUGH: Entries = _read["thorough"]


@cache
def file_of(path: Path) -> str:
    """A test's file, below tests/."""
    return path.relative_to(FOLDER).as_posix()


def room_of(file: str) -> str:
    """The room whose budget a test's time counts for: of the page's tests, the folder below."""
    parts = file.split("/")
    deep = 2 if parts[0] in ("page", "faces") and len(parts) > 2 else 1
    return "/".join(parts[:deep]) if len(parts) > 1 else "tests"


def markers_of(item: pytest.Item) -> set[str]:
    """The names of a test's markers."""
    return {mark.name for mark in item.iter_markers()}


class Tiers(NamedTuple):
    """What was collected: how many tests without a marker, those of two tiers, dead entries."""

    all: int
    thorough: list[str]
    exhaustive: list[str]
    dead: list[str]


COLLECTED = pytest.StashKey[Tiers]()


def divide(
    items: Iterable[pytest.Item], quick: Entries = QUICK, thorough: Entries = THOROUGH
) -> Tiers:
    """Mark what the quick tier leaves to the thorough one, and that to the exhaustive one."""
    cases: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        if EXHAUSTIVE.isdisjoint(markers_of(item)):
            name = getattr(item, "originalname", item.name)
            cases.setdefault((file_of(item.path), name), []).append(item)
    moved: dict[str, list[str]] = {"thorough": [], "slow": []}
    for (file, name), of_one in cases.items():
        left = _left(quick, file, name, of_one)
        further = {item.nodeid for item in _left(thorough, file, name, left)}
        for item in left:
            marker = "slow" if item.nodeid in further else "thorough"
            item.add_marker(getattr(pytest.mark, marker))
            moved[marker].append(item.nodeid)
    files = {file for file, _ in cases}
    dead = [
        f"{file}::{name}"
        for entries in (quick, thorough)
        for file, names in entries.items()
        for name in names
        if ((file, name) not in cases if name != "*" else file not in files)
    ]
    return Tiers(sum(map(len, cases.values())), moved["thorough"], moved["slow"], dead)


def _left(entries: Entries, file: str, name: str, cases: list[pytest.Item]) -> list[pytest.Item]:
    """The cases of a function that a tier leaves to the next one."""
    names = entries.get(file, {})
    kept = names.get(name, names.get("*"))
    stay = range(len(cases)) if kept is None else _spread(kept, cases)
    return [case for i, case in enumerate(cases) if i not in stay]


def _spread(kept: Kept, cases: list[pytest.Item]) -> list[int]:
    if isinstance(kept, int):
        return [i * len(cases) // kept for i in range(min(kept, len(cases)))]
    words = [case.name.partition("[")[2][:-1] for case in cases]
    return [i for i, word in enumerate(words) if any(fnmatchcase(word, each) for each in kept)]


def tier_of(markers: str) -> str | None:
    """The tier that pytest's option -m chooses; None if it is none that has budgets."""
    return "quick" if "not thorough" in markers else "thorough" if markers == "thorough" else None


def exceeded(seconds: Mapping[str, float], tier: str) -> list[str]:
    """A line for each room whose tests of a tier took more than they may.

    seconds: of processor time, by node ID, of tests that ran.
    """
    rooms: dict[str, list[str]] = {}
    for node in seconds:
        rooms.setdefault(room_of(node.partition("::")[0].removeprefix("tests/")), []).append(node)
    lines = []
    for room, nodes in rooms.items():
        took, budget = sum(map(seconds.__getitem__, nodes)), BUDGETS[tier].get(room, 0.0)
        if took > budget:
            longest = sorted(nodes, key=seconds.__getitem__, reverse=True)[:3]
            names = ", ".join(f"{n.rpartition('::')[2]} {seconds[n]:.1f} s" for n in longest)
            lines.append(f"{room}: {took:.0f} s of {budget:g} s; the longest: {names}")
    return lines
