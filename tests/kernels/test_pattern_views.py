"""Views own their patterns: several partitions, partial and overlapping, in one look-up."""

import gc
import random
from functools import cache

import numpy as np
import pytest
from test_pattern_search import ida_star_reference

from pattern_boards import breadth_first, grid, play, torus
from taquin.ground.errors import OptionError
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.place import Place
from taquin.kernels.patterns.build import distances_reference, packed_neighbors
from taquin.kernels.patterns.layout import joined, largest_sum
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
from taquin.kernels.searches.tables import Signal
from taquin.puzzle.puzzle import Puzzle

CASES = [
    # size, neighbours, patterns, which of them are added
    ((3, 2), grid(3, 2), ((1, 2), (3, 4, 5), (1, 3, 5), (2, 4)), ((0, 1), (2, 3))),
    ((3, 2), grid(3, 2), ((1, 2, 3), (4, 5), (2, 5)), ((2,), (1,), (0, 1))),
    ((3, 2), torus(3, 2), ((1, 2), (3, 4, 5), (1, 5)), ((0, 1), (2,))),
    ((3, 3), grid(3, 3), ((1, 2, 3), (4, 5, 6, 7, 8), (2, 5, 8)), ((0, 1), (2,))),
    ((3, 3), torus(3, 3), ((1, 2, 3, 4), (5, 6, 7, 8), (3, 6)), ((0,), (1,), (2,))),
]


@cache
def distances(size, neighbors):
    return {tuple(b): d for b, d in breadth_first(range(size[0] * size[1]), neighbors).items()}


def collection(case):
    (width, height), neighbors, patterns, partitions = case
    place = Place(width, height, neighbors, 0)
    databases = [PatternDatabase.build(place, pattern) for pattern in patterns]
    return PatternCollection(place, databases, partitions=partitions, automaton_length=4)


def some_boards(case, count):
    truth = distances(*case[:2])
    return truth, random.Random(5).sample(sorted(truth), min(count, len(truth)))


@pytest.mark.parametrize("case", CASES)
def test_the_greatest_sum_of_all_partitions(case):
    """Against placements enumerated one by one, and the distance itself."""
    tables, (truth, boards) = collection(case), some_boards(case, 360)
    neighbors = packed_neighbors(case[1])
    distances = [distances_reference(neighbors, pattern, 0) for pattern in case[2]]

    def value(board, symmetry, names, group):
        where = {names[tile]: symmetry.cells[cell] for cell, tile in enumerate(board)}
        return sum(
            distances[number][tuple(where[tile] for tile in case[2][number]), where[0]]
            for number in group
        )

    views = [(view.symmetry, tables._names(view.symmetry), view.databases) for view in tables.views]
    expected = [max(value(board, *view) for view in views) for board in boards]
    found = tables.lookup.values(boards)
    assert found.tolist() == expected == [tables.value(board) for board in boards]
    assert all(h <= truth[board] for h, board in zip(expected, boards, strict=True))
    assert found.max() <= largest_sum(tables.lookup.tables)
    assert {group for _, _, group in views} == set(case[3])


@pytest.mark.parametrize("case", CASES)
def test_a_search_over_them_like_its_slow_twin(case):
    tables, (truth, boards) = collection(case), some_boards(case, 25 if case[0] == (3, 2) else 5)
    for board in boards:
        found = ida_star_pdb(tables, board, lanes=1)
        moves, generated, contours = ida_star_reference(tables, board)
        assert (found.status, found.cost) == (Signal.FOUND, truth[board])
        assert (found.moves, found.generated, found.contours) == (moves or "", generated, contours)
        assert play(board, found.moves, case[1]) == tuple(range(len(board)))
        assert ida_star_pdb(tables, board, workers=2).cost == truth[board]


@pytest.mark.parametrize("case", CASES)
def test_sums_by_parent_are_the_sums(case):
    tables, (_, boards) = collection(case), some_boards(case, 200)
    lookup, rng, children = tables.lookup, random.Random(1), []
    for board in boards:
        blank, after = board.index(0), list(board)
        cell = rng.choice([c for c in case[1][blank] if c >= 0])
        after[blank], after[cell] = after[cell], 0
        children.append(after)
    found = lookup.sums_by_parent(boards, lookup.sums(boards), children)
    assert found.tolist() == lookup.sums(children).tolist()
    assert found.shape == (len(boards), len(tables.views))


