"""Puzzles of best moves on a whole screen: rated, in a streak, or in a storm."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar, TypeVar

from textual.events import Key

from taquin.faces.terminal.background import Task
from taquin.faces.terminal.boardscreen import BoardScreen
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.clipping import wrapped
from taquin.faces.terminal.dialogs import ChoiceDialog
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.faults import error_text
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.goalside import goal_titled
from taquin.faces.terminal.keys import pressed
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.puzzleseries import SIDES, Kind, PuzzleWish, Series
from taquin.faces.terminal.puzzletext import about_text, briefly, theme_text, time_left
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.words import Words
from taquin.game.game import push
from taquin.game.runs import PENALTY
from taquin.game.training import Training
from taquin.ground.errors import TaquinError
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.board import Board
from taquin.teach.advice.puzzles import LENGTH, PuzzleTry
from taquin.teach.advice.themes import THEMES

__all__ = ["Puzzling"]

T = TypeVar("T")

_POLL = 0.05
_KINDS: tuple[Kind, ...] = ("rated", "streak", "storm")
_NAMES = {"rated": "Puzzle", "streak": "Streak", "storm": "Storm"}
_SKIP = "N skip"
_KEYS = {
    "rated": ("↑↓←→ best move", "Esc back", "N next"),
    "streak": ("↑↓←→ best move", "Esc leave"),
    "storm": ("↑↓←→ best move", "Esc end", _SKIP),
}
_ANSWERED = ("N next", "Esc back")  # a rated puzzle, which takes no move any more
_OVER = ("N again", "Esc back")


class Puzzling(BoardScreen[None]):
    """A puzzle after another; the board shown is that of the best moves found."""

    topic = "puzzles"
    MEANS: ClassVar[Mapping[str, str]] = {
        **FrontScreen.MEANS,
        "best move": "move a tile; only a best move counts",
        "next": "pose another puzzle",
        "again": "begin again",
        "skip": f"leave this puzzle out, which costs {PENALTY:.0f} seconds",
        "leave": "leave the streak, or end it; you are asked which",
        "end": "end the storm, after a question",
        "rated": "go to rated puzzles",
        "streak": "go to a streak: puzzles that get harder until the first miss",
        "storm": "go to a storm: as many puzzles as you can in three minutes",
        "theme": "choose the next theme of the boards",
        "size": "choose 3×3 or 4×4",
    }

    def __init__(
        self, training: Training, settings: Settings, look: Look, before: PuzzleWish
    ) -> None:
        """before: the wish with which puzzles were left, whose size and theme stay."""
        super().__init__(look, _POLL)
        self._settings, self.series = settings, Series(training)
        self._says, self._asked, self._bar = "", "", ""
        self._drawing: Task[PuzzleTry] | None = None
        self._wanted: PuzzleWish | None = None  # chosen while a puzzle is still looked for
        self._draw(" ".join(self._lines(self.series.open(before))))

    @property
    def tried(self) -> PuzzleTry | None:
        """The puzzle that is shown."""
        return self.series.tried

    def _begin(self, wish: PuzzleWish) -> None:
        self._tall = 0
        self._draw(" ".join(self._lines(self.series.begin(wish))))

    def _draw(self, says: str) -> None:
        """Look for another puzzle, without stopping the screen."""
        self.series.tried, self._said = None, says
        self._says = self._looking
        self._since = self.series.clock()
        self._drawing = Task(lambda _: self.series.draw())

    @property
    def _looking(self) -> str:
        """What is said while a puzzle is looked for."""
        return f"{self._said} {said(FaceSentence.DRAWING)}".lstrip()

    @property
    def wish(self) -> PuzzleWish:
        """What the player has chosen, also if it is not asked yet."""
        return self._wanted or self.series.wish

    @property
    def goal(self) -> Board:
        """Of every puzzle of that size."""
        return self.wish.goal

    def tick(self) -> None:
        """Show the puzzle once the search for it has ended, and the clock of a storm."""
        drawing = self._drawing
        if drawing is not None:
            if drawing.finished:
                self._drawing = None
                wanted, self._wanted = self._wanted, None
                if wanted is None:
                    self._drawn(drawing)
                else:
                    self._begin(wanted)
                self.paint()
            elif (told := drawing.told) is not None and told not in self._says:
                self._says = f"{self._looking} ({told})"
                self.paint()
        elif late := self.series.late():
            self._says = late
            self.paint()
        elif self._bar_text() != self._bar:
            self.paint()

    def _drawn(self, drawing: Task[PuzzleTry]) -> None:
        if drawing.result is None:
            self._says = error_text(drawing.error)
        else:
            self._asked = self.series.pose(drawing.result, self.series.clock() - self._since)
            self._says = f"{self._said} {self._asked}".lstrip()

    def _aside(self, text: str) -> None:
        """Say what is not about the puzzle; its task stays."""
        self._says = f"{text} {self._asked}" if self.series.asking else text
        self.paint()

    def _bar_text(self) -> str:
        """The kind and the theme on the left; the run and the moves found on the right."""
        wish, run, tried = self.wish, self.series.run, self.tried
        found = 0 if tried is None else tried.found
        right = "●" * found + "○" * (LENGTH - found)
        if run is not None:
            right = f"{run.solved} solved  {right}"
            if run.kind == "storm" and self._drawing is None:
                right = f"{time_left(run, self.series.clock())}  {right}"
        theme = "best moves" if wish.theme == "any" else wish.theme
        name = f"{_NAMES[wish.kind]} {wish.side}×{wish.side}"
        room = self.size.width - 2 - len(right)
        # The theme gives way first where the terminal is narrow.
        left = f"{name}: {theme}" if len(name) + len(theme) + 3 <= room else name
        return f"{left:<{max(0, room)}}{right}"

    def paint(self) -> None:
        """Show the puzzle and what is found of it."""
        tried, goal = self.tried, self.goal
        self.lay_out(self._side_text)
        view = self.query_one(BoardView)
        view.show(
            goal if tried is None else tried.board,
            goal,
            palette=self._settings.palette,
            hidden=tried is None,
        )
        self._bar = self._bar_text()
        self.query_one("#bar", Words).say(self._bar)
        says, theme = self._says, theme_text(self.wish.theme)
        if theme and self.arrangement.beside:  # it stands there
            says = says.replace(f"{theme} ", "")
        self.tell(self._fitting(says), whole=False, note=view.missing)
        self.query_one(KeysBar).show(self._keys())

    def _fitting(self, says: str) -> str:
        """What is said; with fewer words of what is known rather than beside a smaller board."""
        theme, kind = self.wish.theme, self.wish.kind
        texts = [says]
        if kind == "rated" and not self.arrangement.beside:  # where it stands
            texts = [self.series.with_rating(says), says]
        elif kind != "rated":
            texts += [texts[-1].replace(about_text(kind), briefly(kind))]
        texts += [texts[-1].replace(theme_text(theme), f"Theme {theme}.") if theme != "any" else ""]
        texts += [self._asked] if self._asked and says.endswith(self._asked) else []
        room = self.room_for_text
        fits = (text for text in texts if text and len(wrapped(text, self.columns)) <= room)
        return next(fits, says)

    def _side_text(self, width: int, room: int) -> str:
        """The goal, and what was achieved so far."""
        theme = wrap(theme_text(self.wish.theme), width)
        parts = goal_titled(self.goal, room), theme, self.series.standing()
        lines = "\n\n".join("\n".join(part) for part in parts if part).splitlines()
        return "\n".join(lines[:room])

    def _keys(self) -> tuple[str, ...]:
        wish, run, tried = self.wish, self.series.run, self.tried
        keys = _OVER if run is not None and run.over else _KEYS[wish.kind]
        if run is None and tried is not None and tried.state != "open":
            keys = _ANSWERED
        if wish.kind == "storm" and run is not None and not (run.ticking or run.over):
            keys = tuple(key for key in keys if key != _SKIP)  # it is refused before the clock runs
        if run is not None and run.begun and not run.over:
            return (*keys, "? help")
        keys = tuple(
            "Esc back" if key.startswith("Esc ") else key for key in keys
        )  # nothing to end yet
        return (*keys, f"M {_after(_KINDS, wish.kind)}", "B theme", "E size", "? help")

    def on_key(self, event: Key) -> None:
        """Answer, go on, change what is asked, or leave."""
        name, action, letter = pressed(event, self._settings.keys, self._settings.arrows)
        wish, tried = self.wish, self.tried
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
            self._aside("A puzzle gives no hints.")
        else:
            return
        event.stop()

    def on_board_view_pushed(self, event: BoardView.Pushed) -> None:
        """Push the tiles between the cell and the blank."""
        if self.tried is not None:
            self._answer(self.tried, push(self.tried.board, event.cell))

    def closing(self) -> None:
        """Keep a streak; end another run."""
        for _ in self.series.close():
            pass  # nobody reads it

    def _leave(self) -> None:
        """A run that has begun is ended, or a streak kept, only after a question."""
        run = self.series.run
        if run is None or not run.begun or run.over:
            self._stop_drawing()
            self._end()
            return
        kept = self.series.is_kept
        title = "End this storm? Its clock is not stopped."
        if run.kind == "streak":
            title = (
                "Leave this streak?" if kept else "End this streak? It is not kept if you leave."
            )
        options = [
            ("stay", "go on", ""),
            *([("keep", "leave; it goes on the next time", "")] if kept else []),
            ("end", f"end it; {run.solved} solved", ""),
        ]

        def done(answer: str | None) -> None:
            if answer == "keep":
                self._stop_drawing()
                self.dismiss(None)
            elif answer == "end" and not run.over:
                self._stop_drawing()
                self._end()

        self.app.push_screen(ChoiceDialog(title, options), done)

    def _stop_drawing(self) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None

    def _end(self) -> None:
        """End a run that has begun, and show its score; else leave."""
        run = self.series.run
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
            ways = "leave it for later or end it" if self.series.is_kept else "end it"
            self._aside(f"This {run.kind} is not over; press Esc to {ways}.")
        elif self._drawing is None:
            self._begin(wish)
            self.paint()
        else:
            # The search for a puzzle cannot be stopped: the choice is followed when it ends.
            self._wanted = wish
            self._said = theme_text(wish.theme)
            self._says = self._looking
            self.paint()

    def _next(self) -> None:
        """Another puzzle or another run; of a storm, the puzzle is left out."""
        run = self.series.run
        if self._drawing is not None:
            return
        if run is None or run.over:
            self._begin(self.series.wish)
        elif run.kind == "streak":
            self._aside(said(FaceSentence.NO_SKIP))
        elif run.kind == "storm" and not run.ticking:
            self._aside(said(FaceSentence.STARTS))
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
            lines.append(error_text(error))
        return lines


def _after(values: tuple[T, ...], value: T) -> T:
    return values[(values.index(value) + 1) % len(values)]
