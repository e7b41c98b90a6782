"""IDA* over pattern databases against a slow twin, breadth-first truth, and any goal."""

import random

import pytest

from pattern_boards import breadth_first, grid, play, scramble, torus
from taquin.ground.errors import OptionError
from taquin.ground.memory import resident_bytes
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.heuristic import default_partition
from taquin.heuristics.patterns.partition import (
    canonical_goal,
    canonicalise,
    format_partition,
    named_partition,
    partition_names,
    symmetries,
)
from taquin.heuristics.patterns.place import Place
from taquin.kernels.patterns.automaton import automaton, forbidden_strings
from taquin.kernels.patterns.build import packed_neighbors
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb
from taquin.kernels.searches.tables import Signal
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.question.reading import read_request
from taquin.solving.solver import solve


def collection(width, height, neighbors, partition, blank=0, **options):
    place = Place(width, height, neighbors, blank)
    databases = [PatternDatabase.build(place, pattern) for pattern in partition]
    return PatternCollection(place, databases, **options)


@pytest.fixture(scope="module")
def fifteen():
    return collection(4, 4, grid(4, 4), named_partition("6-6-3", 4, 4), automaton_length=2)


def ida_star_reference(tables, cells):
    """Slow twin of `ida_star_pdb`: values from `collection.value`, recursion, no state reused."""
    place = tables.place
    steps = tables.search_tables().steps.reshape(-1, 4).tolist()
    bound = tables.value(cells)
    contours = []
    generated = 0

    def visit(board, state, depth):
        nonlocal generated, expanded, following
        expanded += 1
        blank = board.index(0)
        within = []
        for k in range(4):
            if not steps[state][k]:
                continue
            generated += 1
            source = place.neighbors[blank][k]
            after = list(board)
            after[blank], after[source] = after[source], 0
            h = tables.value(after)
            if depth + 1 + h > bound:
                following = min(following, depth + 1 + h)
            else:
                within.append((k, after, h))
        for k, after, h in within:
            if h == 0:
                return "UDLR"[k]
            below = visit(after, steps[state][k], depth + 1)
            if below is not None:
                return "UDLR"[k] + below
        return None

    while True:
        expanded, following = 0, 10**9
        moves = visit(list(cells), list(cells).index(0) + 1, 0)
        contours.append((bound, expanded))
        if moves is not None:
            return moves, generated, tuple(contours)
        bound = following


@pytest.mark.parametrize("length", [2, 8])
@pytest.mark.parametrize(
    ("width", "height", "neighbors", "partition"),
    [
        (3, 3, grid(3, 3), ((1, 2, 3, 4), (5, 6, 7, 8))),
        (3, 3, torus(3, 3), ((1, 2, 3, 4), (5, 6, 7, 8))),
        (4, 3, grid(4, 3), ((1, 4, 5, 8, 9), (2, 3, 6), (7, 10, 11))),
        (3, 3, grid(3, 3, walls=[(0, 1), (4, 7)]), ((1, 2, 3), (4, 5), (6, 7, 8))),
    ],
)
def test_search_equals_its_slow_twin_counters_included(width, height, neighbors, partition, length):
    tables = collection(width, height, neighbors, partition, automaton_length=length)
    for seed in range(6):
        board = scramble(tables.place.goal, neighbors, 60, seed)
        if board == tables.place.goal:
            continue
        found = ida_star_pdb(tables, board, lanes=1)
        moves, generated, contours = ida_star_reference(tables, board)
        assert (found.moves, found.generated, found.contours) == (moves, generated, contours)
        assert found.expanded == sum(expanded for _, expanded in contours)


SMALL = [
    (2, 2, grid(2, 2), "1,2|3"),
    (3, 2, grid(3, 2), "3-2"),
    (2, 3, grid(2, 3), "1,2,3|4,5"),
    (3, 3, grid(3, 3), "4-4"),
    (2, 3, torus(2, 3), "2-3"),
    (3, 3, torus(3, 3), "1,3,5,7|2,4,6,8"),
    (3, 3, grid(3, 3, walls=[(0, 1), (4, 5)]), "5-3"),
]


@pytest.mark.parametrize(("width", "height", "neighbors", "text"), SMALL)
def test_small_boards_against_breadth_first_from_every_goal_cell(
    width, height, neighbors, text, tmp_path
):
    partition = named_partition(text, width, height)
    cells = width * height
    # Twice as many boards can be reached on a torus of 3x3, and all its cells are alike.
    for blank in (0, 4) if neighbors == torus(3, 3) else range(cells):
        tables = collection(width, height, neighbors, partition, blank, folder=tmp_path)
        frames = blank_frames(tables.search_tables())
        goal = tuple(canonical_goal(cells, blank))
        truth = breadth_first(goal, neighbors)
        rng = random.Random(blank)
        boards = sorted(truth) if cells < 7 else rng.sample(sorted(truth), 60)
        for board in boards:
            assert tables.value(board) <= truth[board]
            assert sum(value for _, value in tables.shares(board)) == tables.value(board)
            found = ida_star_pdb(tables, board, frames=frames)
            assert found.status is Signal.FOUND
            assert found.cost == truth[board] == found.lower_bound == len(found.moves)
            assert play(board, found.moves, neighbors) == goal


