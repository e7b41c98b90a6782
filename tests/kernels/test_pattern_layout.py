"""Tables beyond 4 GiB and boards of up to 32 cells: offsets do not wrap, and more is refused."""

import mmap
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pattern_boards import grid
from taquin import OptionError, Puzzle, solve
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.place import Place
from taquin.kernels.patterns.build import distances_reference, packed_neighbors
from taquin.kernels.patterns.layout import ROW, Column

APART = 32 << 20  # bytes from one block to the next, far more than it holds
BOARDS = ("8 6 7/2 5 4/3 0 1", "7 0 2/8 5 3/6 1 4", "1 2 3/4 5 6/0 7 8", "8 1 3/4 0 2/7 6 5")


@pytest.fixture
def stretched(tmp_path: Path) -> Iterator[PatternHeuristic]:
    """The 8-puzzle's 4-4, its blocks so far apart that they span more than 4 GiB of a sparse file.

    Below 4 GiB lies nothing but zeros where offsets of 32 bits would wrap to.
    """
    heuristic = PatternHeuristic(Puzzle.of("1 2 3/4 5 6/7 8 0"), "4-4")
    patterns = heuristic.lookup.tables.patterns
    assert heuristic.collection.search_tables().patterns.patterns is patterns
    kept, views, rows = patterns.copy(), [], patterns.reshape(-1, ROW)
    for number, (row, database) in enumerate(
        zip(rows, heuristic.collection.databases, strict=True)
    ):
        stride = int(row[Column.STRIDE])
        blocks = database.planes[0].reshape(-1, stride)
        assert len(blocks) * APART > 1 << 32
        with (tmp_path / f"{number}.sparse").open("wb+") as file:
            file.truncate(len(blocks) * APART)
            for place, block in enumerate(blocks):
                file.seek(place * APART)
                file.write(block.tobytes())
            file.flush()
            view = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)
        row[Column.ADDRESS], row[Column.STRIDE] = view.ctypes.data, APART
        views.append(view)
    yield heuristic
    patterns[:] = kept


def answers() -> list[tuple[Any, ...]]:
    found = []
    for board in BOARDS:
        for algorithm, engine in (
            ("idastar", "auto"),
            ("idastar", "compiled"),
            ("astar", "compiled"),
        ):
            result = solve(board, algorithm=algorithm, heuristic="pdb:4-4", engine=engine)
            found.append((result.cost, result.moves, result.stats.as_dict()))
    return found


def test_tables_beyond_four_gibibytes(request: pytest.FixtureRequest) -> None:
    expected = answers()
    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0")
    heuristic, space = PatternHeuristic(puzzle, "4-4"), puzzle.space(puzzle.goal)
    rng, state, states = random.Random(5), space.start, []
    for _ in range(300):
        state = rng.choice(space.successors(state))[1]
        states.append(state)
    values = [heuristic(state) for state in states]
    request.getfixturevalue("stretched")
    assert [heuristic(state) for state in states] == values
    assert answers() == expected


def test_a_board_of_32_cells_has_exact_values() -> None:
    neighbors, homes = grid(8, 4), (1, 31)
    place = Place(8, 4, neighbors, 0)
    database = PatternDatabase.build(place, (1, 31))
    alone = PatternCollection(place, (database,), views=1, automaton_length=2)
    truth = distances_reference(packed_neighbors(neighbors), homes, 0)
    rng = random.Random(3)
    for (first, last), blank in rng.sample(sorted(truth), 300):
        cells = [-1] * 32
        cells[first], cells[last], cells[blank] = 1, 31, 0
        rest = iter([*range(2, 31)])
        board = [next(rest) if tile < 0 else tile for tile in cells]
        # The blank's region counts, not its cell: the least over the region is what is stored.
        assert alone.value(board) == truth[(first, last), blank]


def test_a_board_of_more_cells_is_refused_before_any_table() -> None:
    board = "/".join(" ".join(str(6 * y + x) for x in range(6)) for y in range(6))
    with pytest.raises(OptionError, match="up to 32 cells; this board has 36"):
        solve(board, goal="first", algorithm="idastar", heuristic="pdb:4-4-4-4-4-4-4-4-3")
