"""The breadth-first loop without nodes is the twin of the one with nodes, counters included."""

import itertools

import pytest

from taquin import Board, Limits, Observer, Puzzle
from taquin.search.algorithm import run


@pytest.mark.parametrize("goal_test", ["expansion", "generation"])
@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("limit", [None, 0, 1, 7, 100])
def test_twins_on_every_board_of_3x2(goal_test: str, metric: str, limit: int | None) -> None:
    puzzle = Puzzle.of(Board.of(3, 2, range(6)), metric=metric)  # type: ignore[arg-type]
    for cells in itertools.islice(itertools.permutations(range(6)), 0, None, 7):
        start = Board(3, 2, cells)
        if not puzzle.judge(start).solvable:
            continue
        quick, slow = (
            run(
                "bfs",
                puzzle.space(start),
                options={"goal_test": goal_test},
                limits=Limits(expansions=limit),
                observer=observer,
            )
            for observer in (None, Observer())
        )
        assert quick == slow


def test_twins_on_an_exhausted_space() -> None:
    puzzle = Puzzle.of(Board.of(3, 2, range(6)))
    space = puzzle.space(Board.parse("1 2 3/5 4 0"))
    assert run("bfs", space) == run("bfs", space, observer=Observer())
    assert run("bfs", space).stats.expanded == 360
