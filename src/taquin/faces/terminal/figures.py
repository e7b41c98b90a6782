"""The statistics: best games, averages, and the list of games."""

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import DataTable, Static

from taquin.faces.terminal.figures_text import averages_text, bests_text
from taquin.faces.terminal.steps import fitting
from taquin.game.record import GameRecord
from taquin.game.words import assistance, game_time_text, local_text

__all__ = ["Statistics"]

_SHOWN = 500


class Statistics(Screen[tuple[str, GameRecord] | None]):
    """Answers ("review", game) for a chosen game, or None."""

    KEYS = ("Enter review", "Esc back", "E export", "Del delete all")

    def __init__(self, records: list[GameRecord], like: GameRecord, path: str) -> None:
        super().__init__()
        self._records, self._like, self._path = records, like, path

    def compose(self) -> ComposeResult:
        """Bests, averages, games."""
        yield Static("Statistics", classes="bar")
        yield Static(classes="text", id="figures", markup=False)
        yield DataTable(cursor_type="row", zebra_stripes=True)
        yield Static(f"Kept on this machine alone: {self._path}", classes="text", markup=False)
        yield Static(classes="keys", id="keys", markup=False)

    def on_resize(self, event: Resize) -> None:
        """As many keys and columns as fit."""
        width = event.size.width - 2
        keys = self.KEYS if self._records else ("Esc back",)
        self.query_one("#keys", Static).update(fitting(keys, width))
        self.query_one("#figures", Static).update(self._text(width))

    def _text(self, width: int) -> str:
        if not self._records:
            return "No finished games yet. Solve a board, and its figures appear here."
        return f"{bests_text(self._records, width)}\n{averages_text(self._records, self._like)}"

    def on_mount(self) -> None:
        """Fill the table, the newest game first."""
        table = self.query_one(DataTable)
        table.add_columns("when", "board", "time", "moves", "help")
        table.show_header = bool(self._records)
        for number, record in reversed(list(enumerate(self._records))[-_SHOWN:]):
            table.add_row(
                local_text(record.created),
                record.size,
                game_time_text(record),
                str(len(record.moves)),
                assistance(record) or "none",
                key=str(number),
            )
        table.focus()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Review the game."""
        self.dismiss(("review", self._records[int(str(event.row_key.value))]))

    def on_key(self, event: Key) -> None:
        """Leave, export, or delete."""
        match event.key:
            case "escape" | "q":
                self.dismiss(None)
            case "e" if self._records:
                self.dismiss(("export", self._like))
            case "delete" if self._records:
                self.dismiss(("delete", self._like))
            case _:
                return
        event.stop()
