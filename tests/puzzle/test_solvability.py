"""Solvable or not: the verdict against what can be reached, over whole spaces."""

import time
from collections.abc import Iterator
from itertools import combinations, islice, permutations

import pytest

from taquin.puzzle.blocks import block_kind, blocks
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.solvability import (
    blank_distance,
    inversions,
    judge,
    permutation_is_odd,
)
from taquin.puzzle.topology import Topology, topology


def reachable(puzzle: Puzzle) -> set[bytes]:
    """Every state from which the goal can be reached, by exhaustion."""
    space = puzzle.space(puzzle.goal)
    reached, frontier = {space.goal}, [space.goal]
    while frontier:
        for _, other, _ in space.successors(frontier.pop()):
            if other not in reached:
                reached.add(other)
                frontier.append(other)
    return reached


def all_boards(width: int, height: int) -> Iterator[Board]:
    for cells in permutations(range(width * height)):
        yield Board(width, height, cells)


def goals(width: int, height: int) -> Iterator[Board]:
    """One goal for every place of the blank; which tiles lie where is a matter of names."""
    for blank in range(width * height):
        tiles = list(range(1, width * height))
        tiles.insert(blank, 0)
        yield Board.of(width, height, tiles)


def assert_judged_right(puzzle: Puzzle, boards: Iterator[Board]) -> None:
    home = reachable(puzzle)
    for board in boards:
        verdict = puzzle.judge(board)
        assert verdict.solvable == (puzzle.encode(board) in home), (puzzle, board, verdict)
        if verdict.solvable:
            assert verdict.swap is None
        elif verdict.swap:
            assert puzzle.encode(board.swapped(*verdict.swap)) in home


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3)])
@pytest.mark.parametrize("kind", ["grid", "torus"])
def test_every_small_board(kind: str, size: tuple[int, int]) -> None:
    for goal in goals(*size):
        assert_judged_right(Puzzle(topology(kind, *size), goal), all_boards(*size))


@pytest.mark.parametrize("size", [(4, 2), (2, 4)])
def test_the_eight_cell_torus(size: tuple[int, int]) -> None:
    puzzle = Puzzle(topology("torus", *size), named_goal("last", *size))
    assert_judged_right(puzzle, islice(all_boards(*size), 0, None, 7))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 2), (2, 4)])
def test_the_eight_cell_torus_whole(size: tuple[int, int]) -> None:
    for goal in goals(*size):
        assert_judged_right(Puzzle(topology("torus", *size), goal), all_boards(*size))


EDGES_3X2 = ["0-1", "1-2", "3-4", "4-5", "0-3", "1-4", "2-5"]


@pytest.mark.parametrize(
    "walls", ["0-1", "1-4", "0-3", "0-1,0-3", "0-1,1-4", "1-2,1-4", "0-1,4-5", "0-1,3-4", "1-4,2-5"]
)
def test_walls(walls: str) -> None:
    table = topology(f"walls:{walls}", 3, 2)
    for goal in islice(goals(3, 2), 0, None, 4):  # blank in a corner, blank on an edge
        assert_judged_right(Puzzle(table, goal), all_boards(3, 2))


@pytest.mark.slow
def test_all_128_wall_sets() -> None:
    for count in range(1, len(EDGES_3X2) + 1):
        for chosen in combinations(EDGES_3X2, count):
            table = topology("walls:" + ",".join(chosen), 3, 2)
            for goal in islice(goals(3, 2), 0, None, 4):
                assert_judged_right(Puzzle(table, goal), all_boards(3, 2))


def theta0() -> Topology:
    """Wilson's exceptional graph on cells 0 to 6 of a 4x2 board, cell 7 walled in."""
    table = [[-1] * 4 for _ in range(8)]
    for a, b in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)]:
        column = next(c for c in range(4) if table[a][c] < 0 and table[b][c ^ 1] < 0)
        table[a][column], table[b][column ^ 1] = b, a
    return Topology("theta0", 4, 2, tuple((u, d, x, y) for u, d, x, y in table))


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.slow)])
def test_the_exceptional_graph(step: int) -> None:
    table = theta0()
    assert block_kind(table, blocks(table, 0)[0]) == "theta0"
    puzzle = Puzzle(table, Board.parse("0 1 2 3/4 5 6 7"))
    home = reachable(puzzle)
    assert len(home) == 7 * 120
    for cells in islice(permutations(range(7)), 0, None, step):
        board = Board(4, 2, (*cells, 7))
        assert puzzle.judge(board).solvable == (puzzle.encode(board) in home)


