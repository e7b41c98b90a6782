"""One store of open pattern databases serves Python, kernels and explanations."""

from pathlib import Path
from weakref import ref

import pytest

from taquin.ground.once import once
from taquin.heuristics.patterns.collection import PatternDatabase
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.store import open_tables
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.solver import solve
from taquin.teach.explain.explanation import explain

BOARD = "8 6 7/2 5 4/3 0 1"


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables opened from now on, by name; the cache is empty and the store too."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    open_tables.cache_clear()
    names: list[str] = []
    build = PatternDatabase.build

    def count(place, pattern, **options):
        names.append(PatternDatabase.name(place, pattern))
        return build(place, pattern, **options)

    monkeypatch.setattr(PatternDatabase, "build", count)
    reopen = PatternDatabase.open

    def open_built(*of, check=True):
        assert not check  # what was just built; what is open is not opened again
        return reopen(*of, check=check)

    monkeypatch.setattr(PatternDatabase, "open", open_built)
    return names


def test_every_reader_shares_the_open_tables(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def estimate(goal: str) -> PatternHeuristic:
        return PatternHeuristic(Puzzle.of(BOARD, goal=goal), "4-4")

    first = estimate("first")
    assert len(opened) == 2
    assert estimate("last").collection is first.collection
    assert estimate("first").lookup is first.lookup
    for engine in ("python", "compiled", "auto"):
        for goal in ("first", "last"):
            solve(BOARD, goal=goal, algorithm="idastar", heuristic="pdb:4-4", engine=engine)
    monkeypatch.setattr("taquin.teach.explain.estimates.default_partition", lambda puzzle: "4-4")
    values = {value.name: value.value for value in explain(BOARD, goal="last").heuristics}
    assert values["pdb:4-4"] == estimate("last")(bytes(Board.parse(BOARD).cells))
    assert len(opened) == 2


def test_tables_used_longest_ago_make_room(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.of(BOARD)
    small = ref(PatternHeuristic(puzzle, "2-2-2-2").collection)
    other = ref(PatternHeuristic(puzzle, "3-5").collection)
    assert small() is not None and other() is not None
    assert PatternHeuristic(puzzle, "2-2-2-2").collection is small()
    size = PatternHeuristic(puzzle, "2-2-2-2").collection.nbytes
    monkeypatch.setattr(open_tables, "_maxsize", size + 1)
    large = PatternHeuristic(puzzle, "4-4").collection  # larger than the budget alone
    assert large.nbytes > size + 1
    assert small() is None and other() is None
    assert PatternHeuristic(puzzle, "4-4").collection is large


def test_a_cache_by_size_keeps_the_newest() -> None:
    @once(maxsize=10, size=len)
    def text(letter: str, count: int) -> str:
        return letter * count

    assert [text("a", 4), text("b", 4), text("a", 4), text("c", 4)]
    assert text.known("a", 4) and text.known("c", 4) and not text.known("b", 4)
    text("d", 99)
    assert text.known("d", 99) and not text.known("a", 4)
