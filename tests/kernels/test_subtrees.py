"""A contour cut into subtrees, and those into others: the same nodes, each once."""

from collections import deque

import pytest

from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb
from taquin.kernels.searches.lanes import UNREACHED
from taquin.kernels.searches.subtrees import Subtree, search_subtrees, split
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instance
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.answers.replay import states_along

BOARDS = {
    "4x4": (instance("korf100:79"), "4-4-4-3", "grid"),
    "shared": (instance("korf100:79"), "4-4-4-3/5-5-5", "grid"),
    "3x3": (Board.parse("8 6 7/2 5 4/3 0 1"), "4-4", "grid"),
    "walls": (Board.parse("1 4 3/2 6 7/0 8 5"), "4-4", "walls:4-5"),
    # Two bits an entry.
    "torus": (Board.parse("8 6 7/2 5 4/3 0 1"), "4-4", "torus"),
}


@pytest.fixture(params=BOARDS, scope="module")
def searched(request):
    given, partition, topology = BOARDS[request.param]
    board, goal = (given, "last") if isinstance(given, Board) else (given.board, given.goal)
    puzzle = Puzzle.of(board, goal=goal, topology=topology)
    heuristic = PatternHeuristic(puzzle, partition)
    start = bytes(heuristic.canonical.board(board.cells))
    return puzzle, board, heuristic, start, ida_star_pdb(heuristic.collection, start)


class Contour:
    """A contour searched in parts of a few subtrees, each given up after a few expansions."""

    def __init__(self, heuristic, start, bound, *, depth, slice_expansions):
        tables = heuristic.collection.search_tables()
        frames = blank_frames(tables)
        whole = [Subtree("", 1.0)]
        first = split(tables, frames, start, bound, depth) if depth else None
        reports = [] if first is None else [first]
        waiting = deque(whole if first is None else first.left)
        self.weights = [sum(subtree.weight for subtree in waiting)]
        while waiting and not any(report.solution is not None for report in reports):
            part = [waiting.popleft() for _ in range(min(3, len(waiting)))]
            reports.append(
                search_subtrees(
                    tables,
                    frames,
                    start,
                    part,
                    bound,
                    lambda expanded, generated: True,
                    slice_expansions=slice_expansions,
                )
            )
            waiting.extend(reports[-1].left)
            self.weights.append(sum(subtree.weight for subtree in waiting))
        self.reports = reports
        self.expanded = sum(report.expanded for report in reports)
        self.generated = sum(report.generated for report in reports)
        self.next = min(report.next_bound for report in reports)
        self.solution = reports[-1].solution


@pytest.mark.parametrize(("depth", "slice_expansions"), [(0, 20), (2, 60), (8, 10**6)])
def test_a_contour_in_parts_has_the_nodes_of_one_search(searched, depth, slice_expansions):
    puzzle, board, heuristic, start, alone = searched
    bounds = [bound for bound, _ in alone.contours]
    for number, (bound, expanded) in enumerate(alone.contours[:-1]):
        cut = Contour(heuristic, start, bound, depth=depth, slice_expansions=slice_expansions)
        assert (cut.expanded, cut.next) == (expanded, bounds[number + 1])
        assert cut.solution is None and cut.weights[-1] == 0
        # What is left grows less and less.
        assert all(a >= b - 1e-9 for a, b in zip(cut.weights, cut.weights[1:], strict=False))
    last = Contour(heuristic, start, bounds[-1], depth=depth, slice_expansions=slice_expansions)
    assert len(last.solution) == alone.cost
    moves = heuristic.canonical.moves(last.solution)
    assert states_along(puzzle, puzzle.encode(board), moves)[1] == alone.cost


def test_parts_are_given_up_and_tell_how_far_they_came(searched):
    _, _, heuristic, start, alone = searched
    bound = alone.contours[-2][0]
    cut = Contour(heuristic, start, bound, depth=0, slice_expansions=1)
    assert len(cut.reports) > 1 or alone.contours[-2][1] < 100
    nearest = min(cut.reports, key=lambda report: report.h)
    assert heuristic.collection.value(nearest.nearest) == nearest.h > 0
    assert max(report.deepest for report in cut.reports) < bound


def test_a_subtree_that_is_the_goal_is_found(searched):
    _, _, heuristic, start, alone = searched
    tables = heuristic.collection.search_tables()
    whole = [Subtree(alone.moves, 1.0)]
    frames = blank_frames(tables)
    report = search_subtrees(tables, frames, start, whole, alone.cost, lambda *_: False)
    assert (report.solution, report.expanded, report.h) == (alone.moves, 0, 0)
    assert report.next_bound == UNREACHED
