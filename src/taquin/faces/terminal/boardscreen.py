"""What the screens with a board share: how they are laid out, its look, a clock, repainting."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize

from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.clipping import shortened, wrapped
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.geometry import BAR, SIDE, TOP, Arrangement, arrangement, fit, key_lines
from taquin.faces.terminal.goalside import goal_as_column, goal_columns, goal_lines
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.words import Words
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name

__all__ = ["BoardScreen"]

T = TypeVar("T")
_PADDING = 2  # columns of it around every text
_APART = 8  # columns at most between a board and the text beside it


class BoardScreen(FrontScreen[T], Generic[T]):
    """A screen with one `BoardView`, painted whenever something about it changes.

    The board has the same size and place on each of them, whatever they have to say.
    """

    # The id of the text below the board.
    SAYS: ClassVar[str] = "says"

    def __init__(self, look: Look, every: float) -> None:
        """every: seconds between two calls of `tick`."""
        super().__init__()
        self._look, self._every = look, every
        self.arrangement = Arrangement(False, 0, 0)
        self._laid: object = None  # the sizes that the places of text and board are for
        self._tall = 0  # lines of the longest text below the board since then

    @property
    def goal(self) -> Board:
        """The goal of the board that is shown."""
        raise NotImplementedError

    def paint(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def tick(self) -> None:
        """Follow what goes on by itself."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Figures; the board and what stands beside it; what is said; keys."""
        yield Words(classes="bar", id="bar", fixed=True)
        with Horizontal(classes="middle"):
            yield BoardView(self.goal, self.goal)
            yield Words(classes="side", id="side", fixed=True)
        yield Words(classes="under", id="under", fixed=True)
        with Vertical(classes="words"):
            yield Words(classes="detail", id="detail")
            yield Words(classes="says", id=self.SAYS)
        yield KeysBar()

    def on_mount(self) -> None:
        """Dress the board and start the clock of the display."""
        self.query_one(BoardView).dress(self._look)
        self.set_interval(self._every, self.tick)
        self.paint()

    def on_resize(self, event: Resize) -> None:
        """Lay out for the new size."""
        self.paint()

    def on_board_view_fitted(self) -> None:
        """Say which part of the board fits now."""
        self.paint()

    def lay_out(self, beside: Callable[[int, int], str]) -> None:
        """Give board and text their places.

        beside: the text for a place of so many columns and lines beside the board. Where there is
        none, the goal stands there if it fits, else below the board.
        """
        goal, (width, height) = self.goal, self.size
        self.arrangement = places = arrangement(
            goal,
            width,
            height,
            lined=self._look.lined,
            goal=goal_columns(goal),
            rows=goal_lines(goal),
            wanted=goal_name(goal) != "last",
        )
        self.set_class(not places.beside, "narrow")
        sizes = (width, height, goal.width, goal.height)
        if sizes != self._laid:
            self._laid, self._tall = sizes, 0
        under = self.query_one("#under", Words)
        under.display, under.styles.height = places.under > 0, places.under
        under.say(goal_as_column(goal))
        side = self.query_one("#side", Words)
        side.display, side.styles.width = places.side > 0, places.side
        lines = height - BAR - key_lines(width, height) - places.words
        whole = not places.beside and goal_lines(goal) == lines  # without a line above it
        side.styles.padding = (0 if whole else TOP, 1, 0, 1)
        # Board and text stand together in the middle, however wide the terminal is.
        across, _ = self._board_size(places.words)
        spare = max(0, width - places.side - across - 2 * _APART) if places.side else 0
        self.query_one(".middle").styles.padding = (0, spare - spare // 2, 0, spare // 2)
        if places.beside:
            room = self.query_one(".middle").size.height - TOP
            side.say(beside(SIDE - _PADDING, max(1, room)))
        else:
            side.say(goal_as_column(goal) if places.side else "")

    @property
    def shows_goal(self) -> bool:
        """Whether the rows of the goal stand beside or below the board."""
        places, rows = self.arrangement, goal_lines(self.goal)
        if not places.beside:
            return places.side > 0 or places.under > 0
        return 0 < rows <= self.query_one(".middle").size.height - TOP

    @property
    def _shared_lines(self) -> int:
        """For the board and the text below it."""
        width, height = self.size
        return height - BAR - key_lines(width, height) - self.arrangement.under

    def _board_size(self, words: int) -> tuple[int, int]:
        """Characters across and down of the board above so many lines of text."""
        goal = self.goal
        place = self.size.width - self.arrangement.side, self._shared_lines - words
        return fit(goal, *place, lined=self._look.lined).size(goal.width, goal.height)

    def _is_cut(self, words: int) -> bool:
        """Whether a part of the board has no room above so many lines of text."""
        across, down = self._board_size(words)
        return across > self.size.width - self.arrangement.side or down > self._shared_lines - words

    @property
    def room_for_text(self) -> int:
        """Lines of text that make the board no smaller than it is with few words."""
        words = self.arrangement.words
        return words if self._is_cut(words) else self._shared_lines - self._board_size(words)[1]

    def fitting(self, texts: Sequence[str], note: str | None = None) -> str:
        """The first of these texts for which there is room below the board; else the last.

        note: stands below it if the board is cut.
        """
        room = self.room_for_text
        if note is not None and self._is_cut(self.arrangement.words):
            room -= len(wrapped(note, self.columns))
        fits = (text for text in texts if len(wrapped(text, self.columns)) <= room)
        return next(fits, texts[-1])

    @property
    def columns(self) -> int:
        """Of a text below the board."""
        return max(1, self.size.width - _PADDING)

    def tell(
        self, text: str, lines: Sequence[str] = (), *, whole: bool = True, note: str | None = None
    ) -> None:
        """Show a text below the board, after lines about it.

        A text that is longer than those before it leaves the board less room, and a shorter one
        no more of it: the board does not jump from move to move. A board that is cut has all the
        room that the text leaves.

        whole: else the text is shortened rather than the board made smaller. note: what is said
        if the board is cut.
        """
        if not whole:
            text = shortened(text, self.columns, self.room_for_text - len(lines))
        needed = len(lines) + len(wrapped(text, self.columns))
        self._tall = max(self._tall, needed)
        most = max(self._shared_lines - self.goal.height, self.arrangement.words)
        words = max(self.arrangement.words, needed, min(self._tall, most))
        if note is not None and self._is_cut(words):
            text = "\n".join(filter(None, (text, note)))
        self.query_one(".words").styles.min_height = words
        shown = self.query_one("#detail", Words)
        shown.display = bool(lines)
        shown.say("\n".join(lines))
        self.query_one(f"#{self.SAYS}", Words).say(text)
