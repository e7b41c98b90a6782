"""Moves as a table: any board type, any metric. A move takes the blank through one or more cells.

Kernels get None in place of this table where a move is a single step that costs what its tile
costs. Numba then compiles them without what a table needs: such steps stay as fast as they were.
"""

from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import mixed, moved
from taquin.kernels.base.jit import inlined
from taquin.puzzle.move import opposite

if TYPE_CHECKING:
    from taquin.kernels.searches.tables import BoardTables

__all__ = [
    "Move",
    "MoveTables",
    "Step",
    "columns",
    "end_of",
    "go",
    "go_back",
    "joined",
    "labels_along",
    "lay_out_moves",
    "leads_back",
    "most_moves",
    "price",
    "pushed",
    "slid",
    "steps_from",
    "successor",
    "target",
]

I64 = npt.NDArray[np.int64]


class Move(NamedTuple):
    """One move of a blank.

    label: its letters.   cells: those that the blank passes, the last is where it ends.
    fixed, factor: it costs fixed + factor * the cost of the tile that moves first.
    """

    label: str
    cells: tuple[int, ...]
    fixed: int
    factor: int


class MoveTables(NamedTuple):
    """All moves, numbered by the blank's cell, then in successor order.

    first:  int64[cells + 1]; the moves of a blank in a cell are first[cell] … first[cell + 1] - 1
    begins: int64[moves + 1]; the cells of move m are passed[begins[m]] … passed[begins[m + 1] - 1]
    passed: int64[…]
    origin: int64[moves], the blank's cell before a move
    fixed, factor: int64[moves], see `Move`
    alike:  int64[moves], the first move with the same effect
    undoes: int64[moves], `alike` of the moves that undo it; -1 = none
    """

    first: I64
    begins: I64
    passed: I64
    origin: I64
    fixed: I64
    factor: I64
    alike: I64
    undoes: I64


def lay_out_moves(ways: Sequence[Sequence[Move]]) -> MoveTables:
    """The table of the moves of each cell of the blank, in successor order."""
    every = [(blank, move) for blank, row in enumerate(ways) for move in row]
    alike: dict[tuple[int, ...], int] = {}
    for number, (blank, move) in enumerate(every):
        alike.setdefault((blank, *move.cells), number)
    return MoveTables(
        first=_sums([len(row) for row in ways]),
        begins=_sums([len(move.cells) for _, move in every]),
        passed=np.array([cell for _, move in every for cell in move.cells], np.int64),
        origin=np.array([blank for blank, _ in every], np.int64),
        fixed=np.array([move.fixed for _, move in every], np.int64),
        factor=np.array([move.factor for _, move in every], np.int64),
        alike=np.array([alike[blank, *move.cells] for blank, move in every], np.int64),
        undoes=np.array(
            [alike.get((*reversed(move.cells), blank), -1) for blank, move in every], np.int64
        ),
    )


def _sums(lengths: list[int]) -> I64:
    return np.cumsum([0, *lengths], dtype=np.int64)


def most_moves(moves: MoveTables | None) -> int:
    """The most moves of a board."""
    return 4 if moves is None else int(np.diff(moves.first).max())


@inlined
def columns(moves: Any, blank: Any) -> Any:
    """How many columns there are for the moves of a blank in a cell; some may be empty."""
    if moves is None:
        return np.int64(4)
    return moves.first[blank + 1] - moves.first[blank]


@inlined
def target(moves: Any, neighbors: Any, blank: Any, k: Any) -> Any:
    """Where the move of column k takes the blank; NONE if there is no such move.

    neighbors: int64[cells, 4].
    """
    if moves is None:
        return neighbors[blank, k]
    return end_of(moves, moves.first[blank] + k)


@inlined
def leads_back(moves: Any, neighbors: Any, blank: Any, k: Any, back: Any) -> Any:
    """Whether the move of column k undoes the one before.

    back: where the blank was before, or `undoes` of the move before where moves are a table; -1 if
    there was none.
    """
    if moves is None:
        return neighbors[blank, k] == back
    return moves.alike[moves.first[blank] + k] == back


@inlined
def successor(moves: Any, wide: Any, cells: Any, words: Any, way: Any) -> Any:
    """The two words of a board after a move, and their mixed bits.

    words: the two of the board before it. way: the blank's cell before and after, and the column.
    """
    first, second = words
    blank, cell, k = way
    if moves is None:
        first, second = slid(wide, cells, first, second, blank, cell)
        return first, second, mixed(wide, first, second)
    return pushed(moves, wide, cells, words, blank, moves.first[blank] + k)


