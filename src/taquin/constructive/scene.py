"""A board that is rearranged in place: where each tile is, what is fixed, the blank's path."""

from array import array
from collections.abc import Callable, Iterable, Sequence

from taquin.puzzle.move import DIAGONALS, DIRECTIONS
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.successors import encode
from taquin.puzzle.topology import Topology, grid
from taquin.search.monitor import Monitor
from taquin.search.problem import Node

__all__ = ["LETTERS", "Scene", "Steps", "grid_steps", "has_all_grid_moves"]

# steps[cell][direction]: where the blank goes from `cell`, -1 for nowhere. A direction is the index
# of a tile letter in U D L R Q E Z C; of the first four, direction ^ 1 leads back.
Steps = tuple[tuple[int, ...], ...]
LETTERS = DIRECTIONS + DIAGONALS


def grid_steps(board_type: Topology) -> Steps:
    """The moves of the plain rectangle."""
    return grid(board_type.width, board_type.height)


def has_all_grid_moves(board_type: Topology) -> bool:
    """Whether this board type allows every move of the plain rectangle, as a torus does."""
    plain = grid_steps(board_type)
    pairs = zip(board_type.neighbors, plain, strict=True)
    return all(m in (-1, n) for here, usual in pairs for n, m in zip(here, usual, strict=False))


class Scene:
    """The tiles, the blank, the cells that are still free, and the blank's path so far.

    Every step of `go` counts as one expansion with one successor.
    """

    def __init__(self, puzzle: Puzzle, start: State, monitor: Monitor[State], order: str) -> None:
        self.puzzle, self.monitor = puzzle, monitor
        self.width, self.height = puzzle.goal.width, puzzle.goal.height
        self.steps: Steps = puzzle.topology.neighbors
        self.order = [DIRECTIONS.index(letter) for letter in order if letter in DIRECTIONS]
        self.cells = array("i", list(start))
        self.place = array("i", _inverse(start))
        self.home = _inverse(puzzle.goal.cells)
        self.row_of = [cell // self.width for cell in range(len(self.cells))]
        self.column_of = [cell % self.width for cell in range(len(self.cells))]
        self.blank = self.place[0]
        self.free = bytearray(b"\1" * len(self.cells))
        self.path = bytearray()
        # Carries a tile to a cell, or so near; False: not all the way. Faster than `carry`.
        self.carrier: Callable[[int, int, int], bool] | None = None
        self.node = None if monitor.observer is None else Node(start, None, "", 0, 0)
        monitor.opens(())

    def distance(self, a: int, b: int) -> int:
        """Steps on the rectangle from one cell to another."""
        row, column = self.row_of, self.column_of
        return abs(row[a] - row[b]) + abs(column[a] - column[b])

    def displacement(self, path: Sequence[int]) -> int:
        """How much farther from home, in total, the tiles are after the blank takes this path."""
        steps, cells, home = self.steps, self.cells, self.home
        row, column = self.row_of, self.column_of
        total, cell = 0, self.blank
        for direction in path:
            after = steps[cell][direction]
            to = home[cells[after]]
            line = row if direction < 2 else column
            total += abs(line[to] - line[cell]) - abs(line[to] - line[after])
            cell = after
        return total

    def go(self, path: Iterable[int]) -> None:
        """Move the blank along a path; each step is counted."""
        stats = self.monitor.stats
        for direction in path:
            if self.node is None:
                self.monitor.count(1)
            else:
                self._report(self.node, direction)
            stats.popped += 1
            self.follow((direction,))
        if len(self.path) > stats.max_depth:
            stats.max_depth = len(self.path)

    def follow(self, path: Iterable[int]) -> None:
        """Like `go`, for a path that a search has already counted."""
        cells, place = self.cells, self.place
        for direction in path:
            blank = self.blank
            cell = self.steps[blank][direction]
            tile = cells[cell]
            if self.node is not None:
                self.node = self.child(self.node, direction)
            cells[blank], cells[cell] = tile, 0
            place[tile], self.blank = blank, cell
            self.path.append(direction)

    def child(self, node: Node[State], direction: int) -> Node[State]:
        """The node after one step, with its whole board, for observers."""
        cells = list(node.state)
        blank = cells.index(0)
        cell = self.steps[blank][direction]
        tile = cells[cell]
        cells[blank], cells[cell] = tile, 0
        cost = self.puzzle.tile_costs[tile]
        return Node(encode(cells), node, LETTERS[direction], node.g + cost, node.depth + 1)

    def _report(self, node: Node[State], direction: int) -> None:
        after, watch = self.child(node, direction), self.monitor.watch
        self.monitor.expand(node, 1)
        if watch is not None:
            watch(node, after.move, after.state, "new")


def _inverse(cells: Sequence[int]) -> list[int]:
    place = [0] * len(cells)
    for cell, tile in enumerate(cells):
        place[tile] = cell
    return place