@pytest.mark.parametrize("budget", [1, 7, 1000])
def test_any_budget_gives_the_same_search(fifteen, budget):
    board = scramble(tuple(range(16)), grid(4, 4), 90, 5)
    tables = fifteen
    assert ida_star_pdb(tables, board, slice_expansions=budget) == ida_star_pdb(tables, board)


def test_limits_and_callbacks_stop_the_search(fifteen):
    # Korf's first board, 57 moves.
    board = (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
    tables = fifteen
    stopped = ida_star_pdb(tables, board, max_expanded=1000)
    assert stopped.status is Signal.STOPPED
    assert stopped.moves is None
    assert stopped.expanded == 1000
    assert stopped.lower_bound <= 57
    told = []
    ida_star_pdb(tables, board, slice_expansions=500, on_slice=lambda *now: bool(told.append(now)))
    # A slice starts anew with each contour, so the first call may come later than 500.
    assert told[0][0] >= 500 and told[-1][2] == 57
    ended = ida_star_pdb(tables, board, slice_expansions=500, on_slice=lambda *_: True)
    assert ended.status is Signal.STOPPED and ended.expanded == told[0][0]


@pytest.mark.parametrize("lanes", [1, 2, 3, 8])
def test_lanes_change_no_completed_contour(fifteen, lanes):
    board = KORF[0][1]
    tables = fifteen
    one = ida_star_pdb(tables, board, lanes=1)
    several = ida_star_pdb(tables, board, lanes=lanes)
    assert several.contours[:-1] == one.contours[:-1]
    assert several.cost == one.cost == 57
    assert play(board, several.moves, grid(4, 4)) == tuple(range(16))
    assert several == ida_star_pdb(tables, board, lanes=lanes, slice_expansions=13)


# Number in Korf's list, board, optimal length.
KORF = [
    (1, (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3), 57),
    (2, (13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6), 55),
    (3, (14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15), 59),
    (4, (5, 12, 10, 7, 15, 11, 14, 0, 8, 2, 1, 13, 3, 4, 9, 6), 56),
    (79, (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15), 42),
]


@pytest.mark.parametrize(("number", "board", "length"), KORF)
def test_korf_boards_to_any_goal(fifteen, number, board, length):
    neighbors = grid(4, 4)
    frames = blank_frames(fifteen.search_tables())
    for symmetry in symmetries(4, 4, neighbors):
        goal, start = [0] * 16, [0] * 16
        for cell in range(16):
            goal[symmetry.cells[cell]] = cell * 7 % 16  # the tiles have other names, too
            start[symmetry.cells[cell]] = board[cell] * 7 % 16
        canonical = canonicalise(goal, 4, 4, neighbors)
        assert canonical.blank == 0
        found = ida_star_pdb(fifteen, canonical.board(start), frames=frames)
        assert found.cost == length
        assert play(start, canonical.moves(found.moves), neighbors) == tuple(goal)


@pytest.mark.parametrize(
    ("width", "height", "neighbors", "text"),
    [
        (5, 3, grid(5, 3), "5-5-4"),
        (8, 2, grid(8, 2), "6-6-3"),
        (4, 4, torus(4, 4), "5-5-5"),
        (4, 4, grid(4, 4, walls=[(5, 6), (8, 12)]), "5-5-5"),
    ],
)
def test_other_boards_of_up_to_16_cells(width, height, neighbors, text):
    goal = (*range(1, width * height), 0)
    canonical = canonicalise(goal, width, height, neighbors)
    partition = named_partition(text, width, height)
    tables = collection(width, height, neighbors, partition, canonical.blank)
    for seed in range(3):
        start = scramble(goal, neighbors, 60, seed)
        found = ida_star_pdb(tables, canonical.board(start))
        assert found.status is Signal.FOUND and found.cost <= 60
        assert play(start, canonical.moves(found.moves), neighbors) == goal


def test_automaton_forbids_what_it_should():
    neighbors = packed_neighbors(grid(4, 4))
    assert all(len(word) == 2 for _, word in forbidden_strings(neighbors, 5))
    # 12 moves round a 2x2 block are the identity: six one way equal six the other way.
    six = {word for _, word in forbidden_strings(neighbors, 6) if len(word) == 6}
    assert len(six) == 4  # one direction for each corner of the block the blank starts from
    assert len(automaton(neighbors, 2).next) // 4 == 1 + 16 + 48


@pytest.mark.parametrize("length", [2, 6, 10])
def test_automaton_reaches_every_board_at_its_distance(length):
    neighbors = grid(3, 3)
    steps = automaton(packed_neighbors(neighbors), length).next.reshape(-1, 4).tolist()
    start = tuple(canonical_goal(9, 4))
    truth = {tuple(board): d for board, d in breadth_first(start, neighbors).items()}
    reached = {start}
    layer = {(start, 5)}
    for depth in range(1, 15):
        following = set()
        for board, state in layer:
            blank = board.index(0)
            for k, after in enumerate(steps[state]):
                if after:
                    moved = list(board)
                    source = neighbors[blank][k]
                    moved[blank], moved[source] = moved[source], 0
                    following.add((tuple(moved), after))
        layer = following
        reached |= {board for board, _ in layer}
        assert {board for board, d in truth.items() if d <= depth} == reached


@pytest.mark.parametrize("size", [(4, 4), (4, 4, 1), (4, 4, 5), (5, 5)])
def test_named_partitions_cover_the_tiles_and_round_trip(size):
    for name in partition_names(*size[:2]):
        partition = named_partition(name, *size)
        assert "-".join(str(len(part)) for part in partition) == name
        assert named_partition(format_partition(partition), *size) == partition


@pytest.mark.parametrize("text", [" 5-5-5 ", "5 - 5-5", "05-5-5"])
def test_a_named_partition_however_its_sizes_are_written(text):
    assert named_partition(text, 4, 4) == named_partition("5-5-5", 4, 4)


@pytest.mark.parametrize(
    ("size", "board_type", "partition"),
    [
        ((2, 7), "grid", "7-6"), ((5, 3), "grid", "7-7"), ((2, 8), "grid", "7-8"),
        ((8, 2), "grid", "7-8"), ((4, 4), "grid", "7-7-1"), ((4, 4), "torus", "6-6-3"),
        ((8, 2), "torus", "5-5-5"), ((3, 5), "walls:0-1", "5-5-4"), ((4, 3), "grid", None),
        ((6, 3), "grid", None),
    ],
)  # fmt: skip
def test_default_partition_by_size_and_board_type(
    size, board_type, partition, tmp_path, monkeypatch
):
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    solved = Board.of(*size, range(size[0] * size[1]))
    puzzle = Puzzle.of(solved, goal="last", topology=board_type)
    assert default_partition(puzzle) == partition
    if partition in ("5-5-4", "5-5-5", "6-6-3", "7-7-1"):
        monkeypatch.setattr("taquin.heuristics.patterns.heuristic.is_stored", lambda *_: True)
        assert default_partition(puzzle) == {15: "7-7", 16: "7-8"}[puzzle.cells]


def test_little_memory_gets_the_smaller_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    little, enough = (
        read_request("korf100:1", memory_limit=resident_bytes() + more).plan.main.heuristic
        for more in (200_000_000, 400_000_000)
    )
    assert (little, enough) == ("pdb:6-6-3", "pdb:7-7-1")


@pytest.mark.slow
def test_a_board_of_two_columns_is_solved_at_once():
    board = "0 15/5 14/13 12/8 9/11 6/10 4/3 7/2 1"
    result = solve(board, size=(2, 8), node_limit=100_000)
    assert result.cost == 120 and result.optimal


@pytest.mark.parametrize("text", ["", "7-7", "9-9", "1,2", "a|b", "1,1,2|3", "0,1,2|3", "3--"])
def test_bad_partitions_are_refused(text):
    with pytest.raises(OptionError, match=r"is not a partition|does not fit 2x2"):
        named_partition(text, 2, 2)


def test_symmetries_of_boards():
    assert len(symmetries(4, 4, grid(4, 4))) == 8
    assert len(symmetries(4, 3, grid(4, 3))) == 4
    assert len(symmetries(3, 3, torus(3, 3))) == 72
    assert len(symmetries(3, 3, grid(3, 3, walls=[(0, 1)]))) == 1
    for symmetry in symmetries(3, 3, torus(3, 3)):
        back = symmetry.inverse()
        assert tuple(back.cells[c] for c in symmetry.cells) == tuple(range(9))
        assert tuple(back.directions[d] for d in symmetry.directions) == (0, 1, 2, 3)


def test_boards_that_are_no_boards_are_refused(fifteen):
    for wrong in ((1,) * 16, tuple(range(9))):
        with pytest.raises(OptionError, match="each of 0 to 15 exactly once"):
            fifteen.value(wrong)


def test_a_goal_without_any_move_is_solved_at_once() -> None:
    """Walls on both sides of the corner where the blank is, and has to be."""
    result = solve(
        "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15",
        goal="first",
        topology="walls:0-1,0-4",
        algorithm="idastar",
        heuristic="pdb:3-3-3-3-3",
    )
    assert (result.cost, result.optimal) == (0, True)
