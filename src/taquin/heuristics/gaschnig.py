"""Gaschnig's heuristic: solves the relaxed puzzle where the blank can swap with any tile."""

from taquin.heuristics.base import heuristic, pushes_per_move
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["Gaschnig", "gaschnig"]


class Gaschnig:
    """The least cost of reaching the goal if the blank can swap with any tile, near or far.

    Every misplaced tile takes part in one swap. In a cycle of misplaced tiles without the blank,
    one tile, the cheapest, must first make room and takes part in two.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        cells = puzzle.cells
        self._expense = puzzle.metric == "expense"
        self._divisor = pushes_per_move(puzzle)
        self._home = [0] * cells
        for cell, tile in enumerate(puzzle.goal):
            self._home[tile] = cell

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        home, expense = self._home, self._expense
        total = 0
        left = [tile != 0 and home[tile] != cell for cell, tile in enumerate(state)]
        blank = state.index(0)
        # First the blank's cycle: each of its tiles reaches its cell in one swap.
        cell = home[0]
        while cell != blank:
            tile = state[cell]
            total += tile if expense else 1
            left[cell] = False
            cell = home[tile]
        for first, misplaced in enumerate(left):
            if not misplaced:
                continue
            cheapest, cell = state[first], first
            while left[cell]:
                left[cell] = False
                tile = state[cell]
                total += tile if expense else 1
                cheapest = min(cheapest, tile)
                cell = home[tile]
            total += cheapest if expense else 1
        return -(-total // self._divisor)

    def shares(self, state: State) -> list[int]:
        """Each cell's contribution to the undivided sum, in reading order."""
        home = self._home
        weight = list(range(len(state))) if self._expense else [1] * len(state)
        shares = [
            weight[tile] if tile and home[tile] != cell else 0 for cell, tile in enumerate(state)
        ]
        for cell, tile in enumerate(state):
            cycle, at = [tile], home[tile]
            while at != cell:
                cycle.append(state[at])
                at = home[state[at]]
            if 0 not in cycle and len(cycle) > 1 and tile == min(cycle):
                shares[cell] += weight[tile]
        return shares


@heuristic(
    "gaschnig",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="Gaschnig 1979",
)
def gaschnig(puzzle: Puzzle) -> Gaschnig:
    """The swaps needed if the blank could swap with any tile (relaxed adjacency).

    In expense a swap costs the tile's number; in the multi-tile metric the count is divided by
    the longest push.
    """
    return Gaschnig(puzzle)
