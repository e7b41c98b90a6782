"""Named boards: the research sets, the hardest boards, the boards of books and courses.

``korf100:1`` is the first of Korf's hundred 15-puzzles, ``famous:aima`` or ``aima`` the board in
the textbook. Each instance has its own goal, because the sets use different ones. The data files,
each with its source, are in ``taquin/data`` and are read on first use.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import NamedTuple

from taquin.ground.errors import UnknownName, check_text, quoted
from taquin.ground.registry import unknown_name
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Metric

__all__ = [
    "Instance",
    "InstanceSet",
    "data_rows",
    "instance",
    "instance_sets",
    "instances",
    "instances_with",
    "published",
]


@dataclass(frozen=True, slots=True)
class Instance:
    """A named board with its goal.

    optimal: cost of an optimal solution in `metric`, None if unknown or unsolvable.
    moves: one optimal solution in tile letters, None if the source has none.
    note: any other known facts.
    """

    name: str
    board: Board
    goal: Board
    optimal: int | None
    source: str
    note: str = ""
    metric: Metric = "stm"
    moves: str | None = None


class InstanceSet(NamedTuple):
    """A set of instances: their number, description and source."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which is not needed here
    summary: str
    source: str


class _File(NamedTuple):
    """Where a set is stored and how one of its rows becomes an instance."""

    file: str
    summary: str
    read: Callable[[str, list[str]], Instance]
    cells: int | None = None  # size of every board in the set; None if sizes differ
    board: int = 1  # the column of the board's numbers


def _korf100(name: str, row: list[str]) -> Instance:
    note = f"Manhattan {row[2]}; IDA* with Manhattan generates {int(row[5]):,} nodes"
    return _square(name, row[1], "first", row[3], "Korf 1985", note, row[7])


def _korf24(name: str, row: list[str]) -> Instance:
    note = f"Manhattan {row[2]}; Korf and Felner's IDA* expanded {int(row[4]):,} nodes"
    return _square(name, row[1], "first", row[3], "Korf & Felner 2002", note, row[9])


def _antipode(name: str, row: list[str]) -> Instance:
    note = f"Manhattan {row[2]}; one of the 17 boards at the greatest distance"
    source = "Gasser 1995, Korf & Schultze 2005"
    return _square(name, row[1], "last", row[3], source, note, row[6])


def _mtm_antipode(name: str, row: list[str]) -> Instance:
    goal, source = named_goal("last", 4, 4), "Norskog & Davidson 2010"
    note = "one of the 16 boards at the greatest multi-tile distance"
    return Instance(name, Board.parse(row[1], size=(4, 4)), goal, 43, source, note, "mtm")


def _small_antipode(name: str, row: list[str]) -> Instance:
    width, height = parse_size(row[0])
    tiles = list(range(1, width * height))
    tiles.insert(int(row[1]), 0)
    board, goal = Board.parse(row[4], size=(width, height)), Board.of(width, height, tiles)
    metric: Metric = "mtm" if row[2] == "MTM" else "stm"
    note = f"among the farthest {row[0]} boards"
    return Instance(name, board, goal, int(row[3]), "complete breadth-first search", note, metric)


def _deepcubea(name: str, row: list[str]) -> Instance:
    note = f"Manhattan {row[2]}; DeepCubeA's solution has {row[3]} moves, not proved optimal"
    return _square(name, row[1], "last", "-", "Agostinelli et al. 2019", note)


def _famous(name: str, row: list[str]) -> Instance:
    board = Board.parse(row[1])
    goal = named_goal(row[2], board.width, board.height)
    return Instance(name, board, goal, None if row[3] == "-" else int(row[3]), row[4], row[5])


def _square(
    name: str, text: str, goal: str, optimal: str, source: str, note: str, moves: str | None = None
) -> Instance:
    board = Board.parse(text)
    length = None if optimal == "-" else int(optimal)
    goal_board = named_goal(goal, board.width, board.height)
    return Instance(name, board, goal_board, length, source, note, moves=moves)


_SETS = {
    "korf100": _File("korf100.txt", "Korf's 100 random 15-puzzles, goal blank first", _korf100, 16),
    "korf24": _File(
        "korf_felner_24.txt",
        "the 50 random 24-puzzles of Korf & Felner, goal blank first",
        _korf24,
        25,
    ),
    "antipodes": _File(
        "fifteen_antipodes.txt",
        "the seventeen 15-puzzles that need 80 moves, the maximum",
        _antipode,
        16,
    ),
    "mtm_antipodes": _File(
        "mtm_antipodes.txt", "the 16 15-puzzles that need 43 multi-tile moves", _mtm_antipode, 16
    ),
    "small_antipodes": _File(
        "small_antipodes.txt",
        "the farthest boards of small sizes, two metrics",
        _small_antipode,
        board=4,
    ),
    "famous": _File("famous.txt", "boards of books, courses and puzzle history", _famous),
    "deepcubea35": _File("puzzle35.txt", "35-puzzles of the DeepCubeA test set", _deepcubea, 36),
    "deepcubea48": _File("puzzle48.txt", "48-puzzles of the DeepCubeA test set", _deepcubea, 49),
}


