"""Compiled searches with a cost for each tile do what the Python engine does, counters included."""

import random
from itertools import permutations

import pytest
from tests.kernels.test_twins_best_first import TIES, Twins, solvable, walked

from taquin import Board, OptionError, Puzzle, scramble, solve
from taquin.checks import check_heuristic
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.goal import named_goal
from taquin.puzzle.topology import topology
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.engines.lowering import COMPILED
from taquin.whole.oracle import true_distances

# All alike but not 1; in no order; one very dear; as large as they can be.
COSTS = ((3, 3, 3, 3, 3), (2, 7, 1, 8, 2), (1, 1, 40, 1, 1), (1000, 1, 999, 2, 500))
HEURISTICS = {
    "grid": ("manhattan", "misplaced", "linear_conflict", "walking_distance", "pdb:3-2"),
    "torus": ("manhattan", "misplaced", "max:manhattan,walking_distance"),
    "walls:0-1": ("manhattan", "linear_conflict", "walking_distance"),
}


def puzzle(costs: tuple[int, ...], kind: str = "grid") -> Puzzle:
    return Puzzle(topology(kind, 3, 2), Board.parse("1 2 3/4 5 0"), "expense", costs)


@pytest.mark.parametrize("algorithm", sorted(COMPILED))
def test_both_engines_agree_and_tell_the_truth(algorithm: str) -> None:
    rng = random.Random(algorithm)
    informed = ALGORITHMS.get(algorithm).informed
    for costs in COSTS:
        for kind, names in HEURISTICS.items():
            task = puzzle(costs, kind)
            least = true_distances(task)
            for state in rng.sample(sorted(least), 3):
                name = rng.choice(names) if informed else None
                asked = {"topology": kind, "metric": "expense", "costs": costs,
                         "algorithm": algorithm, "heuristic": name, "node_limit": 4000,
                         "options": {"depth": 12} if algorithm == "dls" else {}}  # fmt: skip
                board = task.decode(state)
                slow = solve(board, engine="python", **asked)  # type: ignore[arg-type]
                try:
                    fast = solve(board, engine="compiled", **asked)  # type: ignore[arg-type]
                except OptionError as refused:
                    assert "estimates of up to 4095" in str(refused) and max(costs) == 1000
                    assert algorithm in ("nbs", "mm", "dvcbs")
                    continue
                assert slow.stats == fast.stats
                for part in ("status", "cost", "lower_bound", "moves"):
                    assert getattr(slow, part) == getattr(fast, part), (algorithm, costs, board)
                assert not slow.optimal or slow.cost == least[state]


def test_a_cost_beyond_what_a_kernel_counts_is_noticed_however_dear_a_move() -> None:
    """g has 16 bits there: it must not wrap around."""
    beyond = 0
    for seed in range(6):
        asked = {"metric": "expense", "costs": [500] * 8, "algorithm": "greedy",
                 "heuristic": "misplaced", "node_limit": 5000}  # fmt: skip
        board = scramble(3, 3, seed=seed)
        slow = solve(board, engine="python", **asked)  # type: ignore[arg-type]
        try:
            fast = solve(board, engine="compiled", **asked)  # type: ignore[arg-type]
            assert (fast.stats, fast.cost) == (slow.stats, slow.cost) and slow.cost <= 65_535
        except OptionError as refused:
            beyond += "exceeded the largest cost" in str(refused) and slow.cost > 60_000
    assert 1 <= beyond <= 5


@pytest.mark.parametrize("tie", TIES)
def test_dear_tiles_need_a_heap_in_place_of_buckets(tie: str) -> None:
    """Also where a superseded node is still in it."""
    small = puzzle(COSTS[-1])
    dear = (*range(993, 1000), *[1] * 8)
    large = Puzzle(topology("grid", 4, 4), named_goal("last", 4, 4), "expense", dear)
    reopened = 0
    for algorithm, options in (("astar", {}), ("greedy", {}), ("wastar", {"weight": 3.0})):
        for policy in ("global", "closed"):
            twins = Twins(
                small, algorithm, "manhattan", tie_break=tie, duplicates=policy, **options
            )
            for board in solvable(small)[::40]:
                reopened += twins.compare(board).stats.reopened
        twins = Twins(large, algorithm, "linear_conflict", tie_break=tie, **options)
        for steps in (30, 45, 60):
            reopened += twins.compare(walked(large, steps, steps), 5000).stats.reopened
    assert reopened > 300


@pytest.mark.parametrize("name", [*HEURISTICS["grid"], "gaschnig", "zero"])
@pytest.mark.parametrize("costs", COSTS)
def test_heuristics_never_overestimate(name: str, costs: tuple[int, ...]) -> None:
    for kind in ("grid", "torus", "walls:0-1"):
        if kind != "grid" and name not in (*HEURISTICS[kind], "gaschnig", "zero"):
            continue
        task = puzzle(costs, kind)
        h, space = build_heuristic(name, task), task.space(task.goal)
        for state, distance in true_distances(task).items():
            assert h(state) <= distance
            assert all(h(state) <= cost + h(after) for _, after, cost in space.successors(state))


def test_without_costs_expense_is_the_tiles_numbers() -> None:
    numbers = (1, 2, 3, 4, 5)
    plain = Puzzle.of("1 2 3/4 5 0", metric="expense")
    assert true_distances(puzzle(numbers)) == true_distances(plain)
    for name in (*HEURISTICS["grid"], "gaschnig"):
        one, other = build_heuristic(name, plain), build_heuristic(name, puzzle(numbers))
        for cells in permutations(range(6)):
            assert one(bytes(cells)) == other(bytes(cells))
    check_heuristic("manhattan", sizes=[(3, 2)], metrics=["expense"]).raise_if_failed()
