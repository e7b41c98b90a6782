"""A screen on which a list of moves is stepped through: a solution, or a game under review."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.events import Key
from textual.timer import Timer

from taquin.faces.terminal.boardscreen import BoardScreen
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.clipping import fitted
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.keys import key_name
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.words import Words
from taquin.ground.grammar import counted
from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology

__all__ = ["Steps", "track"]

_TICK = 0.1
_SHORTEST = 5  # characters of the bar
_SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)


def track(at: int, last: int, width: int) -> str:
    """A bar of `width` characters with the place of move `at` of `last`.

    >>> track(0, 4, 5), track(2, 4, 5), track(4, 4, 5)
    ('●────', '━━●──', '━━━━●')
    """
    place = round(at / last * (width - 1)) if last else 0
    return "━" * place + "●" + "─" * (width - 1 - place)


class Steps(BoardScreen[str | None]):
    """Steps through boards; subclasses say what stands beside them.

    boards: each one move, or one slide, from the next. stops: how many of them have been made where
    a step ends, so that tiles pushed together move together. table: the board type. unit: what
    leads from a board to the next, a move or a slide.
    """

    SAYS = "place"
    MEANS: ClassVar[Mapping[str, str]] = {
        **FrontScreen.MEANS,
        "back": "go back to the game",
        "step": "go one move back or forward; Home and End go to the start and the end",
        "play": "play the moves one after another",
        "stop": "stop at this move",
    }

    def __init__(
        self, boards: Sequence[Board], goal: Board, look: Look, palette: str,
        stops: Sequence[int] | None = None, *, table: Topology, unit: str = "move",
    ) -> None:  # fmt: skip
        super().__init__(look, _TICK)
        self.boards = boards
        self.last = len(boards) - 1
        self.unit = unit
        self.table = table
        self._goal = goal
        self.at = 0
        self._palette = palette
        self._stops = [0, *(range(1, self.last + 1) if stops is None else stops)]
        self._speed = 2
        self._playing: Timer | None = None

    def keys(self) -> Sequence[str]:
        """The keys that can be pressed now; the first are shown on a small screen too."""
        raise NotImplementedError

    @property
    def space(self) -> str:
        """The key that plays or stands still."""
        return "Space play" if self._playing is None else "Space stop"

    def titles(self) -> Sequence[str]:
        """What the first line says, and with fewer words where it is too long."""
        raise NotImplementedError

    def side_text(self, width: int, room: int) -> str:
        """What stands beside the board, in `room` lines."""
        raise NotImplementedError

    def below_lines(self, width: int, room: int) -> list[str]:
        """What stands below the board, in `room` lines if it can; all, where none are beside it."""
        raise NotImplementedError

    @property
    def goal(self) -> Board:
        """Where the moves should lead."""
        return self._goal

    def tick(self) -> None:
        """Follow a search whose result the screen shows."""

    def paint(self) -> None:
        """Show this moment."""
        if not self.is_mounted:
            return
        width = max(10, self.columns)
        self.lay_out(self.side_text)
        self.query_one("#bar", Words).say(fitted(self.titles(), width))
        self.query_one(KeysBar).show(self.keys())
        self.query_one(BoardView).show(
            self.boards[self.at], self.goal, palette=self._palette, table=self.table
        )
        words = self.arrangement.words
        below = self.below_lines(width, words - 1)
        left = words - 1 - len(below)
        if left and self.arrangement.under:  # apart from the goal
            below, left = ["", *below], left - 1
        # At the bottom, where it stays whatever is said of a move.
        apart = "\n" * left if below else ""
        self.tell(f"{apart}{self._place(width)}", below)

    def _place(self, width: int) -> str:
        """A bar with the place of the move, and the place in figures."""
        speed = f"{_SPEEDS[self._speed]:g} per second"
        every = counted(self.last, self.unit).partition(" ")[0]
        place = f"{speed} · {self.unit} {self.at} of {every}"
        room = width - len(place) - 2
        return place if room < _SHORTEST else f"{track(self.at, self.last, room)}  {place}"

    def go(self, at: int) -> None:
        """Show the board after so many moves, or slides."""
        self.at = max(0, min(self.last, at))
        self.paint()

    def step(self, direction: int) -> None:
        """One slide forwards (1) or backwards (-1)."""
        if direction > 0:
            self.go(next((stop for stop in self._stops if stop > self.at), self.at))
        else:
            self.go(next((stop for stop in reversed(self._stops) if stop < self.at), 0))

    def play(self) -> None:
        """Begin to play, from the start if it is at the end."""
        if self.at == self.last:
            self.at = 0
        self.stop()
        self._playing = self.set_interval(1 / _SPEEDS[self._speed], self._advance)
        self.paint()

    def stop(self) -> None:
        """Stand still."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def _advance(self) -> None:
        self.step(1)
        if self.at == self.last:
            self.stop()
            self.paint()

    def _faster(self, change: int) -> None:
        self._speed = max(0, min(len(_SPEEDS) - 1, self._speed + change))
        if self._playing is not None:
            self.stop()
            self.play()
        self.paint()

    def on_key(self, event: Key) -> None:
        """Step, play, or leave."""
        name = key_name(event)
        steps = {"left": -1, "right": 1, "up": -1, "down": 1}
        if name in ("right", "left", "up", "down"):
            self.stop()
            self.step(steps[name])
        elif name in ("home", "end"):
            self.stop()
            self.go(0 if name == "home" else self.last)
        elif name == " ":
            if self._playing is None:
                self.play()
            else:
                self.stop()
                self.paint()
        elif name in "+=":
            self._faster(1)
        elif name == "-":
            self._faster(-1)
        elif name in ("escape", "q"):
            self.stop()
            self.leave(None)
        elif not self.press(name):
            return
        event.stop()

    def help(self) -> None:
        """Stand still behind the help."""
        self.stop()
        self.paint()
        super().help()

    def press(self, name: str) -> bool:
        """What another key does; False if it does nothing."""
        return False

    def leave(self, answer: str | None) -> None:
        """Go back to the game with an answer."""
        self.dismiss(answer)
