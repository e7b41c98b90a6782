"""How far boards of one puzzle are from the goal, remembered from question to question."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Monitor
from taquin.solving.answers.result import Result
from taquin.solving.question.reading import read_limits, request_for
from taquin.solving.runner import answer
from taquin.whole.census import distance_table, tabled

__all__ = ["Distances", "Known", "Progress"]

Progress = Callable[[Monitor[Any]], None]


@dataclass(frozen=True, slots=True)
class Known:
    """What is proved of a board: at least `lower` moves, and `moves` solve it where known.

    lower, upper: in what the puzzle counts, single-tile moves or pushes.
    """

    lower: int
    upper: int | None = None
    moves: str | None = None

    @property
    def value(self) -> int | None:
        """The exact distance, if it is proved."""
        return self.lower if self.lower == self.upper else None


class Distances:
    """Distances to the goal of one puzzle that counts single-tile moves, or pushes.

    A proved solution tells the distance of every board along it, so that a game that follows one
    needs no further search.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        # Length of the last solution found that is not proved shortest.
        self.tried: int | None = None
        self._known: dict[Board, Known] = {}
        self._estimate = manhattan(puzzle)

    def steps(self, board: Board) -> list[str]:
        """The moves of each step that is possible: one letter, or all of a push.

        Of the pushes in one direction, the shortest comes first.
        """
        letters = board.legal_moves(self.puzzle.topology)
        if self.puzzle.metric != "mtm":
            return list(letters)
        ways = ((one, DIRECTIONS.index(one)) for one in letters)
        lines = ((letter, self.puzzle.topology.line(board.blank, at)) for letter, at in ways)
        return [letter * (at + 1) for letter, line in lines for at in range(len(line))]

    def after(self, board: Board, moves: str) -> Board:
        """The board after these moves."""
        return board.apply(moves, topology=self.puzzle.topology)

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
        return self._learn(
            answer(request_for(board, self.puzzle, limits=limits), progress=progress)
        )

    def joined(self, result: Result) -> Result:
        """A result with the best bound and the best solution known, to which its own are added.

        result: of a board of this puzzle.
        """
        if result.moves is None:
            return result
        known = self._learn(result)
        better = replace(result, lower_bound=known.lower)
        if known.upper == result.cost or known.moves is None:
            return better
        solution = tuple(self.puzzle.parted(known.moves))
        return replace(better, moves=known.moves, cost=known.upper, solution=solution)

    def _learn(self, result: Result) -> Known:
        """What is known of the board of a result, with what the result adds."""
        board = result.board
        known = self.known(board)
        lower = max(known.lower, result.lower_bound or 0)
        if result.moves is None:
            return self._keep(board, Known(lower, known.upper, known.moves))
        cost, moves = len(self.puzzle.parted(result.moves)), result.moves
        if known.moves is not None and known.upper is not None and known.upper <= cost:
            cost, moves = known.upper, known.moves
        self.tried = None if lower == cost else cost
        return self._keep(board, Known(lower, cost, moves))

    def _descent(self, board: Board, distance: int) -> str:
        """A shortest solution, by moves that each lead one step nearer."""
        table, moves = distance_table(self.puzzle), ""
        for left in reversed(range(distance)):
            step = next(m for m in self.steps(board) if table[self.after(board, m)] == left)
            moves, board = moves + step, self.after(board, step)
        return moves

    def _keep(self, board: Board, known: Known) -> Known:
        self._known[board] = known
        if known.moves is None or known.upper is None:
            return known
        boards = list(board.path(known.moves, topology=self.puzzle.topology))
        at = 0
        for made, step in enumerate(["", *self.puzzle.parted(known.moves)]):
            at += len(step)
            # What is left of a solution is one too, and the bound falls by one per move.
            lower, upper = max(0, known.lower - made), known.upper - made
            before, moves = self.known(boards[at]), known.moves[at:]
            if before.upper is not None and before.upper <= upper:
                upper, moves = before.upper, before.moves or ""
            self._known[boards[at]] = Known(max(lower, before.lower), upper, moves)
        return known
