"""The distances of one board in Python, against the kernel."""

import random
from weakref import WeakKeyDictionary

import numpy as np
import pytest

from pattern_boards import breadth_first, grid, torus
from taquin import Puzzle
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.place import Place
from taquin.kernels.patterns.build import packed_neighbors
from taquin.kernels.patterns.sums import evaluate
from taquin.kernels.patterns.walk import evaluate_reference
from taquin.kernels.searches import pdb_kernels
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
from taquin.solving.engines import pattern_bench
from taquin.solving.engines.pattern_bench import ready

# Size, neighbours, goal cell of the blank, patterns.
CASES = [
    ((2, 3), grid(2, 3), 0, ((1, 2, 3), (4, 5))),
    ((2, 3), grid(2, 3), 2, ((1, 3), (4, 5))),
    ((3, 3), torus(3, 3), 0, ((1, 2, 3, 4), (5, 6, 7, 8))),
    ((3, 3), grid(3, 3), 4, ((1, 2, 3, 5, 6, 7, 8),)),
    ((4, 4), grid(4, 4), 0, ((2, 3, 6, 7, 10, 11), (1, 4, 5, 8, 9, 12), (13, 14, 15))),
    ((4, 4), grid(4, 4), 0, ((1, 4, 5, 8, 9, 12, 13, 14),)),
    ((5, 5), grid(5, 5), 0, ((1, 2, 5, 6, 7), (24, 23, 18), (20,))),
]


def boards(size: tuple[int, int]) -> list[tuple[int, ...]]:
    """All solvable ones of 2x3; the others are found out too."""
    cells = size[0] * size[1]
    if cells == 6:
        return [*map(tuple, breadth_first(range(6), grid(*size))), (1, 0, 2, 3, 4, 5)]
    rng = random.Random(7)
    return [tuple(rng.sample(range(cells), cells)) for _ in range(12)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_twin_of_evaluate(case) -> None:
    size, neighbors, blank, patterns = case
    place = Place(*size, neighbors, blank)
    databases = [PatternDatabase.build(place, pattern) for pattern in patterns]
    tables = PatternCollection(place, databases, automaton_length=2).lookup.tables
    packed, cells = packed_neighbors(neighbors), len(neighbors)
    for board in boards(size):
        given = np.array(board, np.uint8)
        words, twins = np.zeros((2, tables.slots), np.uint64)
        sums = np.zeros((1, tables.views), np.int64)
        found = np.zeros(tables.views, np.int64)
        where = np.empty(cells, np.uint8)
        reached = evaluate(packed, tables, given[None], where, words, sums) < 0
        assert evaluate_reference(packed, tables, given, twins, found) == reached
        if reached:
            assert (words.tolist(), sums[0].tolist()) == (twins.tolist(), found.tolist())


def test_a_damaged_table_ends_the_walk() -> None:
    place = Place(3, 3, grid(3, 3), 0)
    database = PatternDatabase.build(place, (1, 2, 3, 4))
    database.planes[:] = 0
    tables = PatternCollection(place, [database], automaton_length=2).lookup.tables
    packed, far = packed_neighbors(place.neighbors), np.array([8, 7, 6, 5, 4, 3, 2, 1, 0], np.uint8)
    words, sums = np.zeros(tables.slots, np.uint64), np.zeros(tables.views, np.int64)
    assert not evaluate_reference(packed, tables, far, words, sums)


def test_a_process_compiles_the_kernel_if_it_searches_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same searches, begun by the twin or by the kernel."""
    place = Place(3, 3, grid(3, 3), 0)
    databases = [PatternDatabase.build(place, pattern) for pattern in ((1, 2, 3, 4), (5, 6, 7, 8))]
    tables, far = PatternCollection(place, databases), (8, 6, 7, 2, 5, 4, 3, 0, 1)
    usual, walks = ida_star_pdb(tables, far), []

    def walk(*of: object) -> bool:
        walks.append(of)
        return evaluate_reference(*of)  # type: ignore[arg-type]

    monkeypatch.setattr(pdb_kernels, "evaluate_reference", walk)
    monkeypatch.setattr(pdb_kernels, "has_code", lambda _: False)
    monkeypatch.setattr(pdb_kernels.evaluate, "overloads", {}, raising=False)
    monkeypatch.setattr(pdb_kernels, "_spared", iter(range(99)))
    assert [ida_star_pdb(tables, far) for _ in range(10)] == [usual] * 10
    assert len(walks) == 8


def test_the_second_search_of_a_process_is_not_timed_while_it_compiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`ready` looks a board up, by which the kernel is compiled, before anything is timed."""
    puzzle, looked_up = Puzzle.of("4 1 2/3 0 5/6 7 8", goal="first"), []
    monkeypatch.setattr(PatternCollection, "value", lambda self, cells: looked_up.append(cells))
    monkeypatch.setattr(pdb_kernels, "spares_compiling", lambda: True)
    monkeypatch.setattr(pattern_bench, "_benches", WeakKeyDictionary())
    ready(puzzle, "4-4")
    assert looked_up == []
    seconds = ready(puzzle, "4-4")[1]
    assert looked_up == [bytes(range(9))] and seconds["compile"] > 0
