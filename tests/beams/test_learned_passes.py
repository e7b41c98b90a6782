"""Anytime beams: any goal and shape, limits, and the windows that shorten a path."""

import random
import time
from typing import Any

import pytest

from taquin import solve
from taquin.beams.kernels.learned_window import shortest_between
from taquin.beams.passes import windows
from taquin.beams.passes.windows import shortened
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import uniform
from taquin.search.monitor import Monitor, Observer
from taquin.search.result import Status


def drawn(width: int, height: int, goal: str, seed: int = 4) -> Board:
    solved = named_goal(goal, width, height)
    return uniform(Puzzle.of(solved, goal=solved), random.Random(seed))


@pytest.mark.parametrize(
    ("width", "height", "goal"),
    [(4, 4, "last"), (4, 4, "first"), (4, 4, "spiral"), (5, 3, "snake"), (3, 6, "last")],
)
def test_any_goal_and_shape_is_solved_and_the_bound_holds(
    width: int, height: int, goal: str
) -> None:
    # solve() replays every solution.
    board = drawn(width, height, goal)
    result = solve(board, goal=goal, algorithm="anytime_beam", options={"width": 300})
    assert result.status is Status.SOLVED and result.engine == "compiled"
    assert result.cost is not None and result.lower_bound is not None
    assert 0 < result.lower_bound <= result.cost
    assert result.gap == pytest.approx(100 * (result.cost / result.lower_bound - 1))


def test_wider_beams_are_never_worse_and_come_near_the_optimum_of_4x3() -> None:
    total = {1: 0, 3000: 0}
    for seed in range(4):
        board = drawn(4, 3, "last", seed)
        costs = []
        for width in total:
            result = solve(board, algorithm="anytime_beam", options={"width": width})
            assert result.cost is not None
            costs.append(result.cost)
            total[width] += result.cost
        assert costs[1] <= costs[0]
        optimum = solve(board).cost
        assert optimum is not None and optimum <= costs[1] <= optimum + 2
    assert total[3000] < total[1]


class Incumbents(Observer):
    """The costs of the solutions told."""

    def __init__(self) -> None:
        self.costs: list[int] = []

    def on_incumbent(self, cost: int) -> None:
        self.costs.append(cost)


def test_every_solution_told_is_shorter_than_the_one_before() -> None:
    told = Incumbents()
    result = solve("korf24:3", algorithm="anytime_beam", observer=told, options={"width": 2000})
    assert told.costs == sorted(set(told.costs), reverse=True)
    assert told.costs[-1] == result.cost


def test_a_limit_on_expansions_is_kept_and_the_best_solution_is_the_answer() -> None:
    free = solve("korf24:3", algorithm="anytime_beam", options={"width": 1000})
    limit = free.stats.expanded + 3000  # ends in the second pass
    result = solve("korf24:3", algorithm="anytime_beam", node_limit=limit)
    assert result.stats.expanded <= limit
    assert (result.status, result.cost) == (Status.SOLVED, free.cost)
    early = solve("korf24:3", algorithm="anytime_beam", node_limit=500)
    assert (early.status, early.limit, early.cost) == (Status.LIMIT, "expansions", None)
    assert early.stats.expanded <= 500


def test_a_time_limit_is_used_and_kept() -> None:
    solve("korf24:3", algorithm="anytime_beam", options={"width": 100})  # compiles
    for seconds in (0.5, 4):  # on a busy machine the first beam may not end at once
        began = time.perf_counter()
        result = solve("korf24:3", algorithm="anytime_beam", time_limit=seconds)
        assert time.perf_counter() - began < seconds + 5
        if result.solved:
            break
    assert result.solved


def test_little_memory_means_the_row_method() -> None:
    result = solve("korf24:3", algorithm="anytime_beam", memory_limit=1 << 20)
    assert result.engine == "python"
    assert result.status is Status.LIMIT or result.solved


def test_ctrl_c_leaves_the_best_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Monitor[Any], waiting: int = 0, reached: int = 0) -> None:
        if self.incumbent is not None:
            raise KeyboardInterrupt

    monkeypatch.setattr(Monitor, "slice", interrupted)
    result = solve("korf24:3", algorithm="anytime_beam")
    assert (result.status, result.limit) == (Status.LIMIT, "interrupt")
    assert result.cost is not None and result.moves is not None
    assert "best so far" in str(result) or result.cost > 0


def test_ctrl_c_in_a_window_loses_neither_the_solution_nor_what_windows_have_gained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, left = drawn(8, 8, "last"), 0

    def shortest(*arguments: Any) -> int:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return shortest_between(*arguments)

    monkeypatch.setattr(windows, "shortest_between", shortest)

    def cost(calls: int) -> int:
        nonlocal left
        left = calls
        result = solve(start, algorithm="anytime_beam", options={"width": 300})
        assert result.cost is not None
        return result.cost

    whole, calls = cost(0), -left
    at_first, at_last = cost(2), cost(calls)  # the first call compiles the kernel
    assert whole == at_last < at_first


def test_windows_shorten_a_detour_and_keep_both_ends() -> None:
    start = Board.parse("0 1 2 3/4 5 6 7/8 9 10 11")
    source, letters, board = random.Random(2), "", start
    for _ in range(90):
        back = {"U": "D", "D": "U", "L": "R", "R": "L"}.get(letters[-1:], "")
        letters += source.choice([m for m in board.legal_moves() if m != back])
        board = board.apply(letters[-1])
    shorter = shortened(4, 3, start.cells, letters)
    assert start.apply(shorter) == board
    assert len(shorter) < len(letters) and (len(letters) - len(shorter)) % 2 == 0
    assert shortened(4, 3, start.cells, letters, go_on=lambda: False) == letters
