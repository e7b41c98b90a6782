"""A table whose rows are chosen: Home and End go to the first and the last, and it is seen."""

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.widgets import DataTable

__all__ = ["LineTable"]

T = TypeVar("T")


class LineTable(DataTable[T]):
    """Home and End choose a row, where Textual's own table scrolls to a column."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]

    def on_resize(self) -> None:
        """Show the chosen row, whatever room the text around the table leaves."""
        self.move_cursor(row=self.cursor_row)
