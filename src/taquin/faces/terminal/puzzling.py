"""Puzzles of best moves on a whole screen: rated, in a streak, or in a storm."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Static

from taquin.faces.terminal.background import Task
from taquin.faces.terminal.boardscreen import BoardScreen
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.keys import pressed
from taquin.faces.terminal.puzzleseries import SIDES, Kind, PuzzleWish, Series
from taquin.faces.terminal.puzzletext import time_left
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.steps import fitting
from taquin.game.game import push
from taquin.game.training import Training
from taquin.ground.errors import TaquinError
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.goal import named_goal
from taquin.teach.advice.puzzles import LENGTH, PuzzleTry
from taquin.teach.advice.themes import THEMES

__all__ = ["Puzzling"]

T = TypeVar("T")

_POLL = 0.05
_KINDS: tuple[Kind, ...] = ("rated", "streak", "storm")
_NAMES = {"rated": "Puzzle", "streak": "Streak", "storm": "Storm"}
_KEYS = {
    "rated": ("↑↓←→ best move", "N next", "Esc back", "M streak", "B theme", "E size"),
    "streak": ("↑↓←→ best move", "Esc end", "M storm", "B theme", "E size"),
    "storm": ("↑↓←→ best move", "N skip", "Esc end", "M rated", "B theme", "E size"),
}
_OVER = ("N again", "Esc back", "M kind", "B theme", "E size")


class Puzzling(BoardScreen[None]):
    """A puzzle after another; the board shown is that of the best moves found."""

    def __init__(self, training: Training, settings: Settings, look: Look) -> None:
        super().__init__(look, _POLL)
        self._settings, self.series = settings, Series(training)
        self._says, self._bar = "", ""
        self._drawing: Task[PuzzleTry] | None = None
        self._begin(PuzzleWish())

    @property
    def tried(self) -> PuzzleTry | None:
        """The puzzle that is shown."""
        return self.series.tried

    def _begin(self, wish: PuzzleWish) -> None:
        self._draw(" ".join(self._lines(self.series.begin(wish))))

    def _draw(self, says: str) -> None:
        """Look for another puzzle, without stopping the screen."""
        self.series.tried, self._said = None, says
        self._says = f"{says} {said(FaceSentence.DRAWING)}".lstrip()
        self._since = self.series.clock()
        self._drawing = Task(lambda _: self.series.draw())

    def compose(self) -> ComposeResult:
        """Figures, board, what is said, keys."""
        goal = named_goal("last", self.series.wish.side, self.series.wish.side)
        yield Static(classes="bar", id="bar", markup=False)
        with Horizontal(classes="middle"):
            yield BoardView(goal, goal)
        yield Static(classes="says", id="says", markup=False)
        yield Static(classes="keys", id="keys", markup=False)

    def tick(self) -> None:
        """Show the puzzle once the search for it has ended, and the clock of a storm."""
        drawing = self._drawing
        if drawing is not None:
            if drawing.finished:
                self._drawing = None
                self._drawn(drawing)
                self.paint()
        elif late := self.series.late():
            self._says = late
            self.paint()
        elif self._bar_text() != self._bar:
            self.paint()

    def _drawn(self, drawing: Task[PuzzleTry]) -> None:
        if drawing.result is None:
            self._says = str(drawing.error)
        else:
            question = self.series.pose(drawing.result, self.series.clock() - self._since)
            self._says = f"{self._said} {question}".lstrip()

    def _bar_text(self) -> str:
        """The kind and the theme on the left; the run and the moves found on the right."""
        wish, run, tried = self.series.wish, self.series.run, self.tried
        found = 0 if tried is None else tried.found
        right = "●" * found + "○" * (LENGTH - found)
        if run is not None:
            right = f"{run.solved} solved  {right}"
            if run.kind == "storm" and self._drawing is None:
                right = f"{time_left(run, self.series.clock())}  {right}"
        theme = "best moves" if wish.theme == "any" else wish.theme
        name = f"{_NAMES[wish.kind]} {wish.side}×{wish.side}: {theme}"
        return f"{name:<{max(0, self.size.width - 2 - len(right))}}{right}"

    def paint(self) -> None:
        """Show the puzzle and what is found of it."""
        wish, run, tried = self.series.wish, self.series.run, self.tried
        goal = named_goal("last", wish.side, wish.side)
        view = self.query_one(BoardView)
        view.show(
            goal if tried is None else tried.board,
            goal,
            palette=self._settings.palette,
            hidden=tried is None,
        )
        self._bar = self._bar_text()
        self.query_one("#bar", Static).update(self._bar)
        self.query_one("#says", Static).update("\n".join(filter(None, (self._says, view.missing))))
        keys = _OVER if run is not None and run.over else _KEYS[wish.kind]
        self.query_one("#keys", Static).update(fitting(keys, self.size.width - 2))

    def on_key(self, event: Key) -> None:
        """Answer, go on, change what is asked, or leave."""
        name, action, letter = pressed(event, self._settings.keys, self._settings.arrows)
        wish, tried = self.series.wish, self.tried
        if letter is not None:
            if tried is not None and letter in tried.board.legal_moves():
                self._answer(tried, letter)
        elif name in ("escape", "q"):
            self._leave()
        elif action == "new" or (name in (" ", "enter") and tried and not self.series.asking):
            self._next()
        elif action == "setup":
            self._change(replace(wish, side=_after(SIDES, wish.side)))
        elif action == "timed":
            self._change(replace(wish, kind=_after(_KINDS, wish.kind)))
        elif name == "b":
            self._change(replace(wish, theme=_after(tuple(THEMES), wish.theme)))
        elif action == "hint":
            self._says = "A puzzle gives no hints."
            self.paint()
        else:
            return
        event.stop()

    def on_board_view_pushed(self, event: BoardView.Pushed) -> None:
        """Push the tiles between the cell and the blank."""
        if self.tried is not None:
            self._answer(self.tried, push(self.tried.board, event.cell))

    def _leave(self) -> None:
        """A run that has begun ends first, and shows its score."""
        run = self.series.run
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        lines = self._lines(self.series.leave())
        if not lines:
            self.dismiss(None)
            return
        self.series.run, self._says = run, " ".join(lines)
        self.paint()

    def _change(self, wish: PuzzleWish) -> None:
        """Other puzzles, but not while a run is on: the key would end it by mistake."""
        run = self.series.run
        if run is not None and run.begun and not run.over:
            self._says = f"This {run.kind} is not over; Esc ends it."
        elif self._drawing is None:
            self._begin(wish)
        self.paint()

    def _next(self) -> None:
        """Another puzzle or another run; of a storm, the puzzle is left out."""
        run = self.series.run
        if self._drawing is not None:
            return
        if run is None or run.over:
            self._begin(self.series.wish)
        elif run.kind == "streak":
            self._says = said(FaceSentence.NO_SKIP)
        else:
            self._go_on(self._lines(self.series.skip()))
        self.paint()

    def _answer(self, tried: PuzzleTry, moves: str) -> None:
        if not self.series.asking or not moves:
            return
        lines = self._lines(self.series.answer(moves))
        if self.series.run is None and tried.state != "open":
            lines.append("N for another puzzle.")
        self._go_on(lines)
        self.paint()

    def _go_on(self, lines: list[str]) -> None:
        if self.series.goes_on:
            self._draw(" ".join(lines))
        else:
            self._says = " ".join(lines)

    def _lines(self, answer: Iterator[str]) -> list[str]:
        """What is said; also that a score could not be kept."""
        lines = []
        try:
            for line in answer:
                lines.append(line)
        except TaquinError as error:
            lines.append(str(error))
        return lines


def _after(values: tuple[T, ...], value: T) -> T:
    return values[(values.index(value) + 1) % len(values)]
