"""Relabelled tables and IDA* over them: their slow twins, every board, and published lengths."""

import csv
import random
from collections import Counter
from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest

from taquin import Puzzle, instances
from taquin.heuristics.base import build_heuristic
from taquin.heuristics.patterns.grouping import grouping
from taquin.heuristics.patterns.relabelled import RelabelledHeuristic
from taquin.kernels.patterns.relabelled import build, build_reference, by_columns
from taquin.kernels.patterns.sequences import number, sequences, word_of
from taquin.kernels.searches.ida_star_pushes import (
    Cells,
    PushOutcome,
    distances_of,
    ida_star_pushes,
    ida_star_pushes_reference,
)
from taquin.kernels.searches.tables import Signal
from taquin.puzzle.goal import named_goal
from taquin.whole.oracle import puzzles, true_distances

BOARDS = [(2, 2, 0), (3, 2, 0), (3, 2, 1), (2, 3, 0), (3, 3, 0), (3, 3, 1), (3, 3, 4)]


@pytest.mark.parametrize(("width", "height", "blank"), BOARDS)
def test_every_entry_is_the_distance_of_the_slow_search(
    width: int, height: int, blank: int
) -> None:
    groups = grouping(width, height, blank)
    built = build(width, height, groups, blank, workers=1 + blank % 2)
    tiles = [group for cell, group in enumerate(groups) if cell != blank]
    shape = sequences([tiles.count(group) for group in range(4)])
    across = by_columns(width, height)
    orders = [range(width * height), sorted(range(width * height), key=across.__getitem__)]
    for order, codes, histogram, slow in zip(
        orders, built.codes, built.histograms, build_reference(width, height, groups, blank),
        strict=True,
    ):  # fmt: skip
        for (cells, hole), distance in slow.items():
            at = number(shape, word_of([cells[cell] for cell in order if cell != hole]))
            assert int(codes[at]) >> 4 * list(order).index(hole) & 15 == distance % 16
        counted = Counter(slow.values())
        assert tuple(counted[level] for level in sorted(counted)) == histogram


def test_sequences_are_numbered_from_0_without_gaps() -> None:
    sizes = (2, 1, 3, 1)
    shape = sequences(sizes)
    tiles = [group for group, size in enumerate(sizes) for _ in range(size)]
    seen = set()
    rng = random.Random(1)
    for _ in range(6000):
        rng.shuffle(tiles)
        seen.add(number(shape, word_of(tiles)))
    assert seen == set(range(shape.total))
    assert shape.total == 420