@inlined
def pushed(moves: Any, wide: Any, cells: Any, words: Any, blank: Any, move: Any) -> Any:
    """The two words of a board after a move, and their mixed bits.

    words: the two of the board before it.
    """
    first, second = words
    for i in range(moves.begins[move], moves.begins[move + 1]):
        cell = moves.passed[i]
        first, second = slid(wide, cells, first, second, blank, cell)
        blank = cell
    return first, second, mixed(wide, first, second)


@inlined
def slid(wide: Any, cells: Any, first: Any, second: Any, blank: Any, cell: Any) -> Any:
    """The words of a board after the tile in `cell` has moved into `blank`."""
    if wide:
        tile = tile_at(first, second, cell)
        first, second = moved(first, 0, tile, cell, blank), moved(second, 1, tile, cell, blank)
    else:
        tile = (first >> (4 * (cells - 1 - cell))) & 15
        first ^= (tile << (4 * (cells - 1 - cell))) ^ (tile << (4 * (cells - 1 - blank)))
    return first, second


@inlined
def tile_at(first: Any, second: Any, cell: Any) -> Any:
    """The tile in a cell of a wide board."""
    tile = np.int64(24)
    if cell < 12:
        tile = (first >> (5 * (11 - cell))) & 31
    elif cell < 24:
        tile = (second >> (5 * (23 - cell))) & 31
    else:  # 0 ^ 1 ^ … ^ 24 = 24
        for i in range(12):
            tile ^= ((first >> (5 * i)) ^ (second >> (5 * i))) & 31
    return tile


@inlined
def price(moves: Any, cost: Any, board: Any, move: Any) -> Any:
    """What a move on a board costs. cost: int64[cells], of each tile."""
    tile = board[moves.passed[moves.begins[move]]]
    return moves.fixed[move] + moves.factor[move] * cost[tile]


@inlined
def end_of(moves: Any, move: Any) -> Any:
    """The cell in which a move leaves the blank."""
    return moves.passed[moves.begins[move + 1] - 1]


@inlined
def go(moves: Any, board: Any, move: Any) -> None:
    """Make a move on a board, uint8[cells]."""
    blank = moves.origin[move]
    for i in range(moves.begins[move], moves.begins[move + 1]):
        cell = moves.passed[i]
        board[blank] = board[cell]
        blank = cell
    board[blank] = 0


@inlined
def go_back(moves: Any, board: Any, move: Any) -> None:
    """Take a move back on a board."""
    begin, i = moves.begins[move], moves.begins[move + 1] - 1
    while i > begin:
        board[moves.passed[i]] = board[moves.passed[i - 1]]
        i -= 1
    board[moves.passed[begin]] = board[moves.origin[move]]
    board[moves.origin[move]] = 0


class Step(NamedTuple):
    """A move from a state: its label, the state after it, its cost."""

    label: str
    state: bytes
    cost: int


def steps_from(board: "BoardTables", state: bytes) -> list[Step]:
    """All moves of a state, in the order of successors."""
    moves, blank, steps = board.moves, state.index(0), []
    assert moves is not None
    for move in range(moves.first[blank], moves.first[blank + 1]):
        path = moves.passed[moves.begins[move] : moves.begins[move + 1]].tolist()
        cells, here = bytearray(state), blank
        for cell in path:
            cells[here], cells[cell] = cells[cell], 0
            here = cell
        cost = int(moves.fixed[move] + moves.factor[move] * board.cost[state[path[0]]])
        steps.append(Step(board.labels[move], bytes(cells), cost))
    return steps


def joined(there: Sequence[str], back: Sequence[str]) -> tuple[str, ...]:
    """The moves from the start to where two paths meet, and from there to the goal.

    back: the moves of the path from the goal.
    """
    return (*there, *(opposite(move) for move in reversed(back)))


def labels_along(board: "BoardTables", states: Sequence[bytes]) -> tuple[str, ...]:
    """The moves between neighbouring states; of several, the first of the cheapest.

    Raises ValueError if no move leads from one state to the next.
    """
    labels = []
    for here, there in pairwise(states):
        leading = [step for step in steps_from(board, here) if step.state == there]
        labels.append(min(leading, key=attrgetter("cost")).label)
    return tuple(labels)
