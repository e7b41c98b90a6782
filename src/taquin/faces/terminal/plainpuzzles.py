"""Puzzles of best moves, line by line, beside the game."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from taquin.faces.terminal.puzzleseries import Kind, Series
from taquin.faces.terminal.puzzletext import GOAL, kept_text, time_left
from taquin.faces.terminal.session import Session
from taquin.puzzle.board import Board
from taquin.teach.advice.themes import THEMES

__all__ = ["PlainPuzzles"]

_SIZES = {"3": 3, "3x3": 3, "4": 4, "4x4": 4}
_COMMANDS = {"rated": "puzzle", "streak": "streak", "storm": "storm"}
# Commands of the game, which a puzzle has no answer to.
_OF_THE_GAME = frozenset(
    ("undo", "redo", "retry", "restart", "pause", "hint", "method", "learn", "moves")
).union(("remaining", "solve", "new", "where", "row", "column", "progress", "why"))


class PlainPuzzles:
    """The puzzle that is posed, if any; the game waits meanwhile."""

    def __init__(self, session: Session, read: Callable[[list[str], Board], str]) -> None:
        """read: the moves of a line on a board."""
        self._session, self._read = session, read
        self.series = Series(session.training)
        self._here = False

    def leave(self) -> Iterator[str] | None:
        """Back to the game, and what to say of a run that ends; None if there is no puzzle."""
        here, self._here = self._here, False
        return self.series.leave() if here else None

    def quit(self) -> Iterator[str]:
        """The program ends: a streak waits for the next time, a storm ends."""
        yield from self.series.close()
        run = self.series.run
        if run is not None and run.begun and not run.over:
            yield kept_text(self._session.training, "streak")

    def pose(self, kind: Kind, words: list[str]) -> Iterator[str]:
        """Other puzzles; words: their size and theme, if they change."""
        wish = replace(self.series.wish, kind=kind)
        for word in (word.lower().replace("×", "x") for word in words):
            if word in _SIZES:
                wish = replace(wish, side=_SIZES[word])
            elif word in THEMES:
                wish = replace(wish, theme=word)
            else:
                themes = f"{', '.join(list(THEMES)[:-1])} or {list(THEMES)[-1]}"
                yield f"{_COMMANDS[kind]} {word:.20}: expected 3x3, 4x4, or a theme: {themes}."
                return
        self._session.game.rest()
        yield from self.series.begin(wish, chosen=bool(words))
        yield from self._next("Type back to return to your game.")
        self._here = True

    def _next(self, hint: str = "") -> Iterator[str]:
        """Another puzzle of the same kind."""
        began = self.series.clock()
        tried = self.series.draw()
        question = self.series.pose(tried, self.series.clock() - began)
        yield f"{question} {hint}".rstrip()
        yield str(tried.puzzle.board)

    def reply(self, name: str, words: list[str]) -> Iterator[str] | None:
        """The answer to a line while a puzzle is posed; None for a command that works there too."""
        if not self._here:
            return None
        if name in _OF_THE_GAME:
            return iter([f"{name} belongs to your game; type back to return to it."])
        if name == "skip":
            return self._go_on(self.series.skip())
        if name == "goal":
            goal = self.series.wish.goal
            return iter([f"{GOAL}:", str(goal)])
        return self._board() if name == "board" else self._answer(words)

    def _board(self) -> Iterator[str]:
        if self.series.tried is not None:
            yield str(self.series.tried.board)

    def _answer(self, words: list[str]) -> Iterator[str]:
        tried = self.series.tried
        if tried is None or not self.series.asking:
            yield self._again()
            return
        yield from self._go_on(self.series.answer(self._read(words, tried.board)))

    def _go_on(self, lines: Iterator[str]) -> Iterator[str]:
        """What was said, how a run stands, and its next puzzle."""
        yield from lines
        run, tried = self.series.run, self.series.tried
        if run is not None and not run.over and not (tried and tried.found and self.series.asking):
            left = f", {time_left(run, self.series.clock())} left" if run.ticking else ""
            yield f"{run.solved} solved{left}."
        if self.series.goes_on:
            yield from self._next()
        elif tried is not None and self.series.asking:
            yield str(tried.board)
        else:
            yield self._again()

    def _again(self) -> str:
        command = _COMMANDS[self.series.wish.kind]
        return f"Type {command} for another, or back to return to your game."