class Twin:
    """A relabelled table of a puzzle, and the same distances found slowly."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.width = puzzle, puzzle.goal.width
        self.fast = build_heuristic("relabelled", puzzle)
        assert isinstance(self.fast, RelabelledHeuristic)
        table = self.fast.table
        self.slow = build_reference(table.width, table.height, table.groups, table.blank)

    def least(self, board: Cells, along: int) -> int:
        """The bound of a board whose next push is along the row (0) or the column (1)."""
        groups = self.fast.question(self.puzzle.goal.cells).groups
        found = []
        for view, group in enumerate(groups):
            seen = board
            if view == 1:
                seen = tuple(board[c % self.width * self.width + c // self.width]
                             for c in range(len(board)))  # fmt: skip
            state = tuple(group[tile] if tile else 0 for tile in seen), seen.index(0)
            found.append(self.slow[(1 - along) ^ view][state])
        return max(found)

    def reference(self, state: bytes) -> PushOutcome:
        """What the slow search finds."""
        question = self.fast.question(state)
        return ida_star_pushes_reference(self.width, question, self.fast.reach, self.least)


def goals(width: int, height: int) -> list[Puzzle]:
    found = puzzles([(width, height)], ("last", "first", "middle"), ["mtm"])
    return [puzzle for _, puzzle in found]


@pytest.mark.parametrize(
    ("size", "sample"), [((2, 2), 12), ((3, 2), 60), ((2, 3), 60), ((3, 3), 40)]
)
def test_the_kernel_counts_what_its_twin_counts(size: tuple[int, int], sample: int) -> None:
    """On every goal; and stopped after any number of nodes, it goes on as if it had not been."""
    rng = random.Random(3)
    for puzzle in goals(*size):
        twin, distances = Twin(puzzle), true_distances(puzzle)
        for state in rng.sample(sorted(distances), min(sample, len(distances))):
            question = twin.fast.question(state)
            bounds = distances_of(twin.fast.tables, question)
            assert [max(one) for one in bounds] == [
                twin.least(question.start, along) for along in (0, 1)
            ]
            found = ida_star_pushes(
                twin.fast.tables, question, slice_expansions=rng.choice((1, 7, 1000))
            )
            assert found == twin.reference(state)
            assert found.lower_bound == distances[state]


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3)])
def test_every_board_is_solved_in_as_few_pushes_as_a_breadth_first_search_needs(
    size: tuple[int, int],
) -> None:
    for puzzle in goals(*size):
        fast = build_heuristic("relabelled", puzzle)
        assert isinstance(fast, RelabelledHeuristic)
        for state, distance in true_distances(puzzle).items():
            assert ida_star_pushes(fast.tables, fast.question(state)).lower_bound == distance


@pytest.mark.slow
def test_every_3x3_board_is_solved_in_as_few_pushes_as_a_breadth_first_search_needs() -> None:
    for puzzle in goals(3, 3):
        fast = build_heuristic("relabelled", puzzle)
        assert isinstance(fast, RelabelledHeuristic)
        for state, distance in true_distances(puzzle).items():
            assert ida_star_pushes(fast.tables, fast.question(state)).lower_bound == distance


def test_a_limit_on_expansions_is_kept_to_the_node() -> None:
    puzzle = goals(3, 3)[0]
    fast = build_heuristic("relabelled", puzzle)
    assert isinstance(fast, RelabelledHeuristic)
    far = max(true_distances(puzzle).items(), key=lambda item: item[1])[0]
    for most in (0, 1, 5, 17):
        found = ida_star_pushes(fast.tables, fast.question(far), max_expanded=most)
        assert (found.status, found.expanded, found.pushes) == (Signal.STOPPED, most, None)


def korf_lengths() -> list[int]:
    text = (resources.files("taquin.data") / "korf100_mtm.txt").read_text("utf-8")
    rows = [line.split("|") for line in text.splitlines() if not line.startswith("#")]
    assert [int(row[0]) for row in rows] == list(range(1, 101))
    return [int(row[1]) for row in rows]


@pytest.mark.slow
def test_korfs_hundred_have_the_known_lengths_and_workers_expand_the_same_nodes() -> None:
    boards = instances("korf100")
    puzzle = Puzzle.of(boards[0].board, goal="first", metric="mtm")
    fast = build_heuristic("relabelled", puzzle)
    assert isinstance(fast, RelabelledHeuristic)
    for one, length in zip(boards, korf_lengths(), strict=True):
        question = fast.question(one.board.cells)
        alone = ida_star_pushes(fast.tables, question)
        together = ida_star_pushes(fast.tables, question, workers=2)
        assert alone.lower_bound == together.lower_bound == length
        assert alone.contours[:-1] == together.contours[:-1]


@pytest.mark.slow
def test_the_table_of_4x4_reaches_every_state_within_33_pushes() -> None:
    built = build(4, 4, grouping(4, 4, 0), 0)
    assert [sum(one) for one in built.histograms] == [151_351_200] * 2
    assert [len(one) - 1 for one in built.histograms] == [33, 33]


def test_4x4_counts_like_its_twin_near_the_goal() -> None:
    """The slow search looks distances up in the table itself: it walks the same nodes."""
    puzzle = Puzzle.of(named_goal("last", 4, 4), metric="mtm")
    fast = build_heuristic("relabelled", puzzle)
    assert isinstance(fast, RelabelledHeuristic)

    def least(board: Cells, along: int) -> int:
        question = fast.question(fast.canonical.original(board))
        assert question.start == board
        return max(distances_of(fast.tables, question)[along])

    rng = random.Random(7)
    for _ in range(3):
        state = puzzle.encode(puzzle.goal)
        for _ in range(18):
            state = rng.choice(puzzle.space(puzzle.decode(state)).successors(state))[1]
        question = fast.question(state)
        found = ida_star_pushes(fast.tables, question)
        assert found == ida_star_pushes_reference(4, question, fast.reach, least)
        assert found.pushes is not None
        letters = "".join(fast.letters(found.pushes, state))
        assert puzzle.follow(puzzle.decode(state), letters)[0] == puzzle.goal
        assert all(one[0] != other[0] for one, other in pairwise(found.pushes))


@pytest.mark.slow
def test_as_many_boards_of_3x3_have_each_distance_as_published() -> None:
    """The relabelled bound never exceeds the distance, and the search finds the distance."""
    puzzle = Puzzle.of(named_goal("last", 3, 3), metric="mtm")
    fast = build_heuristic("relabelled", puzzle)
    assert isinstance(fast, RelabelledHeuristic)
    rows = csv.reader((Path(__file__).parents[1] / "data" / "depth_distributions.csv").open())
    published = {int(row[4]): int(row[5]) for row in rows if row[:4] == ["3", "3", "MTM", "corner"]}
    counted = Counter(
        ida_star_pushes(fast.tables, fast.question(state)).lower_bound
        for state in true_distances(puzzle)
    )
    assert dict(counted) == published


WALLED = [((3, 2), "walls:0-1"), ((2, 3), "walls:1-3"), ((3, 3), "walls:0-1,4-7"),
          ((3, 3), "walls:3-4,5-8,1-2")]  # fmt: skip


@pytest.mark.parametrize(("size", "kind"), WALLED)
def test_walls_stop_pushes_and_the_plain_table_never_overestimates(
    size: tuple[int, int], kind: str
) -> None:
    """Every solution is as short as a breadth-first search's; counters are those of the twin."""
    rng = random.Random(5)
    for _, puzzle in puzzles([size], ("last", "first", "middle"), ["mtm"], [kind]):
        twin, distances = Twin(puzzle), true_distances(puzzle)
        assert all(twin.fast(state) <= distances[state] for state in list(distances)[:2000])
        for state in rng.sample(sorted(distances), 12):
            found = ida_star_pushes(twin.fast.tables, twin.fast.question(state))
            assert found == twin.reference(state)
            assert found.lower_bound == distances[state]
            moves = twin.fast.letters(found.pushes or (), state)
            last, cost = puzzle.follow(puzzle.decode(state), "".join(moves))
            assert (last, cost) == (puzzle.goal, distances[state])
