"""Pattern databases with the published definitions: a slow twin, and published figures."""

import random

import numpy as np
import pytest

from pattern_boards import grid
from taquin import Puzzle, instances, random_walk, solve
from taquin.ground.errors import NoRoom
from taquin.heuristics.base import build_heuristic
from taquin.heuristics.patterns.plain import PlainPatterns, published_partition
from taquin.kernels.patterns.build import distances_reference, packed_neighbors
from taquin.puzzle.goal import named_goal
from taquin.whole.oracle import true_distances


@pytest.mark.parametrize("pattern", [(1, 2, 3), (4, 5), (2, 3, 5, 7, 8)])
def test_each_placement_has_its_least_distance_of_any_region(pattern: tuple[int, ...]) -> None:
    puzzle = Puzzle.of(named_goal("first", 3, 3), goal="first")
    rest = tuple(sorted({*range(1, 9)} - {*pattern}))
    text = "|".join(",".join(map(str, part)) for part in (pattern, rest))
    h = build_heuristic(f"plain_pdb:{text}", puzzle)
    least: list[dict[tuple[int, ...], int]] = []
    for part in (pattern, rest):
        slow = distances_reference(packed_neighbors(grid(3, 3)), part, 0)
        least.append({})
        for (cells, _), distance in slow.items():
            least[-1][cells] = min(distance, least[-1].get(cells, distance))
    mirrored = [0, 3, 6, 1, 4, 7, 2, 5, 8]

    def slow_sum(board: list[int]) -> int:
        return sum(
            found[tuple(board.index(tile) for tile in part)]
            for found, part in zip(least, (pattern, rest), strict=True)
        )

    for state in random.Random(5).sample(list(true_distances(puzzle)), 200):
        board = list(state)
        mirror = [mirrored[board[cell]] for cell in mirrored]
        assert h(state) == max(slow_sum(board), slow_sum(mirror))


def test_values_of_many_boards_are_those_of_each_for_any_goal() -> None:
    for goal in ("last", "spiral"):
        puzzle = Puzzle.of(named_goal("last", 3, 3), goal=goal)
        h = PlainPatterns(puzzle, "4-4")
        states = random.Random(2).sample(list(true_distances(puzzle)), 30)
        assert h.values([list(state) for state in states]).tolist() == [h(one) for one in states]


def test_published_blocks_belong_to_the_published_goal() -> None:
    assert published_partition("6-6-3", 4, 4, 0)[2] == (12, 13, 14)
    assert published_partition("6-6-3", 4, 4, 5) != published_partition("6-6-3", 4, 4, 0)


def test_the_mean_over_korfs_hundred_is_the_one_in_the_documentation() -> None:
    known = instances("korf100")
    puzzle = Puzzle.of(known[0].board, goal=known[0].goal)
    values = PlainPatterns(puzzle, "6-6-3").values([list(one.board.cells) for one in known])
    assert values.mean() == pytest.approx(42.79)
    assert np.all(values <= [one.optimal for one in known])


def test_it_solves_and_is_above_what_regions_tell() -> None:
    board = random_walk(4, 4, 30, seed=4, goal="first")
    plain, known = (
        solve(board, goal="first", algorithm="idastar", heuristic=name, engine="python")
        for name in ("plain_pdb:5-5-5", "pdb:5-5-5")
    )
    assert plain.optimal and plain.cost == known.cost
    assert plain.stats.expanded >= known.stats.expanded


def test_tables_that_do_not_fit_are_refused() -> None:
    with pytest.raises(NoRoom, match="a pattern has more than 8 tiles"):
        build_heuristic("plain_pdb:9-6", Puzzle.of(named_goal("first", 4, 4), goal="first"))
