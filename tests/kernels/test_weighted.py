"""Pattern databases that weigh moves by the costs of tiles: their slow twin, and every board."""

import random

import pytest

from taquin import Puzzle, solve
from taquin.heuristics.base import build_heuristic
from taquin.heuristics.patterns.partition import canonical_goal
from taquin.heuristics.patterns.weighted import WeightedPatterns
from taquin.kernels.patterns.build import packed_neighbors
from taquin.kernels.patterns.ranking import arrangements, cell_sets, rank_arrangement
from taquin.kernels.patterns.weighted import (
    GREATEST,
    UNREACHED,
    build_weighted,
    build_weighted_reference,
)
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.topology import topology
from taquin.whole.oracle import puzzles, true_distances

PLACES = [
    # board type, width, height, goal cell of the blank, tiles of the canonical goal, their costs
    ("grid", 2, 2, 0, (1, 2, 3), (1, 2, 3)),
    ("grid", 3, 2, 0, (2, 5), (2, 5)),
    ("grid", 2, 3, 1, (1, 2, 3, 4, 5), (5, 1, 4, 2, 3)),
    ("grid", 3, 3, 0, (1, 2, 4, 8), (1, 2, 4, 8)),
    ("grid", 3, 3, 4, (2, 3, 5), (1000, 1, 7)),
    ("torus", 3, 3, 0, (1, 3, 6), (6, 3, 9)),
    ("walls:0-1,4-7", 3, 3, 0, (1, 4, 5, 8), (8, 5, 4, 1)),
    ("grid", 4, 2, 0, (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)),
    ("grid", 3, 2, 0, (1, 2, 3), (30_000, 20_000, 1)),
]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_every_entry_is_the_least_cost_of_the_slow_search(
    place: tuple[str, int, int, int, tuple[int, ...], tuple[int, ...]],
) -> None:
    kind, width, height, blank, pattern, costs = place
    neighbors = topology(kind, width, height).neighbors
    goal = canonical_goal(width * height, blank)
    homes = tuple(goal.index(tile) for tile in pattern)
    packed = packed_neighbors(neighbors)
    entries = build_weighted(packed, homes, blank, costs)
    slow = build_weighted_reference(neighbors, homes, blank, costs)
    sets, orders = cell_sets(packed, len(pattern)), arrangements(len(pattern))
    rank_of = {int(mask): rank for rank, mask in enumerate(sets.masks)}
    reached = set()
    for (cells, hole), cost in slow.items():
        order = tuple(sorted(range(len(cells)), key=cells.__getitem__))
        cell_set = rank_of[sum(1 << cell for cell in cells)]
        at = int(sets.block_of[cell_set * width * height + hole]), rank_arrangement(order, orders)
        assert entries[at] == min(cost, GREATEST)
        reached.add(at)
    assert (entries != UNREACHED).sum() == len(reached)


EXPENSE = [puzzle for _, puzzle in puzzles([(3, 2), (2, 3)], ("last", "first", "middle"),
                                           ["expense"])]  # fmt: skip


@pytest.mark.parametrize("puzzle", EXPENSE, ids=lambda one: one.goal.text)
def test_every_board_of_2x3_costs_what_dijkstra_says(puzzle: Puzzle) -> None:
    for number, (state, cost) in enumerate(true_distances(puzzle).items()):
        algorithm = ("astar", "idastar")[number % 2]
        found = solve(
            puzzle.decode(state), goal=puzzle.goal, metric="expense", algorithm=algorithm,
            heuristic="pdb:3-2", engine="compiled",
        )  # fmt: skip
        assert (found.cost, found.optimal, found.lower_bound) == (cost, True, cost)


def on_3x3(solved: int) -> None:
    """No estimate exceeds the cost, nor do moves change one by more; A* finds the cost of some."""
    rng = random.Random(9)
    for goal, costs in (("123456780", None), ("012345678", None),
                        ("123405678", (3, 9, 1, 1, 40, 2, 7, 5))):  # fmt: skip
        target = Board.parse(goal)
        puzzle = Puzzle.of(target, goal=target, metric="expense", costs=costs)
        h, least = build_heuristic("pdb:4-4", puzzle), true_distances(puzzle)
        assert isinstance(h, WeightedPatterns)
        states = sorted(least)
        values = dict(
            zip(states, h.values([list(state) for state in states]).tolist(), strict=True)
        )
        assert values[puzzle.encode(target)] == 0
        space = puzzle.space(target)
        for state, value in values.items():
            assert value <= least[state]
            for _, after, cost in space.successors(state):
                assert value <= cost + values[after]
        for state in rng.sample(states, solved):
            found = solve(puzzle.decode(state), goal=target, metric="expense", costs=costs,
                          algorithm="astar", heuristic="pdb:4-4", engine="compiled")  # fmt: skip
            assert (found.cost, found.optimal) == (least[state], True)


def test_every_board_of_3x3() -> None:
    on_3x3(solved=20)


@pytest.mark.slow
def test_a_thousand_boards_of_3x3_are_solved() -> None:
    on_3x3(solved=1000)


def test_the_mirrored_board_has_tables_of_its_own() -> None:
    """A value of the transposed board would overestimate: other tiles are where it is dear."""
    puzzle = Puzzle.of(named_goal("first", 3, 3), goal="first", metric="expense")
    h, least = build_heuristic("pdb:8", puzzle), true_distances(puzzle)
    assert all(h(state) == cost for state, cost in list(least.items())[::500])
    mirrored = [
        (puzzle.encode(puzzle.decode(state).mirror(puzzle.goal)), cost)
        for state, cost in list(least.items())[::500]
    ]
    assert any(h(state) > cost for state, cost in mirrored)


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "wastar", "greedy", "beam"])
def test_4x4_counts_like_its_twin(algorithm: str) -> None:
    """Both look the values up in the same tables, one from scratch, the other by differences."""
    puzzle = Puzzle.of(named_goal("snake", 4, 4), goal="snake", metric="expense")
    rng, state = random.Random(algorithm), puzzle.encode(puzzle.goal)
    for _ in range(24):
        state = rng.choice(puzzle.space(puzzle.decode(state)).successors(state))[1]
    asked = {"goal": "snake", "metric": "expense", "algorithm": algorithm,
             "heuristic": "pdb:5-5-5", "node_limit": 3000}  # fmt: skip
    slow = solve(puzzle.decode(state), engine="python", **asked)  # type: ignore[arg-type]
    fast = solve(puzzle.decode(state), engine="compiled", **asked)  # type: ignore[arg-type]
    assert (slow.stats, slow.moves, slow.lower_bound) == (fast.stats, fast.moves, fast.lower_bound)


def test_larger_boards_have_tables_too() -> None:
    board = Board.of(5, 5, range(25)).apply("ULDRULLURD")
    puzzle = Puzzle.of(board, goal="first", metric="expense")
    h = build_heuristic("pdb:3-3-3-3-3-3-3-3", puzzle)
    exact = solve(board, goal="first", metric="expense", algorithm="astar")
    assert exact.optimal and exact.cost is not None
    assert build_heuristic("manhattan", puzzle)(puzzle.encode(board)) <= h(puzzle.encode(board))
    assert h(puzzle.encode(board)) <= exact.cost
