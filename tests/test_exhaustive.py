"""Every board of 4x2 by every algorithm, every board of 3x3 by those that take milliseconds.

Against the breadth-first oracle: solved, replayed, optimal where declared, the bound true. By the
compiled twin where there is one. Run: pytest -m slow tests/test_exhaustive.py
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from taquin import ALGORITHMS, Board, Puzzle, Status
from taquin.heuristics.base import build_heuristic
from taquin.lowering import Lowered, lower, run_compiled
from taquin.oracle import true_distances
from taquin.search.algorithm import run
from taquin.search.monitor import Monitor
from taquin.search.result import SearchResult

pytestmark = pytest.mark.slow

# On 3x3 the others take hours; they get one board in so many, the hardest among them.
QUICK = {"astar", "bfs", "bibfs", "greedy", "idastar", "rows", "wastar"}
SPREAD = 997


def solver(puzzle: Puzzle, name: str) -> Callable[[bytes], SearchResult]:
    """A function that runs one algorithm from any state of the puzzle."""
    spec = ALGORITHMS.get(name)
    heuristic = "manhattan" if spec.informed else None
    lowered = lower(puzzle, puzzle.goal, name, heuristic, {})
    if isinstance(lowered, Lowered):
        return lambda state: run_compiled(replace(lowered, start=state), Monitor())
    forward = [build_heuristic(heuristic, puzzle)] if heuristic else []

    def search(state: bytes) -> SearchResult:
        start = puzzle.decode(state)
        both = spec.informed and spec.bidirectional
        back = [build_heuristic("manhattan", puzzle.towards(start))] if both else []
        return run(spec, puzzle.space(start), *forward, *back)

    return search


@pytest.mark.parametrize("name", ALGORITHMS.names())
@pytest.mark.parametrize("size", ["4x2", "3x3"])
def test_every_board(size: str, name: str) -> None:
    width, height = map(int, size.split("x"))
    puzzle = Puzzle.of(Board.of(width, height, range(width * height)))
    distance, spec = true_distances(puzzle), ALGORITHMS.get(name)
    step = 1 if size == "4x2" or name in QUICK else SPREAD
    boards = list(distance.items())[::-step]
    search = solver(puzzle, name)
    for state, true in boards:
        result = search(state)
        where = f"{name} on {puzzle.decode(state)}"
        if result.status is not Status.SOLVED:
            assert result.status is Status.INCOMPLETE and not spec.complete, where
            continue
        assert result.moves is not None and result.lower_bound is not None
        end = puzzle.decode(state).apply("".join(result.moves))
        assert end == puzzle.goal and result.cost == len(result.moves), where
        assert result.lower_bound <= true <= len(result.moves), where
        if spec.optimal:
            assert result.cost == true == result.lower_bound, where
