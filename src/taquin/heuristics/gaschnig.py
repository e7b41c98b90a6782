"""Gaschnig's heuristic: solves the relaxed puzzle where the blank can swap with any tile."""

from taquin.heuristics.base import cheapest_moves, heuristic, pushes_per_move
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["Gaschnig", "gaschnig"]


class Gaschnig:
    """The least cost of reaching the goal if the blank can swap with any tile, near or far.

    Every misplaced tile takes part in one swap. In a cycle of misplaced tiles without the blank,
    one tile, the cheapest, must first make room and takes part in two.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        cells = puzzle.cells
        self._weight = cheapest_moves(puzzle)
        self._divisor = pushes_per_move(puzzle)
        self._home = [0] * cells
        for cell, tile in enumerate(puzzle.goal):
            self._home[tile] = cell

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        home, weight = self._home, self._weight
        total = 0
        left = [tile != 0 and home[tile] != cell for cell, tile in enumerate(state)]
        blank = state.index(0)
        # First the blank's cycle: each of its tiles reaches its cell in one swap.
        cell = home[0]
        while cell != blank:
            tile = state[cell]
            total += weight[tile]
            left[cell] = False
            cell = home[tile]
        for first, misplaced in enumerate(left):
            if not misplaced:
                continue
            cheapest, cell = weight[state[first]], first
            while left[cell]:
                left[cell] = False
                tile = state[cell]
                total += weight[tile]
                cheapest = min(cheapest, weight[tile])
                cell = home[tile]
            total += cheapest
        return -(-total // self._divisor)

    def shares(self, state: State) -> list[int]:
        """Each cell's contribution to the undivided sum, in reading order."""
        home, weight = self._home, self._weight
        shares = [
            weight[tile] if tile and home[tile] != cell else 0 for cell, tile in enumerate(state)
        ]
        for cell, tile in enumerate(state):
            cycle, at = [tile], home[tile]
            while at != cell:
                cycle.append(state[at])
                at = home[state[at]]
            makes_room = tile == min(cycle, key=lambda other: (weight[other], other))
            if 0 not in cycle and len(cycle) > 1 and makes_room:
                shares[cell] += weight[tile]
        return shares


@heuristic(
    "gaschnig",
    label="Gaschnig's estimate",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="Gaschnig 1979",
)
def gaschnig(puzzle: Puzzle) -> Gaschnig:
    """The swaps needed if the blank could swap with any tile (relaxed adjacency).

    In expense a swap costs what the tile costs; in the multi-tile metric the count is divided by
    the longest push. Where moves have costs, a swap costs as much as the cheapest move.
    """
    return Gaschnig(puzzle)