def test_tables_joined_are_the_views_of_all():
    parts = [collection(case) for case in CASES[:2]]
    boards, lookup = some_boards(CASES[0], 360)[1], parts[0].lookup
    together = joined([part.lookup.tables for part in parts])
    lookup.tables = together
    sums = np.concatenate([part.lookup.sums(boards) for part in parts[1:]], axis=1)
    found = lookup.sums(boards)
    assert (found[:, -sums.shape[1] :] == sums).all()
    assert found.shape[1] == together.views == sum(len(part.views) for part in parts)
    assert largest_sum(together) == max(largest_sum(p.lookup.tables) for p in parts)


@pytest.mark.parametrize("goal", ["0 1 2/3 4 5/6 7 8", "1 2 3/4 0 5/6 7 8", "3 1 4/0 5 8/2 6 7"])
def test_many_boards_of_a_puzzle_at_once(goal):
    puzzle = Puzzle.of(goal, goal=goal)
    heuristic, space = PatternHeuristic(puzzle, "4-4"), puzzle.space(puzzle.goal)
    states, rng, state = [], random.Random(2), space.start
    for _ in range(1200):
        state = rng.choice(space.successors(state))[1]
        states.append(state)
    boards = np.frombuffer(b"".join(states), np.uint8).reshape(-1, 9)
    assert heuristic.values(boards).tolist() == [heuristic(state) for state in states]
    sums = heuristic.lookup.sums(boards)
    followed = heuristic.lookup.sums_by_parent(boards[:-1], sums[:-1], boards[1:])
    assert followed.tolist() == sums[1:].tolist()
    assert heuristic.values(boards[:0]).shape == (0,)


def test_what_is_not_a_board_or_a_child_is_refused():
    lookup = collection(CASES[0]).lookup
    board, swapped = [0, 1, 2, 3, 4, 5], [1, 0, 2, 3, 4, 5]
    sums = lookup.sums([board])
    for wrong in ([[0, 1, 2, 3, 4, 4]], [0, 1, 2, 3, 4, 5], [[0, 1, 2]], [[0.0, 1, 2, 3, 4, 5]]):
        with pytest.raises(OptionError, match="each of 0 to 5 exactly once"):
            lookup.values(wrong)
    assert lookup.sums_by_parent([board], sums, [swapped]).shape == sums.shape
    for child in (board, [3, 1, 2, 0, 5, 4], [2, 1, 0, 3, 4, 5]):
        with pytest.raises(OptionError, match="child 0 is not one single-tile move away"):
            lookup.sums_by_parent([board], sums, [child])
    with pytest.raises(OptionError, match="expected as many of each"):
        lookup.sums_by_parent([board], sums[:, :1], [swapped])


def test_a_search_needs_every_tile_and_an_estimate_does_not():
    place = Place(3, 2, grid(3, 2), 0)
    databases = [PatternDatabase.build(place, (1, 2)), PatternDatabase.build(place, (2, 4))]
    tables = PatternCollection(place, databases, partitions=[(0,), (1,)])
    assert tables.value([1, 0, 2, 3, 4, 5]) == 1
    with pytest.raises(OptionError, match=r"no pattern contains 3, 5; a search needs"):
        ida_star_pdb(tables, (1, 0, 2, 3, 4, 5))
    with pytest.raises(OptionError, match="must not share a tile"):
        PatternCollection(place, databases)


def test_a_lookup_keeps_its_tables_alive():
    def lookup_alone():
        return collection(CASES[0]).lookup

    boards, lookup = some_boards(CASES[0], 50)[1], lookup_alone()
    before = lookup.values(boards).tolist()
    gc.collect()
    noise = [np.full(4096, 0xA5, np.uint8) for _ in range(200)]
    assert lookup.values(boards).tolist() == before and len(noise) == 200
