"""How far boards of one puzzle are from the goal, remembered from question to question."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Monitor
from taquin.solving.question.reading import read_limits, request_for
from taquin.solving.runner import answer
from taquin.whole.census import distance_table, tabled

__all__ = ["Distances", "Known"]

Progress = Callable[[Monitor[Any]], None]


@dataclass(frozen=True, slots=True)
class Known:
    """What is proved of a board: at least `lower` moves, and `moves` solve it where known."""

    lower: int
    upper: int | None = None
    moves: str | None = None

    @property
    def value(self) -> int | None:
        """The exact distance, if it is proved."""
        return self.lower if self.lower == self.upper else None


class Distances:
    """Distances to the goal of one puzzle, in single-tile moves.

    A proved solution tells the distance of every board along it, so that a game that follows one
    needs no further search.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        # Length of the last solution found that is not proved shortest.
        self.tried: int | None = None
        self._known: dict[Board, Known] = {}
        self._estimate = manhattan(puzzle)

    def known(self, board: Board) -> Known:
        """What is known without a search; at least the Manhattan distance."""
        if board == self.puzzle.goal:
            return Known(0, 0, "")
        known = self._known.get(board)
        return known or Known(self._estimate(self.puzzle.encode(board)))

    def at_once(self, board: Board) -> Known:
        """What is known without a search, or from the table of a small puzzle."""
        return self.measure(board, 0) if tabled(self.puzzle) else self.known(board)

    def measure(self, board: Board, seconds: float, progress: Progress | None = None) -> Known:
        """The distance of a solvable board, by a search of at most `seconds` if need be.

        Exact up to nine cells, and nearly always up to sixteen; beyond that a bound and a solution.
        An exception raised by `progress` ends the search and leaves here.
        """
        known = self.known(board)
        if known.value is not None:
            return known
        if tabled(self.puzzle):
            distance = distance_table(self.puzzle)[board]
            assert distance is not None, "the game's boards are solvable"
            return self._keep(board, Known(distance, distance, self._descent(board, distance)))
        limits = read_limits(seconds, None, None)
        result = answer(request_for(board, self.puzzle, limits=limits), progress=progress)
        if result.moves is None:
            lower = max(known.lower, result.lower_bound or 0)
            return self._keep(board, Known(lower, known.upper, known.moves))
        cost = len(result.moves)
        if known.moves is not None and known.upper is not None and known.upper <= cost:
            cost, moves = known.upper, known.moves
        else:
            moves = result.moves
        lower = max(known.lower, result.lower_bound or 0)
        self.tried = None if lower == cost else cost
        return self._keep(board, Known(lower, cost, moves))

    def _descent(self, board: Board, distance: int) -> str:
        """A shortest solution, by moves that each lead one step nearer."""
        table, moves = distance_table(self.puzzle), ""
        for left in reversed(range(distance)):
            letter = next(m for m in board.legal_moves() if table[board.apply(m)] == left)
            moves, board = moves + letter, board.apply(letter)
        return moves

    def _keep(self, board: Board, known: Known) -> Known:
        self._known[board] = known
        if known.moves is None or known.upper is None:
            return known
        for made, after in enumerate(board.path(known.moves)):
            # What is left of a solution is one too, and the bound falls by one per move.
            lower, upper = max(0, known.lower - made), known.upper - made
            before = self._known.get(after)
            if before is None or before.value is None:
                self._known[after] = Known(lower, upper, known.moves[made:])
        return known