_PUSHES = "taquin's korf100_mtm.txt"


def data_rows(file: str) -> Iterator[list[str]]:
    """The rows of a ``|``-separated file in ``taquin/data``: fields stripped, comments skipped."""
    for line in _text(file).splitlines():
        if line.strip() and not line.startswith("#"):
            yield [field.strip() for field in line.split("|")]


def instance_sets() -> Mapping[str, InstanceSet]:
    """Every set by name."""
    return {
        name: InstanceSet(len(_rows(name)), where.summary, _source(where.file))
        for name, where in _SETS.items()
    }


def instances(set_name: str) -> list[Instance]:
    """All instances of a set, in the order of its file; UnknownName if there is no such set."""
    check_text("set_name", set_name, "the name of a set, such as korf100")
    return [_member(set_name, key) for key in _rows(_known(set_name))]


def instance(text: str) -> Instance:
    """The instance that ``SET:KEY`` or the bare name of a famous board refers to.

    Raises UnknownName, which suggests the closest name or gives the range of the set's numbers.

    >>> instance("korf100:1").optimal
    57
    """
    check_text("instance", text, "a name such as korf100:1")
    given = text.strip().lower().replace("-", "_")
    set_name, colon, key = given.partition(":")
    if not colon:
        if given in _SETS:
            raise UnknownName(f"{given} is a set of boards; expected one of {_range(given)}.")
        famous = _rows("famous")
        if given not in famous:
            raise _unknown(text.strip(), [*famous, *map(_range, _SETS)])
        return _member("famous", given)
    members = _rows(_known(set_name))
    if key.isascii() and key.isdigit() and len(key) < 10:
        key = str(int(key))
    if key in members:
        return _member(set_name, key)
    if set_name == "famous":
        raise unknown_name("famous board", key[:60], members)
    raise UnknownName(f"no instance named {text.strip()[:60]!r}; expected {_range(set_name)}.")


def published(board: Board, goal: Board, metric: Metric) -> Instance | None:
    """The instance with this board, goal and metric and a published optimal cost, if any.

    >>> published(instance("korf24:1").board, named_goal("first", 5, 5), "stm").optimal
    95
    >>> korf = instance("korf100:1")
    >>> published(korf.board, korf.goal, "mtm").optimal
    33
    """
    for found in instances_with(board):
        if (found.goal, found.metric) == (goal, metric) and found.optimal is not None:
            return found
        if metric == "mtm" and found.goal == goal and found.name in _pushes():
            cost = _pushes()[found.name]
            return replace(found, optimal=cost, source=_PUSHES, metric=metric, moves=None)
    return None


@cache
def _pushes() -> dict[str, int]:
    """The optimal number of pushes of Korf's hundred, by name."""
    return {f"korf100:{number}": int(cost) for number, cost in data_rows("korf100_mtm.txt")}


def instances_with(board: Board) -> Iterator[Instance]:
    """Every instance with this board, whatever its goal and metric."""
    numbers = " ".join(map(str, board.cells))
    for name, where in _SETS.items():
        if where.cells not in (None, len(board.cells)):
            continue
        # Every answer is looked up, so a row is read as a board only if it may be the one.
        for key in _by_numbers(name).get(numbers, ()):
            found = _member(name, key)
            if found.board == board:
                yield found


def _unknown(text: str, known: list[str]) -> UnknownName:
    """The error for a word that may be meant for a name, or for a board."""
    if not text or get_close_matches(text, known, n=1, cutoff=0.5):
        return unknown_name("instance", text[:60], known)
    return UnknownName(
        f"no instance named {quoted(text)}, and no board, such as 7 0 2/8 5 3/6 1 4; `taquin list "
        "instances` lists the instances."
    )


def _known(set_name: str) -> str:
    if set_name not in _SETS:
        raise unknown_name("set of instances", set_name[:60], _SETS)
    return set_name


def _range(set_name: str) -> str:
    keys = list(_rows(set_name))
    if set_name == "famous":
        return "famous:NAME"
    return f"{set_name}:{keys[0]} to {set_name}:{keys[-1]}"


@cache
def _by_numbers(set_name: str) -> dict[str, list[str]]:
    """The keys of a set's rows by the numbers of their boards."""
    found: dict[str, list[str]] = {}
    for key, row in _rows(set_name).items():
        numbers = " ".join(row[_SETS[set_name].board].replace("/", " ").split())
        found.setdefault(numbers, []).append(key)
    return found


@cache
def _rows(set_name: str) -> dict[str, list[str]]:
    """The rows of a set by key: the text after the colon."""
    rows = list(data_rows(_SETS[set_name].file))
    if set_name == "small_antipodes":
        return {str(number): row for number, row in enumerate(rows, start=1)}
    return {row[0]: row for row in rows}


@cache
def _member(set_name: str, key: str) -> Instance:
    """One instance of a set."""
    return _SETS[set_name].read(f"{set_name}:{key}", _rows(set_name)[key])


def _source(file: str) -> str:
    """The first comment line of a data file, which names its source."""
    return _text(file).partition("\n")[0].removeprefix("#").strip()


def _text(file: str) -> str:
    return (resources.files("taquin") / "data" / file).read_text(encoding="utf-8")
