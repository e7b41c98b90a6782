"""A table whose rows are chosen: the first and the last of them by Home and End."""

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
