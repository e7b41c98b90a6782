"""Compiled NBS, DVCBS, MM and EES do exactly what the Python searches do, counters included."""

import random

import pytest
from test_twins_best_first import Twins, solvable, walked

from taquin.heuristics.base import PerTile, heuristic
from taquin.kernels.searches import both_ends, explicit_estimation
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.search.result import Status
from taquin.solving.question.reading import read_puzzle

BOTH_ENDS = ("nbs", "dvcbs", "mm")
SEARCHES = (*BOTH_ENDS, "ees")


@pytest.fixture(autouse=True)
def erratic() -> None:
    """A user's own table, larger than the distance: states are often reached more cheaply later."""

    @heuristic("erratic_for_both_ends", admissible=False, consistent=False, paper="none")
    def table_of(puzzle: Puzzle) -> PerTile:
        rng = random.Random(7)
        table = [[rng.randrange(12) if tile else 0 for tile in range(9)] for _ in range(9)]
        return PerTile([row[: puzzle.cells] for row in table[: puzzle.cells]], divisor=2)


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_every_board_of_3x2(algorithm: str) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0")
    twins = Twins(puzzle, algorithm, "manhattan", order="RDLU")
    for board in solvable(puzzle):
        assert twins.compare(board).status is Status.SOLVED


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "expense"])
@pytest.mark.parametrize("name", ["zero", "misplaced", "linear_conflict", "walking_distance"])
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_every_board_of_3x2_by_other_heuristics(algorithm: str, name: str, metric: Metric) -> None:
    puzzle = Puzzle.of("1 2 3/4 5 0", goal="snake", metric=metric)
    for weight in (1.0, 1.1, 3.0) if algorithm == "ees" else (None,):
        options = {} if weight is None else {"weight": weight}
        twins = Twins(puzzle, algorithm, name, **options)
        for board in solvable(puzzle):
            twins.compare(board)


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_reopened_and_superseded_nodes(algorithm: str) -> None:
    """Also states that get a cheaper path while they are open."""
    reopened = 0
    for metric in ("stm", "expense"):
        puzzle = Puzzle.of("1 2 3/4 5 0", metric=metric)  # type: ignore[arg-type]
        twins = Twins(puzzle, algorithm, "erratic_for_both_ends", order="LURD")
        for board in solvable(puzzle)[::5]:
            reopened += twins.compare(board).stats.reopened
        larger = Puzzle.of("123456780", metric=metric)  # type: ignore[arg-type]
        for seed in range(6):
            for name in ("manhattan", "erratic_for_both_ends"):
                twins = Twins(larger, algorithm, name)
                reopened += twins.compare(walked(larger, 45, seed), 1500).stats.reopened
    assert reopened > 10


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_other_boards_heuristics_and_board_types(algorithm: str) -> None:
    for text, goal, kind, name in (
        ("123456780", "spiral", "torus", "manhattan"),
        ("123456780", "snake", "walls:0-1,4-7", "linear_conflict"),
        ("123456780", "first", "grid", "pdb:4-4"),
        ("123456780", "last", "grid", "max:linear_conflict,walking_distance"),
    ):
        puzzle = Puzzle.of(text, goal=goal, topology=kind)
        for steps in (8, 30):
            Twins(puzzle, algorithm, name).compare(walked(puzzle, steps, steps), 1_000)
    board, puzzle = read_puzzle("korf100:79")
    twins = Twins(puzzle, algorithm, "manhattan")
    assert twins.compare(board, 4_000).stats.expanded == 4_000
    wide = Puzzle.of("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 0")
    Twins(wide, algorithm, "manhattan").compare(walked(wide, 24, 1), 1_500)


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_limits_and_budgets(algorithm: str) -> None:
    """A limit stops both at the same node, with the best solution so far; budgets do nothing."""
    # Such estimates lead EES into most of a space: a quarter of a million expansions on 3x3.
    puzzle = Puzzle.of("1 2 3/4 5 0" if algorithm == "ees" else "123456780")
    found = 0
    for seed in range(4):
        board = walked(puzzle, 40, seed)
        twins = Twins(puzzle, algorithm, "erratic_for_both_ends")
        whole = twins.compare(board)
        needed = whole.stats.expanded
        for limit in (0, 1, 2, 3, 50, needed // 2, *range(needed - 8, needed + 2)):
            answer = twins.compare(board, limit)
            found += answer.status is Status.LIMIT and answer.cost is not None
            assert answer.stats.expanded == min(limit, needed)
    assert found > 0 or algorithm in ("dvcbs", "ees")
    for budget in (1, 7, 1000):
        assert twins.compiled(board, None, budget) == whole


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_the_goal_itself_and_arrays_that_grow(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.of("123456780")
    assert Twins(puzzle, algorithm, "manhattan").compare(puzzle.goal).cost == 0
    for module in (both_ends, explicit_estimation):
        monkeypatch.setattr(module, "_ROWS", 4 if module is explicit_estimation else 24)
    Twins(puzzle, algorithm, "manhattan").compare(walked(puzzle, 60, 3))
    Twins(puzzle, algorithm, "zero").compare(walked(puzzle, 60, 3), 6_000)


@pytest.mark.parametrize("metric", ["expense", "mtm"])
@pytest.mark.parametrize("weight", [1.0, 1.3, 2.0, 7.0])
def test_ees_at_every_cost_and_weight(metric: Metric, weight: float) -> None:
    """Nodes of the same g and h need different numbers of moves; heaps and links grow."""
    dear = [7 * tile % 11 + 1 for tile in range(1, 16)]
    order, grown = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 0
    for kind, costs in (("grid", None), ("torus", dear), ("walls:0-1", [700, *dear[1:]])):
        asked = {"metric": metric, "costs": costs if metric == "expense" else None}
        puzzle = Puzzle.of(order, topology=kind, **asked)  # type: ignore[arg-type]
        twins = Twins(puzzle, "ees", "manhattan", weight=weight)
        for steps in (6, 30, 80):
            answer = twins.compare(walked(puzzle, steps, steps), 5_000)
            grown += answer.stats.peak_reached > 1 << 12
    assert grown > 0
