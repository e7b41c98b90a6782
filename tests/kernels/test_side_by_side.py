"""Many boards at once against the same boards one by one, and against a slow twin."""

import random

import pytest

from pattern_boards import breadth_first, grid, play, scramble, torus
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.partition import named_partition
from taquin.heuristics.patterns.place import Place
from taquin.kernels.searches import side_by_side
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb
from taquin.kernels.searches.side_by_side import (
    BOARDS,
    blank_boards,
    enter,
    expansions,
    outcome,
    pair_tables,
    run,
)
from taquin.puzzle.instances import instance


def collection(width, height, neighbors, text, **options):
    place = Place(width, height, neighbors, 0)
    partition = named_partition(text, width, height)
    return PatternCollection(
        place, [PatternDatabase.build(place, pattern) for pattern in partition], **options
    )


@pytest.fixture(scope="module")
def eight():
    return collection(3, 3, grid(3, 3), "4-4")


def side_by_side_all(tables, cells, *, slice_expansions=1000, **shape):
    """What becomes of each board, in order; as many as possible are in flight."""
    boards, found, entered = blank_boards(tables, **shape), [], 0
    while len(found) < len(cells):
        while entered < len(cells) and entered - len(found) < BOARDS:
            assert enter(boards, bytes(cells[entered])) == entered
            entered += 1
        more = entered < len(cells) and entered - len(found) < BOARDS
        run(tables, boards, slice_expansions, more=more)
        while len(found) < entered and (one := outcome(boards, len(found))) is not None:
            found.append(one)
    return found


def side_by_side_reference(tables, cells, breadth):
    """Slow twin for one board: values from `sums`, lists, no state reused."""
    place = tables.place
    steps = tables.search_tables().steps.reshape(-1, 4).tolist()
    bound = tables.value(cells)
    contours, generated = [], 0

    def expand(node):
        nonlocal generated
        board, state, moves, sums = node
        blank = board.index(0)
        for k in range(4):
            if not steps[state][k]:
                continue
            generated += 1
            source = place.neighbors[blank][k]
            after = list(board)
            after[blank], after[source] = after[source], 0
            values = tables.sums(after)
            grew = sum(h > before for h, before in zip(values, sums, strict=True))
            if len(moves) + 1 + max(values) <= bound:
                yield grew, (after, steps[state][k], moves + "UDLR"[k], values)

    while True:
        expanded, stack = 0, [(list(cells), list(cells).index(0) + 1, "", tables.sums(cells))]
        while stack:
            wave = stack[-breadth:]
            del stack[-breadth:]
            expanded += len(wave)
            children = [child for node in reversed(wave) for child in expand(node)]
            listed = [c for rank in (2, 1, 0) for grew, c in reversed(children) if grew == rank]
            goals = [moves for _, _, moves, sums in listed if max(sums) == 0]
            if goals:
                return goals[-1], generated, (*contours, (bound, expanded))
            stack += listed
        contours.append((bound, expanded))
        bound += 2


@pytest.mark.parametrize("breadth", [1, 2, 4])
def test_search_equals_its_slow_twin_counters_included(breadth):
    neighbors = grid(3, 3)
    whole = collection(3, 3, neighbors, "4-4", automaton_length=8)
    tables = pair_tables(whole.search_tables())
    starts = [scramble(whole.place.goal, neighbors, 61 + seed % 2, seed) for seed in range(8)]
    together = side_by_side_all(tables, starts, breadth=breadth)
    for start, found in zip(starts, together, strict=True):
        twin = side_by_side_reference(whole, start, breadth)
        assert (found.moves, found.generated, found.contours) == twin
        assert found.expanded == sum(count for _, count in found.contours)


def check_against_one_by_one(whole, boards, truth):
    tables, frames = pair_tables(whole.search_tables()), blank_frames(whole.search_tables())
    for board, found in zip(boards, side_by_side_all(tables, boards), strict=True):
        if tuple(board) == tuple(whole.place.goal):
            assert found.moves is None  # nothing to search
            continue
        alone = ida_star_pdb(whole, board, frames=frames, lanes=1)
        assert len(found.moves) == found.bound == alone.cost == truth[board]
        assert found.contours[:-1] == alone.contours[:-1]
        assert play(board, found.moves, whole.place.neighbors) == whole.place.goal


def test_many_boards_equal_board_by_board(eight):
    truth = breadth_first(tuple(eight.place.goal), grid(3, 3))
    boards = random.Random(1).sample(sorted(truth), 300)
    check_against_one_by_one(eight, [*boards, tuple(eight.place.goal)], truth)


@pytest.mark.slow
def test_all_boards_equal_board_by_board(eight):
    truth = breadth_first(tuple(eight.place.goal), grid(3, 3))
    check_against_one_by_one(eight, sorted(truth), truth)


def test_a_stack_that_is_nearly_full_expands_node_by_node():
    fifteen = collection(4, 4, grid(4, 4), "5-5-5")
    tables = pair_tables(fifteen.search_tables())
    board = instance("korf100:12").board.cells
    boards, waves = blank_boards(tables, lanes=2, breadth=16, room=512), []
    number = enter(boards, bytes(board))
    while (found := outcome(boards, number)) is None:
        opened, before = int(boards.lanes[side_by_side.Lane.END]), expansions(boards)
        run(tables, boards, 1, more=False)
        waves.append((opened, expansions(boards) - before))
    alone = ida_star_pdb(fifteen, board)
    assert (found.bound, found.contours[:-1]) == (alone.cost, alone.contours[:-1])
    # Beyond, a wave of 16 could leave more nodes open than there is room for.
    most = 512 - side_by_side._RESERVE - 4 * 16
    assert {count for opened, count in waves if opened > most} == {1}
    assert {count for opened, count in waves if 16 <= opened <= most} == {16}


@pytest.mark.parametrize(("lanes", "budget"), [(1, 1), (3, 7), (8, 100_000)])
def test_neither_lanes_nor_budget_change_a_count(eight, lanes, budget):
    boards = [scramble(eight.place.goal, grid(3, 3), 61 + seed, seed) for seed in range(40)]
    tables = pair_tables(eight.search_tables())
    found = side_by_side_all(tables, boards, lanes=lanes, slice_expansions=budget)
    assert found == side_by_side_all(tables, boards)


def test_a_board_that_takes_long_is_given_up(eight, monkeypatch):
    boards = [scramble(eight.place.goal, grid(3, 3), 61 + seed, seed) for seed in range(40)]
    tables = pair_tables(eight.search_tables())
    whole = side_by_side_all(tables, boards)
    most = sorted(found.expanded for found in whole)[20]
    monkeypatch.setattr(side_by_side, "MOST_EXPANSIONS", most)
    for full, found in zip(whole, side_by_side_all(tables, boards), strict=True):
        if full.expanded <= most:
            assert found == full
        else:
            assert found.moves is None and found.expanded == most
            assert found.bound <= full.bound


def test_where_it_does_not_apply():
    odd = collection(3, 3, torus(3, 3), "4-4")  # two bits an entry
    assert pair_tables(odd.search_tables()) is None
    one_view = collection(3, 2, grid(3, 2), "3-2")
    assert pair_tables(one_view.search_tables()) is None


def test_patterns_of_any_number():
    whole = collection(3, 3, grid(3, 3), "1,2|3,4|5,6|7,8")
    truth = breadth_first(tuple(whole.place.goal), grid(3, 3))
    check_against_one_by_one(whole, random.Random(2).sample(sorted(truth), 100), truth)