def test_3x3_grid_is_half_solvable_and_that_half_is_reached() -> None:
    puzzle = Puzzle.of("1 2 3/4 5 6/7 8 0")
    goal, home = puzzle.goal.cells, reachable(puzzle)
    parity = [steps % 2 == 1 for steps in puzzle.topology.distances(puzzle.goal.blank)]
    solvable = {
        bytes(cells)
        for cells in permutations(range(9))
        if permutation_is_odd(cells, goal) == parity[cells.index(0)]
    }
    assert len(solvable) == 181_440
    assert solvable == home


@pytest.mark.parametrize("name", ["last", "first", "snake", "spiral"])
def test_every_fix_mends_a_3x3_board(name: str) -> None:
    goal = named_goal(name, 3, 3)
    puzzle = Puzzle(topology("grid", 3, 3), goal)
    for board in islice(all_boards(3, 3), 0, None, 397):
        verdict = puzzle.judge(board)
        assert verdict.solvable == (verdict.swap is None)
        if verdict.swap:
            assert puzzle.judge(board.swapped(*verdict.swap)).solvable


def test_loyd() -> None:
    verdict = Puzzle.of("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0").judge(
        Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    )
    assert not verdict.solvable
    assert verdict.swap == (14, 15)
    assert "1 exchange from the goal (odd)" in verdict.reason
    assert "0 steps from home (even)" in verdict.reason


def test_reasons_have_the_numbers() -> None:
    puzzle = Puzzle.of("7 0 2/8 5 3/6 1 4", goal="first")
    assert puzzle.judge(Board.parse("702853614")).reason.startswith("Solvable: the board is ")
    assert puzzle.judge(puzzle.goal).reason == "The board is already the goal."
    walled = Puzzle.of("0 1/2 3", goal="first", topology="walls:0-1,0-2")
    assert "separate the blank" in walled.judge(Board.parse("1 0/2 3")).reason
    assert "keep the blank away" in walled.judge(Board.parse("0 2/1 3")).reason


def test_inversions_and_blank_distance() -> None:
    goal = named_goal("last", 3, 3)
    board = Board.parse("8 7 6/5 4 3/2 1 0")
    assert inversions(board, goal) == 28
    assert inversions(goal, goal) == 0
    assert blank_distance(topology("grid", 3, 3), Board.parse("0 1 2/3 4 5/6 7 8"), goal) == 4
    assert blank_distance(topology("torus", 3, 3), Board.parse("0 1 2/3 4 5/6 7 8"), goal) == 2


def test_blocks_meet_in_articulation_cells() -> None:
    assert blocks(topology("grid", 3, 2), 0) == [[0, 1, 2, 3, 4, 5]]
    assert sorted(blocks(topology("walls:0-1", 3, 2), 0)) == [[0, 3], [1, 2, 4, 5], [3, 4]]
    assert blocks(topology("walls:0-1,0-2", 2, 2), 0) == []
    assert len(blocks(topology("grid", 100, 100), 0)) == 1


@pytest.mark.parametrize("name", ["grid", "walls:0-1", "torus"])
def test_large_unsolvable_boards_are_judged_in_time_that_grows_with_their_cells(name: str) -> None:
    side = 99 if name == "torus" else 100  # an odd torus is not bipartite: all is solvable there
    goal = named_goal("last", side, side)
    board, board_type = goal.swapped(7, 8), topology(name, side, side)
    began = time.process_time()
    verdict = judge(board_type, board, goal)
    assert time.process_time() - began < 10
    assert verdict.solvable == (name == "torus")
    assert verdict.swap == (None if verdict.solvable else (7, 8))


def test_inversions_are_counted_as_pairs() -> None:
    goal = named_goal("last", 4, 4)
    board = Board(4, 4, (5, 1, 9, 2, 15, 3, 0, 4, 14, 13, 6, 7, 8, 12, 11, 10))
    ranks = [tile for tile in board if tile]
    pairs = sum(a > b for i, a in enumerate(ranks) for b in ranks[i + 1 :])
    assert inversions(board, goal) == pairs
