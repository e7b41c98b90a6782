"""Puzzles of best moves, line by line, beside the game."""

from collections.abc import Callable, Iterator
from random import Random

from taquin.faces.terminal.puzzletext import answered_lines, puzzle_task
from taquin.faces.terminal.session import Session
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.puzzles import PuzzleTry, draw_puzzle

__all__ = ["PlainPuzzles"]

_SIZES = {"3": 3, "3x3": 3, "4": 4, "4x4": 4}
# Commands of the game, which a puzzle has no answer to.
_OF_THE_GAME = frozenset(
    ("goal", "undo", "redo", "retry", "restart", "pause", "hint", "method", "learn", "moves")
).union(("remaining", "solve", "new", "where", "row", "column", "progress", "why"))


class PlainPuzzles:
    """The puzzle that is posed, if any; the game waits meanwhile."""

    def __init__(self, session: Session, read: Callable[[list[str], Board], str]) -> None:
        """read: the moves of a line on a board."""
        self._session, self._read = session, read
        self.tried: PuzzleTry | None = None
        self._side = 3

    def leave(self) -> bool:
        """Back to the game; False if there is no puzzle."""
        posed, self.tried = self.tried is not None, None
        return posed

    def pose(self, words: list[str]) -> Iterator[str]:
        """Another puzzle; words: its size, if it changes."""
        size = "".join(words).lower().replace("×", "x")
        if size and size not in _SIZES:
            yield f"puzzle {size:.20}: expected 3x3 or 4x4."
            return
        self._side = _SIZES.get(size, self._side)
        self._session.game.rest()
        goal = named_goal("last", self._side, self._side)
        distances = Distances(Puzzle.of(goal, goal=goal))
        rating = self._session.training.log().rating
        puzzle = draw_puzzle(rating, self._side, distances, Random())
        self.tried = PuzzleTry(puzzle, distances)
        yield f"{puzzle_task(puzzle)} Type back to return to your game."
        yield str(puzzle.board)

    def reply(self, name: str, words: list[str]) -> Iterator[str] | None:
        """The answer to a line while a puzzle is posed; None for a command that works there too."""
        if self.tried is None:
            return None
        if name in _OF_THE_GAME:
            return iter([f"{name} belongs to your game; type back to return to it."])
        return self._board(self.tried) if name == "board" else self._answer(self.tried, words)

    def _board(self, tried: PuzzleTry) -> Iterator[str]:
        yield str(tried.board)

    def _answer(self, tried: PuzzleTry, words: list[str]) -> Iterator[str]:
        if tried.state == "open":
            moves = self._read(words, tried.board)
            yield from answered_lines(tried, moves, self._session.training)
        if tried.state == "open":
            yield str(tried.board)
        else:
            yield "Type puzzle for another, or back to return to your game."
