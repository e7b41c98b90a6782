"""The widget that shows a board and takes the mouse."""

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual.events import MouseDown, Resize
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from taquin.faces.terminal.drawing import (
    NO_WALLS,
    BoardPicture,
    Look,
    cell_at,
    draw,
    look_for,
    walls_of,
)
from taquin.faces.terminal.geometry import BoardGeometry, Window, fit, window
from taquin.puzzle.board import Board
from taquin.puzzle.topology import Topology

__all__ = ["BoardView"]

_NOTHING: Mapping[int, str] = {}


class BoardView(Widget):
    """A board, as large as it fits; sends `Pushed` for a press on a tile."""

    can_focus = False

    class Pushed(Message):
        """A cell was pressed."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    class Fitted(Message):
        """The board was drawn in another size."""

    def __init__(self, board: Board, goal: Board) -> None:
        super().__init__()
        self._picture = BoardPicture(board, goal, "rows", _NOTHING)
        self._look = look_for(dark=True, lined=False)
        self._lines: list[Strip] = []
        self._geometry: BoardGeometry | None = None
        self._window: Window | None = None

    def show(
        self,
        board: Board,
        goal: Board,
        *,
        palette: str,
        marks: Mapping[int, str] = _NOTHING,
        hidden: bool = False,
        bare: bool = False,
        table: Topology | None = None,
    ) -> None:
        """Show a board; for the others see `BoardPicture`. table: the board type, grid if None."""
        walls = NO_WALLS if table is None else walls_of(table)
        picture = BoardPicture(board, goal, palette, marks, hidden, bare, walls)
        if picture != self._picture:
            self._picture = picture
            self._paint()

    def dress(self, look: Look) -> None:
        """Set the colours."""
        self._look = look
        self._paint()

    def on_resize(self, event: Resize) -> None:
        """Fit the board into the new size."""
        self._paint()
        self.post_message(self.Fitted())

    def _paint(self) -> None:
        """Draw the whole widget: the board in the middle of the ground."""
        width, height = self.size
        if not width or not height:
            return
        board = self._picture.board
        geometry = fit(board, width, height, lined=self._look.lined)
        part = window(board, geometry, width, height, self._picture.marks)
        ground = Style() if self._look.lined else Style(bgcolor=self._look.ground)
        lines = draw(self._picture, geometry, part, self._look)
        across, _ = geometry.size(part.columns, part.rows)
        left, top = self._corner(geometry, part)
        before, after = Segment(" " * left, ground), Segment(" " * (width - across - left), ground)
        empty = Strip([Segment(" " * width, ground)], width)
        drawn = [Strip([before, *line, after]).crop(0, width) for line in lines]
        self._lines = [empty] * top + drawn + [empty] * (height - top - len(drawn))
        self._geometry, self._window = geometry, part
        self.refresh()

    def _corner(self, geometry: BoardGeometry, part: Window) -> tuple[int, int]:
        """Where the board begins in the widget."""
        across, down = geometry.size(part.columns, part.rows)
        return max(0, self.size.width - across) // 2, max(0, self.size.height - down) // 2

    @property
    def missing(self) -> str | None:
        """What of the board is not shown, in words."""
        return None if self._window is None else self._window.words(self._picture.board)

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width)

    def on_mouse_down(self, event: MouseDown) -> None:
        """Send the cell under the mouse."""
        if self._geometry is None or self._window is None or event.button != 1:
            return
        left, top = self._corner(self._geometry, self._window)
        cell = cell_at(
            event.x - left, event.y - top, self._picture.board, self._geometry, self._window
        )
        if cell is not None:
            self.post_message(self.Pushed(cell))
