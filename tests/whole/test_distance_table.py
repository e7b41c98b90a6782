"""The table of exact distances: every board, against plain breadth-first search."""

import random
import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest

from taquin.ground.errors import NotationError, OptionError
from taquin.puzzle import scramble
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.topology import topology
from taquin.search.algorithm import run
from taquin.teach.explain.explanation import explain
from taquin.whole.census import at_depth, census, distance_table, tabled
from taquin.whole.distance_table import DistanceTable
from taquin.whole.oracle import true_distances

SMALL = [
    ("grid", 2, 2),
    ("grid", 3, 2),
    ("grid", 2, 3),
    ("torus", 2, 2),
    ("torus", 3, 2),
    ("torus", 2, 3),
    ("walls:0-1", 3, 2),
    ("walls:1-2,4-5", 3, 2),
]
LARGER = [
    ("grid", 4, 2),
    ("walls:0-1,4-7", 3, 3),
    ("grid", 3, 3),
    pytest.param("torus", 4, 2, marks=pytest.mark.slow),
    pytest.param("torus", 2, 4, marks=pytest.mark.slow),
    pytest.param("torus", 3, 3, marks=pytest.mark.slow),
]


def made(kind: str, width: int, height: int, metric: Metric, goal: str) -> Puzzle:
    return Puzzle(topology(kind, width, height), named_goal(goal, width, height), metric)


@pytest.mark.parametrize("goal", ["last", "first", "spiral"])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize(("kind", "width", "height"), SMALL)
def test_every_arrangement_of_small_boards(
    kind: str, width: int, height: int, metric: Metric, goal: str
) -> None:
    """Includes unsolvable boards."""
    puzzle = made(kind, width, height, metric, goal)
    table, true = DistanceTable(puzzle), true_distances(puzzle)
    for cells in permutations(range(puzzle.cells)):
        assert table[Board.of(width, height, cells)] == true.get(bytes(cells))
    assert sum(map(table.count, range(table.farthest + 1))) == len(true)


@pytest.mark.parametrize(("metric", "goal"), [("stm", "spiral"), ("mtm", "last")])
@pytest.mark.parametrize(("kind", "width", "height"), LARGER)
def test_every_board_of_up_to_nine_cells_in_order(
    kind: str, width: int, height: int, metric: Metric, goal: str
) -> None:
    """Layer by layer in FIFO order, so that one seed gives the same board."""
    puzzle = made(kind, width, height, metric, goal)
    table, (layers, whole) = DistanceTable(puzzle), scramble._layers(puzzle).grow(None)
    assert whole
    assert table.farthest == len(layers) - 1
    for depth, states in enumerate(layers):
        assert table.count(depth) == len(states)
        assert table.boards(depth).tobytes() == b"".join(states)


@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_one_board_is_looked_up_as_it_is_drawn(metric: Metric) -> None:
    puzzle = made("grid", 3, 3, metric, "first")
    table, rng = distance_table(puzzle), random.Random(1)
    for depth in range(table.farthest + 1):
        every = table.boards(depth)
        for index in {0, len(every) - 1, *rng.choices(range(len(every)), k=40)}:
            board = table.board(depth, index)
            assert board.cells == tuple(every[index])
            assert table[board] == depth
            assert table[board.swapped(*[tile for tile in board.cells if tile][:2])] is None


def test_where_no_tile_can_move_the_goal_is_all_there_is() -> None:
    walls = "walls:0-1,1-2,3-4,4-5,6-7,7-8,0-3,1-4,2-5,3-6,4-7,5-8"
    table = DistanceTable(made(walls, 3, 3, "mtm", "last"))
    assert (table.farthest, table.count(0)) == (0, 1)
    assert table.board(0, 0) == table.puzzle.goal


def test_the_goal_may_be_any_board() -> None:
    goal = Board.parse("8 1 3/0 2 4/7 6 5")
    puzzle = Puzzle.of(Board.parse("1 2 3/4 5 6/7 8 0"), goal=goal)
    table, rng = DistanceTable(puzzle), random.Random(7)
    assert table[goal] == 0
    for _ in range(30):
        board = scramble.uniform(puzzle, rng)
        assert table[board] == run("bibfs", puzzle.space(board)).cost


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_what_is_drawn_does_not_depend_on_the_table(metric: Metric) -> None:
    puzzle = made("grid", 3, 3, metric, "last")
    assert tabled(puzzle) is (metric != "expense")
    for depth in (0, 6, 12, 20):
        drawn = at_depth(puzzle, depth, random.Random(depth))
        assert drawn == scramble.at_depth(puzzle, depth, random.Random(depth))


@pytest.mark.parametrize("depth", [-1, 32])
def test_what_cannot_be_drawn_is_refused_alike(depth: int) -> None:
    puzzle = made("grid", 3, 3, "stm", "last")
    refusals = []
    for draw in (at_depth, scramble.at_depth):
        with pytest.raises(OptionError) as refused:
            draw(puzzle, depth, random.Random(0))
        refusals.append(str(refused.value))
    assert refusals[0] == refusals[1] and f"depth={depth}" in refusals[0]


@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_what_is_explained_is_the_distance_and_every_best_move(metric: Metric) -> None:
    puzzle = made("grid", 3, 3, metric, "last")
    true, rng = true_distances(puzzle), random.Random(3)
    for state in rng.sample([*true], 20):
        told = explain(puzzle.decode(state), metric=metric)
        assert (told.distance, told.distance_source) == (true[state], "computed")
        best = {
            move
            for move, after, _ in puzzle.space(told.board).successors(state)
            if true[after] + 1 == true[state]
        }
        assert set(told.first_moves or ()) == best


def test_a_census_of_3x3_is_the_counts_of_the_table() -> None:
    puzzle = made("grid", 3, 3, "stm", "last")
    counts = list(census(puzzle))
    assert (len(counts), sum(counts), counts[31]) == (32, 181_440, 2)
    table = distance_table(puzzle)
    assert counts == [table.count(depth) for depth in range(32)]
    assert np.concatenate([table.boards(d) for d in range(32)]).shape == (181_440, 9)


@pytest.mark.parametrize(
    "words",
    ["info 867254301", "scramble --size 3x3 --depth 31", "census 3x3"],
)
def test_commands_look_3x3_up_and_do_not_wait_for_numba(words: str) -> None:
    code = (
        "import sys\nfrom taquin.__main__ import main\n"
        f"sys.argv[1:] = {words.split()}\n"
        "code = None\ntry:\n    main()\nexcept SystemExit as ended:\n    code = ended.code\n"
        "loaded = [name in sys.modules for name in ('taquin.whole.distance_table', 'numba')]\n"
        "print('', code or 0, *loaded)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == " 0 True False"


def test_refusals() -> None:
    with pytest.raises(OptionError, match="10 cells in stm: expected at most 9 cells"):
        DistanceTable(made("grid", 5, 2, "stm", "last"))
    with pytest.raises(OptionError, match="9 cells in expense: expected at most 9 cells, in stm"):
        DistanceTable(made("grid", 3, 3, "expense", "last"))
    with pytest.raises(NotationError, match="2x2"):
        distance_table(made("grid", 3, 3, "stm", "last"))[Board.parse("1 2/3 0")]
