"""Compiled searches of pushes and of moves with costs do what the Python engine does.

On the grid, with walls and around edges, and on a user's own board type: diagonal moves, moves that
wrap around, and one that cannot be undone.
"""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from tests.kernels.test_twins_best_first import POLICIES, TIES, Twins, solvable, walked

from taquin import register_topology, solve
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.topology import TOPOLOGIES, forget_topologies, grid
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.engines.lowering import COMPILED

NAMES = ("manhattan", "misplaced", "linear_conflict", "max:linear_conflict,walking_distance")
KINDS: list[tuple[str, Metric]] = [
    ("grid", "mtm"),
    ("torus", "mtm"),
    ("walls:0-1", "mtm"),
    ("doors", "stm"),
    ("doors", "expense"),
]


@pytest.fixture(autouse=True)
def doors() -> Iterator[None]:
    """A board type of one's own: dear columns, diagonals in one direction, a door of one way."""

    def of_size(width: int, height: int) -> list[list[int | tuple[int, int]]]:
        rows: list[list[int | tuple[int, int]]] = []
        for cell, near in enumerate(grid(width, height)):
            y, x = divmod(cell, width)
            row: list[int | tuple[int, int]] = [
                -1 if other < 0 else (other, 2 + column // 2) for column, other in enumerate(near)
            ]
            down = y + 1 < height and x + 1 < width
            row += [(cell + width + 1, 5) if down else -1, -1, -1]
            row += [(cell - width - 1, 5) if y and x else -1]
            rows.append(row)
        rows[0][3] = (width - 1, 7)
        return rows

    register_topology("doors")(of_size)
    yield
    TOPOLOGIES.remove("doors")
    forget_topologies()


def served(kind: str) -> tuple[str, ...]:
    """The heuristics that a board type has."""
    return {"torus": NAMES[:2], "doors": NAMES[:2]}.get(kind, NAMES)


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
@pytest.mark.parametrize("algorithm", sorted(COMPILED))
def test_every_search_on_3x2(algorithm: str, kind: tuple[str, Metric]) -> None:
    board_type, metric = kind
    puzzle = Puzzle.of("1 2 3/4 5 0", topology=board_type, metric=metric)
    rng, spec = random.Random(f"{algorithm} {kind}"), ALGORITHMS.get(algorithm)
    for board in rng.sample(solvable(puzzle), 12):
        choices = {
            name: rng.choice(option.choices)
            for name, option in spec.options.items()
            if option.choices
        }
        choices |= {"order": "".join(rng.sample("UDLR", 4))}
        choices |= {"depth": 7} if algorithm == "dls" else {}
        name = rng.choice(served(board_type)) if spec.informed else None
        twins = Twins(puzzle, algorithm, name, **choices)
        slow, fast = twins.python(board, 400), twins.compiled(board, 400)
        assert slow == fast, f"{algorithm} {name} {choices} on {board}"
        assert fast == twins.compiled(board, 400, budget=3)


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_astar_on_every_3x2_board(kind: tuple[str, Metric]) -> None:
    board_type, metric = kind
    puzzle = Puzzle.of("1 2 3/4 5 0", topology=board_type, metric=metric)
    for number, board in enumerate(solvable(puzzle)):
        name = served(board_type)[number % len(served(board_type))]
        options = {"tie_break": TIES[number % 4], "duplicates": POLICIES[number % 2]}
        slow = Twins(puzzle, "astar", name, **options)
        assert slow.compare(board).cost == Twins(puzzle, "idastar", name).compare(board).cost


@pytest.mark.parametrize(("size", "kind"), list(product(("3x3", "4x4", "5x5", "6x4"), KINDS)))
def test_larger_boards(size: str, kind: tuple[str, Metric]) -> None:
    (width, height), (board_type, metric) = map(int, size.split("x")), kind
    goal = Board(width, height, tuple(range(width * height)))
    puzzle = Puzzle.of(goal, goal=goal, topology=board_type, metric=metric)
    board = walked(puzzle, 14, width)
    for algorithm in ("astar", "wastar", "idastar", "beam", "nbs", "ees", "bfs", "dfs", "bibfs"):
        name = "manhattan" if ALGORITHMS.get(algorithm).informed else None
        # NBS has a list for each estimate, of which doors would need too many.
        name = "misplaced" if algorithm == "nbs" else name
        Twins(puzzle, algorithm, name).compare(board, 1500)


def test_idastar_and_depth_first_beyond_25_cells() -> None:
    goal = Board(7, 4, tuple(range(28)))
    for board_type, metric in KINDS:
        puzzle = Puzzle.of(goal, goal=goal, topology=board_type, metric=metric)
        for algorithm, name in (("idastar", "manhattan"), ("ids", None)):
            Twins(puzzle, algorithm, name).compare(walked(puzzle, 8, 1), 2000)


def test_two_ways_from_cell_to_cell() -> None:
    """On two columns around which a ring leads twice, the cheaper move is the one that is told."""
    rows = [list(row) for row in grid(2, 3)]
    for left in (0, 2, 4):
        rows[left][3], rows[left + 1][2] = (left + 1, 5), (left, 5)  # type: ignore[call-overload]
    register_topology("twice")(lambda width, height: rows)
    try:
        puzzle = Puzzle.of("1 2/3 4/5 0", topology="twice")
        for algorithm, name in (("astar", "manhattan"), ("bfs", None), ("idastar", "manhattan")):
            for board in solvable(puzzle)[::11]:
                Twins(puzzle, algorithm, name, order="RLDU").compare(board)
    finally:
        TOPOLOGIES.remove("twice")
        forget_topologies()


def test_a_solution_of_pushes_names_each_push_once() -> None:
    """Depth-first search may push twice the same way: the answer has one push for both."""
    for algorithm in ("dfs", "idastar", "beam", "nbs"):
        answers = [
            solve("1 2 3/0 5 6/7 8 4", metric="mtm", algorithm=algorithm, engine=engine)
            for engine in ("python", "compiled")
        ]
        slow, fast = answers
        assert (slow.moves, slow.cost, slow.stats) == (fast.moves, fast.cost, fast.stats)
        assert fast.engine == "compiled"
