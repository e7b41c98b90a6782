"""What the screens with a board of their own share: its look, a clock, and repainting."""

from typing import Generic, TypeVar

from textual.events import Resize

from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.drawing import Look
from taquin.faces.terminal.front import FrontScreen

__all__ = ["BoardScreen"]

T = TypeVar("T")


class BoardScreen(FrontScreen[T], Generic[T]):
    """A screen with one `BoardView`, painted whenever something about it changes."""

    def __init__(self, look: Look, every: float) -> None:
        """every: seconds between two calls of `tick`."""
        super().__init__()
        self._look, self._every = look, every

    def paint(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def tick(self) -> None:
        """Follow what goes on by itself."""
        raise NotImplementedError

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
