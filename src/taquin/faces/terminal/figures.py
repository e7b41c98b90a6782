"""The statistics: best games, averages, and the list of games."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key, Resize
from textual.widgets import DataTable, Static

from taquin.faces.terminal.clipping import clipped
from taquin.faces.terminal.figures_text import HEADS, figures_text
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.keys import key_name
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.words import Words
from taquin.game.daily import daily_of
from taquin.game.record import GameRecord
from taquin.game.words import assistance, game_time_text, kind_text, length_text, local_text

__all__ = ["Statistics"]

_SHOWN = 500
_LOW, _NARROW = 18, 70  # lines for more than games and figures; columns for all keys
_LEAST_HELP = 8  # characters of a line
# Where a line has no room for the help, date and result take two.
_HEAD, _FOLDED_HEAD = ("when", "board", "time", "moves"), ("when", "board", "result")


class _Games(DataTable[str]):
    """The list of games, which ends with a whole one."""

    def on_resize(self, event: Resize) -> None:
        """Leave a line below the list empty rather than fill it with half a game."""
        heights = {row.height for row in self.ordered_rows}
        margin = self.styles.margin
        room = event.size.height + margin.bottom - 1  # below the head
        scrolls = sum(row.height for row in self.ordered_rows) > room
        spare = room % heights.pop() if scrolls and len(heights) == 1 else 0
        self.styles.margin = (0, 0, spare, margin.left)


class Statistics(FrontScreen[None]):
    """`request(name, game)` asks the application for what is opened over it."""

    topic = "statistics"
    MEANS: ClassVar[Mapping[str, str]] = {
        **FrontScreen.MEANS,
        "review": "review the game that ↑ ↓ choose",
        "export": "write all games to a file, which the page can import",
        "delete all": "delete all games, after a question",
        "figures": "scroll the figures with ↑ ↓; once more goes back to the games",
    }
    KEYS = ("Enter review", "Esc back", "E export", "Del delete all", "? help")

    def __init__(
        self,
        records: list[GameRecord],
        like: GameRecord,
        others: str,
        path: str,
        request: Callable[[str, GameRecord], None],
    ) -> None:
        """others: figures that are not of games.

        request: takes review, export or delete, and the game that is meant.
        """
        super().__init__()
        self._request = request
        self._records, self._like = records, like
        self._others, self._path = others, path

    def compose(self) -> ComposeResult:
        """Bests, averages, games."""
        yield Static("Statistics", classes="bar")
        with VerticalScroll(classes="figures"):
            yield Static(classes="text", id="figures", markup=False)
        yield Words(classes="text", id="more")
        yield _Games(cursor_type="row", zebra_stripes=True)
        kept = f"Kept on this machine alone: {self._path}"
        yield Static(kept, classes="text", id="kept", markup=False)
        yield KeysBar()

    def on_resize(self, event: Resize) -> None:
        """As many keys as fit, and the list as wide as the screen."""
        self.query_one("#figures", Static).update(self._text(event.size.width - 3))
        self._fill(event.size.width - 1)  # a scroll bar takes one
        self.query_one("#kept").display = event.size.height >= _LOW
        self.call_after_refresh(self._show_keys)

    def _show_keys(self) -> None:
        keys = self.KEYS if self._records else ("Esc back", "? help")
        figures, most = self.query_one(VerticalScroll), self.size.height // 2
        scrolls = figures.virtual_size.height > most
        figures.styles.max_height = most - scrolls
        self.query_one("#more").display = scrolls
        self.call_after_refresh(self._show_more)
        figures.can_focus = scrolls  # else Tab would leave the games for nothing
        if not scrolls:
            self.query_one(DataTable).focus()
        # Low as it may be, a narrow terminal has lines for all keys: there is no board here.
        lines = 2 if self.size.width < _NARROW else 1
        self.query_one(KeysBar).show((*keys, "Tab figures") if scrolls else keys, lines)

    def _show_more(self) -> None:
        """Name the parts below the figures that are shown; the bar beside them is easily missed."""
        figures, text = self.query_one(VerticalScroll), self.query_one("#figures", Static)
        end = figures.scroll_offset.y + figures.size.height
        below = [text.render_line(y).text.strip() for y in range(end, text.size.height)]
        heads = ", ".join(line for line in below if line in HEADS)
        more = f"↓ {heads or 'more'}" if below else "↑ more"
        self.query_one("#more", Words).say(clipped(more, self.size.width - 2))

    def _text(self, width: int) -> str:
        none = "No finished games yet. Solve a board, and its figures appear here."
        text = figures_text(self._records, width) if self._records else none
        return "\n".join(filter(None, (text, self._others)))

    def on_mount(self) -> None:
        """Let the arrow keys choose a game."""
        self.query_one(DataTable).focus()
        self.watch(self.query_one(VerticalScroll), "scroll_y", self._show_more, init=False)

    def _fill(self, width: int) -> None:
        """Fill the table, the newest game first; what help a game had takes more lines if need be.

        width: of the table, with its padding.
        """
        table = self.query_one(DataTable)
        chosen = table.cursor_row
        table.clear(columns=True)
        table.show_header = bool(self._records)
        shown = list(enumerate(self._records))[: -_SHOWN - 1 : -1]
        folded, table.cell_padding = False, 1
        rows = [_cells(record) for _, record in shown]
        widths = _widths(_HEAD, rows)
        if width - sum(widths) - 2 * len(widths) - 2 < _LEAST_HELP:
            folded, table.cell_padding = True, 0
            width -= 1  # the column that a cell's padding was
            rows = [_folded(record) for _, record in shown]
            widths = [wide + 1 for wide in _widths(_FOLDED_HEAD, rows)]
        table.styles.margin = (0, 0, table.styles.margin.bottom, int(folded))
        padding = 2 * table.cell_padding
        room = max(_LEAST_HELP, width - sum(widths) - padding * (len(widths) + 1))
        head = list(_FOLDED_HEAD if folded else _HEAD)
        # Where dates and boards leave no room for a column of it, all help stands below its game.
        below = sum(widths) + room > width
        if below:
            widths[-1] += max(0, width - sum(widths))
        else:
            head, widths = [*head, "help"], [*widths, room]
        for name, wide in zip(head, widths, strict=True):
            table.add_column(name, width=wide)
        for (number, record), cells in zip(shown, rows, strict=True):
            had = assistance(record)
            lines = wrap(had or "none", room)
            height = max(cell.count("\n") + 1 for cell in cells)
            row = cells if below else (*cells, "\n".join(lines))
            if folded and had and (below or len(lines) > height):
                row = _across(cells if below else (*cells, ""), widths, f"With: {had}")
            height = max(cell.count("\n") + 1 for cell in row)
            table.add_row(*row, height=height, key=str(number))
        table.move_cursor(row=chosen)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Review the game."""
        self._request("review", self._records[int(str(event.row_key.value))])

    def on_key(self, event: Key) -> None:
        """Leave, export, or delete."""
        match key_name(event):
            case "escape" | "q":
                self.dismiss(None)
            case "enter" if self._records:  # while the figures are scrolled
                at = self.query_one(DataTable).cursor_row
                self._request("review", self._records[len(self._records) - 1 - at])
            case "e" if self._records:
                self._request("export", self._like)
            case "delete" if self._records:
                self._request("delete", self._like)
            case _:
                return
        event.stop()


