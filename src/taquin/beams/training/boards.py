"""The boards that training solves: drawn at random, and none that a model is measured on."""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from taquin.beams.value.symmetry import view_of
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instance_sets, instances
from taquin.puzzle.solvability import judge, permutation_is_odd
from taquin.puzzle.topology import topology as find_topology

__all__ = ["draw", "fit_to_learn", "measured_boards"]

_WALKS = 0.5  # of the boards come from a random walk, which leaves them nearer to the goal
_UPWARDS = (1, 0, 3, 2)  # the blank goes up, down, left or right: trainings depend on the order
_STEPS = 40  # at most this many steps of the walk for each cell


@lru_cache(maxsize=8)
def measured_boards(width: int, height: int) -> frozenset[tuple[int, ...]]:
    """The named instances of a size, on which models are measured, as canonical boards.

    Their transposes are among them: a model learns both at once.
    """
    boards = set()
    for item in (item for name in instance_sets() for item in instances(name)):
        view = view_of(item.goal)
        if view is not None and (item.board.width, item.board.height) == (width, height):
            board = view.board(item.board.cells)
            boards |= {board, _transposed(board, width, height)}
    return frozenset(boards)


def fit_to_learn(board: Sequence[int], width: int, height: int) -> bool:
    """Whether a canonical board may be learned from."""
    return tuple(board) not in measured_boards(width, height)


def draw(
    width: int, height: int, source: random.Random, topology: str = "grid"
) -> Iterator[tuple[int, ...]]:
    """Canonical boards without end: solvable ones, uniformly, and ends of random walks."""
    grid = topology == "grid"  # of which all named instances are
    uniform = _uniform if grid else _any_uniform
    while True:
        walk = source.random() < _WALKS
        board = (_walked if walk else uniform)(width, height, source, topology)
        if not grid or fit_to_learn(board, width, height):
            yield board


def _uniform(width: int, height: int, source: random.Random, _: str) -> tuple[int, ...]:
    """A solvable board of a grid."""
    board = list(range(width * height))
    source.shuffle(board)
    row, column = divmod(board.index(0), width)
    if permutation_is_odd(board, range(width * height)) != (row + column) % 2:
        a, b = [cell for cell in range(3) if board[cell]][:2]
        board[a], board[b] = board[b], board[a]
    return tuple(board)


def _any_uniform(width: int, height: int, source: random.Random, topology: str) -> tuple[int, ...]:
    """The first solvable one of boards drawn uniformly."""
    goal = Board(width, height, tuple(range(width * height)))
    cells = list(goal.cells)
    table = find_topology(topology, width, height)
    while True:
        source.shuffle(cells)
        if judge(table, Board(width, height, tuple(cells)), goal).solvable:
            return tuple(cells)


def _walked(width: int, height: int, source: random.Random, topology: str) -> tuple[int, ...]:
    table = find_topology(topology, width, height)
    board, blank, came = list(range(table.cells)), 0, -1
    for _ in range(source.randrange(2, _STEPS * table.cells)):
        near = [table.neighbors[blank][way] for way in _UPWARDS]
        to = source.choice([cell for cell in near if cell not in (-1, came)])
        board[blank], board[to] = board[to], 0
        blank, came = to, blank
    return tuple(board)


def _transposed(board: Sequence[int], width: int, height: int) -> tuple[int, ...]:
    """The board mirrored in its main diagonal, its contents too."""
    mirror = [row + column * height for row in range(height) for column in range(width)]
    after = [0] * len(board)
    for cell, content in enumerate(board):
        after[mirror[cell]] = mirror[content]
    return tuple(after)
