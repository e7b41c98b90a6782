"""What one tile's move changes in a sum over tiles, known before the move is made: for EPEA*."""

from collections.abc import Sequence

from taquin.puzzle.puzzle import PuzzleSpace, State

__all__ = ["TileSelection"]


class TileSelection:
    """An operator selection function; see `taquin.search.problem.OperatorSelection`.

    A move changes the sum by what its tile adds in its new cell less what it added in the old one.
    """

    def __init__(self, table: Sequence[Sequence[int]], space: PuzzleSpace) -> None:
        """table[cell][tile]: what a tile adds in a cell."""
        self._table, self._space = table, space
        self._of_tile = space.puzzle.tile_costs
        self._ways: dict[int, Sequence[tuple[str, int, int]]] = {}

    def __call__(
        self, state: State, above: int, most: int
    ) -> tuple[list[tuple[str, State, int, int]], int | None]:
        """The moves that change f by more than `above` and at most `most`, and what is next."""
        table, of_tile = self._table, self._of_tile
        blank = state.index(0)
        if blank not in self._ways:
            self._ways[blank] = self._space.ways(blank)
        here, chosen = table[blank], list[tuple[str, State, int, int]]()
        following: int | None = None
        for letter, cell, price in self._ways[blank]:
            tile = state[cell]
            cost, change = price * of_tile[tile], here[tile] - table[cell][tile]
            change_of_f = cost + change
            if change_of_f > most:
                following = change_of_f if following is None else min(following, change_of_f)
            elif change_of_f > above:
                after = self._space.slide(state, blank, cell)
                chosen.append((letter, after, cost, change))
        return chosen, following
