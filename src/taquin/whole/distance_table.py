"""The exact distance of every board of a small puzzle, in a table built in milliseconds.

A state is the blank's cell and the order of the tiles, read row by row without the blank. A
horizontal move keeps the order; any other move takes one tile past some neighbours and changes as
many digits of the order's Lehmer code (digit j counts the later tiles that are smaller). All work
is done in NumPy, so that a command that looks up one board need not wait for Numba.
"""

from collections.abc import Iterator
from functools import cached_property
from math import factorial

import numpy as np
import numpy.typing as npt

from taquin.ground.errors import OptionError
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

__all__ = ["MOST_CELLS", "DistanceTable"]

MOST_CELLS = 9
# Walls can make solutions long even on a small board, but O(cells**3) moves (Kornhauser, Miller &
# Spirakis 1984) always fit into two bytes.
_UNREACHED = 65535

Ranks = npt.NDArray[np.int32]
# For each tile in turn, the places in the order that it leaves and takes.
Turns = tuple[tuple[int, int], ...]


class DistanceTable:
    """The exact distance of every board of up to nine cells, in stm or mtm.

    Built by breadth-first search from the goal: O(cells!) bytes and time, on 3x3, 726 kB for the
    distances and as much for the layers. Raises OptionError for larger boards and for expense.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        if puzzle.cells > MOST_CELLS or not puzzle.counts_moves:
            own = " with costs of moves" if puzzle.topology.costs is not None else ""
            raise OptionError(
                f"a distance table for {puzzle.cells} cells in {puzzle.metric}{own}: expected at "
                f"most {MOST_CELLS} cells, in stm or mtm."
            )
        self.puzzle = puzzle
        self._orders = factorial(puzzle.cells - 1)
        self._distances = np.full(puzzle.cells * self._orders, _UNREACHED, np.uint16)
        self._layers = list(self._enumerate())

    @property
    def farthest(self) -> int:
        """The greatest distance of any board from the goal."""
        return len(self._layers) - 1

    def __getitem__(self, board: Board) -> int | None:
        """The least cost of solving `board`, None if it cannot be solved. O(cells²)."""
        self.puzzle.check(board)
        order = [self._place[tile] for tile in board.cells if tile]
        rank = 0
        for j, place in enumerate(order):
            rank = rank * (len(order) - j) + sum(later < place for later in order[j:])
        distance = int(self._distances[board.blank * self._orders + rank])
        return None if distance == _UNREACHED else distance

    def count(self, depth: int) -> int:
        """How many boards are at exactly that distance."""
        return len(self._layers[depth])

    def board(self, depth: int, index: int) -> Board:
        """One of the `count(depth)` boards at a distance, in the order of `boards`."""
        goal = self.puzzle.goal
        cells = self._decoded(self._layers[depth][[index]])[0]
        return Board.of(goal.width, goal.height, cells.tolist())

    def boards(self, depth: int) -> npt.NDArray[np.uint8]:
        """uint8[boards, cells]: all boards at a distance, in the order a FIFO queue finds them."""
        return self._decoded(self._layers[depth])

    def _decoded(self, states: Ranks) -> npt.NDArray[np.uint8]:
        blank, rank = np.divmod(states, self._orders)
        tiles = self.puzzle.cells - 1
        order = np.zeros((len(states), tiles), np.uint8)
        for j in reversed(range(tiles)):
            rank, order[:, j] = np.divmod(rank, tiles - j)
            order[:, j + 1 :] += order[:, j + 1 :] >= order[:, [j]]
        boards = np.zeros((len(states), tiles + 1), np.uint8)
        filled = np.arange(tiles + 1) != blank[:, None]
        boards[filled] = np.array(list(self._place), np.uint8)[order].ravel()
        return boards

    @cached_property
    def _place(self) -> dict[int, int]:
        """Each tile's place in the goal's order."""
        return {tile: i for i, tile in enumerate(tile for tile in self.puzzle.goal.cells if tile)}

    def _enumerate(self) -> Iterator[Ranks]:
        """The states (blank's cell * orders + rank) at distance 0, 1, 2, …; fills in distances."""
        orders, distances = np.int32(self._orders), self._distances
        target, turns, rows = self._moves()
        first = np.empty(distances.size, np.int32)
        layer = np.full(1, self.puzzle.goal.blank * self._orders, np.int32)
        depth = 0
        while layer.size:
            distances[layer] = depth
            yield layer
            depth += 1
            blank, rank = np.divmod(layer, orders)
            found = (target[blank] * orders + rows[turns[blank], rank[:, None]]).ravel()
            found = found[distances[found] == _UNREACHED]
            # If several moves reach a state, the first one counts: it is written last.
            number = np.arange(found.size, dtype=np.int32)
            first[found[::-1]] = number[::-1]
            layer = found[first[found] == number]

    def _moves(self) -> tuple[Ranks, npt.NDArray[np.intp], Ranks]:
        """The effect of every move, in the order of a search's successors.

        Returns int32[cells, moves], the blank's cell after the move; intp[cells, moves], the move's
        row in the third array; int32[rows, orders], the rank of each order after the move. Cells
        with fewer moves than others are padded with moves that change nothing.
        """
        topology, cells = self.puzzle.topology, self.puzzle.cells
        longest = 1 if self.puzzle.metric == "stm" else cells
        moves: list[list[tuple[int, Turns]]] = []
        for blank in range(cells):
            moves.append([])
            for direction in range(4):
                hole = blank
                turns: Turns = ()
                for cell in topology.line(blank, direction)[:longest]:
                    turns += _turn(cell, hole)
                    moves[blank].append((cell, turns))
                    hole = cell
        columns = max(len(ways) for ways in moves)
        moves = [ways + [(blank, ())] * (columns - len(ways)) for blank, ways in enumerate(moves)]
        every = list(dict.fromkeys([(), *(turns for ways in moves for _, turns in ways)]))
        return (
            np.array([[cell for cell, _ in ways] for ways in moves], np.int32),
            np.array([[every.index(turns) for _, turns in ways] for ways in moves], np.intp),
            np.stack([_turned(cells - 1, turns) for turns in every]),
        )


def _turn(cell: int, hole: int) -> Turns:
    """How moving the tile from `cell` into the blank at `hole` changes the order."""
    leaves, takes = cell - (cell > hole), hole - (hole > cell)
    return () if leaves == takes else ((leaves, takes),)


def _turned(tiles: int, turns: Turns) -> Ranks:
    """int32[tiles!]: for every rank of an order, the rank after these exchanges."""
    ranks = np.arange(factorial(tiles), dtype=np.int32)
    if not turns:
        return ranks
    *before, (leaves, takes) = turns
    weights = [factorial(tiles - 1 - j) for j in range(tiles)]
    low, high = min(leaves, takes), max(leaves, takes)
    # The digits between the two places form a rank below `size`; all others are unchanged.
    size = factorial(tiles - low) // weights[high]
    block = np.arange(size, dtype=np.int32)
    digits = [block // (weights[j] // weights[high]) % (tiles - j) for j in range(low, high + 1)]
    pairs = range(high - low) if takes > leaves else reversed(range(high - low))
    for j in pairs:
        a, b = digits[j], digits[j + 1]
        digits[j], digits[j + 1] = np.where(a > b, b, b + 1), np.where(a > b, a - 1, a)
    after = sum(digits[j - low] * (weights[j] // weights[high]) for j in range(low, high + 1))
    shape = (-1, size, weights[high])
    turned = (ranks.reshape(shape) + (np.asarray(after) - block)[:, None] * weights[high]).ravel()
    return turned[_turned(tiles, tuple(before))].astype(np.int32)
