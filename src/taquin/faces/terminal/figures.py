"""The statistics: best games, averages, and the list of games."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.widgets import DataTable, Static

from taquin.faces.terminal.clipping import clipped, wrapped
from taquin.faces.terminal.dialogs import ChoiceDialog
from taquin.faces.terminal.figures_text import HEADS, averages_table, bests_text
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.gamelist import GameLine, game_lines, kinds_of, list_columns, list_width
from taquin.faces.terminal.keys import key_name
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.linetable import LineTable
from taquin.faces.terminal.words import Words
from taquin.game.attempt import AttemptResult
from taquin.game.record import GameRecord
from taquin.ground.grammar import counted

__all__ = ["Statistics"]

_SHOWN = 500
_LOW, _NARROW = 18, 70  # lines for more than games and figures; columns for all keys
_WIDEST = 90  # columns of the figures
_AROUND = 3  # columns of their padding and scroll bar
_EVERY = "every"  # the answer for games of all kinds


class _Panes(Container):
    """Figures and games, which share its lines."""

    def on_resize(self) -> None:
        """Share them again."""
        assert isinstance(self.screen, Statistics)
        self.call_after_refresh(self.screen.share_lines)


class Statistics(FrontScreen[None]):
    """`request(name, game)` asks the application for what is opened over it."""

    topic = "statistics"
    MEANS: ClassVar[Mapping[str, str]] = {
        **FrontScreen.MEANS,
        "review": "review the game that ↑ ↓ choose, or list the boards of an attempt",
        "board": "choose the boards that figures and games are of",
        "export": "write all games to a file, which the page can import",
        "delete all": "delete all games, after a question",
        "figures": "scroll the figures with ↑ ↓; once more goes back to the games",
    }
    KEYS = ("Enter review", "Esc back", "B board", "E export", "Del delete all", "? help")

    def __init__(
        self,
        records: list[GameRecord],
        like: GameRecord,
        attempts: Sequence[AttemptResult],
        others: Sequence[str],
        path: str,
        request: Callable[[str, GameRecord], None],
    ) -> None:
        """attempts: of which some games are boards. others: figures that are not of games.

        request: takes review, export or delete, and the game that is meant.
        """
        super().__init__()
        self._request = request
        self._every = self._records = records
        self._attempts, self._like = attempts, like
        self._others, self._path = others, path
        self._kind = _EVERY
        self._unfolded = set[str]()
        self._lines: list[GameLine] = []

    def compose(self) -> ComposeResult:
        """Bests, averages, games."""
        yield Words(classes="bar", id="bar", fixed=True)
        with _Panes(classes="panes"):
            with Vertical(classes="pane"):
                with VerticalScroll(classes="figures"):
                    yield Static(classes="text", id="figures", markup=False)
                yield Words(classes="text", id="more")
            yield LineTable[str](cursor_type="row", zebra_stripes=True)
        yield Words(classes="text", id="chosen", fixed=True)
        yield Words(classes="text", id="kept")
        yield KeysBar()

    def on_resize(self, event: Resize) -> None:
        """As many keys as fit, and the list as wide as the screen leaves it."""
        self._lay_out()

    def _lay_out(self) -> None:
        """Figures and games beside each other if nothing of either has to be left out."""
        width, height = self.size
        self._lines = game_lines(self._records, self._attempts, self._unfolded)[:_SHOWN]
        text = self._text(min(width, _WIDEST) - _AROUND)
        side = max(map(len, text.plain.split("\n"))) + _AROUND
        beside = bool(self._lines) and side + list_width(self._lines) < width
        self.set_class(beside, "beside")
        self.query_one(".pane").styles.width = side if beside else "1fr"
        self.query_one("#figures", Static).update(text if beside else self._text(width - _AROUND))
        self.query_one("#kept", Words).say(f"Kept on this machine alone: {self._path}")
        self.query_one("#kept").display = height >= _LOW
        self._fill(width - side - 1 if beside else width - 1)  # a scroll bar takes one
        kinds = kinds_of(self._every)
        which = f": {kinds[self._kind][0]}" if self._kind in kinds else ""
        self.query_one("#bar", Words).say(clipped(f"Statistics{which}", width - 2))
        self.call_after_refresh(self.share_lines)

    def share_lines(self) -> None:
        """Give the figures their lines, and say with which key they are scrolled."""
        keys = self.KEYS if self._every else ("Esc back", "? help")
        figures, panes, about = (self.query_one(one) for one in (".figures", ".panes", "#chosen"))
        # What is said of the chosen game is at the cost of the figures.
        most = self.size.height // 2 - (about.size.height if about.display else 0)
        if self.has_class("beside"):
            most = panes.size.height
        scrolls = figures.virtual_size.height > most
        figures.styles.max_height = most - scrolls
        self.query_one("#more").display = scrolls
        self.call_after_refresh(self._show_more)
        figures.can_focus = scrolls  # else Tab would leave the games for nothing
        table = self.query_one(DataTable)
        table.move_cursor(row=table.cursor_row)  # which may have been scrolled out of it
        if not scrolls:
            table.focus()
        # Low as it may be, a narrow terminal has lines for all keys: there is no board here.
        lines = 2 if self.size.width < _NARROW else 1
        self.query_one(KeysBar).show((*keys, "Tab figures") if scrolls else keys, lines)

    def _show_more(self) -> None:
        """Name the parts below the figures that are shown; the bar beside them is easily missed."""
        figures, text = self.query_one(VerticalScroll), self.query_one("#figures", Static)
        end = figures.scroll_offset.y + figures.size.height
        lines = [text.render_line(y).text.strip() for y in range(text.size.height)]
        heads = [line for line in lines[end:] if line in HEADS]
        # Within the last part, that one goes on.
        heads = heads or [line for line in lines[:end] if line in HEADS][-1:]
        more = f"↓ {', '.join(heads) or 'more'}" if any(lines[end:]) else "↑ more"
        self.query_one("#more", Words).say(clipped(more, self.size.width - 2))

    def _text(self, width: int) -> Text:
        """The parts of the figures with their headings."""
        parts = ["No finished games yet. Solve a board, and its figures appear here."]
        if self._records:
            parts = [bests_text(self._records, width), averages_table(self._records, width)]
        text = Text("\n\n".join(filter(None, (*parts, *self._others))))
        for head in HEADS:
            text.highlight_regex(rf"(?m)^{head}$", "bold")
        return text

    def on_mount(self) -> None:
        """Let the arrow keys choose a game."""
        self.query_one(DataTable).focus()
        self.watch(self.query_one(VerticalScroll), "scroll_y", self._show_more, init=False)

    def _fill(self, width: int) -> None:
        """Fill the table, the newest game first, one line for each.

        width: of the table, with its padding.
        """
        table = self.query_one(DataTable)
        chosen = table.cursor_row
        table.clear(columns=True)
        table.show_header = bool(self._lines)
        columns = list_columns(self._lines, width)
        table.cell_padding = columns.padding  # without it, a column is left free instead
        table.styles.margin = (0, 0, 0, 1 - columns.padding)
        for name, wide in zip(columns.head, columns.wide, strict=True):
            table.add_column(name, width=wide)
        for line in self._lines:
            table.add_row(*columns.cells(line), key=line.key + line.kind)
        table.move_cursor(row=chosen)
        about = self.query_one("#chosen", Words)
        about.display = columns.leaves_out(self._lines)
        words = {len(wrapped(line.words, self.size.width - 2)) for line in self._lines}
        about.styles.height = max(words, default=1)  # whichever game is chosen
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Say of the chosen game what its line in the list has no room for."""
        if self._lines:
            self.query_one("#chosen", Words).say(self._line.words)

    @property
    def _line(self) -> GameLine:
        """The one that is chosen."""
        return self._lines[min(self.query_one(DataTable).cursor_row, len(self._lines) - 1)]

    def on_data_table_row_highlighted(self) -> None:
        """Another game is chosen."""
        self._show_chosen()

    def on_data_table_row_selected(self) -> None:
        """Review the game, or list the boards of the attempt."""
        self._enter()

    def _enter(self) -> None:
        line = self._line
        if line.game is not None:
            self._request("review", line.game)
        else:
            self._unfolded ^= {line.key}
            self._lay_out()
            if line.key in self._unfolded:  # its boards are seen below it
                table = self.query_one(DataTable)
                self.call_after_refresh(table.scroll_to, y=table.cursor_row, animate=False)

    def tell(self, text: str) -> None:
        """Say what has been done, above the keys."""
        kept = self.query_one("#kept", Words)
        kept.display = True
        kept.say(text)

    def _choose_kind(self) -> None:
        """Ask which boards figures and games shall be of."""
        every = (_EVERY, f"all boards: {counted(len(self._every), 'game')}", "")
        kinds = kinds_of(self._every)
        options = [(kind, f"{name}: {counted(n, 'game')}", "") for kind, (name, n) in kinds.items()]

        def chosen(kind: str | None) -> None:
            if kind is not None:
                self._kind = kind
                self._records = [one for one in self._every if kind in (_EVERY, one.kind)]
                self._lay_out()
                self.query_one(DataTable).move_cursor(row=0)

        self.app.push_screen(
            ChoiceDialog("Which boards?", [every, *options], at=self._kind), chosen
        )

    def on_key(self, event: Key) -> None:
        """Leave, choose, export, or delete."""
        match key_name(event):
            case "escape" | "q":
                self.dismiss(None)
            case "enter" if self._lines:  # while the figures are scrolled
                self._enter()
            case "b" if self._every:
                self._choose_kind()
            case "e" if self._every:
                self._request("export", self._like)
            case "delete" if self._every:
                self._request("delete", self._like)
            case _:
                return
        event.stop()