def _cells(record: GameRecord) -> tuple[str, ...]:
    """A game in a line; blind, or with another goal, it was another puzzle."""
    when, kind = local_text(record.created), kind_text(record)
    kind += ", daily" if daily_of(record) else ""
    length = str(record.count) if record.metric == "stm" else length_text(record)
    return when, kind, game_time_text(record), length


def _folded(record: GameRecord) -> tuple[str, ...]:
    """A game in two lines or more."""
    when, kind, time, _ = _cells(record)
    return (
        when.replace(" ", "\n"),
        kind.replace(", ", "\n"),
        f"{time}\n{length_text(record)}",
    )


def _across(cells: Sequence[str], widths: Sequence[int], text: str) -> tuple[str, ...]:
    """A row without padding, with a text below it: a part of each line in every column."""
    height = max(cell.count("\n") + 1 for cell in cells)
    columns = [cell.split("\n") + [""] * (height - cell.count("\n") - 1) for cell in cells]
    for line in wrap(text, sum(widths)):
        at = 0
        for column, wide in zip(columns, widths, strict=True):
            column.append(line[at : at + wide])
            at += wide
    return tuple("\n".join(column) for column in columns)


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Characters of each column."""
    return [
        max(len(line) for cell in column for line in cell.split("\n"))
        for column in zip(head, *rows, strict=True)
    ]
