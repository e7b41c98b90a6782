"""Puzzles of best moves on a whole screen."""

from random import Random

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Static

from taquin.faces.terminal.background import Task
from taquin.faces.terminal.boardscreen import BoardScreen
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.keys import action_of, letter_of
from taquin.faces.terminal.puzzletext import answered_lines, puzzle_task
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.steps import fitting
from taquin.game.game import push
from taquin.game.training import Training
from taquin.ground.errors import TaquinError
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.puzzles import LENGTH, PuzzleTry, draw_puzzle

__all__ = ["Puzzling"]

_POLL = 0.05
_SIDES = (3, 4)
_KEYS = ("↑↓←→ best move", "N next", "E size", "Esc back")


class Puzzling(BoardScreen[None]):
    """A puzzle after another; the board shown is that of the best moves found."""

    def __init__(self, training: Training, settings: Settings, look: Look) -> None:
        super().__init__(look, _POLL)
        self._training, self._settings = training, settings
        self._side, self._says = 3, ""
        self._distances: dict[int, Distances] = {}
        self.tried: PuzzleTry | None = None
        self._draw()

    def _draw(self) -> None:
        """Look for another puzzle, without stopping the screen."""
        side = self._side
        if side not in self._distances:
            goal = named_goal("last", side, side)
            self._distances[side] = Distances(Puzzle.of(goal, goal=goal))
        distances = self._distances[side]
        self.tried = None
        self._says = said(FaceSentence.DRAWING)
        self._drawing = Task(
            lambda _: PuzzleTry(
                draw_puzzle(self._training.log().rating, side, distances, Random()), distances
            )
        )

    def compose(self) -> ComposeResult:
        """Figures, board, what is said, keys."""
        goal = named_goal("last", self._side, self._side)
        yield Static(classes="bar", id="bar", markup=False)
        with Horizontal(classes="middle"):
            yield BoardView(goal, goal)
        yield Static(classes="says", id="says", markup=False)
        yield Static(classes="keys", id="keys", markup=False)

    def tick(self) -> None:
        """Show the puzzle once the search for it has ended."""
        if self.tried is not None or not self._drawing.finished or self._says == "":
            return
        if self._drawing.result is None:
            self._says = str(self._drawing.error)
        else:
            self.tried, self._says = self._drawing.result, puzzle_task(self._drawing.result.puzzle)
        self.paint()

    def paint(self) -> None:
        """Show the puzzle and what is found of it."""
        goal = named_goal("last", self._side, self._side)
        tried = self.tried
        view = self.query_one(BoardView)
        view.show(
            goal if tried is None else tried.board,
            goal,
            palette=self._settings.palette,
            hidden=tried is None,
        )
        found = 0 if tried is None else tried.found
        steps = "●" * found + "○" * (LENGTH - found)
        width = self.size.width - 2
        name = f"Puzzle {self._side}×{self._side}: best moves"
        self.query_one("#bar", Static).update(f"{name:<{max(0, width - LENGTH)}}{steps}")
        self.query_one("#says", Static).update("\n".join(filter(None, (self._says, view.missing))))
        self.query_one("#keys", Static).update(fitting(_KEYS, width))

    def on_key(self, event: Key) -> None:
        """Answer, go on, change the size, or leave."""
        name = event.key
        if event.is_printable and event.character and "ctrl" not in name:
            name = event.character.lower()
        action = action_of(self._settings.keys, name)
        letter = None if action is None else letter_of(action, self._settings.arrows)
        tried = self.tried
        if letter is not None:
            if tried is not None and letter in tried.board.legal_moves():
                self._answer(tried, letter)
        elif name in ("escape", "q"):
            self._drawing.cancel()
            self.dismiss(None)
        elif action == "new" or (name in (" ", "enter") and tried and tried.state != "open"):
            self._next(self._side)
        elif action == "setup":
            self._next(_SIDES[(_SIDES.index(self._side) + 1) % len(_SIDES)])
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

    def _next(self, side: int) -> None:
        if self.tried is None and self._drawing.error is None:
            return
        self._side = side
        self._draw()
        self.paint()

    def _answer(self, tried: PuzzleTry, moves: str) -> None:
        if tried.state != "open" or not moves:
            return
        try:
            lines = list(answered_lines(tried, moves, self._training))
        except TaquinError as error:
            lines = [str(error)]
        if tried.state != "open":
            lines.append("N for another puzzle.")
        self._says = " ".join(lines)
        self.paint()
